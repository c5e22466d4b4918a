"""The interface of a format, with the usual answers as defaults."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.core import AnyGame, GameOptions
from tournaments.formats.arrivals import Vacancy, vacancies
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
from tournaments.formats.report import concessions_of
from tournaments.formats.snapshots import meetings_snapshot
from tournaments.pairing.draw import ball_order

# Tie-breaks by what they measure; a format excludes those that mean nothing in it.
# These mean nothing if the rivals are not about as strong as the entry.
RIVAL_TIEBREAKS = frozenset(
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
# These say how an entry went out, and mean nothing if nobody is eliminated.
EXIT_TIEBREAKS = frozenset({"exit_round", "survival", "bracket_place"})
# The order of `Format.order`, which few formats have.
ORDER_TIEBREAKS = frozenset({"format_order"})
# These count only the matches between tied entries.
MUTUAL_TIEBREAKS = frozenset({"mini_league", "head_to_head"})


class FormatOptions(Protocol):
    """The options of a format: a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class WithRounds(FormatOptions, Protocol):
    """Options with a number of rounds."""

    @property
    def rounds(self) -> int: ...


OptionsT = TypeVar("OptionsT", bound=FormatOptions)
RoundsT = TypeVar("RoundsT", bound=WithRounds)


class Format(Generic[OptionsT]):
    """The rules by which a stage decides who meets whom: a league, a Swiss, a knockout…

    `formats.FORMATS` has one object for each format. The attributes are constants of the format.
    The methods compute from a situation or from the options of a stage. The options are a frozen
    dataclass that raises DrawError for impossible values.
    """

    key: ClassVar[str]
    options_class: type[OptionsT]
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # allowed words by option, in order
    tiebreaks: ClassVar[tuple[str, ...]]  # the default tie-breaks
    # The default tie-breaks if a match may end without a winner; () if they are the same.
    tiebreaks_with_draws: ClassVar[tuple[str, ...]] = ()
    # The tie-breaks that are not offered, because they mean nothing in this format.
    excluded_tiebreaks: ClassVar[frozenset[str]] = EXIT_TIEBREAKS | ORDER_TIEBREAKS
    length_option: ClassVar[str] = ""  # the option with the number of rounds or blocks
    ball_label: ClassVar[str] = ""  # label of `ball_order`, if that order decides round 1
    sides: ClassVar[range] = range(2, 3)  # how many sides may meet in a match
    partners: ClassVar[int] = 1  # entries that play together on a side
    can_draw: ClassVar[bool] = True  # a match may end without a winner

    overlaps: ClassVar[bool] = False  # a round may be drawn during earlier rounds
    catches_up: ClassVar[bool] = False  # resting entries may play a catch-up match
    has_groups: ClassVar[bool] = False
    has_bracket: ClassVar[bool] = False

    # --- The draw -------------------------------------------------------------------------------
    def next_round(self, situation: Situation, options: OptionsT, seed: str) -> Draw:
        """Return the next round, with its report. Raises DrawError."""
        raise NotImplementedError

    def is_over(self, situation: Situation, options: OptionsT) -> bool:
        """Return whether every match is finished and no round is left to draw."""
        raise NotImplementedError

    def rounds_in_all(self, entrants: int, options: OptionsT) -> int:
        """Return the number of rounds for `entrants` entries; 0 if the number cannot be known."""
        raise NotImplementedError

    def rounds_without_rematch(self, entrants: int, options: OptionsT, sides: int) -> int:
        """Return the number of rounds without a rematch for `entrants`, with `sides` at a table.

        Return 0 if rematches are part of the format, or if the number cannot be known.
        """
        return 0

    def snapshot(self, situation: Situation, options: OptionsT) -> Situation:
        """Return the data of the next draw (see `snapshots`); if they change, a draft is stale."""
        return meetings_snapshot(situation)

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: OptionsT
    ) -> Report:
        """Return the concessions of these pairings, even if somebody edited them."""
        return concessions_of(situation, pairings)

    def depends_on_results(self, options: OptionsT) -> bool:
        """Return whether a round depends on the results of earlier rounds."""
        return True

    def by_lot(self, number: int, options: OptionsT) -> bool:
        """Return whether the seed may decide anything in round `number` (from 1)."""
        return True

    def consolation_round(self, entrants: int, options: OptionsT) -> int:
        """Return the number of the later round whose lots decide only a consolation; 0 for none.

        `entrants` entries were in the draw of round 1.
        """
        return 0

    def is_fixed_by_ranks(self, options: OptionsT) -> bool:
        """Return whether the first round follows from the ranks alone, if every entry has one."""
        return False

    def balls(self, numbers: Iterable[int], round: int, seed: str) -> tuple[int, ...]:
        """Return the numbers in the order of their balls.

        Return () for a round that is not drawn ball by ball: later rounds, and formats that weigh
        couples before they draw lots.

        >>> from tournaments.formats import FORMATS
        >>> FORMATS["knockout"].balls(range(1, 6), 1, "Regumiel 2024")
        (2, 1, 5, 4, 3)
        """
        label = self.ball_label if round == 1 else ""
        return ball_order(numbers, seed, label) if label else ()

    def phase(self, options: OptionsT, pairings: Iterable[tuple[int, str]]) -> str:
        """Return the phase of a round: `main 4` (four ties of the main bracket), or "".

        `pairings` has the position and the purpose of each match.
        """
        return "main 1" if any(purpose == FINAL for _position, purpose in pairings) else ""

    def phase_to_come(self, number: int, entrants: int, options: OptionsT) -> str:
        """Return the `phase` of round `number` before it is drawn, or "" if it is not certain.

        `entrants` entries were in the draw of round 1.
        """
        return ""

    # --- The entries ----------------------------------------------------------------------------
    def living_entries(self, situation: Situation, options: OptionsT) -> frozenset[int]:
        """Return the entries that may still be drawn: entered, not withdrawn and not out."""
        return active_set(situation)

    def late_arrival(self, situation: Situation, options: OptionsT) -> str:
        """Return the fate of a late arrival: NEXT_ROUND, INTO_BYE or TOO_LATE."""
        return NEXT_ROUND

    def vacancies(self, situation: Situation, options: OptionsT) -> tuple[Vacancy, ...]:
        """Return the tables of the last round that a late arrival and resting entries can fill."""
        return vacancies(situation)

    def group_sizes(self, entrants: int, options: OptionsT) -> tuple[int, ...]:
        """Return the size of each group, A first. Raises DrawError `too_few_for_groups`."""
        return (entrants,)

    def seeds(self, entries: int, options: OptionsT) -> int:
        """Return the number of `entries` ranked entries that the draw treats as seeds."""
        return 0

    # --- The standings --------------------------------------------------------------------------
    def bye_value(self, options: OptionsT) -> str:
        """Return the worth of a bye: WIN, DRAW, MEAN or NOTHING."""
        return NOTHING

    def chain(self, options: OptionsT, draws: bool = False) -> tuple[str, ...]:
        """Return the tie-breaks for these options; `draws`: a match may end without a winner."""
        return (draws and self.tiebreaks_with_draws) or self.tiebreaks

    def counting(self, options: OptionsT, sides: int) -> Mapping[str, object]:
        """Return the fields of `scoring.standings.counting` that differ from their defaults."""
        return {}

    def order(self, situation: Situation, options: OptionsT) -> tuple[int, ...]:
        """Return all entrants in the format's own order, or () if the format has no order."""
        return ()

    def places(self, situation: Situation, options: OptionsT) -> tuple[tuple[int, ...], ...]:
        """Return the entries by place in the brackets, best first, in groups that share a place.

        Return () if no bracket decides places.
        """
        return ()

    def picture(self, situation: Situation, options: OptionsT) -> tuple[Any, ...]:
        """Return the brackets of the stage with future rounds (`knockout.layout.BracketLayout`)."""
        return ()

    def usual_chain(self, game: AnyGame, length: GameOptions, options: OptionsT) -> tuple[str, ...]:
        """Return the tie-breaks for this game and length."""
        return self.chain(options, length.can_draw)

    def usual_counting(self, length: GameOptions, options: OptionsT) -> Mapping[str, object]:
        """Return the fields of the counting that the options and the length change.

        The length of a match decides how a bye counts, unless the format counts a bye as a win or a
        mean. If the length decides, a bye adds nothing to the difference.
        """
        changes = self.counting(options, length.sides)
        bye_counted = length.rest_counted
        if bye_counted is None or self.bye_value(options) not in (DRAW, NOTHING):
            return changes
        return {**changes, "bye_counted": bye_counted, "bye_in_difference": False}


