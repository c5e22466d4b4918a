"""Ascenso y descenso: small boxes, with promotion and relegation after each block of rounds.

The boxes are read from the groups of the matches alone. The next block closes the gaps of entries
that leave, and late arrivals begin in the last box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.formats import round_robin
from tournaments.formats.arrivals import Vacancy, vacancies
from tournaments.formats.base import EXIT_TIEBREAKS, Format
from tournaments.formats.boxes import blocks
from tournaments.formats.boxes.blocks import (
    Boxes,
    Rounds,
    block_length,
    blocks_of,
    box_names,
    box_standings,
    members_of,
    moved_boxes,
    open_block,
    split_into_boxes,
)
from tournaments.formats.core import (
    DRAW,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    check_words,
    refuse_out_of_range,
)
from tournaments.formats.costs import cost_of
from tournaments.formats.groups.dealing import (
    LARGEST,
    SMALLEST,
    ball_pots,
    group_count,
    sizes,
    spread_out,
)
from tournaments.formats.history import active_numbers, active_set, all_finished, refuse_unfinished
from tournaments.formats.round_robin import MeetingHistory, Sides, first_matches, groups_played
from tournaments.formats.seeds import LOT, SEED
from tournaments.formats.snapshots import meetings_snapshot, winners_snapshot
from tournaments.pairing.calendar import rounds_in_leg

CHOICES = {"spread": (LOT, SEED)}
MOST_BLOCKS = 50


@dataclass(frozen=True, slots=True)
class Options:
    """Options: the approximate `size` of a box; `blocks` to play, of `per_block` rounds.

    With `per_block` 0, all members of a box meet. `moves` is the number of entries that go up from
    each box; as many come down. `spread` fills the first boxes by lot or by seed.
    """

    size: int = 4
    blocks: int = 5
    per_block: int = 2
    moves: int = 1
    spread: str = LOT

    def __post_init__(self) -> None:
        refuse_out_of_range("size", self.size, SMALLEST, LARGEST)
        refuse_out_of_range("blocks", self.blocks, 1, MOST_BLOCKS)
        refuse_out_of_range("per_block", self.per_block, 0, rounds_in_leg(self.size))
        refuse_out_of_range("moves", self.moves, 1, self.size // 2)
        check_words(self, CHOICES)


class PromotionBoxes(Format[Options]):
    key = "boxes"
    tiebreaks = ("format_order",)
    excluded_tiebreaks = EXIT_TIEBREAKS
    choices = CHOICES
    length_option = "blocks"
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next round of the block, or the first round of the next block.

        Raises DrawError `too_few_entrants`, `round_unfinished` or `stage_over`.
        """
        refuse_unfinished(situation)
        if self.is_over(situation, options):
            raise DrawError("stage_over", rounds=len(situation.rounds))
        active_numbers(situation)
        block = open_block(situation.rounds, options.per_block)
        if block:
            matches = _next_matches(situation, block, options)
        else:
            boxes = next_boxes(situation, options, seed)
            matches = _opening_matches(situation, boxes, options)
        pairings = round_robin.seat_groups(matches)
        return Draw(pairings, self.concessions(situation, pairings, options))

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: Options
    ) -> Report:
        """Return the concessions; a rematch is a meeting repeated within the current block."""
        block = open_block(situation.rounds, options.per_block)
        block_situation = Situation(situation.entrants, block, wishes=situation.wishes)
        entrants_by_number = {entrant.number: entrant for entrant in situation.entrants}
        wish_breakers = [
            (first, second)
            for first, second in round_robin.meeting_couples(pairings)
            if cost_of(situation.wishes, entrants_by_number[first], entrants_by_number[second])
        ]
        return round_robin.calendar_report(block_situation, pairings, 1, wish_breakers)

    def order(self, situation: Situation, options: Options) -> tuple[int, ...]:
        """Return every entrant in the current order, box by box, as in `standing`.

        Active entries outside these boxes follow, by number. Entries that left before this block
        come last, by their last block and place.
        """
        standings = box_standings(situation.rounds, options.per_block, situation.void)
        orders = [members_of(boxes) for boxes in standings]
        last_order, *earlier_orders = reversed(orders or [[]])
        numbers = {entrant.number for entrant in situation.entrants}
        waiting_entries = sorted(active_set(situation).difference(last_order))
        listed_entries = dict.fromkeys(
            [
                *last_order,
                *waiting_entries,
                *(number for order in earlier_orders for number in order),
            ]
        )
        known_entries = [number for number in listed_entries if number in numbers]
        return (*known_entries, *sorted(numbers.difference(listed_entries)))

    def reckoning(
        self, situation: Situation, options: Options
    ) -> dict[int, tuple[tuple[str, int], ...]]:
        """Return the values that decide each place in a box: see `blocks.reckoning`."""
        return blocks.reckoning(situation.rounds, options.per_block, situation.void)

    def is_over(self, situation: Situation, options: Options) -> bool:
        """Return whether the agreed number of blocks is finished."""
        started_blocks = blocks_of(situation.rounds, options.per_block)
        finished_blocks = len(started_blocks) - bool(
            open_block(situation.rounds, options.per_block)
        )
        return finished_blocks >= options.blocks and all_finished(situation)

    def rounds_in_all(self, entrants: int, options: Options) -> int:
        box_sizes = sizes(entrants, group_count(entrants, options.size))
        return options.blocks * block_length(box_sizes, options.per_block)

    def seeds(self, entries: int, options: Options) -> int:
        return entries if options.spread == SEED else 0

    def bye_value(self, options: Options) -> str:
        return DRAW

    def snapshot(self, situation: Situation, options: Options) -> Situation:
        """Return the situation with winners and totals; within a block, without results."""
        between_blocks = not open_block(situation.rounds, options.per_block)
        return (
            winners_snapshot(situation, counted=True)
            if between_blocks
            else meetings_snapshot(situation)
        )

    def by_lot(self, number: int, options: Options) -> bool:
        return number == 1

    def vacancies(self, situation: Situation, options: Options) -> tuple[Vacancy, ...]:
        """Return the tables that a late arrival can fill in the last box."""
        last_round = situation.rounds[-1:]
        last_box = box_names(groups_played(last_round))[-1] if last_round else ""
        return vacancies(situation, is_usable=lambda match: match.group == last_box)


