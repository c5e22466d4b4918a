"""Typing an acta of tarot: each kind of line, what is offered and refused, the board, the paper."""

import doctest
from dataclasses import asdict
from io import BytesIO

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from pypdf import PdfReader

from rules.core import replay
from rules.tarot import TAROT
from rules.tarot.options import PRESETS, Options
from scoring.games.tarot import paper
from scoring.models import Hand, Result
from scoring.pdf import Pdf
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.selectors.standings import stage_standings
from scoring.services.actas import record_hand
from scoring.simulation.rehearsal import enter_people, stage_over
from tests.scoring.halls import seat_round
from tournaments.models import Match, Tournament

ACTA = "/t/casino-de-calamocha/acta/R1P001/"
PREVIEW = ACTA + "prueba/"
DEAL = {"como": "deal", "taker": "B", "contract": "guardia", "points": "49", "oudlers": "2"}
FIVE = {**DEAL, "partner": "D"}
RESULTS = {
    "como": "results",
    "deals": "1",
    "points_a_pierde": "106",
    "points_b": "318",
    "points_c_pierde": "106",
    "points_d_pierde": "106",
}
RULING = {"como": "ruling", "ruling": "redeal", "reason": "carta vista"}
MOVED = {
    **RULING,
    "ruling": "points",
    "points_a_pierde": "10",
    "points_b": "10",
    "points_c": "0",
    "points_d": "0",
}
PETIT = {"como": "annulled", "why": "petit B"}


@pytest.fixture
def seated(make_tournament, pilar, chema, client_as):
    """A match of tarot of this preset with its first lines, and the desk in front of it."""

    def seat(preset="fft", *written, **changed):
        options = {**asdict(PRESETS[preset]), **changed}
        hall = make_tournament(
            game="tarot", game_options=options, format="totals", format_options={"rounds": 2}
        )
        enter_people(hall, pilar, options["players"], "Calamocha")
        match = seat_round(hall, [hall.entries.order_by("number")]).matches.get()
        for number, line in enumerate(written, 1):
            record_hand(match=match, author=chema, line=line, number=number)
        return client_as(chema)

    return seat


def lines():
    return list(Hand.objects.values_list("line", flat=True))


def plain(text):
    """With every space of one kind."""
    return text.replace("\u00a0", " ")


# --- What is saved ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (DEAL, "B guardia 49 2o"),
        ({**DEAL, "petit": "taker", "poignee_b": "10", "dealer": "A"}, "B guardia 49 2o p+ B10 dA"),
        ({**DEAL, "announced": "on", "faults": ["C/4"]}, "B guardia 49 2o !ch fC4"),
        ({"como": "annulled", "why": "passed"}, "paso"),
        (PETIT, "petit B"),
        (RESULTS, "repartos 1 -106 318 -106 -106"),
        (RULING, "arbitro anula: carta vista"),
        (MOVED, "arbitro puntos -10 10 0 0: carta vista"),
        ({"como": "stop", "ends": "stands", "reason": "cierre"}, "arbitro fin: cierre"),
        ({"como": "forfeit", "loser": "C", "reason": "se marcha"}, "pierde C: se marcha"),
        ({"como": "notation", "text": "b garde 49 2o"}, "B guardia 49 2o"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_kind_of_line_is_typed_and_saved(seated, typed, line):
    answer = seated().post(ACTA, {"number": "1", **typed})
    assert (answer.status_code, answer.url.split("?")[0]) == (302, ACTA)
    assert lines() == [line]


@pytest.mark.parametrize(
    ("preset", "typed", "line"),
    [
        ("fft_tres", {**DEAL, "points": "48,5", "poignee_c": "13"}, "B guardia 48.5 2o C13"),
        ("fft_cinco", FIVE, "B+D guardia 49 2o"),
        ("naipes_cinco", {**FIVE, "partner": "=", "called": "dama"}, "B solo dama guardia 49 2o"),
        ("fft_mesa_de_cinco", {**DEAL, "dealer": "E"}, "B guardia 49 2o dE"),
    ],
)
def test_tables_of_three_and_five(seated, preset, typed, line):
    assert seated(preset).post(ACTA, {"number": "1", **typed}).status_code == 302
    assert lines() == [line]


def test_the_time_is_over(seated):
    desk = seated("fft", "A tomo 41 2o", by_time=True)
    page = desk.post(ACTA, {"como": "end", "number": "2", "over": "on"}, follow=True)
    assert lines() == ["A tomo 41 2o", "fin"]
    assert "gana la partida con un total de 75" in page.text
    assert Result.objects.get().winner == 0


# --- What is offered --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("written", "changed", "kinds"),
    [
        ([], {}, "deal annulled results ruling forfeit stop notation"),
        ([], {"by_time": True}, "deal annulled results ruling forfeit stop notation"),
        (["paso"], {"by_time": True}, "deal annulled results ruling forfeit stop notation"),
        (
            ["A sin 60 2o"],
            {"by_time": True},
            "deal annulled results end ruling forfeit stop notation",
        ),
        (["repartos 4 0 0 0 0"], {}, ""),
    ],
)
def test_only_what_can_still_happen_is_offered(seated, written, changed, kinds):
    page = seated("fft", *written, **changed).get(ACTA)
    assert [kind for kind, _tab in page.context["kinds"]] == kinds.split()


