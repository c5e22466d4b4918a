"""Costs of public pages on a big day: few queries, under 100 kB, and each page made once.

Also: an error of our queries is not reported as a database that is away.
"""

import ast
import gzip
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.db import InterfaceError, OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config import typefaces
from config.database_away import is_away
from tests.attacks.crowd import coto, crowd
from tests.days.hall import Day
from tests.rows import cases, each
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING, NOBODY
from tournaments.site import page_cache
from tournaments.site.page_cache import PAGES

pytestmark = pytest.mark.django_db

PAIRS = 300
MOST_BYTES = 100_000
# Public pages with a long list, and the maximum of queries of each, without a cache.
LISTS = {
    "": 30,
    "mesa/?q=7": 30,
    "mesa/?q=gil": 20,
    "inscripcion/7/": 45,
    "emparejamientos/": 30,
    "emparejamientos/?n=7": 40,
    "emparejamientos/?por=apellido": 30,
    "emparejamientos/?por=apellido&n=7": 40,
    "clasificacion/": 35,
    "clasificacion/?n=7": 45,
    "clasificacion/torneo/": 16,
    "clasificacion/torneo/?n=7": 18,
    "ronda/2/": 45,
    "ronda/2/?n=7": 50,
    "ronda/2/comprobar/": 60,
}
API = {
    "where/?q=7": 25,
    "where/?q=gil": 30,
    "matches/": 15,
    "matches/?page_size=500": 15,
    "standings/": 30,
    "standings/event/": 12,
    "rounds/2/": 30,
    "rounds/2/check/": 55,
}
ROWS = re.compile(r'<tr id="n-(\d+)"')


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: Any) -> Iterator[Day]:
    """A Swiss of 300 pairs in round 2, with half of its results."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield crowd(User.objects.create_user("marisa"), PAIRS, finished=1)
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _empty_caches() -> None:
    PAGES.clear()
    page_cache.clear_memory()


def page(day: Day, path: str, browser: Client | None = None) -> Any:
    return (browser or Client()).get(f"/t/{day.tournament.slug}/{path}")


def first_view(html: str) -> int:
    """Return the bytes sent at a first visit: the page and its static files, compressed."""
    static_names = re.findall(r'(?:href|src)="/static/([^"?#]+)', html)
    static_names += [*typefaces.FACES] if "css/tapete.css" in static_names else []
    sizes = [len(gzip.compress(html.encode()))]
    for name in set(static_names):
        content = Path(str(finders.find(name))).read_bytes()
        sizes.append(min(len(content), len(gzip.compress(content))))
    return sum(sizes)


# --- Costs --------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("path", "limit"), LISTS.items())
def test_a_page_makes_few_queries_and_is_small(day, path, limit):
    with CaptureQueriesContext(connection) as queries:
        answer = page(day, path)
    assert answer.status_code == 200
    assert (len(queries) <= limit, len(queries)) == (True, len(queries))
    assert len(answer.content) <= MOST_BYTES
    assert first_view(answer.text) < MOST_BYTES
    if "comprobar" not in path:  # the list of this page waits for a worker
        # The list works without scripts.
        assert re.search(r"<(table|ol|ul) class|<form", answer.text)


@pytest.mark.parametrize(("path", "limit"), API.items())
def test_an_answer_of_the_api_makes_few_queries(day, path, limit):
    with CaptureQueriesContext(connection) as queries:
        answer = Client().get(f"/api/v1/tournaments/{day.tournament.slug}/{path}")
    assert answer.status_code in (200, 202)
    assert (len(queries) <= limit, len(queries)) == (True, len(queries))
    assert len(answer.content) <= MOST_BYTES


@pytest.mark.parametrize("path", ["rounds/2/", "matches/?round=2", "standings/?page_size=500"])
def test_the_pages_of_an_api_list_have_every_entry_once(day, path):
    address, entries = f"/api/v1/tournaments/{day.tournament.slug}/{path}", []
    while address:
        answer = Client().get(address)
        assert len(answer.content) <= MOST_BYTES
        body = answer.json()
        rows = body["matches"] if "matches" in body else body["results"]
        entries += [row["entry"] for row in rows for row in row.get("sides", [row])]
        address = body["matches_next"] if "matches" in body else body["next"]
    assert sorted(entries) == list(range(1, PAIRS + 1))


@pytest.mark.slow
def test_a_published_round_has_the_address_of_its_other_matches(pilar):
    day = crowd(pilar, 220, finished=0, half=False)
    day.write(day.tournament.rounds.get(), coto)
    organiser = Client()
    organiser.force_login(pilar)
    rounds_path = f"/api/v1/tournaments/{day.tournament.slug}/rounds/"
    organiser.post(rounds_path, {"number": 2, "absent": "draw"}, "application/json")
    first_page = organiser.post(f"{rounds_path}2/publish/", {}, "application/json").json()
    assert first_page["matches_next"] == f"http://testserver{rounds_path}2/?page=2"
    second_page = organiser.get(first_page["matches_next"]).json()
    assert (
        len(first_page["matches"]),
        len(second_page["matches"]),
        second_page["matches_next"],
    ) == (100, 10, None)


@pytest.mark.parametrize("path", ["clasificacion/", "clasificacion/torneo/"])
def test_the_pages_of_the_standings_have_every_entry_once(day, path):
    numbers: list[str] = []
    for number in range(1, 100):
        answer = page(day, f"{path}?page={number}")
        assert len(answer.content) <= MOST_BYTES
        numbers += ROWS.findall(answer.content.decode())
        if 'rel="next"' not in answer.content.decode():
            break
    assert sorted(map(int, numbers)) == list(range(1, PAIRS + 1))


@pytest.mark.slow
@cases(
    "format, options, pairs, path, rows",
    ("lives", {"lives": 3}, 500, "cuadro/", r'id="v-(\d+)"'),
    ("league", {}, 30, "calendario/", r'id="ronda-(\d+)"'),
)
def test_a_large_bracket_and_a_long_calendar_have_pages(pilar, format, options, pairs, path, rows):
    day = crowd(pilar, pairs, format=format, format_options=options, finished=1, half=False)
    numbers: list[str] = []
    for number in range(1, 10):
        answer = page(day, f"{path}?page={number}")
        assert len(answer.content) <= MOST_BYTES
        numbers += re.findall(rows, answer.content.decode())
        if 'rel="next"' not in answer.content.decode():
            break
    assert number > 1
    if format == "lives":
        assert 'id="v-500"' in page(day, f"{path}?n=500").content.decode()
    assert sorted(map(int, numbers)) == list(range(1, pairs + (format == "lives")))


@pytest.mark.slow
def test_the_calendar_opens_at_the_first_unfinished_round(pilar):
    day = crowd(pilar, 30, format="league", format_options={}, finished=14, half=False)
    assert 'id="ronda-15"' in page(day, "calendario/").content.decode()
    first = page(day, "calendario/?page=1").content
    assert b'id="ronda-15"' not in first
    assert len(first) <= MOST_BYTES  # every match of the page has its result


# --- The followed entry -------------------------------------------------------------------------
@cases("path", "clasificacion/", "clasificacion/torneo/", "emparejamientos/", "ronda/2/")
def test_the_entry_that_a_phone_looked_up_is_on_top_of_every_list(day, path):
    telephone = Client()
    page_of_stranger = page(day, path).content.decode()
    page(day, "mesa/?q=287", telephone)
    page_of_phone = page(day, path, telephone).content.decode()
    assert 'class="own"' in page_of_phone and 'class="own"' not in page_of_stranger
    top = page_of_phone.partition('class="own"')[2].partition("</section>")[0]
    assert ">287<" in top
    assert page(day, path).content.decode().count("<li") == page_of_stranger.count("<li")


def test_a_number_opens_the_page_of_its_entry(day):
    last_entrant = day.standings()[-1].entrant
    text = page(day, f"clasificacion/?n={last_entrant}").content.decode()
    assert f'<tr id="n-{last_entrant}"' in text
    assert f'<tr id="n-{last_entrant}"' not in page(day, "clasificacion/").content.decode()


# --- The cache of pages -------------------------------------------------------------------------
def test_a_cached_page_has_nothing_of_the_user_who_opened_it(day):
    organiser = Client()
    organiser.force_login(User.objects.get(username="marisa"))
    assert "marisa" in page(day, "clasificacion/", organiser).content.decode()
    assert "marisa" not in page(day, "clasificacion/").content.decode()


def test_a_page_is_made_once_for_simultaneous_visitors(day):
    tournament = day.tournament
    page_cache.fix_revision(
        tournament, EVERYTHING
    )  # with a fixed revision, the threads use no database
    calls, start = [], threading.Barrier(8)

    def make() -> str:
        calls.append(1)
        threading.Event().wait(0.05)  # the other threads arrive meanwhile
        return "hecha"

    texts: list[str] = []

    def ask() -> None:
        start.wait()
        texts.append(page_cache.cached_text(tournament, "a-page", NOBODY, make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (texts, len(calls)) == (["hecha"] * 8, 1)


def test_an_error_while_making_a_page_blocks_no_later_visitor(day):
    with pytest.raises(ZeroDivisionError):
        page_cache.cached_text(day.tournament, "a-page", NOBODY, lambda: str(1 // 0))
    assert page_cache.cached_text(day.tournament, "a-page", NOBODY, lambda: "hecha") == "hecha"


def test_a_cached_value_expires(day, monkeypatch):
    numbers = iter(range(9))
    first = [
        page_cache.cached_value(day.tournament, "a-value", NOBODY, lambda: next(numbers))
        for _time in range(2)
    ]
    later = time.monotonic() + 30
    monkeypatch.setattr(page_cache.time, "monotonic", lambda: later)
    assert (
        first,
        page_cache.cached_value(day.tournament, "a-value", NOBODY, lambda: next(numbers)),
    ) == ([0, 0], 1)


# --- On SQLite ----------------------------------------------------------------------------------
def test_no_list_prefetches_the_rows_of_a_foreign_key():
    """A prefetch of a foreign key lists the keys, and SQLite refuses more than a thousand.

    A join reads those rows instead (`tournaments.rounds.selectors.places`).
    """
    wrong = []
    for path in [*Path("scoring").rglob("*.py"), *Path("tournaments").rglob("*.py")]:
        code = (settings.BASE_DIR / path).read_text()
        for node in ast.walk(ast.parse(code)) if "prefetch_related" in code else []:
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "prefetch_related":
                names = [
                    argument.value for argument in node.args if isinstance(argument, ast.Constant)
                ]
                wrong += [
                    f"{path}:{node.lineno} {name}"
                    for name in names
                    if name not in REVERSE_RELATIONS
                ]
    assert wrong == []


REVERSE_RELATIONS = {"hands", "seats", "sides"}  # reverse relations may be prefetched


# --- Errors of the database ---------------------------------------------------------------------
class SqliteError(sqlite3.OperationalError):
    def __init__(self, code: int) -> None:
        super().__init__("…")
        self.sqlite_errorcode = code


def error_of(cause: Exception, kind: type[Exception] = OperationalError) -> Exception:
    error = kind("…")
    error.__cause__ = cause
    return error


@each(
    "cause, away",
    (SqliteError(sqlite3.SQLITE_BUSY), True),
    (SqliteError(sqlite3.SQLITE_IOERR_READ), True),
    (SqliteError(sqlite3.SQLITE_CANTOPEN), True),
    (SqliteError(sqlite3.SQLITE_ERROR), False),
    (SqliteError(sqlite3.SQLITE_TOOBIG), False),
    (psycopg.errors.AdminShutdown(), True),
    (psycopg.errors.DeadlockDetected(), True),
    (psycopg.errors.TooManyConnections(), True),
    (psycopg.errors.StatementTooComplex(), False),
    (psycopg.errors.TooManyArguments(), False),
)
def test_which_errors_mean_that_the_database_is_away(cause, away):
    assert is_away(error_of(cause)) is away


def test_a_refused_connection_means_away_only_on_a_server():
    error = error_of(psycopg.OperationalError("connection failed"), InterfaceError)
    assert is_away(error) is (connection.vendor == "postgresql")
    assert not is_away(ValueError())


@pytest.mark.parametrize("path", ["/t/{}/clasificacion/", "/api/v1/tournaments/{}/standings/"])
def test_an_error_of_our_own_query_is_500_and_not_503(day, path, monkeypatch):
    def fail(*_args: object, **_options: object) -> None:
        raise error_of(SqliteError(sqlite3.SQLITE_ERROR))

    monkeypatch.setattr("scoring.public.standings.tables_and_climbs", fail)
    monkeypatch.setattr("scoring.public.api.stage_tables", fail)
    browser = Client(raise_request_exception=False)
    answer = browser.get(path.format(Tournament.objects.get(pk=day.tournament.pk).slug))
    assert answer.status_code == 500
