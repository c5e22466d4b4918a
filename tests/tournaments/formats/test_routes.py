"""Tests of route cards: the planned rounds are the rounds that will be drawn."""

from collections import Counter
from dataclasses import replace

from tests.refusals import is_refused
from tests.rows import each
from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import MELEE, SWISS, TOTALS, melee, swiss, totals
from tournaments.formats.core import PlayedMatch, Situation
from tournaments.formats.history import couples
from tournaments.formats.routes import RouteStop, planned_rounds, route


def seed_of(number):
    return f"Regumiel 2024/{number}"


@each(
    "format, options, count, sides",
    (TOTALS, totals.Options(5, seating="rotation"), 16, 4),
    (TOTALS, totals.Options(4), 14, 4),
    (TOTALS, totals.Options(4, seating="rotation", odd="larger"), 33, 4),
    (MELEE, melee.Options(5), 41, 2),
)
def test_planned_rounds_agree_with_the_drawn_rounds(format, options, count, sides):
    situation = Situation(entrants_up_to(count), sides=sides, table_sizes=(3, 4, 5))
    plan = planned_rounds(situation, options, seed_of, format)
    assert len(plan.rounds) == options.rounds
    for number, planned_pairings in enumerate(plan.rounds, start=1):
        # The plan stays the same during the day, whatever the results.
        assert planned_rounds(situation, options, seed_of, format) == plan
        draw = format.next_round(situation, options, seed_of(number))
        assert draw.pairings == planned_pairings
        round_played = tuple(
            PlayedMatch(
                pairing.position,
                pairing.sides,
                None if pairing.is_bye else pairing.sides[-1],
                False,
                partners=pairing.partners,
            )
            for pairing in draw.pairings
        )
        situation = replace(situation, rounds=(*situation.rounds, round_played))
    meetings = Counter(
        couple
        for pairings in plan.rounds
        for pairing in pairings
        for couple in couples(pairing.sides, pairing.partners)
    )
    assert plan.repeated_meetings == sum(meetings.values()) - len(meetings)


def test_plan_includes_a_round_in_play():
    situation = Situation(
        entrants_up_to(8), ((PlayedMatch(1, (1, 2, 3, 4), None), PlayedMatch(2, (5, 6, 7, 8), 5)),)
    )
    plan = planned_rounds(replace(situation, sides=4), totals.Options(3), seed_of, TOTALS)
    assert [pairing.sides for pairing in plan.rounds[0]] == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert len(plan.rounds) == 3
    assert plan.repeated_meetings == 12


def test_route_cards_agree_with_each_other_and_with_the_plan():
    plan = planned_rounds(Situation(entrants_up_to(9)), melee.Options(3), seed_of, MELEE)
    cards = {number: route(plan, number) for number in range(1, 10)}
    assert all([stop.round for stop in card] == [1, 2, 3] for card in cards.values())
    resting = [stop for card in cards.values() for stop in card if stop.rests]
    assert resting and all(stop == RouteStop(stop.round, 0, 0) for stop in resting)
    for number, card in cards.items():
        for stop in card:
            if stop.rests:
                continue
            match = plan.rounds[stop.round - 1][stop.table - 1]
            assert match.sides[stop.chair - 1] == number
            (partner,) = stop.partners
            assert cards[partner][stop.round - 1].partners == (number,)
            assert {number, partner, *stop.rivals} == set(match.sides)


def test_formats_that_depend_on_results_have_no_routes():
    for format, options in (
        (SWISS, swiss.Options(3)),
        (TOTALS, totals.Options(3, seating="ranking")),
    ):
        with is_refused("depends_on_results"):
            planned_rounds(Situation(entrants_up_to(8)), options, seed_of, format)