def test_who_rests_is_offered_nothing(seated):
    desk = seated("fft_mesa_de_cinco")
    assert desk.post(ACTA, {**DEAL, "number": "1", "dealer": "A"}).status_code == 302
    page = desk.get(ACTA, {"como": "deal"})
    takers = [value for value, _label in page.context["form"].fields["taker"].choices]
    assert takers == ["A", "C", "D", "E"]
    assert "da y descansa" in page.text
    page = desk.post(ACTA, {**DEAL, "number": "2"})
    assert page.status_code == 400 and "taker" in page.context["form"].errors


# --- What cannot be ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({**DEAL, "points": "90", "oudlers": "3"}, "points", "89, 91 (Tarot 17)"),
        ({**DEAL, "defence": "43"}, "points", "suman 92 y en la baraja hay 91"),
        ({**DEAL, "points": "91", "oudlers": "3"}, "slam", "falta el chelem"),
        ({**DEAL, "poignee_a": "10", "poignee_c": "13"}, "poignee_a", "hay 23 triunfos"),
        ({**DEAL, "faults": ["C/2"]}, "effect", "lo que decidió el árbitro"),
        ({**DEAL, "contract": "contra", "discard": ["6"]}, "discard", "solo hay descarte"),
        ({**RESULTS, "points_d_pierde": "105"}, "points_a", "sumar 0"),
        ({**RESULTS, "points_d_pierde": "-106"}, "points_d", "número de puntos"),
        ({**RESULTS, "deals": "5"}, "deals", "por jugar: 4"),
        ({**MOVED, "points_b": ""}, "points_b", "Faltan los puntos"),
        ({**RULING, "reason": "a\0b"}, "reason", "nulos"),
        ({"como": "annulled", "why": "petit E"}, "why", "opciones disponibles"),
        ({"como": "notation", "text": "E tomo 49 2o"}, "text", "E no está en esta mesa"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(seated, typed, field, said):
    page = seated().post(ACTA, {"number": "1", **typed})
    assert page.status_code == 400
    assert said in " ".join(page.context["form"].errors[field])
    assert said in page.text
    assert lines() == []


# --- The score before saving ------------------------------------------------------------------
def test_the_preview_says_what_each_wins_and_loses(seated):
    typed = {**DEAL, "number": "1", "petit": "taker", "poignee_b": "10"}
    page = seated().post(PREVIEW, typed, headers={"HX-Request": "true"})
    assert "A −106 · B +318 · C −106 · D −106." in plain(page.text)
    assert "Puntos −106 / +318 / −106 / −106 · reparto 2 de 4" in page.text
    assert lines() == []


@pytest.mark.parametrize(
    "typed", [{**DEAL, "points": ""}, {**RESULTS, "points_b": ""}, {**MOVED, "points_c": ""}]
)
def test_the_preview_keeps_quiet_while_one_types(seated, typed):
    typed = {"number": "1", **typed}
    assert seated().post(PREVIEW, typed, headers={"HX-Request": "true"}).text.strip() == ""


def test_the_columns_of_the_players(seated):
    page = seated("fft", "B guardia 49 2o p+ B10 dA", "C tomo 50 1o").get(ACTA)
    assert page.context["board"]["rows"] == [
        ["−106", "+318", "−106", "−106"],
        ["−80", "+344", "−184", "−80"],
    ]
    assert page.text.count('board__player"') == 4
    assert "Reparto 3 de 4. Da " in page.text


def test_equal_totals_share_the_first_place(seated):
    page = seated("fft", "repartos 4 100 100 -100 -100").get(ACTA)
    assert Result.objects.get().winner is None
    assert "empatan en cabeza con un total de 100" in page.text


def test_a_correction_is_folded_again(seated, raul, client_as):
    seated("fft", "B guardia 49 2o", "C tomo 50 1o")
    typed = {"lines": "A guardia 49 2o\nC tomo 50 1o", "reason": "al revés", "version": "1"}
    page = client_as(raul).post(ACTA + "corregir/", typed, follow=True)
    assert "Puntos +224 / −40 / −144 / −40" in page.text


# --- A whole day ------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize(
    "preset", ["fft", "fft_tres", "fft_cinco", "fft_mesa_de_cinco", "naipes", "naipes_cinco"]
)
def test_a_whole_tournament_is_played(settings, tmp_path, preset):
    settings.VAR_DIR = tmp_path
    call_command("demo", game="tarot", preset=preset, entries=11, rounds=2, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage)
    played = Match.objects.exclude(state=Match.State.BYE)
    assert not played.exclude(state=Match.State.FINISHED).exists()
    for result in Result.objects.all():
        assert sum(result.tallies["puntos"]) == 0
    points = [dict(line.values)["counted_won"] for line in stage_standings(stage)]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 0


