"""Texts of remedies, and of why a draw is left as it is."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.corrections.consequences import EXCHANGE, Remedy
from tournaments.words import Text

# A sentence on what the remedy would do, and a sentence on what it has done.
Sentences = tuple[Text, Text]

EXCHANGE_SENTENCES: Sentences = (
    _("Los números %(one)s y %(other)s cambian de sitio en los encuentros sin empezar."),
    _("El %(one)s y el %(other)s han cambiado de sitio desde la ronda %(round)s."),
)
REDRAW_SENTENCES: Sentences = (
    _("La ronda %(round)s se prepara de nuevo: no ha empezado ningún encuentro."),
    _("Ronda %(round)s preparada de nuevo."),
)
STAGE_EXCHANGE_SENTENCES: Sentences = (
    _(
        "Fase %(stage)s: los nuevos clasificados ocupan el sitio de los que ya no pasan. Los "
        "encuentros empezados siguen igual."
    ),
    _("Fase %(stage)s: cambiados los clasificados en los encuentros sin empezar."),
)
STAGE_REDRAW_SENTENCES: Sentences = (
    _(
        "La fase %(stage)s se abre de nuevo con quienes pasan ahora y su ronda se prepara otra "
        "vez: no ha empezado ningún encuentro."
    ),
    _("Fase %(stage)s abierta de nuevo."),
)
STAGE_FILL_SENTENCES: Sentences = (
    _("La fase %(stage)s se abre de nuevo con los clasificados de ahora."),
    _("Fase %(stage)s abierta de nuevo."),
)
WHY_LEFT: Mapping[str, Text] = {
    "match_begun": _("El encuentro %(blocker)s ya tiene anotaciones: la ronda se queda como está."),
    "match_opens": _("El encuentro vuelve a estar en juego: no se sabe todavía quién sigue."),
    "not_drawn": _(
        "Con ese resultado la ronda %(round)s no se habría jugado: descártela si no ha empezado."
    ),
    "bracket_mixed": _("Después de la ronda siguiente ya hay otra: el cuadro no se puede rehacer."),
    "older_round": _("En la fase %(stage)s ya hay más de una ronda."),
}


def remedy_proposal(remedy: Remedy, stage: int) -> str:
    """Return a sentence on what the remedy would do; `stage` is the number of the match's stage."""
    return str(_sentences(remedy, stage)[0]) % _values(remedy)


def remedy_in_words(remedy: Remedy, stage: int) -> str:
    """Return a sentence on what the remedy has done; `stage` is as in `remedy_proposal`."""
    return str(_sentences(remedy, stage)[1]) % _values(remedy)


def why_left(remedy: Remedy) -> str:
    return str(WHY_LEFT[remedy.why_left]) % _values(remedy)


def _sentences(remedy: Remedy, stage: int) -> Sentences:
    if remedy.stage == stage:
        return EXCHANGE_SENTENCES if remedy.kind == EXCHANGE else REDRAW_SENTENCES
    if remedy.kind == EXCHANGE:
        return STAGE_EXCHANGE_SENTENCES
    return STAGE_REDRAW_SENTENCES if remedy.matches else STAGE_FILL_SENTENCES


def _values(remedy: Remedy) -> dict[str, object]:
    one, other = remedy.exchanges[0] if remedy.exchanges else ("", "")
    return {
        "round": remedy.serial or remedy.round,
        "stage": remedy.stage,
        "blocker": remedy.blocker,
        "one": one,
        "other": other,
    }
