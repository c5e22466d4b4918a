"""Tests of the clock format (maratón por reloj): calls, whole afternoons, and the last call."""

import heapq
import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.tournaments.formats.leagues import entrants_up_to, sides
from tournaments.formats import CLOCK
from tournaments.formats.clock import Options, matches_drawn
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import count_meetings

SEED = "Regumiel 2024"


def call_of(*matches, finished_positions=()):
    """Return a call with these matches; the first side has won those at `finished_positions`."""
    return tuple(
        PlayedMatch(position, sides, sides[0] if position in finished_positions else None)
        for position, sides in enumerate(matches, start=1)
    )


class Afternoon:
    """A simulated afternoon: a call after every finished match, and matches of random length.

    The random generator `chance` decides winners and lengths; `spread` is how much lengths differ.
    """

    def __init__(self, count, options, chance, spread=0.35):
        self.situation = Situation(entrants_up_to(count))
        self.options = options
        self.chance = chance
        self.spread = spread
        self.now, self.ends = 0.0, []

    def call_entrants(self):
        try:
            draw = CLOCK.next_round(self.situation, self.options, SEED)
        except DrawError as error:
            return error.code
        called_matches = tuple(
            PlayedMatch(pairing.position, pairing.sides, None) for pairing in draw.pairings
        )
        busy = [
            busy_number
            for round in self.situation.rounds
            for match in round
            if not match.finished
            for busy_number in match.sides
        ]
        called_numbers = [number for match in called_matches for number in match.sides]
        assert len(set(called_numbers) | set(busy)) == len(called_numbers) + len(busy), (
            "an entrant is at two tables"
        )
        self.situation = replace(self.situation, rounds=(*self.situation.rounds, called_matches))
        for match in called_matches:
            minutes = 30 * self.chance.lognormvariate(0, self.spread)
            place = (len(self.situation.rounds) - 1, match.position - 1)
            heapq.heappush(self.ends, (self.now + minutes, place))
        return ""

    def finish_next_match(self):
        self.now, (number, place) = heapq.heappop(self.ends)
        rounds = [list(matches) for matches in self.situation.rounds]
        match = rounds[number][place]
        rounds[number][place] = replace(match, winner=self.chance.choice(match.sides))
        self.situation = replace(self.situation, rounds=tuple(map(tuple, rounds)))

    def play(self, bell_minute):
        """Play until `bell_minute`, then the last call, until every match is finished."""
        self.call_entrants()
        while not CLOCK.is_over(self.situation, self.options):
            assert self.ends, "no match is in play and no match can be called"
            self.finish_next_match()
            if self.now >= bell_minute:
                self.situation = replace(self.situation, closed=True)
            self.call_entrants()
        return self.situation


@settings(max_examples=25)
@given(st.integers(2, 16), st.booleans(), st.sampled_from(["stop", "even"]), st.integers(0, 10**6))
def test_afternoon_by_the_clock_is_fair_and_without_avoidable_rematches(
    count, wait, last_call, seed
):
    situation = Afternoon(count, Options(wait, last_call), random.Random(seed)).play(
        bell_minute=200
    )
    drawn_by_number = matches_drawn(situation.rounds)
    match_counts = [drawn_by_number[number] for number in range(1, count + 1)]
    # Entrants at slow tables play a few matches fewer; an even last call leaves at most one behind.
    assert max(match_counts) - min(match_counts) <= 7
    if last_call == "even":
        assert sum(number < max(match_counts) for number in match_counts) <= 1
    meetings = count_meetings(situation.rounds)
    if wait and max(match_counts) < count / 3:
        assert max(meetings.values()) == 1, "a rematch although new rivals are free"
    assert {len(match.sides) for matches in situation.rounds for match in matches} == {2}


def test_hall_of_forty_plays_an_afternoon_without_rematches():
    situation = Afternoon(40, Options(), random.Random(7)).play(bell_minute=300)
    drawn_by_number = matches_drawn(situation.rounds)
    assert (
        min(drawn_by_number.values()) >= 6
        and max(drawn_by_number.values()) - min(drawn_by_number.values()) <= 3
    )
    assert max(count_meetings(situation.rounds).values()) == 1


def test_first_call_pairs_entrants_in_the_drawn_order_and_the_odd_one_waits():
    draw = CLOCK.next_round(Situation(entrants_up_to(5)), Options(), SEED)
    assert (sides(draw), draw.report.byes) == ([(4, 2), (5, 1)], ())


def test_entrant_who_waited_is_called_with_a_new_rival():
    rounds = (call_of((4, 2), (5, 1), finished_positions=(2,)),)
    # Entrant 3 has waited since the beginning; 1 and 5 have just met.
    draw = CLOCK.next_round(Situation(entrants_up_to(5), rounds), Options(), SEED)
    assert len(draw.pairings) == 1 and 3 in sides(draw)[0]
    assert draw.report.rematches == ()


