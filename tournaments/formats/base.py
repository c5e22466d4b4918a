"""The interface of a format, with what most of them answer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.core import Game, GameOptions
from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import (
    DRAW,
    FINAL,
    NEXT_ROUND,
    NOTHING,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
)
from tournaments.formats.history import active_set, all_finished, refuse_unfinished
from tournaments.formats.report import report
from tournaments.formats.snapshots import with_meetings
from tournaments.pairing.draw import shuffled

# Tie-breaks by what they measure: a sum over rivals says nothing where they are not of one's own
# level, and a way out says nothing where nobody is out.
RIVALS = frozenset(
    {
        "buchholz",
        "rivals_points",
        "buchholz_cut1",
        "median",
        "sonneborn",
        "rivals_percentage",
        "wins_against_best",
        "progressive",
    }
)
WAY_OUT = frozenset({"exit_round", "survival", "bracket_place"})
OWN_ORDER = frozenset({"format_order"})
AMONG_EQUALS = frozenset({"mini_league", "head_to_head"})


class Rounds(Protocol):
    """Options that say how many rounds are played."""

    @property
    def rounds(self) -> int: ...


OptionsT = TypeVar("OptionsT")
RoundsT = TypeVar("RoundsT", bound=Rounds)


class Format(Generic[OptionsT]):
    """A way of deciding who meets whom; one object for each is in `formats.FORMATS`.

    Its options are a frozen dataclass that raises DrawError for impossible ones. The attributes are
    facts of the format, the methods answer for a situation or for some options.
    """

    key: ClassVar[str]
    options_class: type[OptionsT]
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # the words of each option, in order
    # The order of the standings unless the organiser says otherwise; where a match may end without
    # a winner, if that is another; and the tie-breaks that say nothing here and are not offered.
    tiebreaks: ClassVar[tuple[str, ...]]
    tiebreaks_with_draws: ClassVar[tuple[str, ...]] = ()
    excluded_tiebreaks: ClassVar[frozenset[str]] = WAY_OUT | OWN_ORDER
    length_option: ClassVar[str] = ""  # the option that says how long it is, in rounds or blocks
    ball_label: ClassVar[str] = ""  # of the first round, where each ball alone says who is next
    sides: ClassVar[range] = range(2, 3)  # how many may meet in a match
    partners: ClassVar[int] = 1  # entries that play together on a side
    can_draw: ClassVar[bool] = True  # a match may end without a winner

    overlaps: ClassVar[bool] = False  # a round may be drawn while those before are being played
    catches_up: ClassVar[bool] = False  # those who rest may play a match of their own
    has_groups: ClassVar[bool] = False
    has_bracket: ClassVar[bool] = False

    # --- The draw -------------------------------------------------------------------------------
    def next_round(self, situation: Situation, options: OptionsT, seed: str) -> Draw:
        """Return the next round, its report included. Raises DrawError."""
        raise NotImplementedError

    def is_over(self, situation: Situation, options: OptionsT) -> bool:
        """Return whether nothing is left to draw and everything drawn is finished."""
        raise NotImplementedError

    def rounds_in_all(self, entrants: int, options: OptionsT) -> int:
        """Return how many rounds so many entrants will play; 0 when nobody can know."""
        raise NotImplementedError

    def rounds_without_rematch(self, entrants: int, options: OptionsT, sides: int) -> int:
        """Return the most rounds in which nobody of so many has to meet a rival again, with so many
        sides at a table; 0 where meeting again is part of the format, or nobody can know."""
        return 0

    def snapshot(self, situation: Situation, options: OptionsT) -> Situation:
        """Return what the next draw depends on (`snapshots`): a change makes a draft stale."""
        return with_meetings(situation)

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: OptionsT
    ) -> Report:
        """Return what these pairings concede, also when they were changed by hand."""
        return report(situation, pairings)

    def by_results(self, options: OptionsT) -> bool:
        """Return whether a round depends on the results of those before."""
        return True

    def by_lot(self, number: int, options: OptionsT) -> bool:
        """Return whether the seed decides anything in that round, from 1."""
        return True

    def redraws(self, options: OptionsT) -> bool:
        """Return whether each round of its bracket is drawn anew."""
        return False

    def balls(self, numbers: Iterable[int], round: int, seed: str) -> tuple[int, ...]:
        """Return the numbers as their balls come out; none in a round that is not drawn ball by
        ball: later rounds, and formats that weigh couples before drawing lots.

        >>> from tournaments.formats import FORMATS
        >>> FORMATS["knockout"].balls(range(1, 6), 1, "Regumiel 2024")
        (2, 1, 5, 4, 3)
        """
        label = self.ball_label if round == 1 else ""
        return shuffled(numbers, seed, label) if label else ()

    def phase(self, options: OptionsT, pairings: Iterable[tuple[int, str]]) -> str:
        """Return what a round is of its stage: `main 4` (four ties of the main bracket), or "".

        `pairings` has the position and the purpose of each match.
        """
        return "main 1" if any(purpose == FINAL for _position, purpose in pairings) else ""

    # --- The people -----------------------------------------------------------------------------
    def still_in(self, situation: Situation, options: OptionsT) -> frozenset[int]:
        """Return those who may still be drawn: entered, not withdrawn and not out."""
        return active_set(situation)

    def late(self, situation: Situation, options: OptionsT) -> str:
        """Return what becomes of a late arrival: NEXT_ROUND, INTO_BYE or TOO_LATE."""
        return NEXT_ROUND

    def room(self, situation: Situation, options: OptionsT) -> tuple[Room, ...]:
        """Return the tables of the last round that a late arrival and those who rest would fill."""
        return rooms(situation)

    def group_sizes(self, entrants: int, options: OptionsT) -> tuple[int, ...]:
        """Return how many are in each group, A first. Raises DrawError `too_few_for_groups`."""
        return (entrants,)

    def seeds(self, entries: int, options: OptionsT) -> int:
        """Return how many of so many entries, all ranked, the draw treats as seeds."""
        return 0

    # --- The standings --------------------------------------------------------------------------
    def rest(self, options: OptionsT) -> str:
        """Return what resting is worth: WIN, DRAW, MEAN or NOTHING."""
        return NOTHING

    def chain(self, options: OptionsT, draws: bool = False) -> tuple[str, ...]:
        """Return the tie-breaks with these options; `draws`: a match may end without a winner."""
        return (draws and self.tiebreaks_with_draws) or self.tiebreaks

    def counting(self, options: OptionsT, sides: int) -> Mapping[str, object]:
        """Return what differs from the usual `scoring.standings.counting`, by field."""
        return {}

    def order(self, situation: Situation, options: OptionsT) -> tuple[int, ...]:
        """Return everybody in the format's own order, where it has one."""
        return ()

    def places(self, situation: Situation, options: OptionsT) -> tuple[tuple[int, ...], ...]:
        """Return the places that its brackets have decided, those who share one together."""
        return ()

    def picture(self, situation: Situation, options: OptionsT) -> tuple[Any, ...]:
        """Return its brackets, with the rounds to come (`knockout.brackets.Bracket`)."""
        return ()

    def usual_chain(self, game: Game, length: GameOptions, options: OptionsT) -> tuple[str, ...]:
        """Return the tie-breaks for this game and length."""
        return self.chain(options, length.can_draw)

    def usual_counting(self, length: GameOptions, options: OptionsT) -> Mapping[str, object]:
        """Return what the options and the length change in the counting, by its fields.

        What the length says of a rest holds where it is not won, and makes no difference with
        anybody.
        """
        changes = self.counting(options, length.sides)
        rest = length.rest_counted
        if rest is None or self.rest(options) not in (DRAW, NOTHING):
            return changes
        return {**changes, "bye_counted": rest, "bye_in_difference": False}


