"""Vales put in and paid in a hand of zanga: every article of the reglamento with a number.

Vales are written A-B-middle. By default both pairs have sixteen, the middle is empty and A1 is
mano. So after the bid «j», before the play, the vales are 12-16-4.
"""

import pytest

from rules.core import RuleError, fold
from rules.zanga import ZANGA
from rules.zanga.bidding import Bid, bid
from rules.zanga.hands import Deal
from rules.zanga.options import Options
from tests.rows import case, each, phrases

PLAIN = Options()
PROSE = Options(codillo_stays=True)


def _score(line: str, vales_before: str = "16-16-0", options: Options = PLAIN):
    """Return the score after this hand, from these vales. A1 is mano."""
    return fold(ZANGA, options, [f"arbitro vales {vales_before}: ejemplo", f"{line} mA1"])[-1].score


def _vales_after(line: str, vales_before: str = "16-16-0", options: Options = PLAIN) -> str:
    score = _score(line, vales_before, options)
    a, b = score.tallies[1]
    return f"{a}-{b}-{score.state.middle}"


def _refusal(line: str, vales_before: str) -> tuple[str, str, dict]:
    with pytest.raises(RuleError) as error:
        _score(line, vales_before)
    return error.value.code, error.value.article, error.value.params


def _bid(voice: str, vales_before: str, mano: int = 0) -> Bid:
    a, b, middle = (int(number) for number in vales_before.split("-"))
    deal = ZANGA.parse(f"{voice} 5-3")
    assert isinstance(deal, Deal)
    return bid((a, b), middle, mano, deal)


@each(
    "voice, vales_before, mano, bid_result",
    case("19: the mano plays", "j", "16-16-0", 0, ((12, 16), 4, 0, 0, 0)),
    case("19, 21: the mano passes: five", "pj", "16-16-0", 0, ((11, 16), 5, 0, 0, 1)),
    case("the mano is B2", "pj", "16-16-0", 3, ((16, 11), 5, 0, 0, 0)),
    case("21: two passes", "ppj", "16-16-0", 0, ((11, 15), 6, 0, 0, 0)),
    case("21: the pie must play", "pppj", "16-16-0", 0, ((10, 15), 7, 0, 0, 1)),
    case("21: one vale and fianza", "pppz", "16-16-0", 0, ((8, 12), 8, 4, 0, 1)),
    case("23: three vales are enough", "pppz", "28-4-0", 0, ((20, 0), 8, 4, 0, 1)),
    case("24: two left: fianza of 4", "pppz", "8-20-4", 0, ((0, 16), 12, 4, 0, 1)),
    case("24: one left: fianza of 3", "pppz", "7-20-5", 0, ((0, 16), 13, 3, 0, 1)),
    case("24: none left: fianza of 2", "pppz", "6-20-6", 0, ((0, 16), 14, 2, 0, 1)),
    case("25: the pie keeps his own: 4", "pppv", "16-16-0", 0, ((12, 12), 8, 0, 4, 1)),
    case("25: the pie keeps his own: 3", "pppv", "7-20-5", 0, ((3, 16), 13, 0, 3, 1)),
    case("25: the pie keeps his own: 2", "pppv", "6-20-6", 0, ((2, 16), 14, 0, 2, 1)),
    case("40: the mano has three", "j", "3-20-9", 0, ((0, 20), 12, 0, 0, 0)),
    case("40: the mano has none", "j", "0-20-12", 0, ((0, 20), 12, 0, 0, 0)),
    case("42: A2 has none and plays", "ppj", "5-20-7", 0, ((0, 19), 13, 0, 0, 0)),
    case("42: B1 had one, B2 plays", "pppj", "16-1-15", 0, ((10, 0), 22, 0, 0, 1)),
    case("20: a rival takes the hand", "o", "16-16-0", 0, ((12, 16), 4, 0, 0, 1)),
    case("20: a rival takes it from the second", "po", "16-16-0", 0, ((11, 16), 5, 0, 0, 0)),
    case("56: solo without vales", "s", "4-28-0", 0, ((0, 28), 4, 0, 0, 0)),
)
def test_the_bidding_puts_vales_in_the_middle(voice, vales_before, mano, bid_result):
    assert _bid(voice, vales_before, mano) == bid_result


