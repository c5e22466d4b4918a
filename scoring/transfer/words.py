"""The refusals of a tournament file, by code."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.transfer.archive import ArchiveError
from tournaments.refusal import Refused

REFUSALS = {
    "not_a_tournament_file": _(
        "Eso no es un archivo de torneo: elija uno que acabe en «.tapete», hecho con el botón "
        "«Llevarse el torneo» de los ajustes."
    ),
    "file_incomplete": _(
        "El archivo está incompleto o dañado, y no se ha traído nada. Descárguelo o cópielo otra "
        "vez."
    ),
    "file_too_big": _(
        "El archivo es demasiado grande para esta página. Llévese el torneo sin fotos, o pida al "
        "administrador del sitio que lo traiga."
    ),
    "later_version": _(
        "El archivo se hizo con una versión posterior de Tapete (%(made)s), y aquí no se puede "
        "leer. Pida al administrador del sitio que actualice Tapete."
    ),
    "file_wrong": _(
        "El archivo tiene un dato que Tapete no admite, y no se ha traído nada. Está en: %(where)s"
    ),
    "game_not_here": _("El archivo es de un juego que aquí no existe: «%(value)s»."),
    "format_not_here": _("El archivo usa un sistema que aquí no existe: «%(value)s»."),
    "acta_differs": _(
        "El acta %(number)s del archivo no coincide con su resultado, y no se ha traído nada."
    ),
}


def file_refusal(code: str, **params: Any) -> Refused:
    """Return the refusal 400 with this code and the field `file`."""
    return Refused(code, REFUSALS[code], field="file", **params)


def archive_refusal(error: ArchiveError) -> Refused:
    """Return the refusal for an ArchiveError."""
    params = dict(error.params)
    if error.code == "later_version":
        params = {"made": gettext("formato %(number)s") % {"number": params["format"]}}
    return file_refusal(error.code, **params)
