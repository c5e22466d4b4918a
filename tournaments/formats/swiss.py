"""Suizo: everybody plays every round, against a rival with about the same wins.

In the first round the entries meet two by two in ball order, or the top half by seed meets the
bottom half. Each later round is the matching of lowest cost (`pairing.level`), an earlier wish
before all later ones:

1. no entry rests again while another has rested less;
2. no forbidden couple;
3. the fewest earlier meetings, summed over the matches;
4. the wishes by tags (same town apart, same session together) by their weights;
5. the bye goes to the fewest wins;
6. the smallest sum of squared differences of wins (of points, if matches can be drawn);
7. a lot from the seed, so that the result is unique and the same on every machine.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from rules.core import AnyGame, GameOptions
from tournaments.formats.base import EXIT_TIEBREAKS, ORDER_TIEBREAKS, ByRounds, most_rounds
from tournaments.formats.core import (
    DRAW,
    MEAN,
    WIN,
    Draw,
    Pairing,
    Situation,
    check_rounds,
    check_words,
)
from tournaments.formats.costs import tags_by_kind
from tournaments.formats.history import active_numbers, rounds_not_played
from tournaments.formats.report import concessions_of
from tournaments.formats.seeds import LOT, SEED
from tournaments.formats.snapshots import points_snapshot
from tournaments.pairing.draw import ball_order
from tournaments.pairing.level import NOBODY, level_pairs
from tournaments.pairing.pool import NONE, Ints, Meetings, Pool, Tags, padded_array

CHOICES = {"first": (LOT, SEED), "bye": (WIN, DRAW, MEAN)}


@dataclass(frozen=True, slots=True)
class Options:
    """Options: `rounds` to play; `first`: round 1 by lot or by seed; `bye`: value of a bye."""

    rounds: int
    first: str = LOT
    bye: str = WIN

    def __post_init__(self) -> None:
        check_rounds(self.rounds)
        check_words(self, CHOICES)


class Swiss(ByRounds[Options]):
    key = "swiss"
    tiebreaks = ("wins", "counted_won", "counted_diff", "head_to_head", "buchholz", "lot")
    tiebreaks_with_draws = (
        "points",
        "counted_won",
        "counted_diff",
        "head_to_head",
        "rivals_points",
        "lot",
    )
    excluded_tiebreaks = (
        EXIT_TIEBREAKS | ORDER_TIEBREAKS | {"mini_league", "wins_per_match", "played"}
    )
    ball_label = "swiss 1"
    choices = CHOICES
    catches_up = True
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next round, most wins first, bye last; late arrivals have no wins.

        Raises DrawError `too_few_entrants`, `round_unfinished` or `stage_over`.
        """
        self.check_can_draw(situation, options)
        label = f"{self.key} {len(situation.rounds) + 1}"
        pool = pool_of(situation, ball_order(active_numbers(situation), seed, label))
        if not situation.rounds and options.first == SEED:
            pool = _rank_by_seed(situation, pool)
        boards, resting = _couples_in_ball_order(pool)
        if situation.rounds or pool.points.any() or pool.clashing(*boards.T).any():
            boards, resting = level_pairs(pool, (seed, label))
        pairings = _ordered_matches(pool, boards, resting)
        return Draw(pairings, concessions_of(situation, pairings))

    def rounds_without_rematch(self, entrants: int, options: Options, sides: int) -> int:
        return most_rounds(entrants, sides, sides - 1)

    def bye_value(self, options: Options) -> str:
        return options.bye

    def usual_chain(self, game: AnyGame, length: GameOptions, options: Options) -> tuple[str, ...]:
        """Return the tie-breaks for this game and length.

        If one tally wins a match and another is added up (cotos and partidas), the difference of
        the winning tally comes before the sum, so that a 2–1 does not rank above a clean 2–0. The
        rivals come next (Rulings G8b).
        """
        default_chain = super().usual_chain(game, length, options)
        winning_tally = length.match_tally
        if winning_tally == length.counted_tally:
            return default_chain
        rivals = next(key for key in default_chain if key in ("buchholz", "rivals_points"))
        margin = f"diff:{winning_tally}" if winning_tally in game.match_tallies else "counted_diff"
        return tuple(
            dict.fromkeys((default_chain[0], margin, "counted_won", rivals, *default_chain))
        )

    def snapshot(self, situation: Situation, options: Options) -> Situation:
        return points_snapshot(situation)


