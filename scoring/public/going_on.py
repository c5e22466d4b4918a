"""The line under those who go on from a stage, and their list by groups."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.selectors.counting import units
from scoring.selectors.matches.meetings import Competitor
from scoring.selectors.stages.going_on import GoingOn
from scoring.wording.tiebreaks import averaged, words_of
from tournaments.formats.quotas import Contest
from tournaments.models import Stage
from tournaments.pairing.byes import bracket_size
from tournaments.wording.quotas import say
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
    stage: Stage, going: Iterable[GoingOn], competitors: Mapping[int, Competitor]
) -> list[dict[str, Any]]:
    """Return those of the stage who go on to each later one, best first, with the place by which
    each does, and the tables of the places for which only the best of the groups do."""
    return [
        {
            "title": goes_to(one.to, one.many),
            "stage": one.to,
            "rows": [(competitors[number], why) for number, why in one.why.items()],
            "contests": [
                _contest(stage, found, one.why, competitors)
                for found in one.contests
                if found.contenders
            ],
        }
        for one in going
        if one.why
    ]


def everybody_in(going: Iterable[GoingOn]) -> set[int]:
    """The numbers that `lists_going_on` names."""
    return {
        number
        for one in going
        for numbers in (one.why, *((who.number for who in c.contenders) for c in one.contests))
        for number in numbers
    }


def _contest(
    stage: Stage, found: Contest, going: Container[int], competitors: Mapping[int, Competitor]
) -> dict[str, Any]:
    """A table of those who were near, best first, with what is compared, a match; `last` marks the
    last of those who go on."""
    words = words_of(stage.tournament.game, boards=bool(stage.boards()))
    tally, points = units(stage)
    order = found.contenders[0].order
    # Where two columns say the same, as points and what is added up in totals, one is enough.
    columns = {
        tuple(one.averages[at] for one in found.contenders): at
        for at in reversed(range(len(order)))
    }
    shown = sorted(columns.values())
    goes = [one.number in going for one in found.contenders]
    told = [(at, words[order[at]].heading()) for at in shown]
    return {
        "title": capfirst(say(found.quota)),
        "heads": [head for _at, head in told],
        "rows": [
            {
                "competitor": competitors[one.number],
                "group": one.group,
                "played": one.played,
                "averages": [
                    (head, averaged(order[at], one.averages[at], tally, points))
                    for at, head in told
                ],
                "goes": goes[place],
                "last": goes[place] and True not in goes[place + 1 :],
            }
            for place, one in enumerate(found.contenders)
        ],
    }
