"""Escalera, or rey de la mesa: at the bell the winner goes up a table and the loser down.

Table 1 is the top. Its winner stays and the loser of the last one too; when they are odd, the one
left over waits below the last table and comes in for its loser at the next bell. The seating of a
round follows from the results of the one before: no constraint can change it, and meeting or
waiting again is part of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import (
    NEXT_ROUND,
    NOTHING,
    Draw,
    DrawError,
    Entrant,
    Pairing,
    Played,
    Report,
    Situation,
    in_range,
    one_of,
)
from tournaments.formats.history import active_numbers, active_set, all_finished, refuse_unfinished
from tournaments.formats.looks import at_winners
from tournaments.formats.report import report
from tournaments.formats.senseless import AMONG_EQUALS, RIVALS, WAY_OUT
from tournaments.pairing.draw import ball, shuffled

KEY = "ladder"
CHAIN = ("format_order",)
CHAIN_WITH_DRAWS = CHAIN
SENSELESS = RIVALS | WAY_OUT | AMONG_EQUALS
LOT, SEED, STAYS = "lot", "seed", "stays"
CHOICES: dict[str, tuple[str, ...]] = {"first": (LOT, SEED), "tie": (STAYS, LOT)}
DRAWS = True
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = False
MOST_ROUNDS = 100
# What follows from the results and is no concession of the draw.
INHERENT = ("rematch", "repeated_bye", "bye_above_lowest")


@dataclass(frozen=True, slots=True)
class Options:
    """`rounds` are bells. `first`: the first seating by LOT or by SEED. `tie`: who was higher
    STAYS as if he had won, or it goes by LOT."""

    rounds: int = 8
    first: str = LOT
    tie: str = STAYS

    def __post_init__(self) -> None:
        in_range("rounds", self.rounds, 1, MOST_ROUNDS)
        for option, allowed in CHOICES.items():
            one_of(option, getattr(self, option), allowed)


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The tables from the top, in each first who comes from higher; who waits comes last.

    Who has withdrawn leaves his place to those behind, one place up each; who comes late starts
    at the bottom, lower numbers first. Raises DrawError: `too_few_entrants`, `round_unfinished`,
    `stage_over`.
    """
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=options.rounds)
    numbers = active_numbers(situation)
    if situation.rounds:
        label = f"{KEY} {len(situation.rounds) + 1}"
        moved = [
            one for one in _moved(situation.rounds[-1], options, seed, label) if one in numbers
        ]
        line = [*moved, *(number for number in numbers if number not in moved)]
    else:
        line = _first_line(situation.entrants, options, seed)
    pairings = tuple(
        Pairing(at // 2 + 1, tuple(line[at : at + 2])) for at in range(0, len(line), 2)
    )
    return Draw(pairings, _report(situation, pairings))


def order(situation: Situation, options: Options) -> tuple[int, ...]:
    """Every entrant as they stand, the first place first: by the tables of the last round, in
    each the winner first (who is seated first, while it is not decided or drawn).

    Then who has not played yet, by number; then who left before that round, the last to leave
    first and each as he stood. Before the first round, by number.
    """
    found: list[int] = []
    waiting = sorted(active_set(situation) - set(_line(situation.rounds[-1:])))
    for at in range(len(situation.rounds), 0, -1):
        found += [one for one in _line(situation.rounds[at - 1 : at]) if one not in found]
        if at == len(situation.rounds):
            found += [one for one in waiting if one not in found]
    numbers = {entrant.number for entrant in situation.entrants}
    listed = [number for number in found if number in numbers]
    return (*listed, *sorted(numbers.difference(listed)))


def moves(matches: Sequence[Played], options: Options) -> dict[int, int]:
    """At which table each of a finished round sits after the bell, if nobody comes or goes: 0 for
    who waits. Empty where a lot is still to decide.

    >>> moves([Played(1, (5, 2), 2), Played(2, (8, 3), 8), Played(3, (4,), 4)], Options())
    {2: 1, 8: 1, 5: 2, 4: 2, 3: 0}
    """
    if options.tie == LOT and any(match.drawn for match in matches):
        return {}
    line = _moved(matches, options, "", "")
    alone = len(line) - 1 if len(line) % 2 else len(line)
    return {number: at // 2 + 1 if at < alone else 0 for at, number in enumerate(line)}


def is_over(situation: Situation, options: Options) -> bool:
    """True when the last bell has rung and everything is written."""
    return len(situation.rounds) >= options.rounds and all_finished(situation)


def rounds_in_all(entrants: int, options: Options) -> int:
    return options.rounds


def rest(options: Options) -> str:
    return NOTHING


def by_results(options: Options) -> bool:
    return True


def looks_at(situation: Situation, options: Options) -> Situation:
    """At who won each match of the last round."""
    return at_winners(situation, since=len(situation.rounds))


def by_lot(number: int, options: Options) -> bool:
    return number == 1 or options.tie == LOT


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return NEXT_ROUND


def room(situation: Situation, options: Options) -> tuple[Room, ...]:
    """Against whoever waits, below the last table."""
    return rooms(situation)


def _first_line(entrants: Sequence[Entrant], options: Options, seed: str) -> list[int]:
    """Everybody in play from the top: by their balls, or first the seeded by their seed."""
    playing = {entrant.number: entrant.seed for entrant in entrants if entrant.active}
    line = list(shuffled(playing, seed, f"{KEY} 1"))
    if options.first == SEED:
        line.sort(key=lambda number: (playing[number] == 0, playing[number]))
    return line


def _moved(matches: Sequence[Played], options: Options, seed: str, label: str) -> list[int]:
    """Everybody of a round from the top, after the bell."""
    tables = [
        _decided(match, options, seed, label) for match in _by_table(matches) if not match.rest
    ]
    waiting = [number for match in matches if match.rest for number in match.sides]
    if not tables:
        return waiting
    winners, losers = [one for one, _other in tables], [other for _one, other in tables]
    line = winners[:1]
    # Who goes up to a table sits after who comes down to it.
    for here in range(len(tables)):
        line += winners[here + 1 : here + 2]
        line += losers[here : here + 1] if here < len(tables) - 1 else []
    return [*line, *waiting, losers[-1]]


def _decided(match: Played, options: Options, seed: str, label: str) -> tuple[int, int]:
    """The one who goes up and the one who goes down."""
    first, second = match.sides
    if match.drawn and options.tie == LOT:
        first, second = sorted(match.sides, key=lambda number: (ball(seed, label, number), number))
    elif match.winner == second:
        first, second = second, first
    return first, second


def _line(rounds: Sequence[Sequence[Played]]) -> list[int]:
    """The people of these rounds table by table, the winner of each first."""
    return [
        number
        for matches in rounds
        for match in _by_table(matches)
        for number in sorted(match.sides, key=lambda one: one != match.winner)
    ]


def _by_table(matches: Sequence[Played]) -> list[Played]:
    return sorted(matches, key=lambda match: (match.rest, match.position))


def _report(situation: Situation, pairings: Sequence[Pairing]) -> Report:
    """Without what the results bring with them (INHERENT)."""
    found = report(situation, pairings, byes_by_points=False)
    by = tuple(one for one in found.broken_by if one[0] not in INHERENT)
    return replace(found, broken=tuple(dict.fromkeys(name for name, *_ in by)), broken_by=by)
