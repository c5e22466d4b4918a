"""Suizo: the cost of each round against all the rounds there could be, and whole tournaments."""

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
from tests.tournaments.formats.leagues import entered
from tests.tournaments.pairing.every import every_pairing
from tournaments.formats import SWISS
from tournaments.formats.core import Draw, Entrant, Pairing, PlayedMatch, Report, Situation, Wishes
from tournaments.formats.report import concessions_of
from tournaments.formats.swiss import Options
from tournaments.pairing import level
from tournaments.pairing.draw import ball_order


def after(situation, draw, dice):
    """The situation once the round is played, with winners by the dice."""
    matches, points = [], Counter(situation.points)
    for pairing in draw.pairings:
        winner = dice.choice(pairing.sides)
        points[winner] += 1
        matches.append(PlayedMatch(pairing.position, pairing.sides, winner))
    return Situation(situation.entrants, (*situation.rounds, tuple(matches)), dict(points))


def whole_swiss(count, rounds, seed, luck=0):
    """The draws of every round and the last situation."""
    dice, situation, draws = random.Random(luck), Situation(entered(count)), []
    for _ in range(rounds):
        draw = SWISS.next_round(situation, Options(rounds), seed)
        draws.append(draw)
        situation = after(situation, draw, dice)
    return draws, situation


def wishes(situation, sides):
    """Return what a round costs, wish by wish, counted from the history and not from our code."""
    before = [match.sides for matches in situation.rounds for match in matches]
    points = situation.points
    active = [entrant.number for entrant in situation.entrants if entrant.active]
    # Rounds without playing: drawn to rest, or not there yet.
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
        sum(rests[n] - min(rests[m] for m in active) for n in resting),
        sum(sum(set(match) == set(couple) for match in before) for couple in couples),
        sum(points.get(n, 0) for n in resting),
        sum((points.get(a, 0) - points.get(b, 0)) ** 2 for a, b in couples),
    )


@settings(max_examples=size(25, long=60), deadline=None)
@given(st.integers(2, 8), st.integers(1, 7), st.integers(0, 10**6), st.data())
def test_no_other_round_keeps_the_wishes_better(count, rounds, luck, data):
    _, situation = whole_swiss(count, rounds, str(luck), luck)
    gone = data.draw(st.sets(st.integers(1, count), max_size=count - 2), label="withdrawn")
    late = data.draw(st.integers(0, 1), label="late")
    entrants = tuple(Entrant(n, n not in gone) for n in range(1, count + 1 + late))
    situation = Situation(entrants, situation.rounds, situation.points)
    draw = SWISS.next_round(situation, Options(50), "seed")
    active = [entrant.number for entrant in entrants if entrant.active]
    best = min(wishes(situation, sides) for sides in every_pairing(active))
    assert wishes(situation, [pairing.sides for pairing in draw.pairings]) == best


@pytest.mark.slow
@each("seed", *range(40))
def test_thirty_three_pairs_six_rounds(seed):
    draws, situation = whole_swiss(33, 6, f"maratón {seed}", luck=seed)
    assert [len(draw.report.byes) for draw in draws] == [1] * 6
    assert len({draw.report.byes for draw in draws}) == 6
    assert [draw.report.rematches for draw in draws] == [()] * 6
    met = [frozenset(p.sides) for draw in draws for p in draw.pairings if len(p.sides) == 2]
    assert len(set(met)) == len(met) == 16 * 6
    assert SWISS.is_over(situation, Options(6))


@settings(max_examples=size(15, long=40), deadline=None)
@given(st.integers(9, 60), st.integers(0, 10**6), st.data())
def test_halls_where_people_come_and_go(count, luck, data):
    """Nobody rests twice before all have, nobody is drawn after leaving, nobody is left out."""
    dice, situation = random.Random(luck), Situation(entered(count))
    for _ in range(5):
        draw = SWISS.next_round(situation, Options(5), "s")
        drawn = [number for pairing in draw.pairings for number in pairing.sides]
        active = [entrant.number for entrant in situation.entrants if entrant.active]
        assert sorted(drawn) == active
        assert len(draw.report.byes) == len(active) % 2
        assert (draw.report.rematches, draw.report.broken) == ((), ())
        situation = after(situation, draw, dice)
        entrants = list(situation.entrants)
        if data.draw(st.booleans(), label="one leaves") and len(active) > 8:
            leaving = dice.choice(active)
            entrants[leaving - 1] = Entrant(leaving, active=False)
        if data.draw(st.booleans(), label="one arrives"):
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), situation.rounds, situation.points)


