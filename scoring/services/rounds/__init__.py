"""Rounds in play: entries that arrive late, rest, leave or come back."""
