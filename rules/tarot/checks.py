"""Checks of a line against the options of the match: players, cards, results."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NoReturn

from rules.core import Side
from rules.reading import SIDE_NAMES, side_name
from rules.tarot.cards import CAMPS, OUDLERS, POIGNEES, possible_halves
from rules.tarot.codes import refuse
from rules.tarot.count import possible_values
from rules.tarot.faults import WRONG_CARDS, WRONG_NUMBER
from rules.tarot.hands import Deal, Results
from rules.tarot.options import Options
from rules.tarot.payments import shares
from rules.tarot.points import points_text


def check_seat(side: Side, options: Options, resting: Side | None, field: str) -> None:
    """Check that the player sits at this table and holds cards in this deal."""
    if side >= options.players:
        allowed = ", ".join(SIDE_NAMES[: options.players])
        raise refuse("tarot.not_at_table", field, side=side_name(side), allowed=allowed)
    if side == resting:
        raise refuse("tarot.dealer_rests", field, side=side_name(side))


def check_deal(deal: Deal, options: Options, resting: Side | None) -> None:
    """Check that the deal is possible at this table; raises `RuleError`."""
    check_seat(deal.taker, options, resting, "taker")
    if deal.partner is not None:
        check_seat(deal.partner, options, resting, "partner")
    for poignee in deal.poignees:
        check_seat(poignee.side, options, resting, "poignees")
        if poignee.trumps not in POIGNEES[options.active_players]:
            allowed = ", ".join(map(str, POIGNEES[options.active_players]))
            raise refuse("tarot.poignee_range", "poignees", value=poignee.trumps, allowed=allowed)
    for fault in deal.faults:
        check_seat(fault.side, options, resting, "faults")
    if deal.contract == "subo" and not options.subo:
        allowed = ", ".join(options.contracts)
        raise refuse("tarot.contract_unused", "contract", value=deal.contract, allowed=allowed)
    _check_partner(deal, options)
    if deal.halves not in _possible_halves_of(deal, options, deal.oudlers, deal.slam):
        _refuse_points(deal, options)


def _possible_halves_of(
    deal: Deal, options: Options, oudlers: int, slam: str | None
) -> frozenset[int]:
    """Return the possible half points of the taker's camp, with the faults of the deal."""
    wrong_number, wrong_cards = False, False
    if deal.faults:
        wrong_number, wrong_cards = deal.has_fault(WRONG_NUMBER), deal.has_fault(WRONG_CARDS)
    return possible_halves(
        options.active_players, deal.contract, oudlers, slam, wrong_number, wrong_cards
    )


def _check_partner(deal: Deal, options: Options) -> None:
    if options.active_players < 5:
        if deal.partner is not None:
            raise refuse("tarot.partner_extra", "partner", players=options.active_players)
        return
    if deal.partner is None:
        raise refuse("tarot.partner_missing", "partner")
    if deal.called is not None and deal.called not in options.callable_cards:
        allowed = ", ".join(options.callable_cards)
        raise refuse("tarot.called_card", "called", value=deal.called, allowed=allowed)


def _refuse_points(deal: Deal, options: Options) -> None:
    """Raise the refusal that explains why the points of this deal are impossible.

    The reasons, in order: half a point with four players, a chelem that the points show but the
    line omits, a chelem that these oudlers or points exclude, or points that no cards make.
    """
    halves_by_slam = {
        slam: _possible_halves_of(deal, options, deal.oudlers, slam) for slam in (None, *CAMPS)
    }
    if options.active_players == 4 and deal.halves % 2 and not deal.has_fault(WRONG_NUMBER):
        raise refuse("tarot.points_whole", "points", value=deal.points, players=4)
    if deal.slam is None:
        for camp, slam_word in zip(CAMPS, ("ch+", "ch-"), strict=True):
            if deal.halves in halves_by_slam[camp]:
                raise refuse("tarot.slam_missing", "slam", value=deal.points, allowed=slam_word)
    all_halves = sorted(frozenset().union(*halves_by_slam.values()))
    if deal.slam is not None:
        if not halves_by_slam[deal.slam]:
            _refuse_slam_oudlers(deal, options)
        if deal.halves in all_halves:
            allowed = _range_in_points(halves_by_slam[deal.slam])
            raise refuse("tarot.slam_points", "slam", value=deal.points, allowed=allowed)
    lower_halves = max(
        (number for number in all_halves if number < deal.halves), default=all_halves[0]
    )
    higher_halves = min(
        (number for number in all_halves if number > deal.halves), default=all_halves[-1]
    )
    low, high = points_text(lower_halves), points_text(higher_halves)
    range_params = {"low": low, "high": high, "allowed": dict.fromkeys((low, high))}
    params = {"value": deal.points, "oudlers": deal.oudlers, **range_params}
    raise refuse("tarot.points_cards", "points", **params)


