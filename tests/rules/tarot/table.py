"""A table of tarot that knows nothing of `rules/`: it deals, plays, counts and pays real cards.

Written from the reglamento and the rulings alone, to judge the product from outside. It keeps
each camp's pile of cards won, counts them in halves with `Fraction`, and writes the line that the
table would write.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random

HALF = Fraction(1, 2)
FIGURES = {"rey": 4, "dama": 3, "caballo": 2, "jota": 1}
PALOS = ("picas", "corazones", "diamantes", "tréboles")
NUMBERS = [str(number) for number in range(1, 11)] + ["jota", "caballo", "dama", "rey"]
EXCUSA, PEQUENA, MUNDO = ("excusa", ""), ("1", "triunfo"), ("21", "triunfo")
BOUTS = {EXCUSA, PEQUENA, MUNDO}
PACK = [(number, palo) for palo in PALOS for number in NUMBERS]
PACK += [(str(number), "triunfo") for number in range(1, 22)] + [EXCUSA]
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
SHOWN = {3: {13: 20, 15: 30, 18: 40}, 4: {10: 20, 13: 30, 15: 40}, 5: {8: 20, 10: 30, 13: 40}}
TIMES = {"tomo": 1, "guardia": 2, "sin": 4, "contra": 6}


WORTH = {card: 4 + HALF if card in BOUTS else FIGURES.get(card[0], 0) + HALF for card in PACK}
HALVES = {card: int(2 * worth) for card, worth in WORTH.items()}
HEIGHT = {
    card: int(card[0]) if card[1] == "triunfo" else NUMBERS.index(card[0])
    for card in PACK
    if card != EXCUSA
}
POWER = {card: (card[1] == "triunfo", HEIGHT.get(card, 0)) for card in PACK}


@dataclass
class Reparto:
    """One true deal: what the table saw."""

    seats: list  # players with cards, from the dealer's right
    dealer: int
    taker: int
    contract: str
    partner: int | None  # the taker himself if alone at five
    called: str | None
    announced: bool
    shown: list  # (player, trumps)
    mine: list = field(default_factory=list)  # cards of the taker's camp, at the end
    others: list = field(default_factory=list)
    bazas: list = field(default_factory=list)  # camp of each winner: True for the taker's
    bout: bool | None = None  # camp that won the last baza with the pequeña in it
    faults: list = field(default_factory=list)  # (player, point, "" | "n" | "p")
    owed: Fraction = Fraction(0)  # by the other camp, for an Excuse kept without a baza

    @property
    def camp(self) -> set:
        return {self.taker} | ({self.partner} if self.partner is not None else set())

    @cached_property
    def points(self) -> Fraction:
        return Fraction(sum(HALVES[card] for card in self.mine), 2) + self.owed

    @cached_property
    def bouts(self) -> int:
        return len(BOUTS & set(self.mine))

    @property
    def made(self) -> bool:
        return self.points >= NEEDED[self.bouts]

    @property
    def slam(self) -> bool | None:
        return self.bazas[0] if len(set(self.bazas)) == 1 else None

    def line(self) -> str:
        who = "ABCDE"[self.taker]
        if self.partner == self.taker:
            who += " solo"
        elif self.partner is not None:
            who += "+" + "ABCDE"[self.partner]
        words = [who, *([self.called] if self.called else []), self.contract]
        words += [written(self.points), f"{self.bouts}o"]
        if self.bout is not None:
            words.append("p+" if self.bout else "p-")
        words += ["ABCDE"[player] + str(trumps) for player, trumps in self.shown]
        words += ["!ch"] * self.announced
        if self.slam is not None:
            words.append("ch+" if self.slam else "ch-")
        words += ["f" + "ABCDE"[who] + str(point) + effect for who, point, effect in self.faults]
        return " ".join([*words, "d" + "ABCDE"[self.dealer]])

    # --- payments, by the letter of the rulings -------------------------------------------------
    def each_pays(self, variant: str) -> int:
        """Return each opponent's payment to the taker; negative if the opponent receives it."""
        difference = abs(self.points - NEEDED[self.bouts])
        gap = int(difference + HALF) if difference % 1 else int(difference)
        bout = {None: 0, True: 10, False: -10}[self.bout]
        shown = sum(SHOWN[len(self.seats)][trumps] for _, trumps in self.shown)
        slam = -200 if self.announced and self.slam is not True else 0
        if self.slam is True:
            slam = 400 if self.announced else 200
        if self.slam is False:
            slam -= 200
        times = TIMES[self.contract]
        if variant == "fft":
            if self.made:
                return (25 + gap + bout) * times + shown + slam
            return (-25 - gap + bout) * times - shown + slam
        return (25 + gap + bout + shown + slam if self.made else bout - gap) * times

    def paid(self, variant: str, players: int, halves: bool = False) -> dict:
        """Return everybody's points, faults included.

        `halves`: at five, by the letter of section 18.
        """
        gets = dict.fromkeys(range(players), 0)
        against = [seat for seat in self.seats if seat not in self.camp]
        prima = 25 * TIMES[self.contract]
        annulled = self.annulled
        value = self.each_pays(variant)
        if any(effect == "p" for _, _, effect in self.faults) and not self.made:
            value = prima
        for rival in against if not annulled else []:
            gets[rival] -= value
            gets[self.taker] += value
        if len(self.camp) == 2 and not annulled:  # the partner has a third of it
            share = Fraction(3 * value, 2) if halves else value
            gets[self.partner] += share
            gets[self.taker] -= share
        for who, point, effect in self.faults:
            mates = self.camp if who in self.camp else set(against)
            for rival in set(self.seats) - mates:
                if point in (4, 5):
                    gets[who] -= 10
                    gets[rival] += 10
                if point == 7 and not annulled:
                    gets[who] -= prima
                    gets[rival] += prima
            if effect == "p" and self.made and not annulled:
                gets[who] -= prima
                gets[self.taker] += prima
        return gets

    @property
    def annulled(self) -> bool:
        return any(
            (who in self.camp) == self.made
            for who, point, effect in self.faults
            if effect == "n" or point == 7
        )