@each(
    "line, vales_before, code, article, params",
    case("A1 put in its four", "pj 3-5", "4-28-0", "pass_without_vales", 42, {"value": "A1"}),
    case("B1 has none", "ppj 5-3", "16-0-16", "pass_without_vales", 42, {"value": "B1"}),
    case("A2 has none after A1", "pppj 5-3", "5-20-7", "pass_without_vales", 42, {"value": "A2"}),
    case("B2 has two", "pppz 5-3", "16-3-13", "fianza_short", 23, {"value": 2, "allowed": 3}),
    case("B2 has none", "pppv 5-3", "16-1-15", "fianza_short", 23, {"value": 0, "allowed": 3}),
)
def test_a_pair_without_vales_cannot_pass_nor_take_the_zanga(
    line, vales_before, code, article, params
):
    assert _refusal(line, vales_before) == (f"zanga.{code}", f"Zanga, art. {article}", params)


@each(
    "line, vales_before, vales_after",
    case("43: five bazas", "j 5-3", "16-16-0", "16-16-0"),
    case("43: five bazas, the rest not played", "j 5-2", "16-16-0", "16-16-0"),
    case("43: eight not asked are five (Z6)", "j 8-0", "16-16-0", "16-16-0"),
    case("43: five in a row not asked (Z6)", "j 5-0", "16-16-0", "16-16-0"),
    case("43: five bazas of the second player", "pj 3-5", "16-16-0", "11-21-0"),
    case("43: the middle of earlier hands too", "j 5-3", "8-16-8", "16-16-0"),
    case("44, 46: puesta, as much again", "j 4-4", "16-16-0", "8-16-8"),
    case("46: with an earlier puesta", "j 4-4", "16-8-8", "0-8-24"),
    case("46: as much as the pair has", "j 4-4", "6-20-6", "0-20-12"),
    case("46: a pair without vales", "j 4-4", "0-20-12", "0-20-12"),
    case("46: a puesta of the second player", "pj 4-4", "16-16-0", "11-11-10"),
    case("45, 47: codillo, as much again", "j 3-5", "16-16-0", "8-20-4"),
    case("45: no baza at all", "j 0-8", "16-16-0", "8-20-4"),
    case("47: the middle too (Z1b)", "j 3-5", "16-12-4", "4-20-8"),
    case("47: as much as the pair has left", "j 3-5", "6-20-6", "0-30-2"),
)
def test_a_hand_is_hecha_puesta_or_codillo(line, vales_before, vales_after):
    assert _vales_after(line, vales_before) == vales_after


@each(
    "line, vales_before, vales_after",
    case("nobody takes the middle", "j 3-5", "16-16-0", "8-16-8"),
    case("the earlier middle stays too", "j 3-5", "16-12-4", "4-12-16"),
    case("a puesta is the same", "j 4-4", "16-16-0", "8-16-8"),
    case("a renuncio of the named pair is a codillo", "j rA", "16-16-0", "8-16-8"),
)
def test_with_codillo_stays_nobody_takes_the_middle(line, vales_before, vales_after):
    """«El que da codillo no puede ganar las de en medio, que se quedan ahí, acodilladas» (Z1)."""
    assert _vales_after(line, vales_before, PROSE) == vales_after


@each(
    "line, vales_before, vales_after",
    case("hecha: the fianza with the middle (Z3)", "pppz 3-5", "16-16-0", "8-24-0"),
    case("25: puesta loses the fianza, not matched (Z2)", "pppz 4-4", "16-16-0", "12-4-16"),
    case("25: codillo loses the fianza too", "pppz 5-3", "16-16-0", "20-4-8"),
    case("25: a fianza of two", "pppz 5-3", "6-20-6", "16-2-14"),
    case("25: a fianza of three", "pppz 5-3", "7-20-5", "16-3-13"),
    case("25: the pie keeps his own, hecha", "pppv 3-5", "16-16-0", "12-20-0"),
    case("25: the pie keeps his own, puesta", "pppv 4-4", "16-16-0", "12-4-16"),
    case("25: the pie keeps his own, codillo", "pppv 5-3", "16-16-0", "20-4-8"),
    case("55: solo with the zanga (Z13)", "pppzs 3-5", "16-16-0", "6-26-0"),
    case("62: solo with the zanga, codillo", "pppzs 5-3", "16-16-0", "22-2-8"),
    case("55: solo, the pie keeps his own", "pppvs 3-5", "16-16-0", "10-22-0"),
    case("26: sent solo with the zanga", "pppzm 3-5", "16-16-0", "6-26-0"),
)
def test_the_fianza_of_the_zanga_is_won_or_lost(line, vales_before, vales_after):
    assert _vales_after(line, vales_before) == vales_after


