"""Corrections of results on which draws depend: what changes, and the remedies.

`preview` computes the changes of a correction and `remedies` the remedy of each draw made from the
old result: exchange, redraw or leave. `change` carries out any act with its remedies.
`correct` carries out a correction with its remedies; a trial then rolls both back.
"""
