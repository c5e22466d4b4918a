"""Truco as the site shows it."""

from scoring.games.face import GameFace, Paper, Words
from scoring.games.truco.forms import FORMS
from scoring.games.truco.paper import form, result, rows
from scoring.games.truco.sentences import WORDS
from scoring.games.truco.words import (
    BOARD,
    EXAMPLES,
    NUMBERS,
    PENAL,
    board,
    line_in_words,
    score_in_words,
)

FACE = GameFace(
    FORMS,
    WORDS,
    Words(line_in_words, score_in_words, board, BOARD, PENAL, EXAMPLES),
    Paper(form, rows, result),
    NUMBERS,
)