def written(points: Fraction) -> str:
    return str(int(points)) if points % 1 == 0 else f"{int(points)}.5"


def deal_cards(rng: Random, players: int, resting: bool, dealer: int) -> Reparto | int:
    """Play one deal that somebody takes; or return the player with the pequeña alone."""
    order = [(dealer + place) % players for place in range(1, players + 1)]
    seats = [seat for seat in order if not (resting and seat == dealer)]
    each = (78 - (3 if len(seats) == 5 else 6)) // len(seats)
    pack = _pack(rng, each)
    hands = {
        seat: set(pack[place * each : place * each + each]) for place, seat in enumerate(seats)
    }
    reserve = pack[each * len(seats) :]
    for seat in seats:
        if {card for card in hands[seat] if card[1] not in PALOS} == {PEQUENA}:
            return seat
    taker = seats[0] if rng.random() < 0.5 else max(seats, key=lambda seat: _hopes(hands[seat]))
    contract = rng.choice(list(TIMES))
    partner = called = None
    if len(seats) == 5:
        called, partner = _call(rng, hands, taker)
    deal = Reparto(seats, dealer, taker, contract, partner, called, rng.random() < 0.02, [])
    aside = list(reserve)
    if contract in ("tomo", "guardia"):
        aside = _discard(rng, deal, hands[taker], reserve)
    _show(rng, deal, hands)
    _play(rng, deal, hands, taker if deal.announced else seats[0])
    (deal.others if contract == "contra" else deal.mine).extend(aside)
    return deal


def _pack(rng: Random, each: int) -> list:
    """Return a shuffled pack; at times the first hand takes every baza, or none."""
    pack = PACK[:]
    rng.shuffle(pack)
    kind = rng.random()
    if kind < 0.06:
        trumps = sorted(
            (card for card in pack if card[1] == "triunfo"), key=HEIGHT.__getitem__, reverse=True
        )
        first = trumps[:each] + [card for card in pack if card[0] == "rey"]
    elif kind < 0.12:
        plain = [card for card in pack if card[1] in PALOS]
        first = sorted(plain, key=HEIGHT.__getitem__)
        first[:0] = rng.choice(([], [EXCUSA]))
    else:
        return pack
    first = first[:each]
    return first + [card for card in pack if card not in first]


