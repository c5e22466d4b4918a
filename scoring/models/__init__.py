from scoring.models.acta import Acta, Hand, Photo, Result, Signature
from scoring.models.ruling import RefereeCall, Ruling
from scoring.models.screen import Letterhead, RoundClock, Screen, Show

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
