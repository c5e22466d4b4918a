"""Mutation testing: break lines of the site, one at a time, and see whether a test fails.

`./dev mutants --collect` records which test runs which line; `./dev mutants` breaks lines by area.
"""
