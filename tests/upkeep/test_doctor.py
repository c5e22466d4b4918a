"""The system checks find each fault of a site and advise how to fix it; so does `doctor`."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.checks import ERROR, INFO, WARNING, CheckMessage, run_checks
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone, translation

from config.upkeep.checks import TITLES, house
from config.upkeep.checks import house as paper
from scoring.actas.services import record_hand
from scoring.models import Result
from tests.programs import free_port
from tests.rows import cases
from tests.scoring.seated_rounds import LINES, seat_round
from tournaments.models import AuditLine, Job

pytestmark = pytest.mark.each_database

MANIFEST = "config.storage.ManifestFiles"


def finding_of(name: str) -> CheckMessage:
    """Run one check by its tag, as `manage.py check --deploy --tag NAME`; return its message."""
    (message,) = run_checks(tags=[name], include_deployment_checks=True)
    return message


@pytest.fixture(autouse=True)
def _private_var(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir(mode=0o750)
    if connection.vendor == "sqlite":  # the test database is in a folder open to everybody
        database = Path(connection.settings_dict["NAME"])
        for file in database.parent.glob(f"{database.name}*"):
            file.chmod(0o600)


@pytest.mark.parametrize("name", ["libraries", "fonts", "broker", "disk", "permissions"])
@pytest.mark.django_db
def test_a_check_that_passes_gives_no_advice(name):
    assert (finding_of(name).level, finding_of(name).hint) == (INFO, None)


# --- Libraries of prints ------------------------------------------------------------------------
def test_a_missing_library_is_named_with_its_package(monkeypatch):
    monkeypatch.setitem(paper.LIBRARIES, "libnaipe.so.0", "libnaipe0")
    assert (finding_of("libraries").level, "libnaipe0" in str(finding_of("libraries").hint)) == (
        ERROR,
        True,
    )


# --- Services -----------------------------------------------------------------------------------
@cases(
    "name, changes",
    ("broker", {"CELERY_BROKER_URL": "amqp://tapete:oros@127.0.0.1:{closed}//"}),
    ("broker", {"CELERY_BROKER_URL": "redis://:oros@127.0.0.1:{closed}/0"}),
    ("cache", {"TAPETE_CACHE_URL": "redis://:oros@127.0.0.1:{closed}/0"}),
    ("mail", {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": "{closed}"}),
)
def test_a_service_that_does_not_answer_is_named_without_its_password(settings, name, changes):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    port = str(free_port())
    for setting, value in changes.items():
        setattr(settings, setting, value.format(closed=port))
    finding = finding_of(name)
    assert (finding.level, port in str(finding.msg), "oros" in str(finding.msg)) == (
        ERROR,
        True,
        False,
    )


def test_a_cache_in_each_process_is_a_warning_on_a_server():
    laptop = connection.vendor == "sqlite"
    assert finding_of("cache").level == (INFO if laptop else WARNING)


@pytest.mark.django_db
def test_migrations_of_a_newer_or_an_older_version_are_found():
    recorder = MigrationRecorder(connection)
    assert finding_of("migrations").level == INFO
    recorder.record_applied("tournaments", "9999_future")
    assert "9999_future" in str(finding_of("migrations").msg)
    recorder.record_unapplied("tournaments", "9999_future")
    recorder.migration_qs.filter(app="scoring").delete()
    assert "migrate" in str(finding_of("migrations").hint)


@pytest.mark.django_db
def test_a_job_that_no_worker_takes_is_found(casino):
    job = Job.objects.create(tournament=casino, kind="print")
    assert finding_of("jobs").level == INFO
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=3))
    assert (finding_of("jobs").level, "tapete-worker" in str(finding_of("jobs").hint)) == (
        ERROR,
        True,
    )
    Job.objects.create(tournament=casino, kind="print", state=Job.State.RUNNING)
    assert finding_of("jobs").level == INFO  # a worker is busy with another job


def test_a_site_without_mail_is_a_warning():
    assert (finding_of("mail").level, "TAPETE_EMAIL_HOST" in str(finding_of("mail").hint)) == (
        WARNING,
        True,
    )


# --- The machine --------------------------------------------------------------------------------
@pytest.mark.parametrize(("limit", "state"), [("FULL_BYTES", ERROR), ("TIGHT_BYTES", WARNING)])
def test_a_nearly_full_disk_is_found(monkeypatch, limit, state):
    monkeypatch.setattr(house, limit, 2**60)
    assert finding_of("disk").level == state


def test_a_folder_of_another_user_is_found(settings):
    if os.geteuid() == 0:
        os.chown(settings.VAR_DIR, 65534, 65534)
    else:
        settings.VAR_DIR = Path("/usr")
    assert (finding_of("permissions").level, "sudo -u" in str(finding_of("permissions").hint)) == (
        ERROR,
        True,
    )


def test_a_secret_key_readable_by_everybody_is_found(settings):
    settings.VAR_DIR = Path("/tmp") / f"tapete-doctor-{os.getpid()}"
    settings.VAR_DIR.mkdir(mode=0o755)
    try:
        key = settings.VAR_DIR / "secret_key"
        key.write_text(settings.SECRET_KEY)
        key.chmod(0o644)
        assert (finding_of("permissions").level, finding_of("secret_key").level) == (WARNING, ERROR)
        key.chmod(0o600)
        settings.VAR_DIR.chmod(0o750)
        assert (finding_of("permissions").level, finding_of("secret_key").level) == (INFO, INFO)
    finally:
        (settings.VAR_DIR / "secret_key").unlink()
        settings.VAR_DIR.rmdir()


def test_a_short_secret_key_is_found(settings):
    settings.SECRET_KEY = "guiñote"
    assert finding_of("secret_key").level == ERROR


@pytest.mark.django_db
def test_a_clock_behind_the_last_audit_line_is_found(settings, casino, tmp_path):
    assert finding_of("clock").level == INFO
    AuditLine.objects.update(at=timezone.now() + timedelta(hours=1))
    assert (finding_of("clock").level, "set-ntp" in str(finding_of("clock").hint)) == (ERROR, True)
    AuditLine.objects.update(at=timezone.now())
    settings.BASE_DIR = tmp_path
    (tmp_path / "manage.py").touch()
    # The clock is behind the files too, as on a laptop with a dead battery.
    os.utime(tmp_path / "manage.py", (2**31, 2**31))
    assert finding_of("clock").level == ERROR


def test_static_files_of_another_version_are_found(settings, tmp_path):
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST}}
    settings.STATIC_ROOT = tmp_path
    assert "collectstatic" in str(finding_of("pages").hint)


# --- The command --------------------------------------------------------------------------------
@pytest.mark.django_db
def test_the_doctor_reports_in_spanish_or_english(capsys, settings):
    for language, word in (("es", "disco:"), ("en", "disk:")):
        settings.SECRET_KEY = "short"
        with pytest.raises(SystemExit), translation.override("es"):
            call_command("doctor", language=language)
        assert word in capsys.readouterr().out


@pytest.mark.django_db
def test_django_runs_the_checks_only_with_deploy_and_fails_at_an_error(capsys, settings):
    assert run_checks(tags=["upkeep"]) == []
    call_command("check", tags=["disk"], deploy=True)
    assert "disco: (upkeep.disk) quedan" in capsys.readouterr().err
    settings.SECRET_KEY = "guiñote"
    with pytest.raises(
        CommandError, match=r"clave secreta: \(upkeep.secret_key\) Es corta"
    ) as error:
        call_command("check", tags=["upkeep"], deploy=True)
    assert all(f"(upkeep.{name})" in str(error.value) for name in TITLES)


@pytest.mark.django_db
def test_a_check_that_raises_an_error_does_not_stop_the_others(monkeypatch, settings):
    monkeypatch.setattr("config.upkeep.checks.house.shutil", None)
    assert (finding_of("disk").level, finding_of("clock").level) == (ERROR, INFO)
    assert finding_of("disk").msg.startswith("AttributeError:")


# --- The results --------------------------------------------------------------------------------
@pytest.mark.django_db
def test_results_that_differ_from_their_actas_are_counted(casino, pairs, chema):
    assert (finding_of("results").level, finding_of("results").msg) == (
        INFO,
        "todavía no hay ninguno",
    )
    round = seat_round(casino, [tuple(pairs(casino, 2))], letter="R")
    match = round.matches.get()
    for number, line in enumerate(LINES[:3], 1):
        record_hand(match=match, author=chema, line=line, number=number)
    assert finding_of("results").level == INFO
    Result.objects.update(winner=1 - match.result.winner)
    finding = finding_of("results")
    assert (finding.level, "1 de los últimos 1" in finding.msg) == (WARNING, True)
    assert "manage.py rebuild_results --all" in finding.hint
    assert Result.objects.get().winner == 1 - match.result.winner  # the check corrects no result
