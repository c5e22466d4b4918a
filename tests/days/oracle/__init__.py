"""Whole days judged: what the tables wrote is read and added up again by plain code, written from
docs/standings.md and docs/draw.md alone, and must give the standings of the site.

`actas` reads lines and `papers` stages, `book` adds up one table, `ways_out` says how far each got
and the orders of the formats, `event` who goes on and the whole event; `luck` makes the days and
`chains` those of several stages. Nothing here asks how `scoring` ranks.
"""
