"""Tests of a full disk: writes are refused with 507, reads work, and no partial file remains.

The disk is a small tmpfs, mounted where only the program of the test sees it.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError

from tests.programs import skip_or_fail
from tournaments.refusal import refusal_from

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 240
SENTENCE = "No queda sitio en el disco"

# This program fills the disk of the files first, and then the disk of the database too.
# ruff: noqa: E501
DAY = """
import json, os, re, shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import datetime, timezone
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client

from scoring.prints.ask import PrintAsk
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.prints.services import order_print
from tests.crowd import enter
from tournaments.models import Job
from tournaments.names.people import Person
from tournaments.setup.services.tournament import create_tournament

disk, told = Path(os.environ["TINY"]), {}
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
pilar = User.objects.create_user("pilar", password="de guiñote")
hall = create_tournament(
    author=pilar, name="Casino", venue="", tables=8, game="guinote",
    starts_at=datetime(2026, 12, 5, 16, 30, tzinfo=timezone.utc), game_options={},
    format="knockout", format_options={}, seed="tapete",
)
people = [Person("Paco", f"Gil {n}", "") for n in range(8)]
enter(hall, pilar, [{"players": people[n : n + 2], "present": True} for n in range(0, 8, 2)])
publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
code = hall.matches.first().code
browser = Client(raise_request_exception=False, HTTP_HOST="localhost")
browser.force_login(pilar)


def fill():
    with suppress(OSError), (disk / "filling").open("ab", buffering=0) as filling:
        while filling.write(bytes(4096)):
            pass


def answer(name, response):
    json_body = response.json() if "json" in response["Content-Type"] else None
    told[name] = [response.status_code, json_body, response.content.decode()]


def files():
    return sorted(
        str(one.relative_to(disk)) for one in (disk / "var" / "media").rglob("*") if one.is_file()
    )


def large():
    return SimpleUploadedFile("lista.csv", b"Paco / Luis\\n" * 700)


with connection.cursor() as cursor:
    told["synchronous"] = cursor.execute("PRAGMA synchronous").fetchone()[0]
HERE = "/t/casino/inscripciones/importar/"
API = "/api/v1/tournaments/casino/"
answer("before", browser.post(API + "imports/", {"file": large()}))
fill()
answer("api import", browser.post(API + "imports/", {"file": large()}))
answer("page import", browser.post(HERE, {"file": large()}))
answer("page", browser.get("/t/casino/"))
order_print(tournament=hall, author=pilar, ask=PrintAsk("actas", blank=4))
job = Job.objects.filter(kind="print").get()
told["print"] = [job.state, job.code, job.message]
told["files"] = files()
(disk / "filling").unlink()
with connection.cursor() as cursor:
    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
connection.close()
shutil.copy(connection.settings_dict["NAME"], disk / "tapete.sqlite3")
connection.settings_dict["NAME"] = str(disk / "tapete.sqlite3")
list(User.objects.all())  # SQLite makes its two files while there is space
fill()
text = {"text": "\\n".join(f"Paco {n} / Luis {n}" for n in range(400))}
answer("database: api", browser.post(API + "imports/", json.dumps(text), "application/json"))
answer("database: form", browser.post(HERE, text))
answer("database: page", browser.get("/t/casino/"))

# Nobody has the database open, and the organiser's session must be saved again.
session = browser.session
session["day"] = "2020-01-01"
(disk / "filling").unlink()
session.save()
fill()
connection.close()


def look(path):
    with closing(connection):
        return browser.get(path)


def look_alone(path):
    with closing(connection):
        return Client(HTTP_HOST="localhost").get(path).status_code


for name in ("", "inscripciones/", "clasificacion/", "control/", "rondas/", "arbitraje/"):
    answer(f"cold: {name}", look("/t/casino/" + name))
answer("cold: api", look(API + "entries/"))
with ThreadPoolExecutor(4) as pool:
    told["cold: crowd"] = list(pool.map(look_alone, ["/t/casino/", "/"] * 10))
