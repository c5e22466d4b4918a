"""The table of revesino that plays by itself: by the rules, and the same for the same seed."""

from collections import Counter

from rules.lines import End
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.options import Options
from rules.revesino.results import Result
from tests.rules.self_play.revesino import play_match


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


def test_a_caballo_thrown_on_another_palo_is_sold_though_the_rey_is_left():
    """This seed plays one in the tenth baza, by a player without a baza.

    R19 is about copas that are led.
    """
    from rules.revesino.options import PRESETS
    from tests.rules.self_play.revesino import play_match

    hands = play_match(PRESETS["con_caballo"], "bench/1083", "deals")
    assert len(hands) == 19
    assert "4/9 0/0 3/2 4/21 ao=d ac=CvD ae=AvD ab=CvD cc=BvD" in map(str, hands)
