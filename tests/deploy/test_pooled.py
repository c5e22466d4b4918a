"""The site behind PgBouncer in transaction mode, with two connections for everybody."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import psycopg
import pytest

from tests.deploy.pooler import SERVER, pgbouncer, pool
from tests.faults.browser import Browser
from tests.faults.cluster import binaries
from tests.faults.hall import Hall
from tests.faults.web import ROOT
from tests.programs import skip_or_fail

pytestmark = [pytest.mark.faults, pytest.mark.slow]

# Somebody else takes the connection that the cursor was lent, between two of its rows.
BETWEEN_ROWS = """
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
def place() -> Iterator[SimpleNamespace]:
    """A hall that reaches its database through the pool (`url`), also to make its tables."""
    needed = {"postgresql": binaries(), "pgbouncer": pgbouncer()}
    if missing := [name for name, there in needed.items() if there is None]:
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


def test_rows_are_read_although_another_takes_the_connection(place):
    code = f"OTHER = {place.url!r}\n{BETWEEN_ROWS}"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
        cwd=ROOT,
        env=place.hall.settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "5"), done.stderr


def test_a_round_is_drawn_published_and_read_by_many_through_two_connections(place):
    hall = place.hall
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
        asks = "SELECT count(*) FROM pg_stat_activity WHERE client_port IS NOT NULL AND pid <> %s"
        others = direct.execute(asks, [direct.info.backend_pid]).fetchone()[0]
    assert 1 <= others <= SERVER
