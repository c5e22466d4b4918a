"""Standings in plain Python: ordered lines from results, each with the tie-break that placed it."""
