"""Deals that a referee may write although their tens do not divide equally."""

from dataclasses import replace

from rules.core import RuleError, Score
from rules.malilla.amounts import AMOUNTS, in_halves
from rules.malilla.checks import dealer_of
from rules.malilla.hands import Deal, Hand
from rules.malilla.match import State, times_now
from rules.malilla.options import Options
from rules.malilla.settling import settle

ARITHMETIC = frozenset({"malilla.split_missing", "malilla.split_payer"})


def overruling_line(
    hand: Hand, code: str, score: Score[State], options: Options
) -> dict[str, object] | None:
    """Return the referee's ruling that can replace a deal refused with `code`, as a JSON object.

    The reason is left out. Return None if no ruling can replace the deal. The amounts are the
    payments of the deal as if it had no faults, plus the division of the tens, if the deal states
    one.
    Source: Rulings M5.

    >>> from rules.malilla.hands import SideFault
    >>> from rules.malilla.match import start
    >>> deal = Deal((20, 16, 18, 18), faults=(SideFault(0, "cargar"),))
    >>> options = Options(form="barrotada")
    >>> overruling_line(deal, "malilla.split_missing", start(options), options)
    {'kind': 'ruling', 'ruling': 'mano', 'tantos': [2, -2, 0, 0]}
    """
    if not isinstance(hand, Deal) or code not in ARITHMETIC:
        return None
    plain = replace(hand, faults=(), split=None)
    suit = None if hand.card is None else hand.card.suit
    try:
        dealer = dealer_of(hand, score.state.dealer, options)
        paid = settle(plain, dealer, times_now(score, options, suit), options).tantos
    except RuleError:
        return None
    shared = hand.split or (0,) * len(paid)
    tantos = [sum(both) for both in zip(paid, shared, strict=True)]
    return {"kind": "ruling", "ruling": "mano", "tantos": AMOUNTS.write(in_halves(tantos, options))}
