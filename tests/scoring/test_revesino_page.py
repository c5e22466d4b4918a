"""Typing an acta of revesino: each kind of line, what is refused and where, the columns, paper."""

import doctest
from dataclasses import asdict

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string

from rules.core import replay
from rules.revesino import REVESINO
from rules.revesino.options import PRESETS, Options
from scoring.games.revesino import paper
from scoring.games.revesino.paper import form as sheet
from scoring.games.revesino.paper import rows
from scoring.games.revesino.words import board, line_in_words, score_in_words
from scoring.models import Hand, Result
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.selectors.standings import stage_standings
from scoring.services.actas import record_hand
from scoring.simulation.rehearsal import enter_people, stage_over
from tests.scoring.halls import seat_round
from tests.scoring.text import plain
from tournaments.models import Match, Tournament

ACTA = "/t/casino-de-calamocha/acta/R1P001/"
PREVIEW = ACTA + "prueba/"
LINE = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD"
NUMBERS = {
    "bazas_a": "0",
    "bazas_b": "3",
    "bazas_c": "5",
    "bazas_d": "3",
    "points_a": "0",
    "points_b": "9",
    "points_c": "19",
    "points_d": "6",
}
CARDS = {
    "fate_ao": "sold",
    "gains_ao": "A",
    "pays_ao": "C",
    "fate_ac": "drawn",
    "gains_ac": "B",
    "pays_ac": "D",
    "fate_ae": "asleep",
    "fate_ab": "led",
    "pays_ab": "C",
    "fate_cc": "sold",
    "gains_cc": "A",
    "pays_cc": "C",
}
DEAL = {"como": "deal", **NUMBERS, **CARDS, "dealer": "D"}
WON = {"como": "revesino", "goer": "A", "cutter": "no"}
CUT = {**WON, "cutter": "B"}
NAPOLITANA = {"como": "napolitana", "holder": "A", "lost": "no"}
RESULT = {
    "como": "result",
    "of": "mano",
    "tantos_a": "8",
    "tantos_b_pierde": "4",
    "tantos_c_pierde": "4",
}
RULING = {"como": "ruling", "case": "cartas", "tantos_a": "12", "tantos_d_pierde": "12"}
PIE = {"como": "ruling", "case": "pie B", "reason": "dio dos veces A"}
NAMES = ["el jugador 1", "el jugador 2", "el jugador 3", "el jugador 4"]


@pytest.fixture
def seated(make_tournament, pilar, chema, client_as):
    """A match of revesino of this preset with its first lines, and the desk in front of it."""

    def seat(preset="cuatro_vueltas", *written, **changed):
        options = {**asdict(PRESETS[preset]), **changed}
        tournament = make_tournament(
            game="revesino", game_options=options, format="totals", format_options={"rounds": 2}
        )
        enter_people(tournament, pilar, 4, "Calamocha")
        match = seat_round(tournament, [tournament.entries.order_by("number")]).matches.get()
        for number, line in enumerate(written, 1):
            record_hand(match=match, author=chema, line=line, number=number)
        return client_as(chema)

    return seat


def lines():
    return list(Hand.objects.values_list("line", flat=True))


