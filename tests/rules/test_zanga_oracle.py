"""The rules of zanga against a table that deals real cards and moves the stones itself."""

from random import Random

import pytest

from rules import zanga
from rules.core import RuleError, fold
from tests.rules.zanga_table import SEATS, Hand, partida

DEALS = 2000
ONE_PARTIDA = zanga.Options(partidas=1)


def _partidas(seed: int, deals: int):
    rng = Random(seed)
    seen = 0
    while seen < deals:
        hands = partida(rng)
        seen += len(hands)
        yield hands


@pytest.fixture(scope="module")
def partidas() -> list[list[Hand]]:
    return list(_partidas(1677, DEALS))


def _stones(score) -> tuple[int, int, int]:
    return (*score.tallies[1], score.state.middle)


def test_no_true_hand_is_refused_and_every_count_is_that_of_the_stones(partidas):
    for hands in partidas:
        lines = [zanga.parse(hand.line()) for hand in hands]
        steps = fold(zanga, ONE_PARTIDA, lines)
        assert [_stones(step.score) for step in steps[:-1]] == [hand.after for hand in hands[:-1]]
        last, final = steps[-1].score, hands[-1]
        assert (last.over, last.winner) == (True, final.after.index(32))
        gained = tuple(final.after[side] - final.before[side] for side in (0, 1))
        assert last.points == gained
        for step, hand in zip(steps, hands, strict=True):
            assert str(step.hand) == hand.line()


def test_the_table_meets_every_case(partidas):
    hands = [hand for hands in partidas for hand in hands]
    words = {word for hand in hands for word in hand.line().split()}
    voices = {"p" * passes + voice for passes in range(4) for voice in "jsm"}
    assert words >= voices | {"o", "po", "ppo", "pppz", "pppv", "pppzs", "pppvs"}
    assert words >= {sign + side for sign in "ctefr" for side in "AB"} | {"rAe", "rBe"}
    assert {(hand.five, hand.todas) for hand in hands} >= {
        ("made", ""), ("failed", ""), ("made", "made"), ("made", "failed")
    }  # fmt: skip
    assert any(hand.judged for hand in hands)
    events = {
        (event.code, dict(event.params).get("by"))
        for hands in partidas
        for step in fold(zanga, ONE_PARTIDA, [zanga.parse(hand.line()) for hand in hands])
        for event in step.score.events
    }
    told = {("zanga.paid", concept) for concept in zanga.CONCEPTS}
    told |= {("zanga.fianza", by) for by in zanga.BY["zanga.fianza"]}
    told |= {("zanga.taken", by) for by in zanga.BY["zanga.taken"]}
    assert events >= told


def _falsified(hand: Hand):
    """The true line made false in every way that the rules can tell, each with its name."""
    voice, bazas, *rest = hand.line().split()
    a, b = hand.bazas
    line, tail = hand.line(), " ".join(rest)
    total = a + b
    yield "one pass too many", f"pppp{line}"
    yield "a baza too many for A", f"{voice} {a + 9 - total}-{b} {tail}"
    yield "a baza too many for B", f"{voice} {a}-{b + 9 - total} {tail}"
    if not hand.faults:
        yield "a hand left undecided", f"{voice} {min(a, 4)}-{min(b, 3)} {tail}"
        yield "no bazas", f"{voice} {tail}"
        yield "a renuncio of each pair", f"{line} rA rB"
    else:
        yield "a renuncio of each pair", f"{line} r{'AB'[1 - hand.faults[0][0]]}"
        yield "a renuncio, and none", f"{line} fA"
    if hand.passes < 3 and not hand.cards:
        yield "the zanga cards before the pie", line.replace(voice, "p" * hand.passes + "z", 1)
    else:
        yield "taken from the pie", line.replace(voice, "pppo", 1)
    if hand.asked is not None:
        yield "both ask five", f"{line} c{'BA'[hand.asked]}"
    for side in (0, 1):
        other, own = hand.bazas[1 - side], hand.bazas[side]
        bare = [word for word in rest if word[0] not in "cter"]
        plain = f"{voice} {bazas} {' '.join(bare)}"
        if hand.faults:
            continue
        if own < 2:
            yield "five without the first two bazas", f"{plain} c{'AB'[side]}"
        if own < 5:
            yield "all eight without five", f"{plain} t{'AB'[side]}"
        if own >= 6 and not other:
            yield "five and played on", f"{plain} c{'AB'[side]}"
        if own in (5, 6, 7) and not other:
            yield "all eight and not played", f"{plain} t{'AB'[side]}"
        if own < total - 6:
            yield "an estuche with too few bazas", f"{plain} e{'AB'[side]}"
        if side == hand.named and hand.alone and own < total - 5:
            yield "an estuche of a solo with too few bazas", f"{plain} e{'AB'[side]}"
        if side != hand.named and own >= 5 and other:
            yield "all eight against, failed", f"{plain} t{'AB'[side]}"
    if hand.estuche is not None:
        yield "the estuche twice", f"{line} e{'AB'[hand.estuche]}"
        yield "the estuche of both", f"{line} e{'BA'[hand.estuche]}"
    if not hand.first:
        yield "another mano", f"{line} m{SEATS[(hand.mano + 1) % 4]}"
        yield "the mano's partner", f"{line} m{SEATS[(hand.mano + 2) % 4]}"
    else:
        yield (
            "nobody is mano",
            " ".join(word for word in line.split() if word[0] != "m" or word == voice),
        )


def _passes_beyond(hand: Hand):
    """Passes of a pair that had no vales left to pass with."""
    stones = list(hand.before[:2])
    stones[hand.mano % 2] = max(0, stones[hand.mano % 2] - 4)
    for passes in range(3):
        side = (hand.mano + passes) % 2
        if not stones[side]:
            mano = f" m{SEATS[hand.mano]}" if hand.first else ""
            yield "a pass without vales", "p" * (passes + 1) + "j 8-0" + mano
            return
        stones[side] -= 1
    if stones[1 - hand.mano % 2] < 3:
        yield "the zanga without three vales", "pppz 8-0"


def test_a_line_made_false_is_refused_whenever_the_rules_can_tell(partidas):
    told = {}
    for hands in partidas:
        score = zanga.start(ONE_PARTIDA)
        for hand in hands:
            false = [] if hand.judged else list(_falsified(hand))
            for name, line in [*false, *_passes_beyond(hand)]:
                with pytest.raises(RuleError):
                    zanga.play(score, zanga.parse(line), ONE_PARTIDA)
                    pytest.fail(f"{name}: {line} instead of {hand.line()}")
                told[name] = told.get(name, 0) + 1
            score = zanga.play(score, zanga.parse(hand.line()), ONE_PARTIDA)
    assert len(told) == 24, sorted(told)
