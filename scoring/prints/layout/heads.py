"""The words in the head of a sheet, in letters that fit in the space next to the logo."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from typing import Any

from django.conf import settings
from django.template import Context, Engine
from django.template.loader_tags import ExtendsNode
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models.screen import LOGOS
from scoring.prints.layout.fitting import ShrunkLetters, fit, fit_text
from scoring.prints.selectors import letterhead_of
from tournaments.models import Tournament

# Width in millimetres next to the usual logo, on portrait and on landscape sheets.
UPRIGHT_WIDTH, LANDSCAPE_WIDTH = 118.0, 200.0
# For the tournament's name and for the title: height in millimetres, usual size in points.
NAME, TITLE = (6.0, 12.0), (10.0, 23.0)
# The text of the day and the venue: its width and height in millimetres; then its usual size, and
# its size in large print, in points.
DAY_BOX, DAY_SIZE, LARGE_DAY_SIZE = (48.0, 16.0), 9.5, 11.0
# On an acta: the width of the head and the gap next to the logo, in millimetres. Then the height in
# millimetres and the usual size in points of the name, and of the day and the venue.
ACTA, BESIDE, ACTA_NAME, ACTA_DAY = 112.0, 2.0, (7.7, 15.0), (10.0, 9.5)
TWO_ROW_SIZE = 12.0  # largest letters, in points, with which a title fits in two rows
# Words that the block `kind` of a template may have (`kind_of`).
ACTAS, ALWAYS_UPRIGHT, SIDEWAYS = "actas", "is-upright", {"bracket", "landscape"}


def head_context(context: Mapping[str, Any], kind: Set[str]) -> dict[str, object]:
    """Return the words and sizes of the head of a sheet of this kind, for its template."""
    return _acta_head(context) if ACTAS in kind else _sheet_head(context, kind)


def _sheet_head(context: Mapping[str, Any], kind: Set[str]) -> dict[str, object]:
    is_large, extra_width = context["large"], context["letterhead"].extra_width
    is_small = context["paper"] == "A5"  # an A5 sheet is landscape, as wide as a portrait A4
    is_turned = is_large and not is_small and ALWAYS_UPRIGHT not in kind
    is_landscape = is_turned or not SIDEWAYS.isdisjoint(kind)
    width = (LANDSCAPE_WIDTH if is_landscape else UPRIGHT_WIDTH) - extra_width
    heading = str(context["title"])
    if context.get("silent"):
        heading = f"{heading} · {gettext('Sin anunciar')}"
    size = fit([[heading]], width, *TITLE).size
    day_and_venue = _day_and_venue(context["tournament"])
    day_size = LARGE_DAY_SIZE if is_large else DAY_SIZE
    return {
        "when": day_and_venue,
        "when_size": fit([[day_and_venue]], *DAY_BOX, day_size).size,
        "name_letters": fit_text([context["tournament"].name], width, *NAME),
        "heading": heading,
        "title_letters": ShrunkLetters(f"{size:g}", broken=size <= TWO_ROW_SIZE),
    }


def _acta_head(context: Mapping[str, Any]) -> dict[str, object]:
    tournament, letterhead = context["tournament"], context["letterhead"]
    width = ACTA - (letterhead.widths["acta"] + BESIDE if letterhead.logo else 0)
    day_and_venue = _day_and_venue(tournament)
    return {
        "name_letters": fit_text([tournament.name], width, *ACTA_NAME, bold=True),
        "when": day_and_venue,
        "when_letters": fit_text([day_and_venue, context["length"]], width, *ACTA_DAY),
    }


def _day_and_venue(tournament: Tournament) -> str:
    """Return «5 de diciembre de 2026 · Casino de Calamocha»."""
    day = date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    return f"{day} · {tournament.venue}" if tournament.venue else day


# --- Letterheads ----------------------------------------------------------------------------------
# The letterhead on paper: the space for its logo, and the size of its sponsor's letters.
BLACK = "#000000"
LOGO_PREFIX = "logo:"  # prefix of the file name of a logo: scoring/prints/pdf.py resolves it
SPONSOR_HEIGHT = 7.5  # millimetres that the sponsor takes at the foot of a sheet
# For each position, the space of a sponsor's line in millimetres, and its usual size in points.
SPONSORS = {
    "foot": (190.0, SPONSOR_HEIGHT, 11.0),
    "acta": (190.0, 3.3, 8.0),
    "cut": (85.0, 4.5, 8.0),
}
# For each position, the height of the logo's box, and its smallest and largest width, in mm.
LOGO_BOXES = {"head": (15.5, 20.0, 40.0), "acta": (22.0, 22.0, 40.0)}


@dataclass(frozen=True, slots=True)
class PrintedLetterhead:
    """The letterhead of a sheet: `logo` is an address for `scoring.prints.pdf`, "" without a logo.

    `sizes` has the sponsor's letters in points by key of `SPONSORS`, `widths` the width of the
    logo's box in millimetres by key of `LOGO_BOXES`.
    """

    logo: str
    sponsor: str
    sizes: Mapping[str, float]
    widths: Mapping[str, float]
    colour: str

    @property
    def room(self) -> float:
        """Return the height of the sponsor at the foot of a sheet, in millimetres."""
        return SPONSOR_HEIGHT if self.sponsor else 0.0

    @property
    def extra_width(self) -> float:
        """Return the extra width of the logo in the head of a sheet, in millimetres."""
        return self.widths["head"] - LOGO_BOXES["head"][1]


def printed_letterhead(tournament: Tournament) -> PrintedLetterhead:
    """Return the letterhead of a tournament, for the templates of sheets."""
    letterhead = letterhead_of(tournament)
    return PrintedLetterhead(
        logo=f"{LOGO_PREFIX}{letterhead.logo.name.removeprefix(LOGOS)}"
        if letterhead.logo.name
        else "",
        sponsor=letterhead.sponsor,
        sizes={place: fit([[letterhead.sponsor]], *room).size for place, room in SPONSORS.items()},
        widths={
            place: _width(letterhead.width, letterhead.height, *box)
            for place, box in LOGO_BOXES.items()
        },
        colour=letterhead.colour or BLACK,
    )


def _width(width: int, height: int, box_height: float, narrowest: float, widest: float) -> float:
    """Return the width of a logo's box of height `box_height`, between `narrowest` and `widest`.

    `width` and `height` are those of the logo image.
    """
    return (
        round(min(max(box_height * width / height, narrowest), widest), 1) if height else narrowest
    )


# --- Colours --------------------------------------------------------------------------------------
# Colours of the heads of sheets that are readable on white paper.
LEAST_CONTRAST = 4.5  # smallest contrast with white that is readable: WCAG 2.2, 1.4.3
HEX = re.compile(r"#[0-9a-f]{6}")
# Standard colours: dark enough, and distinct as greys on a monochrome printer.
COLOURS = {
    "": _("Negro"),
    "#8b1a2b": _("Granate"),
    "#b3261e": _("Rojo"),
    "#8a4b08": _("Ocre"),
    "#1b5e20": _("Verde"),
    "#0b6b74": _("Turquesa"),
    "#1a4a8a": _("Azul"),
    "#5b2a86": _("Morado"),
}


def is_colour(text: str) -> bool:
    """Return whether the text is a colour as stored: # and six hex digits in lower case."""
    return HEX.fullmatch(text) is not None


