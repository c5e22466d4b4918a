"""Malilla as the site shows it."""

from scoring.games.face import GameFace, Paper, Words
from scoring.games.malilla import paper, words
from scoring.games.malilla.forms import FORMS

FACE = GameFace(
    forms=FORMS,
    words=Words(
        words.line_in_words,
        words.score_in_words,
        words.board,
        words.BOARD,
        words.PENAL,
        words.EXAMPLES,
        words.examples,
    ),
    paper=Paper(paper.form, paper.rows, paper.result),
)
