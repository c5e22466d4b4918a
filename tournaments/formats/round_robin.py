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

    Keys of `meetings` have the lower number first, keys of `home_matches` the host first. `balance`
    is home matches minus away matches.
    """

    rounds: tuple[tuple[PlayedMatch, ...], ...]
    meetings: Counter[Couple]
    home_matches: Counter[Couple]
    balance: Counter[int]
    rests: Counter[int]

    @classmethod
    def of(cls, situation: Situation) -> "MeetingHistory":
        """Return the history of a situation; `rests` counts rounds that an entry did not play."""
        rounds = situation.rounds
        home_matches = Counter(
            (match.sides[0], match.sides[1])
            for matches in rounds
            for match in matches
            if not match.is_bye
        )
        meetings, balance = Counter[Couple](), Counter[int]()
        for (host, guest), times in home_matches.items():
            meetings[pair_key(host, guest)] += times
            balance[host] += times
            balance[guest] -= times
        return cls(rounds, meetings, home_matches, balance, rounds_not_played(situation))

    def owed_meetings(
        self, members: Sequence[int], active: frozenset[int], legs: int
    ) -> dict[Couple, int]:
        """Return the meetings up to `legs` that each couple of active members lacks, if any."""
        active_members = sorted(active.intersection(members))
        return {
            couple: legs - self.meetings[couple]
            for couple in combinations(active_members, 2)
            if self.meetings[couple] < legs
        }

    def next_matches(
        self, name: str, members: Sequence[int], active: frozenset[int], legs: int
    ) -> tuple[Sides, ...]:
        """Return the sides of the next matches of a group, byes included; () if none is owed."""
        owed_meetings = self.owed_meetings(members, active, legs)
        if not owed_meetings:
            return ()
        matches = self._calendar_matches(name, active.intersection(members), legs)
        return matches if matches is not None else self.owed_matches(owed_meetings)

    def owed_matches(self, owed_meetings: Mapping[Couple, int]) -> tuple[Sides, ...]:
        """Return as many owed meetings as fit; an entry left over with owed meetings rests."""
        couples = arrange_round(owed_meetings, self.home_matches, self.balance, self.rests)
        playing = {number for couple in couples for number in couple}
        waiting_entries = {number for couple in owed_meetings for number in couple} - playing
        return (*couples, *((number,) for number in sorted(waiting_entries)))

    def _calendar_matches(
        self, name: str, active: frozenset[int], legs: int
    ) -> tuple[Sides, ...] | None:
        """Return the next round of a group's calendar, or None if the calendar no longer fits."""
        couples_in_round_1 = _group_couples(self.rounds[0] if self.rounds else (), name)
        if not active <= {number for couple in couples_in_round_1 for number in couple}:
            return None
        leg = len(self.rounds) // rounds_in_leg(2 * len(couples_in_round_1))
        if leg >= legs:
            return None
        date = couples_on_date(couples_in_round_1, len(self.rounds))
        sides = [_present_entries(couple, active) for couple in date]
        couples_to_meet = [side for side in sides if len(side) == 2]
        if not couples_to_meet or any(
            self.meetings[pair_key(*couple)] > leg for couple in couples_to_meet
        ):
            return None
        return tuple(side for side in sides if side)


def first_matches(order: Sequence[int]) -> tuple[Sides, ...]:
    """Return the first round of a group, two by two in `order`.

    If their number is odd, the first entry rests.
    """
    return tuple(_present_entries(couple) for couple in first_couples(order))


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
    return not any(history.owed_meetings(members, active, legs) for members in groups.values())


def seat_groups(matches: Mapping[str, Sequence[Sides]]) -> tuple[Pairing, ...]:
    """Return the round: the matches of each group in order, group by group, and the byes last."""
    seats = [(name, sides) for name, group_matches in matches.items() for sides in group_matches]
    seats.sort(key=lambda seat: len(seat[1]) == 1)  # stable: the groups stay in order
    return tuple(
        Pairing(position, sides, group=name) for position, (name, sides) in enumerate(seats, 1)
    )


def meeting_couples(pairings: Sequence[Pairing]) -> list[Couple]:
    """Return the couples that meet in these pairings, lower number first, in order."""
    return sorted(pair_key(*match.sides) for match in pairings if not match.is_bye)


