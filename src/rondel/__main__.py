"""`python -m rondel` is the same as `rondel`."""

from rondel.cli import main

main()