def test_two_recent_rivals_wait_while_new_rivals_play():
    rounds = (call_of((1, 2), (3, 4), finished_positions=(1,)),)
    situation = Situation(entrants_up_to(4), rounds)
    with is_refused("nobody_free", params={"free": 2}):
        CLOCK.next_round(situation, Options(), SEED)
    rematch = CLOCK.next_round(situation, Options(wait=False), SEED)
    assert rematch.report.rematches == ((1, 2),)


def test_two_remaining_entrants_meet_again():
    rounds = (call_of((1, 2), finished_positions=(1,)),)
    draw = CLOCK.next_round(Situation(entrants_up_to(2), rounds), Options(), SEED)
    assert draw.report.rematches == ((1, 2),)


def test_hall_plays_on_after_everybody_has_met():
    """Entrants do not wait for a slow table that would bring no new rival."""
    rounds = (
        call_of((1, 2), (3, 4), finished_positions=(1, 2)),
        call_of((1, 3), (2, 4), finished_positions=(1, 2)),
        call_of((1, 4), (2, 3), finished_positions=(1, 2)),
        call_of((5, 6)),
    )
    entrants = (*entrants_up_to(4), Entrant(5, active=False), Entrant(6, active=False))
    draw = CLOCK.next_round(Situation(entrants, rounds), Options(), SEED)
    assert len(draw.pairings) == 2


def test_calls_respect_forbidden_matches_and_wishes():
    tags = ["town:luco", "town:luco", "town:daroca", "town:daroca"]
    people = tuple(Entrant(number, tags=(tag,)) for number, tag in enumerate(tags, start=1))
    wishes = Wishes(apart={"town": 3}, forbidden=frozenset({(1, 3)}))
    draw = CLOCK.next_round(Situation(people, wishes=wishes), Options(), SEED)
    assert sorted(sorted(couple) for couple in sides(draw)) == [[1, 4], [2, 3]]
    two_forbidden = Situation((people[0], people[2]), wishes=wishes)
    assert CLOCK.next_round(two_forbidden, Options(), SEED).report.broken == ("forbidden",)


def test_last_call_stops_or_evens_out_the_matches():
    rounds = (
        call_of((1, 2), (3, 4), finished_positions=(1, 2)),
        call_of((1, 3), finished_positions=(1,)),
    )
    closed_situation = Situation((*entrants_up_to(4), Entrant(5)), rounds, closed=True)
    assert (
        CLOCK.is_over(closed_situation, Options())
        and CLOCK.living_entries(closed_situation, Options()) == frozenset()
    )
    with is_refused("clock_closed"):
        CLOCK.next_round(closed_situation, Options(), SEED)
    even_options = Options(last_call="even")
    assert not CLOCK.is_over(closed_situation, even_options)
    assert CLOCK.living_entries(closed_situation, even_options) == {2, 4, 5}
    assert 5 in sides(CLOCK.next_round(closed_situation, even_options, SEED))[0]
    assert CLOCK.late_arrival(closed_situation, even_options) == "too_late"


def test_open_clock_stage_is_never_over():
    rounds = (call_of((1, 2), (3, 4), finished_positions=(1, 2)),)
    assert not CLOCK.is_over(Situation(entrants_up_to(4), rounds), Options())
    assert CLOCK.rounds_in_all(40, Options()) == 0


@settings(max_examples=15)
@given(st.integers(3, 14), st.randoms(use_true_random=False))
def test_calls_do_not_depend_on_the_order_of_entrants(count, dice):
    hall = Afternoon(count, Options(), random.Random(count))
    hall.call_entrants()
    hall.finish_next_match()
    situation = hall.situation
    people = list(situation.entrants)
    dice.shuffle(people)

    def draw_or_error(situation_to_draw):
        try:
            return CLOCK.next_round(situation_to_draw, Options(wait=False), "seed")
        except DrawError as error:
            return error.code

    assert draw_or_error(replace(situation, entrants=tuple(people))) == draw_or_error(situation)


def test_withdrawn_entrant_is_not_called_and_late_entrant_is_called_first():
    rounds = (call_of((1, 2), (3, 4), finished_positions=(1, 2)),)
    people = (Entrant(1, active=False), *entrants_up_to(5)[1:])
    call_counts = Counter(
        number
        for couple in sides(CLOCK.next_round(Situation(people, rounds), Options(), SEED))
        for number in couple
    )
    assert call_counts[5] == 1 and call_counts[1] == 0 and call_counts.total() == 4


def test_call_of_400_free_entrants_has_no_rematches():
    """More than EXACT_UP_TO entrants are free at once: all are called, without rematches."""
    count = 400
    draw = CLOCK.next_round(Situation(entrants_up_to(count)), Options(), SEED)
    first_call = call_of(*sides(draw), finished_positions=range(1, count))
    second_draw = CLOCK.next_round(Situation(entrants_up_to(count), (first_call,)), Options(), SEED)
    assert len(second_draw.pairings) == count // 2 and second_draw.report.rematches == ()


def test_clock_refuses_wrong_options_and_one_entrant():
    with is_refused("option_unknown"):
        Options(last_call="todos")
    with is_refused("too_few_entrants"):
        CLOCK.next_round(Situation(entrants_up_to(1)), Options(), SEED)
