"""The acta page of malilla: its lines, its refusals, its board and its paper."""

import re

import pytest
from django.urls import reverse

from rules.core import fold
from rules.malilla import MALILLA
from rules.malilla.options import PRESETS, Options
from scoring.games.malilla.paper import form, rows
from scoring.models import Hand, Result
from tests.rows import each
from tests.scoring.games.malilla import DEAL, GAINS
from tests.scoring.page_text import plain
from tests.scoring.seated_rounds import ACTA, PREVIEW, PUBLIC, lines
from tournaments.models import Tournament

PAIRS = re.compile(r"\bparejas?\b", re.IGNORECASE)
NAMES = ["la pareja 1", "la pareja 2"]


# --- Saved lines ------------------------------------------------------------------------------
def test_a_match_with_favorito_begins_with_its_suit(seated):
    desk = seated("malilla", "companeros_favorito_mariperez")
    page = desk.get(ACTA)
    assert page.context["form"].kind == "favorito"
    assert "Elija el palo favorito." in page.text
    page = desk.post(ACTA, {"como": "favorito", "number": "1", "suit": "o"}, follow=True)
    assert lines() == ["favorito o"]
    assert page.context["form"].kind == "deal"
    assert "Palo favorito: oros. Esta vuelta se paga doble (Mari-Pérez)." in page.text
    assert desk.post(ACTA, {**DEAL, "number": "2"}).status_code == 302
    assert Hand.objects.last().line == "40-32 Ro dA"
    # Four points above 36 and three for the rey of the alce; favorito and Mari-Pérez double them.
    assert "Tantos +28 / −28" in desk.get(ACTA).text


def test_a_match_to_a_target_shows_the_gains_of_each_side(seated):
    desk = seated("malilla", "companeros_a_100")
    assert desk.post(ACTA, GAINS).status_code == 302
    assert lines() == ["vuelta +40+12"]
    page = desk.get(ACTA).text
    assert "Tantos 40 / 12" in page and "tantos de 100" in page


def test_the_form_asks_for_the_dealer_only_while_it_is_unknown(seated):
    desk = seated("malilla", "companeros")
    assert "dealer" in desk.get(ACTA + "?como=deal").context["form"].fields
    assert "dealer" in desk.get(ACTA + "?como=misdeal").context["form"].fields
    desk.post(ACTA, DEAL)
    assert "dealer" not in desk.get(ACTA + "?como=deal").context["form"].fields
    assert "Da la pareja 2." in desk.get(ACTA).text


def test_the_board_has_a_column_of_vueltas_for_each_side(seated):
    desk = seated("malilla", "companeros", "vuelta +20-20", "vuelta -32+32", "40-32 dA")
    sides = desk.get(ACTA).context["board"]["sides"]
    assert [(side["column"], side["tantos"], side["vuelta"]) for side in sides] == [
        (["+20", "−12"], "−8", "+4"),
        (["−20", "+12"], "+8", "−4"),
    ]


def test_a_match_may_end_in_a_draw(seated):
    page = seated("malilla", "companeros", "vuelta +20-20", "vuelta -20+20", "vuelta +0-0").get(
        ACTA
    )
    assert Result.objects.get().winner is None
    assert "Nadie gana la malilla: 0 / 0." in page.text


# --- Refusals ---------------------------------------------------------------------------------
def test_with_favorito_a_deal_without_the_card_of_the_alce_is_refused(seated):
    desk = seated("malilla", "companeros_favorito_mariperez", "favorito o")
    page = desk.post(ACTA, {**DEAL, "number": "2", "rank": "", "suit": ""})
    assert "ponga la carta del alce con su palo" in page.context["form"].errors["rank"][0]
    page = desk.post(ACTA, {**DEAL, "number": "2", "rank": "5"})
    assert lines() == ["favorito o", "40-32 5o dA"]


