"""Malilla as the site shows it."""

from scoring.games.face import GameFace, Paper, Words
from scoring.games.malilla.forms import FORMS
from scoring.games.malilla.paper import form, result, rows
from scoring.games.malilla.sentences import WORDS
from scoring.games.malilla.words import (
    BOARD,
    EXAMPLES,
    NUMBERS,
    PENAL,
    board,
    examples,
    line_in_words,
    score_in_words,
)

FACE = GameFace(
    FORMS,
    WORDS,
    Words(line_in_words, score_in_words, board, BOARD, PENAL, EXAMPLES, examples),
    Paper(form, rows, result),
    NUMBERS,
)
