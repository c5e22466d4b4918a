"""Tarot as the site shows it."""

from scoring.games.face import GameFace, Paper, Words
from scoring.games.tarot.forms import FORMS
from scoring.games.tarot.paper import form, result, rows
from scoring.games.tarot.sentences import WORDS
from scoring.games.tarot.words import (
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
