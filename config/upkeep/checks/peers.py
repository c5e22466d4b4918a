"""Checks of the services that the site uses: database, queue, cache, mail."""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from config.upkeep import probes
from config.upkeep.checks import machine_check
from tournaments.models import Job

JOB_WAIT = timedelta(minutes=2)


@machine_check("database")
def database() -> CheckMessage:
    try:
        probes.ask_database()
    except DatabaseError as error:
        return Error(
            _first_line(error), hint=_("Arranque la base de datos, o compruebe DATABASE_URL.")
        )
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("SHOW server_version")
            return Info(f"PostgreSQL {cursor.fetchone()[0]}")
        cursor.execute("PRAGMA quick_check(1)")
        state = cursor.fetchone()[0]
        if state != "ok":
            return Error(state, hint=_("El archivo está dañado: recupere la última copia."))
        cursor.execute("SELECT sqlite_version()")
        return Info(f"SQLite {cursor.fetchone()[0]}, {connection.settings_dict['NAME']}")


@machine_check("migrations")
def migrations() -> CheckMessage:
    executor = MigrationExecutor(connection)
    disk_migrations = executor.loader.disk_migrations or {}
    apps = {app for app, _name in disk_migrations}
    newer_migrations = [
        key
        for key in executor.loader.applied_migrations
        if key[0] in apps and key not in disk_migrations
    ]
    if newer_migrations:
        names = ", ".join(sorted(".".join(key) for key in newer_migrations)[:3])
        return Error(
            _("Los datos son de una versión más nueva de Tapete (%(names)s).") % {"names": names},
            hint=_("Instale la versión del programa con la que se hicieron."),
        )
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        return Error(
            _("Por aplicar: %(number)s.") % {"number": len(missing)},
            hint=_("Haga una copia y lance «manage.py migrate»."),
        )
    return Info(_("al día"))


@machine_check("broker")
def broker() -> CheckMessage:
    return _service_message(
        probes.ask_broker,
        settings.CELERY_BROKER_URL,
        _("Arranque la cola, o compruebe TAPETE_BROKER_URL."),
    )


@machine_check("jobs")
def jobs() -> CheckMessage:
    """Report a missing worker if jobs have waited two minutes while no other job made progress."""
    limit = timezone.now() - JOB_WAIT
    waiting = Job.objects.filter(state=Job.State.QUEUED, created_at__lt=limit).count()
    other_jobs = Job.objects.exclude(state=Job.State.QUEUED)
    if waiting and not other_jobs.filter(updated_at__gte=limit).exists():
        return Error(
            _("Sin empezar desde hace más de dos minutos: %(number)s.") % {"number": waiting},
            hint=_("Arranque tapete-worker y tapete-beat, que los hacen, y mire su registro."),
        )
    return Info(_("ninguno espera"))


@machine_check("cache")
def cache() -> CheckMessage:
    if not settings.TAPETE_CACHE_URL:
        if connection.vendor == "sqlite":
            return Info(_("la memoria del propio programa"))
        return Warning(
            _("Cada proceso cuenta por su lado las contraseñas equivocadas."),
            hint=_("Ponga un Redis en TAPETE_CACHE_URL."),
        )
    return _service_message(
        probes.ask_cache,
        settings.TAPETE_CACHE_URL,
        _("Arranque Redis, o compruebe TAPETE_CACHE_URL."),
    )


@machine_check("mail")
def mail() -> CheckMessage:
    """Log in to the mail server, without sending mail."""
    if not settings.EMAIL_HOST:
        return Warning(
            _("No hay correo: si alguien olvida su contraseña, hay que cambiarla a mano."),
            hint=_(
                "Ponga TAPETE_EMAIL_HOST y las demás variables del correo en deploy/tapete.env."
            ),
        )
    server = get_connection()
    try:
        server.open()
        server.close()
    except OSError as error:  # errors of smtplib are OSErrors too
        return Error(
            f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}: {_first_line(error)}",
            hint=_("Mire TAPETE_EMAIL_HOST, _PORT, _SECURITY, _USER y _PASSWORD."),
        )
    return Info(f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}, {settings.DEFAULT_FROM_EMAIL}")


def _service_message(ask: Callable[[], None], url: str, hint: str) -> CheckMessage:
    place = url.rpartition("@")[2] if "@" in url else url.partition("://")[2]
    kind = url.partition("://")[0]
    try:
        ask()
    except Exception as error:  # any error of a queue driver
        return Error(f"{kind}, {place}: {_first_line(error)}", hint=hint)
    return Info(f"{kind} {place}".strip())


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