def _hopes(hand) -> int:
    return sum(card[1] == "triunfo" for card in hand) + 4 * len(hand & BOUTS)


def _call(rng, hands, taker) -> tuple[str, int]:
    """Return the called card and its holder, at five: a king, or with the four kings a queen, and
    so on.
    """
    for rank in ("rey", "dama", "caballo", "jota"):
        missing = [palo for palo in PALOS if (rank, palo) not in hands[taker]]
        if missing:
            break
    card = (rank, rng.choice(missing or PALOS))
    return rank, next((seat for seat, hand in hands.items() if card in hand), taker)


def _discard(rng, deal, hand, reserve) -> list:
    """Return a discard of the reserve's size; at times a wrong number, or wrong cards (14.6–7)."""
    hand |= set(reserve)
    number = len(reserve)
    good = sorted(card for card in hand if card not in BOUTS and card[0] != "rey")
    rng.shuffle(good)
    good.sort(key=lambda card: card[1] == "triunfo")
    chance = rng.random()
    if chance < 0.02:
        deal.faults.append((deal.taker, 6, ""))
        number += rng.choice((-1, 1))
    elif chance < 0.06 and any(card in BOUTS or card[0] == "rey" for card in hand):
        deal.faults.append((deal.taker, 7, ""))
        good.insert(0, rng.choice(sorted(card for card in hand if card not in good)))
    aside = good[:number]
    hand -= set(aside)
    return aside


def _show(rng, deal, hands) -> None:
    for seat in deal.seats:
        trumps = sum(card[1] in ("triunfo", "") for card in hands[seat])
        enough = [number for number in SHOWN[len(deal.seats)] if number <= trumps]
        if enough and rng.random() < 0.7:
            deal.shown.append((seat, rng.choice(enough)))


def _play(rng, deal, hands, leader) -> None:
    """Play every baza. After fault 6, incomplete bazas of the taker go to the adversaries."""
    piles = {True: deal.mine, False: deal.others}
    bazas = min(len(hand) for seat, hand in hands.items() if seat != deal.taker)
    owed = None
    turn = deal.seats.index(leader)
    for number in range(1, bazas + 1):
        order = deal.seats[turn:] + deal.seats[:turn]
        table = []
        for seat in order:
            if hands[seat]:
                could = sorted(_could(hands[seat], [card for _, card in table]))
                if seat == deal.taker and rng.random() < 0.8:
                    card = max(could, key=POWER.__getitem__)
                else:
                    card = rng.choice(could)
                hands[seat].discard(card)
                table.append((seat, card))
        winner = _taken(table, number == bazas, deal, order)
        turn = deal.seats.index(winner)
        ours = winner in deal.camp
        if len(table) < len(order):  # incomplete: the adversaries'
            ours = False
        deal.bazas.append(ours)
        cards = [card for _, card in table]
        piles[ours] += cards
        if EXCUSA in cards and number < bazas:
            owed = next(seat for seat, card in table if card == EXCUSA) in deal.camp
        if number == bazas and PEQUENA in cards:
            deal.bout = ours
    deal.others += [card for hand in hands.values() for card in hand]
    deal.owed = _exchange(piles, owed)


def _exchange(piles, owed) -> Fraction:
    """Return the half point that the taker's camp gets or gives for the Excuse.

    The Excuse stays with its camp, for a low card of that camp's bazas. A camp without bazas keeps
    it all the
    same, and it counts 4: the half point belongs to the other camp (FFT, «Le jeu de la carte»).
    """
    if owed is None or EXCUSA in piles[owed]:
        return Fraction(0)
    piles[not owed].remove(EXCUSA)
    if not piles[owed]:
        piles[owed].append(EXCUSA)
        return -HALF if owed else HALF
    low = min(piles[owed], key=HALVES.__getitem__)
    piles[owed].remove(low)
    piles[owed].append(EXCUSA)
    piles[not owed].append(low)
    return Fraction(0)


