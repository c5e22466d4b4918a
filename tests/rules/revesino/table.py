"""A table of revesino that imports nothing from `rules/`: it deals, plays, pays and counts cards.

It is written from the reglamento and its Adiciones alone, to judge the rules from outside. It keeps
the cards of each baza, pays for each card, and writes the line of each hand.
"""

from dataclasses import dataclass
from random import Random

from tests.rules.revesino.mano import DECK, ORDER, PALOS, TANTOS, Mano, beats


def play(rng: Random, pie: int, left_loses: bool = False) -> Mano:
    """Play one hand to its end. Some decks are stacked, for the sake of rare hands.

    With `left_loses`, a holder of the four ases who wins his first lead loses the privilege.
    """
    hand = Mano(pie)
    hands = _dealt_hands(rng, hand)
    ambitious = rng.random() < 0.5
    lead = (pie + 1) % 4
    for number in range(11):
        cards = []
        for place in range(4):
            seat = (lead + place) % 4
            card = _choose_card(rng, hand, hands[seat], seat, cards, ambitious)
            hands[seat].remove(card)
            cards.append((seat, card))
        winner = cards[0][0]
        for seat, card in cards[1:]:
            if beats(card, dict(cards)[winner]):
                winner = seat
        hand.bazas.append((lead, cards, winner))
        if winner == hand.four and hand.privilege:
            _record_holders_baza(hand, number, lead, left_loses)
        lead = winner
    if hand.four is not None and hand.introducer is not None:
        hand.authors, hand.offenders = hand.offenders, []
    return hand


def _record_holders_baza(hand: Mano, number: int, lead: int, left_loses: bool) -> None:
    """Record a baza that the player with the four ases won.

    `number` is the baza, from 0, and `lead` the seat that led it.
    """
    if lead == hand.four and number == 0 and not left_loses:
        hand.lead_was_left = True
    elif lead == hand.four and number <= 1:
        hand.four = None
        hand.lead_was_left = False
        hand.privilege = False
    elif number < 9 or hand.goer is None:
        hand.privilege, hand.introducer = False, lead


def _dealt_hands(rng: Random, hand: Mano) -> list:
    deck = DECK[:]
    rng.shuffle(deck)
    dice = rng.random()
    four_pay_cards = rng.sample(sorted(TANTOS), 4)
    if dice < 0.15:  # one player gets four of the five pay cards
        deck.sort(key=lambda card: card not in four_pay_cards)
    elif dice < 0.45:  # the same, and another player gets high cards
        high_cards = [(number, palo) for palo in rng.sample(PALOS, 3) for number in ORDER[1:6]]
        high_cards = [card for card in high_cards if card not in four_pay_cards]
        rest = [card for card in deck if card not in four_pay_cards and card not in high_cards[:9]]
        deck = [*four_pay_cards, *rest[:7], *high_cards[:9], *rest[7:], *high_cards[9:]]
        deck = list(dict.fromkeys(deck))
    elif dice < 0.7:  # one player gets the high cards of two or three suits
        high_cards = {(number, palo) for palo in PALOS[: rng.randint(2, 3)] for number in ORDER[:5]}
        deck.sort(key=lambda card: card not in high_cards)
    stacked_cards = 22 if 0.15 <= dice < 0.45 else 11
    shuffled_part = deck[stacked_cards:]
    rng.shuffle(shuffled_part)
    deck[stacked_cards:] = shuffled_part
    first_hand = rng.randrange(4)
    hands = [deck[11 * seat : 11 * seat + 11] for seat in range(4)]
    hands = hands[first_hand:] + hands[:first_hand]
    rest = deck[44:]
    hands[hand.pie].append(rest.pop())
    for place in range(4):
        seat = (hand.pie + 1 + place) % 4
        if seat != hand.pie:
            if rng.random() < 0.5:
                rest.append(rest.pop(0))
                continue
            hands[seat].append(rest.pop(0))
        discard = rng.choice([card for card in hands[seat] if ORDER.index(card[0]) > 0])
        hands[seat].remove(discard)
        rest.append(discard)
    hand.asleep = rest
    holders = [seat for seat in range(4) if sum(card in TANTOS for card in hands[seat]) >= 4]
    if holders and rng.random() < 0.9:
        hand.four, hand.privilege = holders[0], True
    return hands


