"""Oracle of cientos: with and without calidades, to a number of juegos or with all juegos played.

In some matches, a baza counts only if its winner did not lead it.
"""

from dataclasses import replace
from functools import partial

from rules.cientos import CIENTOS
from rules.cientos.deal import Deal
from rules.cientos.items import Catorce, Punto
from rules.cientos.options import Options
from tests.rows import phrases
from tests.rules.cientos.juegos import Encuentro, OtherLine
from tests.rules.cientos.table import Mano, possible_plays
from tests.rules.oracles.judge import Match

GAME = CIENTOS
LENGTHS = CIENTOS.presets | {
    "saliendo_el_otro": Options(juegos=2, calidades=True, rival_leads=True),
    "sin_doble": Options(juegos=1, doble=False, calidades=True, calidad=3),
    "doble_vale_dos": Options(juegos=3, juegos_doble=2),
}
FORMS = tuple(LENGTHS)
SPECIAL_CASES = frozenset(
    phrases(
        "pique; capote; low; ties; repique; void; short; stopped; ruled; deal void",
        "pique in the last baza; pique with eleven bazas",
        "pique of a hand that stopped; one too many and one missing; a point from a hundred",
    )
)
FALSE_KINDS = frozenset(
    phrases(
        "a baza too many; a baza missing; no winner of the last baza",
        "a hundred that nobody reached; stopped in the middle",
        "a punto below the side's own secansa; a trío twice; a trío of both",
        "a secansa won and tied; a secansa twice; a secansa of both",
        "a catorce of a card in the rival's secansa; a pique after the rival counted",
        "captures where they do not count; the last baza to a side without bazas",
        "stopped by the other side before any card; a baza after a hundred",
        "stopped by the other side; stopped a baza later; a pique without bazas",
        "a capote without the pique it made; a void punto; no captures; two captures more",
        "no pique where every order has one",
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
    hands, rows = zip(*table.play(), strict=True)
    counts = [(tuple(hand.counted_points), *rest) for hand, rest in zip(hands, rows, strict=True)]
    deals_played = sum(isinstance(hand, Mano) for hand in hands)
    yield Match(options, [hand.line() for hand in hands], counts, hands, deals_played)


def rules_count(hand, score):
    """Return the numbers of the rules after a line, to compare with the counts of the table.

    The mano is the side that does not deal the next hand; None until a line names the dealer.
    """
    mano = None if score.state.dealer is None else 1 - score.state.dealer
    return score.points, *score.tallies, mano, score.winner


def special_cases(match):
    for hand in match.hands:
        if isinstance(hand, OtherLine):
            yield "ruled" if hand.line().startswith("arbitro") else "deal void"
            continue
        yield from (name for name in ("pique", "low", "ties") if getattr(hand, name))
        if hand.pique:
            yield from _pique_cases(hand)
        if hand.void is not None and hand.short is not None:
            yield "one too many and one missing"
        if min(hand.lacking) == 1:
            yield "a point from a hundred"
        for name in ("capote", "repique", "void", "short", "stopped"):
            if getattr(hand, name) is not None:
                yield name


def _pique_cases(hand: Mano):
    """Yield the special cases of a hand with a pique."""
    if hand.pique_baza == 12:
        yield "pique in the last baza"
    if hand.bazas[hand.mano] == 11:
        yield "pique with eleven bazas"
    if hand.stopped is not None:
        yield "pique of a hand that stopped"


def false_hands(match, place, line, score_before):
    """Yield the kind of each false line, and a function that builds its hand."""
    hand = match.hands[place]
    if isinstance(hand, OtherLine):
        return
    changes_by_kind = [*_false_changes(hand, line), *_removed_pique(hand, match.options)]
    for name, changes in changes_by_kind:
        if any(getattr(line, member) != value for member, value in changes.items()):
            yield name, partial(replace, line, **changes)


def _removed_pique(hand: Mano, options: Options):
    """Yield the change that removes the pique, if every possible order of the bazas has a pique."""
    if hand.pique and all(pique for pique, *_ in possible_plays(hand, options.rival_leads)):
        yield "no pique where every order has one", {"pique": False}


def _false_changes(hand: Mano, line: Deal):
    """Yield kinds of false lines, with the changed members of the true line."""
    a, b = line.bazas
    if line.stopped is None:
        yield "a baza too many", {"bazas": (a + 1, b)}
        yield "a baza missing", {"bazas": (a, b - 1)}
        yield "no winner of the last baza", {"last": None, "low": False}
        if 0 in line.bazas:
            yield "the last baza to a side without bazas", {"last": line.bazas.index(0)}
        yield "a hundred that nobody reached", {"stopped": 0, "last": None, "low": False}
        if sum(hand.counted_points) < hand.lacking[hand.mano] and not line.pique:
            yield "stopped in the middle", {"stopped": hand.mano, "bazas": (5, 4), "last": None}
    elif a + b:
        yield "stopped by the other side", {"stopped": 1 - line.stopped}
        more_bazas = (a + 1, b) if line.stopped == 0 else (a, b + 1)
        if line.captures is None:
            yield "stopped a baza later", {"bazas": more_bazas}
    else:
        yield "stopped by the other side before any card", {"stopped": 1 - line.stopped}
        yield "a baza after a hundred", {"bazas": (1, 0) if line.stopped == 0 else (0, 1)}
    if line.punto:
        for secansa in line.secansas:
            if secansa.side == line.punto.side and secansa.top != "9":
                lower_punto = replace(line.punto, value=24)
                yield "a punto below the side's own secansa", {"punto": lower_punto}
    for item in line.catorces:
        rival_item = replace(item, side=1 - item.side)
        yield "a trío twice", {"catorces": (*line.catorces, item)}
        yield "a trío of both", {"catorces": (*line.catorces, rival_item)}
    if line.secansas and line.secansas[0].side is not None:
        tied_secansa = replace(line.secansas[0], side=None, suit=None)
        yield "a secansa won and tied", {"secansas": (*line.secansas, tied_secansa)}
        best_secansa = line.secansas[0]
        if best_secansa.suit:
            yield "a secansa twice", {"secansas": (*line.secansas, best_secansa)}
        yield (
            "a secansa of both",
            {"secansas": (*line.secansas, replace(best_secansa, side=1 - best_secansa.side))},
        )
        rank = (
            Catorce(1 - (best_secansa.side or 0), best_secansa.top)
            if best_secansa.top in "ARCSD"
            else None
        )
        if rank:
            yield "a catorce of a card in the rival's secansa", {"catorces": (rank,)}
    if not line.pique and (hand.ties or not hand.clear[hand.mano]):
        yield "a pique after the rival counted", {"pique": True}
    announced_points = sum(points for side, points in hand.items if side == hand.mano)
    if (
        not line.pique
        and hand.clear[hand.mano]
        and announced_points + 2 * hand.bazas[hand.mano] + 1 < 30
    ):
        yield "a pique without bazas", {"pique": True}
    if line.pique and not hand.bazas[1 - hand.mano] and line.stopped is None:
        yield "a capote without the pique it made", {"pique": False}
    if hand.void is not None:
        yield "a void punto", {"punto": Punto(hand.void, 51)}
    if line.captures is not None and a + b:
        yield "no captures", {"captures": None}
        mano_captures, rival_captures = line.captures
        yield "two captures more", {"captures": (mano_captures + 2, rival_captures)}
    elif a + b:
        yield "captures where they do not count", {"captures": (0, 0)}
