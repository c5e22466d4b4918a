"""Matches as plain values, and the standings of them: what the tests of the engine write."""

from collections import defaultdict

from scoring.standings import field
from scoring.standings.counting import Counting
from scoring.standings.field import Extras, arrange_outcomes, outcomes_in_group, outcomes_without
from scoring.standings.table import rank_entries
from scoring.standings.worth import MatchScore
from tests.days.oracle.book import Book
from tests.days.oracle.papers import Hall, Paper


def Outcome(round, sides, winner, tallies, kind="played", purpose="", partners=1, group=""):
    """A match that is decided.

    `sides` are entry numbers, `partners` of them, one after another, on each side; one side alone
    is a bye, and 0 is a guest. `winner` is the first number of the side that won, None a draw.
    `tallies` go by the game's names, one number a side. `group` is the one it was played in.
    """
    assert (kind == "bye") == (len(sides) <= partners)
    side = None if winner is None else sides.index(winner) // partners
    numbers = tuple((name, tuple(made)) for name, made in tallies.items())
    score = MatchScore(side, numbers, kind == "forfeit")
    guests = (0,) if 0 in sides else ()
    return field.Outcome(round, tuple(sides), score, purpose, group, partners, guests)


def field_of(entrants, outcomes, seed, counted, counting=None, extras=None, void=(), inside=None):
    """The field of those entrants; `inside`: of the group of that name, with those numbers."""
    outcomes = outcomes_without(outcomes, void)
    if inside:
        outcomes = outcomes_in_group(outcomes, *inside)
        entrants = [one for one in entrants if one.number in inside[1]]
    active = {one.number: one.active for one in entrants}
    return arrange_outcomes(
        active, outcomes, seed, counted, counting or Counting(), extras or Extras()
    )


def standings(entrants, outcomes, chain, seed, counted, counting=None, extras=None, void=()):
    return rank_entries(field_of(entrants, outcomes, seed, counted, counting, extras, void), chain)


def group_tables(entrants, outcomes, groups, chain, seed, counted, counting=None, extras=None):
    told = entrants, outcomes, seed, counted, counting, extras
    return {group[0]: rank_entries(field_of(*told, inside=group), chain) for group in groups}


def book_of(entrants, outcomes, chain, seed, counted, counting=None, extras=None):
    """The same table added up by hand; its rests are worth as much as one another."""
    extras, byes = extras or Extras(), [one for one in outcomes if one.is_bye]
    papers = [_paper(one) for one in outcomes]
    numbers = tuple(entrant.number for entrant in entrants)
    hall = Hall(
        format="swiss",
        options={},
        counted=counted,
        rest="win" if byes and byes[0].score.winner is not None else "nothing",
        victory=defaultdict(
            int, {name: made for one in byes for name, (made, *_) in one.score.tallies}
        ),
        numbers=numbers,
        last=extras.last,
        papers=papers,
        sheet=papers,
        gone=frozenset(one.number for one in entrants if not one.active),
        again={},
        groups={},
        penalties=extras.penalties,
        chain=chain,
        counting=(counting or Counting()).as_json(),
        seed=seed,
        carried={},
    )
    return Book(hall, numbers, papers)


def _paper(one):
    sides = tuple(
        one.sides[at : at + one.partners] for at in range(0, len(one.sides), one.partners)
    )
    score = one.score
    return Paper(
        one.round,
        one.group,
        one.purpose,
        sides,
        frozenset(),
        dict(score.tallies),
        score.winner,
        score.forfeit,
    )
