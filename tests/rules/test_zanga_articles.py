"""Vales that each hand puts in and pays: every article that has a number or a case.

Vales are written A-B-middle. Unless a row says otherwise, both pairs have sixteen, the middle is
empty and A1 is mano: so «j» leaves 12-16-4 on the table before the cards are played.
"""

import pytest

from rules.core import RuleError, fold
from rules.zanga import ZANGA
from rules.zanga.bidding import Bid, bid
from rules.zanga.hands import Deal
from rules.zanga.options import Options
from tests.rows import each, phrases

PLAIN = Options()
PROSE = Options(codillo_stays=True)


def _score(line: str, before: str = "16-16-0", options: Options = PLAIN):
    """The match after this hand, from any distribution of the thirty-two."""
    return fold(ZANGA, options, [f"arbitro vales {before}: ejemplo", f"{line} mA1"])[-1].score


def _settled(line: str, before: str = "16-16-0", options: Options = PLAIN) -> str:
    score = _score(line, before, options)
    a, b = score.tallies[1]
    return f"{a}-{b}-{score.state.middle}"


def _refused(line: str, before: str) -> tuple[str, str, dict]:
    with pytest.raises(RuleError) as refused:
        _score(line, before)
    return refused.value.code, refused.value.article, refused.value.params


def _bid(voice: str, before: str, mano: int = 0) -> Bid:
    a, b, middle = (int(number) for number in before.split("-"))
    deal = ZANGA.parse(f"{voice} 5-3")
    assert isinstance(deal, Deal)
    return bid((a, b), middle, mano, deal)


@each(
    "voice, before, mano, table",
    pytest.param("j", "16-16-0", 0, ((12, 16), 4, 0, 0, 0), id="19: the mano plays"),
    pytest.param("pj", "16-16-0", 0, ((11, 16), 5, 0, 0, 1), id="19, 21: he passes: five"),
    pytest.param("pj", "16-16-0", 3, ((16, 11), 5, 0, 0, 0), id="the mano is B2"),
    pytest.param("ppj", "16-16-0", 0, ((11, 15), 6, 0, 0, 0), id="21: two passes"),
    pytest.param("pppj", "16-16-0", 0, ((10, 15), 7, 0, 0, 1), id="21: the pie must play"),
    pytest.param("pppz", "16-16-0", 0, ((8, 12), 8, 4, 0, 1), id="21: one vale and fianza"),
    pytest.param("pppz", "28-4-0", 0, ((20, 0), 8, 4, 0, 1), id="23: three vales are enough"),
    pytest.param("pppz", "8-20-4", 0, ((0, 16), 12, 4, 0, 1), id="24: two left: fianza of 4"),
    pytest.param("pppz", "7-20-5", 0, ((0, 16), 13, 3, 0, 1), id="24: one left: fianza of 3"),
    pytest.param("pppz", "6-20-6", 0, ((0, 16), 14, 2, 0, 1), id="24: none left: fianza of 2"),
    pytest.param("pppv", "16-16-0", 0, ((12, 12), 8, 0, 4, 1), id="25: back to his own: 4"),
    pytest.param("pppv", "7-20-5", 0, ((3, 16), 13, 0, 3, 1), id="25: back to his own: 3"),
    pytest.param("pppv", "6-20-6", 0, ((2, 16), 14, 0, 2, 1), id="25: back to his own: 2"),
    pytest.param("j", "3-20-9", 0, ((0, 20), 12, 0, 0, 0), id="40: the mano's three"),
    pytest.param("j", "0-20-12", 0, ((0, 20), 12, 0, 0, 0), id="40: the mano has none"),
    pytest.param("ppj", "5-20-7", 0, ((0, 19), 13, 0, 0, 0), id="42: A2 must, and does"),
    pytest.param("pppj", "16-1-15", 0, ((10, 0), 22, 0, 0, 1), id="42: B1 had one, B2 plays"),
    pytest.param("o", "16-16-0", 0, ((12, 16), 4, 0, 0, 1), id="20: a rival takes the hand"),
    pytest.param("po", "16-16-0", 0, ((11, 16), 5, 0, 0, 0), id="20: from the second"),
    pytest.param("s", "4-28-0", 0, ((0, 28), 4, 0, 0, 0), id="56: solo without vales"),
)
def test_what_the_bidding_puts_in(voice, before, mano, table):
    assert _bid(voice, before, mano) == table


