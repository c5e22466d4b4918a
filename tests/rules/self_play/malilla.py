"""Self-play table of malilla: every card dealt and played by the rules of its form.

Players choose at random among the playable cards. At times a player makes a fault, misdeals or
deals out of turn.
"""

from dataclasses import dataclass, field, replace

from rules.chance import Chance
from rules.core import Side
from rules.malilla.amounts import amounts_in_halves
from rules.malilla.forms import FAULTS, RANKS, TEN
from rules.malilla.hands import Card, Deal, Favorito, Hand, Misdeal, Partida, SideFault, Vuelta
from rules.malilla.match import next_multiple, play, start
from rules.malilla.options import Options
from rules.reading import SUITS
from tests.rules.self_play import cards
from tests.rules.self_play.cards import Card as Naipe
from tests.rules.self_play.cards import cards_that_beat

STRENGTH = {rank: -place for place, rank in enumerate(RANKS)}
PILE = 4  # cards in each open pile

LEVELS = ("partida", "vueltas", "deals")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every deal, the tantos of each vuelta, or the tantos of the match. A match to a
    target may end inside a vuelta; the tantos until then are recorded.
    """
    chance = Chance(seed)
    score = start(options)
    lines: list[Hand] = []
    if options.favorito:
        lines.append(Favorito(chance.pick(SUITS)))
        score = play(score, lines[0], options)
    first_dealer = chance.below(options.sides)
    while not score.over:
        dealer, dealer_known = score.state.dealer, score.state.dealer is not None
        table = _Table(chance, options, first_dealer if dealer is None else dealer)
        hand = table.line(next_multiple(score, options), score.state.favorito)
        if not dealer_known and not (isinstance(hand, Deal) and hand.sides_with("turno")):
            hand = replace(hand, dealer=first_dealer)
        vueltas = len(score.state.vueltas)
        score = play(score, hand, options)
        if level == "deals":
            lines.append(hand)
        elif level == "vueltas" and len(score.state.vueltas) > vueltas:
            lines.append(Vuelta(amounts_in_halves(score.state.vueltas[-1], options)))
    if level == "partida":
        return [Partida(amounts_in_halves(score.tallies[0], options))]
    return lines


@dataclass
class _Table:
    """One deal. Seat 0 is side A, and so on; between partners, seats 2 and 3 are A and B again."""

    chance: Chance
    options: Options
    dealer: int
    hands: list[list[Naipe]] = field(default_factory=list)
    piles_won: list[list[Naipe]] = field(default_factory=list)
    bazas: list[int] = field(default_factory=list)
    asleep: list[Naipe] = field(default_factory=list)
    piles: dict[Naipe, int] = field(default_factory=dict)  # the open pile of each card

    def line(self, times: int, favorito: str | None) -> Deal | Misdeal:
        """Return the line of the deal, with its faults."""
        if self.chance.one_in(60):
            return Misdeal(short_pack=self.chance.one_in(4))
        faults = self._faults()
        wrong_dealer = next((fault.side for fault in faults if fault.fault == "turno"), None)
        if wrong_dealer is not None:
            self.dealer = wrong_dealer
        card = self._deal()
        seat = (self.dealer + 1) % len(self.hands)
        while self.hands[seat]:
            seat = self._baza(seat)
            self.bazas.append(seat % self.options.sides)
        deal = Deal(self._points(), asleep=self._points_asleep(), card=Card(card.rank, card.suit))
        if self.options.form == "vistas" and sum(deal.points) in deal.points:
            short = SideFault(self.bazas[-1], "menos") in faults
            deal = replace(deal, capote=len(set(self.bazas)) == 1 and not short)
        if favorito is not None and card.suit == favorito:
            times *= 1 if self.options.double_once and times > 1 else 2
        return replace(deal, faults=faults, split=self._judges_split(faults, times))

    def _deal(self) -> Naipe:
        """Deal the cards. Return the dealer's last card, which is turned up."""
        form = self.options.form_rules
        deck = [Naipe(rank, suit) for suit in SUITS for rank in form.ranks]
        deck = self.chance.shuffled(deck)
        self.piles_won = [[] for _ in range(form.sides)]
        cards_each = 24 if self.options.form == "vistas" else 12
        self.hands = [
            deck[cards_each * seat : cards_each * seat + cards_each] for seat in range(form.players)
        ]
        self.piles = {card: place // PILE for place, card in enumerate(deck)}
        card = self.hands[self.dealer][-1]
        self.trump = card.suit
        if self.options.form == "cubiertas":
            self._change_cards(deck[2 * cards_each :])
        return card

    def _change_cards(self, monte: list[Naipe]) -> None:
        """Let each player change any number of cards, the mano first."""
        for seat in (1 - self.dealer, self.dealer):
            hand = self.hands[seat]
            for _ in range(self.chance.below(len(monte) + 1)):
                worst_card = min(hand, key=lambda card: (RANKS[card.rank], STRENGTH[card.rank]))
                hand.remove(worst_card)
                self.asleep.append(worst_card)
                hand.append(monte.pop())
        self.asleep += monte

    def _baza(self, leader: int) -> int:
        """Play a baza. Return the seat that wins it."""
        seats = len(self.hands)
        baza: list[Naipe] = []
        for place in range(seats):
            hand = self.hands[(leader + place) % seats]
            partner = place - 2 if self.options.form == "companeros" else -1
            card = self.chance.pick(self._playable(hand, baza, partner))
            hand.remove(card)
            baza.append(card)
        seat = (leader + winning_place(baza, self.trump)) % seats
        self.piles_won[seat % self.options.sides] += baza
        return seat

    def _playable(self, hand: list[Naipe], baza: list[Naipe], partner: int) -> list[Naipe]:
        if self.options.form == "vistas":
            # The card dealt last to a pile is on top of it.
            tops = {self.piles[card]: card for card in hand}
            return playable_cards_in_sight(list(tops.values()), baza)
        return playable_cards(hand, baza, self.trump, partner)

    def _points(self) -> tuple[int, ...]:
        """Return the points of each side: of its cards, and one for each baza.

        With open piles, each four cards count one point (Rulings M9).
        """
        bazas = [self.bazas.count(side) for side in range(self.options.sides)]
        if self.options.form == "vistas":
            last_winner = self.bazas[-1]
            bazas = [(number + (side == last_winner)) // 2 for side, number in enumerate(bazas)]
        worth = [sum(RANKS[card.rank] for card in pile) for pile in self.piles_won]
        return tuple(map(sum, zip(bazas, worth, strict=True)))

    def _points_asleep(self) -> int | None:
        if self.options.form != "cubiertas":
            return None
        return sum(RANKS[card.rank] for card in self.asleep)

    def _faults(self) -> tuple[SideFault, ...]:
        """Return at most one fault, seldom. A wrong dealer sits to the right of the true dealer."""
        if not self.chance.one_in(20):
            return ()
        fault = self.chance.pick(self.options.form_rules.faults)
        sides = self.options.sides
        side = (self.dealer + 1) % sides if fault == "turno" else self.chance.below(sides)
        return (SideFault(side, fault),)

    def _judges_split(self, faults: tuple[SideFault, ...], times: int) -> tuple[int, ...] | None:
        """Return the judge's division of a fine; None if the rivals can share it equally.

        The first rivals get the odd tantos.
        """
        sides = self.options.sides
        fine = TEN * times * sum(FAULTS[fault.fault].ten for fault in faults)
        if fine % (sides - 1) == 0:
            return None
        payer: Side = faults[0].side
        share, odd = divmod(fine, sides - 1)
        rivals = [side for side in range(sides) if side != payer]
        payments = {side: share + (place < odd) for place, side in enumerate(rivals)}
        return tuple(payments.get(side, -fine) for side in range(sides))


def winning_place(baza: list[Naipe], trump: str) -> int:
    """Return the place in the baza of the winning card."""
    return cards.winning_place(baza, STRENGTH, trump)


def playable_cards(hand: list[Naipe], baza: list[Naipe], trump: str, partner: int) -> list[Naipe]:
    """Return the cards that make no renuncio. `partner` is the place in the baza of the card of the
    player's partner, negative if the card is not there.

    A player must follow suit. Unless his partner wins the baza, he must also beat, trump and
    overtrump. If he can neither follow suit nor overtrump, he plays a lower trump, as the third
    renuncio literally demands.
    """
    if not baza:
        return hand
    place = winning_place(baza, trump)
    winning_card, partner_wins = baza[place], place == partner
    cards_of_suit = [card for card in hand if card.suit == baza[0].suit]
    if cards_of_suit:
        return (
            cards_of_suit
            if partner_wins
            else cards_that_beat(winning_card, cards_of_suit, STRENGTH) or cards_of_suit
        )
    if partner_wins:
        return hand
    trumps = [card for card in hand if card.suit == trump]
    return (
        (cards_that_beat(winning_card, trumps, STRENGTH) if winning_card.suit == trump else trumps)
        or trumps
        or hand
    )


def playable_cards_in_sight(tops: list[Naipe], baza: list[Naipe]) -> list[Naipe]:
    """Return the playable cards of open piles: only following suit is required."""
    cards_of_suit = [card for card in tops if baza and card.suit == baza[0].suit]
    return cards_of_suit or tops
