"""Properties of every game for any lines; a new game is tested as soon as it is listed.

The cut of a fold and the form of its lines make no difference; a corrected acta is the acta
replayed; no line comes after the end; and the sums add up.
"""

import json
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import RuleError, fold, parse_json
from rules.core import options_of as given_options
from tests.rules.adds_up import holds
from tests.rules.lines import LINES
from tests.rules.lines import options as options_of
from tests.rules.pool import lines_of, match_over
from tests.rules.self_play import DEALS, levels, play_match
from tests.sizes import size

KEYS = list(GAMES)
EVERY_PRESET = [(key, preset) for key, game in GAMES.items() for preset in game.presets]
SEEDS = st.integers(0, 10**6).map(str)


@st.composite
def matches(draw, key):
    """Draw options and a match of them, as the table of the game plays it at some level."""
    game, options = GAMES[key], draw(options_of(key))
    kept = levels(game) if options in game.presets.values() else [DEALS]
    return options, play_match(game, options, draw(SEEDS), draw(st.sampled_from(kept)))


@st.composite
def lines(draw, key, most=40):
    """Draw options, and any lines one after another; many of them cannot come."""
    hands = st.one_of(st.sampled_from(lines_of(key)), LINES[key].HANDS)
    return draw(options_of(key)), draw(st.lists(hands, max_size=most))


@pytest.mark.parametrize("key", KEYS)
def test_options_go_to_plain_values_and_back(key):
    for options in GAMES[key].presets.values():
        assert given_options(GAMES[key], "", asdict(options)) == options


# --- The fold -------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(10, 25))
@given(st.data())
def test_a_fold_never_depends_on_how_it_was_cut_nor_on_the_form_of_its_lines(key, data):
    game = GAMES[key]
    options, hands = data.draw(matches(key))
    steps = fold(game, options, hands)
    assert fold(game, options, map(str, hands)) == steps
    sent = [parse_json(json.dumps(game.to_json(hand))) for hand in hands]
    assert fold(game, options, map(game.from_json, sent)) == steps
    cut = data.draw(st.integers(0, len(hands)))
    score = fold(game, options, hands[:cut])[-1].score if cut else game.start(options)
    for step, hand in zip(steps[cut:], hands[cut:], strict=True):
        score = game.play(score, hand, options)
        assert score == step.score


def _outcome(game, options, score, hands, number):
    """Return the scores of these lines, or the refusal of the line that cannot come."""
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
    """The scores are the same from the score before the line and from the start.

    If a line is refused, both refuse the same line in the same way.
    """
    game = GAMES[key]
    options, hands = data.draw(matches(key))
    place = data.draw(st.integers(0, len(hands) - 1))
    mended = [*hands[:place], data.draw(st.sampled_from(lines_of(key))), *hands[place + 1 :]]
    kept = fold(game, options, hands)[place - 1].score if place else game.start(options)
    scores, refused = _outcome(game, options, kept, mended[place:], place + 1)
    try:
        steps = fold(game, options, [str(hand) for hand in mended])
    except RuleError as error:
        assert refused == (error.hand, error.code, error.field, error.params)
    else:
        assert refused is None
        assert [step.score for step in steps[place:]] == scores


# Charges for a hand already played, also for the last one: see the game's own tests.
AFTER_THE_END = {"revesino": ("falta repite", "arbitro tantos")}


@pytest.mark.parametrize(("key", "preset"), EVERY_PRESET)
def test_after_the_end_every_line_is_refused(key, preset):
    options, score = match_over(key, preset)
    assert score.over
    for hand in lines_of(key):
        if str(hand).startswith(AFTER_THE_END.get(key, ())):
            continue
        with pytest.raises(RuleError) as refused:
            GAMES[key].play(score, hand, options)
        assert refused.value.code == "match_over", str(hand)


# --- What adds up ---------------------------------------------------------------------------
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(10, 25))
@given(st.data())
def test_what_must_add_up_adds_up_in_whole_matches(key, data):
    options, hands = data.draw(matches(key))
    steps = fold(GAMES[key], options, hands)
    for step in steps:
        holds(key, options, step.hand, step.score)
    last = steps[-1].score
    assert last.over and (last.winner is not None or options.can_draw)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(20, 50))
@given(st.data())
def test_what_must_add_up_adds_up_whatever_lines_come(key, data):
    """Lines that cannot come are refused and change nothing."""
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
        holds(key, options, hand, score)
