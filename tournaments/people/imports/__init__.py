"""From a paste or a spreadsheet to entries to register. Plain Python, no database.

`worksheets` makes rows of cells, `columns` finds the field of each cell, `lines` reads a typed
entry, `rows` finds faults. Faults are codes with values; `people.words.imports` has their
sentences.
"""
