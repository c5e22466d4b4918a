"""The rules of guiñote against a table that deals real cards and counts them itself."""

from itertools import product
from random import Random

import pytest

from rules import guinote
from rules.core import RuleError, fold
from rules.guinote.hands import Cante, Deal
from rules.guinote.options import Options
from tests.rules.guinote_table import PALOS, WORTH, Reparto, partida

DEALS = 2000
ONE_PARTIDA = Options(cotos=1, partidas=1)


def _partidas(seed: int, deals: int, sitting: int):
    rng = Random(seed)
    seen = 0
    while seen < deals:
        played = partida(rng, rng.randrange(2), sitting)
        seen += len(played[0])
        yield played


@pytest.fixture(scope="module", params=[4, 2], ids=["in pairs", "two players"])
def partidas(request) -> list[tuple[list[Reparto], int, str]]:
    return list(_partidas(1866, DEALS, request.param))


def test_no_true_deal_is_refused_and_every_count_is_that_of_the_cards(partidas):
    for deals, winner, why in partidas:
        hands = [guinote.parse(deal.line()) for deal in deals]
        steps = fold(guinote, ONE_PARTIDA, hands)
        assert [step.score.points for step in steps] == [deal.total for deal in deals]
        assert [hand.bare for hand in hands] == [deal.bare for deal in deals]
        won = dict(steps[-1].score.events[0].params)
        assert (steps[-1].score.winner, won["by"]) == (winner, why)
        total = tuple(map(sum, zip(*(deal.total for deal in deals), strict=True)))
        assert won["tantos"] == total
        assert all(not step.score.over for step in steps[:-1])


def test_the_table_meets_every_way_of_winning_but_the_rarest(partidas):
    """101 without 30 apart from cantes takes 80 in cantes: `test_guinote_partida` has it."""
    ways = {why for _, _, why in partidas}
    assert ways - {"thirty"} == {"reached", "ultimas", "declared", "false_declaration"}


def test_whoever_took_no_baza_has_nothing(partidas):
    """What the docstring of the checks takes for granted, seen at the table."""
    for deals, _, _ in partidas:
        for deal in deals:
            for side in {0, 1} - set(deal.bazas):
                assert (deal.total[side], deal.bare[side]) == (0, 0)
            assert all(len(pile) % deal.players == 0 for pile in deal.piles)


def _together() -> set[tuple[int, int]]:
    """Every pair of tantos that A and B can hold at once, by going through the cards."""
    pairs = {(0, 0)}
    for worth in list(WORTH.values()) * len(PALOS):
        pairs |= {(a + worth, b) for a, b in pairs} | {(a, b + worth) for a, b in pairs}
    return pairs


def _accepted(**deal) -> bool:
    try:
        Deal(**deal)
    except RuleError:
        return False
    return True


def test_the_cards_accepted_are_those_that_some_split_of_the_pack_makes():
    held = _together()
    for a, b in product(range(-1, 123), repeat=2):
        assert _accepted(cards=(a, b), declared=0) == ((a, b) in held), (a, b)
        full = (a, b) in held and a + b == 120
        assert _accepted(cards=(a, b), last=1) == full, (a, b)


def _falsified(deal: Reparto):
    """The true line made false in every way that the rules can tell, each with its name."""
    a, b = deal.cards
    hand = guinote.parse(deal.line())
    true = {"cards": (a, b), "last": hand.last, "cantes": hand.cantes, "declared": hand.declared}
    if deal.finished:
        yield "one tanto too many", {**true, "cards": (a + 1, b)}
        yield "one tanto missing", {**true, "cards": (a, b - 1)}
        yield "the últimas left out", {**true, "last": None}
        yield "the últimas counted among the cards", {**true, "cards": (a + 10, b)}
        yield "played to the end and stopped", {**true, "declared": 0}
    else:
        yield "more tantos than the pack has", {**true, "cards": (a, 121 - a)}
        yield "stopped and with últimas", {**true, "last": 0}
    for cante in hand.cantes:
        if cante.suit is not None:
            other = Cante(1 - cante.side, cante.value, cante.suit)
            yield "a cante twice", {**true, "cantes": (*hand.cantes, cante)}
            yield "a cante by both sides", {**true, "cantes": (*hand.cantes, other)}
        if cante.value == 40:
            veinte = Cante(0, 20, cante.suit)
            yield "a veinte in trumps", {**true, "cantes": (*hand.cantes, veinte)}
            free = next(suit for suit in "oceb" if suit != cante.suit)
            yield "two forties", {**true, "cantes": (*hand.cantes, Cante(0, 40, free))}
    veintes = tuple(Cante(0, 20, None) for _ in range(4))
    yield "four veintes", {**true, "cantes": veintes}


def test_a_line_made_false_is_refused_whenever_the_rules_can_tell(partidas):
    told = set()
    for deals, _, _ in partidas:
        for deal in deals:
            for name, false in _falsified(deal):
                assert not _accepted(**false), (name, deal.line())
                told.add(name)
    assert len(told) == 12


def test_saying_to_have_won_in_the_first_deal_is_refused(partidas):
    start = guinote.start(ONE_PARTIDA)
    stopped = [deals[1] for deals, _, _ in partidas if deals[-1].declared is not None]
    assert stopped
    for deal in stopped:
        with pytest.raises(RuleError, match="declared_in_ida"):
            guinote.play(start, guinote.parse(deal.line()), ONE_PARTIDA)
