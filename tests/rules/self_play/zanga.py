"""Self-play table of zanga: four players, forty cards, bidding and bazas by the rules.

Players bid roughly by their cards and choose at random among the playable cards. A side with the
first two bazas may ask five.
"""

from dataclasses import dataclass, field

from rules.chance import Chance
from rules.core import Score, Side
from rules.reading import SUITS, Tally
from rules.zanga.bidding import most_passes, zanga_is_open
from rules.zanga.hands import MOST_PASSES, WAYS, Deal, Hand, Partida
from rules.zanga.match import State, play, start
from rules.zanga.options import Options
from rules.zanga.renuncios import Renuncio
from rules.zanga.seats import BAZAS, BAZAS_TO_WIN, Seat, seat_to_right, side_of_seat
from tests.rules.self_play.cards import Card
from tests.rules.self_play.zanga_cards import (
    DECK,
    matadores,
    playable_cards,
    ranking,
    winning_place,
)

LEVELS = ("deals", "partidas")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every hand, or the winner of each partida.
    """
    chance = Chance(seed)
    score = start(options)
    lines: list[Hand] = []
    while not score.over:
        hand = _deal(chance, score)
        score = play(score, hand, options)
        if level == "deals":
            lines.append(hand)
            continue
        for event in score.events:
            if event.code == "zanga.partida_won":
                lines.append(Partida(event.side or 0))
    return lines


def _deal(chance: Chance, score: Score[State]) -> Deal:
    """Play one hand.

    In the first hand of a partida, the mano is the player with the highest espada from 7 to 3
    (art. 16).
    """
    mano = score.state.mano
    while True:
        cards = chance.shuffled(DECK)
        hands = [cards[BAZAS * seat : BAZAS * (seat + 1)] for seat in range(4)]
        first_mano = _first_mano(hands) if mano is None else mano
        if first_mano is not None:
            break
    table = _Table(chance, score.tallies[1], first_mano, hands, cards[4 * BAZAS :])
    return table.play(write_mano=mano is None)


def _first_mano(hands: list[list[Card]]) -> Seat | None:
    """Return the player with the highest espada from 7 to 3: the mano of the first hand.

    Return None if those five cards are all in the zanga: then the cards are dealt again.
    """
    for rank in "76543":
        for seat, hand in enumerate(hands):
            if Card(rank, "e") in hand:
                return seat
    return None


@dataclass
class _Table:
    """One hand: the bidding, then the bazas."""

    chance: Chance
    vales: Tally
    mano: Seat
    hands: list[list[Card]]
    zanga: list[Card]
    passes: int = 0
    way: str = "juega"
    naipes: str = "propias"
    trump: str = ""
    bazas: list[int] = field(default_factory=lambda: [0, 0])
    five: Side | None = None
    todas: bool = False

    def play(self, *, write_mano: bool) -> Deal:
        named_seat = self._bid()
        self.trump = max(SUITS, key=lambda suit: _hand_strength(self.hands[named_seat], suit))
        if self.way == "obligado":
            named_seat = seat_to_right(named_seat)
        players = [
            seat for seat in range(4) if self.way == "juega" or self._plays_a_solo(seat, named_seat)
        ]
        estuche = self._estuche(players)
        offender = self._play_bazas(players, side_of_seat(named_seat))
        return Deal(
            self.passes,
            self.way,
            self.naipes,
            tuple(self.bazas),
            self.five,
            self.todas,
            estuche,
            self._false_claim(offender),
            () if offender is None else (Renuncio(offender),),
            self.mano if write_mano else None,
        )

    def _bid(self) -> Seat:
        """Return the seat that plays: the first that dares to or may not pass, or the pie."""
        highest_passes = most_passes(self.vales, self.mano)
        while self.passes < highest_passes:
            seat = seat_to_right(self.mano, self.passes)
            worth = max(_hand_strength(self.hands[seat], suit) for suit in SUITS)
            if worth >= 11 or (worth >= 7 and self.chance.one_in(2)):
                break
            self.passes += 1
        named_seat = seat_to_right(self.mano, self.passes)
        if self.passes == MOST_PASSES and zanga_is_open(self.vales, self.mano):
            self._take_zanga(named_seat)
        voices = ["juega"] * 24 + list(WAYS)
        self.way = self.chance.pick(voices)
        if self.way == "obligado" and self.passes == MOST_PASSES:
            self.way = "solo"
        return named_seat

    def _take_zanga(self, seat: Seat) -> None:
        """Let the pie, at times, look at the zanga. Nearly always he plays with its eight cards."""
        if not self.chance.one_in(3):
            return
        self.naipes = "vuelta" if self.chance.one_in(5) else "zanga"
        if self.naipes == "zanga":
            self.hands[seat], self.zanga = self.zanga, self.hands[seat]

    def _plays_a_solo(self, seat: Seat, named_seat: Seat) -> bool:
        """Return whether `seat` plays a solo of `named_seat`: all play except the partner of
        `named_seat`.
        """
        return seat == named_seat or side_of_seat(seat) != side_of_seat(named_seat)

    def _estuche(self, players: list[Seat]) -> Side | None:
        """Return the side that holds all three matadores, or None."""
        pieces = set(matadores(self.trump))
        for side in (0, 1):
            cards_of_side = [
                card for seat in players if seat % 2 == side for card in self.hands[seat]
            ]
            if pieces <= set(cards_of_side):
                return side
        return None

    def _play_bazas(self, players: list[Seat], named_side: Side) -> Side | None:
        """Play bazas until the hand is over. Return the side of a renuncio that ended it, if any.

        A player cannot make a renuncio in a baza that he leads. If no other player of the chosen
        side plays, the other side makes the renuncio.
        """
        leader = self.mano
        renuncio = self.chance.below(BAZAS) if self.chance.one_in(60) else BAZAS
        for number in range(BAZAS):
            turn = [seat for seat in self._seats_from(leader) if seat in players]
            if number == renuncio:
                offender = self.chance.below(2)
                other_sides = {side_of_seat(seat) for seat in turn[1:]}
                return offender if offender in other_sides else 1 - offender
            leader = self._baza(turn)
            self._ask_five(side_of_seat(leader), named_side)
            if self._is_over(side_of_seat(leader), named_side):
                break
        return None

    def _seats_from(self, seat: Seat) -> list[Seat]:
        return [seat_to_right(seat, place) for place in range(4)]

    def _baza(self, turn: list[Seat]) -> Seat:
        baza: list[Card] = []
        for seat in turn:
            card = self.chance.pick(playable_cards(self.hands[seat], baza, self.trump))
            self.hands[seat].remove(card)
            baza.append(card)
        seat = turn[winning_place(baza, self.trump)]
        self.bazas[side_of_seat(seat)] += 1
        return seat

    def _ask_five(self, side: Side, named_side: Side) -> None:
        """At times ask five after the first two bazas (Z7); the named side asks more often."""
        first_two = self.bazas[side] == 2 and not self.bazas[1 - side]
        if first_two and self.chance.one_in(3 if side == named_side else 12):
            self.five = side

    def _is_over(self, side: Side, named_side: Side) -> bool:
        """Return whether the players stop before the last baza.

        They may stop once a side has five bazas, unless the named side tries all eight.
        """
        if self.todas or max(self.bazas) < BAZAS_TO_WIN:
            return False
        if self.five == side and not self.bazas[1 - side]:
            # Rivals never try todas here: if they fail, only the judge can record it (Rulings Z12).
            self.todas = side == named_side and self.chance.one_in(2)
            return not self.todas
        return self.chance.one_in(3)

    def _false_claim(self, offender: Side | None) -> Side | None:
        """Return the side of a false claim, seldom; None after a renuncio."""
        if offender is None and self.chance.one_in(60):
            return self.chance.below(2)
        return None


def _hand_strength(hand: list[Card], trump: str) -> int:
    """Return the strength of a hand: 2 for each trump, 2 more for a matador, 1 for another king."""
    power, pieces = ranking(trump), matadores(trump)
    trumps = sum(power[card] > 100 for card in hand)
    return (
        2 * trumps
        + 2 * sum(card in pieces for card in hand)
        + sum(card.rank == "R" and card.suit != trump for card in hand)
    )
