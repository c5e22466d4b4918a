"""Draws: the list, the draft, the ceremony and the check."""
