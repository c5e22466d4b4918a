"""Forms of lines of any game, filled in and validated as their page does, without a database."""

from collections.abc import Sequence
from typing import Any

from rules import GAMES
from rules.core import Score, fold
from scoring.actas.views.pieces import try_act
from scoring.games import GAMES as FACES
from scoring.games.lines import LineForm, kinds_after

TITLES = ["1 · Paco", "2 · Luis", "3 · Pilar", "4 · Chema", "5 · Raúl"]


def score_of(key: str, options: Any, earlier_lines: Any = ()) -> Score[Any]:
    """Return the score after these lines."""
    steps = fold(GAMES[key], options, list(earlier_lines))
    return steps[-1].score if steps else GAMES[key].start(options)


def offered_kinds(key: str, options: Any, earlier_lines: Any = ()) -> list[str]:
    """Return the kinds of line that the page offers after these lines."""
    return list(kinds_after(FACES[key].forms, score_of(key, options, earlier_lines), options))


def form_of(
    key: str, options: Any, kind: str, fields: Any = None, earlier_lines: Any = ()
) -> LineForm:
    """Return the form of this kind after these lines, blank or filled in."""
    return form_at(
        key, options, kind, fields, score_of(key, options, earlier_lines), len(earlier_lines) + 1
    )


def form_at(
    key: str,
    options: Any,
    kind: str,
    fields: Any,
    score: Score[Any],
    number: int = 1,
    titles: Sequence[str] = TITLES,
) -> LineForm:
    """Return the form of this kind at this score; blank if `fields` is None."""
    kinds = kinds_after(FACES[key].forms, score, options, every=True)
    return kinds[kind](
        None if fields is None else {"number": str(number), **fields},
        game=GAMES[key],
        score=score,
        options=options,
        titles=titles[: options.sides],
        initial={"number": number},
    )


def played_form(
    key: str, options: Any, fields: dict[str, Any], earlier_lines: Any = ()
) -> LineForm:
    """Return the form of the kind `fields["como"]` with the errors of the form and of the rules."""
    form = form_of(key, options, fields["como"], fields, earlier_lines)
    try_act(form, lambda act: GAMES[key].play(form.score, act["line"], options))
    return form


def line_of(key: str, options: Any, fields: dict[str, Any], earlier_lines: Any = ()) -> str:
    """Return the line that a valid form writes."""
    form = played_form(key, options, fields, earlier_lines)
    assert not form.errors, (fields, form.errors)
    return str(form.hand())
