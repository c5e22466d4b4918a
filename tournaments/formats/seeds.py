"""Seeds that count: entries with a later seed are drawn as if unseeded."""

from dataclasses import replace

from tournaments.formats.core import Situation

# Values of `seeding` and similar options, in any format that may separate the seeds.
LOT, SEED = "lot", "seed"
MOST_SEEDS = 10_000


def keep_best_seeds(situation: Situation, count: int) -> Situation:
    """Return the situation with only its `count` best-seeded entries seeded; 0 keeps every seed.

    An entry that left before its first draw gives its place to the next seed; an entry that left
    later keeps it.
    """
    if not count:
        return situation
    drawn_numbers = {
        number for matches in situation.rounds for match in matches for number in match.sides
    }
    seeds_and_numbers = sorted(
        (entrant.seed, entrant.number)
        for entrant in situation.entrants
        if entrant.seed and (entrant.active or entrant.number in drawn_numbers)
    )
    best_numbers = {number for _seed, number in seeds_and_numbers[:count]}
    return replace(
        situation,
        entrants=tuple(
            entrant if entrant.number in best_numbers else replace(entrant, seed=0)
            for entrant in situation.entrants
        ),
    )
