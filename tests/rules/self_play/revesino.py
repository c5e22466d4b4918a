"""Self-play table of revesino: four players, forty-eight cards, every card played by the rules.

Players discard, sell their ases, duck, go to revesino and renounce with four ases as people do,
with some chance.
"""

from dataclasses import dataclass, field, replace

from rules.chance import Chance
from rules.core import Side
from rules.lines import End
from rules.revesino.cards import BAZAS, PAY, POINTS, SEATS
from rules.revesino.hands import Deal, Hand, Napolitana, Revesino
from rules.revesino.match import play, start
from rules.revesino.options import Options
from rules.revesino.renuncios import Fate
from rules.revesino.results import RESULTS, Plate, Result
from rules.revesino.rulings import VoidHand
from tests.rules.self_play.cards import Card
from tests.rules.self_play.revesino_cards import DECK, PAY_CARDS, STRENGTH, winning_place

Baza = list[tuple[Side, Card]]  # (side, card) in order of play

REY, CABALLO, AS = Card("R", "c"), Card("C", "c"), Card("A", "c")

LEVELS = ("deals", "results", "vueltas")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every hand, its tantos, or the tantos of each vuelta. Payments into the plate
    are always recorded. A match by time ends after its number of vueltas.
    """
    chance = Chance(seed)
    score = start(options)
    lines: list[Hand] = []
    unrecorded_tantos = [0] * SEATS  # tantos since the last result
    first_dealer = chance.below(SEATS)
    turn = 0
    while not score.over and turn < SEATS * options.vueltas:
        plate = _plate_line(options, score.state.plate)
        line = plate or _hand(chance, (first_dealer + turn) % SEATS, options, names_dealer=not turn)
        score = play(score, line, options)
        is_turn_over, turn = score.state.turn > turn, score.state.turn
        if plate or level == "deals":
            lines.append(line)
            continue
        unrecorded_tantos = [
            old_tantos + new_tantos
            for old_tantos, new_tantos in zip(unrecorded_tantos, score.points, strict=True)
        ]
        unit = "mano" if level == "results" else "vuelta"
        if is_turn_over and turn % RESULTS[unit] == 0:
            lines.append(
                Result(
                    unit, tuple(unrecorded_tantos), first_dealer if turn == RESULTS[unit] else None
                )
            )
            unrecorded_tantos = [0] * SEATS
    return lines if score.over else [*lines, End()]


def _plate_line(options: Options, plate: int) -> Plate | None:
    """Return a line of payments into the plate if it holds too little to pay a caballo."""
    value = options.plate * (2 if options.mari_perez else 1)
    return Plate((value, value, value, value)) if plate < value else None


def _hand(chance: Chance, dealer: Side, options: Options, *, names_dealer: bool) -> Hand:
    """Return a hand of the table, and a void hand one time in 50.

    The hand names its dealer if `names_dealer`.
    """
    named_dealer = dealer if names_dealer else None
    if chance.one_in(50):
        return VoidHand(passes=chance.one_in(2), dealer=named_dealer)
    line = _Table(chance, dealer, options).play()
    return replace(line, dealer=named_dealer)


@dataclass
class _Table:
    """A table that plays one hand.

    `holder` is the seat with the four ases, which need not follow suit while `privilege` lasts.
    """

    chance: Chance
    dealer: Side
    options: Options
    hands: list[list[Card]] = field(default_factory=list)
    asleep: list[Card] = field(default_factory=list)
    bazas: list[Baza] = field(default_factory=list)
    baza_winners: list[Side] = field(default_factory=list)
    holder: Side | None = None
    privilege: bool = False
    left: bool = False
    introducer: Side | None = None
    renuncios: tuple[Side, ...] = ()

    @property
    def mano(self) -> Side:
        return (self.dealer + 1) % SEATS

    def play(self) -> Deal | Revesino | Napolitana:
        self._deal_cards()
        seat = self.mano
        while len(self.bazas) < BAZAS:
            seat = self._baza(seat)
        return self._revesino() or self._napolitana() or self._deal()

    def _deal_cards(self) -> None:
        """Deal eleven cards to each player and twelve to the pie, and let all discard in turn.

        A player with four pay cards may become the holder of the four ases.
        """
        deck = self.chance.shuffled(DECK)
        self.hands = [deck[BAZAS * seat : BAZAS * (seat + 1)] for seat in range(SEATS)]
        self.hands[self.dealer].append(deck[-4])
        self.asleep = deck[-3:]
        for place in range(SEATS):
            seat = (self.mano + place) % SEATS
            if seat != self.dealer:
                if self.chance.one_in(6):
                    self.asleep.append(self.asleep.pop(0))
                    continue
                self.hands[seat].append(self.asleep.pop(0))
            card = self._card_to_discard(self.hands[seat])
            self.hands[seat].remove(card)
            self.asleep.append(card)
        for seat, hand in enumerate(self.hands):
            if sum(card in PAY_CARDS for card in hand) >= SEATS and not self.chance.one_in(8):
                self.holder, self.privilege = seat, True

    def _card_to_discard(self, hand: list[Card]) -> Card:
        """Return the card to discard: a high card of a short suit.

        A player with three pay cards keeps them.
        """
        keeps_pay_cards = sum(card in PAY_CARDS for card in hand) >= 3
        cards_to_choose = [card for card in hand if not (keeps_pay_cards and card in PAY_CARDS)]
        return max(
            cards_to_choose, key=lambda card: STRENGTH[card.rank] / _cards_of_suit(hand, card.suit)
        )

    def _baza(self, leader: Side) -> Side:
        """Play four cards. Return the seat that wins the baza."""
        baza: Baza = []
        for place in range(SEATS):
            seat = (leader + place) % SEATS
            card = self._card_to_lead(seat) if not baza else self._card_to_follow(seat, baza)
            self.hands[seat].remove(card)
            baza.append((seat, card))
        winner = _seat_that_wins(baza)
        self.bazas.append(baza)
        self.baza_winners.append(winner)
        if winner == self.holder:
            self._record_holders_baza(leader)
        return winner

    def _record_holders_baza(self, leader: Side) -> None:
        """Record a baza that the holder of the four ases won.

        If he led the first baza, his rivals left it to him. The second baza that he leads and wins
        ends his privilege; with `left_lead_loses`, the first. Any other baza introduces him, unless
        he cuts a revesino.
        """
        if not self.privilege:
            return
        number = len(self.baza_winners)
        if leader == self.holder and number <= 2:
            self.left = number == 1
            if number == 2 or self.options.left_lead_loses:
                self.holder = None
                self.privilege = False
                self.left = False
        elif not (number >= BAZAS - 1 and _is_one_seat(self.baza_winners[: BAZAS - 2])):
            self.privilege, self.introducer = False, leader

    def _card_to_lead(self, seat: Side) -> Card:
        hand = sorted(self.hands[seat], key=_strength)
        goes_to_revesino = _is_one_seat([*self.baza_winners, seat]) and len(self.baza_winners) >= 2
        if goes_to_revesino and not self.chance.one_in(8):
            return hand[-1]
        return hand[0] if seat == self.holder else self.chance.pick(hand[:4])

    def _card_to_follow(self, seat: Side, baza: Baza) -> Card:
        """Return the card of a player who does not lead. Very rarely it is a renuncio."""
        hand = sorted(self.hands[seat], key=_strength)
        suit = baza[0][1].suit
        cards_of_suit = [card for card in hand if card.suit == suit]
        other_cards = [card for card in hand if card.suit != suit]
        strength_to_beat = STRENGTH[dict(baza)[_seat_that_wins(baza)].rank]
        higher = [card for card in cards_of_suit if STRENGTH[card.rank] > strength_to_beat]
        lower = [card for card in cards_of_suit if STRENGTH[card.rank] < strength_to_beat]
        may_cut = len(self.baza_winners) >= BAZAS - 2 and _is_one_seat(
            self.baza_winners[: BAZAS - 2]
        )
        if higher and may_cut and seat != self.baza_winners[0] and not self.chance.one_in(4):
            return higher[-1]
        if seat == self.holder and self.privilege and (other_cards or lower):
            return max(other_cards + lower, key=_strength)
        may_err = cards_of_suit and other_cards and self.holder is None and not self.renuncios
        if may_err and self.chance.one_in(800):
            self.renuncios = (seat,)
            return other_cards[-1]
        if cards_of_suit:
            return lower[-1] if lower else higher[-1 if len(baza) == SEATS - 1 else 0]
        pay_cards = [card for card in other_cards if card in PAY_CARDS]
        return (
            max(pay_cards, key=lambda card: PAY[PAY_CARDS[card]]) if pay_cards else other_cards[-1]
        )

    def _revesino(self) -> Revesino | None:
        """Return the revesino of a player who won the first nine bazas, made or cut, or None."""
        goer = self.baza_winners[0]
        if not _is_one_seat(self.baza_winners[: BAZAS - 2]):
            return None
        holder = self.holder if self.privilege else None
        lost_baza = next(
            (number for number in (BAZAS - 2, BAZAS - 1) if self.baza_winners[number] != goer), None
        )
        if lost_baza is None:
            return Revesino(goer, None, holder, "", self.renuncios)
        (_, led_card), *later_cards = self.bazas[lost_baza]
        cutter = next(seat for seat, card in later_cards if _beats(card, led_card))
        duty = ""
        if holder not in (None, cutter):
            duty = "levanta" if self.baza_winners[lost_baza] == holder else ""
            duty = duty or ("otra" if self.baza_winners[-1] == holder else "")
        return Revesino(goer, cutter, holder, duty, self.renuncios)

    def _napolitana(self) -> Napolitana | None:
        if self.holder is None:
            return None
        if self.introducer is not None:
            return Napolitana(self.holder, True, self.introducer, self.left)
        return Napolitana(self.holder, left=self.left)

    def _deal(self) -> Deal:
        bazas, points = [0] * SEATS, [0] * SEATS
        for winner, baza in zip(self.baza_winners, self.bazas, strict=True):
            bazas[winner] += 1
            points[winner] += sum(POINTS.get(card.rank, 0) for _, card in baza)
        fates = tuple(self._fate(card, name) for card, name in PAY_CARDS.items())
        return Deal(tuple(bazas), tuple(points), fates, self.renuncios)

    def _fate(self, card: Card, name: str) -> Fate:
        """Return the fate of a pay card in this hand."""
        if card in self.asleep:
            return Fate(name, "asleep")
        number, baza = next(
            (number, baza) for number, baza in enumerate(self.bazas) if card in dict(baza).values()
        )
        leader, led_card = baza[0]
        seat = next(seat for seat, card_played in baza if card_played == card)
        if card.suit != led_card.suit:
            return Fate(name, "sold", seat, self.baza_winners[number])
        if seat == leader or (card == CABALLO and self._counts_as_led(seat, number)):
            return Fate(name, "led", None, seat)
        return Fate(name, "drawn", leader, seat)

    def _counts_as_led(self, seat: Side, number: int) -> bool:
        """Return whether the seat ends with the caballo and then the rey, after the as of copas.

        `number` is the baza of the caballo, from 0. Such a caballo counts as led, and the winner
        of the partida gains it (R19).
        """
        cards_played = [card for baza in self.bazas[:number] for _, card in baza]
        return number == BAZAS - 2 and AS in cards_played and (seat, REY) in self.bazas[-1]


def _strength(card: Card) -> int:
    return STRENGTH[card.rank]


def _beats(card: Card, led_card: Card) -> bool:
    return card.suit == led_card.suit and STRENGTH[card.rank] > STRENGTH[led_card.rank]


def _seat_that_wins(baza: Baza) -> Side:
    return baza[winning_place([card for _, card in baza])][0]


def _is_one_seat(seats: list[Side]) -> bool:
    """Return whether all the seats are the same seat."""
    return len(set(seats)) == 1


def _cards_of_suit(hand: list[Card], suit: str) -> int:
    return sum(card.suit == suit for card in hand)
