"""Simulated days: the demonstration, and the rehearsal in a copy of the tournament."""