BOXES = PromotionBoxes()


def next_boxes(situation: Situation, options: Options, seed: str) -> Boxes:
    """Return the boxes of the next block: `moved_boxes` and late arrivals, split anew by size.

    The boxes of the first block are drawn with `seed`, or filled by the seeds of the entries.
    """
    active = active_set(situation)
    if not situation.rounds:
        return _first_boxes(situation, options, seed)
    tables = [
        [number for number in members if number in active]
        for members in standing(situation, options).values()
    ]
    order = [number for members in moved_boxes(tables, options.moves) for number in members]
    order += sorted(active.difference(order))
    return split_into_boxes(order, options.size)


def standing(situation: Situation, options: Options) -> Boxes:
    """Return the boxes of the last drawn block, each from best to worst.

    The order is by points in the block (a win 2, a draw or a bye 1), then by counted won minus
    lost, by counted won, by the place after the previous block, and by number.
    """
    standings = box_standings(situation.rounds, options.per_block, situation.void)
    return standings[-1] if standings else {}


def _first_boxes(situation: Situation, options: Options, seed: str) -> Boxes:
    active = [entrant for entrant in situation.entrants if entrant.active]
    count = group_count(len(active), options.size)
    if options.spread == SEED:
        pots = ball_pots(active, 1, True, seed, BOXES.key)
        return split_into_boxes([number for pot in pots for number in pot], options.size)
    boxes = spread_out(active, count, situation.wishes, False, seed, BOXES.key)
    return {str(place): members for place, members in enumerate(boxes, start=1)}


def _opening_matches(
    situation: Situation, boxes: Boxes, options: Options
) -> Mapping[str, tuple[Sides, ...]]:
    if not options.per_block:
        return {name: first_matches(members) for name, members in boxes.items()}
    history = MeetingHistory.of(situation)
    return {
        name: history.owed_matches(dict.fromkeys(combinations(sorted(members), 2), 1))
        for name, members in boxes.items()
    }


def _next_matches(
    situation: Situation, block: Rounds, options: Options
) -> Mapping[str, tuple[Sides, ...]]:
    """Return the next matches of each box in the current block.

    Once all active members of every box have met, the matches start again.
    """
    active, boxes = active_set(situation), groups_played(block)
    boxes = {name: boxes[name] for name in box_names(boxes)}
    box_members = {number for members in boxes.values() for number in members}
    last_box = next(reversed(boxes))
    boxes[last_box] = tuple(sorted({*boxes[last_box], *(active - box_members)}))
    active_by_box = {name: sorted(active.intersection(members)) for name, members in boxes.items()}
    if all(len(members) < 2 for members in active_by_box.values()):
        active_by_box = {next(iter(boxes)): sorted(active)}
    block_history = MeetingHistory.of(replace(situation, rounds=block))
    history = MeetingHistory.of(situation)
    meetings = [
        block_history.meetings[couple]
        for members in active_by_box.values()
        for couple in combinations(members, 2)
    ]
    laps = 1 + min(meetings)
    if not options.per_block:
        return {
            name: block_history.next_matches(name, members, active, laps)
            for name, members in active_by_box.items()
        }
    return {
        name: history.owed_matches(block_history.owed_meetings(members, active, laps))
        for name, members in active_by_box.items()
    }
