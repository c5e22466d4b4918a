"""Notation, structured form and schema of every game: round trips, and whatever is sent."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES
from rules.core import RuleError, parse_json
from tests.rules.lines import LINES
from tests.rules.typed import check_refused_or_valid, members, schema_of, sent, typed, values

EACH_GAME = pytest.mark.parametrize("key", GAMES)


@EACH_GAME
@given(data=st.data())
def test_notation_hand_and_json_are_the_same_thing(key, data):
    game, hand = GAMES[key], data.draw(LINES[key].HANDS)
    assert game.parse(str(hand)) == hand
    obj = game.to_json(hand)
    assert game.from_json(obj) == hand
    assert game.from_json(parse_json(json.dumps(obj))) == hand
    schema_of(key).validate(obj)


@pytest.mark.parametrize(
    ("key", "written", "line"), [(key, *row) for key in LINES for row in LINES[key].TYPED]
)
def test_what_people_type_and_how_it_is_kept(key, written, line):
    assert str(GAMES[key].parse(written)) == line


@EACH_GAME
@given(data=st.data())
def test_whatever_is_typed_is_a_line_or_refused(key, data):
    try:
        hand = GAMES[key].parse(data.draw(typed(key, LINES[key].WORDS)))
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert GAMES[key].parse(str(hand)) == hand


@EACH_GAME
@given(data=st.data())
def test_whatever_is_sent_is_a_line_or_refused(key, data):
    check_refused_or_valid(key, data.draw(sent(key, values(key))))


@EACH_GAME
@given(data=st.data())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(key, data):
    obj, member = GAMES[key].to_json(data.draw(LINES[key].HANDS)), data.draw(members(key))
    if data.draw(st.booleans()):
        obj.pop(member, None)
    else:
        obj[member] = data.draw(values(key))
    check_refused_or_valid(key, obj)


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", '{"point": Infinity}', "[" * 100_000, "9" * 5000, "\ud800"]
)
def test_json_that_cannot_be_read(text):
    with pytest.raises(RuleError, match="json_unreadable"):
        parse_json(text)
