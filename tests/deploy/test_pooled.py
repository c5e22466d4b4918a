"""Tests of a site behind PgBouncer in transaction mode, with two connections for all requests."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import psycopg
import pytest

from tests.deploy.pooler import SERVER_CONNECTIONS, pgbouncer, pool
from tests.faults.browser import Browser
from tests.faults.cluster import binaries
from tests.faults.hall import Hall
from tests.faults.web import ROOT
from tests.programs import skip_or_fail

pytestmark = [pytest.mark.faults, pytest.mark.slow]

# This program reads a cursor; between two rows, another client takes its connection.
CURSOR_PROGRAM = """
from django.contrib.auth.models import User
from django.db import connection
import psycopg
User.objects.bulk_create(User(username=f"u{number}") for number in range(5))
rows = User.objects.iterator(chunk_size=2)
first = next(rows)
with psycopg.connect(OTHER) as other:
    other.execute("SELECT 1")
    print(1 + len(list(rows)))
"""


@pytest.fixture(scope="module")
def site() -> Iterator[SimpleNamespace]:
    """A hall (`hall`) that reaches its database only through the pool, at `url`."""
    programs = {"postgresql": binaries(), "pgbouncer": pgbouncer()}
    if missing := [name for name, program in programs.items() if program is None]:
        skip_or_fail(f"Missing: {missing}")
    hall = Hall(TAPETE_POOLED="1")
    try:
        hall.cluster.create()
        hall.cluster.start()
        with pool(hall.cluster) as url:
            hall.settings["DATABASE_URL"] = url
            hall.inside("prepare")
            for web in hall.webs:
                web.start()
            for web in hall.webs:
                web.wait()
            yield SimpleNamespace(hall=hall, url=url)
    finally:
        hall.close()


def test_a_cursor_reads_all_its_rows_although_another_client_takes_its_connection(site):
    code = f"OTHER = {site.url!r}\n{CURSOR_PROGRAM}"
    result = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
        cwd=ROOT,
        env=site.hall.settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout.strip()) == (0, "5"), result.stderr


def test_a_round_is_drawn_published_and_read_by_twenty_phones_over_two_connections(site):
    hall = site.hall
    hall.build("Por el pool", pairs=12, tables=6, rounds=2, game_options={})
    organiser = hall.enter("pilar")
    hall.put_out(organiser, 1)
    address = f"/t/{hall.slug}/ronda/1/"
    readers = [Browser(hall.urls[number % 2]) for number in range(20)]

    def read(phone: Browser) -> list[int]:
        return [phone.get(f"{address}?n={turn}").status for turn in range(5)]

    with ThreadPoolExecutor(len(readers)) as phones:
        statuses = [*phones.map(read, readers)]
    assert statuses == [[200] * 5] * len(readers)
    with psycopg.connect(hall.cluster.url) as direct:
        query = "SELECT count(*) FROM pg_stat_activity WHERE client_port IS NOT NULL AND pid <> %s"
        connections = direct.execute(query, [direct.info.backend_pid]).fetchone()[0]
    assert 1 <= connections <= SERVER_CONNECTIONS
