"""Typing an acta of malilla: each kind of line, what is refused and where, the board, the paper."""

import re

import pytest
from django.urls import reverse

from rules.core import replay
from rules.malilla import MALILLA
from rules.malilla.options import PRESETS, Options
from scoring.games.malilla.paper import form, rows
from scoring.games.malilla.words import line_in_words, score_in_words
from scoring.models import Hand, Result
from scoring.services.actas import record_hand
from tests.scoring.halls import seat_round
from tests.scoring.text import plain
from tournaments.models import Tournament

ACTA = "/t/casino-de-calamocha/acta/R1P001/"
PREVIEW = ACTA + "prueba/"
PUBLIC = "/t/casino-de-calamocha/partida/R1P001/"
PAIRS = re.compile(r"\bparejas?\b", re.IGNORECASE)
DEAL = {
    "como": "deal",
    "number": "1",
    "points_a": "40",
    "points_b": "32",
    "rank": "R",
    "suit": "o",
    "dealer": "A",
}
VUELTA = {"como": "vuelta", "number": "1", "tantos_a_pierde": "20", "tantos_b": "20"}
EVEN = {"tantos_a_pierde": "0", "tantos_b": "0"}
RULING = {"como": "ruling", "number": "1", "ruling": "anula", "reason": "señas"}
MOVED = {**RULING, "ruling": "tantos", "tantos_a_pierde": "10", "tantos_b": "10"}
GAINS = {"como": "vuelta", "number": "1", "tantos_a": "40", "tantos_b": "12"}
NAMES = ["la pareja 1", "la pareja 2"]


