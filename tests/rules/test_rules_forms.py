"""Notation, JSON and schema of every game: round trips, and lines as people type them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules import GAMES
from rules.core import RuleError, parse_json
from rules.malilla.hands import Card, Deal, SideFault
from tests.rows import each, phrases
from tests.rules.lines import LINES
from tests.sizes import size

EACH_GAME = pytest.mark.parametrize("key", GAMES)


@EACH_GAME
@settings(max_examples=size(40, 100))
@given(data=st.data())
def test_a_hand_reads_back_from_notation_and_json(key, data):
    game, hand = GAMES[key], data.draw(LINES[key].HANDS)
    assert game.parse(str(hand)) == hand
    obj = game.to_json(hand)
    assert game.from_json(obj) == hand
    assert game.from_json(parse_json(json.dumps(obj))) == hand
    Draft202012Validator(game.schema).validate(obj)


@pytest.mark.parametrize(
    ("key", "typed_text", "expected_line"),
    [(key, *row) for key in LINES for row in LINES[key].TYPED],
)
def test_a_line_typed_by_people_is_written_in_its_usual_form(key, typed_text, expected_line):
    assert str(GAMES[key].parse(typed_text)) == expected_line


# --- Tests of one game ------------------------------------------------------------------------
def test_a_malilla_line_with_the_most_faults_is_read():
    faults = tuple(SideFault(side, "contrafallar") for side in range(4))
    faults += tuple(SideFault(side, "mostrar") for side in range(4))
    deal = Deal((9, 21, 21, 21), 0, Card("R", "o"), None, 1, faults, (-1200, 400, 400, 400))
    assert GAMES["malilla"].parse(str(deal)) == deal
    with pytest.raises(RuleError, match="fault_many"):
        Deal((40, 32), faults=(*faults, SideFault(0, "servir")))


def test_tarot_points_in_json_may_have_a_half():
    tarot = GAMES["tarot"]
    deal = tarot.parse("B+D tomo 45.5 2o")
    assert tarot.to_json(deal)["points"] == 45.5
    assert tarot.from_json({**tarot.to_json(deal), "points": 46.0}).halves == 92
    results = tarot.parse("repartos 1 37.5 37.5 -25 -25 -25")
    assert tarot.to_json(results)["points"] == [37.5, 37.5, -25, -25, -25]


def test_tarot_with_equal_shares_counts_in_half_points():
    tarot = GAMES["tarot"]
    options = tarot.Options(players=5, equal_shares=True)
    hand = tarot.parse("repartos 1 37.5 37.5 -25 -25 -25")
    assert tarot.play(tarot.start(options), hand, options).tallies[1] == (75, 75, -50, -50, -50)


def test_a_truco_hand_of_a_million_acts_is_refused():
    obj = {"kind": "deal", "acts": [{"act": "round", "winner": "A"}] * 1_000_000}
    with pytest.raises(RuleError, match="acts_many"):
        GAMES["truco"].from_json(obj)


@each(
    "line",
    *phrases(
        "0/0 3/9 5/19; revesino; revesino A corta; revesino A corta B corta C; napolitana",
        "napolitana A gana; nula B; nula rA; falta A; falta mesa A B; mano 4 -4 0",
        "mano 4 -4 0 cero; fin ya; arbitro mano 4 -4 0 0; arbitro: x; pierde A",
        "arbitro pie E: x; revesino E; vuelta 1 2 3 4 5",
    ),
)
def test_an_unreadable_line_of_revesino_is_refused(line):
    with pytest.raises(RuleError):
        GAMES["revesino"].parse(line)
