"""The bot of ImpeRunde: estimates.py judges positions, policy.py decides."""
