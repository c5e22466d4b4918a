"""The letterhead as sheets bear it: the address of its logo, its sponsor in letters that fit."""

from dataclasses import dataclass

from scoring.models.letterhead import LOGOS
from scoring.prints.layout.fitting import fit
from scoring.selectors.hall.letterheads import letterhead_of
from tournaments.models import Tournament

BLACK = "#000000"
OWN = "logo:"  # before the name of the file of a logo: see scoring/pdf.py
# The room of a sponsor's line at the foot, and how large it is written where it is short.
SPONSOR_WIDTH, SPONSOR_HEIGHT, SPONSOR_LARGEST = 190.0, 7.5, 11.0  # millimetres, and points


@dataclass(frozen=True, slots=True)
class PrintedLetterhead:
    """`logo` is an address for `scoring.pdf`, "" none; `size` of the `sponsor`, in points."""

    logo: str
    sponsor: str
    size: float
    colour: str

    @property
    def room(self) -> float:
        """The millimetres that the foot of a sheet is higher by."""
        return SPONSOR_HEIGHT if self.sponsor else 0.0


def printed_letterhead(tournament: Tournament) -> PrintedLetterhead:
    """Return the letterhead of a tournament, for the templates of sheets."""
    kept = letterhead_of(tournament)
    return PrintedLetterhead(
        logo=f"{OWN}{kept.logo.name.removeprefix(LOGOS)}" if kept.logo else "",
        sponsor=kept.sponsor,
        size=fit([[kept.sponsor]], SPONSOR_WIDTH, SPONSOR_HEIGHT, SPONSOR_LARGEST).size,
        colour=kept.colour or BLACK,
    )
