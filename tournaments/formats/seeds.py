"""The seeded that count as such: those after them are drawn as everybody else."""

from dataclasses import replace

from tournaments.formats.core import Situation

# `seeding` and the like, in the options of any format that asks whether the seeded are kept apart.
LOT, SEED = "lot", "seed"
MOST_SEEDS = 10_000


def only_best(situation: Situation, seeds: int) -> Situation:
    """The same with only the best so many seeded of those who play; 0 leaves all.

    Only who left before the first round gives way to the next one.
    """
    if not seeds:
        return situation
    begun = {number for matches in situation.rounds for match in matches for number in match.sides}
    ranked = sorted(
        (entrant.seed, entrant.number)
        for entrant in situation.entrants
        if entrant.seed and (entrant.active or entrant.number in begun)
    )
    best = {number for _seed, number in ranked[:seeds]}
    return replace(
        situation,
        entrants=tuple(
            entrant if entrant.number in best else replace(entrant, seed=0)
            for entrant in situation.entrants
        ),
    )
