"""Rounds: dates, routes, line-ups, and who arrives late or rests."""