# --- What is saved ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (DEAL, LINE),
        ({**DEAL, "renuncios": ["B"]}, LINE.replace("dD", "rB dD")),
        ({**DEAL, "gains_ae": "A", "pays_ae": "B", "gains_ab": "A"}, LINE),  # not asked, not read
        (WON, "revesino A"),
        (CUT, "revesino A corta B"),
        ({**CUT, "renuncios": ["C", "D"], "dealer": "A"}, "revesino A corta B rC rD dA"),
        ({**WON, "napolitana": "D", "duty": "otra"}, "revesino A napolitana D"),
        ({**CUT, "napolitana": "B", "duty": "otra"}, "revesino A corta B napolitana B"),
        ({**CUT, "napolitana": "C", "duty": "no"}, "revesino A corta B napolitana C"),
        ({**CUT, "napolitana": "C", "duty": "levanta"}, "revesino A corta B napolitana C levanta"),
        (NAPOLITANA, "napolitana A"),
        ({**NAPOLITANA, "introducer": "B"}, "napolitana A"),
        ({**NAPOLITANA, "left": "on", "dealer": "D"}, "napolitana A dejada dD"),
        ({**NAPOLITANA, "lost": "yes"}, "napolitana A pierde"),
        ({**NAPOLITANA, "lost": "yes", "introducer": "B"}, "napolitana A pierde B"),
        ({**NAPOLITANA, "renuncios": ["B"]}, "napolitana A rB"),
        (RESULT, "mano 8 -4 -4 0"),
        ({**RESULT, "of": "vuelta", "dealer": "B"}, "vuelta 8 -4 -4 0 dB"),
        ({"como": "result", "of": "mano", "tantos_a": "0"}, "mano 0 0 0 0"),
        ({"como": "fault", "fault": "nula"}, "nula"),
        ({"como": "fault", "fault": "pasa", "dealer": "C", "side": "A"}, "nula pasa dC"),
        (
            {"como": "fault", "fault": "descarte", "side": "A", "to": "C", "dealer": "A"},
            "falta descarte A C dA",
        ),
        ({"como": "fault", "fault": "doble", "side": "A", "to": "C"}, "falta doble A"),
        (RULING, "arbitro mano 12 0 0 -12: carta de más o de menos"),
        (
            {**RULING, "reason": "D tenía doce"},
            "arbitro mano 12 0 0 -12: carta de más o de menos. D tenía doce",
        ),
        ({**RULING, "case": "mano", "reason": "riña"}, "arbitro mano 12 0 0 -12: riña"),
        (
            {**RULING, "case": "mezcla"},
            "arbitro tantos 12 0 0 -12: juntó sus bazas antes de estar conformes",
        ),
        ({**RULING, "case": "tantos", "reason": "cuenta"}, "arbitro tantos 12 0 0 -12: cuenta"),
        (PIE, "arbitro pie B: dio dos veces A"),
        ({"como": "forfeit", "loser": "C", "reason": "se marcha"}, "pierde C: se marcha"),
        ({"como": "notation", "text": "REVESINO a corta b"}, "revesino A corta B"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_kind_of_line_is_typed_and_saved(seated, typed, line):
    answer = seated().post(ACTA, {"number": "1", **typed})
    assert answer.status_code == 302, answer.context["form"].errors
    assert answer.url.split("?")[0] == ACTA
    assert lines() == [line]


def test_a_renuncio_repeated_is_typed_after_its_hand_and_no_other(seated):
    desk = seated()
    repeated = {"como": "fault", "fault": "repite", "side": "D", "to": "A"}
    assert desk.post(ACTA, {"number": "1", **repeated}).status_code == 400
    assert desk.post(ACTA, {"number": "1", **NAPOLITANA, "renuncios": ["D"]}).status_code == 302
    assert desk.post(ACTA, {"number": "2", **repeated}).status_code == 302
    assert lines() == ["napolitana A rD", "falta repite D A"]


def test_the_name_of_a_case_is_kept_in_spanish(seated):
    desk = seated()
    desk.cookies["django_language"] = "en"
    assert desk.post(ACTA, {"number": "1", **RULING}).status_code == 302
    assert lines() == ["arbitro mano 12 0 0 -12: carta de más o de menos"]


# --- What is offered --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("preset", "written", "kinds"),
    [
        ("cuatro_vueltas", [], "deal revesino napolitana result fault ruling"),
        ("cuatro_vueltas", [LINE], "deal revesino napolitana result fault ruling"),
        ("con_caballo", [], "plate deal revesino napolitana result fault ruling"),
        (
            "con_caballo",
            ["platillo 16 16 16 16"],
            "deal revesino napolitana result fault ruling more_plate",
        ),
        ("por_tiempo", [], "deal revesino napolitana result fault ruling"),
        ("por_tiempo", [LINE], "deal revesino napolitana result fault ruling end"),
        ("dos_vueltas", ["vuelta 4 -4 0 0", "vuelta 4 -4 0 0"], ""),
    ],
)
def test_only_what_can_still_happen_is_offered(seated, preset, written, kinds):
    page = seated(preset, *written).get(ACTA)
    common = "forfeit stop notation" if kinds else ""
    assert [kind for kind, _tab in page.context["kinds"]] == f"{kinds} {common}".split()


def test_the_dealer_is_asked_for_only_while_unknown(seated):
    desk = seated()
    for kind in ("deal", "revesino", "napolitana", "result", "fault"):
        assert "dealer" in desk.get(ACTA, {"como": kind}).context["form"].fields
    desk.post(ACTA, {"number": "1", **DEAL})
    for kind in ("deal", "revesino", "napolitana", "result", "fault"):
        assert "dealer" not in desk.get(ACTA, {"como": kind}).context["form"].fields


