"""Properties of every registered game for any lines.

A fold gives the same scores in one go, in two parts, and from notation or JSON. Correcting a line
equals replaying the acta. Every line after the end is refused. The sums of `adds_up.py` hold.
"""

import json
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import RuleError, fold, parse_json
from rules.core import options_of as read_options
from tests.rules.adds_up import check_sums
from tests.rules.lines import LINES
from tests.rules.lines import options as options_of
from tests.rules.pool import finished_match, lines_of
from tests.rules.self_play import DEALS, levels, play_match
from tests.sizes import size

KEYS = list(GAMES)
EVERY_PRESET = [(key, preset) for key, game in GAMES.items() for preset in game.presets]
SEEDS = st.integers(0, 10**6).map(str)


@st.composite
def matches(draw, key):
    """Draw options and a match played by the game's self-play table at some level."""
    game, options = GAMES[key], draw(options_of(key))
    match_levels = levels(game) if options in game.presets.values() else [DEALS]
    return options, play_match(game, options, draw(SEEDS), draw(st.sampled_from(match_levels)))


@st.composite
def lines(draw, key, most=40):
    """Draw options and a list of random lines; many lines are not legal after those before them."""
    hands = st.one_of(st.sampled_from(lines_of(key)), LINES[key].HANDS)
    return draw(options_of(key)), draw(st.lists(hands, max_size=most))


@pytest.mark.parametrize("key", KEYS)
def test_options_turn_into_plain_values_and_back(key):
    for options in GAMES[key].presets.values():
        assert read_options(GAMES[key], "", asdict(options)) == options


# --- The fold -------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(10, 25))
@given(st.data())
def test_a_fold_is_the_same_in_parts_and_from_notation_or_json(key, data):
    game = GAMES[key]
    options, hands = data.draw(matches(key))
    steps = fold(game, options, hands)
    assert fold(game, options, map(str, hands)) == steps
    hands_read = [parse_json(json.dumps(game.to_json(hand))) for hand in hands]
    assert fold(game, options, map(game.from_json, hands_read)) == steps
    cut = data.draw(st.integers(0, len(hands)))
    score = fold(game, options, hands[:cut])[-1].score if cut else game.start(options)
    for step, hand in zip(steps[cut:], hands[cut:], strict=True):
        score = game.play(score, hand, options)
        assert score == step.score


def _outcome(game, options, score, hands, number):
    """Return the scores of the legal lines, and the refusal of the first illegal line or None.

    `number` is the number of the first line.
    """
    scores = []
    for hand in hands:
        try:
            score = game.play(score, hand, options)
        except RuleError as error:
            return scores, (number, error.code, error.field, error.params)
        scores.append(score)
        number += 1
    return scores, None


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(10, 25))
@given(st.data())
def test_correcting_a_line_equals_replaying_the_acta(key, data):
    """Replaying from the line gives the same scores as replaying from the start.

    If a line is refused, both refuse the same line in the same way.
    """
    game = GAMES[key]
    options, hands = data.draw(matches(key))
    place = data.draw(st.integers(0, len(hands) - 1))
    corrected_hands = [
        *hands[:place],
        data.draw(st.sampled_from(lines_of(key))),
        *hands[place + 1 :],
    ]
    score_before = fold(game, options, hands)[place - 1].score if place else game.start(options)
    scores, refusal = _outcome(game, options, score_before, corrected_hands[place:], place + 1)
    try:
        steps = fold(game, options, [str(hand) for hand in corrected_hands])
    except RuleError as error:
        assert refusal == (error.hand, error.code, error.field, error.params)
    else:
        assert refusal is None
        assert [step.score for step in steps[place:]] == scores


# By game: the first words of lines accepted after the end, which punish a fault in a played hand.
AFTER_THE_END = {"revesino": ("falta repite", "arbitro tantos")}


@pytest.mark.parametrize(("key", "preset"), EVERY_PRESET)
def test_after_the_end_every_line_is_refused(key, preset):
    options, score = finished_match(key, preset)
    assert score.over
    for hand in lines_of(key):
        if str(hand).startswith(AFTER_THE_END.get(key, ())):
            continue
        with pytest.raises(RuleError) as error:
            GAMES[key].play(score, hand, options)
        assert error.value.code == "match_over", str(hand)


# --- Sums -----------------------------------------------------------------------------------
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(10, 25))
@given(st.data())
def test_sums_hold_after_every_line_of_a_match(key, data):
    options, hands = data.draw(matches(key))
    steps = fold(GAMES[key], options, hands)
    for step in steps:
        check_sums(key, options, step.hand, step.score)
    last_score = steps[-1].score
    assert last_score.over and (last_score.winner is not None or options.can_draw)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(20, 50))
@given(st.data())
def test_sums_hold_after_random_lines(key, data):
    """Illegal lines are refused with a code of the game or a common code."""
    game = GAMES[key]
    options, hands = data.draw(lines(key))
    score = game.start(options)
    for hand in hands:
        try:
            score = game.play(score, hand, options)
        except RuleError as error:
            json.dumps(error.params)
            assert error.code in game.codes or error.code.partition(".")[0] != key
            continue
        check_sums(key, options, hand, score)
