"""Tests of two options of a server: logs as JSON, and metrics."""

import json
import os

import pytest

from tests.programs import run_python

LOGS = """
import django, logging
django.setup()
from config.celery import app
app.log.setup(loglevel="WARNING")
from django.test import RequestFactory
request = RequestFactory().get("/m/GUI-1/secreto/")
logging.getLogger("django.request").warning(
    "Not Found: %s", request.path, extra={"status_code": 404, "request": request}
)
logging.getLogger("celery.worker").warning("of a worker")
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("tapete").exception("broken")
"""
METRICS = """
import django
django.setup()
from django.test import Client
for token in ("", "Bearer other", "Bearer shown"):
    Client().get("/healthz")
    answer = Client().get("/metrics", headers={"authorization": token, "host": "10.0.0.7:8001"})
    print(answer.status_code, b"django_http_requests_before_middlewares_total" in answer.content)
"""


def output_with(code: str, **settings: str) -> tuple[str, str]:
    """Run this code with these settings in the environment; return its output and its log."""
    place = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": "sqlite:///:memory:"}
    result = run_python("-c", code, env={**os.environ, **place, **settings})
    return result.stdout, result.stderr


@pytest.mark.slow
def test_each_line_of_the_log_is_a_json_object_without_the_secret_of_a_link():
    lines = [
        json.loads(line) for line in output_with(LOGS, TAPETE_LOG_FORMAT="json")[1].splitlines()
    ]
    messages = [(line["levelname"], line["name"], line["message"]) for line in lines]
    assert messages == [
        ("WARNING", "django.request", "Not Found: /m/GUI-1/…/"),
        ("WARNING", "celery.worker", "of a worker"),
        ("ERROR", "tapete", "broken"),
    ]
    assert lines[0]["status_code"] == 404
    assert "ZeroDivisionError" in lines[2]["exc_info"]
    assert all("timestamp" in line and "secreto" not in json.dumps(line) for line in lines)


@pytest.mark.slow
def test_only_a_request_with_the_token_gets_the_metrics(tmp_path):
    output = output_with(METRICS, TAPETE_METRICS_TOKEN="shown", TAPETE_VAR=str(tmp_path))[0]
    assert output.splitlines() == ["401 False", "401 False", "200 True"]


@pytest.mark.django_db
def test_a_site_without_a_metrics_token_has_no_metrics(client):
    assert client.get("/metrics").status_code == 404
