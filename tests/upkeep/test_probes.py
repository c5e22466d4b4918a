"""`/healthz` and `/readyz`: what a supervisor, a load balancer or a container asks."""

import pytest
from django.test import Client

from tests.faults.cluster import free_port
from tests.programs import run_python
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
def of_a_server(settings):
    """HTTPS and one host, as a server on the internet has them."""
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["tapete.example.org"]


def test_alive_asks_nothing_of_the_database(of_a_server):
    answer = Client().get("/healthz", headers={"host": "10.0.0.7:8000"})  # no database in this test
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_ready_when_all_answers(of_a_server):
    answer = Client().get("/readyz", headers={"host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
@cases(
    "setting, url, name",
    ("TAPETE_CACHE_URL", "redis://127.0.0.1:{closed}/0", "cache"),
    ("CELERY_BROKER_URL", "redis://127.0.0.1:{closed}/0", "broker"),
    ("CELERY_BROKER_URL", "amqp://guest:guest@127.0.0.1:{closed}//", "broker"),
)
def test_what_does_not_answer_is_named(settings, setting, url, name):
    setattr(settings, setting, url.format(closed=free_port()))
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["failing"]) == (503, [name])


@pytest.mark.django_db
def test_a_folder_that_is_gone_is_a_queue_that_does_not_answer(settings, tmp_path):
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path / "gone")}
    assert Client().get("/readyz").json()["failing"] == ["broker"]


@pytest.mark.slow
def test_without_its_database_a_process_is_alive_and_not_ready(tmp_path):
    env = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TAPETE_VAR": str(tmp_path),
        "DATABASE_URL": f"postgres://tapete@127.0.0.1:{free_port()}/tapete",
        "TAPETE_HOSTS": "tapete.example.org",
        "TAPETE_HTTPS": "1",
        "TAPETE_LOG_LEVEL": "CRITICAL",
    }
    said = run_python("-c", ASK, env=env)
    alive, ready = said.stdout.splitlines()
    assert alive == '200 {"status": "ok"}'
    assert ready == '503 {"status": "unavailable", "failing": ["database"]}'


@each("path", "/healthz", "/readyz")
def test_only_reading_is_a_probe(path):
    assert Client().head(path).status_code in (200, 503)
    assert Client().post(path).status_code == 404