AnyFormat = Format[FormatOptions]  # a format known only by its key


def most_rounds(entrants: int, table_size: int, rivals: int) -> int:
    """Return the most rounds in which `entrants` can play without a rematch; 0 below one table.

    A table seats `table_size` entries, and each entry meets `rivals` new rivals in a round. Entries
    left over rest in turn.

    >>> most_rounds(6, 2, 1), most_rounds(7, 2, 1), most_rounds(16, 4, 3), most_rounds(8, 4, 2)
    (5, 7, 5, 3)
    """
    playing = entrants - entrants % table_size
    if not playing:
        return 0
    matches = (entrants - 1) // rivals  # the most matches of each entrant
    return matches * entrants // playing


class ByRounds(Format[RoundsT]):
    """A format whose options set the number of rounds."""

    length_option = "rounds"

    def is_over(self, situation: Situation, options: RoundsT) -> bool:
        """Return whether the agreed number of rounds is finished."""
        return len(situation.rounds) >= options.rounds and all_finished(situation)

    def rounds_in_all(self, entrants: int, options: RoundsT) -> int:
        return options.rounds

    def check_can_draw(self, situation: Situation, options: RoundsT) -> None:
        """Raise DrawError `round_unfinished` or `stage_over` if no round can be drawn now."""
        refuse_unfinished(situation)
        if self.is_over(situation, options):
            raise DrawError("stage_over", rounds=options.rounds)
