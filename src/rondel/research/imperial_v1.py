"""Imperial as a PettingZoo environment: `env()`, `raw_env()`, and `parallel_env()`, all at once."""

from rondel.research.zoo import doors

_doors = doors("imperial", 1)
env, raw_env, cycles = _doors.env, _doors.raw_env, _doors.cycles
parallel_env = cycles.parallel_env
