"""Rounds: dates, line-ups, and entries that rest, leave or come back."""
