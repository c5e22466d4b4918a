"""The colours in which the heads of sheets can be read on white paper."""

import re
from itertools import starmap

from django.utils.translation import gettext_lazy as _

LEAST = 4.5  # of contrast with white: WCAG 2.2, 1.4.3
HEX = re.compile(r"#[0-9a-f]{6}")
# Dark enough, and apart from each other in the greys of a printer without colours.
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
    """Whether it is a colour as they are kept: # and six figures, in small letters."""
    return HEX.fullmatch(text) is not None


def contrast(colour: str) -> float:
    """How much a colour stands out from white, from 1 (white) to 21 (black): WCAG 2.2.

    >>> contrast("#ffffff"), contrast("#000000"), round(contrast("#767676"), 2)
    (1.0, 21.0, 4.54)
    """
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    shares = zip((0.2126, 0.7152, 0.0722), map(_linear, parts), strict=True)
    return 1.05 / (sum(starmap(float.__mul__, shares)) + 0.05)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
