"""Matches as plain values, and the standings of them: what the tests of the engine write."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.selectors.history import bye_tallies
from scoring.standings import columns as kinds
from scoring.standings.columns import PURPOSES, columns_of, in_group, without
from scoring.standings.counting import Counting
from scoring.standings.field import Extras, arrange
from scoring.standings.table import ranked
from scoring.standings.tiebreaks import tallies_in
from tests.days.oracle.book import Book
from tests.days.oracle.papers import Hall, Paper
from tournaments.models import Match

KINDS = {"played": kinds.PLAYED, "bye": kinds.BYE, "forfeit": kinds.FORFEIT}


@dataclass(frozen=True)
class Outcome:
    """A match that is decided.

    `sides` are entry numbers, `partners` of them, one after another, on each side; one side alone
    is a bye, and 0 is a guest. `winner` is the first number of the side that won, None a draw.
    `tallies` go by the game's names, one number a side. `group` is the one it was played in.
    """

    round: int
    sides: tuple[int, ...]
    winner: int | None
    tallies: Mapping[str, tuple[int, ...]]
    kind: str = "played"
    purpose: str = ""
    partners: int = 1
    group: str = ""


def in_columns(outcomes, tallies, groups=()):
    outcomes = list(outcomes)
    partners = max((one.partners for one in outcomes), default=1)
    sides = max((len(one.sides) // one.partners + 1 for one in outcomes), default=1)
    own = {tally: np.zeros((sides, len(outcomes)), dtype=np.int64) for tally in tallies}
    for at, one in enumerate(outcomes):
        for tally in tallies:
            numbers = one.tallies.get(tally, ())[:sides]
            own[tally][: len(numbers), at] = numbers
    return columns_of(
        ints(len(one.sides) for one in outcomes),
        ints(number for one in outcomes for number in one.sides),
        round=ints(one.round for one in outcomes),
        winner=ints(
            -1 if one.winner is None else one.sides.index(one.winner) // one.partners
            for one in outcomes
        ),
        kind=ints(KINDS[one.kind] for one in outcomes),
        purpose=ints(
            PURPOSES.index(one.purpose) if one.purpose in PURPOSES else 0 for one in outcomes
        ),
        group=ints(groups.index(one.group) + 1 if one.group in groups else 0 for one in outcomes),
        own=own,
        partners=partners,
    )


def ints(numbers):
    return np.array([*numbers], dtype=np.int64)


def field_of(
    entrants, outcomes, seed, counted, counting=None, extras=None, tallies=(), void=(), inside=None
):
    """The field of those entrants; `inside`: of the group of that name, with those numbers."""
    extras = extras or Extras()
    tallies = dict.fromkeys((counted, *tallies, extras.beside or counted))
    columns = without(in_columns(outcomes, tallies, [inside[0]] if inside else []), void)
    if inside:
        columns = in_group(columns, 1, inside[1])
        entrants = [one for one in entrants if one.number in inside[1]]
    numbers = ints(one.number for one in entrants)
    active = np.array([one.active for one in entrants], dtype=np.bool_)
    return arrange(numbers, active, columns, seed, counted, counting or Counting(), extras)


def standings(entrants, outcomes, chain, seed, counted, counting=None, extras=None, void=()):
    tallies = tallies_in(chain)
    return ranked(
        field_of(entrants, outcomes, seed, counted, counting, extras, tallies, void), chain
    )


def group_tables(entrants, outcomes, groups, chain, seed, counted, counting=None, extras=None):
    told = entrants, outcomes, seed, counted, counting, extras, tallies_in(chain)
    return {
        name: ranked(field_of(*told, inside=(name, numbers)), chain) for name, numbers in groups
    }


def book_of(entrants, outcomes, chain, seed, counted, counting=None, extras=None):
    """The same table added up by hand; its rests are worth as much as one another."""
    extras, byes = extras or Extras(), [one for one in outcomes if one.kind == "bye"]
    papers = [_paper(one) for one in outcomes]
    numbers = tuple(entrant.number for entrant in entrants)
    hall = Hall(
        format="swiss",
        options={},
        counted=counted,
        rest="win" if byes and byes[0].winner is not None else "nothing",
        victory=defaultdict(
            int, {name: made for one in byes for name, (made, *_) in one.tallies.items()}
        ),
        numbers=numbers,
        last=extras.last,
        papers=papers,
        sheet=papers,
        gone=frozenset(one.number for one in entrants if not one.active),
        again={},
        groups={},
        penalties=extras.penalties,
        chain=chain,
        counting=(counting or Counting()).as_json(),
        seed=seed,
        carried={},
    )
    return Book(hall, numbers, papers)


def _paper(one):
    sides = tuple(
        one.sides[at : at + one.partners] for at in range(0, len(one.sides), one.partners)
    )
    winner = None if one.winner is None else one.sides.index(one.winner) // one.partners
    forfeit = one.kind == "forfeit"
    return Paper(
        one.round, one.group, one.purpose, sides, frozenset(), one.tallies, winner, forfeit
    )


def played_outcomes(stage):
    """The decided matches of a stage, read one by one: what the columns are compared with."""
    rest, partners, found = stage.rest() == "win", stage.system.partners, {}
    drawn = Match.objects.filter(round__stage=stage, round__state="published")
    for match in drawn.select_related("round", "result").order_by("round__number", "position"):
        result = getattr(match, "result", None)
        found.setdefault((match.round.number, match.position), []).append((match, result))
    outcomes = []
    for (round, _position), boards in found.items():
        match = boards[0][0]
        seats = [*match.sides.order_by("side", "place").select_related("entry")]
        sides = tuple(0 if seat.guest else seat.entry.number for seat in seats)
        told = {"purpose": match.purpose, "partners": partners, "group": match.group}
        if match.state == "bye":
            winner = sides[0] if rest else None
            outcomes.append(Outcome(round, sides, winner, bye_tallies(stage), "bye", **told))
        elif all(result for _match, result in boards):
            outcomes.append(outcome_of([result for _match, result in boards], round, sides, told))
    return outcomes


def outcome_of(results, round, sides, told):
    """Of one match, or of the boards of a tie between teams, which wins who wins most of them."""
    names = results[0].tallies
    tallies = {
        name: tuple(map(sum, zip(*(one.tallies[name] for one in results), strict=True)))
        for name in names
    }
    winner = results[0].winner
    if results[0].match.board:
        won = [sum(one.winner == side for one in results) for side in (0, 1)]
        winner = None if won[0] == won[1] else int(won[1] > won[0])
        tallies["boards"] = tuple(won)
    first = None if winner is None else sides[winner * told["partners"]]
    kind = "forfeit" if all(one.forfeit for one in results) else "played"
    return Outcome(round, sides, first, tallies, kind, **told)
