"""Standings: the order, who shares, and what decided each line."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scoring.standings.outcomes import Outcome
from tests.scoring.standings.outcomes import standings as standings_by
from tests.tournaments.formats.leagues import entered
from tournaments.formats import KNOCKOUT, SWISS, knockout, swiss
from tournaments.formats.core import Entrant, PlayedMatch, Situation

SWISS_CHAIN, KNOCKOUT_CHAIN = SWISS.tiebreaks, KNOCKOUT.tiebreaks


def standings(entrants, outcomes, chain, seed):
    return standings_by(entrants, outcomes, chain, seed, "partidas")


def won(round, winner, loser, partidas=(6, 4), kind="played", purpose=""):
    return Outcome(round, (winner, loser), winner, {"partidas": partidas}, kind, purpose)


def bye(round, number):
    return Outcome(round, (number,), number, {"partidas": (6, 0)}, "bye")


def winner_of(outcome):
    return outcome.sides[outcome.score.winner]


def short(lines):
    return [(line.place, line.entrant, line.decided_by) for line in lines]


def test_a_tie_the_chain_cannot_break_is_shared():
    outcomes = [won(1, 1, 2), won(1, 3, 4), won(2, 1, 3)]
    lines = standings(entered(5), outcomes, ("wins", "counted_won"), "s")
    assert [(line.place, line.entrant, line.shared, line.decided_by) for line in lines] == [
        (1, 1, False, None),
        (2, 3, False, "wins"),
        (3, 2, True, "wins"),
        (3, 4, True, None),
        (5, 5, False, "counted_won"),
    ]


def test_nothing_played_and_everybody_tied():
    lines = standings(entered(3), [], ("wins", "buchholz"), "s")
    assert [(line.place, line.entrant, line.shared) for line in lines] == [
        (1, number, True) for number in (1, 2, 3)
    ]
    by_lot = standings(entered(3), [], SWISS_CHAIN, "s")
    assert [line.decided_by for line in by_lot] == [None, "lot", "lot"]


def test_who_has_left_is_marked_and_keeps_his_place():
    entrants = (Entrant(1), Entrant(2, active=False), Entrant(3))
    lines = standings(entrants, [won(1, 1, 2), won(1, 2, 3)], ("wins", "counted_won"), "s")
    assert [(line.entrant, line.withdrawn) for line in lines] == [(2, True), (1, False), (3, False)]


def test_nobody_entered():
    assert standings((), [], SWISS_CHAIN, "s") == ()


def test_an_unknown_tiebreak_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        standings(entered(2), [], ("elo",), "s")


def outcomes_of(format, options, count, rounds, luck):
    """A whole tournament by the dice, drawn by the format, as outcomes."""
    dice, situation, outcomes = random.Random(luck), Situation(entered(count)), []
    for round in range(1, rounds + 1):
        draw = format.next_round(situation, options, str(luck))
        points, matches = Counter(situation.points), []
        for pairing in draw.pairings:
            winner = dice.choice(pairing.sides)
            mine = 6
            theirs = dice.randrange(6) if len(pairing.sides) == 2 else 0
            partidas = (mine, theirs) if winner == pairing.sides[0] else (theirs, mine)
            kind = "bye" if len(pairing.sides) == 1 else "played"
            outcomes.append(
                Outcome(round, pairing.sides, winner, {"partidas": partidas}, kind, pairing.purpose)
            )
            points[winner] += 1
            matches.append(PlayedMatch(pairing.position, pairing.sides, winner))
        situation = Situation(situation.entrants, (*situation.rounds, tuple(matches)), points)
    return outcomes


@st.composite
def halls(draw):
    """Entrants (some withdrawn), outcomes of a tournament cut anywhere, and its chain."""
    count, luck = draw(st.integers(2, 24)), draw(st.integers(0, 10**6))
    if draw(st.booleans()):
        outcomes = outcomes_of(SWISS, swiss.Options(4), count, 4, luck)
        chain = SWISS_CHAIN
    else:
        options = knockout.Options(third_place=True)
        rounds = KNOCKOUT.rounds_in_all(count, options)
        outcomes = outcomes_of(KNOCKOUT, options, count, rounds, luck)
        chain = KNOCKOUT_CHAIN
    gone = draw(st.sets(st.integers(1, count)))
    entrants = [Entrant(number, number not in gone) for number in range(1, count + 1)]
    return entrants, outcomes[: draw(st.integers(0, len(outcomes)))], chain


@pytest.mark.slow
@settings(deadline=None)
@given(halls(), st.randoms(use_true_random=False))
def test_no_order_of_input_matters(hall, dice):
    entrants, outcomes, chain = hall
    expected = standings(entrants, outcomes, chain, "s")
    dice.shuffle(entrants)
    dice.shuffle(outcomes)
    assert standings(entrants, outcomes, chain, "s") == expected


@pytest.mark.slow
@settings(deadline=None)
@given(halls(), st.randoms(use_true_random=False))
def test_the_numbers_on_the_backs_do_not_matter(hall, dice):
    """With other numbers, everybody has the place he had; only the lot knows the numbers."""
    entrants, outcomes, chain = hall
    chain = tuple(key for key in chain if key != "lot")
    numbers = [entrant.number for entrant in entrants]
    other = dict(zip(numbers, dice.sample(range(1, 999), len(numbers)), strict=True))
    renamed = [
        outcome._replace(sides=tuple(other[number] for number in outcome.sides))
        for outcome in outcomes
    ]
    places = {line.entrant: line.place for line in standings(entrants, outcomes, chain, "s")}
    found = standings([Entrant(other[e.number], e.active) for e in entrants], renamed, chain, "s")
    assert {line.entrant: line.place for line in found} == {
        other[number]: place for number, place in places.items()
    }


@settings(deadline=None)
@given(halls())
def test_every_line_says_what_put_it_there(hall):
    entrants, outcomes, chain = hall
    lines = standings(entrants, outcomes, chain, "s")
    assert sorted(line.entrant for line in lines) == [entrant.number for entrant in entrants]
    assert sum(line.won for line in lines) == len(outcomes)
    assert all(line.played == line.won + line.lost for line in lines)
    assert (lines[0].place, lines[0].decided_by) == (1, None)
    for index in range(1, len(lines)):
        above, line = lines[index - 1], lines[index]
        if line.place == above.place:
            assert (line.shared, above.shared, line.decided_by) == (True, True, None)
            assert line.values == above.values
            continue
        assert line.place == index + 1
        higher = dict(above.values)[line.decided_by]
        assert higher > dict(line.values)[line.decided_by]
        before = chain[: chain.index(line.decided_by)]
        assert [dict(above.values)[key] for key in before] == [
            dict(line.values)[key] for key in before
        ]


@settings(deadline=None, max_examples=50)
@given(st.integers(2, 70), st.integers(0, 10**6))
def test_a_knockout_played_to_the_end(count, luck):
    """Champion, finalist, third and fourth, then by the round in which each lost."""
    options = knockout.Options(third_place=True)
    rounds = KNOCKOUT.rounds_in_all(count, options)
    outcomes = outcomes_of(KNOCKOUT, options, count, rounds, luck)
    order = [line.entrant for line in standings(entered(count), outcomes, KNOCKOUT_CHAIN, "s")]
    final = next(outcome for outcome in outcomes if outcome.purpose == "final")
    assert order[:2] == sorted(final.sides, key=lambda side: side != winner_of(final))
    if count >= 4:
        third = next(outcome for outcome in outcomes if outcome.purpose == "third_place")
        assert order[2:4] == sorted(third.sides, key=lambda side: side != winner_of(third))
    lost_in = {
        side: outcome.round
        for outcome in outcomes
        for side in outcome.sides
        if side != winner_of(outcome) and outcome.purpose != "third_place"
    }
    exits = [lost_in[number] for number in order[1:]]
    assert exits == sorted(exits, reverse=True)
