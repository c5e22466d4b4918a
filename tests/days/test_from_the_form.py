"""Tests that play every format through forms, from a new tournament to its final pages.

Only the results are written without a form. The short run also draws the last rounds without one,
and opens fewer final pages, not the same for each format. Other tests check what the pages show.
"""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.forecast.simulation.rehearsal import stage_over
from tests.days.any_day import TABLE_OF_FOUR, WAYS, finish_first_match, line_of
from tests.days.hall import ONE_LINE, Day
from tests.rows import words
from tests.scoring.played_rounds import BRACKET
from tests.sizes import size
from tournaments.formats.knockout.options import BEST_LOSERS, CONSOLATION, DOUBLE
from tournaments.models import Round, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.setup.forms.setup import TournamentForm

pytestmark = pytest.mark.django_db

PEOPLE = size(5, long=7)
POSTED_ROUNDS = size(2, long=100)  # the first rounds, drawn with the form
ORGANISERS = words(
    "panel/ inscripciones/ rondas/ control/ imprimir/ fases/ equipo/ historial/ ajustes/",
    "hora/ ensayo/",
)
OTHER_QUERIES = words("mesa/?q=1 mesa/?q=gil emparejamientos/?por=apellido inscripcion/1/")
# Formats with a table for each group or division: their front page has no podium.
FORMATS_IN_TABLES = ("groups", "boxes")
DAYS = {
    **{format: ways[0] for format, ways in WAYS.items()},
    "knockout consolation": ({"third_place": True, "repesca": CONSOLATION}, {}),
    "knockout double": ({"repesca": DOUBLE, "reset": True}, {}),
    "knockout best losers": ({"repesca": BEST_LOSERS}, {}),
    "totals at tables of four": ({"rounds": 3}, {"game_options": TABLE_OF_FOUR}),
}
# The short run leaves out formats that `tests/pages` plays from the form: a Swiss and groups.
SOME_DAYS = [
    "lives",
    "league",
    "ladder",
    "clock",
    "teams",
    "knockout double",
    "totals at tables of four",
]


class PostedTournament:
    """A tournament created with the form, and its organiser's browser."""

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
            **{f"{format}_{name}": value for name, value in _prefilled_fields(format).items()},
            **{f"{format}_{name}": value for name, value in options.items()},
        }
        form = {key: "on" if value is True else value for key, value in fields.items()}
        answer = browser.post("/torneos/nuevo/a-medida/", form)
        assert answer.status_code == 302, _text_of(answer)
        self.day = Day(author, Tournament.objects.get())
        self.home = f"/t/{self.day.tournament.slug}/"

    def post(self, path: str, **values) -> str:
        answer = self.browser.post(self.home + path, values)
        assert answer.status_code == 302, _text_of(answer)
        return answer.url

    def read(self, path: str) -> str:
        answer = self.browser.get(self.home + path)
        assert answer.status_code == 200, path
        return _text_of(answer)

    def draw(self) -> Round:
        number = self.day.stage.rounds.count() + 1
        draft = self.post("rondas/sortear/", number=number)
        page = self.browser.get(draft)
        assert page.status_code == 200
        assert "Desde que se preparó la ronda" not in _text_of(page)
        version = re.search(r'name="version" value="([^"]+)"', page.content.decode())
        assert version
        self.browser.post(f"{draft}publicar/", {"version": version[1]})
        round = self.day.stage.rounds.get(number=number)
        assert round.state == Round.State.PUBLISHED
        return round

    def play(self) -> None:
        if self.day.stage.by_calls:
            self.draw()
            for _match in range(PEOPLE):
                assert finish_first_match(self.day)
            self.post("rondas/ultima-llamada/")
            while finish_first_match(self.day):
                pass
        rounds = 0
        while not stage_over(self.day.stage, EVERYTHING):
            rounds += 1
            if rounds <= POSTED_ROUNDS:
                round = self.draw()
                self.read(f"ronda/{round.serial}/")
            else:
                round = self.day.draw()
            self.day.write(round, line_of)


def _prefilled_fields(format: str) -> dict[str, object]:
    """Return the prefilled fields of the format's options, which a browser sends too."""
    form = TournamentForm()
    names = [name for name in form.fields if name.startswith(f"{format}_")]
    values = {name: form.get_initial_for_field(form.fields[name], name) for name in names}
    return {
        name.removeprefix(f"{format}_"): value
        for name, value in values.items()
        if value not in (None, False)
    }


def _text_of(answer) -> str:
    return visible_text(answer.content.decode())


def visible_text(page: str) -> str:
    """Return the text of a page without its tags, scripts and styles."""
    text = re.sub(r"(?s)<(script|style|head).*?</\1>|<[^>]+>", " ", page)
    return " ".join(unescape(text).replace("\xa0", " ").split())


@pytest.mark.slow
@pytest.mark.parametrize("name", size(SOME_DAYS, long=[*DAYS]))
def test_a_tournament_is_created_with_the_form_and_played_to_its_final_pages(
    name, client_as, pilar
):
    format, (options, changes) = name.split()[0], DAYS[name]
    posted_tournament = PostedTournament(client_as(pilar), pilar, format, options, changes)
    day = posted_tournament.day
    entries = {entry.number: entry.title_for(EVERYTHING) for entry in day.enter(PEOPLE)}
    page_before = posted_tournament.read("clasificacion/")
    assert "Todavía no se ha jugado nada" in page_before and "Por detrás" not in page_before
    posted_tournament.play()

    champion = day.standings()[0].entrant
    for path in paths_in_turn(ORGANISERS, name, 6):
        posted_tournament.read(path)
    front = day.look("")
    tabs = set(re.findall(rf'href="{posted_tournament.home}(\w+/)"', front))
    assert {"mesa/", "emparejamientos/", "clasificacion/"} <= tabs
    assert (BRACKET in tabs) == day.stage.has_bracket
    day.look(*tabs - {"entrar/", "clasificacion/"})  # «entrar/» is the login of helpers
    last_match = day.tournament.matches.filter(number__isnull=False).order_by("-number")[0]
    day.look(
        f"partida/{last_match.code}/", *paths_in_turn(OTHER_QUERIES, name, 2), f"mesa/?q={champion}"
    )
    for round in day.stage.rounds.order_by("-number")[: size(1, long=100)]:
        day.look(f"ronda/{round.serial}/")
    entry_page = f"inscripcion/{champion}/"
    for path in (entry_page, "clasificacion/"):  # the visitor now follows the champion
        assert entries[champion] in visible_text(day.look(path)), path
    day.look(*paths_in_turn(["mesa/", "emparejamientos/"], name, 1))
    assert format in FORMATS_IN_TABLES or entries[champion] in visible_text(front)
    assert "Clasificación final" in posted_tournament.read(entry_page)


def paths_in_turn(paths: list[str], name: str, count: int) -> list[str]:
    """Return `count` of the paths, not the same for each day; in the long run, all of them."""
    first = count * list(DAYS).index(name)
    return size([paths[(first + offset) % len(paths)] for offset in range(count)], long=paths)
