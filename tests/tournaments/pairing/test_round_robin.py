"""The calendar of a round robin: its laws for every size and number of legs, and what is owed."""

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


def calendar(first, legs):
    """All the dates, leg after leg."""
    return tuple(couples_on_date(first, number) for number in range(legs * (2 * len(first) - 1)))


def counted(dates):
    """How often each two meet, each one's matches at home less those away, each one's rests."""
    met, balance, rests = Counter(), Counter(), Counter()
    for couples in dates:
        for host, guest in couples:
            if EMPTY_CHAIR in (host, guest):
                rests[host or guest] += 1
            else:
                met[frozenset((host, guest))] += 1
                balance.update({host: 1, guest: -1})
    return met, balance, rests


@each("legs", 1, 2, 3, 4)
@each("entrants", *range(2, 25))
def test_the_laws_of_the_calendar(entrants, legs):
    people = range(1, entrants + 1)
    dates = calendar(first_couples(people), legs)
    assert len(dates) == legs * rounds_in_leg(entrants)
    for couples in dates:
        seen = sorted(number for couple in couples for number in couple)
        assert seen == sorted([*people, *[EMPTY_CHAIR] * (entrants % 2)])
    met, balance, rests = counted(dates)
    assert met == {frozenset(two): legs for two in combinations(people, 2)}
    assert rests == (dict.fromkeys(people, legs) if entrants % 2 else {})
    assert all(abs(balance[number]) <= (entrants + 1) * legs % 2 for number in people)


@each("entrants", *range(2, 25))
def test_each_rests_once_in_each_leg_and_returns_the_visit_in_the_next(entrants):
    length = rounds_in_leg(entrants)
    dates = calendar(first_couples(range(1, entrants + 1)), 4)
    for leg in range(4):
        met, _balance, rests = counted(dates[leg * length : (leg + 1) * length])
        assert set(met.values()) == {1} and set(rests.values()) <= {1}
    hosts = [{couple for couples in dates[:length] for couple in couples}]
    hosts.append({couple for couples in dates[length : 2 * length] for couple in couples})
    assert hosts[1] == {(guest, host) for host, guest in hosts[0]}
    assert dates[2 * length :] == dates[: 2 * length]


def test_nobody_is_at_home_or_away_three_times_running_within_a_leg():
    for entrants in range(4, 25, 2):
        dates = calendar(first_couples(range(1, entrants + 1)), 1)
        breaks = 0
        for number in range(1, entrants + 1):
            at_home = [
                number == host for c in dates for host, guest in c if number in (host, guest)
            ]
            runs = list(pairwise(at_home))
            breaks += sum(one == other for one, other in runs)
            assert not any(a == b == c for (a, b), (_b, c) in pairwise(runs))
        assert breaks == entrants - 2, "no calendar has fewer (de Werra)"


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(1, 10)), st.integers(1, 3))
def test_the_first_round_is_the_one_given(order, legs):
    first = first_couples(order)
    assert calendar(first, legs)[0] == first


def test_of_nobody():
    assert rounds_in_leg(0) == 0 and arrange_round({}, {}, {}, {}) == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 11), st.integers(1, 2), st.data())
def test_what_is_owed_is_arranged_to_the_end(entrants, legs, data):
    """From any meetings owed: each round is as full as can be, and they are soon all played."""
    couples = list(combinations(range(1, entrants + 1), 2))
    owed = {two: data.draw(st.integers(0, legs)) for two in couples}
    owed = {two: times for two, times in owed.items() if times}
    degree = Counter(number for two, times in owed.items() for number in two * times)
    most = max(degree.values(), default=0)
    hosted, balance, rests, rounds = Counter(), Counter(), Counter(), 0
    while owed:
        found = arrange_round(owed, hosted, balance, rests)
        playing = {number for two in found for number in two}
        assert len(playing) == 2 * len(found)
        assert not any(playing.isdisjoint(two) for two in owed), "two who owe are left waiting"
        for host, guest in found:
            two = (min(host, guest), max(host, guest))
            owed = {
                one: times - (one == two) for one, times in owed.items() if times > (one == two)
            }
            hosted[host, guest] += 1
            balance.update({host: 1, guest: -1})
        rests.update({number for two in owed for number in two} - playing)
        rounds += 1
    # In a round without a couple at least one of its two plays another: so it waits no longer.
    assert rounds <= max(2 * most - 1, 0)


def test_the_arrangement_is_the_same_in_whatever_order_it_is_asked():
    owed = dict.fromkeys(combinations(range(1, 8), 2), 1)
    turned = dict(reversed(owed.items()))
    assert arrange_round(owed, {}, {}, {}) == arrange_round(turned, {}, {}, {})
