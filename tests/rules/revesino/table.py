"""A table of revesino that knows nothing of `rules/`: it deals, plays, pays and counts real cards.

Written from the reglamento and its Adiciones alone, to judge the product from outside. It keeps
each baza with its cards, pays card by card as it falls, and writes the line that a table would
write.
"""

from dataclasses import dataclass
from random import Random

from tests.rules.revesino.mano import ORDER, PACK, PALOS, TANTOS, Mano, higher


def play(rng: Random, pie: int, left_loses: bool = False) -> Mano:
    """Play one hand to its end. Some packs are stacked, because the rare hands would never come.

    `left_loses`: the holder of the four ases, if mano, loses the privilege with his first lead.
    """
    hand = Mano(pie)
    hands = _dealt(rng, hand)
    ambitious = rng.random() < 0.5
    lead = (pie + 1) % 4
    for number in range(11):
        cards = []
        for place in range(4):
            seat = (lead + place) % 4
            card = _choose(rng, hand, hands[seat], seat, cards, ambitious)
            hands[seat].remove(card)
            cards.append((seat, card))
        winner = cards[0][0]
        for seat, card in cards[1:]:
            if higher(card, dict(cards)[winner]):
                winner = seat
        hand.bazas.append((lead, cards, winner))
        if winner == hand.four and hand.privilege:
            _took(hand, number, lead, left_loses)
        lead = winner
    if hand.four is not None and hand.introducer is not None:
        hand.authors, hand.at_fault = hand.at_fault, []
    return hand


def _took(hand: Mano, number: int, lead: int, left_loses: bool) -> None:
    """Record whether the player of the four ases has won a baza."""
    if lead == hand.four and number == 0 and not left_loses:
        hand.left = True  # his first lead, left to him
    elif lead == hand.four and number <= 1:
        hand.four, hand.left, hand.privilege = None, False, False
    elif number < 9 or hand.goer is None:
        hand.privilege, hand.introducer = False, lead


def _dealt(rng: Random, hand: Mano) -> list:
    pack = PACK[:]
    rng.shuffle(pack)
    stacked = rng.random()
    four = rng.sample(sorted(TANTOS), 4)
    if stacked < 0.15:  # four of the five pay cards to one player
        pack.sort(key=lambda card: card not in four)
    elif stacked < 0.45:  # and the next cards to another
        firm = [(number, palo) for palo in rng.sample(PALOS, 3) for number in ORDER[1:6]]
        firm = [card for card in firm if card not in four]
        rest = [card for card in pack if card not in four and card not in firm[:9]]
        pack = [*four, *rest[:7], *firm[:9], *rest[7:], *firm[9:]]
        pack = list(dict.fromkeys(pack))
    elif stacked < 0.7:  # the high cards of three suits together
        firm = {(number, palo) for palo in PALOS[: rng.randint(2, 3)] for number in ORDER[:5]}
        pack.sort(key=lambda card: card not in firm)
    top = 22 if 0.15 <= stacked < 0.45 else 11
    tail = pack[top:]
    rng.shuffle(tail)
    pack[top:] = tail
    first = rng.randrange(4)
    hands = [pack[11 * seat : 11 * seat + 11] for seat in range(4)]
    hands = hands[first:] + hands[:first]
    rest = pack[44:]
    hands[hand.pie].append(rest.pop())
    for place in range(4):
        seat = (hand.pie + 1 + place) % 4
        if seat != hand.pie:
            if rng.random() < 0.5:
                rest.append(rest.pop(0))
                continue
            hands[seat].append(rest.pop(0))
        thrown = rng.choice([card for card in hands[seat] if ORDER.index(card[0]) > 0])
        hands[seat].remove(thrown)
        rest.append(thrown)
    hand.asleep = rest
    holders = [seat for seat in range(4) if sum(card in TANTOS for card in hands[seat]) >= 4]
    if holders and rng.random() < 0.9:
        hand.four, hand.privilege = holders[0], True
    return hands


def _choose(rng, hand, mine, seat, cards, ambitious):
    low_first = sorted(mine, key=lambda card: -ORDER.index(card[0]))
    so_far = set(hand.lifted)
    if not cards:
        if ambitious and so_far <= {seat} and rng.random() < 0.97:
            return low_first[-1]
        return low_first[0] if seat == hand.four else rng.choice(mine)
    led = cards[0][1]
    best = led
    for _, card in cards[1:]:
        best = card if higher(card, best) else best
    same = [card for card in low_first if card[1] == led[1]]
    over = [card for card in same if higher(card, best)]
    late = len(hand.bazas) >= 9 and len(so_far) == 1
    if seat == hand.four and hand.privilege:
        if late and over and rng.random() < 0.8:
            return over[-1]
        safe = [card for card in low_first if card not in over]
        if len(so_far) == 1 and len(hand.bazas) > 3 and safe and rng.random() < 0.9:
            return safe[0]  # a player goes to revesino: the high cards are for the last two
        rising = rng.random() < 0.08
        return rng.choice(over if rising and over else safe or mine)
    if same:
        other = [card for card in mine if card[1] != led[1]]
        if other and seat in hand.at_fault and rng.random() < 0.3:
            hand.again.append(seat)
            return rng.choice(other)
        if other and rng.random() < 0.012 and _may_err(hand, seat, so_far):
            hand.at_fault.append(seat)
            return rng.choice(other)
        if late and over:
            return over[0]
        under = [card for card in same if card not in over]
        return rng.choice(under if under and ambitious else same)
    return rng.choice(mine)


