"""The tables of `scoring`."""

from scoring.models.acta import Acta, Hand, Result, Signature
from scoring.models.penalty import Penalty
from scoring.models.photo import Photo

__all__ = ["Acta", "Hand", "Penalty", "Photo", "Result", "Signature"]
