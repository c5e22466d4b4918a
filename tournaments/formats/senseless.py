"""Tie-breaks of the house that say nothing in a format, by what they look at: a sum over
rivals where they are not of one's own level, or a way out where nobody is out. Each format names
its own (`Format.SENSELESS`)."""

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
