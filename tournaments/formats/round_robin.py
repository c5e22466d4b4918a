"""Todos contra todos, from the history alone: the next matches of each group of a stage.

Round 1 of a group fixes its whole calendar (`pairing.calendar`). If the calendar no longer fits, as
many owed meetings as possible are arranged. An entry whose rival has withdrawn rests. Leagues,
groups, boxes and team leagues share this code.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol, TypeVar

from rules.core import MATCHES, AnyGame, GameOptions
from tournaments.formats.base import Format, FormatOptions
from tournaments.formats.core import DrawError, Pairing, PlayedMatch, Report, Situation
from tournaments.formats.history import rounds_not_played
from tournaments.pairing.calendar import (
    arrange_round,
    couples_on_date,
    first_couples,
    rounds_in_leg,
)
from tournaments.pairing.matching import EMPTY_CHAIR, Couple, pair_key

Sides = tuple[int, ...]
Groups = Mapping[str, tuple[int, ...]]
MOST_LEGS = 4


class WithLegs(FormatOptions, Protocol):
    """Options with a number of meetings of each couple; the host changes from leg to leg."""

    @property
    def legs(self) -> int: ...


LegsT = TypeVar("LegsT", bound=WithLegs)


@dataclass(frozen=True, slots=True)
class MeetingHistory:
    """The drawn rounds, counted once: meetings, hosts, and rounds not played.

    Keys of `met` have the lower number first, keys of `hosted` the host first; `balance` is home
    matches minus away matches.
    """

    rounds: tuple[tuple[PlayedMatch, ...], ...]
    met: Counter[Couple]
    hosted: Counter[Couple]
    balance: Counter[int]
    rests: Counter[int]

    @classmethod
    def of(cls, situation: Situation) -> "MeetingHistory":
        """Return the history of a situation; `rests` counts rounds that an entry did not play."""
        rounds = situation.rounds
        hosted = Counter(
            (match.sides[0], match.sides[1])
            for matches in rounds
            for match in matches
            if not match.rest
        )
        met, balance = Counter[Couple](), Counter[int]()
        for (host, guest), times in hosted.items():
            met[pair_key(host, guest)] += times
            balance[host] += times
            balance[guest] -= times
        return cls(rounds, met, hosted, balance, rounds_not_played(situation))

    def owed(self, members: Sequence[int], active: frozenset[int], legs: int) -> dict[Couple, int]:
        """Return the meetings up to `legs` that each couple of active members lacks, if any."""
        living = sorted(active.intersection(members))
        return {
            two: legs - self.met[two] for two in combinations(living, 2) if self.met[two] < legs
        }

    def next_matches(
        self, name: str, members: Sequence[int], active: frozenset[int], legs: int
    ) -> tuple[Sides, ...]:
        """Return the sides of the next matches of a group, byes included; () if none is owed."""
        owed = self.owed(members, active, legs)
        if not owed:
            return ()
        planned = self._by_calendar(name, active.intersection(members), legs)
        return planned if planned is not None else self.by_owed(owed)

    def by_owed(self, owed: Mapping[Couple, int]) -> tuple[Sides, ...]:
        """Return as many owed meetings as fit; an entry left over with owed meetings rests."""
        couples = arrange_round(owed, self.hosted, self.balance, self.rests)
        playing = {number for couple in couples for number in couple}
        waiting = {number for couple in owed for number in couple} - playing
        return (*couples, *((number,) for number in sorted(waiting)))

    def _by_calendar(
        self, name: str, active: frozenset[int], legs: int
    ) -> tuple[Sides, ...] | None:
        """Return the next round of a group's calendar, or None if the calendar no longer fits."""
        first = _first_of_group(self.rounds[0] if self.rounds else (), name)
        if not active <= {number for couple in first for number in couple}:
            return None
        leg = len(self.rounds) // rounds_in_leg(2 * len(first))
        if leg >= legs:
            return None
        couples = couples_on_date(first, len(self.rounds))
        sides = [_without_chair(couple, active) for couple in couples]
        twos = [side for side in sides if len(side) == 2]
        if not twos or any(self.met[pair_key(*two)] > leg for two in twos):
            return None
        return tuple(side for side in sides if side)


def first_matches(order: Sequence[int]) -> tuple[Sides, ...]:
    """Return the first round of a group, two by two in `order`.

    If their number is odd, the first entry rests.
    """
    return tuple(_without_chair(couple) for couple in first_couples(order))


def groups_played(rounds: Sequence[Sequence[PlayedMatch]]) -> dict[str, tuple[int, ...]]:
    """Return the members of each group by name, sorted by number; guests do not count.

    A member belongs to the group of its first match.
    """
    group_of: dict[int, str] = {}
    for matches in rounds:
        for match in matches:
            for number in match.counts_for:
                group_of.setdefault(number, match.group)
    groups: dict[str, list[int]] = {}
    for number in sorted(group_of):
        groups.setdefault(group_of[number], []).append(number)
    return {name: tuple(members) for name, members in groups.items()}