@each(
    "line, vales_after",
    case("48: five", "j 5-0 cA", "18-14-0"),
    case("49: five and all eight", "j 8-0 tA", "20-12-0"),
    case("50: five against, a codillo", "j 0-5 cB", "6-22-4"),
    case("50: all eight against", "j 0-8 tB", "4-24-4"),
    case("51: estuche", "j 5-3 eA", "18-14-0"),
    case("51: estuche, five bazas played", "j 5-0 eA", "18-14-0"),
    case("52: five and estuche", "j 5-0 cA eA", "20-12-0"),
    case("53: five, all and estuche", "j 8-0 tA eA", "22-10-0"),
    case("the estuche of rivals who lost the hand", "j 5-3 eB", "16-16-0"),
    case("59: five asked and not made", "j 5-3 cA", "14-18-0"),
    case("59: five not made, and puesta", "j 4-4 cA", "6-18-8"),
    case("59: five not made, and codillo", "j 3-5 cA", "6-22-4"),
    case("59: asked against", "j 5-3 cB", "18-14-0"),
    case("59: asked against, and the codillo given", "j 3-5 cB", "10-18-4"),
    case("60: las de cinco por las de todas (Z11)", "j 5-3 tA", "16-16-0"),
    case("60: with the estuche", "j 7-1 tA eA", "18-14-0"),
    case("61: own estuche, puesta", "j 4-4 eA", "6-18-8"),
    case("61: the rivals' estuche, puesta", "j 4-4 eB", "6-18-8"),
    case("61: own estuche, codillo", "j 3-5 eA", "6-22-4"),
    case("61: the rivals' estuche, codillo", "j 3-5 eB", "6-22-4"),
    case("61: not all eight played (Z8)", "j 2-5 eB", "8-20-4"),
    case("61: five against, and play stops", "j 0-5 cB eB", "6-22-4"),
    case("50, 61: all against, with estuche", "j 0-8 tB eB", "2-26-4"),
)
def test_five_todas_and_estuche_are_paid(line, vales_after):
    assert _vales_after(line) == vales_after


@each(
    "line, vales_after",
    case("55: solo", "s 5-3", "18-14-0"),
    case("57: sent solo", "m 5-3", "18-14-0"),
    case("62: solo, puesta", "s 4-4", "6-18-8"),
    case("62: sent solo, codillo", "m 3-5", "6-22-4"),
    case("20: a rival took it and makes it", "o 3-5", "10-22-0"),
    case("20: a rival took it, codillo", "o 5-3", "18-10-4"),
    case("20: the mano's pair takes it from the second", "po 5-3", "18-14-0"),
    case("55: solo and five", "s 5-0 cA", "20-12-0"),
    case("55: solo, five, all and estuche", "s 8-0 tA eA", "24-8-0"),
    case("63: las de cinco por las de solo", "s 5-3 cA", "16-16-0"),
    case("63: with the estuche", "s 5-3 cA eA", "18-14-0"),
    case("59, 62: both lost, both paid", "s 3-5 cA", "4-24-4"),
    case("60: solo stays when todas fail", "s 5-3 tA", "18-14-0"),
    case("55, 59: five asked against a solo", "s 5-3 cB", "20-12-0"),
)
def test_a_solo_is_paid(line, vales_after):
    assert _vales_after(line) == vales_after


