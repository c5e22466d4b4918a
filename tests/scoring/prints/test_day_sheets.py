"""Tests of the sheets of a day: receipts, badges, call list, draw, final acta, prizes, press."""

import pytest

from scoring.forecast.simulation.rehearsal import play_rounds
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.prints.statistics import statistics_of
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.services import open_stage
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.played_rounds import plan_stage
from tests.scoring.prints.printed import (
    context_of,
    cut_lines,
    lay_out_sheet,
    seat_in_twos,
    sheet_pages,
    texts_of_pages,
    words,
)
from tests.worlds import world
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

DIFFICULT_NAMES = [
    Person("W" * 60, "M" * 80),
    Person("María de los Ángeles Inmaculada Concepción", "Fernández de Córdoba y Gopegui"),
    Person("Malo"),
    Person("Paquito 😀🃏", "el de la Pepa 🎉"),
    Person("محمد عبد الرحمن", "بن يوسف"),
    Person("Ángel", "de la Fuente"),
    Person("El Chato de Báguena"),
    Person("Ana", "Gil"),
]
ROUND_SHEETS = ["call_list", "draw_acta", "table_times", "table_cards"]
# Sheets that print names in full.
FULL_NAME_SHEETS = [
    "receipts",
    "badges",
    "place_cards",
    "table_cards",
    "call_list",
    "draw_acta",
    "final_acta",
    "entries",
    "standings",
    "final",
]
FINAL_SHEETS = ["final_acta", "prizes", "diplomas", "press", "going_on"]


@world
def copa(make_tournament, pilar):
    """Four pairs with difficult names, played to the end; one pair has lost a partner."""
    copa = make_tournament(name="Copa " + "W" * 115, venue="V" * 120, tables=3)
    for first in range(0, len(DIFFICULT_NAMES), 2):
        register_entry(
            tournament=copa,
            author=pilar,
            players=DIFFICULT_NAMES[first : first + 2],
            town="P" * 60,
            paid=first > 0,
        )
    play_rounds(copa.stage, pilar, 20, "tapete")
    copa.entries.get(number=4).seats.last().delete()
    return copa


@world
def groups(make_tournament, pairs, pilar):
    """Three groups of four; the first two of each and the two best thirds go to a bracket."""
    tournament = make_tournament(format="groups", format_options={"size": 4})
    plan_stage(
        tournament,
        pilar,
        [{"stage": 1, "last": 2}, {"stage": 1, "first": 3, "last": 3, "best": 2}],
        game_options={"cotos": 1, "partidas": 3},
        name="Cuadro",
    )
    pairs(tournament, 12)
    return tournament


@pytest.mark.slow
@each(
    "sheet, pages, phrases",
    ("receipts", 1, ["Inscripción pagada", "Pagado: ________", "Guarde este resguardo"]),
    ("badges", 1, ["de la Fuente", "El Chato de Báguena"]),
    ("place_cards", 1, ["El Chato de Báguena", "Malo"]),
    ("table_numbers", 2, ["Mesa 1", "Mesa 3"]),
    ("account", 1, ["Inscripciones pagadas 3", "Inscripciones sin pagar 1", "Sin pagar"]),
    ("call_list", 1, ["Mesa 1", "contra", "El Chato de Báguena"]),
    (
        "draw_acta",
        1,
        ["Semilla: tapete/1", "Resultado del sorteo", "Nadie ha cambiado nada a mano."],
    ),
    ("table_cards", 1, ["Mesa 1", "El Chato de Báguena", "Anote aquí su"]),
    ("table_times", 1, ["Mesa Encuentro Juegan Empieza", "1 1 "]),
    ("final_acta", 2, ["con 4 parejas", "Rondas: 2", "1.º", "La organización"]),
    ("prizes", 1, ["Premio", "Recibido (firma)"]),
    ("diplomas", 0, ["Primer puesto", "Tercer puesto", "La organización"]),
    ("press", 2, ["acabó con la victoria de", "Parejas 4 Personas 7", "El camino del ganador"]),
    ("going_on", 1, ["Siguen en el torneo: 1 pareja"]),
    ("entries", 1, []),
    ("standings", 0, []),
    ("final", 0, []),
)
def test_every_sheet_prints_difficult_names_without_cutting_them(sheet, pages, phrases, copa):
    pdf = lay_out_sheet(copa, sheet, round=1 if sheet in ROUND_SHEETS else 0)
    page_texts = texts_of_pages(pdf)
    if pages:
        assert len(page_texts) == pages
    text = words(page_texts)
    assert [phrase for phrase in phrases if phrase not in text] == []
    assert cut_lines(pdf) == []
    assert "…" not in text
    names = [
        name
        for person in DIFFICULT_NAMES[:2]
        for name in (person.name, person.surname)
        if sheet in FULL_NAME_SHEETS
    ]
    joined_text = "".join(text.split())
    assert [name for name in names if name.replace(" ", "") not in joined_text] == []