def _choose_card(rng, hand, hand_cards, seat, cards, ambitious):
    """Return a card that the seat may play, and note a renuncio if it is one."""
    low_first = sorted(hand_cards, key=lambda card: -ORDER.index(card[0]))
    winners = set(hand.winners)
    if not cards:
        if ambitious and winners <= {seat} and rng.random() < 0.97:
            return low_first[-1]
        return low_first[0] if seat == hand.four else rng.choice(hand_cards)
    led_card = cards[0][1]
    card_to_beat = led_card
    for _, card in cards[1:]:
        card_to_beat = card if beats(card, card_to_beat) else card_to_beat
    cards_of_suit = [card for card in low_first if card[1] == led_card[1]]
    higher_cards = [card for card in cards_of_suit if beats(card, card_to_beat)]
    may_cut = len(hand.bazas) >= 9 and len(winners) == 1
    if seat == hand.four and hand.privilege:
        if may_cut and higher_cards and rng.random() < 0.8:
            return higher_cards[-1]
        safe_cards = [card for card in low_first if card not in higher_cards]
        if len(winners) == 1 and len(hand.bazas) > 3 and safe_cards and rng.random() < 0.9:
            return safe_cards[0]  # somebody goes to revesino: keep high cards for the last bazas
        takes = rng.random() < 0.08
        return rng.choice(higher_cards if takes and higher_cards else safe_cards or hand_cards)
    if cards_of_suit:
        cards_of_other_suits = [card for card in hand_cards if card[1] != led_card[1]]
        if cards_of_other_suits and seat in hand.offenders and rng.random() < 0.3:
            hand.again.append(seat)
            return rng.choice(cards_of_other_suits)
        if cards_of_other_suits and rng.random() < 0.012 and _may_renounce(hand, seat, winners):
            hand.offenders.append(seat)
            return rng.choice(cards_of_other_suits)
        if may_cut and higher_cards:
            return higher_cards[0]
        lower_cards = [card for card in cards_of_suit if card not in higher_cards]
        return rng.choice(lower_cards if lower_cards and ambitious else cards_of_suit)
    return rng.choice(hand_cards)


def _may_renounce(hand: Mano, seat: int, winners: set) -> bool:
    """Return whether this seat may make a renuncio.

    Only a hand without a holder of four ases and without a revesino has a second author.
    """
    if len(hand.offenders) == 2 or seat in hand.offenders:
        return False
    return not hand.offenders or (hand.four is None and len(winners) > 1)


