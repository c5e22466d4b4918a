"""Standings as arrays: what happened in columns, and each entrant's rows at hand."""
