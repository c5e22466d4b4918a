"""Liga por equipos (zanga, truco): a league of ties, each played on several boards.

It has the calendar of a league. The results of the `boards` matches make one tie (`tie_of`). Each
team hands in its line-up before the tie (`check_line_up`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.core import AnyGame, GameOptions
from tournaments.formats.base import AnyFormat, FormatOptions
from tournaments.formats.core import DrawError, check_words, refuse_out_of_range
from tournaments.formats.league import OneGroup
from tournaments.formats.round_robin import MOST_LEGS, chain_by_rules

# The tie-breaks if each board counts, not the ties.
CHAIN_BY_BOARDS = ("counted_won", "counted_diff", "mini_league", "lot")
COUNT_TIES, COUNT_BOARDS = "ties", "boards"
CHOICES: dict[str, tuple[str, ...]] = {"count": (COUNT_TIES, COUNT_BOARDS)}
MOST_BOARDS = 12


@dataclass(frozen=True, slots=True)
class Options:
    """Options: `legs` as in a league; `boards` in each tie; `count`: won ties or won boards."""

    legs: int = 2
    boards: int = 3
    count: str = COUNT_TIES

    def __post_init__(self) -> None:
        refuse_out_of_range("legs", self.legs, 1, MOST_LEGS)
        refuse_out_of_range("boards", self.boards, 1, MOST_BOARDS)
        check_words(self, CHOICES)


class Teams(OneGroup[Options]):
    """The format: the calendar of a league, with ties between teams as its pairings."""

    key = "teams"
    choices = CHOICES
    options_class = Options

    def chain(self, options: Options, draws: bool = False) -> tuple[str, ...]:
        """Return the tie-breaks, which compare boards with COUNT_BOARDS and ties otherwise."""
        return CHAIN_BY_BOARDS if options.count == COUNT_BOARDS else self.tiebreaks

    def counting(self, options: Options, sides: int) -> Mapping[str, object]:
        """Return three points for a won tie and one for a drawn tie."""
        return {"win": 3, "draw": 1, "loss": 0}

    def usual_chain(self, game: AnyGame, length: GameOptions, options: Options) -> tuple[str, ...]:
        """Return the tie-breaks; `counted_won` adds up boards, not a tally of the game."""
        return chain_by_rules(self.chain(options, length.can_draw), game, "")

    def usual_counting(self, length: GameOptions, options: Options) -> Mapping[str, object]:
        """Return the counting of ties; the length, which is of a single match, changes nothing."""
        return self.counting(options, length.sides)


TEAMS = Teams()


def boards_in_tie(format: AnyFormat, options: FormatOptions) -> int:
    """Return the number of matches in a tie between teams; 0 if entries meet in one match."""
    return options.boards if isinstance(format, Teams) and isinstance(options, Options) else 0


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board of a tie: `winner` is 0 (home), 1 (away), or None if unfinished, drawn or lost.

    `lost` says that both sides lost.
    """

    winner: int | None
    drawn: bool = False
    lost: bool = False

    @property
    def finished(self) -> bool:
        return self.winner is not None or self.drawn or self.lost


@dataclass(frozen=True, slots=True)
class TieResult:
    """A tie: `winner` and `lost` as in BoardResult; `boards` won by each team, home first."""

    finished: bool
    winner: int | None
    boards: tuple[int, int]
    lost: bool = False

    @property
    def drawn(self) -> bool:
        return self.finished and self.winner is None and not self.lost


def tie_of(boards: Sequence[BoardResult]) -> TieResult:
    """Return the tie of these boards: the team that won more boards wins once all are finished.

    A drawn board counts for neither team. Both teams lose a tie in which both lost every board. A
    tie without boards is not finished.

    >>> tie_of([BoardResult(0), BoardResult(1), BoardResult(0)])
    TieResult(finished=True, winner=0, boards=(2, 1), lost=False)
    """
    boards_won = (
        sum(board.winner == 0 for board in boards),
        sum(board.winner == 1 for board in boards),
    )
    finished = bool(boards) and all(board.finished for board in boards)
    winner = (
        None
        if not finished or boards_won[0] == boards_won[1]
        else boards_won.index(max(boards_won))
    )
    return TieResult(finished, winner, boards_won, finished and all(board.lost for board in boards))


def check_line_up(
    squad: Collection[int], line_up: Sequence[Sequence[int]], size: int, boards: int
) -> None:
    """Refuse an invalid line-up; `line_up` has the numbers of the people at each board.

    `squad` lists the people of the team, `size` is the number of people at a board. Raises
    DrawError `line_up_boards` (`boards` wanted, `given`), `line_up_size` (`board`, `wanted`,
    `given`), `line_up_unlisted` (`board`, `player`) or `line_up_twice` (`player`, `board`, and the
    `other` board).
    """
    if len(line_up) != boards:
        raise DrawError("line_up_boards", boards=boards, given=len(line_up))
    board_of: dict[int, int] = {}
    for board, people in enumerate(line_up, start=1):
        if len(people) != size:
            raise DrawError("line_up_size", board=board, wanted=size, given=len(people))
        for player in people:
            if player not in squad:
                raise DrawError("line_up_unlisted", board=board, player=player)
            if player in board_of:
                raise DrawError("line_up_twice", player=player, board=board, other=board_of[player])
            board_of[player] = board
