"""Two real days from the creation to the printed end, every step posted as a browser posts it."""

from collections import Counter
from hashlib import sha256
from itertools import product

import pytest

from scoring.models import Result
from tests.conftest import NAMES, SURNAMES, TOWNS
from tests.scoring.text import one_line
from tests.sizes import size
from tournaments.models import Entry, Job, Match, MatchSide, Tournament

pytestmark = pytest.mark.django_db

PEOPLE = list(product(TOWNS, SURNAMES, NAMES))

CREATE = {
    "venue": "Frontón municipal",
    "date": "2026-08-16",
    "time": "16:00",
    "game": "guinote",
    "guinote_preset": "un_coto_de_4",
    "seed": "los sanos",
    "swiss_rounds": "6",
}


class Day:
    """What Pilar's browser posts, page after page."""

    def __init__(self, browser, commit, **create):
        self.browser, self.commit = browser, commit
        self.post("/torneos/nuevo/a-medida/", **{**CREATE, **create})
        self.tournament = Tournament.objects.get()
        self.home = f"/t/{self.tournament.slug}/"

    def post(self, path: str, **values):
        answer = self.browser.post(path, values)
        assert answer.status_code == 302, answer.content.decode()
        return answer

    def read(self, path: str) -> str:
        answer = self.browser.get(self.home + path)
        assert answer.status_code == 200
        return answer.content.decode()

    def register(self, count: int) -> None:
        people = [(f"{name} {surname}", town) for town, surname, name in PEOPLE]
        lines = [
            f"{one}\t{other}\t{town}\tsí"
            for (one, town), (other, _town) in zip(
                people[: 2 * count : 2], people[1 : 2 * count : 2], strict=True
            )
        ]
        preview = self.post(f"{self.home}inscripciones/importar/", text="\n".join(lines)).url
        assert f"Inscribir {count} parejas" in one_line(self.browser.get(preview).text)
        self.post(f"{preview}aceptar/")
        assert Entry.objects.count() == count

    def draw(self, number: int) -> None:
        draft = self.post(f"{self.home}rondas/sortear/", number=number).url
        self.read(f"rondas/{number}/")
        self.post(f"{draft}publicar/")

    def play_round(self, number: int) -> None:
        """Every match gets one coto; after each result the tables are looked at."""
        while waiting := self.playing(number):
            for match in waiting:
                losers = sha256(match.code.encode()).digest()
                partidas = [4, losers[0] % 4]
                a, b = partidas if losers[1] % 2 else reversed(partidas)
                self.post(
                    f"{self.home}acta/{match.code}/",
                    como="coto",
                    number=1,
                    partidas_a=a,
                    partidas_b=b,
                )
                self.look_at_tables()

    def playing(self, number: int) -> list[Match]:
        return list(self.tournament.matches.filter(round__number=number, state="playing"))

    def look_at_tables(self) -> None:
        tables = self.tournament.matches.filter(state="playing").values_list("table", flat=True)
        assert max(Counter(tables).values(), default=0) <= 1
        assert all(1 <= table <= self.tournament.tables for table in tables)
        waiting = self.tournament.matches.filter(state="waiting").exists()
        assert not waiting or len(tables) == self.tournament.tables

    def byes(self, number: int) -> list[int]:
        sides = MatchSide.objects.filter(match__round__number=number, match__state="bye")
        return list(sides.values_list("entry__number", flat=True))

    def printed(self, sheet: str) -> bytes:
        with self.commit(execute=True):
            self.post(f"{self.home}imprimir/hoja/", sheet=sheet)
        job = Job.objects.first()
        assert (job.state, job.kind) == (Job.State.DONE, "print")
        answer = self.browser.get(f"{self.home}trabajos/{job.pk}/fichero/")
        return b"".join(answer.streaming_content)


@pytest.fixture
def begin(client_as, pilar, django_capture_on_commit_callbacks):
    """A day of Pilar's, created with these answers."""

    def begin(**create) -> Day:
        return Day(client_as(pilar), django_capture_on_commit_callbacks, **create)

    return begin


# Pairs, tables, byes and waiting in the first round, and what each round plays.
REGUMIEL = size((27, 8, 5, 3, [11, 8, 4, 2, 2]), full=(107, 36, 21, 7, [43, 32, 16, 8, 4, 2, 2]))


def test_regumiel(begin):
    """A previous round and a bracket, as many matches in all as there are pairs."""
    pairs, tables, byes, waiting, matches_of = REGUMIEL
    day = begin(name="Regumiel", tables=tables, format="knockout", knockout_third_place="on")
    day.register(pairs)
    played = []
    for number in range(1, len(matches_of) + 1):
        day.draw(number)
        matches = day.tournament.matches.filter(round__number=number).exclude(state="bye")
        if number == 1:
            assert len(day.byes(1)) == byes
            assert matches.filter(state="playing").count() == tables
            assert matches.filter(state="waiting").count() == waiting
        day.play_round(number)
        played.append(matches.filter(state="finished").count())
    assert played == matches_of
    assert Result.objects.count() == pairs
    final = day.tournament.matches.get(purpose="final")
    champion = final.entries[final.result.winner]
    assert f"{champion.number}" in day.read("clasificacion/")
    assert day.printed("final").startswith(b"%PDF")


def test_a_swiss_of_an_odd_number(begin):
    """Six rounds: one bye a round, nobody rests twice, no rematch."""
    pairs = size(13, full=33)
    day = begin(name="Liga de invierno", tables=pairs // 2, format="swiss")
    day.register(pairs)
    byes = []
    for number in range(1, 7):
        day.draw(number)
        byes += day.byes(number)
        day.play_round(number)
    assert len(byes) == len(set(byes)) == 6
    meetings = [frozenset(entry.number for entry in m.entries) for m in Match.objects.all()]
    meetings = [pair for pair in meetings if len(pair) == 2]
    assert len(meetings) == len(set(meetings)) == 6 * (pairs // 2)
    assert day.read("clasificacion/").count("<tr") >= pairs
    assert day.printed("standings").startswith(b"%PDF")
