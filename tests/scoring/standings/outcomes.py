"""Helpers of the tests of standings: matches as plain values, and their standings."""

from collections import defaultdict

from scoring.standings import field
from scoring.standings.counting import Counting
from scoring.standings.field import Extras, arrange_outcomes, outcomes_in_group, outcomes_without
from scoring.standings.table import rank_entries
from scoring.standings.worth import MatchScore
from tests.days.oracle.book import Book
from tests.days.oracle.papers import Paper, PaperStage


def Outcome(round, sides, winner, tallies, kind="played", purpose="", partners=1, group=""):
    """Return a finished match.

    `sides` are entry numbers, `partners` of them in a row for each side. A match with one side is a
    bye, and the number 0 is a guest. `winner` is the first number of the winning side, None for a
    draw. `tallies` has one number for each side, by the name of the tally. `group` is the group of
    the match.
    """
    assert (kind == "bye") == (len(sides) <= partners)
    side = None if winner is None else sides.index(winner) // partners
    numbers = tuple((name, tuple(counts)) for name, counts in tallies.items())
    score = MatchScore(side, numbers, kind == "forfeit")
    guests = (0,) if 0 in sides else ()
    return field.Outcome(round, tuple(sides), score, purpose, group, partners, guests)


def field_of(
    entrants, outcomes, seed, counted_tally, counting=None, extras=None, void=(), inside=None
):
    """Return the `StandingsField` of all entrants, or of the group `inside` (name, numbers).

    `counted_tally` is the tally that the stage adds up. The results of the entries `void` are
    annulled.
    """
    outcomes = outcomes_without(outcomes, void)
    if inside:
        outcomes = outcomes_in_group(outcomes, *inside)
        entrants = [entrant for entrant in entrants if entrant.number in inside[1]]
    active = {entrant.number: entrant.active for entrant in entrants}
    return arrange_outcomes(
        active, outcomes, seed, counted_tally, counting or Counting(), extras or Extras()
    )


def standings(entrants, outcomes, chain, seed, counted_tally, counting=None, extras=None, void=()):
    return rank_entries(
        field_of(entrants, outcomes, seed, counted_tally, counting, extras, void), chain
    )


def group_tables(
    entrants, outcomes, groups, chain, seed, counted_tally, counting=None, extras=None
):
    arguments = entrants, outcomes, seed, counted_tally, counting, extras
    return {group[0]: rank_entries(field_of(*arguments, inside=group), chain) for group in groups}


def book_of(entrants, outcomes, chain, seed, counted_tally, counting=None, extras=None):
    """Return the standings that the oracle of the tests computes; all byes have the same value."""
    extras, byes = extras or Extras(), [outcome for outcome in outcomes if outcome.is_bye]
    papers = [_paper_for_the_oracle(outcome) for outcome in outcomes]
    numbers = tuple(entrant.number for entrant in entrants)
    hall = PaperStage(
        format="swiss",
        options={},
        counted_tally=counted_tally,
        rest_worth="win" if byes and byes[0].score.winner is not None else "nothing",
        victory=defaultdict(
            int, {name: count for bye in byes for name, (count, *_) in bye.score.tallies}
        ),
        numbers=numbers,
        ranked_last=extras.last_entries,
        papers=papers,
        sheet=papers,
        gone_numbers=frozenset(entrant.number for entrant in entrants if not entrant.active),
        reentries={},
        groups={},
        penalties=extras.penalties,
        chain=chain,
        counting=(counting or Counting()).as_json(),
        seed=seed,
        carried_values={},
    )
    return Book(hall, numbers, papers)


def _paper_for_the_oracle(outcome):
    sides = tuple(
        outcome.sides[first : first + outcome.partners]
        for first in range(0, len(outcome.sides), outcome.partners)
    )
    score = outcome.score
    return Paper(
        outcome.round,
        outcome.group,
        outcome.purpose,
        sides,
        frozenset(),
        dict(score.tallies),
        score.winner,
        score.forfeit,
    )
