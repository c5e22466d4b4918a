"""Draws: the list closed before one, the draft, publishing."""
