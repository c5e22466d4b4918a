"""Tests of lives (vidas): lost lives, avoided rematches, and the closed bracket."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.rows import each
from tests.sizes import size
from tests.tournaments.formats.brackets import (
    add_totals,
    check_draw,
    entrants_up_to,
    loss_counts,
    matches,
    play,
    play_out,
)
from tests.tournaments.pairing.every import every_pairing
from tournaments.formats import LIVES, lives
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import couples
from tournaments.formats.lives import Options, closed_bracket, lives_left, lost_lives


def test_lives_of_150_pairs_as_in_colmenar():
    """150 pairs with three lives: 449 matches if the champion loses twice, two fewer if never."""
    situation, draws = play_out(LIVES, Options(3), entrants_up_to(150), dice_seed=1)
    (champion,) = lives_left(situation, Options(3))
    losses = loss_counts(situation)
    assert losses[champion] < 3
    assert all(losses[number] == 3 for number in range(1, 151) if number != champion)
    assert len(matches(situation)) == 447 + losses[champion]
    assert all(draw.report.rematches == () for draw in draws[:10])
    assert len(draws) < 20


@pytest.mark.slow
@each("count", *size((2, 3, 5, 12, 21), long=(2, 3, 4, 5, 7, 12, 21, 40)))
@each("options", *[Options(count, bracket_at) for count in range(1, 6) for bracket_at in (0, 2, 8)])
def test_lives_end_with_one_entrant_left(count, options):
    situation, _draws = play_out(LIVES, options, entrants_up_to(count), dice_seed=count)
    assert len(lives_left(situation, options)) == 1
    assert max(loss_counts(situation).values()) <= options.lives
    if not options.bracket_at:
        assert sorted(loss_counts(situation).values())[1:] in (
            [options.lives] * (count - 2),
            [options.lives] * (count - 1),
        )


@each("dice_seed", *range(size(12, long=25)))
def test_lives_have_no_avoidable_bye_or_rematch(dice_seed):
    """Compare with every possible round of up to eight entrants."""
    dice, options = random.Random(dice_seed), Options(4)
    situation = Situation(entrants_up_to(dice.randrange(3, 9)))
    while not LIVES.is_over(situation, options):
        living_numbers = sorted(lives_left(situation, options))
        draw = LIVES.next_round(situation, options, str(dice_seed))
        bye_counts = Counter(
            number
            for round in situation.rounds
            for match in round
            if match.is_bye
            for number in match.sides
        )
        meetings = Counter(
            couple
            for round in situation.rounds
            for match in round
            for couple in couples(match.sides)
        )

        def concessions(sides, bye_counts=bye_counts, meetings=meetings):
            byes = [match_sides[0] for match_sides in sides if len(match_sides) == 1]
            pairs = [tuple(sorted(match_sides)) for match_sides in sides if len(match_sides) == 2]
            return sum(bye_counts[number] for number in byes), sum(meetings[pair] for pair in pairs)

        fewest_concessions = min(concessions(sides) for sides in every_pairing(living_numbers))
        assert concessions([pairing.sides for pairing in draw.pairings]) == fewest_concessions
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = add_totals(replace(situation, rounds=rounds))


@pytest.mark.slow
@each("dice_seed", *range(30))
def test_lives_end_whatever_changes_between_rounds(dice_seed):
    dice = random.Random(dice_seed)
    options = Options(dice.randrange(1, 6), dice.choice(lives.BRACKETS))
    situation = Situation(entrants_up_to(dice.randrange(2, 30)))
    for _number in range(80):
        if LIVES.is_over(situation, options):
            break
        draw = LIVES.next_round(situation, options, "s")
        check_draw(draw, situation)
        reversed_entrants = replace(situation, entrants=situation.entrants[::-1])
        assert LIVES.next_round(reversed_entrants, options, "s") == draw
        assert {
            number for pairing in draw.pairings for number in pairing.sides
        } == LIVES.living_entries(situation, options)
        rounds = [*map(list, situation.rounds), list(play(draw, dice, situation.entrants))]
        round = dice.choice(rounds)
        if len(round[0].sides) == 2 and dice.random() < 0.3:
            round[0] = replace(round[0], winner=round[0].losers[0])
        entrants = [
            replace(
                entrant,
                active=entrant.active and dice.random() > 0.05,
                again=int(dice.random() < 0.1),
            )
            for entrant in situation.entrants
        ]
        if LIVES.late_arrival(situation, options) == "next_round" and dice.random() < 0.5:
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), tuple(map(tuple, rounds)))
    assert LIVES.is_over(situation, options)


def test_late_entrant_has_lost_a_life_for_each_missed_round():
    options = Options(3)
    rounds = (
        (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),
        (PlayedMatch(1, (1, 3), 1), PlayedMatch(2, (2, 4), 2)),
    )
    situation = Situation(entrants_up_to(5), rounds)
    assert lives_left(situation, options) == {1: 3, 2: 2, 3: 2, 4: 1, 5: 1}
    assert LIVES.late_arrival(situation, options) == "next_round"
    assert LIVES.late_arrival(Situation(entrants_up_to(5), rounds * 2), options) == "too_late"


def test_re_entry_gives_one_more_life():
    options = Options(1)
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    entrants = (Entrant(1), Entrant(2, again=1), Entrant(3), Entrant(4))
    assert lives_left(Situation(entrants, rounds), options) == {1: 1, 2: 1, 3: 1}


def test_rival_of_a_withdrawn_entrant_rests_in_the_closed_bracket():
    first_round = tuple(
        PlayedMatch(position, (2 * position - 1, 2 * position), 2 * position - 1, purpose="bracket")
        for position in range(1, 5)
    )
    rounds = (first_round,)
    entrants = tuple(replace(entrant, active=entrant.number != 3) for entrant in entrants_up_to(8))
    draw = LIVES.next_round(Situation(entrants, rounds), Options(3, 8), "s")
    assert [pairing.sides for pairing in draw.pairings] == [(1,), (5, 7)]
    assert draw.report.broken == ()


@each("bracket_at", 2, 4, 8, 16)
def test_closed_bracket_eliminates_at_the_first_loss(bracket_at):
    options = Options(3, bracket_at)
    situation, draws = play_out(LIVES, options, entrants_up_to(30), dice_seed=bracket_at)
    bracket_draws = [
        draw
        for draw in draws
        if any(pairing.purpose in ("bracket", "final") for pairing in draw.pairings)
    ]
    assert len(bracket_draws) <= bracket_at.bit_length() - 1
    numbers = {number for pairing in bracket_draws[0].pairings for number in pairing.sides}
    assert len(numbers) <= bracket_at
    assert bracket_draws == draws[-len(bracket_draws) :]
    assert [pairing.purpose for pairing in draws[-1].pairings] == ["final"]
    losers = [
        number
        for round in situation.rounds[-len(bracket_draws) :]
        for match in round
        for number in match.losers
    ]
    assert len(losers) == len(set(losers)) == len(numbers) - 1


def test_lives_respect_wishes_and_report_broken_wishes():
    entrants = tuple(Entrant(number, tags=(f"town:{number % 2}",)) for number in range(1, 9))
    draw = LIVES.next_round(Situation(entrants, wishes=Wishes({"town": 1})), Options(), "s")
    assert draw.report.broken == ()
    same_town = tuple(Entrant(number, tags=("town:luco",)) for number in range(1, 5))
    draw = LIVES.next_round(Situation(same_town, wishes=Wishes({"town": 1})), Options(), "s")
    assert draw.report.broken == ("wish",)
    forbidden_wishes = Wishes(forbidden=frozenset(combinations(range(1, 4), 2)))
    draw = LIVES.next_round(Situation(entrants_up_to(6), wishes=forbidden_wishes), Options(), "s")
    assert draw.report.broken == ()


def test_lives_of_2001_entrants_have_no_rematch_in_six_rounds():
    situation = Situation(entrants_up_to(2001))
    dice = random.Random(0)
    for _number in range(6):
        draw = LIVES.next_round(situation, Options(5), "s")
        assert draw.report.broken == ()
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = add_totals(replace(situation, rounds=rounds))


def test_lives_keep_half_a_hall_of_one_town_apart():
    """One town has half of the 600 entrants: by lot, about 75 of 300 couples would be from it."""
    entrants = tuple(
        Entrant(number, tags=("town:luco",) if number % 2 else ()) for number in range(1, 601)
    )
    draw = LIVES.next_round(Situation(entrants, wishes=Wishes({"town": 2})), Options(), "s")
    numbers = [number for pairing in draw.pairings for number in pairing.sides]
    assert sorted(numbers) == list(range(1, 601))
    assert draw.report.broken_by == ()


@each(
    "options, code",
    ({"lives": 0}, "option_out_of_range"),
    ({"lives": 6}, "option_out_of_range"),
    ({"bracket_at": 33}, "option_out_of_range"),
    ({"bracket_at": 3}, "option_unknown"),
)
def test_wrong_options_of_lives_are_refused(options, code):
    with pytest.raises(DrawError, match=code):
        Options(**options)


def test_impossible_draws_of_lives_are_refused():
    with pytest.raises(DrawError, match="too_few_entrants"):
        LIVES.next_round(Situation(entrants_up_to(1)), Options(), "s")
    rounds = ((PlayedMatch(1, (1, 2), 1),),)
    with pytest.raises(DrawError, match="stage_over"):
        LIVES.next_round(Situation(entrants_up_to(2), rounds), Options(1), "s")
    with pytest.raises(DrawError, match="round_unfinished"):
        LIVES.next_round(
            Situation(entrants_up_to(2), ((PlayedMatch(1, (1, 2), None),),)), Options(1), "s"
        )


def test_picture_of_the_closed_bracket_reaches_the_final():
    situation = Situation(tuple(Entrant(number) for number in range(1, 5)))
    assert closed_bracket(situation) == ()
    first_round = (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3))
    bracket_round = (
        PlayedMatch(1, (1, 3), 1, purpose="bracket"),
        PlayedMatch(2, (2, 4), None, purpose="bracket"),
    )
    assert closed_bracket(replace(situation, rounds=(first_round,))) == ()
    (bracket,) = closed_bracket(replace(situation, rounds=(first_round, bracket_round)))
    assert [[tie.position for tie in ties] for ties in bracket.rounds] == [[1, 2], [0]]
    assert bracket.rounds[1][0].places[0].number == 1
    assert bracket.rounds[1][0].places[1].source.place == 2


def test_missed_rounds_count_as_lost_lives():
    rounds = ((PlayedMatch(1, (1, 2), 1),), (PlayedMatch(1, (1, 3), 3),))
    situation = Situation(tuple(Entrant(number) for number in range(1, 5)), rounds)
    assert lost_lives(situation) == {1: 1, 2: 1, 3: 1, 4: 2}


def test_losses_against_a_void_entrant_do_not_count():
    rounds = (
        (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),
        (PlayedMatch(1, (1, 3), 1), PlayedMatch(2, (2, 4), 2)),
    )
    situation = Situation(entrants_up_to(4), rounds)
    assert lives_left(situation, Options(1)) == {1: 1}
    assert LIVES.is_over(situation, Options(1))
    entrants = tuple(replace(entrant, active=entrant.number != 1) for entrant in situation.entrants)
    void_situation = replace(situation, entrants=entrants, void=frozenset({1}))
    assert lives_left(void_situation, Options(1)) == {2: 1, 3: 1}
    assert not LIVES.is_over(void_situation, Options(1)), "2 and 3 play on"
    assert [
        pairing.sides for pairing in LIVES.next_round(void_situation, Options(1), "s").pairings
    ] in ([(2, 3)], [(3, 2)])
    assert lives_left(void_situation, Options(2)) == {2: 2, 3: 2}


def test_results_of_the_closed_bracket_stand_against_a_void_entrant():
    first_round = tuple(
        PlayedMatch(position, (2 * position - 1, 2 * position), 2 * position - 1, purpose="bracket")
        for position in range(1, 5)
    )
    entrants = tuple(replace(entrant, active=entrant.number != 1) for entrant in entrants_up_to(8))
    situation = Situation(entrants, (first_round,), void=frozenset({1}))
    assert LIVES.living_entries(situation, Options(3, 8)) == {3, 5, 7}
    assert [
        pairing.sides for pairing in LIVES.next_round(situation, Options(3, 8), "s").pairings
    ] == [(3,), (5, 7)]