def test_a_whole_vuelta_is_offered_only_before_it_begins(seated):
    desk = seated("cuatro_vueltas", "mano 4 -4 0 0")
    assert "of" not in desk.get(ACTA, {"como": "result"}).context["form"].fields
    assert desk.post(ACTA, {**RESULT, "number": "2"}).status_code == 302
    assert lines()[-1] == "mano 8 -4 -4 0"


def test_the_first_lead_left_is_offered_where_it_keeps_the_privilege(seated):
    desk = seated(left_lead_loses=True)
    assert "left" not in desk.get(ACTA, {"como": "napolitana"}).context["form"].fields


def test_the_introducer_has_to_be_said_where_he_collects(seated):
    desk = seated(introducer_collects=True)
    typed = {"number": "1", **NAPOLITANA, "lost": "yes"}
    page = desk.post(ACTA, typed)
    assert "requerido" in page.context["form"].errors["introducer"][0]
    assert desk.post(ACTA, {**typed, "introducer": "C"}).status_code == 302
    assert lines() == ["napolitana A pierde C"]


def test_the_plate_is_filled_before_the_first_hand(seated):
    desk = seated("con_caballo")
    page = desk.get(ACTA)
    assert page.context["form"].kind == "plate"
    assert [page.context["form"][f"tantos_{letter}"].value() for letter in "abcd"] == [16] * 4
    typed = {"como": "plate", "number": "1", **{f"tantos_{letter}": "16" for letter in "abcd"}}
    page = desk.post(ACTA, typed, follow=True)
    assert lines() == ["platillo 16 16 16 16"]
    assert page.context["form"].kind == "deal"
    assert "En el platillo hay 64 tantos." in page.text
    desk.post(ACTA, {"como": "more_plate", "number": "2", "tantos_a_pierde": "4"})
    assert lines()[-1] == "platillo -4 0 0 0"


def test_the_time_is_over(seated):
    desk = seated("por_tiempo", LINE)
    assert desk.post(ACTA, {"como": "end", "number": "2"}).status_code == 400
    page = desk.post(ACTA, {"como": "end", "number": "2", "over": "on"}, follow=True)
    assert lines() == [LINE, "fin"]
    assert page.context["board"]["foot"].endswith(" gana el enfrentamiento con 11 tantos.")
    assert Result.objects.get().winner == 0


