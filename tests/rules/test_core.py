"""Parts that all games share: the fold, options from outside, and safe values in sentences."""

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


def test_fold_keeps_every_line_with_its_number_and_the_score_after_it():
    hands = [GUINOTE.parse("60-60 uA"), GUINOTE.parse("partida B")]
    first = GUINOTE.play(GUINOTE.start(TWO_OF_3), hands[0], TWO_OF_3)
    second = GUINOTE.play(first, hands[1], TWO_OF_3)
    steps = [Step(1, hands[0], first), Step(2, hands[1], second)]
    assert fold(GUINOTE, TWO_OF_3, hands) == steps
    assert fold(GUINOTE, TWO_OF_3, ["60-60 uA", "partida B"]) == steps
    assert fold(GUINOTE, TWO_OF_3, []) == []


@each("lines", ["partida A", "partida C"], ["partida A", "coto 3-1"])
def test_the_error_says_which_line(lines):
    with pytest.raises(RuleError) as refused:
        fold(GUINOTE, TWO_OF_3, lines)
    assert refused.value.hand == 2
    assert str(refused.value).startswith("line 2, ")


@each(
    "preset, changes, options",
    ("", {}, GUINOTE.Options()),
    ("un_coto_de_4", {}, GUINOTE.Options(cotos=1, partidas=4)),
    ("un_coto_de_4", {"partidas": "6"}, GUINOTE.Options(cotos=1, partidas=6)),
    ("mejor_de_13", {"play_all": "sí"}, GUINOTE.Options(best_of=13, play_all=True)),
    ("", {"best_of": 5, "play_all": True}, GUINOTE.Options(best_of=5, play_all=True)),
)
def test_options_from_outside(preset, changes, options):
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
def test_options_from_outside_refused(preset, changes, code, field):
    with is_refused(code, field=field):
        options_of(GUINOTE, preset, changes)


@each("key", "mus", "", None, ["guinote"], "__class__")
def test_a_game_that_there_is_not(key):
    with pytest.raises(RuleError) as refused:
        rules.game(key)
    assert (refused.value.code, refused.value.params["allowed"]) == (
        "game_unknown",
        ", ".join(rules.GAMES),
    )


def test_every_game_is_found_by_its_key():
    assert {key: rules.game(key).key for key in rules.GAMES} == {key: key for key in rules.GAMES}
    assert {"guinote", "truco"} <= set(rules.GAMES)


def test_how_many_sides_meet_and_of_how_many():
    assert (TWO_OF_3.sides, TWO_OF_3.people) == (2, 2)
    of_truco = {
        preset: (options.sides, options.people)
        for preset, options in TRUCO.presets.items()
        if options == TRUCO.Options(players=options.players)
    }
    assert of_truco == {
        "parejas": (2, 2),
        "mano_a_mano": (2, 1),
        "gallo": (3, 1),
        "pica_pica": (2, 3),
    }
    assert TRUCO.presets["gallo_fijo"].people == 0


@each(
    "value, said",
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
def test_what_came_can_always_be_shown(value, said):
    assert quotable(value) == said


def test_a_refusal_has_the_params_of_its_code():
    error = refusal("line_too_long", "line", length=300, allowed=200)
    assert tuple(error.params) == CODES["line_too_long"].params


@each("nothing", "", " ", "—")
def test_no_refusal_lists_nothing_as_what_is_allowed(nothing):
    with pytest.raises(AssertionError, match="line_unreadable"):
        refusal("line_unreadable", "line", value="x", allowed=nothing)


def test_a_forfeit_needs_a_reason():
    with pytest.raises(RuleError, match="reason_missing"):
        Forfeit(0, " ")


def test_a_refusal_passes_from_one_process_to_another():
    error = refusal("game_unknown", "game", value="mus", allowed="truco")
    error.hand = 3
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.article, copy.hand) == (str(error), error.article, 3)
