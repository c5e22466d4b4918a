"""Options of a knockout, and the purposes of its matches."""

from dataclasses import dataclass

from tournaments.formats.core import FINAL, THIRD_PLACE, DrawError, check_words, refuse_out_of_range
from tournaments.formats.seeds import LOT, MOST_SEEDS, SEED

KEY = "knockout"

# `Pairing.purpose` is a word, followed by the best place at stake unless that is the first place of
# its bracket. A section is the set of matches of one bracket.
PREVIOUS = "previous"  # a round for everybody, before a bracket filled with the best losers
PLACEMENT = "placement"  # «placement 5»: for the places from 5
CONSOLATION = "consolation"  # «consolation 11»: for the places of the consolation from 11
SECOND_FINAL = "second_final"  # the last match of the consolation
LOSERS = "losers"
GRAND_FINAL = "grand_final"  # the grand final and its repetition

# The section of a match, by its purpose.
SECTION = {
    "": "main",
    FINAL: "main",
    PREVIOUS: PREVIOUS,
    THIRD_PLACE: THIRD_PLACE,
    PLACEMENT: PLACEMENT,
    CONSOLATION: CONSOLATION,
    SECOND_FINAL: CONSOLATION,
    LOSERS: LOSERS,
    GRAND_FINAL: GRAND_FINAL,
}
MAIN = "main"

# Values of `byes`, `seeding` and `repesca`.
RESTED = "rested"
POTS, CLASSIC = "pots", "classic"
NONE, DOUBLE, BEST_LOSERS = "none", "double", "best_losers"

CHOICES = {
    "byes": (LOT, SEED, RESTED),
    "seeding": (LOT, SEED, POTS, CLASSIC),
    "repesca": (NONE, CONSOLATION, DOUBLE, BEST_LOSERS),
}


def usual_seeding(grouped: bool) -> str:
    """Return the default `seeding` in a bracket of entries ranked by an earlier stage.

    It is CLASSIC by the standings, or POTS if the entries come from groups (`grouped`), because
    pots can still separate two entries of a group.
    """
    return POTS if grouped else CLASSIC


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a knockout.

    `byes` decides which entries rest: by lot, the best seeds, or the entries with the fewest byes
    (then by lot). With `redraw`, every round is drawn anew instead of following a fixed bracket.
    `seeds` is how many entries count as seeds, 0 for all. `repesca` is the second chance of losers.
    With `placements`, the entries that a bracket leaves out play for every place (not in double
    elimination). `reset` repeats the grand final if an undefeated entry loses it.

    `seeding` decides the slots of the seeds:

    - LOT: seeds have no special slots.
    - SEED: the best seeds, at most one per match, each have a fixed slot; the other entries go by
      lot.
    - POTS: seeds 1 and 2 are as far apart as possible, seeds 3 and 4 go by lot in the other two
      quarters, seeds 5 to 8 by lot in the other eighths…
    - CLASSIC: each seed has a fixed slot: 1–8, 4–5, 2–7 and 3–6 in a bracket of eight.

    With POTS and CLASSIC the best seeds rest, and the bracket cannot be drawn anew (DrawError
    `no_fixed_bracket`).
    """

    third_place: bool = False
    byes: str = LOT
    redraw: bool = False
    seeding: str = LOT
    repesca: str = NONE
    placements: bool = False
    reset: bool = False
    seeds: int = 0

    def __post_init__(self) -> None:
        check_words(self, CHOICES)
        if self.redraw and self.seeding in (POTS, CLASSIC):
            raise DrawError("no_fixed_bracket", option="seeding")
        refuse_out_of_range("seeds", self.seeds, 0, MOST_SEEDS)
