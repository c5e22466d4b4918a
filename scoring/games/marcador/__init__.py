"""The free score as the site shows it."""

from scoring.games.face import GameFace, Paper, Words
from scoring.games.marcador import paper, words
from scoring.games.marcador.forms import FORMS

FACE = GameFace(
    forms=FORMS,
    words=Words(
        words.line_in_words,
        words.score_in_words,
        words.board,
        words.BOARD,
        words.PENAL,
        words.EXAMPLES,
    ),
    paper=Paper(paper.form, paper.rows, paper.result),
)
