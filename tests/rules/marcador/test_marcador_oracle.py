"""The free score against a notebook that adds up all lines again after each line."""

from collections import Counter
from random import Random

import pytest

from rules.core import RuleError
from rules.marcador import MARCADOR
from rules.marcador.options import Options
from tests.rules.marcador.table import DEFAULTS, Libreta, some_conditions
from tests.sizes import size

MATCHES = size(250, 2500)


def _options(conditions: dict) -> Options:
    changes = {**{"high": DEFAULTS["high"]}, **conditions}
    if not changes.pop("tantos", True):
        return Options(
            count="juegos", **{name: value for name, value in changes.items() if name != "high"}
        )
    return Options(**changes)


@pytest.fixture(scope="module")
def matches():
    """Return some notebooks, each with the lines of its match and its score after each line."""
    matches_played = []
    for number in range(MATCHES):
        rng = Random(f"libreta {number}")
        book = Libreta(some_conditions(rng))
        lines = []
        while not book.result()[0]:
            lines.append((book.play(rng), book.standings_numbers(), book.result()))
        matches_played.append((book, lines))
    return matches_played


@pytest.mark.slow
def test_the_rules_accept_the_notebooks_lines_and_agree_on_every_score(matches):
    for book, lines in matches:
        options = _options(book.conditions)
        score = MARCADOR.start(options)
        for line, numbers, (over, winner) in lines:
            score = MARCADOR.play(score, MARCADOR.parse(line), options)
            result = (list(score.tallies[0]), score.over, score.winner)
            assert result == (numbers, over, winner), (book.conditions, lines, line)
        assert score.over


def test_the_rules_and_the_notebook_agree_on_vacas_and_juegos(matches):
    for book, lines in matches:
        options = _options(book.conditions)
        if options.single:
            continue
        score = MARCADOR.start(options)
        for line, _counted, _result in lines:
            score = MARCADOR.play(score, MARCADOR.parse(line), options)
        over, playing, _total = book.vacas()
        assert list(score.tallies[2]) == playing
        if not options.play_all:
            assert list(score.tallies[1]) == [over.count(side) for side in book.sides]


def test_the_side_ahead_wins_when_the_time_is_over(matches):
    """Half of each match is played. If two sides are tied, the match may go on or be drawn."""
    ends = Counter()
    for number, (book, lines) in enumerate(matches):
        if len(lines) < 2:
            continue
        options = _options({**book.conditions, "by_time": True})
        rng = Random(f"libreta {number}")
        book_at_half = Libreta(some_conditions(rng))
        score = MARCADOR.start(options)
        for _line in range(len(lines) // 2):
            score = MARCADOR.play(score, MARCADOR.parse(book_at_half.play(rng)), options)
        book_at_half.stopped = True
        _over, winner = book_at_half.result()
        score = MARCADOR.play(score, MARCADOR.parse("fin"), options)
        if winner is None and options.extra:
            assert not score.over and score.state.time
            ends["tied"] += 1
        else:
            assert (score.over, score.winner) == (True, winner)
            ends["drawn" if winner is None else "won"] += 1
    assert min(ends[kind] for kind in ("tied", "drawn", "won")) > 2


def test_false_points_are_refused_if_the_options_exclude_them(matches):
    refused = Counter()
    for book, lines in matches:
        options = _options(book.conditions)
        if not options.by_tantos or not lines:
            continue
        points = book.juegos[0][0]
        for name, false_points, excluded in (
            ("sum", [points[0] + options.step, *points[1:]], options.fixed_sum),
            ("range", [options.high + options.step, *points[1:]], True),
            ("low", [options.low - options.step, *points[1:]], True),
            ("step", [points[0] + 1, *points[1:]], options.step > 1),
            ("sides", [*points, 0], True),
        ):
            if excluded:
                line = " ".join(map(str, false_points))
                with pytest.raises(RuleError):
                    MARCADOR.play(MARCADOR.start(options), MARCADOR.parse(line), options)
                refused[name] += 1
    assert all(refused[name] > 5 for name in ("sum", "range", "low", "step", "sides"))


def test_the_notebook_plays_every_kind_of_match(matches):
    conditions = {
        name for book, _lines in matches for name, value in book.conditions.items() if value
    }
    names = "target exact margin cap manos extra lowest juegos vacas play_all fixed_sum low step"
    assert {*names.split()} <= conditions
    assert sum(len(lines) for _book, lines in matches) > 20 * MATCHES
    results = Counter(book.result()[1] for book, _lines in matches)
    assert results[None] > 5 and results[4] > 5
