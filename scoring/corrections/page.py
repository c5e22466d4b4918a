"""Page context of the consequences of a correction, with the titles of the entries."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.corrections.consequences import LEAVE, REDRAW, Consequences, LaterMatch, MovedLine
from scoring.corrections.correct import Trial
from scoring.corrections.words import remedy_proposal, why_left
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.places import seats

MOVED_AT_FIRST = 4  # moved lines of the standings on the page; it folds the others
MOVED_IN_TRIAL = 12  # the most moved lines shown of a trial
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
    match: Match, consequences: Consequences, audience: Audience, trial: Trial | None = None
) -> dict[str, Any]:
    """Return the context of the consequences, with titles and sentences in place of codes."""
    titles = _titles(match, {*_entry_numbers(consequences), *_trial_numbers(trial)}, audience)
    later_matches = [_later_context(later_match, titles) for later_match in consequences.later]
    largest_moves = sorted(consequences.moved, key=_move_size, reverse=True)[:MOVED_AT_FIRST]
    return {
        "consequences": consequences,
        "moved": [
            _moved_context(line, titles) for line in consequences.moved if line in largest_moves
        ],
        "more_moved": [
            _moved_context(line, titles) for line in consequences.moved if line not in largest_moves
        ],
        "qualifiers": [
            {
                "stage": change,
                "goes_on": [titles[number] for number in change.goes_on],
                "stays_out": [titles[number] for number in change.stays_out],
            }
            for change in consequences.qualified
        ],
        "later": [later_match for later_match in later_matches if not _is_past(later_match)],
        "past": [later_match for later_match in later_matches if _is_past(later_match)],
        "proposals": [
            remedy_proposal(remedy, match.round.stage.number) for remedy in consequences.possible
        ],
        "redraws": any(remedy.kind == REDRAW for remedy in consequences.possible),
        "why_left": [why_left(remedy) for remedy in consequences.remedies if remedy.kind == LEAVE],
        "trial": _trial_context(trial, consequences, titles) if trial else None,
    }


def _trial_context(
    trial: Trial, consequences: Consequences, titles: dict[int, str]
) -> dict[str, Any]:
    """Return the refusal, the redrawn rounds, and the moved lines if the remedies change them."""
    changes_places = _places(trial.moved) != _places(consequences.moved)
    moved_lines = trial.moved[:MOVED_IN_TRIAL] if changes_places else ()
    return {
        "refusal": trial.refusal,
        "moved": [_moved_context(line, titles) for line in moved_lines],
        "rounds": [
            {
                "serial": round.serial,
                "matches": [[titles[number] for number in sides] for sides in round.matches],
            }
            for round in trial.rounds
        ],
    }


def _moved_context(line: MovedLine, titles: dict[int, str]) -> dict[str, Any]:
    return {"line": line, "who": titles[line.entry]}


def _move_size(line: MovedLine) -> tuple[bool, int]:
    """Return a sort key: whether the entry starts or stops qualifying, then how far it moves."""
    return line.crosses, abs(line.before - line.after)


def _is_past(later: dict[str, Any]) -> bool:
    """Return whether the match is over with the same sides, so that it needs no decision."""
    return later["match"].state in ("finished", "rests") and not later["instead"]


def _places(lines: Sequence[MovedLine]) -> set[tuple[int, str, int]]:
    return {(line.entry, line.group, line.after) for line in lines if line.before != line.after}


def _later_context(match: LaterMatch, titles: dict[int, str]) -> dict[str, Any]:
    newcomers = [titles[number] for number in match.would_be if number not in match.sides]
    leavers = [titles[number] for number in match.sides if number not in match.would_be]
    return {
        "match": match,
        "state": STATES[match.state],
        "sides": [titles[number] for number in match.sides],
        "instead": list(zip(newcomers, leavers, strict=True)) if match.would_be else [],
    }


def _entry_numbers(consequences: Consequences) -> Iterable[int]:
    for line in consequences.moved:
        yield line.entry
    for stage in consequences.qualified:
        yield from (*stage.goes_on, *stage.stays_out)
    for later in consequences.later:
        yield from (*later.sides, *later.would_be)


def _trial_numbers(trial: Trial | None) -> Iterable[int]:
    if trial is not None:
        yield from (line.entry for line in trial.moved)
        yield from (number for round in trial.rounds for sides in round.matches for number in sides)


def _titles(match: Match, numbers: set[int], audience: Audience) -> dict[int, str]:
    """Return the titles by number: «12 · Paco Gil · Luis Sanz»."""
    if not numbers:
        return {}
    entries = match.tournament.entries.filter(number__in=numbers).prefetch_related(seats())
    return {entry.number: entry.full_title_for(audience) for entry in entries}
