"""Scores in templates."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.wording.numbers import minus
from tournaments.wording.formats import group_name, purpose_in_words

register = template.Library()
register.filter(minus)
register.filter(group_name)
register.filter(purpose_in_words)

TEXTS = frozenset({"exit_round", "survival"})  # the columns that hold words


@register.filter
def column(key: str) -> str:
    """`{{ head.key|column }}`: the class of a column of the standings."""
    return "is-text" if key in TEXTS else "num"


@register.filter
def cells(shown: Iterable[tuple[str, str, str]]) -> SafeString:
    """Return the cells of a row, (key, head, value) each; few dozens serve hundreds of rows."""
    return mark_safe("".join(_cell(*one) for one in shown))  # each is escaped


@lru_cache(maxsize=2000)
def _cell(key: str, head: str, value: str) -> SafeString:
    return format_html('<td class="{}" data-label="{}">{}</td>', column(key), head, value)
