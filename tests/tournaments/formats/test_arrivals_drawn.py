"""Tests of late arrivals: with whom they may play at once, and their turn to rest."""

from dataclasses import replace

from tests.rows import each
from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import FORMATS
from tournaments.formats.arrivals import Vacancy, companions_of
from tournaments.formats.core import Entrant, PlayedMatch, Situation
from tournaments.formats.history import rounds_not_played

SEED = "Regumiel 2024"
# Format, options, number of entrants, sides of a match, and rounds played before the arrival.
ARRIVALS = [
    ("swiss", {"rounds": 6}, 33, 2, 2),
    ("ladder", {"rounds": 6}, 9, 2, 2),
    ("lives", {"lives": 3}, 9, 2, 2),
    ("league", {}, 7, 2, 3),
    ("teams", {"legs": 1, "boards": 2}, 5, 2, 2),
    ("groups", {"size": 5}, 10, 2, 2),
    ("totals", {"rounds": 5}, 9, 2, 3),
    ("totals", {"rounds": 5, "groups": 2}, 10, 2, 2),
    ("totals", {"rounds": 5}, 11, 4, 2),
    ("melee", {"rounds": 5}, 11, 2, 2),
    ("boxes", {"size": 3, "blocks": 3}, 9, 2, 1),
    ("knockout", {}, 5, 2, 1),
]


def situation_after(name, options, count, sides, rounds):
    format, situation = FORMATS[name], Situation(entrants_up_to(count), sides=sides)
    for _number in range(rounds):
        draw = format.next_round(situation, options, SEED)
        situation = replace(_play_round(situation, draw), sides=sides)
    return format, situation


def _play_round(situation, draw):
    """Return the situation after a round in which the first side of each match wins."""
    matches = tuple(
        PlayedMatch(
            pairing.position,
            pairing.sides,
            pairing.sides[0],
            group=pairing.group,
            partners=pairing.partners,
            purpose=pairing.purpose,
            counted=() if pairing.is_bye else tuple(range(len(pairing.teams), 0, -1)),
        )
        for pairing in draw.pairings
    )
    return replace(situation, rounds=(*situation.rounds, matches))


def add_late_entrant(situation, active=True):
    number = len(situation.entrants) + 1
    return replace(situation, entrants=(*situation.entrants, Entrant(number, active))), number