def _may_err(hand: Mano, seat: int, so_far: set) -> bool:
    """Return whether this seat may err: a second author of a renuncio comes only in ordinary
    hands.
    """
    if len(hand.at_fault) == 2 or seat in hand.at_fault:
        return False
    return not hand.at_fault or (hand.four is None and len(so_far) > 1)


@dataclass
class Sesion:
    """A match at the table: a number of vueltas, the purses and the plate."""

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
        self.known = self.ended = False
        self.owed = []  # (author of a repeated renuncio, its cost), drawn by lot later
        self.late = False  # whether some debt was written after the next hand

    def play(self):
        """Yield (line, tallies after it, the hand if it was played to its end)."""
        while self.turn < 4 * self.vueltas:
            if self.plate and self.pot < self.plate * self.times:
                yield self._fund()
            if self.rng.random() < 0.02:
                yield self._void()
                continue
            if self.rng.random() < (0.03 if self.known else 0.2):
                yield self._fault()
                continue
            if self.rng.random() < 0.02:
                yield self._moved()
            times, owed = self.times, self.owed
            hand = play(self.rng, self.pie, self.left_lead_loses)
            # Debts are drawn by lot now, and written before this hand or after it.
            early = [debt for debt in owed if debt[0] in hand.again or self.rng.random() < 0.5]
            # A repeat belongs to the last hand in which the author may have renounced. After a hand
            # that the judge settles without naming the author, that is this hand.
            early += [debt for debt in owed if hand.authors or debt[0] in hand.at_fault]
            for debt in owed:
                if debt in early:
                    yield self._lot(debt)
            yield self._ruled(hand) if hand.authors else self._paid(hand, times)
            for debt in owed:
                if debt not in early:
                    self.late = True
                    yield self._lot(debt)
            self.owed = [(seat, 4 * times) for seat in hand.again]
        if self.by_time:
            self.ended = True
            yield "fin", self.after([0, 0, 0, 0]), None
        for debt in self.owed:
            yield self._lot(debt)
        if self.rng.random() < 0.2:
            yield self._moved()

    @property
    def times(self) -> int:
        return 2 if self.mari_perez and self.turn // 4 in (0, self.vueltas - 1) else 1

    def _fund(self):
        each = self.plate * self.times
        self.pot += 4 * each
        return "platillo" + 4 * f" {each}", self.after([-each] * 4), None

    def _void(self):
        passes = self.rng.random() < 0.5
        line = f"nula{' pasa' * passes} d{'ABCD'[self.pie]}"
        self._pass(passes)
        return line, self.after([0, 0, 0, 0]), None

    def _pass(self, passes: bool) -> None:
        self.turn += passes
        self.pie = (self.pie + passes) % 4
        self.known = True

    def _fault(self):
        """Play a fault of the discard («Del descarte y robo»): the hand is void.

        The deal passes on only if the pie changed his discard.
        """
        seat, who = self.rng.choice((0, 1, 2, 3, self.pie, self.pie)), "ABCD"
        dealer_word = "" if self.known and self.rng.random() < 0.5 else f" d{who[self.pie]}"
        gains, price = [0, 0, 0, 0], 8 * self.times
        if self.rng.random() < 0.3:
            gains = [price] * 4
            gains[seat] = -3 * price
            self._pass(False)
            return f"falta doble {who[seat]}{dealer_word}", self.after(gains), None
        lucky = self.rng.choice([other for other in range(4) if other != seat])
        gains[seat], gains[lucky] = -price, price
        self._pass(seat == self.pie)
        return f"falta descarte {who[seat]} {who[lucky]}{dealer_word}", self.after(gains), None

    def _moved(self):
        gainer, payer = self.rng.sample(range(4), 2)
        gains = [0, 0, 0, 0]
        gains[gainer], gains[payer] = 1, -1
        line = "arbitro tantos " + " ".join(map(str, gains)) + ": mezcló sus bazas"
        return line, self.after(gains), None

    def _lot(self, debt):
        """Pay a partida for each repeated renuncio to one of the others."""
        seat, price = debt
        lucky = self.rng.choice([other for other in range(4) if other != seat])
        gains = [0, 0, 0, 0]
        gains[seat], gains[lucky] = -price, price
        return f"falta repite {'ABCD'[seat]} {'ABCD'[lucky]}", self.after(gains), None

    def _ruled(self, hand: Mano):
        """Let the judge settle a napolitana introduced with a renuncio, paid once in any vuelta."""
        gains = [4 if seat != hand.authors[0] else -12 for seat in range(4)]
        line = "arbitro mano " + " ".join(map(str, gains)) + ": introducido con renuncio"
        self.turn, self.pie = self.turn + 1, (self.pie + 1) % 4
        return line, self.after(gains), None

    def _paid(self, hand: Mano, times: int):
        gains, pot = hand.paid(self.plate, self.introducer_collects, self.sleepers_unpaid)
        gains = [times * won for won in gains]
        self.pot += times * pot
        self._pass(True)
        return hand.line(), self.after(gains), hand

    def after(self, gains):
        self.purses = [had + won for had, won in zip(self.purses, gains, strict=True)]
        best = max(self.purses)
        over = self.ended or (self.turn == 4 * self.vueltas and not self.by_time)
        winner = self.purses.index(best) if over and self.purses.count(best) == 1 else None
        dealer = self.pie if self.known else None
        return tuple(self.purses), tuple(gains), self.pot, dealer, winner
