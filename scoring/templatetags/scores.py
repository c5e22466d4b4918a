"""Scores, and the authors of lines, in templates."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext

from scoring.games.figures import minus
from scoring.models.acta import WrittenRow
from tournaments.formats.words import group_name, purpose_in_words
from tournaments.names.audience import Audience

register = template.Library()
register.filter(minus)
register.filter(group_name)
register.filter(purpose_in_words)


@register.filter
def author_for(line: WrittenRow, audience: Audience) -> str:
    """Return the author's name or the side's letter: `{{ line.hand|author_for:audience }}`."""
    return line.author_for(audience)


@register.filter
def cells(row_cells: Iterable[tuple[str, str, str]]) -> SafeString:
    """Return the cells of a row as HTML; each cell is given as (class, heading, value)."""
    return mark_safe("".join(_cell(*cell) for cell in row_cells))  # `_cell` escapes each value


@register.filter
def climb(places: int) -> SafeString:
    """Return the arrow of an entry that climbed `places` places, or fell if negative; "" for 0."""
    return _arrow(places, get_language()) if places else SafeString("")


@lru_cache(maxsize=2000)
def _arrow(places: int, language: str) -> SafeString:
    up = ngettext("sube %(n)s puesto", "sube %(n)s puestos", places)
    down = ngettext("baja %(n)s puesto", "baja %(n)s puestos", -places)
    look, mark, words = ("up", "▲", up) if places > 0 else ("down", "▼", down)
    return format_html(
        '<span class="climb climb--{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {}</span></span>',
        look,
        mark,
        words % {"n": abs(places)},
    )


@lru_cache(maxsize=2000)
def _cell(look: str, head: str, value: str) -> SafeString:
    return format_html('<td class="{}" data-label="{}">{}</td>', look, head, value)
