"""Tests of `/healthz` and `/readyz`, the probes of supervisors, load balancers and containers."""

import pytest
from django.test import Client

from tests.programs import free_port, run_python
from tests.rows import cases, each

ASK = """
import django
django.setup()
from django.test import Client
for path in ("/healthz", "/readyz"):
    answer = Client().get(path, headers={"host": "10.0.0.7:8000"})
    print(answer.status_code, answer.content.decode())
"""


@pytest.fixture
def server_settings(settings):
    """The settings of a server on the internet: HTTPS and one allowed host."""
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["tapete.example.org"]


def test_healthz_does_not_use_the_database(server_settings):
    # This test has no access to a database.
    answer = Client().get("/healthz", headers={"host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_readyz_is_ok_if_every_service_answers(server_settings):
    answer = Client().get("/readyz", headers={"host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
@cases(
    "setting, url, name",
    ("TAPETE_CACHE_URL", "redis://127.0.0.1:{closed}/0", "cache"),
    ("CELERY_BROKER_URL", "redis://127.0.0.1:{closed}/0", "broker"),
    ("CELERY_BROKER_URL", "amqp://guest:guest@127.0.0.1:{closed}//", "broker"),
)
def test_readyz_names_a_service_that_does_not_answer(settings, setting, url, name):
    setattr(settings, setting, url.format(closed=free_port()))
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["failing"]) == (503, [name])


@pytest.mark.django_db
def test_readyz_names_the_broker_if_the_folder_of_the_queue_is_missing(settings, tmp_path):
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path / "gone")}
    assert Client().get("/readyz").json()["failing"] == ["broker"]


@pytest.mark.slow
def test_without_its_database_a_process_is_healthy_but_not_ready(tmp_path):
    env = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TAPETE_VAR": str(tmp_path),
        "DATABASE_URL": f"postgres://tapete@127.0.0.1:{free_port()}/tapete",
        "TAPETE_HOSTS": "tapete.example.org",
        "TAPETE_HTTPS": "1",
        "TAPETE_LOG_LEVEL": "CRITICAL",
    }
    process = run_python("-c", ASK, env=env)
    health, ready = process.stdout.splitlines()
    assert health == '200 {"status": "ok"}'
    assert ready == '503 {"status": "unavailable", "failing": ["database"]}'


@each("path", "/healthz", "/readyz")
def test_probes_answer_only_get_and_head(path):
    assert Client().head(path).status_code in (200, 503)
    assert Client().post(path).status_code == 404
