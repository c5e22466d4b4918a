"""The form of a line of any game, filled in and judged as its page does, without a database."""

from collections.abc import Sequence
from typing import Any

from rules import GAMES
from rules.core import Score, fold
from scoring.actas.views.pieces import try_act
from scoring.games import GAMES as FACES
from scoring.games.lines import LineForm, kinds_after

TITLES = ["1 · Paco", "2 · Luis", "3 · Pilar", "4 · Chema", "5 · Raúl"]


def score_of(key: str, options: Any, written: Any = ()) -> Score[Any]:
    """The score after these lines."""
    steps = fold(GAMES[key], options, list(written))
    return steps[-1].score if steps else GAMES[key].start(options)


def offered(key: str, options: Any, written: Any = ()) -> list[str]:
    """The kinds of line that can come after these."""
    return list(kinds_after(FACES[key].forms, score_of(key, options, written), options))


def form_of(key: str, options: Any, kind: str, typed: Any = None, written: Any = ()) -> LineForm:
    """The form of a line of this kind after these lines, blank or with what is typed."""
    return form_at(key, options, kind, typed, score_of(key, options, written), len(written) + 1)


def form_at(
    key: str,
    options: Any,
    kind: str,
    typed: Any,
    score: Score[Any],
    number: int = 1,
    titles: Sequence[str] = TITLES,
) -> LineForm:
    """The form of a line of this kind at this score."""
    kinds = kinds_after(FACES[key].forms, score, options, every=True)
    return kinds[kind](
        None if typed is None else {"number": str(number), **typed},
        game=GAMES[key],
        score=score,
        options=options,
        titles=titles[: options.sides],
        initial={"number": number},
    )


def judged(key: str, options: Any, typed: dict[str, Any], written: Any = ()) -> LineForm:
    """The form with what is typed, of the kind `como`, once the rules have judged its line."""
    form = form_of(key, options, typed["como"], typed, written)
    try_act(form, lambda asked: GAMES[key].play(form.score, asked["line"], options))
    return form


def line_of(key: str, options: Any, typed: dict[str, Any], written: Any = ()) -> str:
    """The line that is written with what is typed."""
    form = judged(key, options, typed, written)
    assert not form.errors, (typed, form.errors)
    return str(form.hand())
