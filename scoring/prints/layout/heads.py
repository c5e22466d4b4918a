"""The words in the head of a sheet, whole in the room that the logo of its tournament leaves."""

from collections.abc import Mapping, Set
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.prints.layout.fitting import Shrunk, fit, shrunk
from tournaments.models import Tournament

# Millimetres beside the usual logo, upright and on its side; the room of the name
# and that of the title, and how large they are where they are short, in points.
UPRIGHT, ON_ITS_SIDE = 118.0, 200.0
NAME, TITLE = (6.0, 12.0), (10.0, 23.0)
# The room of the day and the place, and their letters: millimetres, points.
WHEN, USUAL_WHEN, LARGE_WHEN = (48.0, 16.0), 9.5, 11.0
# The same of an acta, whose name has its rows closer, and of its day and place.
ACTA, BESIDE, ACTA_NAME, ACTA_WHEN = 112.0, 2.0, (7.7, 15.0), (10.0, 9.5)
IN_TWO_ROWS = 12.0  # points at most, for two rows of a title to be in its room
# By the words of its kind, the block that each template fills (`pages.kind_of`).
OF_ACTAS, ALWAYS_UPRIGHT, SIDEWAYS = "actas", "is-upright", {"bracket", "landscape"}


def letters(context: Mapping[str, Any], kind: Set[str]) -> dict[str, object]:
    """Return what the template of a sheet of this kind needs for its head: words and letters."""
    return _of_acta(context) if OF_ACTAS in kind else _of_head(context, kind)


def _of_head(context: Mapping[str, Any], kind: Set[str]) -> dict[str, object]:
    large, wider = context["large"], context["letterhead"].wider
    small = context["paper"] == "A5"  # on its side, and as wide as an A4 is upright
    turned = large and not small and ALWAYS_UPRIGHT not in kind
    on_its_side = turned or not SIDEWAYS.isdisjoint(kind)
    width = (ON_ITS_SIDE if on_its_side else UPRIGHT) - wider
    heading = str(context["title"])
    if context.get("silent"):
        heading = f"{heading} · {_('Sin anunciar')}"
    size = fit([[heading]], width, *TITLE).size
    when = _when(context["tournament"])
    usual = LARGE_WHEN if large else USUAL_WHEN
    return {
        "when": when,
        "when_size": fit([[when]], *WHEN, usual).size,
        "name_letters": shrunk([context["tournament"].name], width, *NAME),
        "heading": heading,
        "title_letters": Shrunk(f"{size:g}", broken=size <= IN_TWO_ROWS),
    }


def _of_acta(context: Mapping[str, Any]) -> dict[str, object]:
    tournament, letterhead = context["tournament"], context["letterhead"]
    width = ACTA - (letterhead.widths["acta"] + BESIDE if letterhead.logo else 0)
    when = _when(tournament)
    return {
        "name_letters": shrunk([tournament.name], width, *ACTA_NAME, bold=True),
        "when": when,
        "when_letters": shrunk([when, context["length"]], width, *ACTA_WHEN),
    }


def _when(tournament: Tournament) -> str:
    """«5 de diciembre de 2026 · Casino de Calamocha»."""
    day = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    return f"{day} · {tournament.venue}" if tournament.venue else day
