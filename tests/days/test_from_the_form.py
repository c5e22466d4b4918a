"""Every format from the page on which it is created to the pages of its end, as a browser posts it.

Only the results are written by the hundred; what each page says in detail is for the tests of
that page. In small the last rounds are drawn without a browser, and the formats take turns at the
pages of the end.
"""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.forecast.simulation.rehearsal import stage_over
from tests.days.any_day import ALONE, WAYS, a_line, one_more
from tests.days.hall import ONE_LINE, Day
from tests.rows import words
from tests.scoring.days import BRACKET
from tests.sizes import size
from tournaments.formats.knockout.options import BEST_LOSERS, CONSOLATION, DOUBLE
from tournaments.models import Round, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.setup.forms.setup import TournamentForm

pytestmark = pytest.mark.django_db

PEOPLE = size(5, long=7)
POSTED = size(2, long=100)  # the rounds drawn with a browser
ORGANISERS = words(
    "panel/ inscripciones/ rondas/ control/ imprimir/ fases/ equipo/ historial/ ajustes/",
    "hora/ ensayo/",
)
ASKED_OTHERWISE = words("mesa/?q=1 mesa/?q=gil emparejamientos/?por=apellido inscripcion/1/")
# Where each group or division has a table of its own, nobody is on the front page's podium.
IN_TABLES = ("groups", "boxes")
DAYS = {
    **{format: ways[0] for format, ways in WAYS.items()},
    "knockout consolation": ({"third_place": True, "repesca": CONSOLATION}, {}),
    "knockout double": ({"repesca": DOUBLE, "reset": True}, {}),
    "knockout best losers": ({"repesca": BEST_LOSERS}, {}),
    "totals at tables of four": ({"rounds": 3}, {"game_options": ALONE}),
}
# In small, what no other test plays from its form: `tests/pages` has a Swiss and groups.
SOME_DAYS = [
    "lives",
    "league",
    "ladder",
    "clock",
    "teams",
    "knockout double",
    "totals at tables of four",
]


class Posted:
    """A tournament created by the form, and the browser of who organises it."""

    def __init__(self, browser: Client, author, format: str, options, changes) -> None:
        self.browser, self.format = browser, format
        length = changes.get("game_options", ONE_LINE)
        fields = {
            "name": "Recorrido",
            "date": "2026-12-05",
            "time": "16:00",
            "tables": "20",
            "squad": changes.get("squad", ""),
            "seed": "cupón",
            "game": "marcador",
            "marcador_preset": "a_medida",
            "format": format,
            **{f"marcador_{name}": value for name, value in length.items()},
            **{f"{format}_{name}": value for name, value in _usual(format).items()},
            **{f"{format}_{name}": value for name, value in options.items()},
        }
        typed = {key: "on" if value is True else value for key, value in fields.items()}
        answer = browser.post("/torneos/nuevo/a-medida/", typed)
        assert answer.status_code == 302, _words(answer)
        self.day = Day(author, Tournament.objects.get())
        self.home = f"/t/{self.day.tournament.slug}/"

    def post(self, path: str, **values) -> str:
        answer = self.browser.post(self.home + path, values)
        assert answer.status_code == 302, _words(answer)
        return answer.url

    def read(self, path: str) -> str:
        answer = self.browser.get(self.home + path)
        assert answer.status_code == 200, path
        return _words(answer)

    def draw(self) -> Round:
        number = self.day.stage.rounds.count() + 1
        draft = self.post("rondas/sortear/", number=number)
        page = self.browser.get(draft)
        assert page.status_code == 200
        assert "Desde que se preparó la ronda" not in _words(page)
        version = re.search(r'name="version" value="([^"]+)"', page.content.decode())
        assert version
        self.browser.post(f"{draft}publicar/", {"version": version[1]})
        drawn = self.day.stage.rounds.get(number=number)
        assert drawn.state == Round.State.PUBLISHED
        return drawn

    def play(self) -> None:
        if self.day.stage.by_calls:
            self.draw()
            for _match in range(PEOPLE):
                assert one_more(self.day)
            self.post("rondas/ultima-llamada/")
            while one_more(self.day):
                pass
        rounds = 0
        while not stage_over(self.day.stage, EVERYTHING):
            rounds += 1
            if rounds <= POSTED:
                drawn = self.draw()
                self.read(f"ronda/{drawn.serial}/")
            else:
                drawn = self.day.draw()
            self.day.write(drawn, a_line)


def _usual(format: str) -> dict[str, object]:
    """Return what the page comes filled with, and a browser sends."""
    form = TournamentForm()
    names = [name for name in form.fields if name.startswith(f"{format}_")]
    values = {name: form.get_initial_for_field(form.fields[name], name) for name in names}
    return {
        name.removeprefix(f"{format}_"): value
        for name, value in values.items()
        if value not in (None, False)
    }


def _words(answer) -> str:
    return plain(answer.content.decode())


def plain(page: str) -> str:
    text = re.sub(r"(?s)<(script|style|head).*?</\1>|<[^>]+>", " ", page)
    return " ".join(unescape(text).replace("\xa0", " ").split())


@pytest.mark.slow
@pytest.mark.parametrize("name", size(SOME_DAYS, long=[*DAYS]))
def test_from_the_form_to_the_pages_of_the_end(name, client_as, pilar):
    format, (options, changes) = name.split()[0], DAYS[name]
    posted = Posted(client_as(pilar), pilar, format, options, changes)
    day = posted.day
    entries = {entry.number: entry.title_for(EVERYTHING) for entry in day.enter(PEOPLE)}
    before = posted.read("clasificacion/")
    assert "Todavía no se ha jugado nada" in before and "Por detrás" not in before
    posted.play()

    champion = day.standings()[0].entrant
    for path in in_turn(ORGANISERS, name, 6):
        posted.read(path)
    front = day.look("")
    tabs = set(re.findall(rf'href="{posted.home}(\w+/)"', front))
    assert {"mesa/", "emparejamientos/", "clasificacion/"} <= tabs
    assert (BRACKET in tabs) == day.stage.has_bracket
    day.look(*tabs - {"entrar/", "clasificacion/"})  # the door of those who help
    last = day.tournament.matches.filter(number__isnull=False).order_by("-number")[0]
    day.look(f"partida/{last.code}/", *in_turn(ASKED_OTHERWISE, name, 2), f"mesa/?q={champion}")
    for drawn in day.stage.rounds.order_by("-number")[: size(1, long=100)]:
        day.look(f"ronda/{drawn.serial}/")
    own = f"inscripcion/{champion}/"
    for path in (own, "clasificacion/"):  # as somebody who follows the champion
        assert entries[champion] in plain(day.look(path)), path
    day.look(*in_turn(["mesa/", "emparejamientos/"], name, 1))
    assert format in IN_TABLES or entries[champion] in plain(front)
    assert "Clasificación final" in posted.read(own)


def in_turn(paths: list[str], name: str, most: int) -> list[str]:
    """Some of the paths, each day others; all of them when all is tried."""
    first = most * list(DAYS).index(name)
    return size([paths[(first + at) % len(paths)] for at in range(most)], long=paths)