def _refuse_slam_oudlers(deal: Deal, options: Options) -> NoReturn:
    """Refuse a chelem with these oudlers; the error lists the numbers of oudlers that allow it."""
    numbers_of_oudlers = range(OUDLERS + 1)
    allowed = [
        oudlers
        for oudlers in numbers_of_oudlers
        if _possible_halves_of(deal, options, oudlers, deal.slam)
    ]
    raise refuse("tarot.slam_oudlers", "oudlers", value=deal.oudlers, allowed=allowed)


def _range_in_points(halves: frozenset[int]) -> str:
    """Return the range of these half points as text, in points."""
    low, high = points_text(min(halves)), points_text(max(halves))
    return low if low == high else f"{low}–{high}"


def halves_in_units(halves: Sequence[int], options: Options) -> tuple[int, ...]:
    """Return half points in units of the tallies.

    Raises `RuleError` unless there is one number for each player, and for half a point if the
    tallies count whole points.
    """
    if len(halves) != options.players:
        raise refuse(
            "tarot.results_players", "points", value=len(halves), allowed=str(options.players)
        )
    if options.unit == 2:
        return tuple(halves)
    for number in halves:
        if number % 2:
            raise refuse("tarot.results_half", "points", value=points_text(number))
    return tuple(number // 2 for number in halves)


def check_results(results: Results, options: Options, resting: Side | None) -> tuple[int, ...]:
    """Return the points of each player, in units of the tallies; raises if no deals give these
    points.

    The points of one deal are checked exactly: the taker's share, the share of every other player,
    and whether any contract has this value. The points of several deals must sum to zero, and
    nobody gets more than a lone taker can win in so many deals. If three or four players all play
    every deal, their totals must also leave the same remainder when divided by the number of
    players: in each deal the taker's points differ from another player's by the value of the deal
    times the number of players.
    """
    points = halves_in_units(results.halves, options)
    most_points = (
        results.deals * max(map(abs, possible_values(options))) * (options.active_players - 1)
    )
    for number, halves in zip(points, results.halves, strict=True):
        if abs(number) > most_points * options.unit:
            raise refuse(
                "tarot.results_range", "points", value=points_text(halves), high=most_points
            )
    if results.deals == 1:
        if points not in _results_of_one_deal(options, resting, max(map(abs, points))):
            points_words = " ".join(points_text(halves) for halves in results.halves)
            raise refuse("tarot.results_deal", "points", value=points_words)
    elif options.players == options.active_players < 5:
        remainders = {number % options.players for number in points}
        if len(remainders) > 1:
            points_words = " ".join(points_text(halves) for halves in results.halves)
            raise refuse(
                "tarot.results_rest", "points", value=points_words, players=options.players
            )
    return points


@lru_cache(maxsize=256)
def _shares_of_one_deal(options: Options, resting: Side | None) -> frozenset[tuple[int, ...]]:
    """Return the players' shares of a deal of value 2, for every taker and partner.

    The value is 2 so that half shares are whole numbers.
    """
    seats = [seat for seat in range(options.players) if seat != resting]
    return frozenset(
        shares(2, taker, partner, seats, options)
        for taker in seats
        for partner in (seats if options.active_players == 5 else [None])
    )


def _results_of_one_deal(
    options: Options, resting: Side | None, largest_share: int
) -> set[tuple[int, ...]]:
    """Return every possible result of one deal with this largest share, in units of the tallies."""
    results = set()
    for unit_shares in _shares_of_one_deal(options, resting):
        value, remainder = divmod(2 * largest_share, max(map(abs, unit_shares)))
        if remainder == 0:
            for deal_value in {value, -value} & possible_values(options):
                results.add(tuple(share * deal_value // 2 for share in unit_shares))
    return results
