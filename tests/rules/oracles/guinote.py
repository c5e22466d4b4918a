"""Oracle of guiñote: matches of every length, with vueltas and declarations."""

from collections.abc import Iterator
from functools import partial

from rules.guinote import GUINOTE
from rules.guinote.hands import Cante, Deal
from tests.rows import phrases
from tests.rules.guinote.table import Reparto, guinote_match
from tests.rules.oracles.judge import Match

GAME = GUINOTE
LENGTHS = GUINOTE.presets | {"mejor_de_5_todas": GUINOTE.Options(best_of=5, play_all=True)}
FORMS = tuple(LENGTHS)
SPECIAL_CASES = frozenset({"reached", "ultimas", "declared", "false_declaration"})
FALSE_KINDS = frozenset(
    phrases(
        "one tanto too many; one tanto missing; no últimas",
        "the últimas counted among the cards; played to the end and stopped",
        "more tantos than the pack has; stopped and with últimas; a cante twice",
        "a cante by both sides; a veinte in trumps; two forties; four veintes",
        "a declaration in the first deal",
    )
)


def matches(rng, form):
    options = LENGTHS[form]
    lines, counted, deals = [], [], []
    players = 2 * options.people
    length = options.cotos, options.partidas, options.best_of, options.play_all
    for deal, after in guinote_match(rng, players, *length):
        lines.append(deal.line())
        counted.append((deal.bare, deal.total, *after))
        deals.append(deal)
    yield Match(options, lines, counted, deals, len(deals))


def rules_count(hand, score):
    partida = next((dict(event.params) for event in score.events if "by" in dict(event.params)), {})
    return (
        hand.tantos_without_cantes,
        score.points,
        score.tallies,
        score.state.dealer,
        score.winner,
        partida.get("by", ""),
        partida.get("tantos"),
    )


def special_cases(match) -> Iterator[str]:
    for _, _, _, _, _, by, _ in match.counts:
        yield by


def false_hands(match, place, hand, before):
    deal: Reparto = match.hands[place]
    a, b = deal.cards
    true_fields = {
        "cards": (a, b),
        "last": hand.last,
        "cantes": hand.cantes,
        "declared": hand.declared,
    }

    def changed(**changes):
        return partial(Deal, **{**true_fields, **changes})

    if deal.finished:
        yield "one tanto too many", changed(cards=(a + 1, b))
        yield "one tanto missing", changed(cards=(a, b - 1))
        yield "no últimas", changed(last=None)
        yield "the últimas counted among the cards", changed(cards=(a + 10, b))
        yield "played to the end and stopped", changed(declared=0)
    else:
        yield "more tantos than the pack has", changed(cards=(a, 121 - a))
        yield "stopped and with últimas", changed(last=0)
    if before.state.ida is None:
        yield "a declaration in the first deal", changed(declared=hand.last, last=None)
    for cante in hand.cantes:
        if cante.suit is not None:
            other = Cante(1 - cante.side, cante.value, cante.suit)
            yield "a cante twice", changed(cantes=(*hand.cantes, cante))
            yield "a cante by both sides", changed(cantes=(*hand.cantes, other))
        if cante.value == 40:
            veinte = Cante(0, 20, cante.suit)
            yield "a veinte in trumps", changed(cantes=(*hand.cantes, veinte))
            free = next(suit for suit in "oceb" if suit != cante.suit)
            yield "two forties", changed(cantes=(*hand.cantes, Cante(0, 40, free)))
    yield "four veintes", changed(cantes=tuple(Cante(0, 20, None) for _ in range(4)))
