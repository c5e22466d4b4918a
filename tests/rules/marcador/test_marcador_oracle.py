"""The free score against a notebook that adds everything up again after each line."""

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
    given = {**{"high": DEFAULTS["high"]}, **conditions}
    if not given.pop("tantos", True):
        return Options(
            count="juegos", **{name: value for name, value in given.items() if name != "high"}
        )
    return Options(**given)


@pytest.fixture(scope="module")
def matches():
    """Return each match line by line, with the notebook's score after each."""
    played = []
    for number in range(MATCHES):
        rng = Random(f"libreta {number}")
        book = Libreta(some_conditions(rng))
        lines = []
        while not book.result()[0]:
            lines.append((book.play(rng), book.counted(), book.result()))
        played.append((book, lines))
    return played


@pytest.mark.slow
def test_no_true_line_is_refused_and_every_score_is_that_of_the_notebook(matches):
    for book, lines in matches:
        options = _options(book.conditions)
        score = MARCADOR.start(options)
        for line, counted, (over, winner) in lines:
            score = MARCADOR.play(score, MARCADOR.parse(line), options)
            stands = (list(score.tallies[0]), score.over, score.winner)
            assert stands == (counted, over, winner), (book.conditions, lines, line)
        assert score.over


def test_vacas_and_juegos_at_the_end(matches):
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


def test_the_time_over_in_the_middle(matches):
    """The side ahead then wins; if level, the match goes on."""
    seen = Counter()
    for number, (book, lines) in enumerate(matches):
        if len(lines) < 2:
            continue
        options = _options({**book.conditions, "by_time": True})
        rng = Random(f"libreta {number}")
        half = Libreta(some_conditions(rng))
        score = MARCADOR.start(options)
        for _line in range(len(lines) // 2):
            score = MARCADOR.play(score, MARCADOR.parse(half.play(rng)), options)
        half.stopped = True
        _over, winner = half.result()
        score = MARCADOR.play(score, MARCADOR.parse("fin"), options)
        if winner is None and options.extra:
            assert not score.over and score.state.time
            seen["tied"] += 1
        else:
            assert (score.over, score.winner) == (True, winner)
            seen["drawn" if winner is None else "won"] += 1
    assert min(seen[kind] for kind in ("tied", "drawn", "won")) > 2


def test_a_line_made_false_is_refused_where_it_can_be_known(matches):
    refused = Counter()
    for book, lines in matches:
        options = _options(book.conditions)
        if not options.by_tantos or not lines:
            continue
        points = book.juegos[0][0]
        for name, wrong, told in (
            ("sum", [points[0] + options.step, *points[1:]], options.fixed_sum),
            ("range", [options.high + options.step, *points[1:]], True),
            ("low", [options.low - options.step, *points[1:]], True),
            ("step", [points[0] + 1, *points[1:]], options.step > 1),
            ("sides", [*points, 0], True),
        ):
            if told:
                line = " ".join(map(str, wrong))
                with pytest.raises(RuleError):
                    MARCADOR.play(MARCADOR.start(options), MARCADOR.parse(line), options)
                refused[name] += 1
    assert all(refused[name] > 5 for name in ("sum", "range", "low", "step", "sides"))


def test_the_notebook_meets_every_kind_of_match(matches):
    asked = {name for book, _lines in matches for name, value in book.conditions.items() if value}
    every = "target exact margin cap manos extra lowest juegos vacas play_all fixed_sum low step"
    assert {*every.split()} <= asked
    assert sum(len(lines) for _book, lines in matches) > 20 * MATCHES
    results = Counter(book.result()[1] for book, _lines in matches)
    assert results[None] > 5 and results[4] > 5
