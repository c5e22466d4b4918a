"""Correction of a result from which something was drawn: what changes, and what is done about it.

`preview` says what a correction changes and `remedies` what is done with each draw made from the
old result: `exchange`, `redraw`, or nothing. `change` saves it all, whatever the act; `correct`
tries a correction with its remedies and takes it back.
"""
