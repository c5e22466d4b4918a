"""In an escalera, once a round is finished: who goes up a table and who goes down."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.selectors.matches.meetings import Meeting
from scoring.selectors.standings import stage_situation
from tournaments.models import Stage


def moves(stage: Stage, here: Sequence[Meeting], number: int) -> dict[str, str]:
    """Return what becomes of the people of each match of the round, by its code; empty in other
    formats, before the round is finished and after the last one."""
    if not stage.system.moves_tables or not here or number >= stage.format_rules().rounds:
        return {}
    if not all(one.is_finished or one.is_bye for one in here):
        return {}
    played = stage_situation(stage, number + 1).rounds
    after = stage.system.moves(played[-1], stage.format_rules())
    return {
        one.code: " · ".join(
            f"{competitor.number} {_move(one, after[competitor.number])}"
            for competitor in one.sides
            if competitor.number in after
        )
        for one in here
    }


def _move(one: Meeting, table: int) -> str:
    """In words, from the table of this match to that one; 0 waits."""
    if not table:
        return _("espera la próxima campana")
    if table == one.position and not one.is_bye:
        words = _("sigue en la mesa %(table)s")
    elif table < one.position:
        words = _("sube a la mesa %(table)s")
    else:
        words = _("baja a la mesa %(table)s")
    return words % {"table": table}
