"""Sentences about what a correction replays, or why it cannot."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.consequences import RESEAT, REST_OF_ROUND, ROUND, SEATS, STAGE, STAGE_SEATS, Replay

Text = str | Promise

WOULD: Mapping[str, Text] = {
    SEATS: _("En el cuadro, cada cual ocupa el sitio del otro en lo que no ha empezado."),
    RESEAT: _(
        "En la ronda %(round)s cambian de sitio solo las partidas que dependen de este resultado."
    ),
    ROUND: _("La ronda %(round)s se sortea de nuevo: no ha empezado ninguna partida."),
    REST_OF_ROUND: _("En la ronda %(round)s se emparejan de nuevo solo las no empezadas."),
    STAGE: _("La fase %(stage)s se abre de nuevo con quienes pasan ahora."),
    STAGE_SEATS: _(
        "En la fase %(stage)s, quien pasa ahora ocupa el sitio de quien ya no pasa; lo empezado "
        "sigue igual."
    ),
}
STAGE_DRAWN = _(
    "La fase %(stage)s se abre de nuevo con quienes pasan ahora y se vuelve a sortear: no ha "
    "empezado ninguna partida."
)
DONE: Mapping[str, Text] = {
    SEATS: _("Cuadro puesto al día desde la ronda %(round)s."),
    RESEAT: _("Ronda %(round)s: cambiadas las partidas que dependían de ese resultado."),
    ROUND: _("Ronda %(round)s sorteada de nuevo."),
    REST_OF_ROUND: _("Partidas no empezadas de la ronda %(round)s emparejadas de nuevo."),
    STAGE: _("Fase %(stage)s abierta de nuevo."),
    STAGE_SEATS: _("Fase %(stage)s: cambiado quién pasa en lo que no había empezado."),
}
WHY_NOT: Mapping[str, Text] = {
    "match_begun": _(
        "La partida %(blocker)s ya tiene algo escrito: lo que se sorteó se queda como está."
    ),
    "match_opens": _("La partida deja de estar terminada: no se sabe todavía quién sigue."),
    "no_partial": _(
        "En la ronda %(round)s ya ha empezado la partida %(blocker)s, y este sistema no sabe "
        "emparejar solo una parte de la ronda."
    ),
    "one_match": _("En la ronda %(round)s solo queda una partida por empezar."),
    "bracket_mixed": _(
        "Después de la ronda siguiente ya se ha sorteado otra: el cuadro no se puede rehacer."
    ),
    "older_round": _("En la fase %(stage)s ya hay más de una ronda sorteada."),
    "by_calls": _(
        "Por llamadas no hay rondas que volver a sortear: la siguiente lo tendrá en cuenta."
    ),
}


def would(replay: Replay) -> str:
    """Return what it would do, for one that is possible."""
    words = STAGE_DRAWN if replay.kind == STAGE and replay.matches else WOULD[replay.kind]
    return str(words) % _told(replay)


def done(replay: Replay) -> str:
    return str(DONE[replay.kind]) % _told(replay)


def why_not(replay: Replay) -> str:
    """Why it cannot be, for one that is not."""
    return str(WHY_NOT[replay.why_not]) % _told(replay)


def _told(replay: Replay) -> dict[str, object]:
    return {
        "round": replay.serial or replay.round,
        "stage": replay.stage,
        "blocker": replay.blocker,
    }
