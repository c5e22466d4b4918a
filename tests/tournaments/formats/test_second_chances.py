"""Eliminatoria with everything an organiser may ask for: redraws, seeds, repescas, placements."""

import random
from dataclasses import replace
from itertools import product

import pytest

from tests.rows import each
from tests.sizes import size
from tests.tournaments.formats.brackets import check, entered, had, lost, matches, play, whole
from tournaments.formats import KNOCKOUT
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import couples
from tournaments.formats.knockout import Options, places
from tournaments.formats.knockout.brackets import picture
from tournaments.formats.knockout.seating import seed_order

SIZES = range(2, 41)
REPESCAS = ("none", "consolation", "double", "best_losers")


def seeded(count, seeds):
    return tuple(Entrant(n, seed=n if n <= seeds else 0) for n in range(1, count + 1))


def every_option():
    for third, byes, redraw, seeding, repesca, placements, reset in product(
        (False, True),
        ("lot", "seed", "rested"),
        (False, True),
        ("lot", "seed"),
        REPESCAS,
        (False, True),
        (False, True),
    ):
        yield Options(third, byes, redraw, seeding, repesca, placements, reset)


def purposes(situation, purpose):
    return [m for played in situation.rounds for m in played if m.purpose == purpose]


# --- All of it ------------------------------------------------------------------------------------
@pytest.mark.slow
@each("options", *list(every_option())[:: size(26, long=13)])
def test_every_option_from_two_to_forty(options):
    for count in random.Random(str(options)).sample(SIZES, 5):
        situation, draws = whole(KNOCKOUT, options, seeded(count, count // 3), luck=count)
        assert KNOCKOUT.rounds_in_all(count, options) in (0, len(draws))
        assert KNOCKOUT.still_in(situation, options) == set(places(situation, options)[0])
        assert len(KNOCKOUT.still_in(situation, options)) == 1
        with pytest.raises(DrawError, match="stage_over"):
            KNOCKOUT.next_round(situation, options, "s")


@pytest.mark.slow
@each("luck", *range(size(20, long=40)))
def test_whatever_happens_between_rounds_nothing_gets_stuck(luck):
    dice = random.Random(luck)
    options = dice.choice(list(every_option()))
    entrants = list(seeded(dice.randrange(2, 30), 5))
    situation, number = Situation(tuple(entrants)), 0
    while not KNOCKOUT.is_over(situation, options):
        number += 1
        assert number < 60
        try:
            draw = KNOCKOUT.next_round(situation, options, "s")
        except DrawError as refused:
            assert refused.code == "too_few_entrants"
            return
        backwards = replace(situation, entrants=situation.entrants[::-1])
        assert KNOCKOUT.next_round(backwards, options, "s") == draw
        check(draw, situation)
        rounds = [*map(list, situation.rounds), list(play(draw, dice, situation.entrants))]
        entrants = _late_and_gone(entrants, rounds if number == 1 else None, dice)
        _correct(rounds, dice)
        situation = Situation(tuple(entrants), tuple(map(tuple, rounds)))
        assert KNOCKOUT.still_in(situation, options) <= {e.number for e in entrants if e.active}
        positions = {t.position for b in picture(situation, options) for r in b.rounds for t in r}
        assert positions >= {match.position for match in situation.rounds[-1]}
        placed = [n for group in places(situation, options) for n in group]
        assert len(placed) == len(set(placed))


def _late_and_gone(entrants, rounds, dice):
    """Some leave, some buy back in, and in the first round some fill a bye."""
    entrants = [
        replace(one, active=one.active and dice.random() > 0.07, again=int(dice.random() < 0.1))
        for one in entrants
    ]
    for place, match in enumerate(rounds[0] if rounds else ()):
        if match.rest and dice.random() < 0.3:
            entrants.append(Entrant(len(entrants) + 1))
            sides = (*match.sides, len(entrants))
            rounds[0][place] = replace(match, sides=sides, winner=dice.choice(sides))
    return entrants


def _correct(rounds, dice):
    played = dice.choice(rounds)
    place = dice.randrange(len(played))
    if not played[place].rest and dice.random() < 0.4:
        played[place] = replace(played[place], winner=played[place].losers[0])


# --- Byes, seeds, redraws -------------------------------------------------------------------------
@each("count", 4, 5, 11, 16, 23, 32)
def test_the_best_seeded_only_meet_late(count):
    options = Options(byes="seed", seeding="seed")
    best = lambda one: min(one.sides)  # noqa: E731
    situation = Situation(seeded(count, count // 2))
    while not KNOCKOUT.is_over(situation, options):
        draw = KNOCKOUT.next_round(situation, options, "s")
        rounds = (
            *situation.rounds,
            tuple(
                PlayedMatch(one.position, one.sides, best(one), purpose=one.purpose)
                for one in draw.pairings
            ),
        )
        situation = replace(situation, rounds=rounds)
    assert sorted(situation.rounds[-1][0].sides) == [1, 2]
    assert {n for match in situation.rounds[-2] for n in match.sides} == {1, 2, 3, 4}
    resting = [n for match in situation.rounds[0] if match.rest for n in match.sides]
    assert set(range(1, min(len(resting), count // 2) + 1)) <= set(resting)


def test_where_the_seeded_go():
    assert seed_order(8) == (1, 5, 7, 3, 4, 8, 6, 2)


def test_seeds_are_spread_even_if_the_lot_says_who_rests():
    options = Options(seeding="seed")
    for seed in map(str, range(30)):
        draw = KNOCKOUT.next_round(Situation(seeded(21, 2)), options, seed)
        halves = {n: one.position > 8 for one in draw.pairings for n in one.sides}
        assert halves[1] != halves[2]


@each("byes", "lot", "seed", "rested")
@each("count", 5, 11, 19, 37)
def test_drawn_anew_nobody_rests_twice_while_it_can_be_avoided(count, byes):
    _situation, draws = whole(KNOCKOUT, Options(byes=byes, redraw=True), seeded(count, 3))
    resting = [draw.report.byes for draw in draws]
    assert all(len(byes) <= 1 for byes in resting)
    assert len(set(sum(resting, ()))) == sum(map(len, resting))
    assert [draw.report.broken for draw in draws] == [()] * len(draws)
    assert len(draws) == KNOCKOUT.rounds_in_all(count, Options())


def test_drawn_anew_with_seeds_the_first_two_play_the_final():
    entrants, options = seeded(13, 6), Options(redraw=True, seeding="seed")
    situation = Situation(entrants)
    while not KNOCKOUT.is_over(situation, options):
        draw = KNOCKOUT.next_round(situation, options, "s")
        rounds = (
            *situation.rounds,
            tuple(
                PlayedMatch(one.position, one.sides, min(one.sides), purpose=one.purpose)
                for one in draw.pairings
            ),
        )
        situation = replace(situation, rounds=rounds)
    assert sorted(situation.rounds[-1][0].sides) == [1, 2]


def test_who_buys_itself_back_in_plays_the_next_round():
    options = Options(redraw=True)
    first = KNOCKOUT.next_round(Situation(entered(8)), options, "s")
    rounds = (tuple(PlayedMatch(p.position, p.sides, p.sides[0]) for p in first.pairings),)
    back = rounds[0][2].sides[1]
    again = tuple(replace(one, again=int(one.number == back)) for one in entered(8))
    second = KNOCKOUT.next_round(Situation(again, rounds), options, "s")
    drawn = {n for one in second.pairings for n in one.sides}
    assert drawn == {match.winner for match in rounds[0]} | {back}
    assert second.report.rematches == ()
    # Beaten again, it is out: one purchase pays for one loss.
    beaten = tuple(
        PlayedMatch(p.position, p.sides, next(n for n in p.sides if n != back))
        for p in second.pairings
        if p.sides != (back,)
    )
    if len(beaten) == len(second.pairings):
        third = KNOCKOUT.next_round(Situation(again, (*rounds, beaten)), options, "s")
        assert back not in {n for one in third.pairings for n in one.sides}


# --- Wishes ---------------------------------------------------------------------------------------
def test_neighbours_are_kept_apart_in_the_first_rounds():
    entrants = tuple(Entrant(n, tags=(f"town:{n % 4}",)) for n in range(1, 33))
    situation = Situation(entrants, wishes=Wishes(apart={"town": 3}))
    draw = KNOCKOUT.next_round(situation, Options(), "s")
    assert draw.report.broken == ()
    for first in range(0, 16, 2):
        towns = [n % 4 for one in draw.pairings[first : first + 2] for n in one.sides]
        assert len(set(towns)) == 4


def test_a_wish_that_cannot_be_kept_is_reported():
    entrants = tuple(Entrant(n, tags=("town:luco",)) for n in range(1, 5))
    draw = KNOCKOUT.next_round(Situation(entrants, wishes=Wishes({"town": 1})), Options(), "s")
    assert draw.report.broken == ("wish",)
    assert len(draw.report.broken_by) == 2


def test_the_draw_is_the_same_when_nobody_shares_a_tag():
    tagged = tuple(Entrant(n, tags=(f"town:{n}",)) for n in range(1, 22))
    wishing = Situation(tagged, wishes=Wishes(apart={"town": 9}))
    plain = KNOCKOUT.next_round(Situation(entered(21)), Options(), "s")
    assert KNOCKOUT.next_round(wishing, Options(), "s") == plain


# --- Consolation and placements -------------------------------------------------------------------
@each("redraw", False, True)
@each("count", *range(4, 18), 23, 33, 40, 107)
def test_with_a_consolation_all_play_twice(count, redraw):
    options = Options(repesca="consolation", redraw=redraw, byes="rested")
    situation, _draws = whole(KNOCKOUT, options, entered(count), luck=count)
    assert min(had(situation)[n] for n in range(1, count + 1)) >= 2
    first = {}
    for match in matches(situation):
        for number in match.sides:
            first.setdefault(number, match)
    consoled = {n for m in purposes(situation, "consolation") for n in m.sides}
    consoled |= {n for m in purposes(situation, "second_final") for n in m.sides}
    assert consoled == {n for n, match in first.items() if match.winner != n}
    assert len(purposes(situation, "second_final")) == 1
    # Two knockouts: as many matches as entries, less two.
    assert len(matches(situation)) == count - 1 + len(consoled) - 1


def test_sixteen_in_pools_with_placements_play_all_the_same():
    """The ASCEE's 16 teams: a main bracket, a consolation, and a match for every place."""
    options = Options(repesca="consolation", placements=True)
    situation, draws = whole(KNOCKOUT, options, entered(16))
    assert len(draws) == 4
    assert set(had(situation).values()) == {4}
    assert {m.purpose for played in situation.rounds for m in played} == {
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
def test_with_placements_every_place_is_decided(count, redraw, repesca):
    options = Options(placements=True, redraw=redraw, repesca=repesca)
    situation, _draws = whole(KNOCKOUT, options, entered(count), luck=count)
    order = places(situation, options)
    assert [len(group) for group in order] == [1] * count
    assert order[0] == (purposes(situation, "final")[0].winner,)
    if repesca == "none" and count in (4, 8, 16):
        assert len(matches(situation)) == count // 2 * len(situation.rounds)


def test_the_places_without_placements():
    situation, _draws = whole(KNOCKOUT, Options(third_place=True), entered(16))
    assert [len(group) for group in places(situation, Options())] == [1, 1, 1, 1, 4, 8]
    options = Options(repesca="double")
    situation, _draws = whole(KNOCKOUT, options, entered(8))
    order = places(situation, options)
    assert [len(group) for group in order] == [1, 1, 1, 1, 2, 2]
    assert order[0] == (purposes(situation, "grand_final")[0].winner,)


# --- Double elimination ---------------------------------------------------------------------------
@pytest.mark.slow
@each("redraw", False, True)
@each("count", *range(2, 18), 23, 32, 40, 107)
def test_in_double_elimination_all_but_the_first_lose_twice(count, redraw):
    for reset in (False, True):
        options = Options(repesca="double", redraw=redraw, reset=reset)
        situation, _draws = whole(KNOCKOUT, options, entered(count), luck=count)
        last = purposes(situation, "grand_final")
        champion, losses = last[-1].winner, lost(situation)
        assert len(matches(situation)) == 2 * count - 2 + (len(last) == 2)
        assert losses[champion] <= 1
        others = [losses[n] for n in range(1, count + 1) if n != champion]
        # Without repeating the grand final who loses it for the first time is out all the same.
        assert others.count(2) >= count - 2 + reset
        assert len(last) == 1 + (reset and losses[champion] == 1)


def test_the_double_elimination_of_eight():
    draws = whole(KNOCKOUT, Options(repesca="double"), entered(8))[1]
    shape = [[one.purpose for one in draw.pairings] for draw in draws]
    assert shape == [
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
def test_the_best_losers_fill_the_bracket_and_none_has_zero(count):
    options = Options(repesca="best_losers")
    situation, draws = whole(KNOCKOUT, options, entered(count), luck=count)
    if count < 5:
        return
    first, second = situation.rounds[0], situation.rounds[1]
    losers = {
        match.losers[0]: match.counted[match.sides.index(match.losers[0])]
        for match in first
        if not match.rest
    }
    saved = [n for match in second for n in match.sides if n in losers]
    left = [losers[n] for n in losers if n not in saved]
    assert all(losers[n] > 0 for n in saved)
    assert not saved or min(losers[n] for n in saved) >= max(left, default=0)
    assert (draws[1].report.broken == ("unfilled",)) == any(match.rest for match in second)
    assert len(first) * 2 - count in (0, 1)


def test_who_bought_itself_back_in_goes_before_the_best_losers():
    rounds = (
        tuple(
            PlayedMatch(p, (2 * p - 1, 2 * p), 2 * p - 1, purpose="previous", counted=(3, p % 3))
            for p in range(1, 7)
        ),
    )
    entrants = tuple(replace(one, again=int(one.number == 6)) for one in entered(12))
    draw = KNOCKOUT.next_round(Situation(entrants, rounds), Options(repesca="best_losers"), "s")
    drawn = {n for one in draw.pairings for n in one.sides}
    assert {1, 3, 5, 7, 9, 11, 6} < drawn and len(drawn) == 8
    assert drawn & {2, 4, 8, 10, 12} <= {4, 10}
    assert not {couple for one in draw.pairings for couple in couples(one.sides)} & {
        (number, number + 1) for number in range(1, 12, 2)
    }


def test_the_ranking_says_who_are_the_best_losers():
    rounds = (
        tuple(
            PlayedMatch(p, (2 * p - 1, 2 * p), 2 * p - 1, purpose="previous", counted=(3, 1))
            for p in range(1, 4)
        ),
    )
    ranking = (1, 3, 5, 6, 2, 4)
    draw = KNOCKOUT.next_round(
        Situation(entered(6), rounds, ranking=ranking), Options(repesca="best_losers"), "s"
    )
    assert sorted(n for one in draw.pairings for n in one.sides) == [1, 3, 5, 6]


@each("option", "byes", "seeding", "repesca")
def test_a_word_there_is_not(option):
    with pytest.raises(DrawError, match="option_unknown"):
        Options(**{option: "dados"})


def test_who_has_won_in_the_consolation_is_still_in_while_its_round_is_played():
    options, dice = Options(repesca="consolation"), random.Random(1)
    situation = Situation(entered(8))
    first = play(KNOCKOUT.next_round(situation, options, "s"), dice, situation.entrants)
    situation = replace(situation, rounds=(first,))
    drawn = KNOCKOUT.next_round(situation, options, "s").pairings
    second = tuple(PlayedMatch(one.position, one.sides, None, purpose=one.purpose) for one in drawn)
    at = next(place for place, one in enumerate(second) if one.purpose == "consolation")
    won = replace(second[at], winner=second[at].sides[0])
    rounds = (first, (*second[:at], won, *second[at + 1 :]))
    alive = KNOCKOUT.still_in(replace(situation, rounds=rounds), options)
    assert won.sides[0] in alive and won.sides[1] not in alive


@each(
    "options, first",
    (Options(), "exit_round"),
    (Options(third_place=True, seeding="seed", byes="seed"), "exit_round"),
    (Options(redraw=True), "bracket_place"),
    (Options(placements=True), "bracket_place"),
    *((Options(repesca=one), "bracket_place") for one in REPESCAS[1:]),
)
def test_the_chain_goes_by_places_where_one_lost_match_is_not_the_end(options, first):
    assert KNOCKOUT.chain(options) == (first, *KNOCKOUT.tiebreaks[1:])
