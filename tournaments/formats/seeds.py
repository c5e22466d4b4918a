"""How many of the seeded count as such: those after them are drawn as everybody else."""

from dataclasses import replace

from tournaments.formats.core import Situation

# `seeding` and the like, in the options of any format that asks whether the seeded are kept apart.
LOT, SEED = "lot", "seed"
MOST_SEEDS = 10_000


def only_best(situation: Situation, seeds: int) -> Situation:
    """The same with no more seeded entries than so many, the best of those who play; 0 leaves all.

    Who left before the first round gives way to the next one; who left later, no more.
    """
    if not seeds:
        return situation
    begun = {n for matches in situation.rounds for one in matches for n in one.sides}
    ranked = sorted(
        (one.seed, one.number)
        for one in situation.entrants
        if one.seed and (one.active or one.number in begun)
    )
    best = {number for _seed, number in ranked[:seeds]}
    return replace(
        situation,
        entrants=tuple(
            one if one.number in best else replace(one, seed=0) for one in situation.entrants
        ),
    )
