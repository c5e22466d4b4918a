"""Self-play table of cientos: two players, thirty-two cards, every card played by the rules.

Players keep their best suit, announce all that they hold, follow suit, and mostly win the baza if
they can. Play stops when a side reaches a hundred.
"""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules.chance import Chance
from rules.cientos import acuses
from rules.cientos.acuses import MANY, PIQUE
from rules.cientos.cards import HAND_SIZE, RANKS, WORTH, secansas_in
from rules.cientos.codes import VOIDS
from rules.cientos.deal import BAZAS, Deal
from rules.cientos.hands import Hand, Juego, VoidHand
from rules.cientos.items import CATORCE_RANKS, Catorce, Fault, Punto, Secansa
from rules.cientos.juego import JUEGO, ShownTens
from rules.cientos.match import State, play, start
from rules.cientos.options import Options
from rules.core import Score, Side
from rules.reading import SUITS, Tally


class Card(NamedTuple):
    suit: str
    place: int  # from 0, the as, to 7, the siete


DECK = tuple(Card(suit, place) for suit in SUITS for place in range(len(RANKS)))

LEVELS = ("deals", "juegos")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every hand, or the result of each juego.
    """
    chance = Chance(seed)
    score = start(options)
    dealer = chance.below(2)
    lines: list[Hand] = []
    calidades = [0, 0]
    while not score.over:
        dealer_unknown = score.state.dealer is None
        hand: Hand
        if chance.one_in(60):
            hand = VoidHand(chance.pick(VOIDS))
        else:
            hand = _Table(chance, 1 - dealer, _lacking(score), options).play()
            dealer = 1 - dealer
            if dealer_unknown:
                hand = replace(hand, dealer=1 - dealer)
        score = play(score, hand, options)
        if level == "deals":
            lines.append(hand)
            continue
        params_by_code = {event.code: dict(event.params) for event in score.events}
        for side, count in enumerate(_calidades(params_by_code)):
            calidades[side] += count
        if "cientos.juego_won" in params_by_code:
            winner, double = score.state.juegos[-1]
            lines.append(Juego(winner, double, tuple(calidades)))
            calidades = [0, 0]
    return lines


def _calidades(params_by_code: dict[str, dict[str, Any]]) -> Tally:
    calidades: Tally = params_by_code.get("cientos.calidades", {}).get("calidades", (0, 0))
    return calidades


def _lacking(score: Score[State]) -> Tally:
    """Return the points that each side lacks to win the juego."""
    tens, missing = score.tallies[2], score.state.missing
    return tuple(ShownTens(tens[side], missing[side]).lacking(JUEGO) for side in (0, 1))


@dataclass
class _Table:
    """One hand. `counted_points` has the points that A and B have counted in it."""

    chance: Chance
    mano: Side
    lacking: Tally
    options: Options
    hands: list[list[Card]] = field(default_factory=list)
    counted_points: list[int] = field(default_factory=list)
    bazas: list[int] = field(default_factory=lambda: [0, 0])
    captures: list[int] = field(default_factory=lambda: [0, 0])
    pique: bool = False

    def play(self) -> Deal:
        """Play the hand to its end, or until a side reaches a hundred."""
        cards = self.chance.shuffled(DECK)
        self.hands = [cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]]
        announcements: dict[str, Any] = {"blancas": self._blancas()}
        self._draw(cards[2 * HAND_SIZE :])
        if fault := self._fault():
            announcements["faults"] = (fault,)
        void_side = fault.side if fault else None
        if announcements["blancas"] == void_side:
            announcements["blancas"] = None
        announcements |= {"punto": self._punto(void_side), "secansas": self._secansas(void_side)}
        announcements["catorces"] = self._catorces(void_side)
        acuses_before_play = acuses.count(Deal((0, 0), stopped=0, **announcements))
        if first_at_100 := acuses_before_play.first_side_to_reach(self.lacking):
            return Deal((0, 0), stopped=first_at_100[0], **announcements)
        self.counted_points = list(acuses_before_play.points)
        self.may_still_pique = (
            acuses_before_play.clear[self.mano] and acuses_before_play.totals[self.mano] < MANY
        )
        return self._carteo(announcements)

    # --- Before the play ----------------------------------------------------------------------
    def _blancas(self) -> Side | None:
        """Return the first side whose hand has no rey, caballo or sota, or None."""
        for side in (0, 1):
            if not any(card.place in (1, 2, 3) for card in self.hands[side]):
                return side
        return None

    def _draw(self, monte: list[Card]) -> None:
        """Let both sides discard their least useful cards and draw from the monte.

        The mano changes three to five cards, the pie most of the remaining cards.
        """
        for side, fewest, most in ((self.mano, 1, 5), (1 - self.mano, 0, 0)):
            hand = self.hands[side]
            most = most or len(monte)
            number = max(fewest, most - self.chance.below(3))
            hand.sort(key=lambda card, hand=hand: self._wish_to_keep(card, hand))  # type: ignore[misc]
            del hand[:number]
            hand += monte[:number]
            del monte[:number]

    def _wish_to_keep(self, card: Card, hand: list[Card]) -> int:
        """Return how much a player likes to keep a card.

        He likes long suits, several cards of a rank and high cards; some chance is added.
        """
        suit = sum(other.suit == card.suit for other in hand)
        same_rank = sum(other.place == card.place for other in hand) if card.place < 5 else 0
        return 3 * suit + 2 * same_rank + WORTH[card.place] + self.chance.below(6)

    def _fault(self) -> Fault | None:
        """Return a fault once in fifty hands, else None."""
        if not self.chance.one_in(50):
            return None
        return Fault(self.chance.below(2), self.chance.pick(("falso", "tarde")))

    def _mask_of_suit(self, side: Side, suit: str) -> int:
        return sum(1 << card.place for card in self.hands[side] if card.suit == suit)

    def _punto(self, void: Side | None) -> Punto | None:
        best_punto_of_side = [
            max(
                sum(WORTH[card.place] for card in self.hands[side] if card.suit == suit)
                for suit in SUITS
            )
            for side in (0, 1)
        ]
        side = _side_with_better(best_punto_of_side, void)
        return Punto(side, best_punto_of_side[side or 0])

    def _secansas(self, void: Side | None) -> tuple[Secansa, ...]:
        """Return the secansas of the side with the best one; if both sides tie, only the best."""
        lists_by_side = []
        for side in (0, 1):
            masks = [
                (suit, run) for suit in SUITS for run in secansas_in(self._mask_of_suit(side, suit))
            ]
            secansas_named = [_secansa(side, suit, mask) for suit, mask in masks]
            lists_by_side.append(sorted(secansas_named, key=_rank_of_secansa, reverse=True))
        best_of_side = [
            _rank_of_secansa(secansas[0]) if secansas else (0, 0) for secansas in lists_by_side
        ]
        side_or_tie = _side_with_better(best_of_side, void)
        if side_or_tie is None:
            return (replace(lists_by_side[0][0], side=None, suit=None),) if lists_by_side[0] else ()
        return tuple(lists_by_side[side_or_tie])

    def _catorces(self, void: Side | None) -> tuple[Catorce, ...]:
        lists_by_side = []
        for side in (0, 1):
            counts = [sum(card.place == place for card in self.hands[side]) for place in range(5)]
            catorces = [
                Catorce(side, rank, number)
                for rank, number in zip(CATORCE_RANKS, counts, strict=True)
                if number >= 3
            ]
            lists_by_side.append(sorted(catorces, key=lambda item: -item.cards))
        best_of_side = [
            (catorces[0].cards, -CATORCE_RANKS.index(catorces[0].rank)) if catorces else (0, 0)
            for catorces in lists_by_side
        ]
        return tuple(lists_by_side[_side_with_better(best_of_side, void) or 0])

    # --- The play -----------------------------------------------------------------------------
    def _carteo(self, announcements: dict[str, Any]) -> Deal:
        leader = self.mano
        for baza in range(1, BAZAS + 1):
            if self._count(leader, 1):
                return self._line(announcements, stopped=leader)
            winner, card = self._baza(leader)
            low, is_last = card.place > 4, baza == BAZAS
            worth = int(winner != leader or not self.options.rival_leads)
            self.bazas[winner] += 1
            if is_last:
                worth = 1 if low else 2
            elif winner != leader:
                self.captures[winner] += 1
            if self._count(winner, worth) and not is_last:
                return self._line(announcements, stopped=winner)
            leader = winner
        return self._line(announcements, last=leader, low=low)

    def _line(self, announcements: dict[str, Any], **end: Any) -> Deal:
        captures = tuple(self.captures) if self.options.rival_leads else None
        return Deal(tuple(self.bazas), pique=self.pique, captures=captures, **announcements, **end)

    def _count(self, side: Side, worth: int) -> bool:
        """Count points of a side. Return whether it has a hundred now."""
        self.counted_points[side] += worth
        may_pique = side == self.mano and self.may_still_pique and not self.bazas[1 - side]
        if may_pique and not self.pique and self.counted_points[side] >= MANY:
            self.counted_points[side] += PIQUE
            self.pique = True
        return self.counted_points[side] >= self.lacking[side]

    def _baza(self, leader: Side) -> tuple[Side, Card]:
        """Play a baza. Return its winner and the winning card."""
        led_card = self._card_to_lead(self.hands[leader])
        hand = self.hands[1 - leader]
        cards_of_suit = [card for card in hand if card.suit == led_card.suit]
        higher = [card for card in cards_of_suit if card.place < led_card.place]
        takes_baza = bool(higher) and not self.chance.one_in(4)
        answer_card = self.chance.pick(higher if takes_baza else cards_of_suit or hand)
        self.hands[leader].remove(led_card)
        hand.remove(answer_card)
        if answer_card.suit == led_card.suit and answer_card.place < led_card.place:
            return 1 - leader, answer_card
        return leader, led_card

    def _card_to_lead(self, hand: list[Card]) -> Card:
        """Return the card to lead, mostly one of the highest."""
        high = [card for card in hand if card.place < 2]
        return self.chance.pick(high if high and not self.chance.one_in(3) else hand)


def _side_with_better(best_of_side: list[Any], void: Side | None) -> Side | None:
    """Return the side with the better announcement, or None if both are equal.

    `best_of_side` has the best announcement of each side. Those of the side `void` do not count.
    """
    if void is not None:
        return 1 - void
    return (
        None
        if best_of_side[0] == best_of_side[1]
        else 0
        if best_of_side[0] > best_of_side[1]
        else 1
    )


def _secansa(side: Side, suit: str, mask: int) -> Secansa:
    top = (mask & -mask).bit_length() - 1
    return Secansa(side, mask.bit_count(), RANKS[top], suit)


def _rank_of_secansa(secansa: Secansa) -> tuple[int, int]:
    """Return the key by which secansas compare: the length, then the highest card."""
    return secansa.length, -RANKS.index(secansa.top)
