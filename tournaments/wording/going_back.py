"""Sentences about what undoing migrations would lose. For whoever runs `manage.py migrate`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from tournaments.going_back import Loss

# The rows of each model in words; a model without them goes by its own name.
KEPT: dict[str, str | Promise] = {
    "tournaments.tournament": gettext_lazy("torneos"),
    "tournaments.stage": gettext_lazy("fases"),
    "tournaments.round": gettext_lazy("rondas"),
    "tournaments.match": gettext_lazy("partidas"),
    "tournaments.matchside": gettext_lazy("quién juega cada partida"),
    "tournaments.lineup": gettext_lazy("alineaciones"),
    "tournaments.swap": gettext_lazy("cambios a mano de un sorteo"),
    "tournaments.entry": gettext_lazy("inscripciones"),
    "tournaments.entryplayer": gettext_lazy("personas de las inscripciones"),
    "tournaments.player": gettext_lazy("personas"),
    "tournaments.place": gettext_lazy("plazas de una fase, con lo que se arrastra"),
    "tournaments.substitution": gettext_lazy("sustituciones"),
    "tournaments.forbiddencouple": gettext_lazy("quienes no deben cruzarse"),
    "tournaments.drawcommitment": gettext_lazy("compromisos de sorteos"),
    "tournaments.membership": gettext_lazy("papeles del equipo"),
    "tournaments.invitation": gettext_lazy("invitaciones"),
    "tournaments.acceptance": gettext_lazy("invitaciones aceptadas"),
    "tournaments.job": gettext_lazy("trabajos"),
    "tournaments.importpreview": gettext_lazy("listas por importar"),
    "tournaments.auditline": gettext_lazy("líneas del historial"),
    "scoring.acta": gettext_lazy("actas"),
    "scoring.hand": gettext_lazy("líneas de las actas"),
    "scoring.result": gettext_lazy("resultados"),
    "scoring.signature": gettext_lazy("confirmaciones"),
    "scoring.ruling": gettext_lazy("decisiones del árbitro"),
    "scoring.refereecall": gettext_lazy("llamadas al árbitro"),
    "scoring.photo": gettext_lazy("fotos del papel"),
    "scoring.letterhead": gettext_lazy("logo, patrocinador y color de las hojas"),
}


def refusal(losses: Iterable["Loss"]) -> str:
    """The refusal of a plan that goes back: the loss, the migration, and what to do instead."""
    lost = list(losses)
    whole = {loss.model: loss.rows for loss in lost if loss.model and not loss.field}
    part: dict[str, int] = {}
    for loss in lost:
        if loss.field and loss.model not in whole:
            part[loss.model] = max(part.get(loss.model, 0), loss.rows)
    said = [
        _("No se puede volver atrás hasta ahí, y no se ha tocado nada."),
        _("Se perdería: %(kept)s.") % {"kept": _listed(whole)} if whole else "",
        _("Se perdería parte de lo escrito en: %(kept)s.") % {"kept": _listed(part)}
        if part
        else "",
        _("La primera migración que no se puede deshacer sin perder nada es %(migration)s.")
        % {"migration": lost[0].migration},
        _("Para volver a la versión anterior, restaure la copia hecha antes de actualizar."),
    ]
    return " ".join(filter(None, said))


def _listed(rows: dict[str, int]) -> str:
    """«fotos del papel (3), confirmaciones (12)»."""
    return ", ".join(f"{KEPT.get(model, model)} ({count})" for model, count in rows.items())
