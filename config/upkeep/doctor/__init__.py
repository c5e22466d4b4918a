"""The checks of `manage.py doctor`, in their order."""

from collections.abc import Callable, Iterator

from django.db import DatabaseError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.upkeep.doctor.findings import Finding, care, wrong
from config.upkeep.doctor.house import clock, disk, permissions
from config.upkeep.doctor.paper import fonts, libraries
from config.upkeep.doctor.peers import broker, cache, database, jobs, mail, migrations
from config.upkeep.doctor.results import results
from config.upkeep.doctor.setup import pages, secret_key

CHECKS: dict[str, tuple[str | Promise, Callable[[], Finding]]] = {
    "libraries": (_("bibliotecas"), libraries),
    "fonts": (_("letras de las hojas"), fonts),
    "database": (_("base de datos"), database),
    "migrations": (_("migraciones"), migrations),
    "results": (_("resultados"), results),
    "broker": (_("cola de trabajos"), broker),
    "jobs": (_("trabajos"), jobs),
    "cache": (_("caché"), cache),
    "mail": (_("correo"), mail),
    "disk": (_("disco"), disk),
    "permissions": (_("permisos"), permissions),
    "clock": (_("reloj"), clock),
    "secret_key": (_("clave secreta"), secret_key),
    "pages": (_("ficheros de las páginas"), pages),
}


def examine() -> Iterator[tuple[str | Promise, Finding]]:
    """Yield the name of each check with what it found; a check that breaks down has found that."""
    for name, check in CHECKS.values():
        try:
            finding = check()
        except DatabaseError as error:
            finding = care(_in_a_line(error), _("Mire antes la base de datos y las migraciones."))
        except Exception as error:  # whatever a driver raises: it is said, and the rest goes on
            finding = wrong(
                f"{type(error).__name__}: {_in_a_line(error)}",
                _("Es un fallo que no esperábamos: díganoslo con estas líneas."),
            )
        yield name, finding


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())