# --- On paper ---------------------------------------------------------------------------------
ROUND = ["B guardia 49 2o p+ B10 dA", "paso", "repartos 1 26 26 -78 26", "A sin 41 2o fC4"]
ALL_KINDS = [
    "petit C",
    "arbitro anula: carta",
    "arbitro puntos -9 9 0 0: voz",
    "arbitro fin: cierre",
]


def actas(tournament, **asked):
    return [
        acta
        for chunk in SHEETS["actas"].chunks(tournament, Ask("actas", **asked))
        for acta in chunk.context["actas"]
    ]


def written(block):
    """The lines of a page with more than their number, that of the totals included."""
    rows = [list(row) for row in zip(*(column.split("\n") for column in block), strict=True)]
    return [row for row in rows if any(row[1:])]


def cells(options, lines):
    return [row.cells for row in paper.rows(options, replay(TAROT, options, lines))]


def test_a_filled_acta_has_a_line_a_deal_and_sums_to_zero(seated):
    seated("fft", *ROUND)
    (acta,) = actas(Tournament.objects.get(), match=Match.objects.get().code)
    ((block,),) = [acta["rows"]]
    assert written(block) == [
        ["1", "A", "B", "guardia", "2", "49", "p+ B10", "−106", "+318", "−106", "−106", "0"],
        ["2", "B", "", "paso", "", "", "", "", "", "", "", ""],
        ["3", "C", "", "", "", "", "resultado", "+26", "+26", "−78", "+26", "0"],
        ["4", "D", "A", "sin", "2", "41", "fC4", "+310", "−100", "−110", "−100", "0"],
        ["", "", "", "", "", "", "Totales", "+230", "+244", "−294", "−180", "0"],
    ]
    assert acta["counts"] == [("A", "+230"), ("B", "+244"), ("C", "−294"), ("D", "−180")]
    assert [side["letter"] for side in acta["sides"]] == list("ABCD")


