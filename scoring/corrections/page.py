"""Page context of the consequences of a correction, with the titles of the entries."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.corrections.consequences import LEAVE, REDRAW, Consequences, LaterMatch, MovedLine
from scoring.corrections.correct import Rehearsal
from scoring.corrections.words import remedy_proposal, why_left
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.places import seats

SHOWN = 4  # the most lines of the standings shown at first; the page folds the others
SHOWN_REHEARSED = 12
STATES = {
    "planned": _("en borrador"),
    "waiting": _("espera mesa"),
    "postponed": _("aplazado"),
    "called": _("en la mesa, sin nada escrito"),
    "playing": _("se está jugando"),
    "finished": _("terminado"),
    "rests": _("descansa"),
}


def consequences_page(
    match: Match, consequences: Consequences, audience: Audience, rehearsal: Rehearsal | None = None
) -> dict[str, Any]:
    """Return the context of the consequences, with titles and sentences in place of codes."""
    titles = _titles(match, {*_numbers(consequences), *_numbers_rehearsed(rehearsal)}, audience)
    later = [_later(later_match, titles) for later_match in consequences.later]
    most = sorted(consequences.moved, key=_how_far, reverse=True)[:SHOWN]
    return {
        "consequences": consequences,
        "moved": [_moved(line, titles) for line in consequences.moved if line in most],
        "more_moved": [_moved(line, titles) for line in consequences.moved if line not in most],
        "qualifiers": [
            {
                "stage": change,
                "goes_on": [titles[number] for number in change.goes_on],
                "stays_out": [titles[number] for number in change.stays_out],
            }
            for change in consequences.qualified
        ],
        "later": [later_match for later_match in later if not _is_past(later_match)],
        "past": [later_match for later_match in later if _is_past(later_match)],
        "proposals": [
            remedy_proposal(remedy, match.round.stage.number) for remedy in consequences.possible
        ],
        "redraws": any(remedy.kind == REDRAW for remedy in consequences.possible),
        "why_left": [why_left(remedy) for remedy in consequences.remedies if remedy.kind == LEAVE],
        "rehearsal": _rehearsed(rehearsal, consequences, titles) if rehearsal else None,
    }


def _rehearsed(
    rehearsal: Rehearsal, consequences: Consequences, titles: dict[int, str]
) -> dict[str, Any]:
    """Return the refusal, the redrawn rounds, and the moved lines if the remedies change them."""
    others = _places(rehearsal.moved) != _places(consequences.moved)
    moved = rehearsal.moved[:SHOWN_REHEARSED] if others else ()
    return {
        "refused": rehearsal.refused,
        "moved": [_moved(line, titles) for line in moved],
        "rounds": [
            {
                "serial": redrawn.serial,
                "matches": [[titles[number] for number in sides] for sides in redrawn.matches],
            }
            for redrawn in rehearsal.drawn
        ],
    }


def _moved(line: MovedLine, titles: dict[int, str]) -> dict[str, Any]:
    return {"line": line, "who": titles[line.entry]}


def _how_far(line: MovedLine) -> tuple[bool, int]:
    """Return a sort key: whether the entry starts or stops qualifying, then how far it moves."""
    return line.crosses, abs(line.before - line.after)


def _is_past(later: dict[str, Any]) -> bool:
    """Return whether the match is over with the same sides, so that it needs no decision."""
    return later["match"].state in ("finished", "rests") and not later["instead"]


def _places(moved: Sequence[MovedLine]) -> set[tuple[int, str, int]]:
    return {(line.entry, line.group, line.after) for line in moved if line.before != line.after}


def _later(later: LaterMatch, titles: dict[int, str]) -> dict[str, Any]:
    comes = [titles[number] for number in later.would_be if number not in later.sides]
    goes = [titles[number] for number in later.sides if number not in later.would_be]
    return {
        "match": later,
        "state": STATES[later.state],
        "sides": [titles[number] for number in later.sides],
        "instead": list(zip(comes, goes, strict=True)) if later.would_be else [],
    }


def _numbers(consequences: Consequences) -> Iterable[int]:
    for line in consequences.moved:
        yield line.entry
    for stage in consequences.qualified:
        yield from (*stage.goes_on, *stage.stays_out)
    for later in consequences.later:
        yield from (*later.sides, *later.would_be)


def _numbers_rehearsed(rehearsal: Rehearsal | None) -> Iterable[int]:
    if rehearsal is not None:
        yield from (line.entry for line in rehearsal.moved)
        yield from (
            number for redrawn in rehearsal.drawn for row in redrawn.matches for number in row
        )


def _titles(match: Match, numbers: set[int], audience: Audience) -> dict[int, str]:
    """Return the titles by number: «12 · Paco Gil · Luis Sanz»."""
    if not numbers:
        return {}
    entries = match.tournament.entries.filter(number__in=numbers).prefetch_related(seats())
    return {entry.number: entry.full_title_for(audience) for entry in entries}
