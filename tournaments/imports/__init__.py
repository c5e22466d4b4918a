"""From a paste or a spreadsheet to entries that may be registered. Plain Python, no database.

`sheets` turns text or a file into rows of cells, `columns` says what each cell is, `lines` reads
an entry as a hand types it, `rows` says which entries may be registered and what is wrong with the
others. Faults are codes with values; `tournaments.wording.imports` has the sentences.
"""
