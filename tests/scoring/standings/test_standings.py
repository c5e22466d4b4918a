"""Tests of the standings: order, shared places, and the tie-break that decided each line."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scoring.standings.outcomes import Outcome
from tests.scoring.standings.outcomes import standings as standings_by
from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import KNOCKOUT, SWISS, knockout, swiss
from tournaments.formats.core import Entrant, PlayedMatch, Situation

SWISS_CHAIN, KNOCKOUT_CHAIN = SWISS.tiebreaks, KNOCKOUT.tiebreaks


def standings(entrants, outcomes, chain, seed):
    return standings_by(entrants, outcomes, chain, seed, "partidas")


def won_match(round, winner, loser, partidas=(6, 4), kind="played", purpose=""):
    return Outcome(round, (winner, loser), winner, {"partidas": partidas}, kind, purpose)


def bye(round, number):
    return Outcome(round, (number,), number, {"partidas": (6, 0)}, "bye")


def winner_of(outcome):
    return outcome.sides[outcome.score.winner]


def order_with_reasons(lines):
    return [(line.place, line.entrant, line.decided_by) for line in lines]


def test_a_tie_the_chain_cannot_break_is_shared():
    outcomes = [won_match(1, 1, 2), won_match(1, 3, 4), won_match(2, 1, 3)]
    lines = standings(entrants_up_to(5), outcomes, ("wins", "counted_won"), "s")
    assert [(line.place, line.entrant, line.shared, line.decided_by) for line in lines] == [
        (1, 1, False, None),
        (2, 3, False, "wins"),
        (3, 2, True, "wins"),
        (3, 4, True, None),
        (5, 5, False, "counted_won"),
    ]


def test_entries_without_matches_share_the_first_place():
    lines = standings(entrants_up_to(3), [], ("wins", "buchholz"), "s")
    assert [(line.place, line.entrant, line.shared) for line in lines] == [
        (1, number, True) for number in (1, 2, 3)
    ]
    lines_by_lot = standings(entrants_up_to(3), [], SWISS_CHAIN, "s")
    assert [line.decided_by for line in lines_by_lot] == [None, "lot", "lot"]


def test_a_withdrawn_entry_is_marked_and_keeps_its_place():
    entrants = (Entrant(1), Entrant(2, active=False), Entrant(3))
    lines = standings(
        entrants, [won_match(1, 1, 2), won_match(1, 2, 3)], ("wins", "counted_won"), "s"
    )
    assert [(line.entrant, line.withdrawn) for line in lines] == [(2, True), (1, False), (3, False)]


def test_the_standings_without_entries_are_empty():
    assert standings((), [], SWISS_CHAIN, "s") == ()


def test_an_unknown_tie_break_raises_a_key_error():
    with pytest.raises(KeyError):
        standings(entrants_up_to(2), [], ("elo",), "s")


def random_outcomes(format, options, count, rounds, seed):
    """Return the outcomes of a random tournament that is drawn by the format."""
    dice = random.Random(seed)
    situation = Situation(entrants_up_to(count))
    outcomes = []
    for round in range(1, rounds + 1):
        draw = format.next_round(situation, options, str(seed))
        points, matches = Counter(situation.points), []
        for pairing in draw.pairings:
            winner = dice.choice(pairing.sides)
            winner_partidas = 6
            loser_partidas = dice.randrange(6) if len(pairing.sides) == 2 else 0
            partidas = (
                (winner_partidas, loser_partidas)
                if winner == pairing.sides[0]
                else (loser_partidas, winner_partidas)
            )
            kind = "bye" if len(pairing.sides) == 1 else "played"
            outcomes.append(
                Outcome(round, pairing.sides, winner, {"partidas": partidas}, kind, pairing.purpose)
            )
            points[winner] += 1
            matches.append(PlayedMatch(pairing.position, pairing.sides, winner))
        situation = Situation(situation.entrants, (*situation.rounds, tuple(matches)), points)
    return outcomes


@st.composite
def tournaments(draw):
    """Build entrants (some withdrawn), outcomes of an unfinished tournament, and its chain."""
    count, seed = draw(st.integers(2, 24)), draw(st.integers(0, 10**6))
    if draw(st.booleans()):
        outcomes = random_outcomes(SWISS, swiss.Options(4), count, 4, seed)
        chain = SWISS_CHAIN
    else:
        options = knockout.Options(third_place=True)
        rounds = KNOCKOUT.rounds_in_all(count, options)
        outcomes = random_outcomes(KNOCKOUT, options, count, rounds, seed)
        chain = KNOCKOUT_CHAIN
    withdrawn = draw(st.sets(st.integers(1, count)))
    entrants = [Entrant(number, number not in withdrawn) for number in range(1, count + 1)]
    return entrants, outcomes[: draw(st.integers(0, len(outcomes)))], chain


@pytest.mark.slow
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_standings_do_not_depend_on_the_order_of_their_input(tournament, dice):
    entrants, outcomes, chain = tournament
    expected = standings(entrants, outcomes, chain, "s")
    dice.shuffle(entrants)
    dice.shuffle(outcomes)
    assert standings(entrants, outcomes, chain, "s") == expected


@pytest.mark.slow
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_places_do_not_depend_on_the_entry_numbers(tournament, dice):
    """Give the entries other numbers. Without the lot in the chain, their places stay the same."""
    entrants, outcomes, chain = tournament
    chain = tuple(key for key in chain if key != "lot")
    numbers = [entrant.number for entrant in entrants]
    new_number = dict(zip(numbers, dice.sample(range(1, 999), len(numbers)), strict=True))
    renumbered_outcomes = [
        outcome._replace(sides=tuple(new_number[number] for number in outcome.sides))
        for outcome in outcomes
    ]
    places = {line.entrant: line.place for line in standings(entrants, outcomes, chain, "s")}
    renumbered_lines = standings(
        [Entrant(new_number[entrant.number], entrant.active) for entrant in entrants],
        renumbered_outcomes,
        chain,
        "s",
    )
    assert {line.entrant: line.place for line in renumbered_lines} == {
        new_number[number]: place for number, place in places.items()
    }


@given(tournaments())
def test_every_line_names_the_tie_break_that_put_it_below_the_line_above(tournament):
    entrants, outcomes, chain = tournament
    lines = standings(entrants, outcomes, chain, "s")
    assert sorted(line.entrant for line in lines) == [entrant.number for entrant in entrants]
    assert sum(line.won for line in lines) == len(outcomes)
    assert all(line.played == line.won + line.lost for line in lines)
    assert (lines[0].place, lines[0].decided_by) == (1, None)
    for index in range(1, len(lines)):
        line_above, line = lines[index - 1], lines[index]
        if line.place == line_above.place:
            assert (line.shared, line_above.shared, line.decided_by) == (True, True, None)
            assert line.values == line_above.values
            continue
        assert line.place == index + 1
        higher = dict(line_above.values)[line.decided_by]
        assert higher > dict(line.values)[line.decided_by]
        earlier_keys = chain[: chain.index(line.decided_by)]
        assert [dict(line_above.values)[key] for key in earlier_keys] == [
            dict(line.values)[key] for key in earlier_keys
        ]


@settings(max_examples=50)
@given(st.integers(2, 70), st.integers(0, 10**6))
def test_a_finished_knockout_is_ranked_by_its_last_rounds(count, seed):
    """Rank champion, finalist, third and fourth, then the other entries by their last round."""
    options = knockout.Options(third_place=True)
    rounds = KNOCKOUT.rounds_in_all(count, options)
    outcomes = random_outcomes(KNOCKOUT, options, count, rounds, seed)
    order = [
        line.entrant for line in standings(entrants_up_to(count), outcomes, KNOCKOUT_CHAIN, "s")
    ]
    final = next(outcome for outcome in outcomes if outcome.purpose == "final")
    assert order[:2] == sorted(final.sides, key=lambda side: side != winner_of(final))
    if count >= 4:
        third = next(outcome for outcome in outcomes if outcome.purpose == "third_place")
        assert order[2:4] == sorted(third.sides, key=lambda side: side != winner_of(third))
    lost_rounds = {
        side: outcome.round
        for outcome in outcomes
        for side in outcome.sides
        if side != winner_of(outcome) and outcome.purpose != "third_place"
    }
    exits = [lost_rounds[number] for number in order[1:]]
    assert exits == sorted(exits, reverse=True)
