"""The one check every text passes before it is kept."""

from tournaments.characters import fault, is_blank, tidy
from tournaments.refusal import Refused
from tournaments.wording.text import SENTENCES


def clean_text(
    value: object, field: str, max_length: int, *, required: bool = False, any_start: bool = False
) -> str:
    """The text tidied (single spaces, composed accents, nothing invisible), "" for None.

    Raises Refused (400) with `field` when it holds what no page, database or spreadsheet should
    receive; when it is longer than `max_length`; when it begins with = + - or @ (unless
    `any_start`, for reasons and other prose); and, if `required`, when nothing of it can be seen.
    """
    text = "" if value is None else str(value)
    code = fault(text, max_length, any_start=any_start)
    if not code and required and is_blank(text):
        code = "text_missing"
    if code:
        raise Refused(code, SENTENCES[code], field=field, limit=max_length)
    return tidy(text)
