"""The purse of a tournament, and the winner of each prize by the current standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby

from scoring.public.cards import event_of
from scoring.stages.selectors.chain import event_over
from scoring.standings.selectors.standings import has_podium, stage_groups, stage_standings
from scoring.standings.table import StandingsLine
from scoring.standings.whole_event import FinalLine
from tournaments.models import Entry, Movement, Prize, Tournament
from tournaments.money.selectors import fees_received, purse_of
from tournaments.money.sums import ZERO, Split, fund_of, split_purse, tied_shares
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.people import fold_text
from tournaments.people.selectors.entries import entries_by_number
from tournaments.rounds.selectors.rounds import anything_drawn
from tournaments.setup.selectors.stages import stages_of


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize and its `amount`, None for a prize only in kind."""

    prize: Prize
    amount: Decimal | None


@dataclass(frozen=True, slots=True)
class Award:
    """The prizes that an entry wins, and its share of their money.

    `tied` entries, this one included, share the `prizes` of their places from `place` on. `things`
    are the prizes in kind. `payment` is the movement that pays the award, None before.
    """

    entry: Entry
    prizes: tuple[Prize, ...]
    amount: Decimal
    things: tuple[str, ...]
    place: int
    tied: int
    payment: Movement | None = None

    @property
    def prize(self) -> Prize:
        """Return the first prize of the award; the movement of the award names only this prize."""
        return self.prizes[0]


@dataclass(frozen=True, slots=True)
class PurseNow:
    """The current purse, its prizes and their winners.

    - `fees`: the money received for fees and re-entries; `fund`: the money in the purse.
    - `shortfall`: the part of the guaranteed purse that the fees do not cover.
    - `remainder`: the money of the purse that the percentages leave for the house.
    - `fixed_total`: the sum of the prizes with a fixed amount, which the purse does not pay.
    - `over`: whether the tournament is over, so that prizes can be paid.
    """

    fees: Decimal
    fund: Decimal
    shortfall: Decimal
    remainder: Decimal
    fixed_total: Decimal
    rows: Sequence[PrizeRow]
    awards: Sequence[Award]
    over: bool

    @property
    def total(self) -> Decimal:
        """Return the money of all prizes."""
        return sum((row.amount or ZERO for row in self.rows), ZERO)


def purse_now(tournament: Tournament) -> PurseNow:
    """Return the purse and the current winners; there are no winners before the first draw."""
    purse, fees = purse_of(tournament), fees_received(tournament)
    fund, shortfall = fund_of(purse, fees)
    prizes = sorted(tournament.prizes.all(), key=_sort_key)
    shares = [prize for prize in prizes if prize.percent is not None]
    split = split_purse(fund, [prize.percent or ZERO for prize in shares], purse)
    amounts = _amounts(prizes, shares, split)
    is_drawn = anything_drawn(tournament)
    return PurseNow(
        fees=fees,
        fund=fund,
        shortfall=shortfall,
        remainder=split.kept_by_house,
        fixed_total=sum((prize.amount or ZERO for prize in prizes), ZERO),
        rows=[PrizeRow(prize, amounts.get(prize.pk)) for prize in prizes],
        awards=_awards(tournament, prizes, amounts) if is_drawn and prizes else [],
        over=is_drawn and event_over(tournament, EVERY_ROUND),
    )


def _sort_key(prize: Prize) -> tuple[int, str, int]:
    """Return the sort key of a prize: category, town, place."""
    return list(Prize.Category).index(Prize.Category(prize.category)), prize.town, prize.place


def _amounts(prizes: Iterable[Prize], shares: Sequence[Prize], split: Split) -> dict[int, Decimal]:
    """Return the amount of each prize by key, without prizes only in kind."""
    share_amounts = dict(zip([prize.pk for prize in shares], split.amounts, strict=True))
    fixed_amounts = {prize.pk: prize.amount for prize in prizes if prize.amount is not None}
    return {**fixed_amounts, **share_amounts}


# --- Winners --------------------------------------------------------------------------------------
def _awards(
    tournament: Tournament, prizes: Sequence[Prize], amounts: Mapping[int, Decimal]
) -> list[Award]:
    """Return the awards by place, then the awards by category; an entry wins at most one award."""
    entries = entries_by_number(tournament)
    order = [line for line in _standings(tournament) if not line.withdrawn]
    payments = {
        (movement.prize_id, movement.entry_id): movement
        for movement in tournament.movements.filter(
            kind=Movement.Kind.PRIZE, reverses=None, reversed_by=None
        )
    }
    awards: list[Award] = []
    kinds = groupby(prizes, key=lambda prize: (prize.category, prize.town))
    for (category, town), group in kinds:
        winners = {award.entry.number for award in awards}
        tied_groups = _tied_groups(order, entries, category, town, winners)
        awards += _category_awards(list(group), tied_groups, entries, amounts)
    return [
        replace(award, payment=payments.get((award.prize.pk, award.entry.pk))) for award in awards
    ]


def _standings(tournament: Tournament) -> Sequence[StandingsLine | FinalLine]:
    """Return the lines of the current standings of the whole tournament, best first."""
    stages = stages_of(tournament)
    if len(stages) == 1:
        stage = stages[0]
        if has_podium(stage, stage_groups(stage, EVERY_ROUND) or [stage]):
            return stage_standings(stage, EVERY_ROUND)
    return event_of(tournament, EVERY_ROUND)


def _tied_groups(
    order: Sequence[StandingsLine | FinalLine],
    entries: Mapping[int, Entry],
    category: str,
    town: str,
    winners: set[int],
) -> list[list[int]]:
    """Return the entry numbers of a category, best first, in groups of the same place.

    In every category but PLACE, entries in `winners` are left out. The category LAST is in reverse
    order.
    """
    lines = [line for line in order if _is_in(entries[line.entrant], category, town)]
    if category != Prize.Category.PLACE:
        lines = [line for line in lines if line.entrant not in winners]
    groups = [
        [line.entrant for line in place_lines]
        for _place, place_lines in groupby(lines, lambda line: line.place)
    ]
    return groups[::-1] if category == Prize.Category.LAST else groups


def _is_in(entry: Entry, category: str, town: str) -> bool:
    """Return whether the entry can win prizes of the category; `town` is for the category TOWN."""
    if category in Prize.ENTRY_CATEGORIES:
        return category in entry.categories
    return category != Prize.Category.TOWN or fold_text(entry.town) == fold_text(town)


def _category_awards(
    prizes: Sequence[Prize],
    tied_groups: Sequence[Sequence[int]],
    entries: Mapping[int, Entry],
    amounts: Mapping[int, Decimal],
) -> list[Award]:
    """Return the awards of one category, without their payments."""
    prizes_by_place = {prize.place: prize for prize in prizes}
    shares = tied_shares(
        {place: amounts.get(prize.pk, ZERO) for place, prize in prizes_by_place.items()},
        tied_groups,
    )
    awards, place = [], 1
    for group in tied_groups:
        places = range(place, place + len(group))
        group_prizes = tuple(
            prizes_by_place[prize_place] for prize_place in places if prize_place in prizes_by_place
        )
        things = tuple(prize.thing for prize in group_prizes if prize.thing)
        if group_prizes:
            awards += [
                Award(entries[number], group_prizes, shares[number], things, place, len(group))
                for number in group
            ]
        place += len(group)
        if place > max(prizes_by_place):
            break
    return awards
