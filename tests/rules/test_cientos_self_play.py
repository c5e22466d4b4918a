"""The table that plays by itself: by the rules, and the same for the same seed."""

from hashlib import sha256

import pytest

from rules.cientos import CIENTOS
from rules.cientos.hands import Deal
from rules.cientos.options import Options
from rules.cientos.selfplay import DECK
from rules.core import fold, replay

OPTIONS = {
    **CIENTOS.presets,
    "main_text": Options(rival_leads=True, calidades=True, calidad=2),
    "double_counts_two": Options(juegos=3, juegos_doble=2),
    "without_double": Options(doble=False),
}


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("seed", ["mesa 1", "mesa 2", "mesa 3"])
def test_the_two_levels_tell_the_same_match(name, seed):
    options = OPTIONS[name]
    ends = [
        fold(CIENTOS, options, CIENTOS.play_match(options, seed, level))[-1].score
        for level in ("deals", "juegos")
    ]
    assert ends[0].over
    assert {(end.winner, end.tallies, end.state.juegos) for end in ends} == {
        (ends[0].winner, ends[0].tallies, ends[0].state.juegos)
    }


@pytest.mark.parametrize("name", OPTIONS)
def test_its_lines_are_read_back(name):
    hands = CIENTOS.play_match(OPTIONS[name], "Zaragoza")
    steps = replay(CIENTOS, OPTIONS[name], [str(hand) for hand in hands])
    assert [step.hand for step in steps] == hands


def test_the_same_seed_gives_the_same_acta_on_any_machine():
    lines = [str(hand) for hand in CIENTOS.play_match(Options(), "Zaragoza")]
    assert lines == [str(hand) for hand in CIENTOS.play_match(Options(), "Zaragoza")]
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == "a414ed2f3fea9d59"
    assert lines != [str(hand) for hand in CIENTOS.play_match(Options(), "Madrid")]


def test_the_first_hand_says_who_dealt_by_lot():
    matches = [CIENTOS.play_match(Options(), f"mesa {number}") for number in range(20)]
    firsts = [next(hand for hand in hands if isinstance(hand, Deal)) for hands in matches]
    assert {hand.dealer for hand in firsts} == {0, 1}


def test_the_deck():
    assert len(set(DECK)) == 32