SWISS = Swiss()


def _couples_in_ball_order(pool: Pool) -> tuple[Ints, int]:
    """Return the couples two by two in ball order, and the row that rests.

    The first row rests if the number of rows is odd, else NOBODY.
    """
    odd = len(pool) % 2
    return np.arange(odd, len(pool)).reshape(-1, 2), 0 if odd else NOBODY


def _rank_by_seed(situation: Situation, pool: Pool) -> Pool:
    """Return the pool with ranks instead of points, so that rivals of two halves differ by `gap`.

    Ranks count from the last entry up, unseeded entries first. The difference of two entries of the
    same half is much further from `gap`.
    """
    seeds = {entrant.number: entrant.seed for entrant in situation.entrants}
    last_rank = max(seeds.values()) + 1
    order = np.argsort(
        [seeds[number] or last_rank for number in pool.numbers.tolist()], kind="stable"
    )
    size, half = len(pool), len(pool) // 2
    places = np.empty(size, np.int64)
    places[order[::-1]] = np.arange(size)
    places[order[:half]] += 2 * size - half
    return replace(pool, points=places, gap=2 * size)


def _ordered_matches(pool: Pool, boards: Ints, resting: int) -> tuple[Pairing, ...]:
    """Return the matches, most points first, then in the order of the pool; the bye is last."""
    upper, lower = boards.T
    order = np.lexsort((upper, -pool.points[lower], -pool.points[upper]))
    sides = [(first, second) for first, second in pool.numbers[boards[order]].tolist()]
    pairings = [Pairing(position, numbers) for position, numbers in enumerate(sides, start=1)]
    if resting != NOBODY:
        pairings.append(Pairing(len(pairings) + 1, (int(pool.numbers[resting]),)))
    return tuple(pairings)


def pool_of(situation: Situation, order: Sequence[int]) -> Pool:
    """Return the active entries of `order`, one row each, with their history and wishes."""
    numbers = np.array(order, np.int64)
    matches = [match for matches in situation.rounds for match in matches]
    meeting_rows = _rows(
        numbers, chain.from_iterable(match.sides for match in matches if len(match.sides) == 2)
    )
    forbidden_rows = _rows(numbers, chain.from_iterable(sorted(situation.wishes.forbidden)))
    return Pool(
        numbers=numbers,
        points=np.array([situation.points.get(number, 0) for number in order], np.int64),
        rests=_rest_counts(situation, order),
        meetings=Meetings.of(meeting_rows.reshape(-1, 2), len(order)),
        forbidden=Meetings.of(forbidden_rows.reshape(-1, 2), len(order)),
        tags=tuple(_tags(situation, order)),
    )


def _rest_counts(situation: Situation, order: Sequence[int]) -> Ints:
    turns = rounds_not_played(situation)
    return np.array([turns[number] for number in order], np.int64)


def _rows(numbers: Ints, other_numbers: Iterable[int]) -> Ints:
    """Return the row of each of `other_numbers`; NONE for a number that is not in `numbers`."""
    wanted_numbers = np.fromiter(other_numbers, np.int64)
    row = np.full(max(numbers.max(initial=0), wanted_numbers.max(initial=0)) + 1, NONE)
    row[numbers] = np.arange(len(numbers))
    return row[wanted_numbers]


def _tags(situation: Situation, order: Sequence[int]) -> Iterator[Tags]:
    """Yield the tags of each kind that has a wish, with a code for each value."""
    wishes = situation.wishes
    if not wishes.apart and not wishes.together:
        return
    people = {entrant.number: tags_by_kind(entrant) for entrant in situation.entrants}
    for apart, weights in ((True, wishes.apart), (False, wishes.together)):
        for kind, weight in sorted(weights.items()):
            values = [sorted(people[number].get(kind, ())) for number in order]
            codes = {value: code for code, value in enumerate(sorted({*chain(*values)}))}
            yield Tags(
                weight, apart, padded_array([[codes[value] for value in own] for own in values])
            )