def test_the_first_round_is_the_order_of_the_balls():
    a, b, c, d, e = ball_order(range(1, 6), "fiestas", "swiss 1")
    assert SWISS.next_round(Situation(entered(5)), Options(3), "fiestas") == Draw(
        (Pairing(1, (b, c)), Pairing(2, (d, e)), Pairing(3, (a,))), Report(byes=(a,))
    )


def test_winners_meet_at_the_first_tables_and_the_bye_comes_last():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3), PlayedMatch(3, (5,), 5)),)
    situation = Situation(entered(5), rounds, {1: 1, 3: 1, 5: 1})
    draw = SWISS.next_round(situation, Options(3), "s")
    first, second, bye = [pairing.sides for pairing in draw.pairings]
    assert set(first) in ({1, 3}, {1, 5}, {3, 5})
    assert second[0] in {1, 3, 5} and second[1] in {2, 4}
    assert bye[0] in {2, 4}
    assert draw.report == Report(byes=bye, difference_sum=1, difference_max=1)


def test_four_entrants_five_rounds_repeat_and_say_so():
    draws, _ = whole_swiss(4, 5, "s")
    assert [len(draw.report.rematches) for draw in draws] == [0, 0, 0, 2, 2]
    assert [draw.report.broken for draw in draws] == [(), (), (), ("rematch",), ("rematch",)]
    named = {tuple(sorted(p.sides)) for p in draws[3].pairings}
    assert set(draws[3].report.rematches) == named


def test_three_entrants_rest_in_turn():
    draws, _ = whole_swiss(3, 6, "s")
    byes = [draw.report.byes[0] for draw in draws]
    assert sorted(byes[:3]) == sorted(byes[3:]) == [1, 2, 3]


def test_the_late_one_has_no_wins_and_does_not_rest_next():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    situation = Situation(entered(5), rounds, {1: 1, 3: 1})
    draw = SWISS.next_round(situation, Options(3), "s")
    assert {1, 3} == set(draw.pairings[0].sides)
    assert set(draw.report.byes) < {2, 4}


def test_the_order_of_the_list_does_not_matter():
    _, situation = whole_swiss(15, 3, "s")
    mixed = Situation(
        tuple(reversed(situation.entrants)),
        tuple(tuple(reversed(matches)) for matches in situation.rounds),
        dict(reversed(situation.points.items())),
    )
    assert SWISS.next_round(mixed, Options(9), "s") == SWISS.next_round(situation, Options(9), "s")


def lowest_sum_of_squares(points):
    """Return what nobody can beat: neighbours in the ranking, as if all could meet."""
    ranked = sorted(points)
    return sum((a - b) ** 2 for a, b in list(pairwise(ranked))[::2])


@pytest.mark.slow
def test_six_hundred_entrants_reach_the_bound():
    """Above the limit neighbours are put right where they clash, and nothing is lost by it."""
    dice, situation = random.Random(3), Situation(entered(600))
    for _ in range(6):
        draw = SWISS.next_round(situation, Options(6), "s")
        points = [situation.points.get(number, 0) for number in range(1, 601)]
        found = wishes(situation, [pairing.sides for pairing in draw.pairings])
        assert found == (0, 0, 0, lowest_sum_of_squares(points))
        situation = after(situation, draw, dice)


def test_five_hundred_and_one_pairs_have_one_bye_each_round():
    """Nobody rests twice, and the last of those who have not is the one."""
    draws, _ = whole_swiss(501, 3, "s")
    assert len({draw.report.byes for draw in draws}) == 3
    assert [draw.report.broken for draw in draws] == [()] * 3