@each("name, options, count, sides, rounds", *ARRIVALS)
def test_late_entrant_plays_at_once_with_resting_entrants(name, options, count, sides, rounds):
    format = FORMATS[name]
    options = format.options_class(**options)
    _format, situation = situation_after(name, options, count, sides, rounds)
    situation, number = add_late_entrant(situation)
    vacancies = format.vacancies(situation, options)
    resting = [
        resting_number
        for match in situation.rounds[-1]
        if match.is_bye
        for resting_number in match.sides
    ]
    assert vacancies and {
        resting_number for vacancy in vacancies for resting_number in vacancy.resting
    } <= set(resting)
    companions = companions_of(vacancies, number, resting)
    seats_of_match = format.partners * 2 if format.partners > 1 else sides
    assert len(companions) == seats_of_match - 1
    seats = (*companions, number)
    matches = tuple(
        replace(
            match,
            sides=seats,
            winner=seats[0],
            partners=format.partners,
            counted=tuple(range(len(seats) // format.partners, 0, -1)),
        )
        if match.sides == companions[:1]
        else match
        for match in situation.rounds[-1]
        if match.sides[0] not in companions[1:] or not match.is_bye
    )
    situation_with_late_match = replace(situation, rounds=(*situation.rounds[:-1], matches))
    # The late match replaces the bye of the companions, and most formats draw the late entrant.
    assert (
        rounds_not_played(situation_with_late_match)[companions[0]]
        == rounds_not_played(situation)[companions[0]] - 1
    )
    if not format.is_over(situation_with_late_match, options):
        drawn_numbers = {
            drawn_number
            for pairing in format.next_round(situation_with_late_match, options, SEED).pairings
            for drawn_number in pairing.sides
        }
        assert number in drawn_numbers or name in ("knockout", "lives", "groups")


@each(
    "name, options, count, sides, rounds",
    *[row for row in ARRIVALS if row[0] in ("swiss", "totals", "melee", "lives")],
)
@each("seed", "a", "b", "c", "d")
def test_late_entrant_does_not_rest_before_entrants_who_missed_fewer_rounds(
    name, options, count, sides, rounds, seed
):
    format = FORMATS[name]
    options = format.options_class(**options)
    _format, situation = situation_after(name, options, count, sides, rounds)
    situation, number = add_late_entrant(situation)
    withdrawn_numbers = {count, count - 1} if sides == 2 else set()
    entrants = tuple(
        replace(entrant, active=entrant.number not in withdrawn_numbers or entrant.number == number)
        for entrant in situation.entrants
    )
    situation = replace(situation, entrants=entrants)
    draw = format.next_round(situation, options, seed)
    missed_rounds = rounds_not_played(situation)
    assert missed_rounds[number] == rounds
    if "groups" not in repr(options).replace("groups=1", ""):
        byes = [resting for pairing in draw.pairings if pairing.is_bye for resting in pairing.sides]
        playing = [
            playing_number
            for pairing in draw.pairings
            if not pairing.is_bye
            for playing_number in pairing.sides
        ]
        assert all(
            missed_rounds[resting]
            <= min(missed_rounds[playing_number] for playing_number in playing)
            for resting in byes
        )
        assert number not in byes


def test_pair_that_arrives_late_does_not_get_the_next_bye():
    """Pair 5 withdraws, so one of 33 pairs rests, but never the late pair 34."""
    swiss = FORMATS["swiss"]
    options = swiss.options_class(rounds=6)
    _format, situation = situation_after("swiss", options, 33, 2, 2)
    situation, late_number = add_late_entrant(situation)
    points = {
        number: sum(number == match.winner for round in situation.rounds for match in round)
        for number in range(1, 35)
    }
    entrants = tuple(replace(entrant, active=entrant.number != 5) for entrant in situation.entrants)
    situation = replace(situation, entrants=entrants, points=points)
    seeds = [f"sala {index}" for index in range(12)]
    byes = {swiss.next_round(situation, options, seed).report.byes for seed in seeds}
    assert (late_number,) not in byes
    without_absences = replace(situation, absence_rests=False)
    byes_without_absences = {
        swiss.next_round(without_absences, options, seed).report.byes for seed in seeds
    }
    assert (late_number,) in byes_without_absences, (
        "with `absence_rests=False`, older draws stay the same"
    )


def test_each_missed_round_counts_as_a_bye():
    rounds = tuple((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3,), 3)) for _round in range(2))
    situation = Situation(
        entrants_up_to(4), (*rounds, (PlayedMatch(1, (1, 4), 1), PlayedMatch(2, (2, 3), 2)))
    )
    assert rounds_not_played(situation) == {1: 0, 2: 0, 3: 2, 4: 2}
    assert rounds_not_played(replace(situation, absence_rests=False)) == {3: 2}


def test_companions_avoid_forbidden_meetings():
    assert companions_of([Vacancy((4,)), Vacancy((7,))], 9, (4, 7), {(4, 9)}) == (7,)
    assert companions_of([Vacancy((4,))], 9, (4,), {(4, 9)}) == ()
    assert companions_of([Vacancy((4, 6, 7), 3)], 9, (6, 7, 4), {(4, 9)}) == ()


def test_formats_without_vacancies_for_a_late_entrant():
    knockout = FORMATS["knockout"]
    options = knockout.options_class()
    first_situation = _play_round(
        Situation(entrants_up_to(5)),
        knockout.next_round(Situation(entrants_up_to(5)), options, "s"),
    )
    second_situation = _play_round(
        first_situation, knockout.next_round(first_situation, options, "s")
    )
    assert (
        knockout.vacancies(first_situation, options)
        and knockout.vacancies(second_situation, options) == ()
    )
    lives = FORMATS["lives"]
    one_life = lives.options_class(lives=1)
    situation = Situation(entrants_up_to(5))
    for vacancy in (True, False):
        situation = _play_round(situation, lives.next_round(situation, one_life, "s"))
        assert bool(lives.vacancies(situation, one_life)) == vacancy
    totals = FORMATS["totals"]
    ten_entrants = Situation(entrants_up_to(10), sides=4)
    drawn_situation = _play_round(
        ten_entrants, totals.next_round(ten_entrants, totals.options_class(3), "s")
    )
    vacancies = totals.vacancies(drawn_situation, totals.options_class(3))
    assert vacancies == (), "two rest, but a table needs three companions"
