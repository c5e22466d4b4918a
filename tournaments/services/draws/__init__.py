"""Draws: the draft, its rows, its ceremony, its dates and line-ups."""
