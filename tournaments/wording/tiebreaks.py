"""The words of a tie-break, which each game says of what it counts."""

from dataclasses import dataclass

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Words:
    """`short` heads a column, `paper` one on paper. `same` and `worse` say why a line is below
    another.

    With `%(value)s` and the other's `%(above)s`; `same` "" where it says nothing.
    """

    name: Text
    short: Text
    paper: Text
    explanation: Text
    same: Text
    worse: Text
