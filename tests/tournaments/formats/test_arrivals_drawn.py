"""Late arrivals: with whom they may play at once, and whose turn it is to rest afterwards."""

from dataclasses import replace

from tests.rows import each
from tests.tournaments.formats.leagues import entered
from tournaments.formats import FORMATS
from tournaments.formats.arrivals import Vacancy, companions_of
from tournaments.formats.core import Entrant, PlayedMatch, Situation
from tournaments.formats.history import rounds_not_played

SEED = "Regumiel 2024"
# Of each format: its options, how many are there, how many meet, and how many rounds go by before
# somebody comes.
DAYS = [
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
NAMES = [f"{name} of {count} at tables of {sides}" for name, _o, count, sides, _r in DAYS]


def played(name, options, count, sides, rounds):
    format, situation = FORMATS[name], Situation(entered(count), sides=sides)
    for _round in range(rounds):
        draw = format.next_round(situation, options, SEED)
        situation = replace(_after(situation, draw), sides=sides)
    return format, situation


def _after(situation, draw):
    """The first side of each match wins."""
    matches = tuple(
        PlayedMatch(
            one.position,
            one.sides,
            one.sides[0],
            group=one.group,
            partners=one.partners,
            purpose=one.purpose,
            counted=() if one.rest else tuple(range(len(one.teams), 0, -1)),
        )
        for one in draw.pairings
    )
    return replace(situation, rounds=(*situation.rounds, matches))


def with_one_more(situation, active=True):
    number = len(situation.entrants) + 1
    return replace(situation, entrants=(*situation.entrants, Entrant(number, active))), number


@each("name, options, count, sides, rounds", *DAYS)
def test_who_comes_while_others_rest_plays_with_them_at_once(name, options, count, sides, rounds):
    format = FORMATS[name]
    options = format.options_class(**options)
    _format, situation = played(name, options, count, sides, rounds)
    situation, number = with_one_more(situation)
    vacancies = format.vacancies(situation, options)
    resting = [n for match in situation.rounds[-1] if match.rest for n in match.sides]
    assert vacancies and {n for vacancy in vacancies for n in vacancy.resting} <= set(resting)
    beside = companions_of(vacancies, number, resting)
    people = format.partners * 2 if format.partners > 1 else sides
    assert len(beside) == people - 1
    seats = (*beside, number)
    matches = tuple(
        replace(
            match,
            sides=seats,
            winner=seats[0],
            partners=format.partners,
            counted=tuple(range(len(seats) // format.partners, 0, -1)),
        )
        if match.sides == beside[:1]
        else match
        for match in situation.rounds[-1]
        if match.sides[0] not in beside[1:] or not match.rest
    )
    there = replace(situation, rounds=(*situation.rounds[:-1], matches))
    # Nobody of that table has rested, and the next round is drawn as ever with the one who came.
    assert rounds_not_played(there)[beside[0]] == rounds_not_played(situation)[beside[0]] - 1
    if not format.is_over(there, options):
        drawn = {n for one in format.next_round(there, options, SEED).pairings for n in one.sides}
        assert number in drawn or name in ("knockout", "lives", "groups")


@each(
    "name, options, count, sides, rounds",
    *[one for one in DAYS if one[0] in ("swiss", "totals", "melee", "lives")],
)
@each("seed", "a", "b", "c", "d")
def test_who_was_not_there_does_not_rest_while_somebody_has_missed_fewer_rounds(
    name, options, count, sides, rounds, seed
):
    format = FORMATS[name]
    options = format.options_class(**options)
    _format, situation = played(name, options, count, sides, rounds)
    situation, number = with_one_more(situation)
    gone = {count, count - 1} if sides == 2 else set()
    entrants = tuple(
        replace(one, active=one.number not in gone or one.number == number)
        for one in situation.entrants
    )
    situation = replace(situation, entrants=entrants)
    draw = format.next_round(situation, options, seed)
    turns = rounds_not_played(situation)
    assert turns[number] == rounds
    if "groups" not in repr(options).replace("groups=1", ""):
        byes = [n for one in draw.pairings if one.rest for n in one.sides]
        playing = [n for one in draw.pairings if not one.rest for n in one.sides]
        assert all(turns[out] <= min(turns[n] for n in playing) for out in byes)
        assert number not in byes


def test_thirty_three_pairs_and_the_thirty_fourth_arrives_in_round_two():
    """Not taken in at once: with another gone it would have had the bye of round three."""
    swiss = FORMATS["swiss"]
    options = swiss.options_class(rounds=6)
    _format, situation = played("swiss", options, 33, 2, 2)
    situation, late = with_one_more(situation)
    points = {n: sum(n == m.winner for r in situation.rounds for m in r) for n in range(1, 35)}
    entrants = tuple(replace(one, active=one.number != 5) for one in situation.entrants)
    situation = replace(situation, entrants=entrants, points=points)
    seeds = [f"sala {at}" for at in range(12)]
    byes = {swiss.next_round(situation, options, seed).report.byes for seed in seeds}
    assert (late,) not in byes
    old = replace(situation, absence_rests=False)
    before = {swiss.next_round(old, options, seed).report.byes for seed in seeds}
    assert (late,) in before, "rounds drawn before that come out as they did"


def test_a_second_absence_is_one_more_turn():
    rounds = tuple((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3,), 3)) for _round in range(2))
    situation = Situation(
        entered(4), (*rounds, (PlayedMatch(1, (1, 4), 1), PlayedMatch(2, (2, 3), 2)))
    )
    assert rounds_not_played(situation) == {1: 0, 2: 0, 3: 2, 4: 2}
    assert rounds_not_played(replace(situation, absence_rests=False)) == {3: 2}


def test_with_somebody_forbidden_another_is_found_or_nobody():
    assert companions_of([Vacancy((4,)), Vacancy((7,))], 9, (4, 7), {(4, 9)}) == (7,)
    assert companions_of([Vacancy((4,))], 9, (4,), {(4, 9)}) == ()
    assert companions_of([Vacancy((4, 6, 7), 3)], 9, (6, 7, 4), {(4, 9)}) == ()


def test_the_rules_that_do_not_allow_it():
    knockout = FORMATS["knockout"]
    options = knockout.options_class()
    first = _after(Situation(entered(5)), knockout.next_round(Situation(entered(5)), options, "s"))
    second = _after(first, knockout.next_round(first, options, "s"))
    assert knockout.vacancies(first, options) and knockout.vacancies(second, options) == ()
    lives = FORMATS["lives"]
    one_life = lives.options_class(lives=1)
    situation = Situation(entered(5))
    for vacancy in (True, False):
        situation = _after(situation, lives.next_round(situation, one_life, "s"))
        assert bool(lives.vacancies(situation, one_life)) == vacancy
    totals = FORMATS["totals"]
    few = Situation(entered(10), sides=4)
    drawn = _after(few, totals.next_round(few, totals.options_class(3), "s"))
    nobody = totals.vacancies(drawn, totals.options_class(3))
    assert nobody == (), "two rest, and a table is of four"
