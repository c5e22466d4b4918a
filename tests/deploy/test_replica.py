"""Tests of public pages that read from a replica: old while it lags, then current."""

import subprocess
import time
from collections.abc import Iterator
from types import SimpleNamespace

import psycopg
import pytest

from benchmarks.trampling import form_of_line
from tests.faults.browser import Browser
from tests.faults.cluster import SERVER_USER, Cluster, binaries
from tests.faults.hall import Hall
from tests.programs import skip_or_fail

pytestmark = [pytest.mark.faults, pytest.mark.slow]
ONE_LINE = {"cotos": 1, "partidas": 1}
# Seconds in which a change must show: less than the ten that a page stays in the cache, so that
# the new version must replace it.
SOON = 3.0


class Standby(Cluster):
    """A PostgreSQL server that replicates another cluster."""

    def follow(self, primary: Cluster) -> None:
        source = f"host=127.0.0.1 port={primary.port} user={SERVER_USER}"
        subprocess.run(
            [
                *self._as,
                self.bin / "pg_basebackup",
                "-D",
                self.folder / "data",
                "-d",
                source,
                "-R",
                "-c",
                "fast",
            ],
            cwd=self.folder,
            check=True,
        )
        self.start()

    def ask(self, query: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as server:
            server.execute(query)


@pytest.fixture(scope="module")
def site() -> Iterator[SimpleNamespace]:
    """A hall (`hall`) whose public pages read from a replica (`replica`), with a tournament."""
    if binaries() is None:
        skip_or_fail("PostgreSQL's server is missing.")
    replica = Standby()
    hall = Hall(TAPETE_REPLICA_URL=replica.url)
    try:
        hall.open()
        replica.follow(hall.cluster)
        hall.build("Con réplica", pairs=4, tables=2, rounds=2, game_options=ONE_LINE)
        yield SimpleNamespace(hall=hall, replica=replica)
    finally:
        replica.stop()
        hall.close()


def is_shown(browser: Browser, path: str, text: str, seconds: float = SOON) -> bool:
    """Return whether the page shows this text within `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if text in browser.get(path).text:
            return True
        time.sleep(0.2)
    return False


def rename(hall: Hall, name: str) -> None:
    with psycopg.connect(hall.cluster.url, autocommit=True) as server:
        server.execute(
            "UPDATE tournaments_tournament SET name = %s WHERE slug = %s", [name, hall.slug]
        )


def test_a_public_page_lags_with_its_replica_and_catches_up_with_it(site):
    hall, replica = site.hall, site.replica
    path = f"/t/{hall.slug}/emparejamientos/"
    organiser, visitor = hall.enter("pilar"), Browser(hall.urls[0])
    assert is_shown(visitor, path, "Con réplica")
    replica.ask("SELECT pg_wal_replay_pause()")
    rename(hall, "Otro nombre")
    assert "Otro nombre" in organiser.get(path).text
    assert not is_shown(visitor, path, "Otro nombre")
    assert "Otro nombre" in organiser.get(path).text
    replica.ask("SELECT pg_wal_replay_resume()")
    assert is_shown(visitor, path, "Otro nombre")


def test_a_hall_with_a_replica_draws_and_plays_a_round(site):
    hall = site.hall
    organiser, visitor = hall.enter("pilar"), Browser(hall.urls[1])
    hall.put_out(organiser, 1)
    code = hall.codes_to_play(organiser, 1)[0]
    organiser.post(f"/t/{hall.slug}/acta/{code}/enviar/", form_of_line(1))
    assert code not in hall.codes_to_play(organiser, 1)
    for page in ("", "emparejamientos/", "ronda/1/", "clasificacion/", "mesa/"):
        assert visitor.get(f"/t/{hall.slug}/{page}").status == 200, page
