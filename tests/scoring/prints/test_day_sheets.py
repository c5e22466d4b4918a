"""Lists to call, cut out, sign and tell: the sheets of a day from its entries to the press."""

import pytest

from scoring.forecast.simulation.rehearsal import play_rounds
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.prints.statistics import statistics_of
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.services import open_stage
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.days import plan_stage
from tests.scoring.prints.printed import (
    context_of,
    cut_lines,
    laid_out,
    meet,
    sheet_pages,
    texts,
    words,
)
from tests.worlds import world
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

WORST = [
    Person("W" * 60, "M" * 80),
    Person("María de los Ángeles Inmaculada Concepción", "Fernández de Córdoba y Gopegui"),
    Person("Malo"),
    Person("Paquito 😀🃏", "el de la Pepa 🎉"),
    Person("محمد عبد الرحمن", "بن يوسف"),
    Person("Ángel", "de la Fuente"),
    Person("El Chato de Báguena"),
    Person("Ana", "Gil"),
]
OF_A_ROUND = ["call_list", "draw_acta", "table_times", "table_cards"]
WHOLE = ["receipts", "badges", "place_cards", "table_cards", "call_list", "draw_acta", "final_acta"]
WHOLE += ["entries", "standings", "final"]  # the whole names are on them
OF_THE_END = ["final_acta", "prizes", "diplomas", "press", "going_on"]


@world
def copa(make_tournament, pilar):
    """Four pairs with the worst names, of whom one has lost a partner; played to the end."""
    copa = make_tournament(name="Copa " + "W" * 115, venue="V" * 120, tables=3)
    for at in range(0, len(WORST), 2):
        register_entry(
            tournament=copa, author=pilar, players=WORST[at : at + 2], town="P" * 60, paid=at > 0
        )
    play_rounds(copa.stage, pilar, 20, "tapete")
    copa.entries.get(number=4).seats.last().delete()
    return copa


@world
def groups(make_tournament, pairs, pilar):
    """Three groups of four, of whom the first two and the two best thirds go to a bracket."""
    hall = make_tournament(format="groups", format_options={"size": 4})
    plan_stage(
        hall,
        pilar,
        [{"stage": 1, "last": 2}, {"stage": 1, "first": 3, "last": 3, "best": 2}],
        game_options={"cotos": 1, "partidas": 3},
        name="Cuadro",
    )
    pairs(hall, 12)
    return hall


