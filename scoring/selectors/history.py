"""Entries and published matches of a stage, with results, as columns. Drafts never."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from scoring.selectors.columns import int_columns
from scoring.standings.columns import (
    ALL_LOST,
    BYE,
    FORFEIT,
    PLAYED,
    PURPOSES,
    Bools,
    Columns,
    Ints,
    columns_of,
)
from scoring.standings.counting import counting_of
from tournaments.formats.core import WIN, Played
from tournaments.formats.knockout import Knockout
from tournaments.models import Entry, Match, Round, Stage
from tournaments.names.audience import audience
from tournaments.selectors.rounds import published

Tallies = Mapping[str, tuple[int, ...]]
NO_ROUND = 2**15  # above the number of any
SEATS = """
FROM tournaments_matchside seat
JOIN tournaments_round round ON round.id = seat.round_id
WHERE round.stage_id = %(stage)s AND round.state = %(published)s AND round.number < %(before)s
"""
NOT_HIDDEN = " AND round.id NOT IN ({})"
GONE, OUTSIDE = (
    ", ".join(f"'{state}'" for state in states) for states in (Entry.GONE, Entry.OUTSIDE)
)
VOID = f"(state IN ({GONE}) AND effect = '{Entry.Effect.VOID}')"
LAST = f"(state IN ({GONE}) AND effect = '{Entry.Effect.LAST}')"
# Entries that enter by the stage or have reached it, and do not wait for a place or look for a
# partner; without those that left before they were drawn. The same as `stage_entrants`.
IN_STAGE = f"""
state NOT IN ({OUTSIDE})
AND (enters = %(number)s OR %(intake)s AND id IN (
  SELECT entry_id FROM tournaments_place WHERE stage_id = %(stage)s))
AND (state NOT IN ({GONE})
  OR EXISTS (SELECT 1 FROM tournaments_matchside WHERE entry_id = entry.id))
