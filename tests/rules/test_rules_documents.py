"""The examples in the notation and on the referee's pages agree with the rules."""

import re

import pytest

from rules import GAMES, acta
from rules.cientos.codes import VOIDS
from rules.core import fold, options_of
from rules.guinote import GUINOTE
from rules.malilla.forms import FAULTS, FORMS
from tests.refusals import is_refused
from tests.rows import each
from tests.rules import pages

EACH_GAME = pytest.mark.parametrize("key", GAMES)
PRESETS = {"cientos": "un_juego", "marcador": "mus_tres_juegos", "truco": "parejas"}
# By game: the number of JSON lines in the notation document, and the number of refused lines on the
# referee's page.
COUNTED = {
    "cientos": (7, 24),
    "guinote": (8, 14),
    "malilla": (11, 14),
    "marcador": (11, 12),
    "revesino": (11, 21),
    "tarot": (8, 27),
    "truco": (9, 35),
    "zanga": (7, 26),
}
# By game and refused line: the lines before it, which the referee's page describes in words.
BEFORE = {
    ("guinote", "coto 3-1"): ["partida A"],
    ("truco", "chico 30-24"): ["AA"],
    ("truco", "A +A"): ["arbitro tantos B 7: x"] * 4,
    ("cientos", "1-5 !A pB51 sB5A dA"): ["arbitro mano 99-0: x"],
    ("zanga", "pj 3-5"): ["arbitro vales 4-28-0: x", "arbitro mano A1: x"],
    ("zanga", "pppz 3-5"): ["arbitro vales 28-3-1: x", "arbitro mano A1: x"],
    ("zanga", "j 5-3"): [],
    ("zanga", "j 5-3 mA2"): ["j 5-3 mA1"],
}
USUALLY_BEFORE = {"zanga": ["arbitro mano A1: x"]}
# By game: the text that «…» stands for in the notation.
ELLIPSIS = {"guinote": "60-60 uA", "revesino": "4 -4 0 0: motivo", "tarot": "B guardia 49 2o"}
WITH_ALL_MEMBERS = {"marcador"}  # games whose examples in JSON omit no member
REFUSED = [(key, line) for key in GAMES for line in pages.refused_lines(key)]


@EACH_GAME
def test_the_json_lines_of_the_notation_are_read(key):
    game = GAMES[key]
    objects = pages.json_lines(pages.notation(key))
    hands = [game.from_json(obj) for obj in objects]
    assert [game.from_json(game.to_json(hand)) for hand in hands] == hands
    if key in WITH_ALL_MEMBERS:
        assert [game.to_json(hand) for hand in hands] == objects
    assert len(objects) == COUNTED[key][0]


@pytest.mark.parametrize(("key", "line"), REFUSED)
def test_the_refused_lines_of_the_referees_page_are_refused(key, line):
    options = options_of(GAMES[key], PRESETS.get(key, ""))
    before = BEFORE.get((key, line), USUALLY_BEFORE.get(key, []))
    fold(GAMES[key], options, before)
    with is_refused(hand=len(before) + 1):
        fold(GAMES[key], options, [*before, line.replace("…", "60-60 uA")])


@EACH_GAME
def test_every_row_of_the_table_of_refusals_is_read(key):
    assert len(pages.refused_lines(key)) == COUNTED[key][1]


# The rows of truco hold more than lines, so truco is left out.
@pytest.mark.parametrize("key", sorted({*GAMES} - {"truco"}))
def test_the_lines_of_the_notation_are_written_as_they_are_read(key):
    lines = pages.backquoted(pages.first_column(pages.notation(key)))
    assert len(lines) > 4
    for line in lines:
        line_in_full = line.replace("…", ELLIPSIS.get(key, ""))
        assert str(GAMES[key].parse(line_in_full)) == line_in_full


# --- Options ----------------------------------------------------------------------------------
@each("key", "cientos", "malilla", "marcador", "revesino")
def test_the_page_names_every_option_and_preset(key):
    names = set(re.findall(r"`([\w ]+)`", pages.page(key)))
    assert {*GAMES[key].Options.__dataclass_fields__, *GAMES[key].presets} <= names


def test_the_pages_name_every_void_hand_form_and_fault():
    assert {f"nula {cause}" for cause in VOIDS} <= {
        *re.findall(r"`(nula \w+)`", pages.page("cientos"))
    }
    names = set(re.findall(r"`(\w+)`", pages.page("malilla")))
    assert {*FORMS, *FAULTS} <= names
    assert {*FAULTS} <= set(re.findall(r"`(\w+)`", pages.notation("malilla")))


@each("key", "marcador", "revesino")
def test_the_table_of_options_has_their_usual_values(key):
    table = pages.section(pages.page(key), "Opciones")
    documented = {}
    for names, values in zip(
        pages.first_column(table)[1:], pages.first_column(table, 1)[1:], strict=True
    ):
        documented |= zip(
            pages.backquoted([names]), values.replace("`", "").split(", "), strict=True
        )
    usual = {name: getattr(GAMES[key].Options(), name) for name in GAMES[key].Options.__slots__}
    assert documented == {
        name: "no" if value is False else str(value) for name, value in usual.items()
    }


# --- Guiñote ----------------------------------------------------------------------------------
def test_the_acta_file_of_the_notation_is_read():
    texts = pages.blocks(pages.common_notation())
    (text,) = [block for block in texts if block.startswith("@juego")]
    record = acta.read_acta(text)
    assert acta.read_header(record)[1] == GUINOTE.Options(cotos=2, partidas=4)
    assert acta.acta_steps(record)[-1].score.tallies[1] == (1, 0)


def test_the_first_match_of_the_guinote_page_is_won_by_three_partidas():
    score = fold(GUINOTE, GUINOTE.Options(), pages.first_match("guinote"))[-1].score
    assert score.state.cotos == ((3, 0),)