# --- Break one field at a time ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({**DEAL, "bazas_a": ""}, "bazas_a", "Faltan las bazas"),
        ({**DEAL, "points_c": ""}, "points_c", "Faltan los puntos"),
        ({**DEAL, "bazas_b": "tres"}, "bazas_b", "número entero"),
        ({**DEAL, "bazas_d": "4"}, "bazas_a", "suman 12 y tienen que sumar 11"),
        ({**DEAL, "bazas_b": "12"}, "bazas_b", "van de 0 a 11"),
        ({**DEAL, "points_a": "3", "points_b": "6"}, "points_a", "sin baza no hay puntos"),
        ({**DEAL, "points_c": "22"}, "points_a", "no baja de 27 ni pasa de 36"),
        ({**DEAL, "points_b": "15", "points_c": "9", "points_d": "10"}, "points_c", "son ya 10"),
        ({**DEAL, "fate_ao": ""}, "fate_ao", "Falta qué fue"),
        ({**DEAL, "fate_ao": "comido"}, "fate_ao", "opciones disponibles"),
        ({**DEAL, "gains_ao": ""}, "gains_ao", "Falta quién"),
        ({**DEAL, "pays_ao": ""}, "pays_ao", "Falta quién"),
        ({**DEAL, "pays_ab": ""}, "pays_ab", "Falta quién"),
        ({**DEAL, "gains_ao": "E"}, "gains_ao", "opciones disponibles"),
        ({**DEAL, "pays_ac": "B"}, "fate_ac", "no puede venderse ni sacarse a sí mismo el as de c"),
        ({**DEAL, "gains_ao": "B", "pays_ao": "A"}, "bazas_a", "por las cartas de pago que lev"),
        ({**DEAL, "dealer": ""}, "dealer", "requerido"),
        ({**DEAL, "renuncios": ["A", "B", "C"]}, "renuncios", "que decida el árbitro"),
        ({**DEAL, "renuncios": ["E"]}, "renuncios", "opciones disponibles"),
        ({**WON, "goer": ""}, "goer", "requerido"),
        ({**WON, "cutter": ""}, "cutter", "requerido"),
        ({**WON, "cutter": "A"}, "cutter", "no puede cortárselo él"),
        ({**WON, "napolitana": "A"}, "napolitana", "su napolitana no se cuenta"),
        ({**CUT, "napolitana": "C"}, "duty", "requerido"),
        ({**CUT, "napolitana": "C", "duty": "x"}, "duty", "opciones disponibles"),
        ({**NAPOLITANA, "holder": ""}, "holder", "requerido"),
        ({**NAPOLITANA, "lost": ""}, "lost", "requerido"),
        ({**NAPOLITANA, "lost": "yes", "introducer": "A"}, "introducer", "a sí mismo"),
        ({**NAPOLITANA, "left": "on", "dealer": "A"}, "left", "el mano es B"),
        ({**NAPOLITANA, "left": "on"}, "dealer", "Falta quién dio"),
        ({**NAPOLITANA, "renuncios": ["A"]}, "renuncios", "puede renunciar cuando quiera"),
        ({**NAPOLITANA, "lost": "yes", "renuncios": ["B"]}, "renuncios", "decide el árbitro"),
        ({**RESULT, "of": "mes"}, "of", "opciones disponibles"),
        ({**RESULT, "tantos_c_pierde": "3"}, "tantos_a", "suman 1 y tienen que sumar 0"),
        ({**RESULT, "tantos_a": "-8"}, "tantos_a", "suman -16 y tienen que sumar 0"),
        ({**RESULT, "tantos_b": "4"}, "tantos_b", "una sola de las dos casillas"),
        (
            {**RESULT, "tantos_a": "13", "tantos_b_pierde": "13", "tantos_c_pierde": ""},
            "tantos_a",
            "pueden ser 0–12",
        ),
        ({**RESULT, "tantos_b": "2000", "tantos_b_pierde": ""}, "tantos_b", "van de -1000 a 1000"),
        ({"como": "result", "of": "mano"}, "tantos_a", "Faltan los tantos"),
        ({"como": "fault", "fault": ""}, "fault", "requerido"),
        ({"como": "fault", "fault": "descarte", "to": "B"}, "side", "requerido"),
        ({"como": "fault", "fault": "descarte", "side": "B"}, "to", "requerido"),
        ({"como": "fault", "fault": "repite", "side": "B", "to": "B"}, "to", "otros tres"),
        ({**RULING, "case": ""}, "case", "requerido"),
        ({**RULING, "case": "pie E"}, "case", "opciones disponibles"),
        ({**RULING, "tantos_d_pierde": "11"}, "tantos_a", "suman 1"),
        ({"como": "ruling", "case": "cartas"}, "tantos_a", "Faltan los tantos"),
        ({**RULING, "case": "mano"}, "reason", "Falta el motivo"),
        ({**PIE, "reason": ""}, "reason", "Falta el motivo"),
        ({**RULING, "reason": "x" * 149}, "reason", "signos y se admiten 150"),
        ({"como": "notation", "text": "revesino A corta A"}, "text", "cortárselo él"),
    ],
)
def test_a_wrong_field_is_said_beside_it(seated, typed, field, said):
    page = seated().post(ACTA, {"number": "1", **typed})
    assert page.status_code == 400
    errors = page.context["form"].errors
    assert field in errors, errors
    assert said in errors[field][0]
    assert lines() == []


@pytest.mark.parametrize(
    ("preset", "written"),
    [("con_caballo", []), ("con_caballo", ["platillo 16 16 16 16"]), ("por_tiempo", [LINE])],
)
def test_nothing_typed_is_no_line(seated, preset, written):
    desk = seated(preset, *written)
    for kind, _tab in desk.get(ACTA).context["kinds"]:
        page = desk.post(ACTA, {"como": kind, "number": len(written) + 1})
        assert (page.status_code, page.context["form"].kind) == (400, kind)
    assert lines() == written


def test_a_caballo_sold_needs_the_plate(seated):
    page = seated("con_caballo").post(ACTA, {"number": "1", **DEAL})
    assert "El platillo está en 0 y ha de tener 16" in page.context["form"].errors["__all__"][0]


