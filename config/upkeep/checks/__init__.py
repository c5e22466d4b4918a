"""System checks of the machine: `manage.py check --deploy --tag upkeep`, or one check by its tag.

They read disks and query servers, so Django runs them only with `--deploy`. `manage.py doctor`
prints the same messages for people.
"""

from collections.abc import Callable
from typing import Any

from django.core.checks import CheckMessage, Error, Warning, register
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

TAG = "upkeep"
# The tag of each check with its title, in the doctor's order.
TITLES = {
    "libraries": _("bibliotecas"),
    "fonts": _("tipos de letra de las hojas"),
    "database": _("base de datos"),
    "migrations": _("migraciones"),
    "results": _("resultados"),
    "broker": _("cola de trabajos"),
    "jobs": _("trabajos"),
    "cache": _("caché"),
    "mail": _("correo"),
    "disk": _("disco"),
    "permissions": _("permisos"),
    "clock": _("reloj"),
    "secret_key": _("clave secreta"),
    "pages": _("archivos de las páginas"),
}
Check = Callable[[], CheckMessage]


def machine_check(name: str) -> Callable[[Check], Check]:
    """Return a decorator that registers a check under this tag.

    The check always returns a message: an `Info` if nothing needs attention. An exception in the
    check becomes a message too, so that the other checks still run.
    """

    def register_check(check: Check) -> Check:
        def messages(**_options: Any) -> list[CheckMessage]:
            message = _message(check)
            message.obj, message.id = TITLES[name], f"{TAG}.{name}"
            return [message]

        register(messages, TAG, name, deploy=True)
        return check

    return register_check


def _message(check: Check) -> CheckMessage:
    try:
        return check()
    except DatabaseError as error:
        hint = _("Mire antes la base de datos y las migraciones.")
        return Warning(one_line(error), hint=str(hint))
    except Exception as error:  # any driver error
        hint = _("Error inesperado del programa. Envíe estas líneas a los autores.")
        return Error(f"{type(error).__name__}: {one_line(error)}", hint=str(hint))


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())
