"""Tests of boxes (ascenso y descenso): promotion, blocks, late entrants and withdrawals."""

import random
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import each
from tests.sizes import size
from tests.tournaments.formats.leagues import (
    entrants_up_to,
    meetings_by_couple,
    numbers_drawn_once,
    play_out,
    situation_after_round,
)
from tournaments.formats import BOXES, boxes
from tournaments.formats.boxes import Options
from tournaments.formats.core import Entrant, PlayedMatch, Situation


def members_by_box(draw):
    members = {}
    for pairing in draw.pairings:
        members.setdefault(pairing.group, set()).update(pairing.sides)
    return members


def after_lower_numbers_win(situation, draw):
    """Return the situation after a round in which the lower number wins each match 2-0."""
    matches = tuple(
        PlayedMatch(
            pairing.position,
            pairing.sides,
            min(pairing.sides),
            group=pairing.group,
            counted=()
            if pairing.is_bye
            else tuple(2 * (side == min(pairing.sides)) for side in pairing.sides),
        )
        for pairing in draw.pairings
    )
    return replace(situation, rounds=(*situation.rounds, matches))


def test_boxes_of_two_rounds_promote_the_first_and_relegate_the_last():
    """Blocks of two rounds, as in UsuMus. The lower number wins every match: boxes end sorted."""
    options = Options(size=4, blocks=8, per_block=2)
    situation = Situation(entrants_up_to(16))
    while not BOXES.is_over(situation, options):
        previous_situation = situation
        draw = BOXES.next_round(situation, options, "s")
        assert numbers_drawn_once(draw) == set(range(1, 17)) and draw.report.broken == ()
        situation = after_lower_numbers_win(situation, draw)
        if len(situation.rounds) % 2:
            continue
        standing = boxes.standing(situation, options)
        if not BOXES.is_over(situation, options):
            next_boxes = members_by_box(BOXES.next_round(situation, options, "s"))
            for above, below in pairwise(standing):
                assert (
                    standing[above][-1] in next_boxes[below]
                    and standing[below][0] in next_boxes[above]
                )
            for name, members in standing.items():
                assert set(members[1:-1]) <= next_boxes[name]
        assert previous_situation.rounds == situation.rounds[:-1]
    assert len(situation.rounds) == BOXES.rounds_in_all(16, options) == 16
    assert boxes.standing(situation, options)["1"][0] == 1
    assert boxes.standing(situation, options)["4"][-1] == 16


def test_block_of_a_whole_league_in_each_box():
    options = Options(size=5, blocks=2, per_block=0)
    draws, situation = play_out(BOXES, Situation(entrants_up_to(14)), options)
    first_boxes = members_by_box(draws[0])
    assert sorted(map(len, first_boxes.values())) == [4, 5, 5]
    assert len(draws) == BOXES.rounds_in_all(14, options) == 10
    meetings = meetings_by_couple(situation.rounds[:5])
    assert set(meetings.values()) == {1} and len(meetings) == 10 + 10 + 6
    assert all(members_by_box(draw).items() <= first_boxes.items() for draw in draws[1:3])


def test_short_blocks_choose_the_rivals_who_have_met_least():
    options = Options(size=4, blocks=3, per_block=1)
    _draws, situation = play_out(BOXES, Situation(entrants_up_to(4)), options)
    # In three blocks of one round, every two of the four entrants of a box meet once.
    assert set(meetings_by_couple(situation.rounds).values()) == {1}


def test_standing_of_a_box_counts_only_its_block():
    first_matches = (
        PlayedMatch(1, (1, 2), 1, group="1", counted=(2, 0)),
        PlayedMatch(2, (3, 4), 3, group="1", counted=(2, 1)),
        PlayedMatch(3, (5, 6), None, drawn=True, group="2", counted=(1, 1)),
        PlayedMatch(4, (7,), 7, group="2"),
    )
    options = Options(size=4, blocks=2, per_block=1)
    situation = Situation(entrants_up_to(7), (first_matches,))
    assert boxes.standing(situation, options) == {"1": (1, 3, 4, 2), "2": (5, 6, 7)}
    assert boxes.next_boxes(situation, options, "s") == {"1": (1, 3, 4, 5), "2": (2, 6, 7)}
    assert BOXES.order(situation, options) == (1, 3, 4, 2, 5, 6, 7)
    second_matches = (
        PlayedMatch(1, (1, 5), None, drawn=True, group="1", counted=(1, 1)),
        PlayedMatch(2, (4, 3), None, drawn=True, group="1", counted=(1, 1)),
        PlayedMatch(3, (2, 7), 7, group="2", counted=(0, 2)),
        PlayedMatch(4, (6,), 6, group="2"),
    )
    second_situation = replace(situation, rounds=(first_matches, second_matches))
    assert boxes.standing(second_situation, options) == {"1": (1, 3, 4, 5), "2": (7, 6, 2)}


def test_order_of_boxes_includes_late_and_withdrawn_entrants():
    options = Options(size=4, blocks=3, per_block=1)
    assert BOXES.order(Situation(entrants_up_to(3)), options) == (1, 2, 3)
    situation = after_lower_numbers_win(*situation_and_first_draw(8, options))
    withdrawn_order = [number for number in BOXES.order(situation, options) if number in (1, 8)]
    entrants = tuple(
        replace(entrant, active=entrant.number not in (1, 8)) for entrant in situation.entrants
    )
    situation = replace(situation, entrants=(*entrants, Entrant(9)))
    situation = after_lower_numbers_win(situation, BOXES.next_round(situation, options, "s"))
    situation_with_late_entrants = replace(
        situation, entrants=(*situation.entrants, Entrant(10), Entrant(11, False))
    )
    order = BOXES.order(situation_with_late_entrants, options)
    assert sorted(order) == list(range(1, 12))
    assert set(order[:7]) == {2, 3, 4, 5, 6, 7, 9} and order[7] == 10
    assert order[8:] == (*withdrawn_order, 11)


