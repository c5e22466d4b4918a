"""The published matches of a stage with their results, as plain rows: always two queries.

Only published rounds exist here; a draft is nobody's business yet.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scoring.standings.counting import counting_of
from scoring.standings.outcome import BYE, FORFEIT, PLAYED, Outcome
from tournaments.formats.core import WIN, Played
from tournaments.models import Match, MatchSide, Round, Stage

Tallies = Mapping[str, tuple[int, ...]]


class Supposed(NamedTuple):
    """The supposed result of a match: no `tallies` if it would not be over."""

    winner: int | None
    tallies: Tallies | None
    forfeit: bool


# By the key of a match, its result as it would be if somebody were right.
Supposing = Mapping[int, Supposed]
NOTHING_SUPPOSED: Supposing = {}


class Row(NamedTuple):
    """A published match with its result, if any. `sides` and `partners` as in `formats.core`;
    `winner_side` is a side, `tallies` has one number a side, None without a result; `guests` are
    those of `sides` to whom it does not count."""

    round: int
    position: int
    purpose: str
    group: str
    sides: tuple[int, ...]
    partners: int
    is_bye: bool
    winner_side: int | None
    tallies: Tallies | None
    forfeit: bool
    rest_wins: bool
    guests: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """The first number of the side that won; who rests is his own winner where that counts
        as won."""
        if self.is_bye:
            return self.sides[0] if self.rest_wins else None
        return None if self.winner_side is None else self.sides[self.winner_side * self.partners]

    @property
    def drawn(self) -> bool:
        return self.tallies is not None and self.winner is None

    def played(self, tally: str) -> Played:
        """The match as a format looks at it; `tally` is what the game adds up."""
        numbers = () if self.tallies is None else self.tallies.get(tally, ())
        return Played(
            self.position,
            self.sides,
            self.winner,
            self.drawn,
            self.purpose,
            self.group,
            self.partners,
            tuple(numbers),
            self.forfeit,
            self.guests,
        )


def rows_of(
    stage: Stage, supposed: Supposing = NOTHING_SUPPOSED, only: Collection[int] | None = None
) -> list[Row]:
    """The rows of a stage by round and position; a tie between teams is one. `supposed`: as they
    would be with those results; `only`: of these matches, by key. 2 queries."""
    sides: defaultdict[int, list[int]] = defaultdict(list)
    guests: defaultdict[int, list[int]] = defaultdict(list)
    seats = MatchSide.objects.filter(round__stage=stage)
    matches = Match.objects.filter(round__stage=stage, round__state=Round.State.PUBLISHED)
    if only is not None:
        seats, matches = seats.filter(match__in=only), matches.filter(pk__in=only)
    for match, number, guest in seats.order_by("match_id", "side", "place").values_list(
        "match_id", "entry__number", "guest"
    ):
        sides[match].append(number)
        if guest:
            guests[match].append(number)
    rest_wins, partners = stage.rest() == WIN, stage.system.partners
    rows = [
        Row(
            round,
            position,
            purpose,
            group,
            tuple(sides[pk]),
            partners,
            state == Match.State.BYE,
            winner,
            tallies and {key: tuple(value) for key, value in tallies.items()},
            bool(forfeit),
            rest_wins,
            tuple(guests.get(pk, ())),
        )
        for pk, round, position, purpose, group, state, winner, tallies, forfeit in _supposing(
            supposed,
            matches.order_by("round__number", "position", "board").values_list(
                "pk",
                "round__number",
                "position",
                "purpose",
                "group",
                "state",
                "result__winner",
                "result__tallies",
                "result__forfeit",
            ),
        )
    ]
    return ties(rows) if stage.boards() else rows


def _supposing(supposed: Supposing, rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """The rows as read, the key first and the result last, with what is supposed of each match."""
    for row in rows:
        one = supposed.get(row[0])
        yield row if one is None else (*row[:-3], *one)


def ties(boards: Iterable[Row]) -> list[Row]:
    """The boards of each tie as one row, in order: `tallies` are their sums, with `boards` won;
    it is decided once every board is."""
    return [
        _tie(list(rows))
        for _place, rows in groupby(boards, key=lambda row: (row.round, row.position))
    ]


def _tie(boards: Sequence[Row]) -> Row:
    first = boards[0]
    if first.is_bye:
        return first
    if any(board.tallies is None for board in boards):
        return first._replace(tallies=None, winner_side=None)
    won = [sum(board.winner_side == side for board in boards) for side in (0, 1)]
    names = first.tallies or {}
    sums: Tallies = {
        name: tuple(sum((board.tallies or {})[name][side] for board in boards) for side in (0, 1))
        for name in names
    }
    winner = None if won[0] == won[1] else int(won[1] > won[0])
    return first._replace(
        tallies={"boards": tuple(won), **sums},
        winner_side=winner,
        forfeit=all(board.forfeit for board in boards),
    )


def tally_of(stage: Stage) -> str:
    """Return what standings of this stage add up, by the game's name; boards between teams."""
    return "boards" if stage.boards() else stage.game_rules().counted_tally


def outcome_of(row: Row, stage: Stage) -> Outcome:
    """The decided row as standings look at it; a bye has the credit the game gives it, and a guest
    is nobody (0)."""
    if row.is_bye:
        return Outcome(
            row.round,
            row.sides,
            row.winner,
            bye_tallies(stage),
            BYE,
            row.purpose,
            row.partners,
            row.group,
        )
    kind = FORFEIT if row.forfeit else PLAYED
    sides, winner = row.sides, row.winner
    if row.guests:
        sides = tuple(0 if number in row.guests else number for number in sides)
        winner = 0 if winner in row.guests else winner
    return Outcome(
        row.round, sides, winner, row.tallies or {}, kind, row.purpose, row.partners, row.group
    )


def bye_tallies(stage: Stage) -> Tallies:
    """Return what a bye is credited with: a full victory where it is won, by the counting of the
    stage or by its format, else nothing; of a tie between teams, every board of it. No queries."""
    game, options, boards = stage.tournament.rules, stage.game_rules(), stage.boards()
    won = (counting_of(stage.counting).bye or stage.rest()) == WIN
    start = game.start(options)
    credit = dict(
        zip(game.tallies, (game.award(start, 0, options) if won else start).tallies, strict=True)
    )
    if not boards:
        return credit
    of_all = {tally: tuple(boards * own for own in sides) for tally, sides in credit.items()}
    return {"boards": (boards if won else 0, 0), **of_all}
