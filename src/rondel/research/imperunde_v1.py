"""ImpeRunde as a PettingZoo environment: `env()`, `raw_env()`, and `cycles`, in which all act at once."""

from rondel.research.zoo import doors

_doors = doors("imperunde", "imperunde_v1", rules=3)
env, raw_env, cycles = _doors.env, _doors.raw_env, _doors.cycles