@pytest.fixture
def seated(make_tournament, pairs, chema, client_as):
    """A match of malilla of this preset with its first lines, and the desk in front of it."""

    def seat(preset="companeros", *written):
        options = {
            name: getattr(PRESETS[preset], name) for name in PRESETS[preset].__dataclass_fields__
        }
        sides = PRESETS[preset].sides
        tournament = make_tournament(
            game="malilla",
            game_options=options,
            format_options={"rounds": 2},
            format="swiss" if sides == 2 else "totals",
        )
        match = seat_round(tournament, [pairs(tournament, sides)]).matches.get()
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
        (DEAL, "40-32 Ro dA"),
        ({**DEAL, "rank": "", "suit": ""}, "40-32 dA"),
        ({**DEAL, "suit": ""}, "40-32 R dA"),
        ({**DEAL, "faults": ["A/servir", "B/hablar"]}, "40-32 Ro dA A/servir B/hablar"),
        ({**DEAL, "points_a": "72", "points_b": "0"}, "72-0 Ro dA"),
        (VUELTA, "vuelta -20+20"),
        ({**VUELTA, **EVEN}, "vuelta +0+0"),
        ({**VUELTA, "como": "partida"}, "partida -20+20"),
        ({**VUELTA, **EVEN, "como": "partida"}, "partida +0+0"),
        ({"como": "misdeal", "what": "mal", "dealer": "B"}, "mal dB"),
        ({"como": "misdeal", "what": "baraja"}, "baraja"),
        (MOVED, "arbitro -10+10: señas"),
        ({**RULING, "ruling": "da", "side": "B"}, "arbitro da B: señas"),
        ({**RULING, "ruling": "partida", "side": "B"}, "arbitro partida B: señas"),
        (RULING, "arbitro anula: señas"),
        ({"como": "forfeit", "loser": "B", "reason": "no se presenta"}, "pierde B: no se presenta"),
        ({"como": "notation", "text": "40-32 ro da"}, "40-32 Ro dA"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_every_kind_of_line_is_typed_and_saved(seated, typed, line):
    answer = seated().post(ACTA, {"number": "1", **typed})
    assert (answer.status_code, answer.url.split("?")[0]) == (302, ACTA)
    assert lines() == [line]


def test_the_palo_favorito_comes_first(seated):
    desk = seated("companeros_favorito_mariperez")
    page = desk.get(ACTA)
    assert page.context["form"].kind == "favorito"
    assert "Falta el palo favorito." in page.text
    page = desk.post(ACTA, {"como": "favorito", "number": "1", "suit": "o"}, follow=True)
    assert lines() == ["favorito o"]
    assert page.context["form"].kind == "deal"
    assert "Palo favorito: oros. Esta vuelta se paga doble (Mari-Pérez)." in page.text
    assert desk.post(ACTA, {**DEAL, "number": "2"}).status_code == 302
    assert Hand.objects.last().line == "40-32 Ro dA"
    assert "Tantos +28 / −28" in desk.get(ACTA).text  # (4 + 3) · 2 · 2


def test_to_a_target_both_have_gains(seated):
    desk = seated("companeros_a_100")
    assert desk.post(ACTA, GAINS).status_code == 302
    assert lines() == ["vuelta +40+12"]
    page = desk.get(ACTA).text
    assert "Tantos 40 / 12" in page and "tantos de 100" in page


@pytest.mark.parametrize(
    ("written", "kinds"),
    [
        ([], "deal vuelta partida misdeal ruling forfeit stop notation"),
        (["40-32 dA"], "deal misdeal ruling forfeit stop notation"),
        (["vuelta +4-4"], "deal vuelta misdeal ruling forfeit stop notation"),
        (["mal"], "deal vuelta partida misdeal ruling forfeit stop notation"),
        (["partida +4-4"], ""),
    ],
)
def test_only_what_can_still_happen_is_offered(seated, written, kinds):
    page = seated("companeros", *written).get(ACTA)
    assert [kind for kind, _tab in page.context["kinds"]] == kinds.split()


def test_the_dealer_is_asked_for_only_while_unknown(seated):
    desk = seated()
    assert "dealer" in desk.get(ACTA + "?como=deal").context["form"].fields
    assert "dealer" in desk.get(ACTA + "?como=misdeal").context["form"].fields
    desk.post(ACTA, DEAL)
    assert "dealer" not in desk.get(ACTA + "?como=deal").context["form"].fields
    assert "Da la pareja 2." in desk.get(ACTA).text


def test_the_column_of_each_side(seated):
    desk = seated("companeros", "vuelta +20-20", "vuelta -32+32", "40-32 dA")
    sides = desk.get(ACTA).context["board"]["sides"]
    assert [(side["column"], side["tantos"], side["vuelta"]) for side in sides] == [
        (["+20", "−12"], "−8", "+4"),
        (["−20", "+12"], "+8", "−4"),
    ]


def test_a_match_may_end_drawn(seated):
    page = seated("companeros", "vuelta +20-20", "vuelta -20+20", "vuelta +0-0").get(ACTA)
    assert Result.objects.get().winner is None
    assert "Nadie gana la malilla: 0 / 0." in page.text


# --- Break one field at a time ----------------------------------------------------------------
_VALUE = "«Del orden y valor de los naypes»"


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        (
            {**DEAL, "points_b": "33"},
            "points_a",
            f"suman 73 y en un reparto hay siempre 72: 60 en "
            f"cartas y uno por cada una de las doce bazas (Malilla, {_VALUE})",
        ),
        ({**DEAL, "points_a": "-1", "points_b": "73"}, "points_a", "-1"),
        ({**DEAL, "points_a": "cuarenta"}, "points_a", "número entero"),
        ({**DEAL, "points_b": ""}, "points_b", "requerido"),
        ({**DEAL, "rank": "9", "points_a": "4", "points_b": "68"}, "points_a", "al menos 6"),
        ({**DEAL, "rank": "X"}, "rank", "opciones disponibles"),
        ({**DEAL, "rank": ""}, "rank", "Falta la carta"),
        ({**DEAL, "suit": "x"}, "suit", "opciones disponibles"),
        ({**DEAL, "dealer": ""}, "dealer", "no se sabe quién dio"),
        ({**DEAL, "dealer": "C"}, "dealer", "opciones disponibles"),
        ({**DEAL, "faults": ["A/soplar"]}, "faults", "opciones disponibles"),
        ({**DEAL, "faults": ["A/servir", "A/servir"]}, "faults", "dos veces"),
        ({**DEAL, "faults": ["A/turno", "B/turno"]}, "faults", "dieron sin turno"),
        ({**DEAL, "faults": ["B/turno"]}, "dealer", "sin tocarle"),
        ({"como": "vuelta"}, "tantos_a", "Faltan los tantos; si no hay ninguno, ponga un 0"),
        ({**VUELTA, "tantos_a_pierde": ""}, "tantos_a", "suman +20 y tienen que sumar 0"),
        ({**VUELTA, "tantos_a": "20"}, "tantos_a", "una sola de las dos casillas"),
        ({**VUELTA, "tantos_b": "veinte"}, "tantos_b", "por ejemplo 20"),
        ({**VUELTA, "tantos_b": "20,3"}, "tantos_b", "por ejemplo 20"),
        ({**VUELTA, "tantos_b": "٢٠"}, "tantos_b", "por ejemplo 20"),
        ({**VUELTA, "tantos_a_pierde": "-20"}, "tantos_a", "por ejemplo 20"),
        ({**VUELTA, "tantos_b": "6,5"}, "tantos_a", "aquí no hay medios tantos"),
        ({**VUELTA, "tantos_b": "19"}, "tantos_a", "suman -1 y tienen que sumar 0"),
        (
            {**VUELTA, "tantos_a_pierde": "900", "tantos_b": "900"},
            "tantos_a",
            "«Resumen de los pagos»",
        ),
        ({**VUELTA, "como": "partida", "tantos_b": "90000"}, "tantos_a", "«Resumen de los pagos»"),
        ({"como": "misdeal", "what": ""}, "what", "requerido"),
        ({"como": "misdeal", "what": "mal", "dealer": "Z"}, "dealer", "opciones disponibles"),
        ({**RULING, "ruling": ""}, "ruling", "requerido"),
        ({**RULING, "ruling": "indulta"}, "ruling", "opciones disponibles"),
        ({**RULING, "ruling": "da"}, "side", "Falta decir quién"),
        ({**RULING, "ruling": "partida", "side": "C"}, "side", "opciones disponibles"),
        ({**RULING, "ruling": "tantos"}, "tantos_a", "Faltan los tantos"),
        ({**MOVED, "tantos_b": ""}, "tantos_a", "tienen que sumar 0"),
        ({**MOVED, "tantos_b": "9"}, "tantos_a", "tienen que sumar 0"),
        ({**MOVED, "ruling": "anula"}, "tantos_a", "Sobran los tantos"),
        ({**RULING, "reason": ""}, "reason", "requerido"),
        ({**RULING, "reason": "a\0b"}, "reason", "nulos"),
        ({"como": "notation", "text": "40-33"}, "text", "suman 73"),
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
    ("typed", "field", "said"),
    [
        ({**GAINS, "tantos_a": "-4"}, "tantos_a", "solo se apunta lo que se gana"),
        ({**GAINS, "tantos_b": ""}, "tantos_b", "Faltan los tantos"),
        ({**GAINS, "como": "partida"}, "tantos_a", "nadie llega a 100"),
        ({**GAINS, "como": "partida", "tantos_a": "100", "tantos_b": "100"}, "tantos_a", "los dos"),
    ],
)
def test_a_wrong_field_to_a_target(seated, typed, field, said):
    page = seated("companeros_a_100").post(ACTA, typed)
    assert page.status_code == 400
    assert said in page.context["form"].errors[field][0]
    assert lines() == []


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"como": "favorito", "suit": ""}, "suit", "requerido"),
        ({"como": "favorito", "suit": "x"}, "suit", "opciones disponibles"),
        (DEAL, "__all__", "Falta el palo favorito"),
        ({**VUELTA, "tantos_a_pierde": "21", "tantos_b": "21"}, "tantos_a", "no es múltiplo de 2"),
    ],
)
def test_a_wrong_field_with_favorito(seated, typed, field, said):
    page = seated("companeros_favorito_mariperez").post(ACTA, {"number": "1", **typed})
    assert page.status_code == 400
    assert said in page.context["form"].errors[field][0]


