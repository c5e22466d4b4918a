"""Liga por equipos (zanga, truco): a league of ties, each played on several boards.

The calendar is that of the league. The results of the `boards` matches make one tie (`tie_of`),
before which each team hands in its line-up (`check_line_up`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.core import Game, GameOptions
from tournaments.formats.base import Format
from tournaments.formats.core import DrawError, check_words, in_range
from tournaments.formats.league import OneGroup
from tournaments.formats.round_robin import MOST_LEGS, led_by_rules

# The tie-breaks where each board counts and the ties do not.
CHAIN_BY_BOARDS = ("counted_won", "counted_diff", "mini_league", "lot")
BY_TIES, BY_BOARDS = "ties", "boards"
CHOICES: dict[str, tuple[str, ...]] = {"count": (BY_TIES, BY_BOARDS)}
MOST_BOARDS = 12


@dataclass(frozen=True, slots=True)
class Options:
    """`legs` and `boards` of each tie; `count`: what the table adds up, ties or boards won."""

    legs: int = 2
    boards: int = 3
    count: str = BY_TIES

    def __post_init__(self) -> None:
        in_range("legs", self.legs, 1, MOST_LEGS)
        in_range("boards", self.boards, 1, MOST_BOARDS)
        check_words(self, CHOICES)


class Teams(OneGroup[Options]):
    """The calendar of a league, in which a pairing is a tie."""

    key = "teams"
    choices = CHOICES
    options_class = Options

    def chain(self, options: Options, draws: bool = False) -> tuple[str, ...]:
        """Return the tie-breaks of ties, or of each board apart."""
        return CHAIN_BY_BOARDS if options.count == BY_BOARDS else self.tiebreaks

    def counting(self, options: Options, sides: int) -> Mapping[str, object]:
        """Return three points a tie won and one drawn."""
        return {"win": 3, "draw": 1, "loss": 0}

    def usual_chain(self, game: Game, length: GameOptions, options: Options) -> tuple[str, ...]:
        """Return the tie-breaks: it is the boards that add up, and no tally of the game."""
        return led_by_rules(self.chain(options, length.can_draw), game, "")

    def usual_counting(self, length: GameOptions, options: Options) -> Mapping[str, object]:
        """Return the counting of ties; what the length says of a rest is about a single match."""
        return self.counting(options, length.sides)


TEAMS = Teams()


def boards_of(format: Format[Any], options: Any) -> int:
    """Return how many matches make a tie between teams; 0 where entries meet in one match."""
    return options.boards if isinstance(format, Teams) else 0


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board of a tie: `winner` 0 (home), 1, or None: unfinished, `drawn` or `lost` by both."""

    winner: int | None
    drawn: bool = False
    lost: bool = False

    @property
    def finished(self) -> bool:
        return self.winner is not None or self.drawn or self.lost


@dataclass(frozen=True, slots=True)
class TieResult:
    """`winner` and `lost` as in BoardResult; `boards` won by the home team and by the other."""

    finished: bool
    winner: int | None
    boards: tuple[int, int]
    lost: bool = False

    @property
    def drawn(self) -> bool:
        return self.finished and self.winner is None and not self.lost


def tie_of(boards: Sequence[BoardResult]) -> TieResult:
    """Return the tie that its boards make: won with more of them, by nobody until all are finished.

    A drawn board is won by neither. Both teams lose a tie of which they have lost every board. A
    tie without boards is not finished.

    >>> tie_of([BoardResult(0), BoardResult(1), BoardResult(0)])
    TieResult(finished=True, winner=0, boards=(2, 1), lost=False)
    """
    won = (sum(board.winner == 0 for board in boards), sum(board.winner == 1 for board in boards))
    finished = bool(boards) and all(board.finished for board in boards)
    winner = None if not finished or won[0] == won[1] else won.index(max(won))
    return TieResult(finished, winner, won, finished and all(board.lost for board in boards))


def check_line_up(
    squad: Collection[int], line_up: Sequence[Sequence[int]], size: int, boards: int
) -> None:
    """Refuse a line-up that may not play: `line_up` has the people of each board, by number.

    `squad` is whom the team has listed, `size` how many sit at a board. Raises DrawError
    `line_up_boards` (`boards` wanted, `given`), `line_up_size` (`board`, `wanted`, `given`),
    `line_up_unlisted` (`board`, `player`), `line_up_twice` (`player`, `board`, the `other`).
    """
    if len(line_up) != boards:
        raise DrawError("line_up_boards", boards=boards, given=len(line_up))
    sat: dict[int, int] = {}
    for board, people in enumerate(line_up, start=1):
        if len(people) != size:
            raise DrawError("line_up_size", board=board, wanted=size, given=len(people))
        for player in people:
            if player not in squad:
                raise DrawError("line_up_unlisted", board=board, player=player)
            if player in sat:
                raise DrawError("line_up_twice", player=player, board=board, other=sat[player])
            sat[player] = board
