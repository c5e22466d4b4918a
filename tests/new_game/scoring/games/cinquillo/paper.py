"""The acta of cinquillo on paper: a box for each mano."""

from rules.cinquillo.lines import Mano

from scoring.games.grid import Form, Row


def form(options):
    return Form(
        lanes=1,
        boxes=2 * options.manos - 1,
        row_height=18.0,
        length=f"Gana quien antes gana {options.manos} manos.",
        head="Mano",
        total_head="Manos",
        hint="Una cruz en la casilla de quien gana la mano.",
        result_head="Resultado: manos",
    )


def rows(options, steps):
    winners = [step.hand.winner for step in steps if isinstance(step.hand, Mano)]
    return [
        Row(["✓" if winner == side else "" for winner in winners], winners.count(side))
        for side in (0, 1)
    ]


def result(options, score):
    return score.tallies[0]
