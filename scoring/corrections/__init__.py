"""Corrections of results on which draws depend: what changes, and the remedies.

`preview` computes the changes of a correction and `remedies` the remedy of each draw made from the
old result: exchange, redraw or leave. `change` saves all of it, for any act. `correct` rehearses a
correction with its remedies and rolls it back.
"""
