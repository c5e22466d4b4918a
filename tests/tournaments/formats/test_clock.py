"""Maratón por reloj: calls of those who are free, whole afternoons, the last call."""

import heapq
import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.tournaments.formats.leagues import entered, sides
from tournaments.formats import CLOCK
from tournaments.formats.clock import Options, matches_drawn
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import count_meetings

SEED = "Regumiel 2024"


def call(*matches, over=()):
    """A call; the matches of `over` (positions) are finished."""
    return tuple(
        PlayedMatch(position, two, two[0] if position in over else None)
        for position, two in enumerate(matches, start=1)
    )


class Afternoon:
    """A hall that calls whenever a match ends, with lengths by chance."""

    def __init__(self, count, options, chance, spread=0.35):
        self.situation = Situation(entered(count))
        self.options, self.chance, self.spread = options, chance, spread
        self.now, self.ends = 0.0, []

    def call(self):
        try:
            draw = CLOCK.next_round(self.situation, self.options, SEED)
        except DrawError as error:
            return error.code
        drawn = tuple(PlayedMatch(one.position, one.sides, None) for one in draw.pairings)
        busy = [n for r in self.situation.rounds for m in r if not m.finished for n in m.sides]
        called = [number for one in drawn for number in one.sides]
        assert len(set(called) | set(busy)) == len(called) + len(busy), "somebody at two tables"
        self.situation = replace(self.situation, rounds=(*self.situation.rounds, drawn))
        for one in drawn:
            minutes = 30 * self.chance.lognormvariate(0, self.spread)
            at = (len(self.situation.rounds) - 1, one.position - 1)
            heapq.heappush(self.ends, (self.now + minutes, at))
        return ""

    def finish_one(self):
        self.now, (number, place) = heapq.heappop(self.ends)
        rounds = [list(matches) for matches in self.situation.rounds]
        match = rounds[number][place]
        rounds[number][place] = replace(match, winner=self.chance.choice(match.sides))
        self.situation = replace(self.situation, rounds=tuple(map(tuple, rounds)))

    def play(self, until):
        """Until the bell, then the last call, then until everything is finished."""
        self.call()
        while not CLOCK.is_over(self.situation, self.options):
            assert self.ends, "stuck: nobody plays and nobody is called"
            self.finish_one()
            if self.now >= until:
                self.situation = replace(self.situation, closed=True)
            self.call()
        return self.situation


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 16), st.booleans(), st.sampled_from(["stop", "even"]), st.integers(0, 10**6))
def test_a_whole_afternoon(count, wait, last_call, seed):
    played = Afternoon(count, Options(wait, last_call), random.Random(seed)).play(until=200)
    drawn = matches_drawn(played.rounds)
    numbers = [drawn[number] for number in range(1, count + 1)]
    # Slow tables play less, but never by many; an even last call leaves at most one behind.
    assert max(numbers) - min(numbers) <= 7
    if last_call == "even":
        assert sum(number < max(numbers) for number in numbers) <= 1
    met = count_meetings(played.rounds)
    if wait and max(numbers) < count / 3:
        assert max(met.values()) == 1, "a rematch with new rivals to spare"
    assert {len(one.sides) for matches in played.rounds for one in matches} == {2}


def test_repeats_are_few_in_a_hall_of_forty():
    played = Afternoon(40, Options(), random.Random(7)).play(until=300)
    drawn = matches_drawn(played.rounds)
    assert min(drawn.values()) >= 6 and max(drawn.values()) - min(drawn.values()) <= 3
    assert max(count_meetings(played.rounds).values()) == 1


def test_the_first_call_takes_the_balls_two_by_two_and_the_odd_one_waits():
    draw = CLOCK.next_round(Situation(entered(5)), Options(), SEED)
    assert (sides(draw), draw.report.byes) == ([(4, 2), (5, 1)], ())


def test_who_waited_is_called_and_the_newest_rival_is_taken():
    rounds = (call((4, 2), (5, 1), over=(2,)),)
    # 3 has waited since the beginning; 1 and 5, alike, have just met.
    draw = CLOCK.next_round(Situation(entered(5), rounds), Options(), SEED)
    assert len(draw.pairings) == 1 and 3 in sides(draw)[0]
    assert draw.report.rematches == ()


