"""Helpers that give the text of a page ordinary white space, so that tests can compare it."""

import re

BLOCK = re.compile(r"\s*(</?(?:th|td|tr|p|li|ul|ol|div|h[1-6]|section|button|caption)\b[^>]*>)\s*")


def plain(text: str) -> str:
    """Return the text with ordinary spaces instead of no-break spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def one_line(html: str) -> str:
    """Return the page with white space as a browser shows it: none at the edge of a block."""
    return BLOCK.sub(r"\1", re.sub(r"[ \t\n]+", " ", html))