"""
ENTRIES = "FROM tournaments_entry entry WHERE tournament_id = %(tournament)s"
# Those of other stages in between are left out afterwards, which takes less than a join.
WINNER = f"coalesce(winner, CASE WHEN lost THEN {ALL_LOST} ELSE -1 END)"
RESULTS = "FROM scoring_result WHERE match_id BETWEEN %(first)s AND %(last)s"
BOARDS = "boards"  # the tally of ties between teams: boards won


class Supposed(NamedTuple):
    """The supposed result of a match: no `tallies` if it would not be over; `lost` by all."""

    winner: int | None
    tallies: Tallies | None
    forfeit: bool
    lost: bool = False


# By the key of a match, its result as it would be if somebody were right.
Supposing = Mapping[int, Supposed]
NOTHING_SUPPOSED: Supposing = {}


@dataclass(frozen=True, slots=True)
class Entered:
    """The entries of a stage, those gone too: their `numbers` and whether each plays on (`active`).
    Who left with an effect on what was played: `void`, annulled; `last`, below everybody else.
    `by_key` are the numbers of all the entries of the tournament by their keys, from `first` on.
    """

    numbers: Ints
    active: Bools
    void: frozenset[int]
    last: frozenset[int]
    first: int
    by_key: Ints

    def numbers_of(self, keys: Ints) -> Ints:
        """Return the numbers of the entries with those keys."""
        return self.by_key[keys - self.first]

    def counts(self, match: Played) -> bool:
        """Whether a match counts: at a table of three or more what the others did stands."""
        return len(match.sides) > 2 * match.partners or self.void.isdisjoint(match.counts_for)


def entered_of(stage: Stage) -> Entered:
    """Return who is entered and who left; where results stand, who would be void goes last."""
    asked = {
        "tournament": stage.tournament_id,
        "stage": stage.pk,
        "number": stage.number,
        "intake": bool(stage.intake),
    }
    fields = ("id", "number", f"state = '{Entry.State.ENTERED}'", VOID, LAST, IN_STAGE)
    key, *states, in_stage = int_columns(fields, ENTRIES, asked)
    first = int(key.min()) if len(key) else 0
    by_key = np.zeros(key.max(initial=first) - first + 1, dtype=np.int64)
    by_key[key - first] = states[0]
    numbers, active, void, last = (column[in_stage > 0] for column in states)
    annulled = frozenset(numbers[void > 0].tolist())
    return Entered(
        numbers,
        active > 0,
        frozenset() if isinstance(stage.system, Knockout) else annulled,
        annulled.union(numbers[last > 0].tolist()),
        first,
        by_key,
    )


class Mark(NamedTuple):
    """The marks of a match: its purpose, its group and its place."""

    purpose: str = ""
    group: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """The matches of a stage in the order of their keys, and their seats, match by match.

    One number a match: its `key`, its `round`, whether it has `ended`, the side that is the
    `winner`, −1 for nobody and ALL_LOST where every side lost, and whether it was a `forfeit`;
    `own` has, by tally, one line a side. `marks` go by key. One number a seat: the place of its
    match in those arrays (`at`), the `number` of the entry, and whether it is a `guest`. `entered`
    is who plays the stage.
    """

    entered: Entered
    key: Ints
    round: Ints
    ended: Bools
    winner: Ints
    forfeit: Bools
    own: Mapping[str, Ints]
    marks: Mapping[int, Mark]
    at: Ints
    number: Ints
    guest: Bools

    def place(self, keys: Sequence[int] | Ints) -> Ints:
        """Return where the matches of those keys are in the arrays."""
        return np.searchsorted(self.key, keys)

    def mark(self, key: int) -> Mark:
        return self.marks.get(key, Mark())


def history_of(
    stage: Stage,
    tallies: Sequence[str],
    supposed: Supposing = NOTHING_SUPPOSED,
    before: int | None = None,
    marks: bool = False,
) -> History:
    """Return what was played in a stage, ties as one match; `supposed` or only `before`."""
    last = NO_ROUND if before is None else before
    asked = {"stage": stage.pk, "published": Round.State.PUBLISHED.value, "before": last}
    places = ("match_id", "side", "place")[: 3 if stage.system.partners > 1 else 2]
    hidden = ", ".join(map(str, sorted(audience().hidden)))
    seats = SEATS + NOT_HIDDEN.format(hidden) if hidden else SEATS
    entry, guest, round, *seat = int_columns(
        ("entry_id", "guest", "round.number", *places), seats, asked
    )
    entered = entered_of(stage)  # after the seats: whoever sits is among them
    order = np.lexsort(seat[::-1])
    match = seat[0][order]
    begins = np.ones(len(match), dtype=np.bool_)
    begins[1:] = match[1:] != match[:-1]
    first = np.flatnonzero(begins)
    many, sides = len(first), max(stage.sides(), *stage.table_sizes(), 0)
    history = History(
        entered,
        match[first],
        round[order[first]],
        np.zeros(many, dtype=np.bool_),
        np.full(many, -1),
        np.zeros(many, dtype=np.bool_),
        {tally: np.zeros((sides, many), dtype=np.int64) for tally in tallies},
        _marks(stage) if marks or stage.boards() else {},
        np.cumsum(begins) - 1,
        entered.numbers_of(entry[order]),
        guest[order] > 0,
    )
    if many:
        _end(history)
    for pk, result in supposed.items():
        _suppose(history, pk, result)
    return _ties(history) if stage.boards() else history


def _marks(stage: Stage) -> dict[int, Mark]:
    matches = Match.objects.filter(published("round"), round__stage=stage)
    return {key: Mark(*mark) for key, *mark in matches.order_by().values_list("pk", *Mark._fields)}


def _end(history: History) -> None:
    tallies = {f"tally{at}": tally for at, tally in enumerate(history.own)}
    of_side = [
        f"coalesce(CAST(tallies -> %({name})s ->> {side} AS integer), 0)"
        for name, tally in tallies.items()
        for side in range(len(history.own[tally]))
    ]
    match, *columns = int_columns(
        ("match_id", WINNER, "forfeit", *of_side),
        RESULTS,
        {"first": int(history.key[0]), "last": int(history.key[-1]), **tallies},
    )
    place = history.place(match)
    seated = np.append(history.key, -1)[place] == match
    place, winner, forfeit, *numbers = (column[seated] for column in (place, *columns))
    history.ended[place] = True
    history.winner[place] = winner
    history.forfeit[place] = forfeit
    for lines, column in zip(chain.from_iterable(history.own.values()), numbers, strict=True):
        lines[place] = column


def _suppose(history: History, key: int, result: Supposed) -> None:
    """Write the supposed result of a match over the one it has."""
    match = history.key == key
    history.ended[match] = result.tallies is not None
    nobody = ALL_LOST if result.lost else -1
    history.winner[match] = nobody if result.winner is None else result.winner
    history.forfeit[match] = result.forfeit
    for tally, lines in history.own.items():
        lines[:, match] = 0
        for side, number in enumerate((result.tallies or {}).get(tally, ())):
            lines[side, match] = number


def _ties(boards: History) -> History:
    """Return the boards of each tie as one match: tallies added up, ended when all have."""
    places: dict[tuple[int, int], int] = {}
    of_tie = np.array(
        [
            places.setdefault((round, boards.mark(key).position), len(places))
            for round, key in zip(boards.round.tolist(), boards.key.tolist(), strict=True)
        ],
        dtype=np.int64,
    )
    first = np.unique(of_tie, return_index=True)[1]

    def total(numbers: Any) -> Ints:
        return np.bincount(of_tie, weights=numbers, minlength=len(first)).astype(np.int64)

    ended = total(~boards.ended) == 0
    nobody = np.where(total(boards.winner != ALL_LOST) == 0, ALL_LOST, -1)
    won = np.stack([total(boards.winner == side) for side in (0, 1)])
    seats = np.isin(boards.at, first)
    return History(
        boards.entered,
        boards.key[first],
        boards.round[first],
        ended,
        np.where(ended & (won[0] != won[1]), won[1] > won[0], nobody),
        np.where(ended, total(~boards.forfeit) == 0, boards.forfeit[first]),
        {tally: np.stack([*map(total, lines)]) for tally, lines in boards.own.items()}
        | {BOARDS: won},
        boards.marks,
        of_tie[boards.at[seats]],
        boards.number[seats],
        boards.guest[seats],
    )


# --- What standings and formats look at -----------------------------------------------------------
def decided(history: History, stage: Stage, groups: Sequence[str] = ()) -> Columns:
    """Return the decided matches with credited byes and guests as nobody; groups from 1."""
    purpose, group = np.zeros((2, len(history.key)), dtype=np.int64)
    purposes, names = _places(PURPOSES[1:]), _places(groups)
    keys, marks = np.append(history.key, -1), history.marks
    for place, (key, mark) in zip(history.place([*marks]).tolist(), marks.items(), strict=True):
        if keys[place] != key:
            continue  # another board of a tie, or published since the seats were read
        purpose[place] = purposes.get(mark.purpose, 0)
        group[place] = names.get(mark.group, 0)
    partners, credit = stage.system.partners, bye_tallies(stage)
    sizes = np.bincount(history.at, minlength=len(history.key))
    rests = sizes <= partners
    kind = np.where(rests, BYE, np.where(history.forfeit, FORFEIT, PLAYED))
    winner = np.where(rests, 0 if stage.rest() == WIN else -1, history.winner)
    own = {
        tally: np.where(rests, credit.get(tally, (0,))[0], lines)
        for tally, lines in history.own.items()
    }
    columns = columns_of(
        sizes,
        np.where(history.guest, 0, history.number),
        round=history.round,
        winner=winner,
        kind=kind,
        purpose=purpose,
        group=group,
        own=own,
        partners=partners,
    )
    over = np.append(True, (rests | history.ended)[history.at])
    return columns if over.all() else columns.only(over)


def _places(words: Sequence[str]) -> dict[str, int]:
    return {word: place for place, word in enumerate(words, start=1)}


def played_rounds(history: History, stage: Stage) -> tuple[tuple[Played, ...], ...]:
    """Return the matches as a format looks at them, by round and position."""
    partners, rest_wins = stage.system.partners, stage.rest() == WIN
    seats = zip(history.number.tolist(), history.guest.tolist(), strict=True)
    rounds: defaultdict[int, list[Played]] = defaultdict(list)
    for size, key, round, ended, winner, forfeit, numbers in zip(
        np.bincount(history.at, minlength=len(history.key)).tolist(),
        history.key.tolist(),
        history.round.tolist(),
        history.ended.tolist(),
        history.winner.tolist(),
        history.forfeit.tolist(),
        history.own[tally_of(stage)].T.tolist(),
        strict=True,
    ):
        seated, mark = [next(seats) for _seat in range(size)], history.mark(key)
        sides = tuple(number for number, _guest in seated)
        won = None if winner < 0 else sides[winner * partners]
        if size <= partners:
            won = sides[0] if rest_wins else None
        match = Played(
            mark.position,
            sides,
            won,
            ended and won is None and winner != ALL_LOST,
            mark.purpose,
            mark.group,
            partners,
            tuple(numbers[: size // partners]) if ended else (),
            forfeit,
            tuple(number for number, guest in seated if guest),
            ended and winner == ALL_LOST,
        )
        rounds[round].append(match)
    return tuple(
        tuple(sorted(rounds[number], key=lambda match: match.position)) for number in sorted(rounds)
    )


def tally_of(stage: Stage) -> str:
    """Return what standings of this stage add up, by the game's name; boards between teams."""
    return BOARDS if stage.boards() else stage.game_rules().counted_tally


def bye_tallies(stage: Stage) -> Tallies:
    """Return the credit of a bye: a full victory where it is won, of every board, or nothing."""
    game, options, boards = stage.tournament.rules, stage.game_rules(), stage.boards()
    won = (counting_of(stage.counting).bye or stage.rest()) == WIN
    start = game.start(options)
    credit = dict(
        zip(game.tallies, (game.award(start, 0, options) if won else start).tallies, strict=True)
    )
    if not boards:
        return credit
    of_all = {tally: tuple(boards * own for own in sides) for tally, sides in credit.items()}
    return {BOARDS: (boards if won else 0, 0), **of_all}
