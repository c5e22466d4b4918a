"""The tie-breaks: small functions that give each entrant a whole number, the higher the better.

Each is called with the field, the places of the entrants asked about, and `tied`: the group of
every place that all before in the chain have left together. Most look only at the entrant and
his rivals; those of `tied` look at who is in the same group too, and answer 0 where they do not
apply.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rules import GAMES
from scoring.standings.columns import Bools, Ints, refined, sums
from scoring.standings.counting import PRESETS
from scoring.standings.exits import bracket_place, exit_round, format_order, survival
from scoring.standings.field import Field, by_number
from tournaments.formats import FORMATS
from tournaments.pairing.draw import shuffled

# --- The entrant's own matches ------------------------------------------------------------
PERCENT = 10_000  # of a unit: percentages go by ten-thousandths of one per cent
HUNDRED = 100 * PERCENT


def wins(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches won; byes and forfeits received are won matches."""
    return field.wins[who]


def points(field: Field, who: Ints, tied: Ints) -> Ints:
    """Points by the stage's counting, in its units."""
    return field.points[who]


def wins_per_match(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches won of those played, a draw half a win, in millionths; 0 without any."""
    rows, results = field.slots[who], field.results
    halves = sums(2 * results.won[rows] + results.drawn[rows])
    return HUNDRED * halves // np.maximum(2 * _decided(field, rows), 1)


def played(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches decided: forfeits too, and byes where they are won or drawn."""
    return _decided(field, field.slots[who])


def drawn(field: Field, who: Ints, tied: Ints) -> Ints:
    return sums(field.results.drawn[field.slots[who]])


def lost(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches lost, below nought: the fewer the better."""
    return -sums(field.results.lost[field.slots[who]])


def counted_won(field: Field, who: Ints, tied: Ints) -> Ints:
    """The tally that the game counts (partidas, chicos), of all the matches, lost ones too."""
    return field.best_of(field.own(who), who) + field.carried("counted_won", who)


def counted_lost(field: Field, who: Ints, tied: Ints) -> Ints:
    """The same against, below nought: the fewer the better."""
    return -sums(field.against(who)) + field.carried("counted_lost", who)


def counted_diff(field: Field, who: Ints, tied: Ints) -> Ints:
    """The same, won less lost."""
    return field.best_of(field.difference(who), who) + field.carried("counted_diff", who)


def best_round(field: Field, who: Ints, tied: Ints) -> Ints:
    """The most he has added up in one match, byes apart; 0 before any."""
    rows = field.slots[who]
    real = (rows > 0) & ~field.row_bye[rows]
    least = np.iinfo(np.int64).min
    most = np.where(real, field.own(who), least).max(axis=1)
    return np.where(real.any(axis=1), most, 0)


def penalties(field: Field, who: Ints, tied: Ints) -> Ints:
    """Penalties, below nought: the fewer the better."""
    return -by_number(field.extras.penalties, field.numbers[who])


def progressive(field: Field, who: Ints, tied: Ints) -> Ints:
    """The points he had after each round, all added up: who won early has more."""
    rows = field.slots[who]
    still = field.last_round + 1 - field.row_round[rows]
    return sums(field.row_points[rows] * still)


def first_there(field: Field, who: Ints, tied: Ints) -> Ints:
    """The round of the last match that brought points, below nought: the earlier the better."""
    rows = field.slots[who]
    last: Ints = np.where(field.row_points[rows] > 0, field.row_round[rows], 0).max(axis=1)
    return -last


def _decided(field: Field, rows: Ints) -> Ints:
    return sums((rows > 0) & ~field.results.rest[rows])


# --- Any tally of the game --------------------------------------------------------------------
def _for(tally: str) -> Callable[[Field, Ints, Ints], Ints]:
    return lambda field, who, tied: sums(field.own(who, tally))


def _against(tally: str) -> Callable[[Field, Ints, Ints], Ints]:
    """Below nought: the fewer the better."""
    return lambda field, who, tied: -sums(field.against(who, tally))


def _diff(tally: str) -> Callable[[Field, Ints, Ints], Ints]:
    return lambda field, who, tied: sums(field.difference(who, tally))


PARTS: Mapping[str, Callable[[str], Callable[[Field, Ints, Ints], Ints]]] = {
    "for": _for,
    "against": _against,
    "diff": _diff,
}


# --- The rivals, as they stand now ----------------------------------------------------------
# A bye counts as a rival with as much as oneself: neither a prize nor a punishment for what the
# draw decided. All but `buchholz` go by points; without draws they are twice the wins.
MOST = np.iinfo(np.int64).max


def buchholz(field: Field, who: Ints, tied: Ints) -> Ints:
    """Sum of the wins of all rivals, each counted once a meeting."""
    return sums(field.wins[_meetings(field, who)])


def rivals_points(field: Field, who: Ints, tied: Ints) -> Ints:
    """The same with the points of the rivals, where there are draws."""
    return sums(field.points[_meetings(field, who)])


def buchholz_cut1(field: Field, who: Ints, tied: Ints) -> Ints:
    """The points of all rivals but the one with fewest; 0 before the second rival."""
    points, real = _points(field, who)
    least = np.where(real, points, MOST).min(axis=1)
    return np.where(sums(real) > 1, sums(points) - least, 0)


def median(field: Field, who: Ints, tied: Ints) -> Ints:
    """The points of all rivals but the best and the worst; 0 before the third."""
    points, real = _points(field, who)
    ends = np.where(real, points, MOST).min(axis=1) + np.where(real, points, -MOST).max(axis=1)
    return np.where(sums(real) > 2, sums(points) - ends, 0)


def sonneborn(field: Field, who: Ints, tied: Ints) -> Ints:
    """Twice the points of the rivals beaten, once those of the ones drawn with: in half points."""
    rows, results = field.slots[who], field.results
    worth = 2 * results.won[rows] + results.drawn[rows]
    return sums(worth * field.points[field.rival[rows]].sum(axis=2))


def rivals_percentage(field: Field, who: Ints, tied: Ints) -> Ints:
    """Return what part of all their matches the rivals have won, draws half, in millionths."""
    results = field.results
    halves = _sums(field, 2 * results.won + results.drawn)
    decided = _sums(field, results.won.astype(np.int64) + results.drawn + results.lost)
    meetings = _meetings(field, who)
    return HUNDRED * sums(halves[meetings]) // np.maximum(2 * sums(decided[meetings]), 1)


def wins_against_best(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches won against the best half by points, those level with its last included."""
    points = np.sort(field.points[field.who])[::-1]
    best = np.zeros(field.nobody + 1, dtype=np.bool_)
    if len(points):
        bar = points[(len(points) - 1) // 2]
        best[field.who] = field.points[field.who] >= bar
    rows = field.slots[who]
    met = best[field.rival[rows]] & (field.rival[rows] != who[:, None, None])
    return sums(met.any(axis=2) & field.results.won[rows])


def _meetings(field: Field, who: Ints) -> Ints:
    """The places of all rivals, one line each, filled up with nobody."""
    rows = field.slots[who]
    return field.rival[rows].reshape(len(who), rows.shape[1] * field.rival.shape[1])


def _points(field: Field, who: Ints) -> tuple[Ints, Bools]:
    """The points of all rivals, and which of them there really are."""
    meetings = _meetings(field, who)
    return field.points[meetings], meetings < field.nobody


def _sums(field: Field, values: Ints) -> Ints:
    """The sum of a column by place."""
    return sums(values[field.slots])


# --- Who is tied with whom ------------------------------------------------------------------
LOT_LABEL = "lot"


def head_to_head(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches won against the other one, when exactly two are tied; otherwise 0."""
    values = np.zeros(len(who), dtype=np.int64)
    two = np.flatnonzero(_sizes(who, tied) == 2)
    if len(two):
        some = who[two]
        won = field.results.won[field.slots[some]]
        values[two] = sums(_among(field, some, tied) & won)
    return values


def mini_league(field: Field, who: Ints, tied: Ints) -> Ints:
    """How many of those tied it leaves below, looking only at the matches among them: points, then
    difference, then what is counted in favour. A group that is split starts again, each part among
    its own, until nothing more is split."""
    values = np.zeros(len(who), dtype=np.int64)
    several = np.flatnonzero(_sizes(who, tied) > 1)
    if not len(several):
        return values
    some = who[several]
    first = np.unique(tied[some], return_inverse=True)[1]
    groups = first
    while True:
        split = _split_among(field, some, groups)
        if split.max() == groups.max():
            break
        groups = split
    values[several] = _below(first, groups)
    return values


def lot(field: Field, who: Ints, tied: Ints) -> Ints:
    """Balls drawn from the seed among the tied: the first one out has the highest value."""
    values = np.zeros(len(who), dtype=np.int64)
    several = np.flatnonzero(_sizes(who, tied) > 1)
    if not len(several):
        return values
    numbers, groups = field.numbers[who[several]], tied[who[several]]
    balls = {number: place for place, number in enumerate(_balls(field, numbers))}
    out = np.fromiter((balls[one] for one in numbers.tolist()), np.int64, len(numbers))
    values[several] = _below(groups, refined(groups, -out)) + 1
    return values


def _balls(field: Field, numbers: Ints) -> tuple[int, ...]:
    """Return a ball for each, whoever else is tied, so that one draw does for every group."""
    return shuffled(numbers.tolist(), field.seed, LOT_LABEL)


def _split_among(field: Field, some: Ints, groups: Ints) -> Ints:
    """The groups after looking once at the matches that each has among its own."""
    tied = np.full(field.nobody + 1, -1, dtype=np.int64)
    tied[some] = groups
    among = _among(field, some, tied)
    favour = sums(np.where(among, field.own(some), 0))
    difference = sums(np.where(among, field.difference(some), 0))
    points = sums(np.where(among, field.row_points[field.slots[some]], 0))
    return refined(groups, points, difference, favour)


def _among(field: Field, some: Ints, tied: Ints) -> Bools:
    """Which matches of each were against somebody of his own group."""
    met = field.rival[field.slots[some]]
    mine = tied[some][:, None, None]
    among: Bools = ((tied[met] == mine) & (met != some[:, None, None])).any(axis=2)
    return among


def _sizes(who: Ints, tied: Ints) -> Ints:
    """How many are tied with each of them, himself included."""
    groups = tied[who]
    return np.bincount(groups, minlength=1)[groups]


def _below(first: Ints, groups: Ints) -> Ints:
    """How many of each one's first group, best first, have ended in a lower one."""
    many = np.bincount(groups)
    up_to = np.cumsum(many)
    end = np.zeros(int(first.max(initial=0)) + 1, dtype=np.int64)
    np.maximum.at(end, first, up_to[groups])
    return np.asarray(end[first] - up_to[groups])


# --- All of them ----------------------------------------------------------------------------
Tiebreak = Callable[[Field, Ints, Ints], Ints]

TIEBREAKS: Mapping[str, Tiebreak] = {
    "wins": wins,
    "points": points,
    "wins_per_match": wins_per_match,
    "played": played,
    "drawn": drawn,
    "lost": lost,
    "counted_won": counted_won,
    "counted_lost": counted_lost,
    "counted_diff": counted_diff,
    "best_round": best_round,
    "penalties": penalties,
    "head_to_head": head_to_head,
    "mini_league": mini_league,
    "buchholz": buchholz,
    "rivals_points": rivals_points,
    "buchholz_cut1": buchholz_cut1,
    "median": median,
    "sonneborn": sonneborn,
    "rivals_percentage": rivals_percentage,
    "wins_against_best": wins_against_best,
    "progressive": progressive,
    "first_there": first_there,
    "exit_round": exit_round,
    "survival": survival,
    "bracket_place": bracket_place,
    "format_order": format_order,
    "lot": lot,
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


COUNTED_KEYS = frozenset(
    {"counted_won", "counted_lost", "counted_diff", "best_round", "mini_league"}
)


def tallies_ranked(chain: Sequence[str], counted: str) -> frozenset[str]:
    """Return the tallies that a chain looks at, `counted` being the one that the stage adds up.

    >>> sorted(tallies_ranked(["points", "mini_league", "diff:tantos", "lot"], "chicos"))
    ['chicos', 'tantos']
    """
    own = {counted} if COUNTED_KEYS & set(chain) else set()
    return frozenset(own | set(tallies_in([*chain])))


def tiebreak(key: str) -> Tiebreak:
    """The function of a key; a key that nobody knows is a KeyError."""
    part, colon, tally = key.partition(":")
    return PARTS[part](tally) if colon and tally else TIEBREAKS[key]


# --- What makes sense where ---------------------------------------------------------------------
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
