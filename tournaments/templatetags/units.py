"""An entry in words, by what the tournament takes: see tournaments/words.py."""

from django import template

from tournaments.models import Tournament
from tournaments.words import Text

register = template.Library()


@register.filter
def counted(number: int, tournament: Tournament) -> str:
    """`{{ 107|counted:tournament }}`: «107 parejas»."""
    return tournament.unit.count(number)


@register.filter
def numbered(number: int, tournament: Tournament) -> Text:
    """`{{ 12|numbered:tournament }}`: «la pareja 12»."""
    return tournament.unit.numbered(number)
