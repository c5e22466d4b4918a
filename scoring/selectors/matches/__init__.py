"""Matches: their actas, and how lists and cards show them."""
