"""Tests of the Swiss system: rounds compared with every possible one, and whole tournaments."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tests.sizes import size
from tests.tournaments.formats.leagues import entrants_up_to
from tests.tournaments.pairing.every import every_pairing
from tournaments.formats import SWISS
from tournaments.formats.core import Draw, Entrant, Pairing, PlayedMatch, Report, Situation, Wishes
from tournaments.formats.report import concessions_of
from tournaments.formats.swiss import Options
from tournaments.pairing import level
from tournaments.pairing.draw import ball_order


def situation_after_round(situation, draw, dice):
    """Return the situation after the round, with random winners."""
    matches, points = [], Counter(situation.points)
    for pairing in draw.pairings:
        winner = dice.choice(pairing.sides)
        points[winner] += 1
        matches.append(PlayedMatch(pairing.position, pairing.sides, winner))
    return Situation(situation.entrants, (*situation.rounds, tuple(matches)), dict(points))


def swiss_rounds(count, rounds, seed, dice_seed=0):
    """Return the draws of every round and the last situation."""
    dice = random.Random(dice_seed)
    situation = Situation(entrants_up_to(count))
    draws = []
    for _ in range(rounds):
        draw = SWISS.next_round(situation, Options(rounds), seed)
        draws.append(draw)
        situation = situation_after_round(situation, draw, dice)
    return draws, situation


def cost_of_round(situation, sides):
    """Return the costs of a round: surplus byes, rematches, points of byes, squared differences."""
    earlier_sides = [match.sides for matches in situation.rounds for match in matches]
    points = situation.points
    active = [entrant.number for entrant in situation.entrants if entrant.active]
    # By entrant, the rounds without a match: byes, and rounds before a late arrival.
    rests = {
        number: sum(
            not any(number in match.sides and len(match.sides) == 2 for match in matches)
            for matches in situation.rounds
        )
        for number in active
    }
    resting = [match[0] for match in sides if len(match) == 1]
    couples = [match for match in sides if len(match) == 2]
    return (
        sum(
            rests[number] - min(rests[active_number] for active_number in active)
            for number in resting
        ),
        sum(sum(set(match) == set(couple) for match in earlier_sides) for couple in couples),
        sum(points.get(number, 0) for number in resting),
        sum((points.get(first, 0) - points.get(second, 0)) ** 2 for first, second in couples),
    )


@settings(max_examples=size(25, long=60))
@given(st.integers(2, 8), st.integers(1, 7), st.integers(0, 10**6), st.data())
def test_no_possible_swiss_round_costs_less(count, rounds, dice_seed, data):
    _, situation = swiss_rounds(count, rounds, str(dice_seed), dice_seed)
    withdrawn = data.draw(st.sets(st.integers(1, count), max_size=count - 2), label="withdrawn")
    late_count = data.draw(st.integers(0, 1), label="late")
    entrants = tuple(
        Entrant(number, number not in withdrawn) for number in range(1, count + 1 + late_count)
    )
    situation = Situation(entrants, situation.rounds, situation.points)
    draw = SWISS.next_round(situation, Options(50), "seed")
    active = [entrant.number for entrant in entrants if entrant.active]
    lowest_cost = min(cost_of_round(situation, sides) for sides in every_pairing(active))
    assert cost_of_round(situation, [pairing.sides for pairing in draw.pairings]) == lowest_cost


@pytest.mark.slow
@each("seed", *range(40))
def test_swiss_of_33_pairs_has_no_rematch_or_second_bye_in_six_rounds(seed):
    draws, situation = swiss_rounds(33, 6, f"maratón {seed}", dice_seed=seed)
    assert [len(draw.report.byes) for draw in draws] == [1] * 6
    assert len({draw.report.byes for draw in draws}) == 6
    assert [draw.report.rematches for draw in draws] == [()] * 6
    couples = [
        frozenset(pairing.sides)
        for draw in draws
        for pairing in draw.pairings
        if len(pairing.sides) == 2
    ]
    assert len(set(couples)) == len(couples) == 16 * 6
    assert SWISS.is_over(situation, Options(6))


@settings(max_examples=size(15, long=40))
@given(st.integers(9, 60), st.integers(0, 10**6), st.data())
def test_swiss_rounds_with_arrivals_and_withdrawals(count, dice_seed, data):
    """Nobody rests twice, and every round has exactly the active entrants."""
    dice, situation = random.Random(dice_seed), Situation(entrants_up_to(count))
    for _ in range(5):
        draw = SWISS.next_round(situation, Options(5), "s")
        numbers = [number for pairing in draw.pairings for number in pairing.sides]
        active = [entrant.number for entrant in situation.entrants if entrant.active]
        assert sorted(numbers) == active
        assert len(draw.report.byes) == len(active) % 2
        assert (draw.report.rematches, draw.report.broken) == ((), ())
        situation = situation_after_round(situation, draw, dice)
        entrants = list(situation.entrants)
        if data.draw(st.booleans(), label="one leaves") and len(active) > 8:
            leaving = dice.choice(active)
            entrants[leaving - 1] = Entrant(leaving, active=False)
        if data.draw(st.booleans(), label="one arrives"):
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), situation.rounds, situation.points)


def test_first_swiss_round_pairs_entrants_in_the_drawn_order():
    a, b, c, d, e = ball_order(range(1, 6), "fiestas", "swiss 1")
    assert SWISS.next_round(Situation(entrants_up_to(5)), Options(3), "fiestas") == Draw(
        (Pairing(1, (b, c)), Pairing(2, (d, e)), Pairing(3, (a,))), Report(byes=(a,))
    )


def test_winners_meet_at_the_first_tables_and_the_bye_is_last():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3), PlayedMatch(3, (5,), 5)),)
    situation = Situation(entrants_up_to(5), rounds, {1: 1, 3: 1, 5: 1})
    draw = SWISS.next_round(situation, Options(3), "s")
    first_table, second_table, bye = [pairing.sides for pairing in draw.pairings]
    assert set(first_table) in ({1, 3}, {1, 5}, {3, 5})
    assert second_table[0] in {1, 3, 5} and second_table[1] in {2, 4}
    assert bye[0] in {2, 4}
    assert draw.report == Report(byes=bye, difference_sum=1, difference_max=1)


def test_swiss_of_four_entrants_reports_rematches_from_round_four():
    draws, _ = swiss_rounds(4, 5, "s")
    assert [len(draw.report.rematches) for draw in draws] == [0, 0, 0, 2, 2]
    assert [draw.report.broken for draw in draws] == [(), (), (), ("rematch",), ("rematch",)]
    couples = {tuple(sorted(pairing.sides)) for pairing in draws[3].pairings}
    assert set(draws[3].report.rematches) == couples


def test_three_entrants_of_a_swiss_rest_in_turn():
    draws, _ = swiss_rounds(3, 6, "s")
    byes = [draw.report.byes[0] for draw in draws]
    assert sorted(byes[:3]) == sorted(byes[3:]) == [1, 2, 3]


def test_late_entrant_of_a_swiss_has_no_wins_and_does_not_rest_next():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    situation = Situation(entrants_up_to(5), rounds, {1: 1, 3: 1})
    draw = SWISS.next_round(situation, Options(3), "s")
    assert {1, 3} == set(draw.pairings[0].sides)
    assert set(draw.report.byes) < {2, 4}


def test_swiss_does_not_depend_on_the_order_of_entrants():
    _, situation = swiss_rounds(15, 3, "s")
    reversed_situation = Situation(
        tuple(reversed(situation.entrants)),
        tuple(tuple(reversed(matches)) for matches in situation.rounds),
        dict(reversed(situation.points.items())),
    )
    assert SWISS.next_round(reversed_situation, Options(9), "s") == SWISS.next_round(
        situation, Options(9), "s"
    )


def lowest_sum_of_squares(points):
    """Return the lowest sum of squared differences: neighbours in the ranking meet."""
    sorted_points = sorted(points)
    return sum((first - second) ** 2 for first, second in list(pairwise(sorted_points))[::2])


@pytest.mark.slow
def test_swiss_of_600_entrants_reaches_the_lower_bound():
    """Above `EXACT_UP_TO` entrants, clashing neighbours are paired anew at no higher cost."""
    dice, situation = random.Random(3), Situation(entrants_up_to(600))
    for _ in range(6):
        draw = SWISS.next_round(situation, Options(6), "s")
        points = [situation.points.get(number, 0) for number in range(1, 601)]
        cost = cost_of_round(situation, [pairing.sides for pairing in draw.pairings])
        assert cost == (0, 0, 0, lowest_sum_of_squares(points))
        situation = situation_after_round(situation, draw, dice)


def test_swiss_of_501_pairs_has_a_different_bye_each_round():
    """Nobody rests twice; the lowest entrant without a bye rests."""
    draws, _ = swiss_rounds(501, 3, "s")
    assert len({draw.report.byes for draw in draws}) == 3
    assert [draw.report.broken for draw in draws] == [()] * 3


def test_windows_have_the_fewest_byes_and_rematches(monkeypatch):
    """With a low `EXACT_UP_TO`, the search tries windows of the ranking and may widen them."""
    for seed in range(10):
        dice, situation = random.Random(seed), Situation(entrants_up_to(9))
        for _ in range(8):
            exact_draw = SWISS.next_round(situation, Options(12), "s")
            with monkeypatch.context() as low_limit:
                low_limit.setattr(level, "EXACT_UP_TO", 4)
                windowed_draw = SWISS.next_round(situation, Options(12), "s")
            exact_cost, windowed_cost = (
                cost_of_round(situation, [pairing.sides for pairing in draw.pairings])
                for draw in (exact_draw, windowed_draw)
            )
            assert windowed_cost[:2] == exact_cost[:2]
            situation = situation_after_round(situation, windowed_draw, dice)


@each(
    "situation, code, params",
    case("alone", Situation(entrants_up_to(1)), "too_few_entrants", {"entrants": 1, "minimum": 2}),
    case(
        "still playing",
        Situation(entrants_up_to(2), ((PlayedMatch(1, (1, 2), None),),)),
        "round_unfinished",
        {"round": 1, "positions": (1,)},
    ),
    case(
        "all rounds played",
        Situation(entrants_up_to(2), ((PlayedMatch(1, (1, 2), 1),),) * 2),
        "stage_over",
        {"rounds": 2},
    ),
)
def test_impossible_swiss_draws_are_refused(situation, code, params):
    with is_refused(code, params=params):
        SWISS.next_round(situation, Options(2), "s")


def forbidden_and_tags(situation, sides):
    """Return the number of forbidden couples and the weight of the broken tag wishes."""
    tags = {entrant.number: entrant.tags for entrant in situation.entrants}
    couples = [tuple(sorted(match)) for match in sides if len(match) == 2]
    apart, together = situation.wishes.apart, situation.wishes.together

    def tags_of_kind(number, kind):
        return {tag for tag in tags[number] if tag.startswith(f"{kind}:")}

    broken_weight = 0
    for first, second in couples:
        for kind, weight in apart.items():
            broken_weight += weight * bool(tags_of_kind(first, kind) & tags_of_kind(second, kind))
        for kind, weight in together.items():
            first_tags, second_tags = tags_of_kind(first, kind), tags_of_kind(second, kind)
            broken_weight += weight * bool(
                first_tags and second_tags and not first_tags & second_tags
            )
    return sum(couple in situation.wishes.forbidden for couple in couples), broken_weight


@pytest.mark.slow
@each("count", 6, 7, 8)
def test_tag_wishes_weigh_less_than_rematches_and_more_than_points(count):
    """Compare each round, also the first, with every possible round."""
    for seed in range(8):
        dice = random.Random(seed)
        entrants = tuple(
            Entrant(number, tags=(f"town:{dice.choice('ab')}", f"session:{dice.choice('mt')}"))
            for number in range(1, count + 1)
        )
        pairs = [tuple(sorted(dice.sample(range(1, count + 1), 2))) for _ in range(4)]
        wishes = Wishes({"town": 3}, {"session": 2}, frozenset(pairs))
        situation = Situation(entrants, wishes=wishes)
        for _ in range(5):
            draw = SWISS.next_round(situation, Options(9), str(seed))

            def cost(sides, situation=situation):
                rests, rematches, bye, squares = cost_of_round(situation, sides)
                forbidden, broken = forbidden_and_tags(situation, sides)
                return rests, forbidden, rematches, broken, bye, squares

            sides = [pairing.sides for pairing in draw.pairings]
            assert cost(sides) == min(map(cost, every_pairing(list(range(1, count + 1)))))
            reported_counts = Counter(name for name, _numbers in draw.report.broken_by)
            assert reported_counts["forbidden"] == cost(sides)[1]
            assert bool(reported_counts["wish"]) <= bool(cost(sides)[3])
            situation = replace(situation_after_round(situation, draw, dice), wishes=wishes)


def test_swiss_is_over_when_the_last_round_is_finished():
    round = (PlayedMatch(1, (1, 2), 1),)
    assert not SWISS.is_over(Situation(entrants_up_to(2), (round,)), Options(2))
    assert not SWISS.is_over(
        Situation(entrants_up_to(2), (round, (PlayedMatch(1, (1, 2), None),))), Options(2)
    )
    assert SWISS.is_over(Situation(entrants_up_to(2), (round, round)), Options(2))
    assert SWISS.rounds_in_all(33, Options(6)) == 6


def test_report_of_a_swiss_round_changed_by_hand():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3), PlayedMatch(3, (5,), 5)),)
    situation = Situation(entrants_up_to(5), rounds, {1: 1, 3: 1, 5: 1})
    swapped_pairings = (Pairing(1, (2, 1)), Pairing(2, (3, 4)), Pairing(3, (5,)))
    assert concessions_of(situation, swapped_pairings) == Report(
        byes=(5,),
        rematches=((1, 2), (3, 4)),
        difference_sum=2,
        difference_max=1,
        broken=("rematch", "repeated_bye", "bye_above_lowest"),
        broken_by=(
            ("rematch", (1, 2)),
            ("rematch", (3, 4)),
            ("repeated_bye", (5,)),
            ("bye_above_lowest", (5,)),
        ),
    )
