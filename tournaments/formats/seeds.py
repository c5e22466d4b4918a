"""Seeds that count: entries with a later seed are drawn as if unseeded."""

from dataclasses import replace

from tournaments.formats.core import Situation

# Values of `seeding` and similar options, in any format that may separate the seeds.
LOT, SEED = "lot", "seed"
MOST_SEEDS = 10_000


def keep_best_seeds(situation: Situation, seeds: int) -> Situation:
    """Return the situation with only the best `seeds` seeds of the entries that play; 0 keeps all.

    Only an entry that left before the first round gives its place to the next seed.
    """
    if not seeds:
        return situation
    drawn_numbers = {
        number for matches in situation.rounds for match in matches for number in match.sides
    }
    seeds_and_numbers = sorted(
        (entrant.seed, entrant.number)
        for entrant in situation.entrants
        if entrant.seed and (entrant.active or entrant.number in drawn_numbers)
    )
    best_numbers = {number for _seed, number in seeds_and_numbers[:seeds]}
    return replace(
        situation,
        entrants=tuple(
            entrant if entrant.number in best_numbers else replace(entrant, seed=0)
            for entrant in situation.entrants
        ),
    )
