"""Referees: the clock, their tables and their rulings."""