def test_the_lines_that_are_not_deals():
    assert [row[:6] for row in cells(Options(), ALL_KINDS)] == [
        ["", "C", "petit", "", "", "la pequeña sola"],
        ["", "", "", "", "", "se vuelve a dar"],
        ["", "", "", "", "", "árbitro"],
        ["", "", "", "", "", "se para"],
    ]
    clock = Options(by_time=True)
    assert [row[5] for row in cells(clock, ["repartos 2 9 1 -3 -7", "fin"])] == [
        "2 resultados",
        "fin",
    ]
    assert cells(clock, ["pierde C: se va"])[0][5] == "se marcha C"


def test_the_taker_and_his_partner_at_five():
    options = PRESETS["fft_cinco"]
    told = cells(options, ["B+D dama guardia 45.5 2o !ch fC1n", "C solo tomo 45 1o p-"])
    assert [row[1:6] for row in told] == [
        ["B+D", "guardia", "2", "45.5", "dama !ch fC1n"],
        ["C solo", "tomo", "1", "45", "p−"],
    ]


def test_more_lines_than_a_page_holds_are_carried_on(seated):
    seated("fft", *["paso"] * 6, "B guardia 49 2o")
    first, second = actas(Tournament.objects.get(), match=Match.objects.get().code)
    assert len(written(first["rows"][0])) == 7
    assert written(first["rows"][0])[-1][6:] == ["Suma y sigue", "0", "0", "0", "0", "0"]
    assert [row[0] for row in written(second["rows"][0])] == ["7", ""]
    assert written(second["rows"][0])[-1][6:8] == ["Totales", "−66"]


@pytest.mark.parametrize(
    ("options", "to_a_page", "lines"),
    [
        (PRESETS["fft"], 2, 7),
        (PRESETS["fft_mesa_de_cinco"], 2, 7),
        (Options(deals=6), 1, 28),
        (Options(by_time=True), 1, 28),
    ],
)
def test_a_short_match_is_half_a_page(options, to_a_page, lines):
    form = paper.form(options)
    assert (form.to_a_page, form.lines) == (to_a_page, lines)
    assert form.columns[-1].head == "Suma"
    heads = [column.head for column in form.columns[7:-1]]
    assert heads == list("ABCDE")[: options.players]


@pytest.mark.parametrize(
    ("preset", "length"),
    [
        ("fft", "4 repartos, federación francesa"),
        ("fft_mesa_de_cinco", "5 repartos, descansa el que da, federación francesa"),
        ("naipes_tres", "3 repartos, a la manera de «naipes»"),
    ],
)
def test_what_the_paper_says_of_the_match(preset, length):
    assert paper.form(PRESETS[preset]).length == length


@pytest.mark.parametrize("preset", ["fft_tres", "fft", "fft_cinco"])
@pytest.mark.parametrize(("changed", "pages"), [({}, 1), ({"by_time": True}, 2)])
def test_blank_actas_as_pdf(seated, preset, changed, pages):
    seated(preset, **changed)
    kind, pdf = SHEETS["actas"], Pdf()
    for chunk in kind.chunks(Tournament.objects.get(), Ask("actas", blank=2)):
        pdf.add(render_to_string(kind.template, chunk.context), chunk.css)
    read = PdfReader(BytesIO(pdf.write())).pages
    assert len(read) == pages
    assert read[0].extract_text().count("Totales") == 2 // pages
    assert read[0].extract_text().count("Firma A") == 2 // pages


def test_the_examples_of_the_paper_run():
    assert doctest.testmod(paper) == (0, 8)