def test_with_favorito_the_trump_is_asked_for(seated):
    desk = seated("companeros_favorito_mariperez", "favorito o")
    page = desk.post(ACTA, {**DEAL, "number": "2", "rank": "", "suit": ""})
    assert "ponga la carta del alce con su palo" in page.context["form"].errors["rank"][0]
    page = desk.post(ACTA, {**DEAL, "number": "2", "rank": "5"})
    assert lines() == ["favorito o", "40-32 5o dA"]


# --- The other malillas -----------------------------------------------------------------------
OTHERS = [
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


@pytest.mark.parametrize(("preset", "typed", "written"), OTHERS, ids=[one[0] for one in OTHERS])
def test_a_deal_of_each_malilla(seated, client_as, preset, typed, written):
    desk, (line, score) = seated(preset), written
    alce = {"como": "deal", "number": "1", "rank": "R", "suit": "o", "dealer": "A"}
    previewed = desk.post(PREVIEW, {**alce, **typed}, headers={"HX-Request": "true"})
    assert score in plain(previewed.text)
    page = desk.post(ACTA, {**alce, **typed}, follow=True)
    assert lines() == [line]
    sides = PRESETS[preset].sides
    assert len(page.context["board"]["sides"]) == sides
    assert page.text.count('class="board__side"') == sides
    seen = client_as(None).get(PUBLIC).text
    assert score in plain(page.text) and score in plain(seen)
    assert not PAIRS.search(page.text + seen)
    assert desk.get(ACTA + "corregir/").status_code == 200


@pytest.mark.parametrize("preset", [one[0] for one in OTHERS])
def test_every_kind_of_line_of_each_malilla_has_its_page(seated, preset):
    desk = seated(preset)
    kinds = [kind for kind, _tab in desk.get(ACTA).context["kinds"]]
    assert kinds == [
        "deal",
        "vuelta",
        "partida",
        "misdeal",
        "ruling",
        "forfeit",
        "stop",
        "notation",
    ]
    for kind in kinds:
        page = desk.get(ACTA, {"como": kind})
        assert page.context["form"].kind == kind
        assert not PAIRS.search(page.text), kind
        assert desk.post(ACTA, {"como": kind, "number": "1"}).status_code == 400


def test_three_play_a_whole_coja(seated, client_as):
    desk = seated("coja", *["vuelta +10-4-6"] * 3)
    last = {"tantos_a_pierde": "30", "tantos_b": "10", "tantos_c": "20"}
    page = desk.post(ACTA, {"como": "vuelta", "number": "4", **last}, follow=True)
    result = Result.objects.get()
    assert (result.winner, result.tallies["tantos"]) == (2, [0, -2, 2])
    assert "gana la malilla: A 0 · B −2 · C +2." in plain(page.text)


def test_half_tantos_are_read_as_halves_wherever_they_are_shown(seated):
    desk = seated("dos_a_cartas_cubiertas", "vuelta -6.5+6.5", *["vuelta -1+1"] * 5)
    assert Result.objects.get().tallies["tantos"] == [-23, 23]  # kept whole, as half tantos
    tournament = Tournament.objects.get()
    for name, rest in [
        ("match", ["R1P001"]),
        ("acta", ["R1P001"]),
        ("tournament", []),
        ("standings", []),
        ("entry", [1]),
        ("desk", []),
        ("round", [1]),
    ]:
        assert "11½" in desk.get(reverse(name, args=[tournament.slug, *rest])).text, name


# --- The score before saving ------------------------------------------------------------------
def test_the_preview_says_what_it_would_be(seated):
    page = seated().post(PREVIEW, DEAL, headers={"HX-Request": "true"})
    assert "Puntos 40-32: +7 / −7." in page.text
    assert "Tantos +7 / −7" in page.text
    assert lines() == []


@pytest.mark.parametrize("typed", [{**DEAL, "points_b": ""}, {**VUELTA, "tantos_b": ""}])
def test_the_preview_keeps_quiet_while_one_types(seated, typed):
    assert seated().post(PREVIEW, typed, headers={"HX-Request": "true"}).text.strip() == ""


# --- In words and on paper --------------------------------------------------------------------
def test_the_vuelta_of_the_reglamento_in_words():
    written = ["40-32 Rc dA", "72-0", "30-42 9e B/cargar", "33-39 So"]
    steps = replay(MALILLA, Options(vueltas=1), written)
    assert line_in_words(steps[1], NAMES) == "Puntos 72-0: +72 / −72. La pareja 1 da capote."
    assert line_in_words(steps[3], NAMES).endswith("La pareja 1 gana la malilla: +90 / −90.")
    assert [score_in_words(step.score, Options(vueltas=1)) for step in steps] == [
        "Tantos +7 / −7 · vuelta 1, reparto 2",
        "Tantos +79 / −79 · vuelta 1, reparto 3",
        "Tantos +94 / −94 · vuelta 1, reparto 4",
        "Tantos +90 / −90",
    ]


def test_the_winner_is_said_with_his_tantos_first():
    (step,) = replay(MALILLA, Options(), ["partida -55+55"])
    assert line_in_words(step, NAMES) == "La pareja 2 gana la malilla: +55 / −55."


@pytest.mark.parametrize(
    ("options", "written", "cells"),
    [
        (Options(), ["40-32 dA", "mal", "arbitro -10+10: señas", "36-36"], ["+4", "−10"]),
        (Options(), ["vuelta +9-9", "40-32"], ["", "", "", "+9", "+4"]),
        (Options(), ["partida +9-9"], []),
        (Options(target=100), ["vuelta +9+3", "vuelta +95+0"], ["9", "95"]),
        (Options(vueltas=18), ["vuelta +1-1"] * 18, [*["+1"] * 15, "+3"]),
    ],
)
def test_the_boxes_of_the_paper(options, written, cells):
    filled = rows(options, replay(MALILLA, options, written))
    assert filled[0].cells == cells
    assert len(filled[0].cells) <= form(options).boxes
