"""Cinquillo on the site: its forms, sentences, words and paper."""

from scoring.games.cinquillo import paper, sentences, words
from scoring.games.cinquillo.forms import ManoForm

from scoring.games.face import GameFace, Paper, Words

FACE = GameFace(
    forms=(ManoForm,),
    sentences=sentences.WORDS,
    words=Words(
        words.line_in_words,
        words.score_in_words,
        words.board,
        "parts/boards/board.html",
        {"pasa_en_falso": "pasa teniendo carta"},
        (("mano A", "una mano que gana A"),),
    ),
    paper=Paper(paper.form, paper.rows, paper.result),
)
