"""Lines of the site broken on purpose, one at a time, to see whether a test misses them.

`./dev mutants --collect` remembers which test runs which line; `./dev mutants` breaks some by area.
"""
