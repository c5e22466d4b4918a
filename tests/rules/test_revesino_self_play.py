"""The table of revesino that plays by itself: by the rules, and the same for the same seed."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest

from rules.core import fold
from rules.lines import End
from rules.revesino import REVESINO
from rules.revesino.cards import DECK, PAY, PAY_CARDS, POINTS, Card, taken_by
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.options import Options
from rules.revesino.results import Result
from rules.revesino.selfplay import play_match

SEEDS = [f"mesa {number}" for number in range(1, 4)]


@pytest.mark.parametrize("preset", REVESINO.presets)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_three_levels_tell_the_same_match(preset, seed):
    options = REVESINO.presets[preset]
    ends = [
        fold(REVESINO, options, play_match(options, seed, level))[-1].score
        for level in ("deals", "results", "vueltas")
    ]
    assert all(score.over for score in ends)
    told = {(score.winner, score.tallies, replace(score.state, repeats=())) for score in ends}
    assert len(told) == 1


def test_the_same_seed_gives_the_same_acta_on_any_machine():
    lines = [str(hand) for hand in play_match(Options(), "Madrid")]
    assert lines == [str(hand) for hand in play_match(Options(), "Madrid")]
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == "10d8279195de97da"
    assert lines != [str(hand) for hand in play_match(Options(), "Cádiz")]


def test_the_lines_of_each_level():
    options = Options(vueltas=2, by_time=True)
    assert {type(hand) for hand in play_match(options, "x", "results")} == {Result, End}
    vueltas = play_match(options, "x", "vueltas")
    assert [str(hand).split()[0] for hand in vueltas] == ["vuelta", "vuelta", "fin"]


def test_the_table_meets_every_kind_of_hand():
    kinds = Counter(
        type(hand) for seed in range(10) for hand in play_match(Options(vueltas=12), f"t{seed}")
    )
    assert {Deal, Revesino, Napolitana} <= set(kinds)


def test_the_deck():
    assert len(set(DECK)) == 48
    assert sum(POINTS.get(card.rank, 0) for card in DECK) == 40
    assert sorted(PAY_CARDS.values()) == sorted(PAY)


@pytest.mark.parametrize(
    ("baza", "place"),
    [
        pytest.param("2o Ao 3o Ro", 1, id="the as"),
        pytest.param("2o Ac 3c Re", 0, id="other suits do not beat"),
        pytest.param("9o So Co Ro", 3, id="rey, caballo, sota, nine"),
        pytest.param("3o 2o Ae Ab", 0, id="the two is the cabo"),
    ],
)
def test_who_lifts_the_baza(baza, place):
    assert taken_by([Card(word[0], word[1]) for word in baza.split()]) == place


def test_a_caballo_thrown_on_another_palo_is_sold_though_the_rey_is_left():
    """This seed plays one, in the tenth baza and by who lifted none; R19 speaks of copas led."""
    from rules.revesino.options import PRESETS
    from rules.revesino.selfplay import play_match

    hands = play_match(PRESETS["con_caballo"], "bench/1083", "deals")
    assert len(hands) == 19
    assert "4/9 0/0 3/2 4/21 ao=d ac=CvD ae=AvD ab=CvD cc=BvD" in map(str, hands)
