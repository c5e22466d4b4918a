"""The tables of `scoring`."""

from scoring.models.acta import Acta, Hand, Result, Signature
from scoring.models.call import RefereeCall
from scoring.models.letterhead import Letterhead
from scoring.models.photo import Photo
from scoring.models.ruling import Ruling
from scoring.models.screen import RoundClock, Screen, Show

__all__ = [
    "Acta",
    "Hand",
    "Letterhead",
    "Photo",
    "RefereeCall",
    "Result",
    "RoundClock",
    "Ruling",
    "Screen",
    "Show",
    "Signature",
]