def situation_and_first_draw(count, options):
    situation = Situation(entrants_up_to(count))
    return situation, BOXES.next_round(situation, options, "s")


def test_withdrawal_is_filled_at_the_next_block_and_late_entrants_begin_at_the_bottom():
    options = Options(size=4, blocks=3, per_block=2)
    situation = Situation(entrants_up_to(12))
    situation = after_lower_numbers_win(situation, BOXES.next_round(situation, options, "s"))
    top_members = members_by_box(BOXES.next_round(situation, options, "s"))["1"]
    withdrawn_number = max(top_members)
    entrants = tuple(
        replace(entrant, active=entrant.number != withdrawn_number)
        for entrant in situation.entrants
    )
    situation = replace(situation, entrants=(*entrants, Entrant(13)))
    draw = BOXES.next_round(situation, options, "s")
    assert (
        members_by_box(draw)["1"] == top_members - {withdrawn_number}
        and 13 in members_by_box(draw)["3"]
    )
    next_boxes = boxes.next_boxes(after_lower_numbers_win(situation, draw), options, "s")
    assert [len(members) for members in next_boxes.values()] == [4, 4, 4]


def test_first_boxes_are_filled_by_seed():
    people = tuple(Entrant(number, seed=13 - number) for number in range(1, 13))
    draw = BOXES.next_round(Situation(people), Options(spread="seed"), "s")
    assert members_by_box(draw) == {"1": {9, 10, 11, 12}, "2": {5, 6, 7, 8}, "3": {1, 2, 3, 4}}


@settings(max_examples=size(15, long=30))
@given(
    st.integers(2, 20),
    st.integers(3, 6),
    st.integers(0, 3),
    st.integers(1, 4),
    st.integers(0, 10**6),
)
def test_boxes_end_although_entrants_arrive_and_withdraw(count, size, rounds, blocks, dice_seed):
    dice, options = random.Random(dice_seed), Options(size=size, blocks=blocks, per_block=rounds)
    situation, dates = Situation(entrants_up_to(count)), 0
    while not BOXES.is_over(situation, options):
        draw = BOXES.next_round(situation, options, "s")
        reversed_entrants = replace(situation, entrants=tuple(reversed(situation.entrants)))
        assert draw == BOXES.next_round(reversed_entrants, options, "s")
        assert numbers_drawn_once(draw) <= BOXES.living_entries(situation, options)
        assert any(not pairing.is_bye for pairing in draw.pairings)
        situation = situation_after_round(situation, draw, dice)
        entrants = list(situation.entrants)
        if dice.random() < 0.2:
            index = dice.randrange(len(entrants))
            active = sum(entrant.active for entrant in entrants)
            entrants[index] = replace(
                entrants[index], active=not entrants[index].active or active < 4
            )
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
def test_wrong_options_of_boxes_are_refused(options, option):
    with is_refused(option=option):
        Options(**options)


def test_boxes_refuse_an_unfinished_round_and_a_finished_stage():
    situation = Situation(entrants_up_to(8))
    draw = BOXES.next_round(situation, Options(), "s")
    unfinished_round = tuple(
        PlayedMatch(pairing.position, pairing.sides, None, group=pairing.group)
        for pairing in draw.pairings
    )
    with is_refused("round_unfinished"):
        BOXES.next_round(Situation(entrants_up_to(8), (unfinished_round,)), Options(), "s")
    _draws, finished_situation = play_out(BOXES, situation, Options(blocks=1))
    with is_refused("stage_over"):
        BOXES.next_round(finished_situation, Options(blocks=1), "s")


def test_reckoning_of_a_box_explains_each_place():
    options = Options(size=4, blocks=2, per_block=1)
    first_matches = (
        PlayedMatch(1, (1, 2), 1, group="1", counted=(2, 0)),
        PlayedMatch(2, (3, 4), 3, group="1", counted=(2, 1)),
    )
    situation = Situation(entrants_up_to(4), (first_matches,))
    reckoning = BOXES.reckoning(situation, options)
    assert reckoning[1] == (("points", 2), ("diff", 2), ("won", 2), ("before", -1))
    assert reckoning[4] == (("points", 0), ("diff", -1), ("won", 1), ("before", -1))
    assert BOXES.reckoning(Situation(entrants_up_to(4)), options) == {}
    ((_name, members),) = boxes.standing(situation, options).items()
    by_reckoning = sorted(members, key=lambda number: [-value for _key, value in reckoning[number]])
    assert tuple(by_reckoning) == members == (1, 3, 4, 2)
    second_matches = (
        PlayedMatch(1, (1, 3), None, drawn=True, group="1", counted=(1, 1)),
        PlayedMatch(2, (4, 2), None, drawn=True, group="1", counted=(1, 1)),
    )
    second_situation = replace(situation, rounds=(first_matches, second_matches))
    reckoning = BOXES.reckoning(second_situation, options)
    assert [reckoning[number][-1] for number in (1, 3, 4, 2)] == [
        ("before", -place) for place in (1, 2, 3, 4)
    ]


def test_void_matches_do_not_count_in_the_standing_of_a_box():
    options = Options(size=4, blocks=2, per_block=1)
    first_matches = (
        PlayedMatch(1, (1, 2), 1, group="1", counted=(2, 0)),
        PlayedMatch(2, (3, 4), 3, group="1", counted=(2, 1)),
    )
    situation = Situation(entrants_up_to(4), (first_matches,), void=frozenset({1}))
    assert boxes.standing(situation, options) == {"1": (3, 1, 2, 4)}
