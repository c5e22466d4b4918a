"""Referees: their day, their tables, calls and rulings."""
