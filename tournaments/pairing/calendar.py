"""The calendar of a round robin: all entries meet once per leg; if their number is odd, one entry
rests in each round.

It uses the circle method, from the couples of the first round. If entries have joined or left,
`arrange_round` puts as many owed meetings as possible in one round.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.pairing.matching import EMPTY_CHAIR, Couple, most_pairs, pair_key


def rounds_in_leg(entrants: int) -> int:
    """Return the number of rounds in which all entrants meet once.

    >>> [rounds_in_leg(n) for n in (2, 3, 4, 11, 12)]
    [1, 3, 3, 11, 11]
    """
    return max(entrants - 1 + entrants % 2, 0)


def first_couples(order: Sequence[int]) -> tuple[Couple, ...]:
    """Return the first round, two by two in `order`; if their number is odd, the first rests.

    >>> first_couples((4, 1, 3)), first_couples((4, 1, 3, 2))
    (((0, 4), (1, 3)), ((4, 1), (3, 2)))
    """
    chairs = (EMPTY_CHAIR, *order) if len(order) % 2 else tuple(order)
    return tuple(zip(chairs[::2], chairs[1::2], strict=True))


def couples_on_date(first_date: Sequence[Couple], number: int) -> tuple[Couple, ...]:
    """Return the couples of a date (a round, counted from 0) of the calendar; each host is first.

    `first_date` is date 0: it has every entry once. The couple with EMPTY_CHAIR, if any, comes
    first.
    Let its couples be (X, 0), (1, -1), (-2, 2), (3, -3)…, with X outside, and all other entries in
    a circle of M = 2·couples − 1 places. Date r adds r to every place of the circle, and X hosts on
    even dates. After M dates, a leg, everything repeats with the hosts exchanged. At the end of a
    leg, the home and away matches of each entry differ by at most one.

    >>> [couples_on_date(((1, 2), (3, 4)), number) for number in (0, 1, 2, 3)]
    [((1, 2), (3, 4)), ((3, 1), (4, 2)), ((1, 4), (2, 3)), ((2, 1), (4, 3))]
    """
    (outsider, top), *other_couples = first_date
    places = 2 * len(first_date) - 1
    circle = [top] * places
    for step, (host, guest) in enumerate(other_couples, start=1):
        ahead, behind = (host, guest) if step % 2 else (guest, host)
        circle[step], circle[-step] = ahead, behind
    leg, turn = divmod(number, places)
    couples = [_alternate_hosts(outsider, circle[turn], turn + leg)]
    for step in range(1, len(first_date)):
        ahead, behind = circle[(turn + step) % places], circle[turn - step]
        couples.append(_alternate_hosts(ahead, behind, step + 1 + leg))
    return tuple(couples)


def arrange_round(
    owed_meetings: Mapping[Couple, int],
    home_matches: Mapping[Couple, int],
    balance: Mapping[int, int],
    rests: Mapping[int, int],
) -> tuple[Couple, ...]:
    """Return the meetings of one round, from the owed meetings; the host of each comes first.

    `owed_meetings` has the couples, lower number first, with the meetings that they still lack.
    `home_matches` counts the meetings by (host, guest). `balance` has the home matches minus the
    away matches of each entry, and `rests` its byes. As many couples as possible meet. The round
    first includes the entries with the most meetings left, then the entries with the most byes.
    Among equal rounds, couples that have met least come first, then couples that improve the
    balance most, then the lowest sum of lots (label `calendar`, empty seed), so that no draw is
    needed.

    The host is the entry that has hosted its rival fewer times; if equal, the entry with the lower
    balance; if equal, the lower number.

    >>> arrange_round({(1, 2): 1, (1, 3): 1, (2, 3): 1}, {}, {}, {3: 1})
    ((1, 3),)
    """
    meetings_left = Counter[int]()
    for (first, second), times in owed_meetings.items():
        meetings_left[first] += times
        meetings_left[second] += times
    meetings = {
        (a, b): home_matches.get((a, b), 0) + home_matches.get((b, a), 0) for a, b in owed_meetings
    }
    most_rests = max((rests.get(number, 0) for number in meetings_left), default=0)
    urgency = {
        number: meetings_left[number] * (most_rests + 1) + rests.get(number, 0)
        for number in meetings_left
    }
    highest = max(urgency.values(), default=0)
    unevenness = max((abs(balance.get(number, 0)) for number in meetings_left), default=0)
    seats = len(meetings_left)
    # Each unit exceeds the sum of all lower wishes over a whole round.
    per_meeting = seats * 2 * unevenness + 1
    per_urgency = per_meeting * (seats * max(meetings.values(), default=0) + 1)
    costs = {
        (a, b): (2 * highest - urgency[a] - urgency[b]) * per_urgency
        + meetings[a, b] * per_meeting
        + 2 * unevenness
        - abs(balance.get(a, 0) - balance.get(b, 0))
        for a, b in owed_meetings
    }
    return tuple(
        host_and_guest(*couple, home_matches, balance)
        for couple in most_pairs(costs, "", "calendar")
    )


def host_and_guest(
    first: int, second: int, home_matches: Mapping[Couple, int], balance: Mapping[int, int]
) -> Couple:
    """Return the two numbers, the host first, as `arrange_round` chooses it.

    >>> host_and_guest(1, 2, {(1, 2): 1}, {2: 5}), host_and_guest(1, 2, {}, {1: 1})
    ((2, 1), (2, 1))
    """

    def claim(host: int, guest: int) -> tuple[int, int, int]:
        return home_matches.get((host, guest), 0), balance.get(host, 0), host

    return min((first, second), (second, first), key=lambda couple: claim(*couple))


def _alternate_hosts(first: int, second: int, turn: int) -> Couple:
    return (second, first) if turn % 2 else (first, second)


def circle(first_round: Sequence[Couple]) -> list[tuple[Couple, ...]]:
    """Return the rounds after round 1, all with new partners, from the couples of round 1.

    They are dates 1, 2, … of a leg of the calendar, without hosts.

    >>> circle([(1, 2), (3, 4)])
    [((1, 3), (2, 4)), ((1, 4), (2, 3))]
    """
    # The calendar reverses every second couple, to alternate the hosts: reverse them beforehand.
    couples = [
        (left, right) if place % 2 or not place else (right, left)
        for place, (left, right) in enumerate(first_round)
    ]
    return [
        tuple(sorted(pair_key(*couple) for couple in couples_on_date(couples, number)))
        for number in range(1, rounds_in_leg(2 * len(first_round)))
    ]