line = browser.post("/t/casino/control/linea/", {"linea": "1 2-0"}).content.decode()
token = re.search('name="visto" value="([^"]+)"', line)[1]
connection.close()
act = {"number": 1, "line": "coto 3-1"}
for name, ask in {
    "cold: desk": lambda: browser.post("/t/casino/control/linea/", {"linea": "1 2-0", "visto": token}),
    "cold: desk, htmx": lambda: browser.post("/t/casino/control/linea/", {"linea": "1 2-0", "visto": token},
        headers={"HX-Request": "true"}),
    "cold: acta": lambda: browser.post(f"/t/casino/acta/{code}/", {"como": "coto", "number": 1,
        "partidas_a": 3, "partidas_b": 1, "version": 0}),
    "cold: hands": lambda: browser.post(API + f"matches/{code}/hands/", act, "application/json"),
    "cold: login": lambda: Client(raise_request_exception=False, HTTP_HOST="localhost").post(
        "/cuenta/login/", {"login": "pilar", "password": "de guiñote"}),
}.items():
    with closing(connection):
        answer(name, ask())
(disk / "filling").unlink()
answer("after", browser.post(API + "imports/", json.dumps(text), "application/json"))
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> dict[str, Any]:
    """The answers to the requests of the program, by name: status, JSON and text."""
    folder = tmp_path_factory.mktemp("disk")
    disk = folder / "tiny"
    disk.mkdir()
    namespace = ["unshare", "-m"] if os.getuid() == 0 else ["unshare", "-Urm"]
    mount = f"mount -t tmpfs -o size=6m tmpfs {disk}"
    if (
        shutil.which("unshare") is None
        or subprocess.run([*namespace, "sh", "-c", mount]).returncode
    ):
        skip_or_fail("this machine cannot mount a disk for one program")
    env = {name: text for name, text in os.environ.items() if not name.startswith("TAPETE_")}
    env |= {
        "TINY": str(disk),
        "TAPETE_VAR": str(disk / "var"),
        "TAPETE_EAGER": "1",
        "TAPETE_PLAIN_STATIC": "1",
        "TAPETE_LOG_LEVEL": "CRITICAL",
        "DATABASE_URL": f"sqlite:///{folder / 'tapete.sqlite3'}",
    }
    (folder / "day.py").write_text(DAY)
    program = f'{mount} && exec "{sys.executable}" manage.py shell -v 0 < "{folder / "day.py"}"'
    process = subprocess.run(
        [*namespace, "sh", "-c", program],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


def test_writes_are_refused_with_a_sentence_and_pages_still_open(answers):
    for name in ("api import", "database: api"):
        status, body, _text = answers[name]
        assert (status, body["error"]["code"]) == (507, "no_space"), answers[name]
        assert SENTENCE in body["error"]["message"]
    for name in ("page import", "database: form"):
        status, _body, text = answers[name]
        assert (status, SENTENCE in text) == (507, True), answers[name]
    state, code, message = answers["print"]
    assert (state, code, SENTENCE in message) == ("failed", "no_space", True)
    assert (answers["page"][0], answers["database: page"][0]) == (200, 200), answers["page"]


def test_pages_open_although_nobody_had_the_database_open(answers):
    """Neither SQLite's own 32 KiB file nor the session of the user fits on the disk."""
    statuses = {name: answers[name][0] for name in answers if name.startswith("cold: ")}
    refused_answers = dict.fromkeys(
        ("cold: desk", "cold: desk, htmx", "cold: acta", "cold: hands", "cold: login"), 507
    )
    del statuses["cold: crowd"]
    assert statuses == {**dict.fromkeys(statuses, 200), **refused_answers}
    assert set(answers["cold: crowd"]) == {200}
    for name in refused_answers:
        assert SENTENCE in answers[name][2], name
    assert answers["cold: hands"][1]["error"]["code"] == "no_space"


def test_no_partial_file_remains_and_imports_work_again_with_space(answers):
    assert answers["files"] == []
    assert (answers["before"][0], answers["after"][0]) == (201, 201), answers["after"]


def test_sqlite_waits_for_the_disk_before_it_confirms_a_write(answers):
    """A power cut on the laptop then loses no line. `synchronous` 2 means FULL."""
    assert answers["synchronous"] == 2


def test_the_full_disk_error_of_postgresql_is_recognised():
    try:
        try:
            raise psycopg.errors.DiskFull("could not extend file")
        except psycopg.Error as cause:
            raise OperationalError(str(cause)) from cause
    except OperationalError as error:
        assert refusal_from(error).code == "no_space"
    assert refusal_from(OperationalError("the server closed the connection")) is None
