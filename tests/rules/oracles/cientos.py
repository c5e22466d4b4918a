"""Cientos, plain and con calidades, by juegos and for the money, with both counts of the bazas."""

from dataclasses import replace
from functools import partial

from rules.cientos import CIENTOS
from rules.cientos.deal import Deal
from rules.cientos.items import Catorce, Punto
from rules.cientos.options import Options
from tests.rows import phrases
from tests.rules.cientos.juegos import Encuentro, Otra
from tests.rules.cientos.table import Mano, como_pudo_ser
from tests.rules.oracles.judge import Match

GAME = CIENTOS
LENGTHS = CIENTOS.presets | {
    "saliendo_el_otro": Options(juegos=2, calidades=True, rival_leads=True),
    "sin_doble": Options(juegos=1, doble=False, calidades=True, calidad=3),
    "doble_vale_dos": Options(juegos=3, juegos_doble=2),
}
FORMS = tuple(LENGTHS)
MEETS = frozenset(
    phrases(
        "pique; capote; low; ties; repique; void; short; stopped; ruled; deal void",
        "pique in the last baza; pique to the last baza but one",
        "pique of a hand that stopped; one too many and one missing; a point from a hundred",
    )
)
KINDS = frozenset(
    phrases(
        "a baza too many; a baza missing; the last left out; a hundred that nobody had",
        "stopped in the middle; a punto under one's own secansa; a trío twice",
        "a trío of both; a secansa won and tied; a secansa twice; a secansa of both",
        "a catorce of a card that the other shows; a pique against who counted",
        "captures that do not count; the last by who took none",
        "stopped before a card, and by the other; a baza after a hundred",
        "stopped by the other; stopped a baza later; a pique without bazas",
        "a capote without the pique it made; a void punto; the captures left out",
        "two captures more; without the pique that it made in every order",
    )
)


def matches(rng, form):
    options = LENGTHS[form]
    table = Encuentro(
        rng,
        options.juegos,
        options.play_all,
        options.doble,
        options.juegos_doble,
        options.calidad * options.calidades,
        options.rival_leads,
    )
    hands, after = zip(*table.play(), strict=True)
    counted = [(tuple(hand.counted), *rest) for hand, rest in zip(hands, after, strict=True)]
    dealt = sum(isinstance(hand, Mano) for hand in hands)
    yield Match(options, [hand.line() for hand in hands], counted, hands, dealt)


def seen(hand, score):
    """The mano of the next hand is the side that does not deal it, if the acta shows the dealer."""
    mano = None if score.state.dealer is None else 1 - score.state.dealer
    return score.points, *score.tallies, mano, score.winner


def met(match):
    for hand in match.hands:
        if isinstance(hand, Otra):
            yield "ruled" if hand.line().startswith("arbitro") else "deal void"
            continue
        yield from (name for name in ("pique", "low", "ties") if getattr(hand, name))
        if hand.pique:
            yield from _piques(hand)
        if hand.void is not None and hand.short is not None:
            yield "one too many and one missing"
        if min(hand.faltan) == 1:
            yield "a point from a hundred"
        for name in ("capote", "repique", "void", "short", "stopped"):
            if getattr(hand, name) is not None:
                yield name


def _piques(hand: Mano):
    if hand.picada == 12:
        yield "pique in the last baza"
    if hand.bazas[hand.mano] == 11:
        yield "pique to the last baza but one"
    if hand.stopped is not None:
        yield "pique of a hand that stopped"


def falsified(match, place, line, before):
    """Yield false lines; some changes leave the line unchanged."""
    hand = match.hands[place]
    if isinstance(hand, Otra):
        return
    changed = [*_changes(hand, line), *_without_pique(hand, match.options)]
    for name, changes in changed:
        if any(getattr(line, member) != value for member, value in changes.items()):
            yield name, partial(replace, line, **changes)


def _without_pique(hand: Mano, options: Options):
    """Omit a pique from the line only if some order of the bazas has none."""
    if hand.pique and all(pique for pique, *_ in como_pudo_ser(hand, options.rival_leads)):
        yield "without the pique that it made in every order", {"pique": False}


def _changes(hand: Mano, line: Deal):
    a, b = line.bazas
    if line.stopped is None:
        yield "a baza too many", {"bazas": (a + 1, b)}
        yield "a baza missing", {"bazas": (a, b - 1)}
        yield "the last left out", {"last": None, "low": False}
        if 0 in line.bazas:
            yield "the last by who took none", {"last": line.bazas.index(0)}
        yield "a hundred that nobody had", {"stopped": 0, "last": None, "low": False}
        if sum(hand.counted) < hand.faltan[hand.mano] and not line.pique:
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
        if one.suit:
            yield "a secansa twice", {"secansas": (*line.secansas, one)}
        yield "a secansa of both", {"secansas": (*line.secansas, replace(one, side=1 - one.side))}
        rank = Catorce(1 - (one.side or 0), one.top) if one.top in "ARCSD" else None
        if rank:
            yield "a catorce of a card that the other shows", {"catorces": (rank,)}
    if not line.pique and (hand.ties or not hand.clear[hand.mano]):
        yield "a pique against who counted", {"pique": True}
    announced = sum(points for who, points in hand.items if who == hand.mano)
    if not line.pique and hand.clear[hand.mano] and announced + 2 * hand.bazas[hand.mano] + 1 < 30:
        yield "a pique without bazas", {"pique": True}
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
