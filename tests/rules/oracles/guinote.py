"""Guiñote: every length of match, with vueltas and declarations."""

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
MEETS = frozenset({"reached", "ultimas", "declared", "false_declaration"})
KINDS = frozenset(
    phrases(
        "one tanto too many; one tanto missing; the últimas left out",
        "the últimas counted among the cards; played to the end and stopped",
        "more tantos than the pack has; stopped and with últimas; a cante twice",
        "a cante by both sides; a veinte in trumps; two forties; four veintes",
        "saying to have won in the first deal",
    )
)


def matches(rng, form):
    options = LENGTHS[form]
    lines, counted, deals = [], [], []
    sitting = 2 * options.people
    length = options.cotos, options.partidas, options.best_of, options.play_all
    for deal, after in guinote_match(rng, sitting, *length):
        lines.append(deal.line())
        counted.append((deal.bare, deal.total, *after))
        deals.append(deal)
    yield Match(options, lines, counted, deals, len(deals))


def seen(hand, score):
    won = next((dict(event.params) for event in score.events if "by" in dict(event.params)), {})
    return (
        hand.bare,
        score.points,
        score.tallies,
        score.state.dealer,
        score.winner,
        won.get("by", ""),
        won.get("tantos"),
    )


def met(match) -> Iterator[str]:
    for _, _, _, _, _, by, _ in match.counted:
        yield by


def falsified(match, place, hand, before):
    deal: Reparto = match.hands[place]
    a, b = deal.cards
    true = {"cards": (a, b), "last": hand.last, "cantes": hand.cantes, "declared": hand.declared}

    def false(**changes):
        return partial(Deal, **{**true, **changes})

    if deal.finished:
        yield "one tanto too many", false(cards=(a + 1, b))
        yield "one tanto missing", false(cards=(a, b - 1))
        yield "the últimas left out", false(last=None)
        yield "the últimas counted among the cards", false(cards=(a + 10, b))
        yield "played to the end and stopped", false(declared=0)
    else:
        yield "more tantos than the pack has", false(cards=(a, 121 - a))
        yield "stopped and with últimas", false(last=0)
    if before.state.ida is None:
        yield "saying to have won in the first deal", false(declared=hand.last, last=None)
    for cante in hand.cantes:
        if cante.suit is not None:
            other = Cante(1 - cante.side, cante.value, cante.suit)
            yield "a cante twice", false(cantes=(*hand.cantes, cante))
            yield "a cante by both sides", false(cantes=(*hand.cantes, other))
        if cante.value == 40:
            veinte = Cante(0, 20, cante.suit)
            yield "a veinte in trumps", false(cantes=(*hand.cantes, veinte))
            free = next(suit for suit in "oceb" if suit != cante.suit)
            yield "two forties", false(cantes=(*hand.cantes, Cante(0, 40, free)))
    yield "four veintes", false(cantes=tuple(Cante(0, 20, None) for _ in range(4)))
