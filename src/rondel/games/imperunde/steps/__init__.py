"""The rules of ImpeRunde, a module for each chapter of the rulebook."""
