"""Public pages read from a standby that lags: late, and never older than their version says."""

import subprocess
import time
from collections.abc import Iterator
from types import SimpleNamespace

import psycopg
import pytest

from benchmarks.trampling import line_of
from tests.faults.browser import Browser
from tests.faults.cluster import SERVER_USER, Cluster, binaries
from tests.faults.hall import Hall
from tests.programs import skip_or_fail

pytestmark = [pytest.mark.faults, pytest.mark.slow]
ONE_LINE = {"cotos": 1, "partidas": 1}
SOON = 3.0  # seconds: versions are read twice a second, and a page repeated without need stays ten


class Standby(Cluster):
    """A replica of another cluster."""

    def follow(self, other: Cluster) -> None:
        source = f"host=127.0.0.1 port={other.port} user={SERVER_USER}"
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

    def ask(self, what: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as server:
            server.execute(what)


@pytest.fixture(scope="module")
def place() -> Iterator[SimpleNamespace]:
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


def shows(browser: Browser, path: str, text: str, seconds: float = SOON) -> bool:
    """Whether the page has this text soon."""
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


def test_a_page_is_late_with_the_replica_and_right_once_it_has_caught_up(place):
    hall, replica = place.hall, place.replica
    path = f"/t/{hall.slug}/emparejamientos/"
    organiser, visitor = hall.enter("pilar"), Browser(hall.urls[0])
    assert shows(visitor, path, "Con réplica")
    replica.ask("SELECT pg_wal_replay_pause()")
    rename(hall, "Otro nombre")
    assert "Otro nombre" in organiser.get(path).text
    assert not shows(visitor, path, "Otro nombre")
    assert "Otro nombre" in organiser.get(path).text
    replica.ask("SELECT pg_wal_replay_resume()")
    assert shows(visitor, path, "Otro nombre")


def test_a_hall_is_drawn_and_played_beside_its_replica(place):
    hall = place.hall
    organiser, visitor = hall.enter("pilar"), Browser(hall.urls[1])
    hall.put_out(organiser, 1)
    code = hall.to_play(organiser, 1)[0]
    organiser.post(f"/t/{hall.slug}/acta/{code}/enviar/", line_of(1))
    assert code not in hall.to_play(organiser, 1)
    for page in ("", "emparejamientos/", "ronda/1/", "clasificacion/", "mesa/"):
        assert visitor.get(f"/t/{hall.slug}/{page}").status == 200, page
