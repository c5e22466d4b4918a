"""The tables of `scoring`."""

from scoring.models.acta import Acta, Hand, Result, Signature
from scoring.models.penalty import Penalty

__all__ = ["Acta", "Hand", "Penalty", "Result", "Signature"]
