"""Show a line of an acta in the form of its kind, to be corrected there."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from rules.core import Game, Score
from scoring.games.lines import LineForm, NotationForm, kinds_after


def boxes_of(
    forms: Sequence[type[LineForm]], game: Game, score: Score[Any], hand: Any, **about: Any
) -> LineForm:
    """Return the form that writes this line after this score, filled with the line.

    `about` has the other arguments of every form: `options` and `titles`. If no form can express
    the whole line, return the notation form.
    """
    line = game.to_json(hand)
    kinds = kinds_after(forms, score, about["options"], every=True)
    for form in (*kinds.values(), NotationForm):
        empty = form(game=game, score=score, **about)
        values = empty.filling(line)
        if values is None:
            continue
        filled = form(data_of(values), game=game, score=score, **about)
        if form is NotationForm or _says(filled, hand):
            return filled
    raise AssertionError("the notation writes any line")


def data_of(values_by_name: Mapping[str, Any]) -> QueryDict:
    """Return the data that a browser sends for fields with these values; `number` is always 1.

    >>> data_of({"winner": "A", "low": False, "faults": ["A/1", "B/2"], "last": None}).urlencode()
    'number=1&winner=A&faults=A%2F1&faults=B%2F2&last='
    """
    data = QueryDict(mutable=True)
    data["number"] = "1"
    for name, value in values_by_name.items():
        if isinstance(value, list):
            data.setlist(name, [str(item) for item in value])
        elif value is not False:
            data[name] = "on" if value is True else "" if value is None else str(value)
    return data


def _says(form: LineForm, hand: Any) -> bool:
    """Return whether the form, sent unchanged, would write this line, with its words in any
    order.
    """
    if not form.is_valid():
        return False
    try:
        return sorted(str(form.hand()).split()) == sorted(str(hand).split())
    except ValueError:  # a `RuleError`: the form holds an impossible line
        return False
