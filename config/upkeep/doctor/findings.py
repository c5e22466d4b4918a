"""The findings of a check of the doctor."""

from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True)
class Finding:
    """`said` is how things are; `mend` is what to do about it, "" where nothing is needed."""

    state: Literal["well", "care", "wrong"]
    said: Text
    mend: Text = ""


def well(said: Text) -> Finding:
    """Return that nothing is to be done."""
    return Finding("well", said)


def care(said: Text, mend: Text) -> Finding:
    """Return what works and had better be looked at."""
    return Finding("care", said, mend)


def wrong(said: Text, mend: Text) -> Finding:
    """Return what does not work."""
    return Finding("wrong", said, mend)
