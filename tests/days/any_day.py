"""A day of any format, small, in which people leave, come late and results are corrected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from scoring.actas.selectors.actas import lines_written, live_acta, with_details
from scoring.actas.services import correct_acta, record_hand
from tests.crowd import enter
from tests.days.hall import WITH_DRAWS, Day, anything, luck, numbers_of
from tournaments.models import Entry, Match
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

ALONE = {"sides": 4, "people": 1, "manos": 4}
# The ways each format is played here: its options, and what else the tournament has.
WAYS: Mapping[str, Sequence[tuple[dict[str, Any], dict[str, Any]]]] = {
    "knockout": [
        ({"third_place": True}, {}),
        ({"repesca": "consolation", "byes": "rested", "redraw": True}, {}),
        ({"repesca": "double", "reset": True}, {}),
        ({"placements": True}, {}),
        ({"repesca": "best_losers"}, {}),
    ],
    "lives": [({"lives": 2}, {}), ({"lives": 3}, {}), ({"lives": 2, "bracket_at": 4}, {})],
    "groups": [({"size": 3}, {}), ({"size": 4, "legs": 2}, {"game_options": WITH_DRAWS})],
    "swiss": [({"rounds": 5}, {}), ({"rounds": 4, "bye": "mean"}, {"game_options": WITH_DRAWS})],
    "league": [({}, {}), ({"legs": 2}, {"game_options": WITH_DRAWS})],
    "totals": [
        ({"rounds": 4}, {}),
        ({"rounds": 3, "odd": "larger", "best": 2}, {"game_options": ALONE}),
        ({"rounds": 3, "seating": "ranking"}, {"game_options": ALONE}),
        ({"rounds": 3, "groups": 2}, {}),
    ],
    "melee": [({"rounds": 4}, {}), ({"rounds": 3, "rest_worth": "nothing"}, {})],
    "ladder": [({"rounds": 4}, {}), ({"rounds": 3, "tie": "lot"}, {"game_options": WITH_DRAWS})],
    "clock": [({}, {}), ({"last_call": "even"}, {})],
    "teams": [({"legs": 1, "boards": 2}, {"squad": 4})],
    "boxes": [({"blocks": 2, "size": 3}, {})],
}


@contextmanager
def thrown_away() -> Iterator[None]:
    """Roll back all that is written inside: each example begins from nothing."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def a_day(begin: Callable[..., Day], name: str, format: str, way: int, count: int) -> Day:
    options, changes = WAYS[format][way]
    day = begin(name, format, options, **{"tables": 2, **changes})
    some(day, count)
    return day


def some(day: Day, count: int) -> None:
    """The first entries of the day."""
    enter(day.tournament, day.author, [somebody(day, number) for number in range(1, count + 1)])


def somebody_more(day: Day, number: int) -> Entry:
    return register_entry(tournament=day.tournament, author=day.author, **somebody(day, number))


def somebody(day: Day, number: int) -> dict[str, Any]:
    tournament = day.tournament
    size = tournament.squad or tournament.entry_size
    people = [Person(f"Jugador {number}", str(one), "Luco") for one in range(size)]
    name = f"Equipo {number}" if tournament.squad else ""
    return {"players": people, "name": name}


def a_line(match: Match, numbers: tuple[int, ...]) -> str:
    options = match.game_rules()
    if options.sides > 2:
        return f"manos {options.manos} " + "-".join(str(luck(60, match, one)) for one in numbers)
    if options.extra == 0 and luck(4, match, "tablas") == 0:
        return "20-20"
    return anything(match, numbers)


def one_more(day: Day) -> bool:
    """End the match that is longest in play; False when nobody is playing."""
    match = with_details(day.tournament.matches.filter(state="playing")).order_by("number").first()
    if match is None:
        return False
    line = a_line(match, numbers_of(match))
    record_hand(match=match, author=day.author, line=line, number=1)
    return True


def write_other_way(day: Day, match: Match) -> None:
    """Correct the acta to the same numbers from the last side to the first."""
    line = lines_written(live_acta(match))[0]
    if turned(line) != line:
        correct_acta(match=match, author=day.author, lines=[turned(line)], reason="al revés")


def turned(line: str) -> str:
    """The numbers of a line from the last side to the first.

    >>> turned("manos 4 10-20-30-40")
    'manos 4 40-30-20-10'
    """
    *head, numbers = line.split(" ")
    return " ".join([*head, "-".join(reversed(numbers.split("-")))])
