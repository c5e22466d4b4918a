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
    lines = []
    counts = []
    deals = []
    players = 2 * options.people
    length = options.cotos, options.partidas, options.best_of, options.play_all
    for deal, count_after in guinote_match(rng, players, *length):
        lines.append(deal.line())
        counts.append((deal.tantos_without_cantes, deal.total, *count_after))
        deals.append(deal)
    yield Match(options, lines, counts, deals, len(deals))


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
    for _, _, _, _, _, way, _ in match.counts:
        yield way


def false_hands(match, place, hand, score_before):
    deal: Reparto = match.hands[place]
    a, b = deal.cards
    true_fields = {
        "cards": (a, b),
        "last": hand.last,
        "cantes": hand.cantes,
        "declared": hand.declared,
    }

    def false_deal(**changes):
        return partial(Deal, **{**true_fields, **changes})

    if deal.finished:
        yield "one tanto too many", false_deal(cards=(a + 1, b))
        yield "one tanto missing", false_deal(cards=(a, b - 1))
        yield "no últimas", false_deal(last=None)
        yield "the últimas counted among the cards", false_deal(cards=(a + 10, b))
        yield "played to the end and stopped", false_deal(declared=0)
    else:
        yield "more tantos than the pack has", false_deal(cards=(a, 121 - a))
        yield "stopped and with últimas", false_deal(last=0)
    if score_before.state.ida is None:
        yield "a declaration in the first deal", false_deal(declared=hand.last, last=None)
    for cante in hand.cantes:
        if cante.suit is not None:
            rival_cante = Cante(1 - cante.side, cante.value, cante.suit)
            yield "a cante twice", false_deal(cantes=(*hand.cantes, cante))
            yield "a cante by both sides", false_deal(cantes=(*hand.cantes, rival_cante))
        if cante.value == 40:
            veinte = Cante(0, 20, cante.suit)
            yield "a veinte in trumps", false_deal(cantes=(*hand.cantes, veinte))
            other_suit = next(suit for suit in "oceb" if suit != cante.suit)
            yield "two forties", false_deal(cantes=(*hand.cantes, Cante(0, 40, other_suit)))
    yield "four veintes", false_deal(cantes=tuple(Cante(0, 20, None) for _ in range(4)))