def test_an_odd_number_in_a_double_vuelta(seated):
    desk = seated("mari_perez")
    assert "ponga los tantos ya doblados" in desk.get(ACTA, {"como": "result"}).text
    page = desk.post(ACTA, {"number": "1", **RESULT, "tantos_a": "7", "tantos_b_pierde": "3"})
    assert "se paga doble" in page.context["form"].errors["tantos_a"][0]


# --- The score before saving ------------------------------------------------------------------
def preview(desk, typed):
    page = desk.post(PREVIEW, {"number": "1", **typed}, headers={"HX-Request": "true"})
    assert page.status_code == 200
    return plain(page.text.strip())


def test_the_preview_says_what_each_wins_and_loses(seated):
    text = preview(seated(), DEAL)
    assert "A +11 · B +1 · C −11 · D −1. A gana la partida sin hacer baza: 4 de C." in text
    assert "Duermen 6 puntos." in text
    assert "<strong>A +11 · B +1 · C −11 · D −1 · vuelta 1, mano 2</strong>" in text
    assert lines() == []


@pytest.mark.parametrize(
    "typed",
    [
        {**DEAL, "points_d": ""},
        {**DEAL, "pays_cc": ""},
        {**DEAL, "dealer": ""},
        {**CUT, "napolitana": "C"},
        {**RESULT, "tantos_b_pierde": "", "tantos_c_pierde": ""},
        {"como": "fault", "fault": "repite", "side": "A"},
        {"como": "ruling", "case": "cartas"},
        {**RULING, "case": "mano"},
    ],
)
def test_the_preview_keeps_quiet_while_one_types(seated, typed):
    assert preview(seated(), typed) == ""


# --- In words and on the board ----------------------------------------------------------------
def score(written, options=None):
    return replay(REVESINO, options or Options(), written)[-1].score


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("revesino A", "A +24 · B −8 · C −8 · D −8. A da revesino: 24 tantos."),
        (
            "revesino A corta B",
            "A −24 · B +24 · C 0 · D 0. B corta a tiempo el revesino de A: 24 tantos.",
        ),
        ("napolitana D", "A −4 · B −4 · C −4 · D +12. D gana los cuatro ases: 12 tantos."),
        ("nula", "Mano nula: vuelve a dar el mismo."),
        (
            "pierde B: se marcha",
            "El jugador 2 deja el enfrentamiento: se marcha. "
            "Empatan el jugador 1, el jugador 3 y el jugador 4 con 0 tantos.",
        ),
    ],
)
def test_a_line_in_words(line, words):
    (step,) = replay(REVESINO, Options(), [line])
    assert plain(line_in_words(step, NAMES)) == words


def test_the_plate_closes_the_sum():
    options = PRESETS["con_caballo"]
    staked, dealt = replay(REVESINO, options, ["platillo 16 16 16 16", LINE])
    first, second = (plain(line_in_words(step, NAMES)) for step in (staked, dealt))
    assert first.startswith("A −16 · B −16 · C −16 · D −16 · platillo +64.")
    assert second.startswith("A +27 · B +1 · C −11 · D −1 · platillo −16.")
    assert plain(score_in_words(dealt.score, options)) == (
        "A +11 · B −15 · C −27 · D −17 · platillo 48 · vuelta 1, mano 2"
    )


def test_the_columns_have_a_row_for_each_vuelta_and_each_hand_of_the_last():
    shown = board(score(["vuelta 8 -8 0 0 dA", "mano 4 -4 0 0", "nula pasa"]), Options(), NAMES)
    assert shown["rows"] == [
        {"head": "Vuelta 1", "tantos": ["+8", "−8", "0", "0"]},
        {"head": "Mano 1", "tantos": ["+12", "−12", "0", "0"]},
    ]
    assert [side["tantos"] for side in shown["sides"]] == ["+12", "−12", "0", "0"]
    assert [side["seat"] for side in shown["sides"]] == ["", "", "da", "mano"]
    assert shown["foot"] == "Vuelta 2, mano 3. Da el jugador 3; es mano el jugador 4."


def test_the_last_row_is_not_said_twice():
    shown = board(score(["mano 4 -4 0 0", "mano 4 -4 0 0"]), Options(), NAMES)
    assert [row["head"] for row in shown["rows"]] == ["Mano 1"]
    moved = ["mano 4 -4 0 0", "arbitro tantos 1 -1 0 0: x"]
    assert [row["head"] for row in board(score(moved), Options(), NAMES)["rows"]] == ["Mano 1"]


