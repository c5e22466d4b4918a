"""What the cards of cientos allow, and the hands played on past a hundred."""

from itertools import combinations, product
from random import Random

import pytest

from rules import cientos
from rules.cientos import Catorce, Deal, Punto, Secansa, carteo
from rules.cientos.cards import MOST_OF_THREE, PUNTOS, RANKS
from rules.cientos.checks import LOOSE_PUNTOS, _possible
from rules.core import RuleError
from tests.rules.cientos_table import BARAJA, LETRA, PALOS, play_hand

BOTH = [cientos.Options(juegos=1, calidades=True, rival_leads=leads) for leads in (False, True)]


def test_a_hand_played_on_past_a_hundred_says_who_was_first_or_is_asked():
    """Who plays on writes all the bazas: accepted when every order of them says the same."""
    rng, accepted, asked = Random(147), 0, 0
    for options in BOTH:
        for _ in range(150):
            faltan, mano = (rng.randint(9, 34), rng.randint(9, 34)), rng.randrange(2)
            hand = play_hand(rng, mano, faltan, options.rival_leads, stop=False)
            line = cientos.parse(hand.line())
            try:
                counted = cientos.juego.judge(line, mano, faltan, (12, 12), options)
            except RuleError as error:
                assert error.code == "cientos.first_unknown", (str(line), error)
                asked += 1
            else:
                told, true = (
                    first and (first[0], first[1] < 12) for first in (counted.first, hand.first)
                )
                assert told == true, (str(line), faltan)
                accepted += told is not None
    assert accepted > 100 and asked > 20


def test_every_order_of_the_bazas_is_followed_and_no_other():
    """Against the plays themselves: the true order is among those followed."""
    rng = Random(1801)
    for _ in range(100):
        faltan = (rng.randint(15, 40), rng.randint(15, 40))
        hand = play_hand(rng, 0, faltan, False, stop=False)
        line = cientos.parse(hand.line())
        said = cientos.acuses.count(line)
        if said.first_to(faltan) is None and hand.first is not None:
            found = carteo.first_to(line, 0, said, faltan, BOTH[0])
            assert hand.first in found or not found


# --- The cards ------------------------------------------------------------------------------
def test_the_puntos_accepted_are_those_that_the_best_suit_of_twelve_cards_makes():
    worth = {"A": 11, "9": 9, "8": 8, "7": 7}
    made = {
        sum(worth.get(LETRA[naipe], 10) for naipe in cards)
        for many in range(3, 9)
        for cards in combinations([naipe for naipe, palo in BARAJA if palo == "oros"], many)
    }
    assert made == PUNTOS
    for value in range(100):
        if value in made:
            assert Punto(0, value).value == value
        else:
            with pytest.raises(RuleError):
                Punto(0, value)


def _ordinary():
    """Every hand of announcements that is accepted without looking for the cards."""
    puntos = [None] + [Punto(side, v) for v in PUNTOS if v > MOST_OF_THREE for side in (0, None)]
    runs = [
        Secansa(side, many, top)
        for many in (3, 4, 5)
        for top in RANKS[: 9 - many]
        for side in (0, 1, None)
    ]
    trios = [Catorce(side, rank, 3) for rank in "ARCSD" for side in (0, 1)]
    pairs = [(one, two) for one, two in combinations(trios, 2) if one.side == two.side]
    for punto in puntos:
        alone = [((), catorces) for catorces in [(), *zip(trios, strict=True), *pairs]]
        alone += [((run,), ()) for run in runs if run.length < 5]
        if punto is None or punto.value in LOOSE_PUNTOS:
            alone += [((run,), (trio,)) for run, trio in product(runs, trios)]
        yield from ((punto, *one) for one in alone)


def test_what_is_accepted_without_looking_two_hands_can_hold():
    """A fortieth of them here, another one each; `together` finds the hands of them all."""
    for punto, secansas, catorces in list(_ordinary())[Random(32).randrange(40) :: 40]:
        try:
            deal = Deal((8, 4), 0, punto=punto, secansas=secansas, catorces=catorces)
        except RuleError:
            continue
        assert _possible(deal), deal


def _two_hands(rng: Random, mine, theirs) -> bool:
    """Whether some two hands hold these cards, each a set in one suit of its own, by trying."""
    for suits in product(PALOS, repeat=len(mine) + len(theirs)):
        held = [set(), set()]
        for place, (cards, palo) in enumerate(zip([*mine, *theirs], suits, strict=True)):
            held[place >= len(mine)] |= {(card, palo) for card in cards}
        whole = sum(len(cards) for cards in [*mine, *theirs])
        apart = len(held[0]) + len(held[1]) == whole and not held[0] & held[1]
        if apart and max(len(held[0]), len(held[1])) <= 12:
            return True
    return False


@pytest.mark.parametrize(
    ("words", "mine", "theirs"),
    [
        ("s=8A", ["ARCSD987"], ["ARCSD987"]),
        ("s=5R", ["RCSD9"], ["RCSD9"]),
        ("sA5A sA5A", ["ARCSD", "ARCSD"], []),
        ("sA6A sA6A", ["ARCSD9", "ARCSD9"], []),
        ("sA6A sA7A", ["ARCSD9", "ARCSD98"], []),
        ("sA3A sA3A sA3A sA3A", ["ARC"] * 4, []),
        ("sA3A sA3A sA3A sA4A", ["ARC"] * 3 + ["ARCS"], []),
    ],
)
def test_secansas_that_fit_in_twelve_cards(words, mine, theirs):
    """Each in a suit of its own, as here they must be."""
    try:
        cientos.parse(f"8-4 uA {words}")
        accepted = True
    except RuleError as error:
        assert error.code == "cientos.cards_impossible"
        accepted = False
    assert accepted == _two_hands(Random(0), mine, theirs)
