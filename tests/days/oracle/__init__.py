"""An oracle of the standings: plain code adds up the actas of a day and must agree with the site.

It is written from docs/standings/ and docs/draw/ alone and does not call the ranking of
`scoring`.

- `actas` reads the lines of a match, and `papers` the matches of a stage.
- `book` computes one table. `ways_out` computes rounds of elimination and the orders of formats.
- `event` computes who qualifies for the next stage, and the final places of the whole event.
- `luck` plays random days, and `chains` random days of several stages.
"""