@each(
    "line, before, code, article, params",
    pytest.param(
        "pj 3-5", "4-28-0", "pass_without_vales", 42, {"value": "A1"}, id="the mano's four"
    ),
    pytest.param("ppj 5-3", "16-0-16", "pass_without_vales", 42, {"value": "B1"}, id="B1 has none"),
    pytest.param(
        "pppj 5-3", "5-20-7", "pass_without_vales", 42, {"value": "A2"}, id="A2, after A1"
    ),
    pytest.param(
        "pppz 5-3", "16-3-13", "fianza_short", 23, {"value": 2, "allowed": 3}, id="B2 has two"
    ),
    pytest.param(
        "pppv 5-3", "16-1-15", "fianza_short", 23, {"value": 0, "allowed": 3}, id="B2: none"
    ),
)
def test_who_cannot_pass_or_take_the_zanga(line, before, code, article, params):
    assert _refused(line, before) == (f"zanga.{code}", f"Zanga, art. {article}", params)


@each(
    "line, before, after",
    pytest.param("j 5-3", "16-16-0", "16-16-0", id="43: five bazas"),
    pytest.param("j 5-2", "16-16-0", "16-16-0", id="43: and the rest not played"),
    pytest.param("j 8-0", "16-16-0", "16-16-0", id="43: eight not asked are five (Z6)"),
    pytest.param("j 5-0", "16-16-0", "16-16-0", id="43: five in a row not asked (Z6)"),
    pytest.param("pj 3-5", "16-16-0", "11-21-0", id="43: the second's five"),
    pytest.param("j 5-3", "8-16-8", "16-16-0", id="43: what was in the middle too"),
    pytest.param("j 4-4", "16-16-0", "8-16-8", id="44, 46: puesta, as much again"),
    pytest.param("j 4-4", "16-8-8", "0-8-24", id="46: with an earlier puesta"),
    pytest.param("j 4-4", "6-20-6", "0-20-12", id="46: or all that it has"),
    pytest.param("j 4-4", "0-20-12", "0-20-12", id="46: having none"),
    pytest.param("pj 4-4", "16-16-0", "11-11-10", id="46: of the second"),
    pytest.param("j 3-5", "16-16-0", "8-20-4", id="45, 47: codillo, as much again"),
    pytest.param("j 0-8", "16-16-0", "8-20-4", id="45: no baza at all"),
    pytest.param("j 3-5", "16-12-4", "4-20-8", id="47: the middle too (Z1b)"),
    pytest.param("j 3-5", "6-20-6", "0-30-2", id="47: or what is left to it"),
)
def test_hecha_puesta_codillo(line, before, after):
    assert _settled(line, before) == after


@each(
    "line, before, after",
    pytest.param("j 3-5", "16-16-0", "8-16-8", id="nobody takes the middle"),
    pytest.param("j 3-5", "16-12-4", "4-12-16", id="the earlier one stays too"),
    pytest.param("j 4-4", "16-16-0", "8-16-8", id="a puesta is the same"),
    pytest.param("j rA", "16-16-0", "8-16-8", id="a renuncio of the named pair is a codillo"),
)
def test_option_the_codillo_stays_in_the_middle(line, before, after):
    """«El que da codillo no puede ganar las de en medio, que se quedan ahí, acodilladas» (Z1)."""
    assert _settled(line, before, PROSE) == after


