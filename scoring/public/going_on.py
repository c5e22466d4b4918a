"""The line under those who go on from a stage, and their list by groups."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from scoring.selectors.matches.meetings import Competitor
from scoring.selectors.stages.going_on import GoingOn
from tournaments.models import Stage
from tournaments.pairing.byes import bracket_size
from tournaments.wording.rounds import GOES_TO


def cuts(order: Sequence[int], going: Iterable[GoingOn]) -> dict[int, str]:
    """Return the words of the line below the last of a table who goes on to each stage, by its
    number; `order` is the table from the top.

    A stage that takes everybody of the table cuts nothing.
    """
    found = {}
    for one in going:
        last = next((number for number in reversed(order) if number in one.why), None)
        if last is not None and last != order[-1]:
            found[last] = goes_to(one.to, one.many)
    return found


def goes_to(stage: Stage, many: int) -> str:
    """Where those go on who reach that stage, of `many`: «Pasan a cuartos de final»."""
    ties = bracket_size(many) // 2 if stage.format == "knockout" and many > 1 else 0
    if ties in GOES_TO:
        return str(GOES_TO[ties])
    return gettext("Pasan a %(stage)s") % {"stage": stage.label}


def lists_going_on(
    going: Iterable[GoingOn], competitors: Mapping[int, Competitor]
) -> list[dict[str, Any]]:
    """Return those who go on to each stage, best first, with the place by which each does."""
    return [
        {
            "title": goes_to(one.to, one.many),
            "stage": one.to,
            "rows": [(competitors[number], why) for number, why in one.why.items()],
        }
        for one in going
        if one.why
    ]
