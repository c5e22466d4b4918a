"""Services that write actas: lines, corrections, forfeits and confirmations.

Every score is a fold of the whole acta, so an impossible line is never saved. Corrections add a
version and keep the old versions.

A writer that ends or reopens a match locks the tournament first, because the tables of other
matches may change, then the match. A line locks the match alone, so that two hundred tables can
write together. If the line ends the match, it also takes the tournament's lock if that lock is
free. Otherwise the line starts again and locks the tournament before the match.
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