@each(
    "line, before, after",
    pytest.param("pppz 3-5", "16-16-0", "8-24-0", id="hecha: the fianza with the middle (Z3)"),
    pytest.param("pppz 4-4", "16-16-0", "12-4-16", id="25: puesta loses it, not matched (Z2)"),
    pytest.param("pppz 5-3", "16-16-0", "20-4-8", id="25: codillo loses it besides"),
    pytest.param("pppz 5-3", "6-20-6", "16-2-14", id="25: a fianza of two"),
    pytest.param("pppz 5-3", "7-20-5", "16-3-13", id="25: a fianza of three"),
    pytest.param("pppv 3-5", "16-16-0", "12-20-0", id="25: back to his own, hecha"),
    pytest.param("pppv 4-4", "16-16-0", "12-4-16", id="25: back to his own, puesta"),
    pytest.param("pppv 5-3", "16-16-0", "20-4-8", id="25: back to his own, codillo"),
    pytest.param("pppzs 3-5", "16-16-0", "6-26-0", id="55: solo with the zanga (Z13)"),
    pytest.param("pppzs 5-3", "16-16-0", "22-2-8", id="62: solo with the zanga, codillo"),
    pytest.param("pppvs 3-5", "16-16-0", "10-22-0", id="55: solo, back to his own"),
    pytest.param("pppzm 3-5", "16-16-0", "6-26-0", id="26: sent solo with the zanga"),
)
def test_the_zanga_cards_and_the_fianza(line, before, after):
    assert _settled(line, before) == after


@each(
    "line, after",
    pytest.param("j 5-0 cA", "18-14-0", id="48: five"),
    pytest.param("j 8-0 tA", "20-12-0", id="49: and all eight"),
    pytest.param("j 0-5 cB", "6-22-4", id="50: five against, a codillo"),
    pytest.param("j 0-8 tB", "4-24-4", id="50: all eight against"),
    pytest.param("j 5-3 eA", "18-14-0", id="51: estuche"),
    pytest.param("j 5-0 eA", "18-14-0", id="51: estuche, the rest not played"),
    pytest.param("j 5-0 cA eA", "20-12-0", id="52: five and estuche"),
    pytest.param("j 8-0 tA eA", "22-10-0", id="53: five, all and estuche"),
    pytest.param("j 5-3 eB", "16-16-0", id="the rivals' estuche in a hand they lost"),
    pytest.param("j 5-3 cA", "14-18-0", id="59: five asked and not made"),
    pytest.param("j 4-4 cA", "6-18-8", id="59: and puesta"),
    pytest.param("j 3-5 cA", "6-22-4", id="59: and codillo"),
    pytest.param("j 5-3 cB", "18-14-0", id="59: asked against"),
    pytest.param("j 3-5 cB", "10-18-4", id="59: asked against, and the codillo given"),
    pytest.param("j 5-3 tA", "16-16-0", id="60: las de cinco por las de todas (Z11)"),
    pytest.param("j 7-1 tA eA", "18-14-0", id="60: and the estuche"),
    pytest.param("j 4-4 eA", "6-18-8", id="61: its own, puesta"),
    pytest.param("j 4-4 eB", "6-18-8", id="61: the rivals', puesta"),
    pytest.param("j 3-5 eA", "6-22-4", id="61: its own, codillo"),
    pytest.param("j 3-5 eB", "6-22-4", id="61: the rivals', codillo"),
    pytest.param("j 2-5 eB", "8-20-4", id="61: not all eight played (Z8)"),
    pytest.param("j 0-5 cB eB", "6-22-4", id="61: five against and left there"),
    pytest.param("j 0-8 tB eB", "2-26-4", id="50, 61: all against, with estuche"),
)
def test_five_todas_estuche(line, after):
    assert _settled(line) == after


