"""Self-play table of guiñote: two players or four, every card played by the rules.

Players choose at random among the playable cards, sing their cantes as soon as they may, and nearly
always declare when they have won.
"""

from dataclasses import dataclass, field, replace

from rules.chance import Chance
from rules.core import Side
from rules.guinote.hands import Cante, Coto, Deal, Hand, Partida, Renuncio
from rules.guinote.match import play, start
from rules.guinote.options import Options
from rules.guinote.partida import TANTOS_TO_WIN
from rules.reading import SUITS
from tests.rules.self_play import cards
from tests.rules.self_play.cards import Card, cards_that_beat

# Ranks from high to low (Rulings G5), with their tantos.
RANKS = {"A": 11, "3": 10, "R": 4, "S": 3, "C": 2, "7": 0, "6": 0, "5": 0, "4": 0, "2": 0}
STRENGTH = {rank: -place for place, rank in enumerate(RANKS)}
DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)

LEVELS = ("cotos", "partidas", "deals")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every deal, the winner of each partida, or the result of each coto.
    """
    chance = Chance(seed)
    score = start(options)
    first_dealer = chance.below(2)
    lines: list[Hand] = []
    while not score.over:
        ida = score.state.ida
        dealer_unknown = score.state.dealer is None
        dealer = first_dealer if score.state.dealer is None else score.state.dealer
        hand = _Table(chance, options.players, dealer, ida.tantos if ida else None).play()
        if dealer_unknown and isinstance(hand, Deal):
            hand = replace(hand, dealer=dealer)
        score = play(score, hand, options)
        events = {event.code: event for event in score.events}
        if level == "deals":
            lines.append(hand)
        elif level == "partidas" and (partida_won := events.get("guinote.partida_won")):
            lines.append(Partida(partida_won.side or 0))
        elif level == "cotos" and "guinote.coto_won" in events:
            lines.append(Coto(score.state.cotos[-1]))
    return lines


@dataclass
class _Table:
    """A table that plays one deal.

    Seats 0 and 2 are side A, 1 and 3 are side B; play goes to the next seat.

    With two players, each draws fourteen times. The arrastre is the last six bazas, with two
    players as with four (Guiñote, «Distribución de cartas», «Marcha del juego»).
    """

    chance: Chance
    players: int
    dealer: Side
    ida: tuple[int, int] | None
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=list)  # its last card is the trump
    tantos: list[int] = field(default_factory=lambda: [0, 0])
    cantes: list[Cante] = field(default_factory=list)
    suits_sung: set[str] = field(default_factory=set)

    def play(self) -> Deal | Renuncio:
        """Play the deal to its end, a declaration or a renuncio."""
        if self.chance.one_in(80):
            return Renuncio(self.chance.below(2), 1 + self.chance.below(6))
        self._deal()
        seat = (self.dealer + 1 + 2 * self.chance.below(2)) % self.players
        while self.hands[seat]:
            seat = self._baza(seat)
            if self.hands[seat]:
                self._sing_and_draw(seat)
                if self._declares_victory(seat % 2):
                    return self._line(declared=seat % 2)
        return self._line(last=seat % 2)

    def _deal(self) -> None:
        deck = self.chance.shuffled(DECK)
        self.hands = [deck[6 * seat : 6 * seat + 6] for seat in range(self.players)]
        self.stock = deck[6 * self.players :]
        self.trump = self.stock[-1].suit

    def _line(self, last: Side | None = None, declared: Side | None = None) -> Deal:
        return Deal(tuple(self.tantos), last, tuple(self.cantes), declared)

    def _baza(self, leader: int) -> int:
        """Play a baza. Return the seat that wins it."""
        baza: list[Card] = []
        for place in range(self.players):
            hand = self.hands[(leader + place) % self.players]
            card = self.chance.pick(hand if self.stock else playable_cards(hand, baza, self.trump))
            hand.remove(card)
            baza.append(card)
        seat = (leader + winning_place(baza, self.trump)) % self.players
        self.tantos[seat % 2] += sum(RANKS[card.rank] for card in baza)
        return seat

    def _sing_and_draw(self, seat: int) -> None:
        """Let the side that won change the seven and sing; then all draw, the winner first."""
        for step in range(0, self.players, 2):
            partner = (seat + step) % self.players
            self._change_seven(partner)
            self._sing(partner)
        if self.stock:
            for step in range(self.players):
                self.hands[(seat + step) % self.players].append(self.stock.pop(0))

    def _change_seven(self, seat: int) -> None:
        seven = Card("7", self.trump)
        if len(self.stock) > self.players and seven in self.hands[seat]:
            self.hands[seat].remove(seven)
            self.hands[seat].append(self.stock[-1])
            self.stock[-1] = seven

    def _sing(self, seat: int) -> None:
        """Sing the cantes that the seat holds, two at most.

        In the arrastre, a player may keep the suit of a veinte to himself.
        """
        hand = self.hands[seat]
        pairs = [
            suit
            for suit in SUITS
            if suit not in self.suits_sung and Card("R", suit) in hand and Card("S", suit) in hand
        ]
        for suit in pairs[:2]:
            self.suits_sung.add(suit)
            if suit == self.trump:
                self.cantes.append(Cante(seat % 2, 40, suit))
            else:
                silent = not self.stock and self.chance.one_in(3)
                self.cantes.append(Cante(seat % 2, 20, None if silent else suit))

    def _declares_victory(self, side: Side) -> bool:
        """Return whether the side declares that it has won, which it may only de vueltas.

        At times a player forgets to declare, or miscounts.
        """
        if self.ida is None:
            return False
        cantes = sum(cante.value for cante in self.cantes if cante.side == side)
        count = self.ida[side] + self.tantos[side] + cantes
        if count >= TANTOS_TO_WIN:
            return not self.chance.one_in(10)
        return count >= TANTOS_TO_WIN - 5 and self.chance.one_in(20)


def winning_place(baza: list[Card], trump: str) -> int:
    """Return the place in the baza of the winning card."""
    return cards.winning_place(baza, STRENGTH, trump)


def playable_cards(hand: list[Card], baza: list[Card], trump: str) -> list[Card]:
    """Return the playable cards of the arrastre (Guiñote, «Marcha del juego»)."""
    if not baza:
        return hand
    place = winning_place(baza, trump)
    winning_card = baza[place]
    cards_of_suit = [card for card in hand if card.suit == baza[0].suit]
    if cards_of_suit:
        return cards_that_beat(winning_card, cards_of_suit, STRENGTH) or cards_of_suit
    if place == len(baza) - 2:  # the partner is winning the baza
        return hand
    trumps = [card for card in hand if card.suit == trump]
    if winning_card.suit == trump:
        trumps = cards_that_beat(winning_card, trumps, STRENGTH)
    return trumps or hand
