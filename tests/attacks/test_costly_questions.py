"""Questions of a stranger on a big day: few queries, pages of less than a hundred kilobytes, each
made once for everybody, and a database of ours that fails is not told as one that is away."""

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
# What anybody may open of a long list, and the most queries that it costs, cold; with every one of
# its pages when `pages`.
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
    """A Swiss of 300 pairs in its second round, half of it written; forgotten afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield crowd(User.objects.create_user("marisa"), PAIRS, finished=1)
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _cold() -> None:
    PAGES.clear()
    page_cache.clear_memory()


def page(day: Day, path: str, browser: Client | None = None) -> Any:
    return (browser or Client()).get(f"/t/{day.tournament.slug}/{path}")


def first_view(html: str) -> int:
    """Return what a browser that comes for the first time is sent: the page and all it asks for,
    as small as it is kept."""
    asked = re.findall(r'(?:href|src)="/static/([^"?#]+)', html)
    asked += [*typefaces.FACES] if "css/tapete.css" in asked else []
    packed = [len(gzip.compress(html.encode()))]
    for name in set(asked):
        content = Path(str(finders.find(name))).read_bytes()
        packed.append(min(len(content), len(gzip.compress(content))))
    return sum(packed)


# --- How much it costs --------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("path", "most"), LISTS.items())
def test_a_page_asks_little_and_weighs_little(day, path, most):
    with CaptureQueriesContext(connection) as asked:
        answer = page(day, path)
    assert answer.status_code == 200
    assert (len(asked) <= most, len(asked)) == (True, len(asked))
    assert len(answer.content) <= MOST_BYTES
    assert first_view(answer.text) < MOST_BYTES
    if "comprobar" not in path:  # a worker has to find that out first
        assert re.search(r"<(table|ol|ul) class|<form", answer.text)  # all is there without script


@pytest.mark.parametrize(("path", "most"), API.items())
def test_an_answer_of_the_api_asks_little(day, path, most):
    with CaptureQueriesContext(connection) as asked:
        answer = Client().get(f"/api/v1/tournaments/{day.tournament.slug}/{path}")
    assert answer.status_code in (200, 202)
    assert (len(asked) <= most, len(asked)) == (True, len(asked))
    assert len(answer.content) <= MOST_BYTES


@pytest.mark.parametrize("path", ["rounds/2/", "matches/?round=2", "standings/?page_size=500"])
def test_the_api_has_everybody_once_in_its_pages(day, path):
    address, found = f"/api/v1/tournaments/{day.tournament.slug}/{path}", []
    while address:
        answer = Client().get(address)
        assert len(answer.content) <= MOST_BYTES
        told = answer.json()
        rows = told["matches"] if "matches" in told else told["results"]
        found += [row["entry"] for row in rows for row in row.get("sides", [row])]
        address = told["matches_next"] if "matches" in told else told["next"]
    assert sorted(found) == list(range(1, PAIRS + 1))


@pytest.mark.slow
def test_a_round_just_published_says_where_its_other_matches_are(pilar):
    day = crowd(pilar, 220, finished=0, half=False)
    day.write(day.tournament.rounds.get(), coto)
    organiser = Client()
    organiser.force_login(pilar)
    here = f"/api/v1/tournaments/{day.tournament.slug}/rounds/"
    organiser.post(here, {"number": 2, "absent": "draw"}, "application/json")
    told = organiser.post(f"{here}2/publish/", {}, "application/json").json()
    assert told["matches_next"] == f"http://testserver{here}2/?page=2"
    rest = organiser.get(told["matches_next"]).json()
    assert (len(told["matches"]), len(rest["matches"]), rest["matches_next"]) == (100, 10, None)


@pytest.mark.parametrize("path", ["clasificacion/", "clasificacion/torneo/"])
def test_all_its_pages_have_everybody_once(day, path):
    found: list[str] = []
    for number in range(1, 100):
        answer = page(day, f"{path}?page={number}")
        assert len(answer.content) <= MOST_BYTES
        found += ROWS.findall(answer.content.decode())
        if 'rel="next"' not in answer.content.decode():
            break
    assert sorted(map(int, found)) == list(range(1, PAIRS + 1))


@pytest.mark.slow
@cases(
    "format, options, pairs, path, rows",
    ("lives", {"lives": 3}, 500, "cuadro/", r'id="v-(\d+)"'),
    ("league", {}, 30, "calendario/", r'id="ronda-(\d+)"'),
)
def test_what_grows_with_the_hall_comes_in_pages(pilar, format, options, pairs, path, rows):
    day = crowd(pilar, pairs, format=format, format_options=options, finished=1, half=False)
    found: list[str] = []
    for number in range(1, 10):
        answer = page(day, f"{path}?page={number}")
        assert len(answer.content) <= MOST_BYTES
        found += re.findall(rows, answer.content.decode())
        if 'rel="next"' not in answer.content.decode():
            break
    assert number > 1
    if format == "lives":
        assert 'id="v-500"' in page(day, f"{path}?n=500").content.decode()
    assert sorted(map(int, found)) == list(range(1, pairs + (format == "lives")))


@pytest.mark.slow
def test_the_calendar_opens_at_the_first_round_that_is_not_over(pilar):
    day = crowd(pilar, 30, format="league", format_options={}, finished=14, half=False)
    assert 'id="ronda-15"' in page(day, "calendario/").content.decode()
    first = page(day, "calendario/?page=1").content
    assert b'id="ronda-15"' not in first
    assert len(first) <= MOST_BYTES  # with every result


# --- One's own first ----------------------------------------------------------------------------
@cases("path", "clasificacion/", "clasificacion/torneo/", "emparejamientos/", "ronda/2/")
def test_who_has_looked_for_himself_is_on_top_of_every_list(day, path):
    telephone = Client()
    stranger = page(day, path).content.decode()
    page(day, "mesa/?q=287", telephone)
    own = page(day, path, telephone).content.decode()
    assert 'class="own"' in own and 'class="own"' not in stranger
    top = own.partition('class="own"')[2].partition("</section>")[0]
    assert ">287<" in top
    assert page(day, path).content.decode().count("<li") == stranger.count("<li")


def test_a_number_opens_the_page_where_it_is(day):
    last = day.standings()[-1].entrant
    said = page(day, f"clasificacion/?n={last}").content.decode()
    assert f'<tr id="n-{last}"' in said
    assert f'<tr id="n-{last}"' not in page(day, "clasificacion/").content.decode()


# --- Made once ----------------------------------------------------------------------------------
def test_what_is_kept_has_nothing_of_who_asked(day):
    organiser = Client()
    organiser.force_login(User.objects.get(username="marisa"))
    assert "marisa" in page(day, "clasificacion/", organiser).content.decode()
    assert "marisa" not in page(day, "clasificacion/").content.decode()


def test_a_page_is_made_once_whoever_asks_at_the_same_time(day):
    tournament = day.tournament
    page_cache.fix_revision(tournament, EVERYTHING)  # the threads ask the database nothing
    made, together = [], threading.Barrier(8)

    def make() -> str:
        made.append(1)
        threading.Event().wait(0.05)  # the others come meanwhile
        return "hecha"

    found: list[str] = []

    def ask() -> None:
        together.wait()
        found.append(page_cache.cached_text(tournament, "a-page", NOBODY, make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (found, len(made)) == (["hecha"] * 8, 1)


def test_who_fails_while_making_it_leaves_nobody_waiting(day):
    with pytest.raises(ZeroDivisionError):
        page_cache.cached_text(day.tournament, "a-page", NOBODY, lambda: str(1 // 0))
    assert page_cache.cached_text(day.tournament, "a-page", NOBODY, lambda: "hecha") == "hecha"


def test_a_value_that_is_held_ends_by_itself(day, monkeypatch):
    made = iter(range(9))
    first = [
        page_cache.cached_value(day.tournament, "a-value", NOBODY, lambda: next(made))
        for _time in range(2)
    ]
    later = time.monotonic() + 30
    monkeypatch.setattr(page_cache.time, "monotonic", lambda: later)
    assert (
        first,
        page_cache.cached_value(day.tournament, "a-value", NOBODY, lambda: next(made)),
    ) == ([0, 0], 1)


# --- On SQLite ----------------------------------------------------------------------------------
def test_no_list_prefetches_what_its_rows_point_to():
    """Such a prefetch lists keys, and of more than a thousand SQLite makes nothing: what rows
    point to is joined (`tournaments.rounds.selectors.places`)."""
    wrong = []
    for path in [*Path("scoring").rglob("*.py"), *Path("tournaments").rglob("*.py")]:
        code = (settings.BASE_DIR / path).read_text()
        for node in ast.walk(ast.parse(code)) if "prefetch_related" in code else []:
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "prefetch_related":
                names = [one.value for one in node.args if isinstance(one, ast.Constant)]
                wrong += [f"{path}:{node.lineno} {name}" for name in names if name not in HANGING]
    assert wrong == []


HANGING = {"hands", "seats", "sides"}  # what hangs from a row: these are asked by its own key


# --- Whose fault --------------------------------------------------------------------------------
class Sqlite(sqlite3.OperationalError):
    def __init__(self, code: int) -> None:
        super().__init__("…")
        self.sqlite_errorcode = code


def raised(cause: Exception, kind: type[Exception] = OperationalError) -> Exception:
    error = kind("…")
    error.__cause__ = cause
    return error


@each(
    "cause, away",
    (Sqlite(sqlite3.SQLITE_BUSY), True),
    (Sqlite(sqlite3.SQLITE_IOERR_READ), True),
    (Sqlite(sqlite3.SQLITE_CANTOPEN), True),
    (Sqlite(sqlite3.SQLITE_ERROR), False),
    (Sqlite(sqlite3.SQLITE_TOOBIG), False),
    (psycopg.errors.AdminShutdown(), True),
    (psycopg.errors.DeadlockDetected(), True),
    (psycopg.errors.TooManyConnections(), True),
    (psycopg.errors.StatementTooComplex(), False),
    (psycopg.errors.TooManyArguments(), False),
)
def test_which_errors_mean_that_the_database_is_away(cause, away):
    assert is_away(raised(cause)) is away


def test_what_nobody_answered_is_away_on_a_server_alone():
    gone = raised(psycopg.OperationalError("connection failed"), InterfaceError)
    assert is_away(gone) is (connection.vendor == "postgresql")
    assert not is_away(ValueError())


@pytest.mark.parametrize("path", ["/t/{}/clasificacion/", "/api/v1/tournaments/{}/standings/"])
def test_an_error_of_ours_is_500_and_not_503(day, path, monkeypatch):
    def wrong(*_args: object, **_more: object) -> None:
        raise raised(Sqlite(sqlite3.SQLITE_ERROR))

    monkeypatch.setattr("scoring.public.standings.tables_and_climbs", wrong)
    monkeypatch.setattr("scoring.public.api.stage_tables", wrong)
    browser = Client(raise_request_exception=False)
    answer = browser.get(path.format(Tournament.objects.get(pk=day.tournament.pk).slug))
    assert answer.status_code == 500
