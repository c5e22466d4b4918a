"""Tallies that rank and that the lines of a match do not state, in words."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext

from rules.core import Game, Score, Step
from scoring.wording.numbers import against
from scoring.wording.tiebreak_words import TALLIES


def unstated_in(game: Game, steps: Sequence[Step], ranked: Collection[str]) -> list[str]:
    """Return the ranked tallies that some of these lines leave to the rules, in order."""
    left = {tally for step in steps for tally in game.unstated(step.hand)}
    return [tally for tally in game.match_tallies if tally in ranked and tally in left]


def counted_instead(
    game: Game, start: Score[object], steps: Sequence[Step], tallies: Sequence[str], unit: int = 1
) -> str:
    """Return what counts of tallies that nobody wrote, and that the standings look at, in one
    sentence; "" without tallies. `start` is the score before the lines of `steps`."""
    if not tallies:
        return ""
    parts = []
    for tally in tallies:
        at = game.tallies.index(tally)
        there, each = start.tallies[at], []
        for step in steps:
            now = step.score.tallies[at]
            gained = [after - before for after, before in zip(now, there, strict=True)]
            if any(gained):
                each.append(against(gained, unit))
            there = now
        told = {"tally": TALLIES[tally], "each": ", ".join(each), "all": against(there, unit)}
        parts.append(gettext("%(tally)s: %(each)s (en todo el enfrentamiento, %(all)s)") % told)
    return gettext("Esto también cuenta en la clasificación. Si no se escribe, vale %(parts)s.") % {
        "parts": "; ".join(parts)
    }


def asked_of(tallies: Collection[str]) -> str:
    """Return what a form asks for when its line may leave these out; "" for none."""
    if not tallies:
        return ""
    names = ", ".join(str(TALLIES[tally]) for tally in sorted(tallies))
    return gettext("En la clasificación cuentan también: %(tallies)s. Escríbalo si se sabe.") % {
        "tallies": names
    }


def in_place_of(example: str) -> str:
    """Return how a result is typed whole at the desk: «12 31 23 30»."""
    return gettext("Para escribirlo todo: «%(line)s».") % {"line": example} if example else ""
