"""A table of revesino that knows nothing of `rules/`: it deals, plays, pays and counts real cards.

Written from the reglamento and its Adiciones alone, to judge the product from outside. It keeps
each baza with its cards, pays card by card as it falls, and writes the line that a table would
write.
"""

from dataclasses import dataclass, field
from random import Random

PALOS = ("oros", "copas", "espadas", "bastos")
ORDER = ("as", "rey", "caballo", "sota", 9, 8, 7, 6, 5, 4, 3, 2)  # from high to low
POINTS = {"as": 4, "rey": 3, "caballo": 2, "sota": 1}
PACK = [(number, palo) for palo in PALOS for number in ORDER]
TANTOS = {
    ("as", "oros"): 2,
    ("as", "copas"): 1,
    ("as", "espadas"): 1,
    ("as", "bastos"): 1,
    ("caballo", "copas"): 3,
}
WRITTEN = {
    ("as", "oros"): "ao",
    ("as", "copas"): "ac",
    ("as", "espadas"): "ae",
    ("as", "bastos"): "ab",
    ("caballo", "copas"): "cc",
}


def higher(one, other) -> bool:
    """Whether a card beats another of its own palo."""
    return one[1] == other[1] and ORDER.index(one[0]) < ORDER.index(other[0])


@dataclass
class Mano:
    """One true hand: what the table saw. Seats 0–3 to the right; the pie deals, the next leads."""

    pie: int
    bazas: list = field(default_factory=list)  # (leader, [(seat, card) …], who lifted it)
    asleep: list = field(default_factory=list)
    four: int | None = None  # who plays the four ases
    privilege: bool = False  # and has not been introduced
    introducer: int | None = None
    left: bool = False
    at_fault: list = field(default_factory=list)
    again: list = field(default_factory=list)  # who renounced once more, each time
    authors: list = field(default_factory=list)  # of the renuncios that the judge settles

    @property
    def lifted(self) -> list:
        return [winner for _, _, winner in self.bazas]

    def count(self, seat: int) -> int:
        return self.lifted.count(seat)

    def points(self, seat: int) -> int:
        return sum(
            POINTS.get(number, 0)
            for _, cards, winner in self.bazas
            if winner == seat
            for _, (number, _) in cards
        )

    @property
    def goer(self) -> int | None:
        """Who made the first nine bazas: it is a hand of revesino."""
        return self.lifted[0] if len(set(self.lifted[:9])) == 1 else None

    def better_seated(self, one: int, other: int) -> bool:
        """The pie sits best, and then those to his left, one by one."""
        left = [self.pie, (self.pie - 1) % 4, (self.pie - 2) % 4, (self.pie - 3) % 4]
        return left.index(one) < left.index(other)

    def fates(self) -> dict:
        """Of each pay card: (way, who gains, who pays), the partida's winner and loser as W, L."""
        found = {}
        for number, (leader, cards, winner) in enumerate(self.bazas):
            for seat, card in cards:
                if card not in TANTOS:
                    continue
                if seat == leader:
                    found[card] = ("j", "W", seat)
                elif card[1] == cards[0][1][1]:
                    found[card] = ("s", leader, seat)
                    if card == ("caballo", "copas") and self._rey_behind(seat, number):
                        found[card] = ("j", "W", seat)
                else:
                    found[card] = ("v", seat, winner)
        return found | {card: ("d", "W", "L") for card in self.asleep if card in TANTOS}

    def _rey_behind(self, seat: int, number: int) -> bool:
        """«Quando se hallase uno con caballo y rey de copas en las dos ultimas cartas»."""
        if number != 9:
            return False
        before = [card for _, cards, _ in self.bazas[:9] for _, card in cards]
        last = dict(self.bazas[10][1])
        return last[seat] == ("rey", "copas") and ("as", "copas") in before

    def line(self) -> str:
        words = self._written()
        words += ["r" + "ABCD"[seat] for seat in self.at_fault]
        return " ".join([*words, "d" + "ABCD"[self.pie]])

    def _written(self) -> list:
        four = self.four if self.privilege else None
        if self.goer is not None:
            words = ["revesino", "ABCD"[self.goer]]
            if (cutter := self.cutter()) is not None:
                words += ["corta", "ABCD"[cutter]]
            if four is not None:
                words += ["napolitana", "ABCD"[four]]
                if cutter not in (None, four) and self._duty():
                    words.append(self._duty())
            return words
        if self.four is not None:
            words = ["napolitana", "ABCD"[self.four]]
            words += ["pierde", "ABCD"[self.introducer]] if self.introducer is not None else []
            return [*words, "dejada"] if self.left else words
        words = [f"{self.count(seat)}/{self.points(seat)}" for seat in range(4)]
        fates = self.fates()
        for card, name in WRITTEN.items():
            way, gains, pays = fates[card]
            told = {"d": "d", "j": f"{'ABCD'[pays]}j" if way == "j" else ""}.get(way)
            words.append(f"{name}={told or 'ABCD'[gains] + way + 'ABCD'[pays]}")
        return words

    def _cut(self):
        return next((number for number in (9, 10) if self.lifted[number] != self.goer), None)

    def cutter(self) -> int | None:
        """The first who beat the card of who goes to revesino, whoever lifted it after."""
        if self._cut() is None:
            return None
        (_, led), *others = self.bazas[self._cut()][1]
        return next(seat for seat, card in others if higher(card, led))

    def _duty(self) -> str:
        if self.lifted[self._cut()] == self.four:
            return "levanta"
        return "otra" if self.four in self.lifted[9:] else ""

    def paid(
        self, plate: int = 0, introducer_collects: bool = False, sleepers_unpaid: bool = False
    ) -> tuple[list, int]:
        """Tantos of each and of the plate, paid from hand to hand."""
        purse = [0, 0, 0, 0]
        if self.goer is not None:
            self._pay_revesino(purse)
            return purse, 0
        if self.four is not None:
            if introducer_collects and self.introducer is not None:
                purse[self.four], purse[self.introducer] = -12, 12
                return purse, 0
            for seat in range(4):
                if seat != self.four:
                    won = -4 if self.introducer is not None else 4
                    purse[self.four] += won
                    purse[self.at_fault[0] if self.at_fault else seat] -= won
            return purse, 0
        return purse, self._pay_ordinary(purse, plate, sleepers_unpaid and not self.at_fault)

    def _pay_revesino(self, purse) -> None:
        four = self.four if self.privilege else None
        cutter, fault = self.cutter(), (self.at_fault or [None])[0]
        if cutter is None:
            gains, pays = self.goer, four
        elif four is None or cutter == four:
            gains, pays = cutter, self.goer
        else:
            duty = self._duty()
            gains = four if duty == "levanta" else cutter
            pays = self.goer if duty else four
        pays = pays if fault is None else fault
        if gains == fault:
            purse[fault] -= 24
            for seat in {0, 1, 2, 3} - {fault}:
                purse[seat] += 8 if four is None else 12 if seat == four else 6
        elif pays is None:
            for seat in range(4):
                purse[seat] += 24 if seat == gains else -8
        else:
            purse[gains] += 24
            purse[pays] -= 24

    def _pay_ordinary(self, purse, plate, sleepers_unpaid) -> int:
        winner, loser = self.winner_and_loser()
        money = 0

        def pay(gains, pays, tantos):
            gains = winner if gains == "W" or gains in self.at_fault else gains
            payers = self.at_fault or [loser if pays == "L" else pays]
            for payer in payers:
                purse[payer] -= tantos / len(payers)
            purse[gains] += tantos
            return gains, payers

        pay("W", "L", 4)
        for card, (way, gains, pays) in self.fates().items():
            if way == "d" and sleepers_unpaid:
                continue
            gains, payers = pay(gains, pays, TANTOS[card])
            if card == ("caballo", "copas") and way == "v":
                purse[gains] += plate
                money -= plate
            if card == ("caballo", "copas") and way == "s":
                for payer in payers:
                    purse[payer] -= plate / len(payers)
                money += plate
        return money

    def winner_and_loser(self) -> tuple[int, int]:
        able = [seat for seat in range(4) if seat not in self.at_fault]
        winner = able[0]
        for seat in able[1:]:
            if self._beats_to_partida(seat, winner):
                winner = seat
        loser = 0
        for seat in (1, 2, 3):
            if self._beats_to_partida(loser, seat):
                loser = seat
        return winner, loser

    def _beats_to_partida(self, one: int, other: int) -> bool:
        if self.count(one) == 0 and self.count(other) > 0:
            return True
        if self.count(other) == 0 and self.count(one) > 0:
            return False
        if self.points(one) != self.points(other):
            return self.points(one) < self.points(other)
        if self.count(one) != self.count(other):
            return self.count(one) < self.count(other)
        return self.better_seated(one, other)


