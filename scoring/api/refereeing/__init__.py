"""Referees: calls, matters that wait, rulings."""
