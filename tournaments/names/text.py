"""The check that every text passes before it is stored."""

import re

from django.utils.functional import Promise

from tournaments.names.characters import fault, is_blank, tidy
from tournaments.names.people import fold_text
from tournaments.names.words import SENTENCES
from tournaments.refusal import Refused


def clean_text(
    value: object, field: str, max_length: int, *, required: bool = False, any_start: bool = False
) -> str:
    """Return the text as `characters.tidy` leaves it, "" for None.

    Raises Refused (400) with `field` for a character unfit for pages or databases, for too many
    accents on a letter, for more than `max_length` characters, for = + - or @ at the beginning
    (unless `any_start`) and, if `required`, for a blank text.
    """
    text = "" if value is None else str(value)
    code = fault(text, max_length, any_start=any_start)
    if not code and required and is_blank(text):
        code = "text_missing"
    if code:
        raise Refused(code, SENTENCES[code], field=field, limit=max_length)
    return tidy(text)


def clean_lines(value: object, field: str, max_length: int) -> str:
    """Return prose in tidy lines, without two blank lines in a row.

    Raises Refused as `clean_text` does; `max_length` limits each line and the whole text.
    """
    lines = [
        clean_text(line, field, max_length, any_start=True)
        for line in ("" if value is None else str(value)).splitlines()
    ]
    text = re.sub("\n{3,}", "\n\n", "\n".join(lines).strip("\n"))
    clean_text(text, field, max_length, any_start=True)
    return text


def refuse_other_name(text: str, name: str, sentence: str | Promise) -> None:
    """Raise Refused 400 `name_differs` unless `text` is `name`, whatever its case and accents.

    A person types the name again to confirm a deletion; `sentence` has a place for `%(name)s`.
    """
    if fold_text(text) != fold_text(name):
        raise Refused("name_differs", sentence, field="name", name=name)


def read_number(text: str | None, digits: int = 5) -> int | None:
    """Return the whole number of a text, or None for any other text or more than `digits` digits.

    >>> read_number("12"), read_number("-1"), read_number("٣"), read_number("123456")
    (12, None, None, None)
    """
    is_number = text and text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if text and is_number else None
