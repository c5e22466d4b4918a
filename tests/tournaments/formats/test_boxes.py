"""Ascenso y descenso: who goes up and down, where blocks begin, and people who come and go."""

import random
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import each
from tests.sizes import size
from tests.tournaments.formats.leagues import after, entered, met, once_a_round, whole
from tournaments.formats import BOXES, boxes
from tournaments.formats.boxes import Options
from tournaments.formats.core import Entrant, PlayedMatch, Situation


def by_box(draw):
    found = {}
    for one in draw.pairings:
        found.setdefault(one.group, set()).update(one.sides)
    return found


def strongest(situation, draw):
    """The round won by the lower number of each match, two to nothing."""
    matches = tuple(
        PlayedMatch(
            one.position,
            one.sides,
            min(one.sides),
            group=one.group,
            counted=() if one.rest else tuple(2 * (side == min(one.sides)) for side in one.sides),
        )
        for one in draw.pairings
    )
    return replace(situation, rounds=(*situation.rounds, matches))


def test_blocks_of_two_rounds_two_wins_up_two_losses_down():
    """UsuMus: five blocks of two rounds. With the lower number always winning they end sorted."""
    options = Options(size=4, blocks=8, per_block=2)
    situation = Situation(entered(16))
    while not BOXES.is_over(situation, options):
        before = situation
        draw = BOXES.next_round(situation, options, "s")
        assert once_a_round(draw) == set(range(1, 17)) and draw.report.broken == ()
        situation = strongest(situation, draw)
        if len(situation.rounds) % 2:
            continue
        here = boxes.standing(situation, options)
        if not BOXES.is_over(situation, options):
            there = by_box(BOXES.next_round(situation, options, "s"))
            for above, below in pairwise(here):
                assert here[above][-1] in there[below] and here[below][0] in there[above]
            for name, members in here.items():
                assert set(members[1:-1]) <= there[name]
        assert before.rounds == situation.rounds[:-1]
    assert len(situation.rounds) == BOXES.rounds_in_all(16, options) == 16
    assert boxes.standing(situation, options)["1"][0] == 1
    assert boxes.standing(situation, options)["4"][-1] == 16


def test_a_block_in_which_all_meet_all():
    options = Options(size=5, blocks=2, per_block=0)
    draws, situation = whole(BOXES, Situation(entered(14)), options)
    first = by_box(draws[0])
    assert sorted(map(len, first.values())) == [4, 5, 5]
    assert len(draws) == BOXES.rounds_in_all(14, options) == 10
    times = met(situation.rounds[:5])
    assert set(times.values()) == {1} and len(times) == 10 + 10 + 6
    assert all(by_box(draw).items() <= first.items() for draw in draws[1:3])


def test_who_meets_in_a_block_of_few_rounds_are_those_who_have_met_least():
    options = Options(size=4, blocks=3, per_block=1)
    _draws, situation = whole(BOXES, Situation(entered(4)), options)
    assert set(met(situation.rounds).values()) == {1}  # one box: three blocks, three rivals


def test_the_standing_of_a_box_is_of_the_block_alone():
    first = (
        PlayedMatch(1, (1, 2), 1, group="1", counted=(2, 0)),
        PlayedMatch(2, (3, 4), 3, group="1", counted=(2, 1)),
        PlayedMatch(3, (5, 6), None, drawn=True, group="2", counted=(1, 1)),
        PlayedMatch(4, (7,), 7, group="2"),
    )
    options = Options(size=4, blocks=2, per_block=1)
    situation = Situation(entered(7), (first,))
    assert boxes.standing(situation, options) == {"1": (1, 3, 4, 2), "2": (5, 6, 7)}
    assert boxes.next_boxes(situation, options, "s") == {"1": (1, 3, 4, 5), "2": (2, 6, 7)}
    assert BOXES.order(situation, options) == (1, 3, 4, 2, 5, 6, 7)
    second = (
        PlayedMatch(1, (1, 5), None, drawn=True, group="1", counted=(1, 1)),
        PlayedMatch(2, (4, 3), None, drawn=True, group="1", counted=(1, 1)),
        PlayedMatch(3, (2, 7), 7, group="2", counted=(0, 2)),
        PlayedMatch(4, (6,), 6, group="2"),
    )
    both = replace(situation, rounds=(first, second))
    assert boxes.standing(both, options) == {"1": (1, 3, 4, 5), "2": (7, 6, 2)}


def test_everybody_has_a_place_in_the_order():
    options = Options(size=4, blocks=3, per_block=1)
    assert BOXES.order(Situation(entered(3)), options) == (1, 2, 3)
    situation = strongest(*first_round(8, options))
    stood = [one for one in BOXES.order(situation, options) if one in (1, 8)]
    gone = tuple(replace(one, active=one.number not in (1, 8)) for one in situation.entrants)
    situation = replace(situation, entrants=(*gone, Entrant(9)))
    situation = strongest(situation, BOXES.next_round(situation, options, "s"))
    late = replace(situation, entrants=(*situation.entrants, Entrant(10), Entrant(11, False)))
    order = BOXES.order(late, options)
    assert sorted(order) == list(range(1, 12))
    assert set(order[:7]) == {2, 3, 4, 5, 6, 7, 9} and order[7] == 10
    assert order[8:] == (*stood, 11)


def first_round(count, options):
    situation = Situation(entered(count))
    return situation, BOXES.next_round(situation, options, "s")


