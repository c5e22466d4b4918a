"""The lines that a device kept, read again by the forms in which they were written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from scoring.games.lines import LineForm
from scoring.selectors.matches.actas import fold_lines
from tournaments.forms.refusals import REFUSALS
from tournaments.models import Match
from tournaments.refusal import refused_from

MOST = 100  # lines that one device keeps of one match

FormOf = Callable[[list[str], Any], LineForm | None]


@dataclass(frozen=True, slots=True)
class Sent:
    """The acta as one device would have it: `lines` up to the last that can be, `unread` how many
    come after, and why not (`wrong`). `there` when the acta says all of it already."""

    lines: list[str]
    unread: int
    wrong: str
    there: bool


def read_lines(match: Match, acta: list[str], posts: list[str], form_of: FormOf) -> Sent:
    """Return what a device kept (each the body of a form's post, in order), from its first number
    on.

    `form_of` makes the form of a line after some lines. Raises nothing for what cannot be read.
    """
    posts = posts[:MOST]
    typed = [QueryDict(post) for post in posts]
    first = typed[0].get("number", "") if typed else ""
    start = int(first) - 1 if first.isascii() and first.isdigit() and len(first) < 6 else len(acta)
    lines, wrong = acta[: max(start, 0)], ""
    read = 0
    for one in typed:
        form = form_of(lines, one)
        wrong = _added(match, lines, form) if form else ""
        if wrong:
            break
        read += 1
    there = bool(posts) and read == len(posts) and acta[: len(lines)] == lines
    return Sent(lines, len(posts) - read, wrong, there)


def _added(match: Match, lines: list[str], form: LineForm) -> str:
    """Add the line of a form to those, or say why it cannot be."""
    if not form.is_valid():
        return " ".join(str(said) for wrong in form.errors.values() for said in wrong)
    try:
        hand = form.hand()
        fold_lines(match, [*lines, hand])
    except REFUSALS as error:
        return str(refused_from(error))
    lines.append(str(hand))
    return ""
