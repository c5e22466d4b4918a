"""The rules of cientos against a table that deals real cards and counts them itself."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from rules import cientos
from rules.cientos import Catorce, Deal, Punto, Secansa, carteo
from rules.cientos.cards import MOST_OF_THREE, PUNTOS, RANKS
from rules.cientos.checks import LOOSE_PUNTOS, _possible
from rules.core import RuleError
from tests.rules.cientos_table import BARAJA, LETRA, PALOS, Mano, juego, play_hand

HANDS = 2000
BOTH = [cientos.Options(juegos=1, calidades=True, rival_leads=leads) for leads in (False, True)]


def _juegos(seed: int, hands: int, options: cientos.Options):
    rng = Random(seed)
    seen = 0
    while seen < hands:
        played = juego(rng, rng.randrange(2), options.rival_leads)
        seen += len(played.hands)
        yield options, played


@pytest.fixture(scope="module")
def juegos():
    return [one for options in BOTH for one in _juegos(1807, HANDS // 2, options)]


def _steps(options, hands):
    """Each hand of a juego with the score before it and the score after it."""
    score = cientos.start(options)
    for hand in hands:
        before, line = score, cientos.parse(hand.line())
        score = cientos.play(before, line, options)
        yield hand, line, before, score


def test_no_true_hand_is_refused_and_every_count_is_that_of_the_cards(juegos):
    for options, played in juegos:
        calidades = [0, 0]
        for hand, _, _, score in _steps(options, played.hands):
            assert list(score.points) == hand.counted, hand.line()
            calidades = [a + b for a, b in zip(calidades, hand.calidades, strict=True)]
            if not score.over:
                assert score.tallies[1] == tuple(calidades), hand.line()
        assert score.state.juegos == ((played.winner, played.double),)
        calidades[played.winner] += 10 if played.double else 5
        assert score.tallies[1] == tuple(calidades)
        assert score.state.dealer == 1 - played.mano


def test_the_table_meets_everything_that_happens_in_a_hand(juegos):
    hands = [hand for _, played in juegos for hand in played.hands]
    for name in ("pique", "capote", "low", "ties"):
        assert any(getattr(hand, name) for hand in hands), name
    for name in ("repique", "void", "short", "stopped"):
        assert any(getattr(hand, name) is not None for hand in hands), name


def _plays(score, line, options) -> bool:
    try:
        cientos.play(score, line, options)
    except RuleError:
        return False
    return True


def _changed(line: Deal, **changes) -> Deal | None:
    try:
        return replace(line, **changes)
    except RuleError:
        return None


def _falsified(hand: Mano, line: Deal):
    """The true line made false in every way that the rules can tell, each with its name."""
    a, b = line.bazas
    if line.stopped is None:
        yield "a baza too many", {"bazas": (a + 1, b)}
        yield "a baza missing", {"bazas": (a, b - 1)}
        yield "the last left out", {"last": None, "low": False}
        if 0 in line.bazas:
            yield "the last by who took none", {"last": line.bazas.index(0)}
        yield "a hundred that nobody had", {"stopped": 0, "last": None, "low": False}
        if sum(hand.counted) < 60 and not line.pique:
            yield "stopped in the middle", {"stopped": hand.mano, "bazas": (5, 4), "last": None}
    elif a + b:
        yield "stopped by the other", {"stopped": 1 - line.stopped}
        more = (a + 1, b) if line.stopped == 0 else (a, b + 1)
        if line.captures is None:
            yield "stopped a baza later", {"bazas": more}
    else:
        yield "stopped before a card, and by the other", {"stopped": 1 - line.stopped}
        yield "a baza after a hundred", {"bazas": (1, 0) if line.stopped == 0 else (0, 1)}
    if line.punto:
        for secansa in line.secansas:
            if secansa.side == line.punto.side and secansa.top != "9":
                low = replace(line.punto, value=24)
                yield "a punto under one's own secansa", {"punto": low}
    for item in line.catorces:
        other = replace(item, side=1 - item.side)
        yield "a trío twice", {"catorces": (*line.catorces, item)}
        yield "a trío of both", {"catorces": (*line.catorces, other)}
    if line.secansas and line.secansas[0].side is not None:
        tied = replace(line.secansas[0], side=None, suit=None)
        yield "a secansa won and tied", {"secansas": (*line.secansas, tied)}
        one = line.secansas[0]
        yield "a secansa twice", {"secansas": (*line.secansas, one)}
        yield "a secansa of both", {"secansas": (*line.secansas, replace(one, side=1 - one.side))}
        rank = Catorce(1 - (one.side or 0), one.top) if one.top in "ARCSD" else None
        if rank:
            yield "a catorce of a card that the other shows", {"catorces": (rank,)}
    if not line.pique and (hand.ties or not hand.clear[hand.mano]):
        yield "a pique against who counted", {"pique": True}
    if not line.pique and hand.clear[hand.mano] and hand.bazas[hand.mano] < 2:
        yield "a pique without bazas", {"pique": hand.repique is None}
    if line.pique and not hand.bazas[1 - hand.mano] and line.stopped is None:
        yield "a capote without the pique it made", {"pique": False}
    if hand.void is not None:
        yield "a void punto", {"punto": Punto(hand.void, 51)}
    if line.captures is not None and a + b:
        yield "the captures left out", {"captures": None}
        mine, theirs = line.captures
        yield "two captures more", {"captures": (mine + 2, theirs)}
    elif a + b:
        yield "captures that do not count", {"captures": (0, 0)}


def test_a_line_made_false_is_refused_whenever_the_rules_can_tell(juegos):
    told = set()
    for options, played in juegos:
        for hand, line, before, _ in _steps(options, played.hands):
            for name, changes in _falsified(hand, line):
                false = _changed(line, **changes)
                if false == line:
                    continue
                assert false is None or not _plays(before, false, options), (name, str(line))
                told.add(name)
    assert len(told) == 24


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
