"""The tables of `scoring`."""

from scoring.models.acta import Acta, Hand, Result

__all__ = ["Acta", "Hand", "Result"]
