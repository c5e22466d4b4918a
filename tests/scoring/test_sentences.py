"""Every sentence that the tables of all games bring, read in Spanish and in English."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest
from django.utils.translation import override

from rules import GAMES
from rules.core import CODES, RuleError, Step, fold
from scoring.games import GAMES as FACES
from scoring.games.grid import Ledger
from tests.rows import each
from tests.rules.oracles import ORACLES
from tests.rules.pool import lines_of
from tests.rules.self_play import levels, play_match
from tests.sizes import size
from tournaments.games.refusals import message

NAMES = {
    "es": [f"la pareja {number}" for number in (12, 7, 3, 9, 5)],
    "en": [f"pair {number}" for number in (12, 7, 3, 9, 5)],
}
MATCHES, LINES = (
    size(2, 6),
    size(200, 400),
)  # of each length; lines one after another, whichever can come

# What is never right, whatever the line.
WRONG = {
    "a note of ours for an article": re.compile(r"Rulings"),
    "a place that was not filled": re.compile(r"%\(|\{\w*\}|None"),
    "two spaces, or one before a stop": re.compile(r"  | [.,;:)](?: |$)"),
    "a list of nothing": re.compile(r"\(\s*\)|: *[.;]|, *[.;,]|: *$"),
    "nothing collected or paid": re.compile(
        r"\b(?:cobra|paga|pone|gana|se lleva|collects|pays|wins|puts in|takes) [+−]?0\b(?![-–/½])"
    ),
    "one of several": re.compile(
        r"(?<![\d½–/.,-])\b1 (?:tantos|vales|puntos|bazas|partidas|manos|juegos|cotos|chicos|"
        r"rondas|vueltas|renuncios|cartas|points|rounds|hands|deals|games)\b"
    ),
    "an article twice": re.compile(r"\b(?:la la|el el|de el|a el|the the|los los)\b"),
}


def _lengths(key: str) -> dict[str, object]:
    return {**GAMES[key].presets, **getattr(ORACLES.get(key), "LENGTHS", {})}


@cache
def _steps(key: str) -> tuple[tuple[Step, object], ...]:
    """Steps of matches that the table of the game plays, of those of its oracle, and of any good
    lines one after another."""
    game, found = GAMES[key], []
    presets = game.presets.items()
    for (name, options), level, number in product(presets, levels(game), range(MATCHES)):
        hands = play_match(game, options, f"{name} {number}", level)
        found += [(step, options) for step in fold(game, options, hands)]
    if key in ORACLES:
        for form, number in product(ORACLES[key].FORMS, range(MATCHES)):
            for match in ORACLES[key].matches(Random(number), form):
                hands = [game.parse(line) for line in match.lines]
                found += [(step, match.options) for step in fold(game, match.options, hands)]
    found += [(step, options) for steps, options in _any_matches(key) for step in steps]
    return tuple(found)


@cache
def _any_matches(key: str) -> tuple[tuple[list[Step], object], ...]:
    """Matches of every length made of good lines, whichever can come."""
    lengths = _lengths(key).values()
    return tuple((steps, options) for options in lengths for steps in _any_lines(key, options))


def _any_lines(key: str, options: object) -> Iterator[list[Step]]:
    game, rng, pool = GAMES[key], Random(key), lines_of(key)
    score, steps = game.start(options), list[Step]()
    for number in range(LINES):
        hand = rng.choice(pool)
        try:
            score = game.play(score, hand, options)
        except RuleError:
            continue
        steps.append(Step(number, hand, score))
        if score.over:
            yield steps
            score, steps = game.start(options), []
    if steps:
        yield steps


def _wrong(text: str) -> list[str]:
    return [what for what, sign in WRONG.items() if sign.search(text)]


@each(
    "text, what",
    ("Quien gana tiene 30 a 36 (Truco 1.1; Rulings T2).", "a note of ours for an article"),
    ("La pareja 7 cobra 0 por las cinco (art. 48).", "nothing collected or paid"),
    ("Codillo: la pareja 7 pone 0 vales.", "nothing collected or paid"),
    ("La pareja 7 se lleva 1 vales del medio.", "one of several"),
    ("En 1 rondas se repiten 2.", "one of several"),
    ("Los puntos que lo permiten:.", "a list of nothing"),
    ("Falta el chelem ().", "a list of nothing"),
    ("La pareja 7 gana  la mano.", "two spaces, or one before a stop"),
    ("%(side)s gana la mano.", "a place that was not filled"),
    ("Renuncio de la la pareja 7.", "an article twice"),
)
def test_what_is_wrong_is_told(text, what):
    assert _wrong(text) == [what]


@each("text", "Gana por 1-0 partidas.", "A cobra 10: bazas 0–5.", "Juegos 1 / 0.")
def test_what_is_right_is_not(text):
    assert not _wrong(text)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_what_a_line_brings_reads_right_aloud(key):
    """On each run, one line in each language."""
    words, read = FACES[key].words, dict[str, str]()
    for turn, (language, names) in enumerate(NAMES.items()):
        with override(language):
            for step, options in _steps(key)[size(turn, 0) :: size(2, 1)]:
                said = words.line_in_words(step, names[: options.sides])
                for text in (said, words.score_in_words(step.score, options)):
                    if wrong := _wrong(text):
                        read.setdefault(", ".join(wrong), f"{step.hand} → {text}")
    assert not read


@pytest.mark.parametrize("key", GAMES)
def test_whatever_is_recorded_reads_right_on_paper(key):
    """Of any lines one after another; each of a page of lines fills its columns."""
    paper, read = FACES[key].paper, dict[str, str]()
    for steps, options in _any_matches(key):
        rows, form = paper.rows(options, steps), paper.form(options)
        for row in rows:
            if isinstance(form, Ledger):
                assert len(row.cells) == len(form.columns) - 1, (steps[-1].hand, row.cells)
            cells = [cell for cell in row.cells if isinstance(cell, str)]
            read |= {f"{cell} ({wrong})": str(steps) for cell in cells for wrong in _wrong(cell)}
    assert not read


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("key", GAMES)
def test_a_refusal_cites_the_reglamento_alone(key, language):
    """With whatever stands in its places."""
    with override(language):
        for code, told in {**CODES, **GAMES[key].codes}.items():
            if "card" in told.params or "fault" in told.params or "suit" in told.params:
                continue  # words of the game, each said in its own tests
            given = dict.fromkeys(told.params, "7")
            said = message(RuleError(code, told.article, "line", given))
            assert not _wrong(said), code