@dataclass
class Sesion:
    """A match at the table, with the tantos of the players and the plate."""

    rng: Random
    vueltas: int = 4
    mari_perez: bool = False
    plate: int = 0
    by_time: bool = False
    introducer_collects: bool = False
    left_lead_loses: bool = False
    sleepers_unpaid: bool = False

    def __post_init__(self) -> None:
        self.pie = self.rng.randrange(4)
        self.turn, self.pot = 0, 0
        self.purses = [0, 0, 0, 0]
        self.dealer_known = self.ended = False
        self.debts = []  # (author of a repeated renuncio, tantos due to a player drawn by lot)
        self.late = False  # whether a debt was written after the next hand

    def play(self):
        """Yield each line of the match, the state after it, and its hand or None."""
        while self.turn < 4 * self.vueltas:
            if self.plate and self.pot < self.plate * self.times:
                yield self._plate_line()
            if self.rng.random() < 0.02:
                yield self._void_line()
                continue
            if self.rng.random() < (0.03 if self.dealer_known else 0.2):
                yield self._discard_fault_line()
                continue
            if self.rng.random() < 0.02:
                yield self._moved_tanto_line()
            times, debts = self.times, self.debts
            hand = play(self.rng, self.pie, self.left_lead_loses)
            # A player drawn by lot now collects each debt, in a line before or after this hand's.
            early = [debt for debt in debts if debt[0] in hand.again or self.rng.random() < 0.5]
            # The rules charge a repeat to the last hand in which its author may have renounced. If
            # this hand may be that one, the debt of the hand before must be written first.
            early += [debt for debt in debts if hand.authors or debt[0] in hand.offenders]
            for debt in debts:
                if debt in early:
                    yield self._debt_line(debt)
            yield self._judges_line(hand) if hand.authors else self._hand_line(hand, times)
            for debt in debts:
                if debt not in early:
                    self.late = True
                    yield self._debt_line(debt)
            self.debts = [(seat, 4 * times) for seat in hand.again]
        if self.by_time:
            self.ended = True
            yield "fin", self.state_after([0, 0, 0, 0]), None
        for debt in self.debts:
            yield self._debt_line(debt)
        if self.rng.random() < 0.2:
            yield self._moved_tanto_line()

    @property
    def times(self) -> int:
        return 2 if self.mari_perez and self.turn // 4 in (0, self.vueltas - 1) else 1

    def _plate_line(self):
        """Return the line by which all players pay into the plate, its state and no hand."""
        share = self.plate * self.times
        self.pot += 4 * share
        return "platillo" + 4 * f" {share}", self.state_after([-share] * 4), None

    def _void_line(self):
        """Return the line of a void hand, the state after it and no hand."""
        passes = self.rng.random() < 0.5
        line = f"nula{' pasa' * passes} d{'ABCD'[self.pie]}"
        self._pass_deal(passes)
        return line, self.state_after([0, 0, 0, 0]), None

    def _pass_deal(self, passes: bool) -> None:
        """Pass the deal if `passes`; the acta now shows the dealer."""
        self.turn += passes
        self.pie = (self.pie + passes) % 4
        self.dealer_known = True

    def _discard_fault_line(self):
        """Return a line with a fault of the discard («Del descarte y robo»): the hand is void.

        The deal passes only if the pie changed his discard.
        """
        seat, names = self.rng.choice((0, 1, 2, 3, self.pie, self.pie)), "ABCD"
        dealer_word = (
            "" if self.dealer_known and self.rng.random() < 0.5 else f" d{names[self.pie]}"
        )
        gains, price = [0, 0, 0, 0], 8 * self.times
        if self.rng.random() < 0.3:
            gains = [price] * 4
            gains[seat] = -3 * price
            self._pass_deal(False)
            return f"falta doble {names[seat]}{dealer_word}", self.state_after(gains), None
        gainer = self.rng.choice([other for other in range(4) if other != seat])
        gains[seat], gains[gainer] = -price, price
        self._pass_deal(seat == self.pie)
        return (
            f"falta descarte {names[seat]} {names[gainer]}{dealer_word}",
            self.state_after(gains),
            None,
        )

    def _moved_tanto_line(self):
        """Return a ruling that moves one tanto, the state after it and no hand."""
        gainer, payer = self.rng.sample(range(4), 2)
        gains = [0, 0, 0, 0]
        gains[gainer], gains[payer] = 1, -1
        line = "arbitro tantos " + " ".join(map(str, gains)) + ": mezcló sus bazas"
        return line, self.state_after(gains), None

    def _debt_line(self, debt):
        """Return the line by which a repeated renuncio pays a partida to a player drawn by lot."""
        seat, price = debt
        gainer = self.rng.choice([other for other in range(4) if other != seat])
        gains = [0, 0, 0, 0]
        gains[seat], gains[gainer] = -price, price
        return f"falta repite {'ABCD'[seat]} {'ABCD'[gainer]}", self.state_after(gains), None

    def _judges_line(self, hand: Mano):
        """Return the judge's line for a napolitana introduced with a renuncio.

        The line pays the same in every vuelta: the judge's tantos are never doubled.
        """
        gains = [4 if seat != hand.authors[0] else -12 for seat in range(4)]
        line = "arbitro mano " + " ".join(map(str, gains)) + ": introducido con renuncio"
        self.turn, self.pie = self.turn + 1, (self.pie + 1) % 4
        return line, self.state_after(gains), None

    def _hand_line(self, hand: Mano, times: int):
        """Return the line of a hand, the state after its payments and the hand."""
        gains, plate_gain = hand.payments(
            self.plate, self.introducer_collects, self.sleepers_unpaid
        )
        gains = [times * tantos for tantos in gains]
        self.pot += times * plate_gain
        self._pass_deal(True)
        return hand.line(), self.state_after(gains), hand

    def state_after(self, gains):
        """Add the gains to the purses, and return the state after the line."""
        self.purses = [old + gain for old, gain in zip(self.purses, gains, strict=True)]
        best = max(self.purses)
        over = self.ended or (self.turn == 4 * self.vueltas and not self.by_time)
        winner = self.purses.index(best) if over and self.purses.count(best) == 1 else None
        dealer = self.pie if self.dealer_known else None
        return tuple(self.purses), tuple(gains), self.pot, dealer, winner
