"""A bracket as a picture: the words and the links of each box of its layout."""

from collections.abc import Container, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.public.cards import match_url, told_score
from scoring.public.names import name_inside
from scoring.selectors.stages.bracket import Bracket, BracketRound, Place, Tie
from tournaments.formats.knockout.brackets.layout import lay_out
from tournaments.models import Match, Tournament
from tournaments.wording.rounds import DOT

MOST_TIES = 130  # in a picture: a bracket of 128 and the third place
LETTERS, WITH_TABLE = 26, 20  # of a name in a box; where the table stands beside it


def fits_in_a_picture(brackets: Sequence[Bracket]) -> bool:
    """Whether all the brackets of a stage are drawn, whatever part of them is in the list."""
    return sum(round.size for one in brackets for round in one.rounds) <= MOST_TIES


def picture(
    tournament: Tournament, one: Bracket, third: Bracket | None, *, linked: bool
) -> dict[str, Any]:
    """Return a bracket with at least one round for its template: rounds with their boxes, lines."""
    awaited = {
        place.source.number
        for each in (*one.rounds, *(third.rounds if third else ()))
        for tie in each.ties
        for place in tie.places
        if place.competitor is None and place.source is not None
    }
    layout = lay_out([each.size for each in one.rounds], linked=linked, third=third is not None)
    found: dict[str, Any] = {
        "layout": layout,
        "rounds": [
            {
                "x": x,
                "name": name_inside(each).split(DOT, 1),
                "boxes": [
                    _box(tournament, tie, x, y, awaited)
                    for tie, y in zip(each.ties, tops, strict=True)
                ],
            }
            for each, x, tops in zip(one.rounds, layout.columns, layout.boxes, strict=True)
        ],
    }
    if third and layout.third:
        found["third"] = _third(tournament, third.rounds[0], *layout.third, awaited)
    return found


def _third(
    tournament: Tournament, one: BracketRound, x: int, y: int, awaited: Container[int | None]
) -> dict[str, Any]:
    return {
        "x": x,
        "y": y - 10,
        "name": _("Tercer puesto"),
        "box": _box(tournament, one.ties[0], x, y, awaited),
    }


def _box(
    tournament: Tournament, tie: Tie, x: int, y: int, awaited: Container[int | None]
) -> dict[str, Any]:
    """Return a box; it says its number if another one waits for who wins or loses there."""
    one = tie.meeting
    score = told_score(one) if one else None
    playing = one is not None and one.state == Match.State.PLAYING
    table = one.table if one and playing else None
    numbers = [str(place.competitor.number) for place in tie.places if place.competitor]
    sides = [
        {
            "text": _words(place, WITH_TABLE if table and not at else LETTERS),
            "look": _look(place, one is not None and one.winner == at),
            "score": score[at] if score else None,
        }
        for at, place in enumerate(tie.places)
    ]
    if len(sides) == 1:
        sides.append({"text": _("pasa sin jugar"), "look": "is-open", "score": None})
    return {
        "x": x,
        "y": y,
        "code": one.code if one else "",
        "url": match_url(tournament, one) if one and not one.is_bye else "",
        "number": one.number if one and one.number in awaited else None,
        "numbers": " ".join(numbers),
        "playing": playing,
        "table": _("mesa %(table)s") % {"table": table} if table else "",
        "sides": sides,
    }


def _look(place: Place, wins: bool) -> str:
    if place.competitor is None:
        return "is-open"
    return "is-winner" if wins else ""


def _words(place: Place, letters: int) -> str:
    """Return who is in a place, or whom it waits for, in so many letters."""
    if place.competitor:
        words = f"{place.competitor.number} · {place.competitor.title}"
    elif place.source is None:
        return _("Por decidir")
    else:
        words = _("Perdedor de la %(number)s") if place.loser else _("Ganador de la %(number)s")
        words %= {"number": place.source.number}
    return words if len(words) <= letters else words[: letters - 1].rstrip(" ·") + "…"
