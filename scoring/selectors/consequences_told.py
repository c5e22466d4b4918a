"""The consequences of a correction with everybody's name: what the page shows."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.consequences import (
    CALLED,
    FINISHED,
    PLANNED,
    PLAYING,
    RESTS,
    WAITING,
    Consequences,
    Later,
    Moved,
)
from scoring.wording.replays import why_not, would
from tournaments.models import Tournament
from tournaments.selectors.joined import seats

SHOWN = 4  # lines of the standings; the others are folded
SHOWN_REPLAYED = 12
STATES = {
    PLANNED: _("en borrador"),
    WAITING: _("espera mesa"),
    CALLED: _("en la mesa, sin nada escrito"),
    PLAYING: _("se está jugando"),
    FINISHED: _("terminada"),
    RESTS: _("descansa"),
}


def told(
    tournament: Tournament, found: Consequences, replayed: Sequence[Moved] = ()
) -> dict[str, Any]:
    """Names for numbers and sentences for codes. Two queries, none when nothing changes.

    `replayed` are the lines that would move if what can be is replayed too: told where they are
    not the same.
    """
    titles = _titles(tournament, {*_numbers(found), *(one.entry for one in replayed)})
    later = [_later(one, titles) for one in found.later]
    most = sorted(found.moved, key=_how_far, reverse=True)[:SHOWN]
    moved = [{"line": one, "who": titles[one.entry]} for one in found.moved]
    others = _places(replayed) != _places(found.moved)
    return {
        "found": found,
        "moved": [one for one in moved if one["line"] in most],
        "more_moved": [one for one in moved if one["line"] not in most],
        "going": [
            {
                "stage": one,
                "goes_on": [titles[number] for number in one.goes_on],
                "stays_out": [titles[number] for number in one.stays_out],
            }
            for one in found.qualified
        ],
        "later": [one for one in later if not _is_past(one)],
        "past": [one for one in later if _is_past(one)],
        "moved_replayed": [{"line": one, "who": titles[one.entry]} for one in replayed if others][
            :SHOWN_REPLAYED
        ],
        "would": [would(one) for one in found.possible],
        "why_not": [why_not(one) for one in found.replays if not one.possible],
    }


def _how_far(line: Moved) -> tuple[bool, int]:
    """Return who passes or no longer does, first; then who moves most."""
    return line.crosses, abs(line.before - line.after)


def _is_past(one: dict[str, Any]) -> bool:
    """Over, and with the same sides: nothing to decide about it."""
    return one["match"].state in (FINISHED, RESTS) and not one["instead"]


def _places(moved: Sequence[Moved]) -> set[tuple[int, str, int]]:
    return {(one.entry, one.group, one.after) for one in moved if one.before != one.after}


def _later(later: Later, titles: dict[int, str]) -> dict[str, Any]:
    comes = [number for number in later.would_be if number not in later.sides]
    goes = [number for number in later.sides if number not in later.would_be]
    return {
        "match": later,
        "state": STATES[later.state],
        "sides": [titles[number] for number in later.sides],
        "instead": (
            list(zip((titles[one] for one in comes), (titles[one] for one in goes), strict=True))
            if later.would_be
            else []
        ),
    }


def _numbers(found: Consequences) -> Iterable[int]:
    for one in found.moved:
        yield one.entry
    for stage in found.qualified:
        yield from (*stage.goes_on, *stage.stays_out)
    for later in found.later:
        yield from (*later.sides, *later.would_be)


def _titles(tournament: Tournament, numbers: set[int]) -> dict[int, str]:
    """«12 · Paco Gil · Luis Sanz» by number."""
    if not numbers:
        return {}
    entries = tournament.entries.filter(number__in=numbers).prefetch_related(seats())
    return {one.number: str(one) for one in entries}
