"""The examples of the documents are true."""

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
# The number of lines in JSON in the notation, and of refused lines on the page.
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
# The lines before a refused line, which its row gives in words.
BEFORE = {
    ("guinote", "coto 3-1"): ["partida A"],
    ("truco", "chico 30-24"): ["AA"],
    ("zanga", "pj 3-5"): ["arbitro vales 4-28-0: x", "arbitro mano A1: x"],
    ("zanga", "pppz 3-5"): ["arbitro vales 28-3-1: x", "arbitro mano A1: x"],
    ("zanga", "j 5-3"): [],
    ("zanga", "j 5-3 mA2"): ["j 5-3 mA1"],
}
USUALLY_BEFORE = {"zanga": ["arbitro mano A1: x"]}
# The part that a line of the notation omits.
MISSING = {"guinote": "60-60 uA", "revesino": "4 -4 0 0: motivo", "tarot": "B guardia 49 2o"}
WHOLE = {"marcador"}  # games whose lines have every member
REFUSED = [(key, line) for key in GAMES for line in pages.refused(key)]


@EACH_GAME
def test_the_structured_lines(key):
    game = GAMES[key]
    written = pages.section(pages.whole_notation(), "Structured form")
    objects = pages.objects(written if key == "guinote" else pages.notation(key))
    hands = [game.from_json(obj) for obj in objects]
    assert [game.from_json(game.to_json(hand)) for hand in hands] == hands
    if key in WHOLE:
        assert [game.to_json(hand) for hand in hands] == objects
    assert len(objects) == COUNTED[key][0]


@pytest.mark.parametrize(("key", "line"), REFUSED)
def test_what_the_referees_page_says_is_refused(key, line):
    options = options_of(GAMES[key], PRESETS.get(key, ""))
    before = BEFORE.get((key, line), USUALLY_BEFORE.get(key, []))
    fold(GAMES[key], options, before)
    with is_refused(hand=len(before) + 1):
        fold(GAMES[key], options, [*before, line.replace("…", "60-60 uA")])


@EACH_GAME
def test_the_table_of_refusals_is_read(key):
    assert len(pages.refused(key)) == COUNTED[key][1]


@pytest.mark.parametrize("key", sorted({*GAMES} - {"truco"}))  # its rows have more
def test_the_lines_of_the_notation(key):
    lines = pages.ticked(pages.first_column(pages.notation(key)))
    assert len(lines) > 4
    for line in lines:
        whole = line.replace("…", MISSING.get(key, ""))
        assert str(GAMES[key].parse(whole)) == whole


# --- Options ----------------------------------------------------------------------------------
@each("key", "cientos", "malilla", "marcador", "revesino")
def test_the_page_names_every_option_and_preset(key):
    named = set(re.findall(r"`([\w ]+)`", pages.page(key)))
    assert {*GAMES[key].Options.__dataclass_fields__, *GAMES[key].presets} <= named


def test_the_pages_name_every_void_hand_form_and_fault():
    assert {f"nula {cause}" for cause in VOIDS} <= {
        *re.findall(r"`(nula \w+)`", pages.page("cientos"))
    }
    named = set(re.findall(r"`(\w+)`", pages.page("malilla")))
    assert {*FORMS, *FAULTS} <= named
    assert {*FAULTS} <= set(re.findall(r"`(\w+)`", pages.notation("malilla")))


@each("key", "marcador", "revesino")
def test_the_table_of_options_has_their_usual_values(key):
    table = pages.section(pages.page(key), "Opciones")
    told = {}
    for names, values in zip(
        pages.first_column(table)[1:], pages.first_column(table, 1)[1:], strict=True
    ):
        told |= zip(pages.ticked([names]), values.replace("`", "").split(", "), strict=True)
    usual = {name: getattr(GAMES[key].Options(), name) for name in GAMES[key].Options.__slots__}
    assert told == {name: "no" if value is False else str(value) for name, value in usual.items()}


# --- Guiñote ----------------------------------------------------------------------------------
def test_the_acta_file():
    texts = pages.blocks(pages.whole_notation())
    (text,) = [block for block in texts if block.startswith("@juego")]
    record = acta.read_acta(text)
    assert acta.read_header(record)[1] == GUINOTE.Options(cotos=2, partidas=4)
    assert acta.acta_steps(record)[-1].score.tallies[1] == (1, 0)


def test_the_coto_of_the_referees_page():
    score = fold(GUINOTE, GUINOTE.Options(), pages.played("guinote"))[-1].score
    assert score.state.cotos == ((3, 0),)