@each(
    "sheet, code",
    *[(sheet, "nobody_entered") for sheet in ("receipts", "badges", "place_cards", "account")],
    *[(sheet, "round_not_published") for sheet in ROUND_SHEETS],
    *[(sheet, "nothing_drawn") for sheet in FINAL_SHEETS],
    ("crosses", "no_crosses"),
)
def test_a_sheet_without_data_is_refused(sheet, code, casino):
    with is_refused(code, status=409):
        SHEETS[sheet].refuse(casino, PrintAsk(sheet))


def test_final_sheets_are_refused_before_the_end(eight):
    for sheet in ("final_acta", "prizes", "diplomas", "press"):
        with is_refused("event_not_over", status=409):
            SHEETS[sheet].pieces(eight, PrintAsk(sheet))


def test_only_the_desk_prints_sheets_with_money(eight, raul, chema, client_as):
    address = f"/t/{eight.slug}/imprimir/hoja/"
    for sheet in ("receipts", "account"):
        assert client_as(raul).post(address, {"sheet": sheet}).status_code == 403
        assert client_as(chema).post(address, {"sheet": sheet}).status_code == 302


def test_the_call_list_has_tables_then_waiting_matches_then_byes(make_tournament, pairs):
    tournament = make_tournament(tables=1)
    seat_in_twos(tournament, pairs(tournament, 5))
    text = words(sheet_pages(tournament, "call_list"))
    assert text.count("contra") == 2 and "Mesa 1" in text and "Encuentro 2" in text
    assert text.index("Esperan mesa") < text.index("Descansan")
    people = context_of(tournament, "call_list")["seated"][0]["sides"][0]["people"]
    assert people[0] == {"before": "Paco", "called_name": "Gil", "apart": ""}


def test_table_numbers_have_at_least_120_points(casino):
    box = next(
        box
        for box in lay_out_sheet(casino, "table_numbers")._pages[0]._page_box.descendants()
        if type(box).__name__ == "TextBox" and box.text == "1"
    )
    assert box.style["font_size"] * 72 / 96 >= 120


@pytest.mark.slow
def test_the_sheet_of_qualifiers_lists_the_best_thirds(groups, pilar, client_as):
    play_rounds(groups.stage, pilar, 2, "tapete")
    assert "Así está después de Ronda 2" in words(sheet_pages(groups, "going_on"))
    play_rounds(groups.stage, pilar, 20, "tapete")
    groups = Stage.objects.get(tournament=groups, number=1).tournament
    text = words(sheet_pages(groups, "going_on"))
    assert "Pasan a cuartos de final: 8 parejas" in text
    assert text.count("entre los mejores") == 2
    (contest,) = context_of(groups, "going_on")["lists"][0]["contests"]
    assert contest["title"] == "Los 2 mejores terceros puestos de los grupos"
    assert [(row["goes"], row["last"]) for row in contest["rows"]] == [
        (True, False),
        (True, True),
        (False, False),
    ]
    assert sorted(row["group"] for row in contest["rows"]) == ["A", "B", "C"]
    page = client_as(None).get(f"/t/{groups.slug}/clasificacion/").text
    assert contest["title"] in page and page.count('<tr class="is-last">') == 1
    crosses = context_of(groups, "crosses")["squares"]
    assert [(square["group"], len(square["columns"])) for square in crosses] == [
        ("Grupo A", 4),
        ("Grupo B", 4),
        ("Grupo C", 4),
    ]
    assert [cell is None for cell in crosses[0]["rows"][1]["cells"]] == [False, True, False, False]
    assert cut_lines(lay_out_sheet(groups, "crosses")) == []


@pytest.mark.slow
def test_the_final_acta_of_two_stages_has_every_entry(groups, pilar):
    play_rounds(groups.stage, pilar, 20, "tapete")
    second_stage = Stage.objects.select_related("tournament").get(tournament=groups, number=2)
    open_stage(stage=second_stage, author=pilar)
    second_stage.refresh_from_db()
    play_rounds(second_stage, pilar, 20, "tapete")
    tournament = Stage.objects.get(tournament=groups, number=2).tournament
    rows = context_of(tournament, "final_acta")["rows"]
    assert sorted(row["number"] for row in rows) == list(range(1, 13))
    assert rows[0]["reached"] == "Cuadro, 1.º" and "Grupo" in rows[-1]["reached"]
    steps = context_of(tournament, "press")["path"]
    assert len(steps) == 6 and steps[-1].won


def test_the_table_times_of_a_round_in_play_have_no_end(casino, pairs, pilar):
    pairs(casino, 3)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    rows = context_of(casino, "table_times")["rows"]
    assert [(row["table"], row["ended"]) for row in rows] == [(1, None)]


def test_the_statistics_of_a_finished_tournament(copa):
    statistics = statistics_of(copa, EVERYTHING)
    assert (statistics.entries, statistics.people, statistics.towns, statistics.rounds) == (
        4,
        7,
        1,
        2,
    )
    assert (statistics.matches, statistics.forfeits, statistics.departures) == (4, 0, 0)
    assert statistics.lines >= 8 and statistics.began <= statistics.ended
    assert statistics.shortest.minutes <= statistics.usual_minutes <= statistics.longest.minutes