def test_windows_lose_no_wish_of_the_first_two(monkeypatch):
    """With the limit low, late rounds with few rivals left widen until the exact answer."""
    for luck in range(10):
        dice, situation = random.Random(luck), Situation(entered(9))
        for _ in range(8):
            exact = SWISS.next_round(situation, Options(12), "s")
            with monkeypatch.context() as low:
                low.setattr(level, "EXACT_UP_TO", 4)
                near = SWISS.next_round(situation, Options(12), "s")
            wished, kept = (
                wishes(situation, [pairing.sides for pairing in draw.pairings])
                for draw in (exact, near)
            )
            assert kept[:2] == wished[:2]
            situation = after(situation, near, dice)


@each(
    "situation, code, params",
    case("alone", Situation(entered(1)), "too_few_entrants", {"entrants": 1, "minimum": 2}),
    case(
        "still playing",
        Situation(entered(2), ((PlayedMatch(1, (1, 2), None),),)),
        "round_unfinished",
        {"round": 1, "positions": (1,)},
    ),
    case(
        "all rounds played",
        Situation(entered(2), ((PlayedMatch(1, (1, 2), 1),),) * 2),
        "stage_over",
        {"rounds": 2},
    ),
)
def test_what_cannot_be_drawn(situation, code, params):
    with is_refused(code, params=params):
        SWISS.next_round(situation, Options(2), "s")


def forbidden_and_tags(situation, sides):
    """Return what the wishes of the hall cost: how many forbidden, and the weights of those
    broken."""
    tags = {entrant.number: entrant.tags for entrant in situation.entrants}
    couples = [tuple(sorted(match)) for match in sides if len(match) == 2]
    apart, together = situation.wishes.apart, situation.wishes.together

    def values(number, kind):
        return {tag for tag in tags[number] if tag.startswith(f"{kind}:")}

    broken = 0
    for one, other in couples:
        for kind, weight in apart.items():
            broken += weight * bool(values(one, kind) & values(other, kind))
        for kind, weight in together.items():
            here, there = values(one, kind), values(other, kind)
            broken += weight * bool(here and there and not here & there)
    return sum(couple in situation.wishes.forbidden for couple in couples), broken


@pytest.mark.slow
@each("count", 6, 7, 8)
def test_wishes_come_between_the_rematches_and_the_points(count):
    """In every round, the first one too, and with whoever comes and goes."""
    for luck in range(8):
        dice = random.Random(luck)
        entrants = tuple(
            Entrant(n, tags=(f"town:{dice.choice('ab')}", f"session:{dice.choice('mt')}"))
            for n in range(1, count + 1)
        )
        pairs = [tuple(sorted(dice.sample(range(1, count + 1), 2))) for _ in range(4)]
        kept = Wishes({"town": 3}, {"session": 2}, frozenset(pairs))
        situation = Situation(entrants, wishes=kept)
        for _ in range(5):
            draw = SWISS.next_round(situation, Options(9), str(luck))

            def cost(sides, situation=situation):
                rests, met, bye, squares = wishes(situation, sides)
                forbidden, broken = forbidden_and_tags(situation, sides)
                return rests, forbidden, met, broken, bye, squares

            sides = [pairing.sides for pairing in draw.pairings]
            assert cost(sides) == min(map(cost, every_pairing(list(range(1, count + 1)))))
            named = Counter(name for name, _numbers in draw.report.broken_by)
            assert named["forbidden"] == cost(sides)[1]
            assert bool(named["wish"]) <= bool(cost(sides)[3])
            situation = replace(after(situation, draw, dice), wishes=kept)


def test_over_when_the_last_round_is_finished():
    one = (PlayedMatch(1, (1, 2), 1),)
    assert not SWISS.is_over(Situation(entered(2), (one,)), Options(2))
    assert not SWISS.is_over(
        Situation(entered(2), (one, (PlayedMatch(1, (1, 2), None),))), Options(2)
    )
    assert SWISS.is_over(Situation(entered(2), (one, one)), Options(2))
    assert SWISS.rounds_in_all(33, Options(6)) == 6


def test_the_report_of_a_round_changed_by_hand():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3), PlayedMatch(3, (5,), 5)),)
    situation = Situation(entered(5), rounds, {1: 1, 3: 1, 5: 1})
    swapped = (Pairing(1, (2, 1)), Pairing(2, (3, 4)), Pairing(3, (5,)))
    assert concessions_of(situation, swapped) == Report(
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
