"""Filters that write entries, people and amounts as text; tournaments/words.py has the words.

The names of an entry or of a person are for an audience, which every template has.
"""

from collections.abc import Mapping
from decimal import Decimal

from django import template

from tournaments.models import Entry, Player, Tournament
from tournaments.models.partners import Partners
from tournaments.money.words import amount_in_words
from tournaments.names.audience import Audience
from tournaments.words import Text, and_before, oclock

register = template.Library()
register.filter(and_before)
register.filter(oclock)


@register.filter
def title_for(entry: Entry | Partners, audience: Audience) -> str:
    """`{{ entry|title_for:audience }}`: «Paco Gil · Luis Sanz», or «Pareja 12»."""
    return entry.title_for(audience)


@register.filter
def full_title_for(entry: Entry | Partners, audience: Audience) -> str:
    """`{{ entry|full_title_for:audience }}`: «12 · Paco Gil · Luis Sanz», or «Pareja 12»."""
    return entry.full_title_for(audience)


@register.filter
def name_for(player: Player, audience: Audience) -> str:
    """`{{ player|name_for:audience }}`: «Paco Gil», or «…»."""
    return player.name_for(audience)


@register.filter
def counted(number: int, tournament: Tournament) -> str:
    """`{{ 107|counted:tournament }}`: «107 parejas»."""
    return tournament.unit.count(number)


@register.filter
def numbered(number: int, tournament: Tournament) -> Text:
    """`{{ 12|numbered:tournament }}`: «la pareja 12»."""
    return tournament.unit.label(number)


@register.filter
def money(amount: Decimal, tournament: Tournament) -> str:
    """`{{ amount|money:tournament }}`: «12,50 €», in the tournament's currency."""
    return amount_in_words(amount, tournament)


@register.filter
def debt_of(debts: Mapping[int, Decimal], entry: Entry) -> Decimal | None:
    """`{{ debts|debt_of:entry }}`: the amount that the entry owes; None without a debt."""
    return debts.get(entry.number)