@each(
    "line, vales_before, vales_after",
    case("29: the rivals lose the middle", "j rB", "16-16-0", "16-16-0"),
    case("29: found at the end of a puesta", "j 4-4 rB", "16-16-0", "16-16-0"),
    case("29: found at the end of a codillo", "j 2-6 rB", "16-16-0", "16-16-0"),
    case("29: the named pair: a codillo", "j rA", "16-16-0", "8-20-4"),
    case("29: the named pair, after its five bazas", "j 6-2 rA", "16-16-0", "8-20-4"),
    case("29, 62: by a solo (Z17)", "s rA", "16-16-0", "6-22-4"),
    # A puts in four: 16-12-4. The renuncio is a codillo: B takes these four, A leaves four more
    # in the middle and pays B the two of article 62.
    case("29, 62: by a solo sent by the rivals (Z17)", "m rA", "20-12-0", "10-18-4"),
    case("29, 62: a solo pays what it has left (Z17)", "s rA", "9-23-0", "0-28-4"),
    case("29: no five bazas, no premium of solo", "s rB", "16-16-0", "16-16-0"),
    case("29: the fianza with the middle", "pppz rA", "16-16-0", "8-24-0"),
    case("25, 29: the fianza lost by a renuncio", "pppz rB", "16-16-0", "20-4-8"),
    case("30: with a piece of estuche", "j rBe", "16-16-0", "18-14-0"),
    case("30: with a piece, and all eight lost (Z9)", "j rBe8", "16-16-0", "20-12-0"),
    case("30: with a piece, by the named pair", "j rAe", "16-16-0", "6-22-4"),
    case("30: by the named pair, all eight lost", "j rAe8", "16-16-0", "4-24-4"),
    case("31: after the five bazas", "j 5-3 rB", "16-16-0", "18-14-0"),
    case("31: two renuncios, after the eight bazas", "j 8-0 rB rB", "16-16-0", "20-12-0"),
    case("31: by the pair that loses by codillo", "j 2-6 rA", "16-16-0", "6-22-4"),
    case("30, 31: with a piece, after the five bazas", "j 5-3 rBe", "16-16-0", "20-12-0"),
    case("31, 48: five made", "j 5-0 cA rB", "16-16-0", "20-12-0"),
    case("five asked, the renuncio before the fifth baza", "j 3-0 cA rB", "16-16-0", "16-16-0"),
    case("59: five already failed", "j 2-1 cA rB", "16-16-0", "14-18-0"),
    case("31, 48: todas not decided", "j 6-0 tA rB", "16-16-0", "20-12-0"),
    case("29, 59: by the pair that asked five", "j 5-0 cA rA", "16-16-0", "6-22-4"),
    case("29, 59: by the rivals who asked five", "j 0-5 cB rB", "16-16-0", "18-14-0"),
    case("32: a false claim of a renuncio", "j 5-3 fB", "16-16-0", "18-14-0"),
    case("32: a false claim by the named pair", "j 5-3 fA", "16-16-0", "14-18-0"),
    case("32: a false claim in a codillo", "j 3-5 fB", "16-16-0", "10-18-4"),
    case("33: a pair without vales takes the middle", "j rB", "4-28-0", "4-28-0"),
    case("33: and takes nothing more", "j rBe", "4-28-0", "4-28-0"),
    case("a false claim without vales (Z16)", "j 5-3 fA", "4-28-0", "4-28-0"),
    # A puts in four and has one left. It wins the four back, and pays B the one that it had.
    case("a false claim with one vale (Z16b)", "j 5-3 fA", "5-27-0", "4-28-0"),
    case("a false claim with two (Z16b)", "j 5-3 fA", "6-26-0", "4-28-0"),
    case("a false claim by a rival with one (Z16b)", "j 3-5 fB", "27-1-4", "16-8-8"),
)
def test_a_renuncio_or_a_false_claim_is_paid(line, vales_before, vales_after):
    assert _vales_after(line, vales_before) == vales_after


@each(
    "line, vales_before, vales_after",
    case("57: solo without vales", "s 5-3", "4-28-0", "4-28-0"),
    case("64: a pair with one collects one", "s 5-3", "5-27-0", "6-26-0"),
    case("64: a pair with two collects two", "s 5-3", "6-26-0", "8-24-0"),
    case("64: one for each concept (Z4)", "j 8-0 tA eA", "5-27-0", "8-24-0"),
    case("64: a pair with none collects none", "j 8-0 tA eA", "4-28-0", "4-28-0"),
    case("64: three of the four", "j rBe8", "7-25-0", "10-22-0"),
    case("64: rivals with none collect none", "j 5-3 cA", "31-0-1", "32-0-0"),
    case("the middle first, then nothing left (Z10)", "s 3-5", "5-27-0", "0-31-1"),
    case("payments in order while vales last (Z10)", "s 3-5 cA eB", "10-22-0", "0-28-4"),
    case("paid from the middle that the pair took", "j 5-3 cA", "4-28-0", "2-30-0"),
    case("the rivals pay what they have (Z10)", "j 8-0 tA eA", "29-3-0", "32-0-0"),
)
def test_a_pair_collects_at_most_the_vales_it_had(line, vales_before, vales_after):
    if vales_after.startswith("32"):
        assert _score(line, vales_before).tallies == ((1, 0), (16, 16))
    else:
        assert _vales_after(line, vales_before) == vales_after


@each(
    "line, expected",
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
def test_every_payment_has_an_event_with_its_article(line, expected):
    events = []
    for event in _score(line).events:
        params = dict(event.params)
        words = [event.code.removeprefix("zanga."), "AB"[event.side]]
        words += [str(params[name]) for name in ("by", "vales", "article") if name in params]
        events.append(" ".join(words))
    assert events == expected


def test_the_points_of_a_hand_are_the_gains_of_each_pair():
    assert _score("j 3-5 cA").points == (-10, 6)
    assert _score("j 4-4").points == (-8, 0)
