"""Cientos as the site shows it."""

from scoring.games.cientos.forms import FORMS
from scoring.games.cientos.paper import form, result, rows
from scoring.games.cientos.sentences import WORDS
from scoring.games.cientos.words import (
    BOARD,
    EXAMPLES,
    NUMBERS,
    PENAL,
    board,
    line_in_words,
    score_in_words,
)
from scoring.games.face import GameFace, Paper, Words

FACE = GameFace(
    FORMS,
    WORDS,
    Words(line_in_words, score_in_words, board, BOARD, PENAL, EXAMPLES),
    Paper(form, rows, result),
    NUMBERS,
)
