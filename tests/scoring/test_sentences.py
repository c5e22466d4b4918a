"""Every sentence of the lines of all games, checked for common errors in Spanish and in English."""

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
# Number of matches played for each preset and level, and of random lines for each length.
MATCHES, LINES = (size(2, 6), size(200, 400))

# Signs of a wrong sentence, by name.
WRONG = {
    "an article of our own rulings": re.compile(r"Rulings"),
    "an unfilled placeholder": re.compile(r"%\(|\{\w*\}|None"),
    "two spaces, or a space before a stop": re.compile(r"  | [.,;:)](?: |$)"),
    "an empty list": re.compile(r"\(\s*\)|: *[.;]|, *[.;,]|: *$"),
    "an amount of zero collected or paid": re.compile(
        r"\b(?:cobra|paga|pone|gana|se lleva|collects|pays|wins|puts in|takes) [+−]?0\b(?![-–/½])"
    ),
    "one with a plural": re.compile(
        r"(?<![\d½–/.,-])\b1 (?:tantos|vales|puntos|bazas|partidas|manos|juegos|cotos|chicos|"
        r"rondas|vueltas|renuncios|cartas|points|rounds|hands|deals|games)\b"
    ),
    "a repeated article": re.compile(r"\b(?:la la|el el|de el|a el|the the|los los)\b"),
}


def _lengths(key: str) -> dict[str, object]:
    return {**GAMES[key].presets, **getattr(ORACLES.get(key), "LENGTHS", {})}


@cache
def _steps(key: str) -> tuple[tuple[Step, object], ...]:
    """Return the steps, each with its options, of self-played, oracle and random matches."""
    game, steps_found = GAMES[key], []
    presets = game.presets.items()
    for (name, options), level, number in product(presets, levels(game), range(MATCHES)):
        hands = play_match(game, options, f"{name} {number}", level)
        steps_found += [(step, options) for step in fold(game, options, hands)]
    if key in ORACLES:
        for form, number in product(ORACLES[key].FORMS, range(MATCHES)):
            for match in ORACLES[key].matches(Random(number), form):
                hands = [game.parse(line) for line in match.lines]
                steps_found += [(step, match.options) for step in fold(game, match.options, hands)]
    steps_found += [(step, options) for steps, options in _random_matches(key) for step in steps]
    return tuple(steps_found)


@cache
def _random_matches(key: str) -> tuple[tuple[list[Step], object], ...]:
    """Return matches of every length, made of random lines that the rules accept."""
    lengths = _lengths(key).values()
    return tuple(
        (steps, options) for options in lengths for steps in _play_random_lines(key, options)
    )


def _play_random_lines(key: str, options: object) -> Iterator[list[Step]]:
    """Play random lines that the rules accept. Yield the steps of one match after another."""
    game = GAMES[key]
    rng = Random(key)
    pool = lines_of(key)
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


def _errors_of(text: str) -> list[str]:
    return [error for error, sign in WRONG.items() if sign.search(text)]


@each(
    "text, error",
    ("Quien gana tiene 30 a 36 (Truco 1.1; Rulings T2).", "an article of our own rulings"),
    ("La pareja 7 cobra 0 por las cinco (art. 48).", "an amount of zero collected or paid"),
    ("Codillo: la pareja 7 pone 0 vales.", "an amount of zero collected or paid"),
    ("La pareja 7 se lleva 1 vales del medio.", "one with a plural"),
    ("En 1 rondas se repiten 2.", "one with a plural"),
    ("Los puntos que lo permiten:.", "an empty list"),
    ("Falta el chelem ().", "an empty list"),
    ("La pareja 7 gana  la mano.", "two spaces, or a space before a stop"),
    ("%(side)s gana la mano.", "an unfilled placeholder"),
    ("Renuncio de la la pareja 7.", "a repeated article"),
)
def test_a_wrong_sentence_has_its_error(text, error):
    assert _errors_of(text) == [error]


@each("text", "Gana por 1-0 partidas.", "A cobra 10: bazas 0–5.", "Juegos 1 / 0.")
def test_a_right_sentence_has_no_error(text):
    assert not _errors_of(text)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_sentences_of_every_line_have_no_error(key):
    """The short run checks half of the lines in Spanish and the other half in English."""
    words, wrong_sentences = FACES[key].words, dict[str, str]()
    for turn, (language, names) in enumerate(NAMES.items()):
        with override(language):
            for step, options in _steps(key)[size(turn, 0) :: size(2, 1)]:
                sentence = words.line_in_words(step, names[: options.sides])
                for text in (sentence, words.score_in_words(step.score, options)):
                    if errors := _errors_of(text):
                        wrong_sentences.setdefault(", ".join(errors), f"{step.hand} → {text}")
    assert not wrong_sentences


@pytest.mark.parametrize("key", GAMES)
def test_the_cells_of_every_line_have_no_error_on_paper(key):
    """A row of a ledger has a cell for each column after the number of the line."""
    paper, wrong_cells = FACES[key].paper, dict[str, str]()
    for steps, options in _random_matches(key):
        rows, form = paper.rows(options, steps), paper.form(options)
        for row in rows:
            if isinstance(form, Ledger):
                assert len(row.cells) == len(form.columns) - 1, (steps[-1].hand, row.cells)
            cells = [cell for cell in row.cells if isinstance(cell, str)]
            wrong_cells |= {
                f"{cell} ({error})": str(steps) for cell in cells for error in _errors_of(cell)
            }
    assert not wrong_cells


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("key", GAMES)
def test_the_message_of_every_refusal_has_no_error(key, language):
    """The message cites the reglamento, not our own rulings. Each parameter is «7»."""
    with override(language):
        for code, spec in {**CODES, **GAMES[key].codes}.items():
            if "card" in spec.params or "fault" in spec.params or "suit" in spec.params:
                continue  # game words, tested with each game
            params = dict.fromkeys(spec.params, "7")
            text = message(RuleError(code, spec.article, "line", params))
            assert not _errors_of(text), code
