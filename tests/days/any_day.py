"""Helpers that begin small tournament days of every format, and write and reverse results."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from scoring.actas.selectors.actas import lines_written, live_acta, with_details
from scoring.actas.services import correct_acta, record_hand
from tests.crowd import enter
from tests.days.hall import ONE_LINE_WITH_DRAWS, Day, luck, numbers_of, two_sided_line
from tournaments.models import Entry, Match
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

TABLE_OF_FOUR = {"sides": 4, "people": 1, "manos": 4}
# The ways to play each format: options of the format, and other fields of the tournament.
WAYS: Mapping[str, Sequence[tuple[dict[str, Any], dict[str, Any]]]] = {
    "knockout": [
        ({"third_place": True}, {}),
        ({"repesca": "consolation", "byes": "rested", "redraw": True}, {}),
        ({"repesca": "double", "reset": True}, {}),
        ({"placements": True}, {}),
        ({"repesca": "best_losers"}, {}),
    ],
    "lives": [({"lives": 2}, {}), ({"lives": 3}, {}), ({"lives": 2, "bracket_at": 4}, {})],
    "groups": [({"size": 3}, {}), ({"size": 4, "legs": 2}, {"game_options": ONE_LINE_WITH_DRAWS})],
    "swiss": [
        ({"rounds": 5}, {}),
        ({"rounds": 4, "bye": "mean"}, {"game_options": ONE_LINE_WITH_DRAWS}),
    ],
    "league": [({}, {}), ({"legs": 2}, {"game_options": ONE_LINE_WITH_DRAWS})],
    "totals": [
        ({"rounds": 4}, {}),
        ({"rounds": 3, "odd": "larger", "best": 2}, {"game_options": TABLE_OF_FOUR}),
        ({"rounds": 3, "seating": "ranking"}, {"game_options": TABLE_OF_FOUR}),
        ({"rounds": 3, "groups": 2}, {}),
    ],
    "melee": [({"rounds": 4}, {}), ({"rounds": 3, "rest_worth": "nothing"}, {})],
    "ladder": [
        ({"rounds": 4}, {}),
        ({"rounds": 3, "tie": "lot"}, {"game_options": ONE_LINE_WITH_DRAWS}),
    ],
    "clock": [({}, {}), ({"last_call": "even"}, {})],
    "teams": [({"legs": 1, "boards": 2}, {"squad": 4})],
    "boxes": [({"blocks": 2, "size": 3}, {})],
}


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back everything that the block writes, so that each example starts afresh."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def begin_day(begin: Callable[..., Day], name: str, format: str, way: int, count: int) -> Day:
    """Begin a day with the options `WAYS[format][way]`, `count` entries and two tables."""
    options, changes = WAYS[format][way]
    day = begin(name, format, options, **{"tables": 2, **changes})
    enter_first(day, count)
    return day


def enter_first(day: Day, count: int) -> None:
    """Register the first `count` entries of the day."""
    enter(day.tournament, day.author, [entry_values(day, number) for number in range(1, count + 1)])


def enter_late(day: Day, number: int) -> Entry:
    return register_entry(tournament=day.tournament, author=day.author, **entry_values(day, number))


def entry_values(day: Day, number: int) -> dict[str, Any]:
    """Return the players and the name with which to register an invented entry."""
    tournament = day.tournament
    size = tournament.squad or tournament.entry_size
    people = [Person(f"Jugador {number}", str(index), "Luco") for index in range(size)]
    name = f"Equipo {number}" if tournament.squad else ""
    return {"players": people, "name": name}


def line_of(match: Match, numbers: tuple[int, ...]) -> str:
    """Return an acta line that ends a match of any size, now and then with a draw if allowed."""
    options = match.game_rules()
    if options.sides > 2:
        return f"manos {options.manos} " + "-".join(
            str(luck(60, match, number)) for number in numbers
        )
    if options.extra == 0 and luck(4, match, "tablas") == 0:
        return "20-20"
    return two_sided_line(match, numbers)


def finish_first_match(day: Day) -> bool:
    """Write the result of the first match in play; return False if no match is in play."""
    match = with_details(day.tournament.matches.filter(state="playing")).order_by("number").first()
    if match is None:
        return False
    line = line_of(match, numbers_of(match))
    record_hand(match=match, author=day.author, line=line, number=1)
    return True


def reverse_result(day: Day, match: Match) -> None:
    """Correct the acta of a match: the last side gets the score of the first one, and so on."""
    line = lines_written(live_acta(match))[0]
    if reversed_line(line) != line:
        correct_acta(match=match, author=day.author, lines=[reversed_line(line)], reason="al revés")


def reversed_line(line: str) -> str:
    """Return an acta line with the scores of its sides in reverse order.

    >>> reversed_line("manos 4 10-20-30-40")
    'manos 4 40-30-20-10'
    """
    *head, numbers = line.split(" ")
    return " ".join([*head, "-".join(reversed(numbers.split("-")))])
