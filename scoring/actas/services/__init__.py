"""Writing actas: a line, a correction, a match given up, who says that it is right.

The fold of the whole acta is the only way to a score, so a line that cannot be is never saved.
What is written stays: a correction makes a new version. Whoever ends or reopens a match locks
first the tournament, whose tables change hands, and then the match. A line locks the match alone,
so that two hundred tables can write at once; if it ends the match it takes the tournament when
nobody has it, and begins again in the first order when somebody does.
"""

from scoring.actas.services.confirmations import dispute_acta, resolve_dispute, sign_acta
from scoring.actas.services.corrections import correct_acta, move_acta, swap_sides, take_back_line
from scoring.actas.services.desk import forfeit_match, forfeit_tie, record_result, take_back_result
from scoring.actas.services.lines import MAX_LINES, preview_hand, record_hand

__all__ = [
    "MAX_LINES",
    "correct_acta",
    "dispute_acta",
    "forfeit_match",
    "forfeit_tie",
    "move_acta",
    "preview_hand",
    "record_hand",
    "record_result",
    "resolve_dispute",
    "sign_acta",
    "swap_sides",
    "take_back_line",
    "take_back_result",
]