@each(
    "line, after",
    pytest.param("s 5-3", "18-14-0", id="55: solo"),
    pytest.param("m 5-3", "18-14-0", id="57: sent solo"),
    pytest.param("s 4-4", "6-18-8", id="62: puesta"),
    pytest.param("m 3-5", "6-22-4", id="62: codillo, sent"),
    pytest.param("o 3-5", "10-22-0", id="20: a rival took it and makes it"),
    pytest.param("o 5-3", "18-10-4", id="20: a rival took it, codillo"),
    pytest.param("po 5-3", "18-14-0", id="20: the mano's pair takes it from the second"),
    pytest.param("s 5-0 cA", "20-12-0", id="55: solo and five"),
    pytest.param("s 8-0 tA eA", "24-8-0", id="55: solo, five, all and estuche"),
    pytest.param("s 5-3 cA", "16-16-0", id="63: las de cinco por las de solo"),
    pytest.param("s 5-3 cA eA", "18-14-0", id="63: and the estuche"),
    pytest.param("s 3-5 cA", "4-24-4", id="59, 62: lost, both are paid"),
    pytest.param("s 5-3 tA", "18-14-0", id="60: solo stays when todas fail"),
    pytest.param("s 5-3 cB", "20-12-0", id="55, 59: five asked against a solo"),
)
def test_solo(line, after):
    assert _settled(line) == after


@each(
    "line, before, after",
    pytest.param("j rB", "16-16-0", "16-16-0", id="29: the rivals lose the middle"),
    pytest.param("j 4-4 rB", "16-16-0", "16-16-0", id="29: found at the end, was puesta"),
    pytest.param("j 2-6 rB", "16-16-0", "16-16-0", id="29: found at the end, was codillo"),
    pytest.param("j rA", "16-16-0", "8-20-4", id="29: the named pair: a codillo besides"),
    pytest.param("j 6-2 rA", "16-16-0", "8-20-4", id="29: though it had made its five"),
    pytest.param("s rA", "16-16-0", "6-22-4", id="29, 62: of a solo"),
    pytest.param("s rB", "16-16-0", "16-16-0", id="29: no five bazas, no premium of solo"),
    pytest.param("pppz rA", "16-16-0", "8-24-0", id="29: the fianza with the middle"),
    pytest.param("pppz rB", "16-16-0", "20-4-8", id="25, 29: and lost by a renuncio"),
    pytest.param("j rBe", "16-16-0", "18-14-0", id="30: with a piece of estuche"),
    pytest.param("j rBe8", "16-16-0", "20-12-0", id="30: and a hand for all eight (Z9)"),
    pytest.param("j rAe", "16-16-0", "6-22-4", id="30: of the named pair"),
    pytest.param("j rAe8", "16-16-0", "4-24-4", id="30: of the named pair, all eight"),
    pytest.param("j 5-3 rB", "16-16-0", "18-14-0", id="31: after the five bazas"),
    pytest.param("j 8-0 rB rB", "16-16-0", "20-12-0", id="31: two, after the eight"),
    pytest.param("j 2-6 rA", "16-16-0", "6-22-4", id="31: of who loses the codillo anyway"),
    pytest.param("j 5-3 rBe", "16-16-0", "20-12-0", id="30, 31: both"),
    pytest.param("j 5-0 cA rB", "16-16-0", "20-12-0", id="31, 48: five made"),
    pytest.param("j 3-0 cA rB", "16-16-0", "16-16-0", id="five asked, the renuncio before"),
    pytest.param("j 2-1 cA rB", "16-16-0", "14-18-0", id="59: already not made"),
    pytest.param("j 6-0 tA rB", "16-16-0", "20-12-0", id="31, 48: todas not decided"),
    pytest.param("j 5-0 cA rA", "16-16-0", "6-22-4", id="29, 59: his own renuncio"),
    pytest.param("j 0-5 cB rB", "16-16-0", "18-14-0", id="29, 59: five against, his own"),
    pytest.param("j 5-3 fB", "16-16-0", "18-14-0", id="32: a renuncio that there was not"),
    pytest.param("j 5-3 fA", "16-16-0", "14-18-0", id="32: called by the named pair"),
    pytest.param("j 3-5 fB", "16-16-0", "10-18-4", id="32: called in a codillo"),
    pytest.param("j rB", "4-28-0", "4-28-0", id="33: without vales it takes the middle"),
    pytest.param("j rBe", "4-28-0", "4-28-0", id="33: and nothing beyond it"),
    pytest.param("j 5-3 fA", "4-28-0", "4-28-0", id="a false one without vales (Z16)"),
)
def test_renuncio(line, before, after):
    assert _settled(line, before) == after


