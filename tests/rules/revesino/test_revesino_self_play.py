"""The self-play table of revesino: the lines of each level and kind."""

from collections import Counter

from rules.lines import End
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.options import Options
from rules.revesino.results import Result
from tests.rules.self_play.revesino import play_match


def test_results_and_vueltas_have_only_lines_of_their_level():
    options = Options(vueltas=2, by_time=True)
    assert {type(hand) for hand in play_match(options, "x", "results")} == {Result, End}
    vueltas = play_match(options, "x", "vueltas")
    assert [str(hand).split()[0] for hand in vueltas] == ["vuelta", "vuelta", "fin"]


def test_the_table_of_revesino_plays_every_kind_of_hand():
    kinds = Counter(
        type(hand) for seed in range(10) for hand in play_match(Options(vueltas=12), f"t{seed}")
    )
    assert {Deal, Revesino, Napolitana} <= set(kinds)


def test_a_caballo_on_another_palo_is_sold_even_before_the_rey():
    """With this seed, a player without bazas discards the caballo in the tenth baza.

    R19 is only about bazas in which copas are led.
    """
    from rules.revesino.options import PRESETS
    from tests.rules.self_play.revesino import play_match

    hands = play_match(PRESETS["con_caballo"], "bench/1083", "deals")
    assert len(hands) == 19
    assert "4/9 0/0 3/2 4/21 ao=d ac=CvD ae=AvD ab=CvD cc=BvD" in map(str, hands)