@pytest.mark.slow
@each(
    "sheet, pages, said",
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
def test_a_sheet_says_it_all_whatever_the_names(sheet, pages, said, copa):
    pdf = laid_out(copa, sheet, round=1 if sheet in OF_A_ROUND else 0)
    found = texts(pdf)
    if pages:
        assert len(found) == pages
    text = words(found)
    assert [phrase for phrase in said if phrase not in text] == []
    assert cut_lines(pdf) == []
    assert "…" not in text
    names = [name for one in WORST[:2] for name in (one.name, one.surname) if sheet in WHOLE]
    together = "".join(text.split())
    assert [name for name in names if name.replace(" ", "") not in together] == []


@each(
    "sheet, code",
    *[(sheet, "nobody_entered") for sheet in ("receipts", "badges", "place_cards", "account")],
    *[(sheet, "round_not_published") for sheet in OF_A_ROUND],
    *[(sheet, "nothing_drawn") for sheet in OF_THE_END],
    ("crosses", "no_crosses"),
)
def test_before_there_is_anything_it_says_what_is_missing(sheet, code, casino):
    with is_refused(code, status=409):
        SHEETS[sheet].ready(casino, PrintAsk(sheet))


def test_the_final_papers_wait_for_the_end(eight):
    for sheet in ("final_acta", "prizes", "diplomas", "press"):
        with is_refused("event_not_over", status=409):
            SHEETS[sheet].pieces(eight, PrintAsk(sheet))


def test_money_is_for_who_looks_after_the_entries(eight, raul, chema, client_as):
    address = f"/t/{eight.slug}/imprimir/hoja/"
    for sheet in ("receipts", "account"):
        assert client_as(raul).post(address, {"sheet": sheet}).status_code == 403
        assert client_as(chema).post(address, {"sheet": sheet}).status_code == 302


def test_the_microphone_reads_tables_then_who_waits_then_who_rests(make_tournament, pairs):
    hall = make_tournament(tables=1)
    meet(hall, pairs(hall, 5))
    text = words(sheet_pages(hall, "call_list"))
    assert text.count("contra") == 2 and "Mesa 1" in text and "Encuentro 2" in text
    assert text.index("Esperan mesa") < text.index("Descansan")
    people = context_of(hall, "call_list")["seated"][0]["sides"][0]["people"]
    assert people[0] == {"before": "Paco", "heard": "Gil", "apart": ""}


def test_the_numbers_of_the_tables_are_120_points_at_least(casino):
    box = next(
        box
        for box in laid_out(casino, "table_numbers")._pages[0]._page_box.descendants()
        if type(box).__name__ == "TextBox" and box.text == "1"
    )
    assert box.style["font_size"] * 72 / 96 >= 120


@pytest.mark.slow
def test_who_goes_on_is_told_with_the_best_thirds(groups, pilar, client_as):
    play_rounds(groups.stage, pilar, 2, "tapete")
    assert "Así está después de Ronda 2" in words(sheet_pages(groups, "going_on"))
    play_rounds(groups.stage, pilar, 20, "tapete")
    groups = Stage.objects.get(tournament=groups, number=1).tournament
    text = words(sheet_pages(groups, "going_on"))
    assert "Pasan a cuartos de final: 8 parejas" in text
    assert text.count("entre los mejores") == 2
    (thirds,) = context_of(groups, "going_on")["lists"][0]["contests"]
    assert thirds["title"] == "Los 2 mejores terceros puestos de los grupos"
    assert [(row["goes"], row["last"]) for row in thirds["rows"]] == [
        (True, False),
        (True, True),
        (False, False),
    ]
    assert sorted(row["group"] for row in thirds["rows"]) == ["A", "B", "C"]
    page = client_as(None).get(f"/t/{groups.slug}/clasificacion/").text
    assert thirds["title"] in page and page.count('<tr class="is-last">') == 1
    crosses = context_of(groups, "crosses")["squares"]
    assert [(one["group"], len(one["columns"])) for one in crosses] == [
        ("Grupo A", 4),
        ("Grupo B", 4),
        ("Grupo C", 4),
    ]
    assert [cell is None for cell in crosses[0]["rows"][1]["cells"]] == [False, True, False, False]
    assert cut_lines(laid_out(groups, "crosses")) == []


@pytest.mark.slow
def test_the_final_acta_of_several_stages_has_everybody(groups, pilar):
    play_rounds(groups.stage, pilar, 20, "tapete")
    second = Stage.objects.select_related("tournament").get(tournament=groups, number=2)
    open_stage(stage=second, author=pilar)
    second.refresh_from_db()
    play_rounds(second, pilar, 20, "tapete")
    hall = Stage.objects.get(tournament=groups, number=2).tournament
    rows = context_of(hall, "final_acta")["rows"]
    assert sorted(row["number"] for row in rows) == list(range(1, 13))
    assert rows[0]["reached"] == "Cuadro, 1.º" and "Grupo" in rows[-1]["reached"]
    steps = context_of(hall, "press")["path"]
    assert len(steps) == 6 and steps[-1].won


def test_a_round_can_be_called_before_anybody_has_come(casino, pairs, pilar):
    pairs(casino, 3)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    rows = context_of(casino, "table_times")["rows"]
    assert [(row["table"], row["ended"]) for row in rows] == [(1, None)]


def test_the_day_in_numbers(copa):
    found = statistics_of(copa, EVERYTHING)
    assert (found.entries, found.people, found.towns, found.rounds) == (4, 7, 1, 2)
    assert (found.matches, found.forfeits, found.left) == (4, 0, 0)
    assert found.lines >= 8 and found.began <= found.ended
    assert found.shortest.minutes <= found.usual <= found.longest.minutes