def contrast(colour: str) -> float:
    """Return the contrast of a colour with white, from 1 (white) to 21 (black): WCAG 2.2.

    >>> contrast("#ffffff"), contrast("#000000"), round(contrast("#767676"), 2)
    (1.0, 21.0, 4.54)
    """
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    shares = zip((0.2126, 0.7152, 0.0722), map(_linear, parts), strict=True)
    return 1.05 / (sum(starmap(float.__mul__, shares)) + 0.05)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


# --- Pages ----------------------------------------------------------------------------------------
# The HTML of a sheet, from its template.
#
# The templates of sheets have their own engine, with only the libraries that they load. Django's
# engine imports the libraries of every app. With the libraries of REST framework, each process that
# prints takes 16 MB more.
LIBRARIES = {
    "i18n": "django.templatetags.i18n",
    "l10n": "django.templatetags.l10n",
    "units": "tournaments.templatetags.units",
}


def render_sheet(template: str, context: Mapping[str, Any]) -> str:
    """Render the template of a sheet, such as «scoring/prints/sheets/tables/actas.html»."""
    return str(_engine().get_template(template).render(Context({**context})))


def kind_of(template: str, context: Mapping[str, Any]) -> frozenset[str]:
    """Return the words of the block `kind` of a template, which select the style of the sheet.

    The set is empty for a template without that block, such as a list.
    """
    (extends,) = _engine().get_template(template).nodelist.get_nodes_by_type(ExtendsNode)
    assert isinstance(extends, ExtendsNode)
    block = extends.blocks.get("kind")
    return frozenset(block.nodelist.render(Context({**context})).split() if block else ())


@lru_cache(maxsize=1)
def _engine() -> Engine:
    templates: dict[str, Any] = settings.TEMPLATES[0]
    return Engine(dirs=templates["DIRS"], libraries=LIBRARIES)
