"""Tests of knockouts with options: redraws, seeds, second chances and a match for every place."""

import random
from dataclasses import replace
from itertools import product

import pytest

from tests.rows import each
from tests.sizes import size
from tests.tournaments.formats.brackets import (
    check_draw,
    entrants_up_to,
    loss_counts,
    match_counts,
    matches,
    play,
    play_out,
)
from tournaments.formats import KNOCKOUT
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import couples
from tournaments.formats.knockout import Options, places
from tournaments.formats.knockout.brackets import picture
from tournaments.formats.knockout.seating import seed_order

SIZES = range(2, 41)
REPESCAS = ("none", "consolation", "double", "best_losers")


def seeded_entrants(count, seeds):
    return tuple(
        Entrant(number, seed=number if number <= seeds else 0) for number in range(1, count + 1)
    )


def every_option():
    for third_place, byes, redraw, seeding, repesca, placements, reset in product(
        (False, True),
        ("lot", "seed", "rested"),
        (False, True),
        ("lot", "seed"),
        REPESCAS,
        (False, True),
        (False, True),
    ):
        yield Options(third_place, byes, redraw, seeding, repesca, placements, reset)


def matches_for(situation, purpose):
    return [match for round in situation.rounds for match in round if match.purpose == purpose]


# --- Every combination of options -----------------------------------------------------------------
@pytest.mark.slow
@each("options", *list(every_option())[:: size(26, long=13)])
def test_knockout_with_every_option_ends_with_one_winner(options):
    for count in random.Random(str(options)).sample(SIZES, 5):
        situation, draws = play_out(
            KNOCKOUT, options, seeded_entrants(count, count // 3), dice_seed=count
        )
        assert KNOCKOUT.rounds_in_all(count, options) in (0, len(draws))
        assert KNOCKOUT.living_entries(situation, options) == set(places(situation, options)[0])
        assert len(KNOCKOUT.living_entries(situation, options)) == 1
        with pytest.raises(DrawError, match="stage_over"):
            KNOCKOUT.next_round(situation, options, "s")


@pytest.mark.slow
@each("dice_seed", *range(size(20, long=40)))
def test_knockout_ends_whatever_changes_between_rounds(dice_seed):
    dice = random.Random(dice_seed)
    options = dice.choice(list(every_option()))
    entrants = list(seeded_entrants(dice.randrange(2, 30), 5))
    situation, number = Situation(tuple(entrants)), 0
    while not KNOCKOUT.is_over(situation, options):
        number += 1
        assert number < 60
        try:
            draw = KNOCKOUT.next_round(situation, options, "s")
        except DrawError as error:
            assert error.code == "too_few_entrants"
            return
        reversed_entrants = replace(situation, entrants=situation.entrants[::-1])
        assert KNOCKOUT.next_round(reversed_entrants, options, "s") == draw
        check_draw(draw, situation)
        rounds = [*map(list, situation.rounds), list(play(draw, dice, situation.entrants))]
        entrants = _change_entrants(entrants, rounds if number == 1 else None, dice)
        _correct_a_result(rounds, dice)
        situation = Situation(tuple(entrants), tuple(map(tuple, rounds)))
        assert KNOCKOUT.living_entries(situation, options) <= {
            entrant.number for entrant in entrants if entrant.active
        }
        positions = {
            tie.position
            for bracket in picture(situation, options)
            for round in bracket.rounds
            for tie in round
        }
        assert positions >= {match.position for match in situation.rounds[-1]}
        placed_entries = [
            number_in_group for group in places(situation, options) for number_in_group in group
        ]
        assert len(placed_entries) == len(set(placed_entries))


def _change_entrants(entrants, rounds, dice):
    """Return the entrants after random withdrawals and re-entries.

    If `rounds` is not None, late entrants also join some byes of its first round.
    """
    entrants = [
        replace(
            entrant, active=entrant.active and dice.random() > 0.07, again=int(dice.random() < 0.1)
        )
        for entrant in entrants
    ]
    for place, match in enumerate(rounds[0] if rounds else ()):
        if match.is_bye and dice.random() < 0.3:
            entrants.append(Entrant(len(entrants) + 1))
            sides = (*match.sides, len(entrants))
            rounds[0][place] = replace(match, sides=sides, winner=dice.choice(sides))
    return entrants


def _correct_a_result(rounds, dice):
    round = dice.choice(rounds)
    place = dice.randrange(len(round))
    if not round[place].is_bye and dice.random() < 0.4:
        round[place] = replace(round[place], winner=round[place].losers[0])


# --- Byes, seeds, redraws -------------------------------------------------------------------------
@each("count", 4, 5, 11, 16, 23, 32)
def test_best_seeds_meet_only_in_the_last_rounds(count):
    options = Options(byes="seed", seeding="seed")
    best_seed = lambda pairing: min(pairing.sides)  # noqa: E731
    situation = Situation(seeded_entrants(count, count // 2))
    while not KNOCKOUT.is_over(situation, options):
        draw = KNOCKOUT.next_round(situation, options, "s")
        rounds = (
            *situation.rounds,
            tuple(
                PlayedMatch(
                    pairing.position, pairing.sides, best_seed(pairing), purpose=pairing.purpose
                )
                for pairing in draw.pairings
            ),
        )
        situation = replace(situation, rounds=rounds)
    assert sorted(situation.rounds[-1][0].sides) == [1, 2]
    assert {number for match in situation.rounds[-2] for number in match.sides} == {1, 2, 3, 4}
    resting = [number for match in situation.rounds[0] if match.is_bye for number in match.sides]
    assert set(range(1, min(len(resting), count // 2) + 1)) <= set(resting)


def test_seed_order_of_eight():
    assert seed_order(8) == (1, 5, 7, 3, 4, 8, 6, 2)


def test_first_two_seeds_are_in_different_halves_with_byes_by_lot():
    options = Options(seeding="seed")
    for seed in map(str, range(30)):
        draw = KNOCKOUT.next_round(Situation(seeded_entrants(21, 2)), options, seed)
        in_lower_half = {
            number: pairing.position > 8 for pairing in draw.pairings for number in pairing.sides
        }
        assert in_lower_half[1] != in_lower_half[2]


@each("byes", "lot", "seed", "rested")
@each("count", 5, 11, 19, 37)
def test_redrawn_knockout_avoids_second_byes(count, byes):
    _situation, draws = play_out(
        KNOCKOUT, Options(byes=byes, redraw=True), seeded_entrants(count, 3)
    )
    byes_of_rounds = [draw.report.byes for draw in draws]
    assert all(len(byes) <= 1 for byes in byes_of_rounds)
    assert len(set(sum(byes_of_rounds, ()))) == sum(map(len, byes_of_rounds))
    assert [draw.report.broken for draw in draws] == [()] * len(draws)
    assert len(draws) == KNOCKOUT.rounds_in_all(count, Options())


def test_first_two_seeds_of_a_redrawn_knockout_play_the_final():
    entrants, options = seeded_entrants(13, 6), Options(redraw=True, seeding="seed")
    situation = Situation(entrants)
    while not KNOCKOUT.is_over(situation, options):
        draw = KNOCKOUT.next_round(situation, options, "s")
        rounds = (
            *situation.rounds,
            tuple(
                PlayedMatch(
                    pairing.position, pairing.sides, min(pairing.sides), purpose=pairing.purpose
                )
                for pairing in draw.pairings
            ),
        )
        situation = replace(situation, rounds=rounds)
    assert sorted(situation.rounds[-1][0].sides) == [1, 2]


def test_re_entry_plays_the_next_round_and_covers_one_loss():
    options = Options(redraw=True)
    first_draw = KNOCKOUT.next_round(Situation(entrants_up_to(8)), options, "s")
    rounds = (
        tuple(
            PlayedMatch(pairing.position, pairing.sides, pairing.sides[0])
            for pairing in first_draw.pairings
        ),
    )
    returning_number = rounds[0][2].sides[1]
    entrants = tuple(
        replace(entrant, again=int(entrant.number == returning_number))
        for entrant in entrants_up_to(8)
    )
    second_draw = KNOCKOUT.next_round(Situation(entrants, rounds), options, "s")
    second_numbers = {number for pairing in second_draw.pairings for number in pairing.sides}
    assert second_numbers == {match.winner for match in rounds[0]} | {returning_number}
    assert second_draw.report.rematches == ()
    # After a second loss the entrant is out: one re-entry cancels one loss.
    second_round = tuple(
        PlayedMatch(
            pairing.position,
            pairing.sides,
            next(number for number in pairing.sides if number != returning_number),
        )
        for pairing in second_draw.pairings
        if pairing.sides != (returning_number,)
    )
    if len(second_round) == len(second_draw.pairings):
        third_draw = KNOCKOUT.next_round(Situation(entrants, (*rounds, second_round)), options, "s")
        assert returning_number not in {
            number for pairing in third_draw.pairings for number in pairing.sides
        }


# --- Wishes ---------------------------------------------------------------------------------------
def test_entrants_of_a_town_are_kept_apart_in_the_first_rounds():
    entrants = tuple(Entrant(number, tags=(f"town:{number % 4}",)) for number in range(1, 33))
    situation = Situation(entrants, wishes=Wishes(apart={"town": 3}))
    draw = KNOCKOUT.next_round(situation, Options(), "s")
    assert draw.report.broken == ()
    for start in range(0, 16, 2):
        towns = [
            number % 4 for pairing in draw.pairings[start : start + 2] for number in pairing.sides
        ]
        assert len(set(towns)) == 4


def test_broken_wish_of_a_knockout_is_reported():
    entrants = tuple(Entrant(number, tags=("town:luco",)) for number in range(1, 5))
    draw = KNOCKOUT.next_round(Situation(entrants, wishes=Wishes({"town": 1})), Options(), "s")
    assert draw.report.broken == ("wish",)
    assert len(draw.report.broken_by) == 2


def test_wish_does_not_change_the_draw_if_nobody_shares_a_tag():
    tagged_entrants = tuple(Entrant(number, tags=(f"town:{number}",)) for number in range(1, 22))
    situation = Situation(tagged_entrants, wishes=Wishes(apart={"town": 9}))
    draw_without_wishes = KNOCKOUT.next_round(Situation(entrants_up_to(21)), Options(), "s")
    assert KNOCKOUT.next_round(situation, Options(), "s") == draw_without_wishes


# --- Consolation and placements -------------------------------------------------------------------
@each("redraw", False, True)
@each("count", *range(4, 18), 23, 33, 40, 107)
def test_everybody_plays_twice_in_a_knockout_with_consolation(count, redraw):
    options = Options(repesca="consolation", redraw=redraw, byes="rested")
    situation, _draws = play_out(KNOCKOUT, options, entrants_up_to(count), dice_seed=count)
    assert (
        min(match_counts(situation)[entrant_number] for entrant_number in range(1, count + 1)) >= 2
    )
    first_matches = {}
    for match in matches(situation):
        for number in match.sides:
            first_matches.setdefault(number, match)
    consolation_entrants = {
        entrant_number
        for consolation_match in matches_for(situation, "consolation")
        for entrant_number in consolation_match.sides
    }
    consolation_entrants |= {
        entrant_number
        for consolation_match in matches_for(situation, "second_final")
        for entrant_number in consolation_match.sides
    }
    assert consolation_entrants == {
        entrant_number
        for entrant_number, match in first_matches.items()
        if match.winner != entrant_number
    }
    assert len(matches_for(situation, "second_final")) == 1
    # Each of the two knockouts has one match fewer than its entrants.
    assert len(matches(situation)) == count - 1 + len(consolation_entrants) - 1


def test_sixteen_entrants_with_placements_play_four_matches_each():
    """The 16 teams of the ASCEE: a main bracket, a consolation, and a match for every place."""
    options = Options(repesca="consolation", placements=True)
    situation, draws = play_out(KNOCKOUT, options, entrants_up_to(16))
    assert len(draws) == 4
    assert set(match_counts(situation).values()) == {4}
    assert {match.purpose for round in situation.rounds for match in round} == {
        "",
        "final",
        "third_place",
        "placement 5",
        "placement 7",
        "consolation",
        "second_final",
        "consolation 11",
        "consolation 13",
        "consolation 15",
    }


@each("repesca", "none", "consolation")
@each("redraw", False, True)
@each("count", 4, 6, 8, 13, 16, 27)
def test_placement_matches_decide_every_place(count, redraw, repesca):
    options = Options(placements=True, redraw=redraw, repesca=repesca)
    situation, _draws = play_out(KNOCKOUT, options, entrants_up_to(count), dice_seed=count)
    order = places(situation, options)
    assert [len(group) for group in order] == [1] * count
    assert order[0] == (matches_for(situation, "final")[0].winner,)
    if repesca == "none" and count in (4, 8, 16):
        assert len(matches(situation)) == count // 2 * len(situation.rounds)


def test_places_of_a_knockout_without_placement_matches_are_shared():
    situation, _draws = play_out(KNOCKOUT, Options(third_place=True), entrants_up_to(16))
    assert [len(group) for group in places(situation, Options())] == [1, 1, 1, 1, 4, 8]
    options = Options(repesca="double")
    situation, _draws = play_out(KNOCKOUT, options, entrants_up_to(8))
    order = places(situation, options)
    assert [len(group) for group in order] == [1, 1, 1, 1, 2, 2]
    assert order[0] == (matches_for(situation, "grand_final")[0].winner,)


# --- Double elimination ---------------------------------------------------------------------------
@pytest.mark.slow
@each("redraw", False, True)
@each("count", *range(2, 18), 23, 32, 40, 107)
def test_everybody_except_the_champion_loses_twice_in_double_elimination(count, redraw):
    for reset in (False, True):
        options = Options(repesca="double", redraw=redraw, reset=reset)
        situation, _draws = play_out(KNOCKOUT, options, entrants_up_to(count), dice_seed=count)
        grand_finals = matches_for(situation, "grand_final")
        champion, losses = grand_finals[-1].winner, loss_counts(situation)
        assert len(matches(situation)) == 2 * count - 2 + (len(grand_finals) == 2)
        assert losses[champion] <= 1
        other_losses = [losses[number] for number in range(1, count + 1) if number != champion]
        # Without a second grand final, the loser of the grand final may have lost only once.
        assert other_losses.count(2) >= count - 2 + reset
        assert len(grand_finals) == 1 + (reset and losses[champion] == 1)


def test_double_elimination_of_eight_round_by_round():
    draws = play_out(KNOCKOUT, Options(repesca="double"), entrants_up_to(8))[1]
    purposes = [[pairing.purpose for pairing in draw.pairings] for draw in draws]
    assert purposes == [
        [""] * 4,
        [""] * 2 + ["losers"] * 2,
        ["", "losers", "losers"],
        ["losers"],
        ["losers"],
        ["grand_final"],
    ]
    assert [len(draw.report.rematches) for draw in draws[:4]] == [0] * 4


# --- Best losers ----------------------------------------------------------------------------------
@each("count", *SIZES)
def test_best_losers_fill_the_bracket_and_have_scored(count):
    options = Options(repesca="best_losers")
    situation, draws = play_out(KNOCKOUT, options, entrants_up_to(count), dice_seed=count)
    if count < 5:
        return
    first_round, second_round = situation.rounds[0], situation.rounds[1]
    losers = {
        match.losers[0]: match.counted[match.sides.index(match.losers[0])]
        for match in first_round
        if not match.is_bye
    }
    best_losers = [number for match in second_round for number in match.sides if number in losers]
    other_scores = [losers[number] for number in losers if number not in best_losers]
    assert all(losers[number] > 0 for number in best_losers)
    assert not best_losers or min(losers[number] for number in best_losers) >= max(
        other_scores, default=0
    )
    assert (draws[1].report.broken == ("unfilled",)) == any(match.is_bye for match in second_round)
    assert len(first_round) * 2 - count in (0, 1)


def test_re_entry_goes_before_the_best_losers():
    rounds = (
        tuple(
            PlayedMatch(
                position,
                (2 * position - 1, 2 * position),
                2 * position - 1,
                purpose="previous",
                counted=(3, position % 3),
            )
            for position in range(1, 7)
        ),
    )
    entrants = tuple(
        replace(entrant, again=int(entrant.number == 6)) for entrant in entrants_up_to(12)
    )
    draw = KNOCKOUT.next_round(Situation(entrants, rounds), Options(repesca="best_losers"), "s")
    drawn_numbers = {drawn_number for pairing in draw.pairings for drawn_number in pairing.sides}
    assert {1, 3, 5, 7, 9, 11, 6} < drawn_numbers and len(drawn_numbers) == 8
    assert drawn_numbers & {2, 4, 8, 10, 12} <= {4, 10}
    assert not {couple for pairing in draw.pairings for couple in couples(pairing.sides)} & {
        (number, number + 1) for number in range(1, 12, 2)
    }


def test_ranking_decides_the_best_losers():
    rounds = (
        tuple(
            PlayedMatch(
                position,
                (2 * position - 1, 2 * position),
                2 * position - 1,
                purpose="previous",
                counted=(3, 1),
            )
            for position in range(1, 4)
        ),
    )
    ranking = (1, 3, 5, 6, 2, 4)
    draw = KNOCKOUT.next_round(
        Situation(entrants_up_to(6), rounds, ranking=ranking), Options(repesca="best_losers"), "s"
    )
    assert sorted(number for pairing in draw.pairings for number in pairing.sides) == [1, 3, 5, 6]


@each("option", "byes", "seeding", "repesca")
def test_unknown_value_of_a_knockout_option_is_refused(option):
    with pytest.raises(DrawError, match="option_unknown"):
        Options(**{option: "dados"})


def test_winner_of_a_consolation_match_is_still_in_during_the_round():
    options, dice = Options(repesca="consolation"), random.Random(1)
    situation = Situation(entrants_up_to(8))
    first_round = play(KNOCKOUT.next_round(situation, options, "s"), dice, situation.entrants)
    situation = replace(situation, rounds=(first_round,))
    pairings = KNOCKOUT.next_round(situation, options, "s").pairings
    second_round = tuple(
        PlayedMatch(pairing.position, pairing.sides, None, purpose=pairing.purpose)
        for pairing in pairings
    )
    index = next(
        place for place, match in enumerate(second_round) if match.purpose == "consolation"
    )
    won_match = replace(second_round[index], winner=second_round[index].sides[0])
    rounds = (first_round, (*second_round[:index], won_match, *second_round[index + 1 :]))
    living_entries = KNOCKOUT.living_entries(replace(situation, rounds=rounds), options)
    assert won_match.sides[0] in living_entries and won_match.sides[1] not in living_entries


@each(
    "options, first_tiebreak",
    (Options(), "exit_round"),
    (Options(third_place=True, seeding="seed", byes="seed"), "exit_round"),
    (Options(redraw=True), "bracket_place"),
    (Options(placements=True), "bracket_place"),
    *((Options(repesca=repesca), "bracket_place") for repesca in REPESCAS[1:]),
)
def test_tie_breaks_begin_with_the_bracket_place_if_a_loser_plays_on(options, first_tiebreak):
    assert KNOCKOUT.chain(options) == (first_tiebreak, *KNOCKOUT.tiebreaks[1:])
