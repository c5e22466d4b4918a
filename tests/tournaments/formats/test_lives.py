"""Vidas (N ceros): nobody loses more matches than lives, and nobody meets twice if avoidable."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.rows import each
from tests.sizes import size
from tests.tournaments.formats.brackets import added_up, check, entered, lost, matches, play, whole
from tests.tournaments.pairing.every import every_pairing
from tournaments.formats import LIVES, lives
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import couples
from tournaments.formats.lives import Options, closed_bracket, lives_left, lost_lives


def test_colmenar():
    """150 pairs a tres ceros: 449 matches if the champion never loses, two less at most."""
    situation, draws = whole(LIVES, Options(3), entered(150), luck=1)
    (champion,) = lives_left(situation, Options(3))
    losses = lost(situation)
    assert losses[champion] < 3
    assert all(losses[n] == 3 for n in range(1, 151) if n != champion)
    assert len(matches(situation)) == 447 + losses[champion]
    assert all(draw.report.rematches == () for draw in draws[:10])
    assert len(draws) < 20


@pytest.mark.slow
@each("count", *size((2, 3, 5, 12, 21), long=(2, 3, 4, 5, 7, 12, 21, 40)))
@each("options", *[Options(n, k) for n in range(1, 6) for k in (0, 2, 8)])
def test_it_ends_with_one_left(count, options):
    situation, _draws = whole(LIVES, options, entered(count), luck=count)
    assert len(lives_left(situation, options)) == 1
    assert max(lost(situation).values()) <= options.lives
    if not options.bracket_at:
        assert sorted(lost(situation).values())[1:] in (
            [options.lives] * (count - 2),
            [options.lives] * (count - 1),
        )


@each("luck", *range(size(12, long=25)))
def test_no_rest_and_no_rematch_that_could_be_avoided(luck):
    """Among all the rounds that could have been drawn of up to eight."""
    dice, options = random.Random(luck), Options(4)
    situation = Situation(entered(dice.randrange(3, 9)))
    while not LIVES.is_over(situation, options):
        living = sorted(lives_left(situation, options))
        draw = LIVES.next_round(situation, options, str(luck))
        rested = Counter(
            n for played in situation.rounds for m in played if m.rest for n in m.sides
        )
        met = Counter(c for played in situation.rounds for m in played for c in couples(m.sides))

        def conceded(sides, rested=rested, met=met):
            alone = [one[0] for one in sides if len(one) == 1]
            twos = [tuple(sorted(one)) for one in sides if len(one) == 2]
            return sum(rested[n] for n in alone), sum(met[two] for two in twos)

        best = min(conceded(sides) for sides in every_pairing(living))
        assert conceded([one.sides for one in draw.pairings]) == best
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = added_up(replace(situation, rounds=rounds))


@pytest.mark.slow
@each("luck", *range(30))
def test_whatever_happens_between_rounds_nothing_gets_stuck(luck):
    dice = random.Random(luck)
    options = Options(dice.randrange(1, 6), dice.choice(lives.BRACKETS))
    situation = Situation(entered(dice.randrange(2, 30)))
    for _round in range(80):
        if LIVES.is_over(situation, options):
            break
        draw = LIVES.next_round(situation, options, "s")
        check(draw, situation)
        backwards = replace(situation, entrants=situation.entrants[::-1])
        assert LIVES.next_round(backwards, options, "s") == draw
        assert {n for one in draw.pairings for n in one.sides} == LIVES.still_in(situation, options)
        rounds = [*map(list, situation.rounds), list(play(draw, dice, situation.entrants))]
        played = dice.choice(rounds)
        if len(played[0].sides) == 2 and dice.random() < 0.3:
            played[0] = replace(played[0], winner=played[0].losers[0])
        entrants = [
            replace(one, active=one.active and dice.random() > 0.05, again=int(dice.random() < 0.1))
            for one in situation.entrants
        ]
        if LIVES.late(situation, options) == "next_round" and dice.random() < 0.5:
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), tuple(map(tuple, rounds)))
    assert LIVES.is_over(situation, options)


def test_who_comes_late_has_lost_the_rounds_it_missed():
    options = Options(3)
    rounds = (
        (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),
        (PlayedMatch(1, (1, 3), 1), PlayedMatch(2, (2, 4), 2)),
    )
    situation = Situation(entered(5), rounds)
    assert lives_left(situation, options) == {1: 3, 2: 2, 3: 2, 4: 1, 5: 1}
    assert LIVES.late(situation, options) == "next_round"
    assert LIVES.late(Situation(entered(5), rounds * 2), options) == "too_late"


def test_a_purchase_is_one_life_more():
    options = Options(1)
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    entrants = (Entrant(1), Entrant(2, again=1), Entrant(3), Entrant(4))
    assert lives_left(Situation(entrants, rounds), options) == {1: 1, 2: 1, 3: 1}


def test_who_has_withdrawn_is_not_drawn_and_its_rival_of_the_bracket_rests():
    first = tuple(
        PlayedMatch(p, (2 * p - 1, 2 * p), 2 * p - 1, purpose="bracket") for p in range(1, 5)
    )
    rounds = (first,)
    entrants = tuple(replace(one, active=one.number != 3) for one in entered(8))
    draw = LIVES.next_round(Situation(entrants, rounds), Options(3, 8), "s")
    assert [one.sides for one in draw.pairings] == [(1,), (5, 7)]
    assert draw.report.broken == ()


@each("at", 2, 4, 8, 16)
def test_the_closed_bracket_puts_out_at_the_first_loss(at):
    options = Options(3, at)
    situation, draws = whole(LIVES, options, entered(30), luck=at)
    closed = [d for d in draws if any(p.purpose in ("bracket", "final") for p in d.pairings)]
    assert len(closed) <= at.bit_length() - 1
    numbers = {n for p in closed[0].pairings for n in p.sides}
    assert len(numbers) <= at
    assert closed == draws[-len(closed) :]
    assert [p.purpose for p in draws[-1].pairings] == ["final"]
    fallen = [n for played in situation.rounds[-len(closed) :] for m in played for n in m.losers]
    assert len(fallen) == len(set(fallen)) == len(numbers) - 1


def test_wishes_are_kept_and_reported():
    towns = tuple(Entrant(n, tags=(f"town:{n % 2}",)) for n in range(1, 9))
    draw = LIVES.next_round(Situation(towns, wishes=Wishes({"town": 1})), Options(), "s")
    assert draw.report.broken == ()
    same = tuple(Entrant(n, tags=("town:luco",)) for n in range(1, 5))
    draw = LIVES.next_round(Situation(same, wishes=Wishes({"town": 1})), Options(), "s")
    assert draw.report.broken == ("wish",)
    forbidden = Wishes(forbidden=frozenset(combinations(range(1, 4), 2)))
    draw = LIVES.next_round(Situation(entered(6), wishes=forbidden), Options(), "s")
    assert draw.report.broken == ()


def test_two_thousand_have_no_rematch_while_there_is_room():
    situation = Situation(entered(2001))
    dice = random.Random(0)
    for _round in range(6):
        draw = LIVES.next_round(situation, Options(5), "s")
        assert draw.report.broken == ()
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = added_up(replace(situation, rounds=rounds))


def test_a_whole_village_above_the_exact_size():
    """600 of which half are of one town: a quarter of the couples must change."""
    towns = tuple(Entrant(n, tags=("town:luco",) if n % 2 else ()) for n in range(1, 601))
    draw = LIVES.next_round(Situation(towns, wishes=Wishes({"town": 2})), Options(), "s")
    drawn = [n for one in draw.pairings for n in one.sides]
    assert sorted(drawn) == list(range(1, 601))
    assert draw.report.broken_by == ()


@each(
    "typed, code",
    ({"lives": 0}, "option_out_of_range"),
    ({"lives": 6}, "option_out_of_range"),
    ({"bracket_at": 33}, "option_out_of_range"),
    ({"bracket_at": 3}, "option_unknown"),
)
def test_options_that_cannot_be(typed, code):
    with pytest.raises(DrawError, match=code):
        Options(**typed)


def test_too_few_and_over():
    with pytest.raises(DrawError, match="too_few_entrants"):
        LIVES.next_round(Situation(entered(1)), Options(), "s")
    rounds = ((PlayedMatch(1, (1, 2), 1),),)
    with pytest.raises(DrawError, match="stage_over"):
        LIVES.next_round(Situation(entered(2), rounds), Options(1), "s")
    with pytest.raises(DrawError, match="round_unfinished"):
        LIVES.next_round(Situation(entered(2), ((PlayedMatch(1, (1, 2), None),),)), Options(1), "s")


def test_the_closed_bracket_is_pictured_to_its_final():
    situation = Situation(tuple(Entrant(number) for number in range(1, 5)))
    assert closed_bracket(situation) == ()
    first = (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3))
    closed = (
        PlayedMatch(1, (1, 3), 1, purpose="bracket"),
        PlayedMatch(2, (2, 4), None, purpose="bracket"),
    )
    assert closed_bracket(replace(situation, rounds=(first,))) == ()
    (bracket,) = closed_bracket(replace(situation, rounds=(first, closed)))
    assert [[tie.position for tie in ties] for ties in bracket.rounds] == [[1, 2], [0]]
    assert bracket.rounds[1][0].places[0].number == 1
    assert bracket.rounds[1][0].places[1].source.place == 2


def test_lives_lost_count_the_rounds_missed():
    rounds = ((PlayedMatch(1, (1, 2), 1),), (PlayedMatch(1, (1, 3), 3),))
    situation = Situation(tuple(Entrant(number) for number in range(1, 5)), rounds)
    assert lost_lives(situation) == {1: 1, 2: 1, 3: 1, 4: 2}


def test_what_was_lost_to_somebody_void_is_lost_no_more():
    rounds = (
        (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),
        (PlayedMatch(1, (1, 3), 1), PlayedMatch(2, (2, 4), 2)),
    )
    situation = Situation(entered(4), rounds)
    assert lives_left(situation, Options(1)) == {1: 1}
    assert LIVES.is_over(situation, Options(1))
    gone = tuple(replace(one, active=one.number != 1) for one in situation.entrants)
    annulled = replace(situation, entrants=gone, void=frozenset({1}))
    assert lives_left(annulled, Options(1)) == {2: 1, 3: 1}
    assert not LIVES.is_over(annulled, Options(1)), "and those two play on"
    assert [one.sides for one in LIVES.next_round(annulled, Options(1), "s").pairings] in (
        [(2, 3)],
        [(3, 2)],
    )
    assert lives_left(annulled, Options(2)) == {2: 2, 3: 2}


def test_in_the_closed_bracket_what_was_decided_stands():
    first = tuple(
        PlayedMatch(p, (2 * p - 1, 2 * p), 2 * p - 1, purpose="bracket") for p in range(1, 5)
    )
    gone = tuple(replace(one, active=one.number != 1) for one in entered(8))
    situation = Situation(gone, (first,), void=frozenset({1}))
    assert LIVES.still_in(situation, Options(3, 8)) == {3, 5, 7}
    assert [one.sides for one in LIVES.next_round(situation, Options(3, 8), "s").pairings] == [
        (3,),
        (5, 7),
    ]