def calendar_report(
    situation: Situation,
    pairings: Sequence[Pairing],
    legs: int,
    wish_breakers: Sequence[Couple] = (),
) -> Report:
    """Return the report: byes, couples that meet more often than agreed, and `wish_breakers`."""
    meetings = MeetingHistory.of(situation).meetings
    rematches = tuple(couple for couple in meeting_couples(pairings) if meetings[couple] >= legs)
    forbidden = situation.wishes.forbidden
    broken_by = [("rematch", couple) for couple in rematches]
    broken_by += [
        ("forbidden" if couple in forbidden else "wish", couple) for couple in sorted(wish_breakers)
    ]
    return Report(
        byes=tuple(sorted(number for match in pairings if match.is_bye for number in match.sides)),
        rematches=rematches,
        broken=tuple(dict.fromkeys(name for name, _numbers in broken_by)),
        broken_by=tuple(broken_by),
    )


class RoundRobin(Format[LegsT]):
    """A format in which all entries meet, by a calendar drawn with the first round."""

    tiebreaks = ("points", "mini_league", "counted_diff", "counted_won", "lot")
    overlaps = True

    def depends_on_results(self, options: LegsT) -> bool:
        return False

    def usual_chain(self, game: AnyGame, length: GameOptions, options: LegsT) -> tuple[str, ...]:
        """Return the tie-breaks for this game and length: the game's rules first.

        Before a lot, a league compares the differences of the tallies below the one that it adds up
        (tantos below chicos).
        """
        chain = _insert_finer_tallies(super().usual_chain(game, length, options), game, length)
        return chain_by_rules(chain, game, length.counted_tally)

    def by_lot(self, number: int, options: LegsT) -> bool:
        return number == 1

    def calendar(
        self, situation: Situation, options: LegsT, seed: str
    ) -> tuple[tuple[Pairing, ...], ...]:
        """Return the pairings of each round still to be drawn, if no entry joins or leaves.

        Raises what `next_round` raises, except `stage_over`.
        """
        future_rounds: list[tuple[Pairing, ...]] = []
        while True:
            try:
                pairings = self.next_round(situation, options, seed).pairings
            except DrawError as error:
                if error.code != "stage_over":
                    raise
                return tuple(future_rounds)
            future_rounds.append(pairings)
            assumed_round = tuple(
                PlayedMatch(match.position, match.sides, match.sides[0], group=match.group)
                for match in pairings
            )
            situation = replace(situation, rounds=(*situation.rounds, assumed_round))


def chain_by_rules(chain: tuple[str, ...], game: AnyGame, counted_tally: str) -> tuple[str, ...]:
    """Return the order that the rules of the game give to a league, then the rest of the chain.

    `counted_tally` is the tally that `counted_won` adds up, or "" if that is no tally of the game.
    """
    keys = {MATCHES: chain[0], counted_tally: "counted_won"}
    rule_keys = [keys.get(name, f"for:{name}") for name in game.league_order]
    return tuple(dict.fromkeys((*rule_keys, *chain)))


def _insert_finer_tallies(
    chain: tuple[str, ...], game: AnyGame, length: GameOptions
) -> tuple[str, ...]:
    """Return the chain with the differences of the finer tallies of a match put before the lot."""
    counted_tally = length.counted_tally
    if counted_tally not in game.match_tallies or chain[-1] != "lot":
        return chain
    finer_tallies = game.match_tallies[game.match_tallies.index(counted_tally) + 1 :]
    return (*chain[:-1], *(f"diff:{tally}" for tally in finer_tallies), "lot")


def _group_couples(matches: Sequence[PlayedMatch], name: str) -> tuple[Couple, ...]:
    """Return a group's couples of round 1 as `pairing.calendar` reads them.

    A bye is a couple with EMPTY_CHAIR. Return () if two or more entries rested.
    """
    group_matches = sorted(
        (match for match in matches if match.group == name), key=lambda match: match.position
    )
    byes = [match for match in group_matches if match.is_bye]
    if len(byes) > 1:
        return ()
    bye_couples = [(EMPTY_CHAIR, match.sides[0]) for match in byes]
    return (
        *bye_couples,
        *((match.sides[0], match.sides[1]) for match in group_matches if not match.is_bye),
    )


def _present_entries(couple: Couple, active: frozenset[int] | None = None) -> Sides:
    """Return the couple without the empty chair and, given `active`, without withdrawn entries."""
    return tuple(
        number
        for number in couple
        if number != EMPTY_CHAIR and (active is None or number in active)
    )
