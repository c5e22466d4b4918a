"""Pictures of numbers on public pages: those of the tournament, of a match, of the forecast."""