def _taken(table, last, deal, order) -> int:
    if last and table[0][1] == EXCUSA and set(deal.bazas) == {order[0] in deal.camp}:
        return order[0]
    trumps = [(HEIGHT[card], seat) for seat, card in table if card[1] == "triunfo"]
    if trumps:
        return max(trumps)[1]
    led = next(card[1] for _, card in table if card != EXCUSA)
    return max((HEIGHT[card], seat) for seat, card in table if card[1] == led)[1]


def _could(hand, table) -> set:
    """Return the playable cards: servir, fallar, refallar por encima; la excusa, siempre."""
    led = next((card[1] for card in table if card != EXCUSA), None)
    if led is None:
        return hand
    same = {card for card in hand if card[1] == led}
    if same and led != "triunfo":
        return same | ({EXCUSA} & hand)
    trumps = {card for card in hand if card[1] == "triunfo"}
    if not trumps:
        return hand
    highest = max((int(card[0]) for card in table if card[1] == "triunfo"), default=0)
    over = {card for card in trumps if int(card[0]) > highest}
    return (over or trumps) | ({EXCUSA} & hand)


def with_faults(rng: Random, deal: Reparto) -> Reparto:
    """Call the referee to one deal in six, and at times to the same player twice."""
    if rng.random() < 1 / 6:
        who = rng.choice(deal.seats)
        for _ in range(rng.choice((1, 1, 1, 2))):
            point = rng.randrange(1, 6)
            effect = "" if point > 3 else "n" if who in deal.camp else rng.choice("np")
            deal.faults.append((who, point, effect))
        if rng.random() < 1 / 6:
            deal.faults.append(deal.faults[-1])
    return deal


@dataclass
class Partida:
    """A number of deals, one after another, and everybody's points."""

    rng: Random
    players: int
    resting: bool = False
    variant: str = "fft"
    deals: int = 4
    by_time: bool = False
    halves: bool = False
    annulled_count: bool = False
    counted: int = 0

    def __post_init__(self) -> None:
        self.dealer = self.rng.randrange(self.players)
        self.repartos = [0] * self.players
        self.totals = [Fraction(0)] * self.players

    def play(self):
        """Yield (line, points after it, the deal if it was played), to the end."""
        nothing = [Fraction(0)] * self.players
        while self.counted < self.deals:
            dealt = "d" + "ABCDE"[self.dealer]
            deal = deal_cards(self.rng, self.players, self.resting, self.dealer)
            if self.rng.random() < 0.06:
                if not self.resting:  # the resting dealer rests and deals until somebody takes
                    self.passes(self.annulled_count)
                yield f"paso {dealt}", self.after(nothing), None
            elif isinstance(deal, int):
                if self.variant == "fft" and not self.resting:
                    self.passes(
                        self.annulled_count
                    )  # in naipes he claims it: the same player deals
                yield f"petit {'ABCDE'[deal]} {dealt}", self.after(nothing), None
            else:
                yield self.played(with_faults(self.rng, deal))
        if self.by_time:
            yield "fin", self.after(nothing, ended=True), None

    def played(self, deal: Reparto):
        gets = list(deal.paid(self.variant, self.players, self.halves).values())
        self.totals = [a + b for a, b in zip(self.totals, gets, strict=True)]
        counts = not deal.annulled or self.annulled_count
        if counts or not self.resting:  # all rest equally often in the deals that count
            self.passes(counts)
        return deal.line(), self.after(gets), deal

    def passes(self, counts: bool) -> None:
        """Pass the turn to deal to the right; the resting player has not played."""
        self.counted += counts
        for seat in range(self.players):
            self.repartos[seat] += counts and not (self.resting and seat == self.dealer)
        self.dealer = (self.dealer + 1) % self.players

    def after(self, gets, ended: bool = False):
        best, over = max(self.totals), self.counted == self.deals and not self.by_time
        alone = self.totals.count(best) == 1 and (over or ended)
        winner = self.totals.index(best) if alone else None
        return list(self.repartos), list(self.totals), list(gets), self.dealer, winner
