"""From a paste or a spreadsheet to entries that may be registered. Plain Python, no database.

`worksheets` makes rows of cells, `columns` says what each cell is, `lines` reads an entry as typed,
`rows` says what is wrong. Faults are codes with values; their sentences are in `wording.imports`.
"""
