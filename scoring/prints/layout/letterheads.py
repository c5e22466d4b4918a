"""The letterhead as sheets bear it: the room of its logo, and its sponsor in letters that fit."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.models.letterhead import LOGOS
from scoring.prints.layout.fitting import fit
from scoring.selectors.hall.letterheads import letterhead_of
from tournaments.models import Tournament

BLACK = "#000000"
OWN = "logo:"  # before the name of the file of a logo: see scoring/pdf.py
SPONSOR_HEIGHT = 7.5  # millimetres, at the foot
# The room of a sponsor's line and how large it is written where it is short: millimetres, points.
SPONSORS = {
    "foot": (190.0, SPONSOR_HEIGHT, 11.0),
    "acta": (190.0, 3.3, 8.0),
    "cut": (85.0, 4.5, 8.0),
}
# Of a logo, by where it is: the height of its box, the least width and the most, in millimetres.
LOGO_BOXES = {"head": (15.5, 20.0, 40.0), "acta": (22.0, 22.0, 40.0)}


@dataclass(frozen=True, slots=True)
class PrintedLetterhead:
    """`logo` is an address for `scoring.pdf`, "" none; `sizes` of the `sponsor`, in points, and
    `widths` of the logo, in millimetres, by where they are."""

    logo: str
    sponsor: str
    sizes: Mapping[str, float]
    widths: Mapping[str, float]
    colour: str

    @property
    def room(self) -> float:
        """The millimetres that the foot of a sheet is higher by."""
        return SPONSOR_HEIGHT if self.sponsor else 0.0

    @property
    def wider(self) -> float:
        """The millimetres that the logo takes from the words beside it in the head."""
        return self.widths["head"] - LOGO_BOXES["head"][1]


def printed_letterhead(tournament: Tournament) -> PrintedLetterhead:
    """Return the letterhead of a tournament, for the templates of sheets."""
    kept = letterhead_of(tournament)
    return PrintedLetterhead(
        logo=f"{OWN}{kept.logo.name.removeprefix(LOGOS)}" if kept.logo else "",
        sponsor=kept.sponsor,
        sizes={place: fit([[kept.sponsor]], *room).size for place, room in SPONSORS.items()},
        widths={place: _width(kept.width, kept.height, *box) for place, box in LOGO_BOXES.items()},
        colour=kept.colour or BLACK,
    )


def _width(width: int, height: int, high: float, least: float, most: float) -> float:
    """How wide the box of a logo of so many points is: as its height asks for, within bounds."""
    return round(min(max(high * width / height, least), most), 1) if height else least