def test_the_gap_of_who_withdraws_closes_at_the_next_block_and_who_comes_begins_below():
    options = Options(size=4, blocks=3, per_block=2)
    situation = Situation(entered(12))
    situation = strongest(situation, BOXES.next_round(situation, options, "s"))
    top = by_box(BOXES.next_round(situation, options, "s"))["1"]
    gone = max(top)
    entrants = tuple(replace(one, active=one.number != gone) for one in situation.entrants)
    situation = replace(situation, entrants=(*entrants, Entrant(13)))
    draw = BOXES.next_round(situation, options, "s")
    assert by_box(draw)["1"] == top - {gone} and 13 in by_box(draw)["3"]
    following = boxes.next_boxes(strongest(situation, draw), options, "s")
    assert [len(members) for members in following.values()] == [4, 4, 4]


def test_the_first_boxes_by_seed():
    people = tuple(Entrant(number, seed=13 - number) for number in range(1, 13))
    draw = BOXES.next_round(Situation(people), Options(spread="seed"), "s")
    assert by_box(draw) == {"1": {9, 10, 11, 12}, "2": {5, 6, 7, 8}, "3": {1, 2, 3, 4}}


@settings(max_examples=size(15, long=30), deadline=None)
@given(
    st.integers(2, 20),
    st.integers(3, 6),
    st.integers(0, 3),
    st.integers(1, 4),
    st.integers(0, 10**6),
)
def test_boxes_where_people_come_and_go(count, size, rounds, blocks, luck):
    dice, options = random.Random(luck), Options(size=size, blocks=blocks, per_block=rounds)
    situation, dates = Situation(entered(count)), 0
    while not BOXES.is_over(situation, options):
        draw = BOXES.next_round(situation, options, "s")
        mixed = replace(situation, entrants=tuple(reversed(situation.entrants)))
        assert draw == BOXES.next_round(mixed, options, "s")
        assert once_a_round(draw) <= BOXES.still_in(situation, options)
        assert any(not one.rest for one in draw.pairings)
        situation = after(situation, draw, dice)
        entrants = list(situation.entrants)
        if dice.random() < 0.2:
            at = dice.randrange(len(entrants))
            alive = sum(one.active for one in entrants)
            entrants[at] = replace(entrants[at], active=not entrants[at].active or alive < 4)
        if dice.random() < 0.2 and len(entrants) < 26:
            entrants.append(Entrant(len(entrants) + 1))
        situation = replace(situation, entrants=tuple(entrants))
        assert sorted(BOXES.order(situation, options)) == list(range(1, len(entrants) + 1))
        dates += 1
        assert dates <= blocks * 9, "it does not end"


@each(
    "options, option",
    ({"size": 2}, "size"),
    ({"blocks": 0}, "blocks"),
    ({"per_block": 4}, "per_block"),
    ({"moves": 3}, "moves"),
    ({"spread": "dedo"}, "spread"),
)
def test_options_that_cannot_be(options, option):
    with is_refused(option=option):
        Options(**options)


def test_what_cannot_be_drawn():
    situation = Situation(entered(8))
    draw = BOXES.next_round(situation, Options(), "s")
    unfinished = tuple(
        PlayedMatch(one.position, one.sides, None, group=one.group) for one in draw.pairings
    )
    with is_refused("round_unfinished"):
        BOXES.next_round(Situation(entered(8), (unfinished,)), Options(), "s")
    _draws, over = whole(BOXES, situation, Options(blocks=1))
    with is_refused("stage_over"):
        BOXES.next_round(over, Options(blocks=1), "s")


def test_what_each_place_of_a_box_comes_from():
    options = Options(size=4, blocks=2, per_block=1)
    first = (
        PlayedMatch(1, (1, 2), 1, group="1", counted=(2, 0)),
        PlayedMatch(2, (3, 4), 3, group="1", counted=(2, 1)),
    )
    situation = Situation(entered(4), (first,))
    told = BOXES.reckoning(situation, options)
    assert told[1] == (("points", 2), ("diff", 2), ("won", 2), ("before", -1))
    assert told[4] == (("points", 0), ("diff", -1), ("won", 1), ("before", -1))
    assert BOXES.reckoning(Situation(entered(4)), options) == {}
    ((_name, members),) = boxes.standing(situation, options).items()
    by_told = sorted(members, key=lambda number: [-value for _key, value in told[number]])
    assert tuple(by_told) == members == (1, 3, 4, 2)
    second = (
        PlayedMatch(1, (1, 3), None, drawn=True, group="1", counted=(1, 1)),
        PlayedMatch(2, (4, 2), None, drawn=True, group="1", counted=(1, 1)),
    )
    both = replace(situation, rounds=(first, second))
    told = BOXES.reckoning(both, options)
    assert [told[number][-1] for number in (1, 3, 4, 2)] == [("before", -n) for n in (1, 2, 3, 4)]


def test_what_somebody_void_played_moves_nobody():
    options = Options(size=4, blocks=2, per_block=1)
    first = (
        PlayedMatch(1, (1, 2), 1, group="1", counted=(2, 0)),
        PlayedMatch(2, (3, 4), 3, group="1", counted=(2, 1)),
    )
    situation = Situation(entered(4), (first,), void=frozenset({1}))
    assert boxes.standing(situation, options) == {"1": (3, 1, 2, 4)}
