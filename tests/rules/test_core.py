"""The core of all games: the fold, options as text, refusals, and safe values in sentences."""

import pickle

import pytest

import rules
from rules.core import CODES, RuleError, Step, fold, options_of, refusal
from rules.errors import quotable
from rules.guinote import GUINOTE
from rules.lines import Forfeit
from rules.truco import TRUCO
from tests.refusals import is_refused
from tests.rows import case, each

TWO_OF_3 = GUINOTE.presets["dos_cotos_de_3"]


def test_fold_returns_every_line_with_its_number_and_score():
    hands = [GUINOTE.parse("60-60 uA"), GUINOTE.parse("partida B")]
    first = GUINOTE.play(GUINOTE.start(TWO_OF_3), hands[0], TWO_OF_3)
    second = GUINOTE.play(first, hands[1], TWO_OF_3)
    steps = [Step(1, hands[0], first), Step(2, hands[1], second)]
    assert fold(GUINOTE, TWO_OF_3, hands) == steps
    assert fold(GUINOTE, TWO_OF_3, ["60-60 uA", "partida B"]) == steps
    assert fold(GUINOTE, TWO_OF_3, []) == []


@each("lines", ["partida A", "partida C"], ["partida A", "coto 3-1"])
def test_the_error_of_a_fold_has_the_number_of_the_line(lines):
    with pytest.raises(RuleError) as error:
        fold(GUINOTE, TWO_OF_3, lines)
    assert error.value.hand == 2
    assert str(error.value).startswith("line 2, ")


@each(
    "preset, changes, options",
    ("", {}, GUINOTE.Options()),
    ("un_coto_de_4", {}, GUINOTE.Options(cotos=1, partidas=4)),
    ("un_coto_de_4", {"partidas": "6"}, GUINOTE.Options(cotos=1, partidas=6)),
    ("mejor_de_13", {"play_all": "sí"}, GUINOTE.Options(best_of=13, play_all=True)),
    ("", {"best_of": 5, "play_all": True}, GUINOTE.Options(best_of=5, play_all=True)),
)
def test_options_are_read_from_a_preset_and_changes(preset, changes, options):
    assert options_of(GUINOTE, preset, changes) == options


@each(
    "preset, changes, code, field",
    ("mus", {}, "preset_unknown", "preset"),
    ("", {"chicos": 3}, "option_unknown", "options"),
    ("", {"cotos": "dos"}, "option_type", "cotos"),
    ("", {"cotos": "９"}, "option_type", "cotos"),
    ("", {"cotos": 2.0}, "option_type", "cotos"),
    ("", {"cotos": True}, "option_type", "cotos"),
    ("", {"play_all": "quizá"}, "option_type", "play_all"),
    ("", {"cotos": "9" * 5000}, "option_type", "cotos"),
    ("", {"cotos": "99"}, "option_range", "cotos"),
)
def test_impossible_options_are_refused_with_their_field(preset, changes, code, field):
    with is_refused(code, field=field):
        options_of(GUINOTE, preset, changes)


@each("key", "mus", "", None, ["guinote"], "__class__")
def test_an_unknown_game_is_refused_with_the_known_games(key):
    with pytest.raises(RuleError) as error:
        rules.game(key)
    assert (error.value.code, error.value.params["allowed"]) == (
        "game_unknown",
        ", ".join(rules.GAMES),
    )


def test_every_game_is_found_by_its_key():
    assert {key: rules.game(key).key for key in rules.GAMES} == {key: key for key in rules.GAMES}
    assert {"guinote", "truco"} <= set(rules.GAMES)


def test_options_give_the_number_of_sides_and_of_people_in_each():
    assert (TWO_OF_3.sides, TWO_OF_3.people) == (2, 2)
    sizes = {
        preset: (options.sides, options.people)
        for preset, options in TRUCO.presets.items()
        if options == TRUCO.Options(players=options.players)
    }
    assert sizes == {"parejas": (2, 2), "mano_a_mano": (2, 1), "gallo": (3, 1), "pica_pica": (2, 3)}
    assert TRUCO.presets["gallo_fijo"].people == 0


@each(
    "value, quoted_value",
    ("mesa 3", "mesa 3"),
    ("x" * 61, "x" * 59 + "…"),
    ("a\x00\ud800\u202eb", "a���b"),
    (7, 7),
    (True, True),
    (None, None),
    case("five thousand digits", 10**5000, "> 10^12"),
    case("thirteen digits below zero", -(10**13), "< -10^12"),
    (2.5, "float"),
    ({"a": 1}, "dict"),
)
def test_a_value_is_shortened_and_cleaned_to_be_quoted(value, quoted_value):
    assert quotable(value) == quoted_value


def test_a_refusal_has_the_params_of_its_code():
    error = refusal("line_too_long", "line", length=300, allowed=200)
    assert tuple(error.params) == CODES["line_too_long"].params


@each("empty", "", " ", "—")
def test_a_refusal_with_an_empty_list_of_allowed_values_fails(empty):
    with pytest.raises(AssertionError, match="line_unreadable"):
        refusal("line_unreadable", "line", value="x", allowed=empty)


def test_a_forfeit_needs_a_reason():
    with pytest.raises(RuleError, match="reason_missing"):
        Forfeit(0, " ")


def test_a_refusal_can_be_pickled():
    error = refusal("game_unknown", "game", value="mus", allowed="truco")
    error.hand = 3
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.article, copy.hand) == (str(error), error.article, 3)
