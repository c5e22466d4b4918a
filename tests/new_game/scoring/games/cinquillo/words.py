"""Cinquillo in words: the board, the score, the line."""

from scoring.games.numbers import sentence, winner_first_event
from tournaments.games.refusals import event_message


def line_in_words(step, names):
    messages = (event_message(winner_first_event(event), names) for event in step.score.events)
    return " ".join(map(sentence, messages))


def score_in_words(score, options):
    return "Manos {}–{}".format(*score.tallies[0])


def board(score, options, names):
    sides = [
        {
            "cotos": [],
            "partidas": manos,
            "partidas_label": "manos",
            "tantos": None,
            "winner": score.winner == side,
        }
        for side, manos in enumerate(score.tallies[0])
    ]
    return {"sides": sides, "foot": ""}