@each(
    "line, before, after",
    pytest.param("s 5-3", "4-28-0", "4-28-0", id="57: solo without vales"),
    pytest.param("s 5-3", "5-27-0", "6-26-0", id="64: held one, collects one"),
    pytest.param("s 5-3", "6-26-0", "8-24-0", id="64: held two, collects two"),
    pytest.param("j 8-0 tA eA", "5-27-0", "8-24-0", id="64: one for each concept (Z4)"),
    pytest.param("j 8-0 tA eA", "4-28-0", "4-28-0", id="64: held none, collects none"),
    pytest.param("j rBe8", "7-25-0", "10-22-0", id="64: three of the four"),
    pytest.param("j 5-3 cA", "31-0-1", "32-0-0", id="64: the rivals held none"),
    pytest.param("s 3-5", "5-27-0", "0-31-1", id="the middle first, and then nothing (Z10)"),
    pytest.param("s 3-5 cA eB", "10-22-0", "0-28-4", id="then in order while it lasts (Z10)"),
    pytest.param("j 5-3 cA", "4-28-0", "2-30-0", id="paid out of the middle just taken"),
    pytest.param("j 8-0 tA eA", "29-3-0", "32-0-0", id="the rivals pay what they have (Z10)"),
)
def test_nobody_collects_more_than_he_would_have_paid(line, before, after):
    if after.startswith("32"):
        assert _score(line, before).tallies == ((1, 0), (16, 16))
    else:
        assert _settled(line, before) == after


@each(
    "line, told",
    ("j 5-3", ["taken A hecha 4"]),
    ("j 4-4 eB", ["left A puesta 4", "paid B estuche_lost 2 61"]),
    ("j 3-5", ["taken B codillo 4", "left A codillo 4"]),
    ("pppz 5-3", ["taken A codillo 8", "left B codillo 8", "fianza A lost 4"]),
    ("pppz 3-5", ["taken B hecha 8", "fianza B won 4"]),
    ("pppv 3-5", ["fianza A returned 4", "taken B hecha 8"]),
    ("j rB", ["renuncio B", "taken A renuncio 4"]),
    (
        "s 8-0 tA eA rB",
        phrases(
            "renuncio B; taken A hecha 4; paid A renuncio 2 31; paid A five 2 48",
            "paid A todas 2 49; paid A estuche 2 51; paid A solo 2 55",
        ),
    ),
    ("s 5-3 cA", ["taken A hecha 4", "even A five_for_solo 63"]),
    ("j 6-1 tA", ["taken A hecha 4", "even A five_for_todas 60"]),
    (
        "s 3-5 cA eB fA",
        phrases(
            "taken B codillo 4; left A codillo 4; paid B false_claim 2 32",
            "paid B five_lost 2 59; paid B estuche_lost 2 61; paid B solo_lost 2 62",
        ),
    ),
)
def test_what_is_paid_is_told_with_its_article(line, told):
    events = []
    for event in _score(line).events:
        params = dict(event.params)
        words = [event.code.removeprefix("zanga."), "AB"[event.side]]
        words += [str(params[name]) for name in ("by", "vales", "article") if name in params]
        events.append(" ".join(words))
    assert events == told


def test_the_points_of_a_hand_are_what_each_pair_gained():
    assert _score("j 3-5 cA").points == (-10, 6)
    assert _score("j 4-4").points == (-8, 0)
