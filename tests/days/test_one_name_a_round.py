"""Tests of the name of a round: every page, sheet and API answer uses the same one."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.html import strip_tags

from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.rows import phrases
from tests.scoring.prints.printed import sheet_pages
from tests.worlds import world

pytestmark = pytest.mark.django_db


@world
def day(begin):
    """Ten entries in a Swiss of two rounds; then four go to a bracket and six to a second Swiss."""
    day = begin("Un solo nombre", "swiss", {"rounds": 2})
    day.plan(
        "Cuadro final", "knockout", {"seeding": "seed"}, [{"stage": 1, "per": "all", "last": 4}]
    )
    day.plan("", "swiss", {"rounds": 2}, [{"stage": 1, "per": "rest"}])
    day.enter(10)
    day.play(number=1)
    day.open(2)
    day.open(3)
    return day


def text_of(answer):
    return re.sub(r"\s+", " ", strip_tags(answer.content.decode())).replace("&amp;", "&")


def play_round(day, number):
    """Draw and write the next round of a stage; return the round."""
    round = day.draw(day.stage_number(number))
    day.write(round)
    return round


@pytest.mark.slow
def test_pages_sheets_and_api_give_a_round_the_same_name(day, client_as, pilar):
    """The first round of the bracket is the third of the event.

    Its name is «Ronda 3 · Cuadro final · Semifinales», and no page says «Ronda 1».
    """
    name, slug = "Ronda 3 · Cuadro final · Semifinales", day.tournament.slug
    desk = client_as(pilar)

    def look(path, **query):
        return text_of(desk.get(f"/t/{slug}/{path}", {"fase": 2, **query}))

    button = "Sortear las semifinales"
    assert button in look("panel/") and button in look("rondas/")
    draft = open_next_round(stage=day.stage_number(2), author=pilar)
    assert str(draft) == name
    assert name in look(f"rondas/{draft.serial}/") and name in look("rondas/")
    round = publish_round(round=draft, author=pilar)
    match = round.matches.order_by("position").first()
    number = match.sides.first().entry.number
    for path in (
        "panel/",
        "rondas/",
        "",
        "emparejamientos/",
        f"ronda/{round.serial}/",
        f"partida/{match.code}/",
        f"inscripcion/{number}/",
    ):
        page = look(path)
        assert name in page, path
        assert "Ronda 1 · Cuadro" not in page and "ronda 1 " not in page, path
    assert name in look("mesa/", q=number)
    assert "Ronda 3 · Semifinales" in look("cuadro/"), "the page already names the stage"
    day.tournament.look_at(2)
    for sheet in ("pairings_surname", "pairings_table", "actas", "standings"):
        ask = {"round": round.serial} if SHEETS[sheet].of_round else {}
        pages = sheet_pages(day.tournament, sheet, **ask)
        assert name in " ".join(" ".join(pages).split()), sheet
    bracket = SHEETS["bracket"].pieces(day.tournament, PrintAsk("bracket"))[0].context["pages"][0]
    heads = [" ".join(column["head"].lines) for column in bracket["columns"]]
    assert heads == ["Ronda 3 · Semifinales", "Final"]
    answer = day.read_api(f"rounds/{round.serial}/")
    assert answer["name"] == name
    assert {(row["round_serial"], row["round_name"]) for row in answer["matches"]} == {(3, name)}
    assert name in look("historial/")
    out = StringIO()
    call_command("draw", slug, "3", stdout=out)
    assert out.getvalue().startswith(name)


@pytest.mark.slow
def test_rounds_of_parallel_stages_never_share_a_number(day, client_as, pilar):
    """A stage without a name is «Fase 3». The history translates the name of a round."""
    names = [str(play_round(day, number)) for number in (2, 3, 2, 3)]
    assert names == [
        "Ronda 3 · Cuadro final · Semifinales",
        "Ronda 4 · Fase 3",
        "Ronda 5 · Cuadro final · Final",
        "Ronda 6 · Fase 3",
    ]
    first = day.tournament.rounds.filter(stage__number=1)
    assert [str(round) for round in first] == ["Ronda 1", "Ronda 2"]
    browser = client_as(pilar)
    browser.get("/?idioma=en")
    history = text_of(
        browser.get(f"/t/{day.tournament.slug}/historial/", headers={"accept-language": "en"})
    )
    assert "Prepared a round: Round 3 · Cuadro final · Semifinals" in history


PHASES = ["Ronda 1 · Cuartos de final", "Ronda 2 · Semifinales", "Ronda 3 · Final"]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"third_place": True}, PHASES),
        ({"repesca": "consolation"}, PHASES),
        ({"repesca": "double"}, ["Ronda 1", "Ronda 2", "Ronda 3"]),
    ],
    ids=["third place", "consolation", "double"],
)
def test_a_round_of_a_bracket_is_named_after_its_phase(begin, options, names):
    day = begin("Cuadro", "knockout", options)
    day.enter(8)
    round_names = [str(round) for round in day.play()]
    assert round_names[:3] == names
    if options.get("repesca") == "double":
        assert round_names[-1].endswith(" · Gran final")


# --- The whole event -------------------------------------------------------------------------
@pytest.mark.slow
def test_the_final_standings_of_the_event_have_every_entry_once(day, client_as, pilar):
    """The entries of the bracket come first, and withdrawn entries are marked."""
    withdrawn = min(place.entry.number for place in day.stage_number(3).places.all())
    withdraw_entry(entry=day.tournament.entries.get(number=withdrawn), author=pilar, reason="se va")
    for number in (2, 3, 2, 3):
        play_round(day, number)
    rows = day.read_api("standings/event/")["results"]
    assert sorted(row["entry"] for row in rows) == list(range(1, 11))
    assert [row["stage"] for row in rows] == [2] * 4 + [3] * 6
    champion = next(line.entrant for line in day.standings(2) if line.place == 1)
    assert (rows[0]["entry"], rows[0]["place"], rows[0]["stage_label"]) == (
        champion,
        1,
        "Cuadro final",
    )
    assert [row["entry"] for row in rows if row["withdrawn"]] == [withdrawn]
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    slug = day.tournament.slug
    page = text_of(day.visitor.get(f"/t/{slug}/clasificacion/torneo/"))
    assert "Clasificación final" in page and "Se retiró" in page
    assert "El torneo entero" in day.look("clasificacion/", "")
    assert "Clasificación del torneo" in text_of(client_as(pilar).get(f"/t/{slug}/panel/"))
    paper = " ".join(sheet_pages(day.tournament, "whole_event"))
    assert "Clasificación del torneo" in paper and "se retiró" in paper
    assert "Clasificación final de la fase" in " ".join(sheet_pages(day.tournament, "final"))
    entry_page = text_of(day.visitor.get(f"/t/{slug}/inscripcion/{champion}/"))
    for name in phrases(
        "Ronda 1; Ronda 2; Ronda 3 · Cuadro final · Semifinales",
        "Ronda 5 · Cuadro final · Final; En el torneo entero: puesto 1 de 10",
        "Clasificación final de la fase: puesto 1 de 4",
    ):
        assert name in entry_page


def test_a_tournament_of_one_stage_has_no_sheet_of_the_whole_event(begin, client_as, pilar):
    day = begin("Solo una", "swiss", {"rounds": 2})
    day.enter(4)
    day.play()
    answer = client_as(pilar).post(
        f"/api/v1/tournaments/{day.tournament.slug}/prints/",
        {"sheet": "whole_event"},
        "application/json",
    )
    assert answer.status_code == 409 and "una sola fase" in answer.content.decode()
    assert len(day.read_api("standings/event/")["results"]) == 4