def play(rng: Random, pie: int, left_loses: bool = False) -> Mano:
    """One hand to its end. Some packs are stacked, or the rare hands would never come.

    `left_loses`: the holder of the four ases, mano, loses the privilege with his first lead.
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
    """Who plays the four ases has lifted a baza."""
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
    if stacked < 0.15:  # four of the five pay cards to one
        pack.sort(key=lambda card: card not in four)
    elif stacked < 0.45:  # and the cards that follow them to another
        firm = [(number, palo) for palo in rng.sample(PALOS, 3) for number in ORDER[1:6]]
        firm = [card for card in firm if card not in four]
        rest = [card for card in pack if card not in four and card not in firm[:9]]
        pack = [*four, *rest[:7], *firm[:9], *rest[7:], *firm[9:]]
        pack = list(dict.fromkeys(pack))
    elif stacked < 0.7:  # the high cards of three palos together
        firm = {(number, palo) for palo in PALOS[: rng.randint(2, 3)] for number in ORDER[:5]}
        pack.sort(key=lambda card: card not in firm)
    kept = 22 if 0.15 <= stacked < 0.45 else 11
    tail = pack[kept:]
    rng.shuffle(tail)
    pack[kept:] = tail
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
            return safe[0]  # somebody goes to revesino: the high cards are for the last two
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
    """A second author of a renuncio comes only in ordinary hands."""
    if len(hand.at_fault) == 2 or seat in hand.at_fault:
        return False
    return not hand.at_fault or (hand.four is None and len(so_far) > 1)


@dataclass
class Sesion:
    """A match at the table: so many vueltas, the purses and the plate."""

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
        self.owed = []  # (who repeated a renuncio, what it costs), to be drawn by lot
        self.late = False  # some was written after the next hand

    def play(self):
        """(line, what the table has after it, the hand if it was played to its end)."""
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
            # What was owed is drawn by lot now, and written before this hand or after it.
            early = [debt for debt in owed if debt[0] in hand.again or self.rng.random() < 0.5]
            # A repeat is of the last hand in which he may have renounced: after one that the judge
            # settles, which does not say who did, that is this one.
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
        """A discard changed, or of two cards («Del descarte y robo»): the hand is void, and the
        deal passes only when the pie changed his."""
        seat, who = self.rng.choice((0, 1, 2, 3, self.pie, self.pie)), "ABCD"
        told = "" if self.known and self.rng.random() < 0.5 else f" d{who[self.pie]}"
        gains, price = [0, 0, 0, 0], 8 * self.times
        if self.rng.random() < 0.3:
            gains = [price] * 4
            gains[seat] = -3 * price
            self._pass(False)
            return f"falta doble {who[seat]}{told}", self.after(gains), None
        lucky = self.rng.choice([other for other in range(4) if other != seat])
        gains[seat], gains[lucky] = -price, price
        self._pass(seat == self.pie)
        return f"falta descarte {who[seat]} {who[lucky]}{told}", self.after(gains), None

    def _moved(self):
        one, other = self.rng.sample(range(4), 2)
        gains = [0, 0, 0, 0]
        gains[one], gains[other] = 1, -1
        line = "arbitro tantos " + " ".join(map(str, gains)) + ": mezcló sus bazas"
        return line, self.after(gains), None

    def _lot(self, debt):
        """A partida for each renuncio repeated, to one of the others."""
        seat, price = debt
        lucky = self.rng.choice([other for other in range(4) if other != seat])
        gains = [0, 0, 0, 0]
        gains[seat], gains[lucky] = -price, price
        return f"falta repite {'ABCD'[seat]} {'ABCD'[lucky]}", self.after(gains), None

    def _ruled(self, hand: Mano):
        """Introduced with a renuncio: the judge says who pays, once, whatever the vuelta."""
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