def all_met(history: MeetingHistory, groups: Groups, active: frozenset[int], legs: int) -> bool:
    """Return whether no two active entries of a group still owe a meeting."""
    return not any(history.owed(members, active, legs) for members in groups.values())


def seat_groups(matches: Mapping[str, Sequence[Sides]]) -> tuple[Pairing, ...]:
    """Return the round: the matches of each group in order, group by group, and the byes last."""
    seats = [(name, sides) for name, own in matches.items() for sides in own]
    seats.sort(key=lambda seat: len(seat[1]) == 1)  # stable: the groups stay in order
    return tuple(
        Pairing(position, sides, group=name) for position, (name, sides) in enumerate(seats, 1)
    )


def meeting_couples(pairings: Sequence[Pairing]) -> list[Couple]:
    """Return the couples that meet in these pairings, lower number first, in order."""
    return sorted(pair_key(*match.sides) for match in pairings if not match.rest)


def calendar_report(
    situation: Situation, pairings: Sequence[Pairing], legs: int, unkept: Sequence[Couple] = ()
) -> Report:
    """Return the report: byes, couples that meet more often than agreed, and `unkept` wishes."""
    met = MeetingHistory.of(situation).met
    rematches = tuple(couple for couple in meeting_couples(pairings) if met[couple] >= legs)
    forbidden = situation.wishes.forbidden
    broken_by = [("rematch", couple) for couple in rematches]
    broken_by += [("forbidden" if two in forbidden else "wish", two) for two in sorted(unkept)]
    return Report(
        byes=tuple(sorted(number for match in pairings if match.rest for number in match.sides)),
        rematches=rematches,
        broken=tuple(dict.fromkeys(name for name, _numbers in broken_by)),
        broken_by=tuple(broken_by),
    )


class RoundRobin(Format[LegsT]):
    """A format in which all entries meet, by a calendar drawn with the first round."""

    tiebreaks = ("points", "mini_league", "counted_diff", "counted_won", "lot")
    overlaps = True

    def by_results(self, options: LegsT) -> bool:
        return False

    def usual_chain(self, game: AnyGame, length: GameOptions, options: LegsT) -> tuple[str, ...]:
        """Return the tie-breaks for this game and length: the game's rules first.

        Before a lot, a league compares the differences of the tallies below the one that it adds up
        (tantos below chicos).
        """
        chain = _before_lot(super().usual_chain(game, length, options), game, length)
        return chain_by_rules(chain, game, length.counted_tally)

    def by_lot(self, number: int, options: LegsT) -> bool:
        return number == 1

    def calendar(
        self, situation: Situation, options: LegsT, seed: str
    ) -> tuple[tuple[Pairing, ...], ...]:
        """Return the pairings of each round still to be drawn, if no entry joins or leaves.

        Raises what `next_round` raises, except `stage_over`.
        """
        ahead: list[tuple[Pairing, ...]] = []
        while True:
            try:
                pairings = self.next_round(situation, options, seed).pairings
            except DrawError as error:
                if error.code != "stage_over":
                    raise
                return tuple(ahead)
            ahead.append(pairings)
            foreseen = tuple(
                PlayedMatch(match.position, match.sides, match.sides[0], group=match.group)
                for match in pairings
            )
            situation = replace(situation, rounds=(*situation.rounds, foreseen))


def chain_by_rules(chain: tuple[str, ...], game: AnyGame, counted: str) -> tuple[str, ...]:
    """Return the order that the rules of the game give to a league, then the rest of the chain.

    `counted` is the tally that `counted_won` adds up, or "" if it adds up no tally of the game.
    """
    keys = {MATCHES: chain[0], counted: "counted_won"}
    led_by = [keys.get(name, f"for:{name}") for name in game.league_order]
    return tuple(dict.fromkeys((*led_by, *chain)))


def _before_lot(chain: tuple[str, ...], game: AnyGame, length: GameOptions) -> tuple[str, ...]:
    """Return the chain with the differences of the finer tallies of a match put before the lot."""
    counted = length.counted_tally
    if counted not in game.match_tallies or chain[-1] != "lot":
        return chain
    finer = game.match_tallies[game.match_tallies.index(counted) + 1 :]
    return (*chain[:-1], *(f"diff:{tally}" for tally in finer), "lot")


def _first_of_group(matches: Sequence[PlayedMatch], name: str) -> tuple[Couple, ...]:
    """Return a group's couples of round 1 as `pairing.calendar` reads them.

    A bye is a couple with EMPTY_CHAIR. Return () if two or more entries rested.
    """
    own = sorted(
        (match for match in matches if match.group == name), key=lambda match: match.position
    )
    resting = [match for match in own if match.rest]
    if len(resting) > 1:
        return ()
    chair = [(EMPTY_CHAIR, match.sides[0]) for match in resting]
    return (*chair, *((match.sides[0], match.sides[1]) for match in own if not match.rest))


def _without_chair(couple: Couple, active: frozenset[int] | None = None) -> Sides:
    """Return the couple without the empty chair and, given `active`, without withdrawn entries."""
    return tuple(
        number
        for number in couple
        if number != EMPTY_CHAIR and (active is None or number in active)
    )
