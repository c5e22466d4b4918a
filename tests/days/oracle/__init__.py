"""Whole days judged: what the tables wrote is read and added up again by plain code, written from
docs/standings.md alone, and must give the standings of the site.

`papers` reads the actas, `book` adds up one table, `luck` makes the days. Nothing here asks how
`scoring` ranks.
"""