def most_rounds(entrants: int, seated: int, rivals: int) -> int:
    """Return the most rounds in which `entrants` can meet nobody twice, at tables of `seated`, with
    so many new `rivals` in each; who is left over rests in turn. 0 for too few.

    >>> most_rounds(6, 2, 1), most_rounds(7, 2, 1), most_rounds(16, 4, 3), most_rounds(8, 4, 2)
    (5, 7, 5, 3)
    """
    playing = entrants - entrants % seated
    if not playing:
        return 0
    matches = (entrants - 1) // rivals  # that each can play; in so many rounds somebody plays more
    return matches * entrants // playing


class ByRounds(Format[RoundsT]):
    """A format of as many rounds as its options say."""

    length_option = "rounds"

    def is_over(self, situation: Situation, options: RoundsT) -> bool:
        """Return whether the rounds agreed are played to the end."""
        return len(situation.rounds) >= options.rounds and all_finished(situation)

    def rounds_in_all(self, entrants: int, options: RoundsT) -> int:
        return options.rounds

    def refuse_over(self, situation: Situation, options: RoundsT) -> None:
        """Raise DrawError `round_unfinished` or `stage_over` where no round can be drawn now."""
        refuse_unfinished(situation)
        if self.is_over(situation, options):
            raise DrawError("stage_over", rounds=options.rounds)
