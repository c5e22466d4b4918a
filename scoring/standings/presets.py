"""Chains that halls use, with the counting that goes with each, and what makes sense where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules import GAMES
from scoring.standings.counting import Counting
from scoring.standings.tiebreaks import TIEBREAKS, tally_key
from tournaments.formats import FORMATS

PARTS = ("for", "against", "diff")


@dataclass(frozen=True, slots=True)
class Preset:
    """The tie-breaks in order, and how matches count."""

    chain: tuple[str, ...]
    counting: Counting = field(default_factory=Counting)


PRESETS: Mapping[str, Preset] = {
    "mus_chicos": Preset(("points", "counted_won", "lot")),
    "mus_vacas": Preset(("wins", "counted_diff", "diff:tantos", "lot")),
    "mus_txikos": Preset(("counted_won", "mini_league", "lot")),
    "guinote_groups": Preset(
        ("wins", "counted_won", "mini_league", "diff:cotos", "counted_diff", "lot")
    ),
    "botifarra_swiss": Preset(
        ("points", "counted_diff", "counted_won", "lot"), Counting(win=2, draw=1, unit=2, cap=121)
    ),
    "botifarra_groups": Preset(("points", "counted_diff", "lot")),
    "botifarra_teams": Preset(("points", "counted_won", "head_to_head"), Counting(win=3)),
    "belote_pools": Preset(("points", "counted_diff", "lot"), Counting(win=2, draw=1, loss=1)),
    "belote_totals": Preset(
        ("counted_won", "lot"), Counting(bye_counted=972, bye_in_difference=False)
    ),
    "jass_best": Preset(("counted_won", "best_round"), Counting(best=3)),
    "skat": Preset(("counted_won", "wins", "lost", "lot")),
    "truco": Preset(("wins", "counted_won", "counted_diff", "diff:tantos", "lot")),
    "round_robin": Preset(("points", "mini_league", "wins")),
    "scrabble": Preset(("points", "counted_diff", "counted_won"), Counting(unit=2)),
    "chess": Preset(
        ("points", "buchholz_cut1", "rivals_points", "median", "sonneborn", "progressive"),
        Counting(unit=2),
    ),
    "knockout": Preset(("exit_round", "counted_won")),
    "lives": Preset(("survival", "counted_won")),
    "tarot": Preset(("counted_won",)),
    "tables": Preset(("points", "counted_won", "lot"), Counting(unit=2, table=(8, 6, 4, 2))),
    "clock": Preset(("wins", "wins_per_match", "counted_diff", "first_there", "lot")),
}


def tiebreaks_for(format: str, game: str, *, draws: bool) -> list[str]:
    """The tie-breaks that make sense in a format and a game, in the order of the list; `draws`,
    whether a match may end without a winner."""
    out = FORMATS[format].excluded_tiebreaks
    own = [tally_key(part, tally) for tally in GAMES[game].match_tallies for part in PARTS]
    kept = [key for key in TIEBREAKS if key not in out and (draws or key != "drawn")]
    return [*kept[:-1], *own, *kept[-1:]]


def chain_for(preset: str, game: str) -> list[str]:
    """The chain of a preset, without the tallies that the game does not keep. KeyError for a
    preset that there is not.

    >>> chain_for("truco", "guinote")
    ['wins', 'counted_won', 'counted_diff', 'lot']
    """
    return known_in(PRESETS[preset].chain, game)


def known_in(chain: Sequence[str], game: str) -> list[str]:
    """The keys of a chain that a game has, each once."""
    own = {tally_key(part, tally) for tally in GAMES[game].match_tallies for part in PARTS}
    return [key for key in dict.fromkeys(chain) if key in TIEBREAKS or key in own]


def unknown_in(chain: Sequence[str], game: str) -> list[str]:
    """The keys of a chain that are no tie-break of this game."""
    known = known_in(chain, game)
    return [key for key in chain if key not in known]
