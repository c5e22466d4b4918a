"""A line of an acta in the boxes of its entry, to be corrected there."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from rules.core import Game, Score
from scoring.games.lines import LineForm, NotationForm, kinds_after


def boxes_of(
    forms: Sequence[type[LineForm]], game: Game, score: Score[Any], hand: Any, **about: Any
) -> LineForm:
    """Return the form that writes this line after this score, filled with it.

    `about` is what every form asks for besides: `options` and `titles`. Where no form says all that
    is in the line, it is that of the notation.
    """
    line = game.to_json(hand)
    kinds = kinds_after(forms, score, about["options"], every=True)
    for form in (*kinds.values(), NotationForm):
        empty = form(game=game, score=score, **about)
        held = empty.filling(line)
        if held is None:
            continue
        filled = form(data_of(held), game=game, score=score, **about)
        if form is NotationForm or _says(filled, hand):
            return filled
    raise AssertionError("the notation writes any line")


def data_of(held: Mapping[str, Any]) -> QueryDict:
    """Return what a browser sends of fields that hold this; a line of its own needs no number.

    >>> data_of({"winner": "A", "low": False, "faults": ["A/1", "B/2"], "last": None}).urlencode()
    'number=1&winner=A&faults=A%2F1&faults=B%2F2&last='
    """
    data = QueryDict(mutable=True)
    data["number"] = "1"
    for name, value in held.items():
        if isinstance(value, list):
            data.setlist(name, [str(one) for one in value])
        elif value is not False:
            data[name] = "on" if value is True else "" if value is None else str(value)
    return data


def _says(form: LineForm, hand: Any) -> bool:
    """Whether the form, sent as it is, would write this line, in whatever order."""
    if not form.is_valid():
        return False
    try:
        return sorted(str(form.hand()).split()) == sorted(str(hand).split())
    except ValueError:  # a `RuleError`: what the form says cannot be
        return False
