"""The parts of a picture, and a bracket drawn on to its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.core import FINAL, Played
from tournaments.formats.knockout.options import CONSOLATION, MAIN, PREVIOUS, SECOND_FINAL, Options
from tournaments.formats.knockout.sections import Section
from tournaments.pairing.byes import bracket_size, bye_positions

LAST_PURPOSE = {MAIN: FINAL, CONSOLATION: SECOND_FINAL}


@dataclass(frozen=True, slots=True)
class Source:
    """A tie by its bracket, the round of the tournament and its place in that round, from 1."""

    bracket: str
    label: str
    round: int
    place: int


@dataclass(frozen=True, slots=True)
class TieSide:
    """One side of a tie: an entry's number, the tie it comes from, or neither while unknown."""

    number: int | None = None
    source: Source | None = None
    loser: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """One place: somebody rests. `position` is that of the match in its round, 0 if not drawn."""

    round: int
    place: int
    places: tuple[TieSide, ...]
    purpose: str = ""
    position: int = 0
    winner: int | None = None
    lost: bool = False  # by both: nobody comes out of it


@dataclass(frozen=True, slots=True)
class Bracket:
    """The ties of a section (main, losers, consolation…), of which `label` is the best place.

    `rounds` is empty while nobody knows how many will play.
    """

    name: str
    label: str
    rounds: tuple[tuple[Tie, ...], ...]


Rounds = tuple[tuple[Tie, ...], ...]


def drawn_tie(number: int, place: int, match: Played) -> Tie:
    sides = tuple(TieSide(side) for side in match.sides)
    winner = match.sides[0] if match.rest else match.winner
    return Tie(number, place, sides, match.purpose, match.position, winner, match.lost)


def completed(section: Section, rounds: Rounds, options: Options) -> Rounds:
    """Return the rounds with those that it lacks until one tie is left."""
    while section[0] != PREVIOUS and len(rounds[-1]) > 1:
        last = rounds[-1]
        sources = [winner_of(section, tie) for tie in last]
        if options.redraw:
            left = [place for place in sources if place is not None]
            known = [place if len(last) == 2 else TieSide() for place in left]
            sides = [tuple(known[at : at + 2]) for at in range(0, len(known), 2)]
            if not sides:
                break
        else:
            couples = [sources[at : at + 2] for at in range(0, len(sources), 2)]
            sides = [tuple(place for place in couple if place) for couple in couples]
        rounds = (*rounds, ties_of(section, last[0].round + 1, sides))
    return rounds


def ties_of(section: Section, number: int, sides: Sequence[tuple[TieSide, ...]]) -> tuple[Tie, ...]:
    name, label = section
    purpose = "" if name == MAIN else name
    if label:
        purpose = f"{name} {label}"
    elif len(sides) == 1:
        purpose = LAST_PURPOSE.get(name, purpose)
    return tuple(Tie(number, place, places, purpose) for place, places in enumerate(sides, start=1))


def winner_of(section: Section, tie: Tie) -> TieSide | None:
    """Return the place of the winner; None of a tie that both lost, or that nobody reached."""
    if tie.lost or not tie.places:
        return None
    if tie.winner is not None:
        return TieSide(tie.winner)
    return TieSide(source=Source(*section, tie.round, tie.place))


def loser_of(section: Section, tie: Tie) -> TieSide | None:
    """Return the place of the loser; None of a tie in which somebody rests, or that both lost."""
    if len(tie.places) < 2 or tie.lost:
        return None
    if tie.winner is None:
        return TieSide(source=Source(*section, tie.round, tie.place), loser=True)
    return next(place for place in tie.places if place.number != tie.winner)


def blank(section: Section, entries: int, number: int, options: Options) -> Rounds:
    """The first round of a bracket of so many, whose places a lot or a ranking will say."""
    if options.redraw:
        sizes = [2] * (entries // 2) + [1] * (entries % 2)
    else:
        alone = set(bye_positions(entries))
        sizes = [1 if p in alone else 2 for p in range(1, bracket_size(entries) // 2 + 1)]
    return (ties_of(section, number, [(TieSide(),) * size for size in sizes]),)