def test_a_double_vuelta_and_the_plate_are_on_the_board():
    assert (
        "Mari-Pérez"
        in board(REVESINO.start(PRESETS["mari_perez"]), PRESETS["mari_perez"], NAMES)["foot"]
    )
    options = PRESETS["con_caballo"]
    shown = board(score(["platillo 1 0 0 0"], options), options, NAMES)
    assert shown["plate"] == "En el platillo hay 1 tanto."


def test_a_match_may_be_shared(seated):
    page = seated("dos_vueltas", "vuelta 4 4 -4 -4", "vuelta 0 0 0 0").get(ACTA)
    assert Result.objects.get().winner is None
    one, other = (entry.title for entry in Match.objects.get().entries[:2])
    assert page.context["board"]["foot"] == f"Empatan {one} y {other} con 4 tantos."


# --- On paper ---------------------------------------------------------------------------------
def test_the_examples_of_the_paper_run():
    assert doctest.testmod(paper).failed == 0


@pytest.mark.parametrize(
    ("line", "played", "moved"),
    [
        (
            LINE.replace("dD", "rB dD"),
            ["D", "0/0", "3/9", "5/19", "3/6", "AvC", "BsD", "d", "Cj", "AvC", "rB"],
            ["+12", "−12", "0", "0"],
        ),
        (
            "revesino A corta B napolitana B",
            ["", "rev.", "corta", "", "", "", "", "", "", "", "4 ases"],
            ["−24", "+24", "0", "0"],
        ),
        (
            "napolitana A pierde B dC",
            ["C", "4 ases", "introd.", "", "", "", "", "", "", "", "pierde"],
            ["−12", "+4", "+4", "+4"],
        ),
        (
            "falta descarte A C dB",
            ["B", "falta", "", "cobra", "", "", "", "", "", "", "descarte"],
            ["−8", "0", "+8", "0"],
        ),
        ("mano 0 0 0 0", [""] * 11, ["0", "0", "0", "0"]),
        ("vuelta 4 -4 0 0 dA", ["A", *[""] * 9, "vuelta"], ["+4", "−4", "0", "0"]),
        ("nula pasa dB", ["B", *[""] * 9, "nula, pasa"], [""] * 4),
        ("arbitro tantos 1 -1 0 0: x", [*[""] * 10, "árbitro"], ["+1", "−1", "0", "0"]),
        ("arbitro pie C: x", [*[""] * 10, "árb.: da C"], [""] * 4),
        ("pierde D: x", [*[""] * 10, "pierde D"], [""] * 4),
    ],
)
def test_a_line_on_paper(line, played, moved):
    (row,) = rows(Options(), replay(REVESINO, Options(), [line]))
    assert row.cells == [*played, *moved, *moved]


def test_the_sums_run_on():
    filled = rows(Options(), replay(REVESINO, Options(), [LINE, "revesino B corta C"]))
    assert [row.cells[0] for row in filled] == ["D", "A"]
    assert filled[1].cells[-4:] == ["+11", "−23", "+13", "−1"]


def test_a_long_match_goes_on_to_another_page():
    steps = replay(REVESINO, Options(), ["nula"] * 25)
    first, second = sheet(Options()).pages(rows(Options(), steps))
    assert [column[0].split("\n")[0] for column in (first[0], second[0])] == ["1", "25"]


def test_an_acta_of_the_hall_blank_or_filled(seated):
    seated("cuatro_vueltas", LINE)
    tournament = Tournament.objects.get()
    for asked in ({"blank": 1}, {"match": "R1P001"}):
        (chunk,) = SHEETS["actas"].chunks(tournament, Ask("actas", **asked))
        html = render_to_string(SHEETS["actas"].template, chunk.context)
        assert html.count('class="acta__side ') == 4
        assert "Bazas y puntos" in html
        assert ("AvC\n" in html) == ("match" in asked)


# --- A whole day ------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["dos_vueltas", "con_caballo"])
def test_a_whole_tournament_is_played(settings, tmp_path, preset):
    settings.VAR_DIR = tmp_path
    call_command("demo", game="revesino", preset=preset, entries=9, rounds=2, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage)
    played = Match.objects.exclude(state=Match.State.BYE)
    assert {match.state for match in played} == {Match.State.FINISHED}
    assert [len(match.entries) for match in played] == [4] * len(played)
    assert len(stage_standings(stage)) == 9