# --- The other forms of malilla ---------------------------------------------------------------
DEALS = [
    (
        "barrotada",
        {"points_a": "30", "points_b": "12", "points_c": "20", "points_d": "10", "dealer": "D"},
        ["30-12-20-10 Ro dD", "A +12 · B −6 · C −1 · D −5"],
    ),
    (
        "barrotada_alce_de_todos",
        {"points_a": "30", "points_b": "12", "points_c": "20", "points_d": "10", "dealer": "D"},
        ["30-12-20-10 Ro dD", "A +9 · B −9 · C −1 · D +1"],
    ),
    (
        "coja",
        {"points_a": "30", "points_b": "22", "points_c": "20", "faults": ["A/cargar"]},
        ["30-22-20 Ro dA A/cargar", "A −4 · B +2 · C +2"],
    ),
    (
        "dos_a_cartas_vistas",
        {"points_a": "72", "points_b": "0", "capote": "sincapote"},
        ["72-0 Ro sincapote dA", "Tantos +39 / −39"],
    ),
    (
        "dos_a_cartas_cubiertas",
        {"points_a": "40", "points_b": "27", "asleep": "5"},
        ["40-27 s5 Ro dA", "Tantos +9½ / −9½"],
    ),
]


@pytest.mark.parametrize(("preset", "fields", "expected"), DEALS, ids=[deal[0] for deal in DEALS])
def test_the_line_and_score_of_a_deal_in_each_form_of_malilla(
    seated, client_as, preset, fields, expected
):
    desk, (line, score) = seated("malilla", preset), expected
    alce = {"como": "deal", "number": "1", "rank": "R", "suit": "o", "dealer": "A"}
    preview = desk.post(PREVIEW, {**alce, **fields}, headers={"HX-Request": "true"})
    assert score in plain(preview.text)
    page = desk.post(ACTA, {**alce, **fields}, follow=True)
    assert lines() == [line]
    sides = PRESETS[preset].sides
    assert len(page.context["board"]["sides"]) == sides
    assert page.text.count('class="board__side"') == sides
    public_text = client_as(None).get(PUBLIC).text
    assert score in plain(page.text) and score in plain(public_text)
    assert not PAIRS.search(page.text + public_text)
    assert desk.get(ACTA + "corregir/").status_code == 200


def test_the_last_vuelta_of_a_coja_ends_the_match(seated, client_as):
    desk = seated("malilla", "coja", *["vuelta +10-4-6"] * 3)
    last = {"tantos_a_pierde": "30", "tantos_b": "10", "tantos_c": "20"}
    page = desk.post(ACTA, {"como": "vuelta", "number": "4", **last}, follow=True)
    result = Result.objects.get()
    assert (result.winner, result.tallies["tantos"]) == (2, [0, -2, 2])
    assert "gana la malilla: A 0 · B −2 · C +2." in plain(page.text)


def test_every_page_shows_half_tantos_as_halves(seated):
    desk = seated("malilla", "dos_a_cartas_cubiertas", "vuelta -6.5+6.5", *["vuelta -1+1"] * 5)
    assert Result.objects.get().tallies["tantos"] == [-23, 23]  # stored as a number of half tantos
    tournament = Tournament.objects.get()
    for name, arguments in [
        ("match", ["R1P001"]),
        ("acta", ["R1P001"]),
        ("tournament", []),
        ("standings", []),
        ("entry", [1]),
        ("desk", []),
        ("round", [1]),
    ]:
        assert "11½" in desk.get(reverse(name, args=[tournament.slug, *arguments])).text, name


# --- Paper ------------------------------------------------------------------------------------
@each(
    "options, acta_lines, cells",
    (Options(), ["40-32 dA", "mal", "arbitro -10+10: señas", "36-36"], ["+4", "−10"]),
    (Options(), ["vuelta +9-9", "40-32"], ["", "", "", "+9", "+4"]),
    (Options(), ["partida +9-9"], []),
    (Options(target=100), ["vuelta +9+3", "vuelta +95+0"], ["9", "95"]),
    (Options(vueltas=18), ["vuelta +1-1"] * 18, [*["+1"] * 15, "+3"]),
)
def test_the_paper_has_a_box_for_each_deal_or_vuelta(options, acta_lines, cells):
    paper_rows = rows(options, fold(MALILLA, options, acta_lines))
    assert paper_rows[0].cells == cells
    assert len(paper_rows[0].cells) <= form(options).boxes
