"""Texts that a spreadsheet would take for a formula. Plain Python.

A name is never such a text, because `names.text` refuses it.
"""

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # characters that begin a formula
TEXT_MARK = "'"  # before a text, this mark makes the cell a text


def defuse(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> [defuse(text) for text in ("=1+1", "-Chema", "Ana", "")]
    ["'=1+1", "'-Chema", 'Ana', '']
    """
    return TEXT_MARK + text if text.startswith(FORMULA) else text