def test_two_who_met_wait_while_somebody_newer_plays():
    rounds = (call((1, 2), (3, 4), over=(1,)),)
    situation = Situation(entered(4), rounds)
    with is_refused("nobody_free", params={"free": 2}):
        CLOCK.next_round(situation, Options(), SEED)
    again = CLOCK.next_round(situation, Options(wait=False), SEED)
    assert again.report.rematches == ((1, 2),)


def test_two_alone_meet_again_and_again():
    rounds = (call((1, 2), over=(1,)),)
    draw = CLOCK.next_round(Situation(entered(2), rounds), Options(), SEED)
    assert draw.report.rematches == ((1, 2),)


def test_all_have_met_all_and_the_hall_goes_on():
    """Nobody waits for the slowest table when waiting would bring no newer rival."""
    rounds = (
        call((1, 2), (3, 4), over=(1, 2)),
        call((1, 3), (2, 4), over=(1, 2)),
        call((1, 4), (2, 3), over=(1, 2)),
        call((5, 6)),
    )
    active = (*entered(4), Entrant(5, active=False), Entrant(6, active=False))
    draw = CLOCK.next_round(Situation(active, rounds), Options(), SEED)
    assert len(draw.pairings) == 2


def test_forbidden_couples_and_wishes():
    tags = ["town:luco", "town:luco", "town:daroca", "town:daroca"]
    people = tuple(Entrant(at, tags=(tag,)) for at, tag in enumerate(tags, start=1))
    wishes = Wishes(apart={"town": 3}, forbidden=frozenset({(1, 3)}))
    draw = CLOCK.next_round(Situation(people, wishes=wishes), Options(), SEED)
    assert sorted(sorted(two) for two in sides(draw)) == [[1, 4], [2, 3]]
    two = Situation((people[0], people[2]), wishes=wishes)
    assert CLOCK.next_round(two, Options(), SEED).report.broken == ("forbidden",)


def test_the_last_call():
    rounds = (call((1, 2), (3, 4), over=(1, 2)), call((1, 3), over=(1,)))
    closed = Situation((*entered(4), Entrant(5)), rounds, closed=True)
    assert CLOCK.is_over(closed, Options()) and CLOCK.still_in(closed, Options()) == frozenset()
    with is_refused("clock_closed"):
        CLOCK.next_round(closed, Options(), SEED)
    even = Options(last_call="even")
    assert not CLOCK.is_over(closed, even)
    assert CLOCK.still_in(closed, even) == {2, 4, 5}
    assert 5 in sides(CLOCK.next_round(closed, even, SEED))[0]
    assert CLOCK.late(closed, even) == "too_late"


def test_an_open_clock_is_never_over():
    rounds = (call((1, 2), (3, 4), over=(1, 2)),)
    assert not CLOCK.is_over(Situation(entered(4), rounds), Options())
    assert CLOCK.rounds_in_all(40, Options()) == 0


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 14), st.randoms(use_true_random=False))
def test_the_order_of_the_entries_changes_nothing(count, dice):
    hall = Afternoon(count, Options(), random.Random(count))
    hall.call()
    hall.finish_one()
    situation = hall.situation
    people = list(situation.entrants)
    dice.shuffle(people)

    def drawn(one):
        try:
            return CLOCK.next_round(one, Options(wait=False), "seed")
        except DrawError as error:
            return error.code

    assert drawn(replace(situation, entrants=tuple(people))) == drawn(situation)


def test_who_leaves_is_not_called_and_who_comes_late_is_called_first():
    rounds = (call((1, 2), (3, 4), over=(1, 2)),)
    people = (Entrant(1, active=False), *entered(5)[1:])
    called = Counter(
        number
        for two in sides(CLOCK.next_round(Situation(people, rounds), Options(), SEED))
        for number in two
    )
    assert called[5] == 1 and called[1] == 0 and called.total() == 4


def test_a_full_hall_comes_back_from_lunch():
    """More than EXACT_UP_TO free at once: nobody meets again, nobody is left over."""
    count = 400
    draw = CLOCK.next_round(Situation(entered(count)), Options(), SEED)
    first = call(*sides(draw), over=range(1, count))
    second = CLOCK.next_round(Situation(entered(count), (first,)), Options(), SEED)
    assert len(second.pairings) == count // 2 and second.report.rematches == ()


def test_what_cannot_be():
    with is_refused("option_unknown"):
        Options(last_call="todos")
    with is_refused("too_few_entrants"):
        CLOCK.next_round(Situation(entered(1)), Options(), SEED)
