"""The tie-breaks: small functions that give each entrant a whole number, the higher the better.

Each is called with the field, the places of the entrants asked about, and `tied`: the group of
every place that all before in the chain have left together. Most look only at the entrant and
his rivals; those of `tied` look at who is in the same group too, and answer 0 where they do not
apply.
"""

from collections.abc import Callable, Mapping

from scoring.standings.columns import Ints
from scoring.standings.field import Field
from scoring.standings.tiebreaks import bracket, own, rivals, tied
from scoring.standings.tiebreaks.bracket import EXIT_STEPS, exit_reading, place_reading
from scoring.standings.tiebreaks.own import PARTS
from scoring.standings.tiebreaks.tied import LOT_LABEL

__all__ = [
    "BY_PURPOSE",
    "EXIT_STEPS",
    "LOT_LABEL",
    "PARTS",
    "TIEBREAKS",
    "Tiebreak",
    "exit_reading",
    "place_reading",
    "tallies_in",
    "tally_key",
    "tiebreak",
]

Tiebreak = Callable[[Field, Ints, Ints], Ints]

TIEBREAKS: Mapping[str, Tiebreak] = {
    "wins": own.wins,
    "points": own.points,
    "wins_per_match": own.wins_per_match,
    "played": own.played,
    "drawn": own.drawn,
    "lost": own.lost,
    "counted_won": own.counted_won,
    "counted_lost": own.counted_lost,
    "counted_diff": own.counted_diff,
    "best_round": own.best_round,
    "penalties": own.penalties,
    "head_to_head": tied.head_to_head,
    "mini_league": tied.mini_league,
    "buchholz": rivals.buchholz,
    "rivals_points": rivals.rivals_points,
    "buchholz_cut1": rivals.buchholz_cut1,
    "median": rivals.median,
    "sonneborn": rivals.sonneborn,
    "rivals_percentage": rivals.rivals_percentage,
    "wins_against_best": rivals.wins_against_best,
    "progressive": own.progressive,
    "first_there": own.first_there,
    "exit_round": bracket.exit_round,
    "survival": bracket.survival,
    "bracket_place": bracket.bracket_place,
    "format_order": bracket.format_order,
    "lot": tied.lot,
}


BY_PURPOSE = frozenset({"exit_round", "survival"})  # they look at what each match is for


def tally_key(part: str, tally: str) -> str:
    """The key of what is added up of any tally of the game: «for», «against» or «diff» of it.

    >>> tally_key("diff", "tantos")
    'diff:tantos'
    """
    return f"{part}:{tally}"


def tallies_in(chain: Mapping[str, object] | tuple[str, ...] | list[str]) -> list[str]:
    """The tallies that a chain names besides the one the stage counts.

    >>> tallies_in(["wins", "diff:tantos", "for:tantos", "lot"])
    ['tantos']
    """
    return sorted({key.partition(":")[2] for key in chain if ":" in key})


def tiebreak(key: str) -> Tiebreak:
    """The function of a key; a key that nobody knows is a KeyError."""
    part, colon, tally = key.partition(":")
    return PARTS[part](tally) if colon and tally else TIEBREAKS[key]
