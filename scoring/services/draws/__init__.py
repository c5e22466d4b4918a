"""Draws: the list closed before one, the round, and its check."""
