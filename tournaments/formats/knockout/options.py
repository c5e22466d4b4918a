"""Options of a knockout, and the purposes of its matches."""

from dataclasses import dataclass

from tournaments.formats.core import FINAL, THIRD_PLACE, DrawError, check_words, in_range
from tournaments.formats.seeds import LOT, MOST_SEEDS, SEED

KEY = "knockout"

# `Pairing.purpose`: a word and, when it is for other places than the first ones of its bracket,
# the best of them. A section is all the matches of one bracket.
PREVIOUS = "previous"  # everybody's round before a bracket filled with the best losers
PLACEMENT = "placement"  # «placement 5»: for the places from the fifth on
CONSOLATION = "consolation"  # «consolation 11»: its places from the eleventh on
SECOND_FINAL = "second_final"  # the last match of the consolation
LOSERS = "losers"
GRAND_FINAL = "grand_final"  # and its repetition

# Which section a match belongs to, by its purpose.
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

# `byes`, `seeding` and `repesca`.
RESTED = "rested"
POTS, CLASSIC = "pots", "classic"
NONE, DOUBLE, BEST_LOSERS = "none", "double", "best_losers"

CHOICES = {
    "byes": (LOT, SEED, RESTED),
    "seeding": (LOT, SEED, POTS, CLASSIC),
    "repesca": (NONE, CONSOLATION, DOUBLE, BEST_LOSERS),
}


def usual_seeding(grouped: bool) -> str:
    """Return how a bracket seats entries that an earlier stage has ranked, unless its options say.

    In the classic way by the standings; by pots where they come from groups (`grouped`), for then
    two of one group can still be kept apart.
    """
    return POTS if grouped else CLASSIC


@dataclass(frozen=True, slots=True)
class Options:
    """`byes`: who rests: by lot, the best seeded, or those who rested least (then by lot).

    `redraw`: every round is drawn anew among those left instead of following a fixed bracket.
    `seeding`: where the seeded go. LOT: nowhere of their own. SEED: the best ones, one a match at
    most, each to a place of its own, and all the others by lot. POTS: the first and the second as
    far as can be, the third and the fourth by lot in the other two quarters, those from the fifth
    to the eighth by lot in the other eighths… CLASSIC: each to a place of its own, 1 – 8, 4 – 5,
    2 – 7 and 3 – 6 where they are eight. By pots and in the classic way the best rest, and the
    bracket is not drawn anew (DrawError `no_fixed_bracket`). `seeds`: how many count as such, 0 all
    of them. `repesca`: what becomes of those who lose; `placements` plays for every place among
    those a bracket leaves out (not in double elimination), and `reset` plays the grand final
    again when who had not lost loses it.
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
        in_range("seeds", self.seeds, 0, MOST_SEEDS)
