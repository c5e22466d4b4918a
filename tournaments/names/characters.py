"""Cleaning of typed text: characters to tidy and characters to refuse. Plain Python.

The refused characters break a database, hide or reverse their neighbours, or begin a formula in a
spreadsheet. Emoji, Arabic and accents are welcome.
"""

import unicodedata

ZERO_WIDTH_JOINERS = "\u200c\u200d"  # emoji of families, and Persian, need them
MAX_MARKS = 4  # accents on one letter: no language writes more
CODES = (
    "text_missing",
    "text_nul",
    "text_surrogate",
    "text_control",
    "text_bidi",
    "text_undecoded",
    "text_marks",
    "text_formula",
    "text_too_long",
)


def tidy(text: str) -> str:
    """Return the text with composed accents, single spaces, and no invisible mark except joiners.

    >>> tidy("  Paco\\u200b   Gil\\n")
    'Paco Gil'
    """
    composed_text = unicodedata.normalize("NFC", text)
    visible_characters = (
        c for c in composed_text if unicodedata.category(c) != "Cf" or c in ZERO_WIDTH_JOINERS
    )
    return " ".join("".join(visible_characters).split())


def fault(text: str, max_length: int, *, any_start: bool = False) -> str:
    """Return the code of a text's fault, one of `CODES`, or "" for a valid text.

    `max_length` limits the tidy text. `any_start` lets prose begin with = + - or @, which begin a
    formula in a spreadsheet.

    >>> fault("=2+2", 60), fault("Paco\\x00", 60), fault("🃏 El Ñoño", 60)
    ('text_formula', 'text_nul', '')
    """
    for character in text:
        if code := _fault_of_character(character):
            return code
    tidy_text = tidy(text)
    if _most_marks(tidy_text) > MAX_MARKS:
        return "text_marks"
    if not any_start and unicodedata.normalize("NFKC", tidy_text[:1]) in ("=", "+", "-", "@", "−"):
        return "text_formula"
    return "text_too_long" if len(tidy_text) > max_length else ""


def is_blank(text: str) -> bool:
    """Return whether the text would be invisible on paper."""
    return not any(unicodedata.category(c)[0] in "LNPS" for c in text)


def _fault_of_character(character: str) -> str:
    if character == "\x00":
        return "text_nul"
    if "\ud800" <= character <= "\udfff":
        return "text_surrogate"
    if "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069":
        return "text_bidi"
    if character == "\ufffd":
        return "text_undecoded"
    if unicodedata.category(character) == "Cc" and character not in "\t\r\n":
        return "text_control"
    return ""


def _most_marks(text: str) -> int:
    """Return the length of the longest run of combining marks."""
    longest_run = run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        longest_run = max(longest_run, run)
    return longest_run
