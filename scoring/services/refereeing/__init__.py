"""Referees: calls, time, replays, rulings."""
