"""Tests of the calendar of a round robin of any size, and of rounds of matches still owed."""

from collections import Counter
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rows import each
from tournaments.pairing.calendar import (
    EMPTY_CHAIR,
    arrange_round,
    couples_on_date,
    first_couples,
    rounds_in_leg,
)


def calendar(first_round, legs):
    """Return the couples of every date, leg after leg."""
    return tuple(
        couples_on_date(first_round, number) for number in range(legs * (2 * len(first_round) - 1))
    )


def counts_of(dates):
    """Count the meetings of each couple, and the home-away balance and byes of each entrant."""
    meetings = Counter()
    balance = Counter()
    rests = Counter()
    for couples in dates:
        for host, guest in couples:
            if EMPTY_CHAIR in (host, guest):
                rests[host or guest] += 1
            else:
                meetings[frozenset((host, guest))] += 1
                balance.update({host: 1, guest: -1})
    return meetings, balance, rests


@each("legs", 1, 2, 3, 4)
@each("entrants", *range(2, 25))
def test_calendar_repeats_every_meeting_in_each_leg_and_balances_hosts(entrants, legs):
    people = range(1, entrants + 1)
    dates = calendar(first_couples(people), legs)
    assert len(dates) == legs * rounds_in_leg(entrants)
    for couples in dates:
        numbers = sorted(number for couple in couples for number in couple)
        assert numbers == sorted([*people, *[EMPTY_CHAIR] * (entrants % 2)])
    meetings, balance, rests = counts_of(dates)
    assert meetings == {frozenset(pair): legs for pair in combinations(people, 2)}
    assert rests == (dict.fromkeys(people, legs) if entrants % 2 else {})
    assert all(abs(balance[number]) <= (entrants + 1) * legs % 2 for number in people)


@each("entrants", *range(2, 25))
def test_entrants_rest_once_in_a_leg_and_swap_hosts_in_the_next(entrants):
    length = rounds_in_leg(entrants)
    dates = calendar(first_couples(range(1, entrants + 1)), 4)
    for leg in range(4):
        meetings, _balance, rests = counts_of(dates[leg * length : (leg + 1) * length])
        assert set(meetings.values()) == {1} and set(rests.values()) <= {1}
    hosts = [{couple for couples in dates[:length] for couple in couples}]
    hosts.append({couple for couples in dates[length : 2 * length] for couple in couples})
    assert hosts[1] == {(guest, host) for host, guest in hosts[0]}
    assert dates[2 * length :] == dates[: 2 * length]


def test_calendar_never_has_three_home_or_away_matches_in_a_row():
    for entrants in range(4, 25, 2):
        dates = calendar(first_couples(range(1, entrants + 1)), 1)
        breaks = 0
        for number in range(1, entrants + 1):
            at_home = [
                number == host
                for couples in dates
                for host, guest in couples
                if number in (host, guest)
            ]
            runs = list(pairwise(at_home))
            breaks += sum(home == next_home for home, next_home in runs)
            assert not any(
                first == second == third for (first, second), (_second, third) in pairwise(runs)
            )
        assert breaks == entrants - 2, "no calendar has fewer (de Werra)"


@settings(max_examples=40)
@given(st.permutations(range(1, 10)), st.integers(1, 3))
def test_calendar_begins_with_the_first_couples(order, legs):
    first_round = first_couples(order)
    assert calendar(first_round, legs)[0] == first_round


def test_calendar_without_entrants_is_empty():
    assert rounds_in_leg(0) == 0 and arrange_round({}, {}, {}, {}) == ()


@settings(max_examples=25)
@given(st.integers(2, 11), st.integers(1, 2), st.data())
def test_owed_meetings_are_all_arranged_in_few_rounds(entrants, legs, data):
    """From any owed meetings, each round is as full as possible and few rounds are enough."""
    couples = list(combinations(range(1, entrants + 1), 2))
    owed_meetings = {couple: data.draw(st.integers(0, legs)) for couple in couples}
    owed_meetings = {couple: times for couple, times in owed_meetings.items() if times}
    owed_by_entrant = Counter(
        number for couple, times in owed_meetings.items() for number in couple * times
    )
    most_owed = max(owed_by_entrant.values(), default=0)
    home_matches = Counter()
    balance = Counter()
    rests = Counter()
    rounds = 0
    while owed_meetings:
        round_couples = arrange_round(owed_meetings, home_matches, balance, rests)
        playing = {number for couple in round_couples for number in couple}
        assert len(playing) == 2 * len(round_couples)
        assert not any(playing.isdisjoint(couple) for couple in owed_meetings), (
            "a couple that could play is left waiting"
        )
        for host, guest in round_couples:
            couple = (min(host, guest), max(host, guest))
            owed_meetings = {
                owed_couple: times - (owed_couple == couple)
                for owed_couple, times in owed_meetings.items()
                if times > (owed_couple == couple)
            }
            home_matches[host, guest] += 1
            balance.update({host: 1, guest: -1})
        rests.update({number for couple in owed_meetings for number in couple} - playing)
        rounds += 1
    # A couple waits only while one of its two entrants plays: at most 2 * most_owed - 2 rounds.
    assert rounds <= max(2 * most_owed - 1, 0)


def test_arranged_round_does_not_depend_on_the_order_of_owed_couples():
    owed = dict.fromkeys(combinations(range(1, 8), 2), 1)
    reversed_owed = dict(reversed(owed.items()))
    assert arrange_round(owed, {}, {}, {}) == arrange_round(reversed_owed, {}, {}, {})
