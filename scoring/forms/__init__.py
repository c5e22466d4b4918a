"""Forms of `scoring`; the lines of each game are in `scoring/games`."""
