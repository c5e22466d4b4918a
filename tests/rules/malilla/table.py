"""A table of malilla that knows nothing of `rules/`: it deals, plays, and counts real cards.

Written from the reglamento alone, to judge the product from outside. It keeps the pile of cards
each side won, counts the cards in it, works out what everybody pays, and writes the line that
the table would write.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

ORDER = ["malilla", "as", "rey", "caballo", "sota", *(str(blank) for blank in range(8, 1, -1))]
PLACE = {number: place for place, number in enumerate(ORDER)}
WORTH = dict(zip(ORDER[:5], (5, 4, 3, 2, 1), strict=True))
LETTER = {"malilla": "9", "as": "1", "rey": "R", "caballo": "C", "sota": "S"}
PALOS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
FORMS = ("companeros", "barrotada", "coja", "vistas", "cubiertas")
PLAYERS = {"companeros": 4, "barrotada": 4, "coja": 3, "vistas": 2, "cubiertas": 2}
COMMON = ("servir", "mas", "menos", "turno", "mano", "hablar", "baza", "mostrar")
FAULTS = {
    "companeros": (*COMMON, "cargar", "fallar", "contrafallar"),
    "barrotada": (*COMMON, "cargar", "fallar", "contrafallar"),
    "coja": (*COMMON, "cargar", "fallar", "contrafallar"),
    "vistas": COMMON,
    "cubiertas": (*COMMON, "cargar", "fallar"),
}
WITHOUT_TEN = {"menos"}
COUNTS_STILL = {"menos", "turno"}


@dataclass
class Reparto:
    """One true deal: what the table saw."""

    form: str
    dealer: int  # side
    card: tuple
    piles: list  # cards each side won
    bazas: list  # side that took each baza, in order
    asleep: list
    faults: list = field(default_factory=list)  # (side, fault)
    spread: bool = False  # a capote pays 72, spread over all
    all_pay: bool = False  # all pay the alce

    @property
    def sides(self) -> int:
        return len(self.piles)

    @property
    def points(self) -> list[int]:
        counted = [Fraction(self.bazas.count(side)) for side in range(self.sides)]
        if self.form == "vistas":  # four cards make a baza; a shared baza goes to the last
            counted = [made / 2 for made in counted]
            if counted[0].denominator == 2:
                last = self.bazas[-1]
                counted[last] += Fraction(1, 2)
                counted[1 - last] -= Fraction(1, 2)
        return [int(made) + worth(pile) for made, pile in zip(counted, self.piles, strict=True)]

    @property
    def all_bazas(self) -> int | None:
        return self.bazas[0] if len(set(self.bazas)) == 1 else None

    @property
    def capote(self) -> int | None:
        side = self.all_bazas
        return None if side is None or (side, "menos") in self.faults else side

    def tens(self, times: int) -> list[int]:
        """Return the tantos that each side owes for its faults."""
        return [
            sum(10 * times for who, what in self.faults if who == side and what not in WITHOUT_TEN)
            for side in range(self.sides)
        ]

    def paid(self, times: int, split: list[int] | None) -> list[Fraction]:
        """Return the gain or loss of each side, in tantos."""
        sides, points = range(self.sides), self.points
        even = Fraction(sum(points), self.sides)
        gains = [made - even for made in points]
        winner = self.capote
        if winner is not None and (self.sides == 2 or self.spread):
            gains = [Fraction(-72, self.sides - 1)] * self.sides
            gains[winner] = Fraction(72)
        barred = {who for who, what in self.faults if what not in COUNTS_STILL}
        if any(gains[side] > 0 for side in barred):
            gains = [Fraction(0)] * self.sides
        if not any(what == "turno" for _, what in self.faults):
            for payer in sides:
                cut = payer == (self.dealer - 1) % self.sides
                if payer != self.dealer and (self.form != "barrotada" or cut or self.all_pay):
                    gains[payer] -= worth([self.card])
                    gains[self.dealer] += worth([self.card])
        gains = [times * gain for gain in gains]
        if split is not None:
            return [gain + amount for gain, amount in zip(gains, split, strict=True)]
        for payer, due in enumerate(self.tens(times)):
            for side in sides:
                gains[side] += -due if side == payer else Fraction(due, self.sides - 1)
        return gains

    def judged(self, rng: Random, times: int) -> list[int] | None:
        """Return the judge's division of tens that do not divide equally; None if they do."""
        tens = self.tens(times)
        if all(due % (self.sides - 1) == 0 for due in tens):
            return None
        split = [0] * self.sides
        for payer, due in enumerate(tens):
            for _ in range(due):
                split[payer] -= 1
                split[rng.choice([side for side in range(self.sides) if side != payer])] += 1
        return split

    def line(self, known: bool, split: list[int] | None = None) -> str:
        """Return the line of the deal; `known` is whether the acta shows the dealer."""
        words = ["-".join(map(str, self.points))]
        if self.form == "cubiertas":
            words.append(f"s{worth(self.asleep)}")
        number, palo = self.card
        words.append(LETTER.get(number, number) + PALOS[palo])
        if self.form == "vistas" and 0 in self.points:
            words.append("sincapote" if self.capote is None else "capote")
        if not known:
            words.append("d" + "ABCD"[self.dealer])
        words += [f"{'ABCD'[who]}/{what}" for who, what in self.faults]
        if split is not None:
            words.append("r" + "".join(f"{amount:+d}" for amount in split))
        return " ".join(words)


def worth(cards) -> int:
    return sum(WORTH.get(number, 0) for number, _ in cards)


def pack_of(form: str) -> list[tuple]:
    numbers = ORDER if form in ("companeros", "barrotada", "vistas") else ORDER[:-3]
    return [(number, palo) for palo in PALOS for number in numbers]


def deal_cards(rng: Random, form: str, dealer: int, **house) -> Reparto:
    """Deal and play every card."""
    pack = pack_of(form)
    rng.shuffle(pack)
    players = PLAYERS[form]
    each = 24 if form == "vistas" else 12
    if rng.random() < 0.06:
        _stack(rng, pack, dealer, each)
    hands = [[pack.pop() for _ in range(each)] for _ in range(players)]
    card = hands[dealer][-1]
    trump = card[1]
    asleep = _change(rng, hands, pack, 1 - dealer) if form == "cubiertas" else []
    if form == "vistas":
        hands = [[hand[pile : pile + 4] for pile in range(0, 24, 4)] for hand in hands]
    sides = 2 if form == "companeros" else players
    deal = Reparto(form, dealer, card, [[] for _ in range(sides)], [], asleep, **house)
    turn = (dealer + 1) % players
    while any(hands[turn]):
        turn = _play_baza(rng, hands, turn, trump, deal)
    return deal


def _stack(rng, pack, dealer, each) -> None:
    """Give the dealer all the trumps and the highest cards, or no capote would ever come."""
    trump = rng.choice(list(PALOS))
    high = sorted(pack, key=lambda card: (card[1] != trump, PLACE[card[0]]))[:each]
    others = [card for card in pack if card not in high]
    before = dealer * each
    pack[:] = (others[:before] + high[::-1] + others[before:])[::-1]


def _change(rng, hands, monte, mano) -> list:
    """Let each player exchange cards unseen."""
    away = []
    for player in (mano, 1 - mano):
        for _ in range(rng.randrange(len(monte) + 1)):
            lowest = max(hands[player], key=lambda card: (ORDER.index(card[0]), rng.random()))
            hands[player].remove(lowest)
            away.append(lowest)
            hands[player].append(monte.pop())
    return away + monte


def _play_baza(rng, hands, turn, trump, deal) -> int:
    played = []
    for place in range(len(hands)):
        player = (turn + place) % len(hands)
        if deal.form == "vistas":
            piles = [pile for pile in hands[player] if pile]
            served = [pile for pile in piles if played and pile[-1][1] == played[0][1]]
            played.append(rng.choice(served or piles).pop())
        else:
            hand = hands[player]
            card = rng.choice(_could(hand, played, trump, deal.form))
            hand.remove(card)
            played.append(card)
    winner = (turn + played.index(_best(played, trump))) % len(hands)
    side = winner % deal.sides
    deal.piles[side].extend(played)
    deal.bazas.append(side)
    return winner


def _best(played, trump):
    """Return the highest trump, or else the highest card of the suit led."""
    best = played[0]
    for card in played[1:]:
        if card[1] == best[1]:
            if PLACE[card[0]] < PLACE[best[0]]:
                best = card
        elif card[1] == trump:
            best = card
    return best


def _could(hand, played, trump, form) -> list:
    """Return the cards that are none of the four renuncios."""
    if not played:
        return hand
    led, best = played[0][1], _best(played, trump)
    partner = form == "companeros" and len(played) > 1 and best is played[-2]
    higher = [card for card in hand if card[1] == best[1] and PLACE[card[0]] < PLACE[best[0]]]
    serving = [card for card in hand if card[1] == led]
    if serving:
        return higher if higher and best[1] == led and not partner else serving
    trumps = [card for card in hand if card[1] == trump]
    if partner or not trumps:
        return hand
    return higher if higher and best[1] == trump else trumps


def some_faults(rng: Random, deal: Reparto, turn: int | None) -> None:
    """Add, at times, one or two faults possible in this form.

    `turn` is the side whose deal it was.
    """
    if rng.random() > 0.35:
        return
    for _ in range(rng.choice((1, 1, 2))):
        side, fault = rng.randrange(deal.sides), rng.choice(FAULTS[deal.form])
        if fault == "turno":
            if turn == deal.dealer or any(what == "turno" for _, what in deal.faults):
                continue
            side = deal.dealer
        other = {"mas": "menos", "menos": "mas"}.get(fault)
        if (side, fault) not in deal.faults and (side, other) not in deal.faults:
            deal.faults.append((side, fault))


@dataclass
class Sesion:
    """A match at the table: the dealer, each side's tantos and the length."""

    rng: Random
    form: str
    vueltas: int = 3
    target: int = 0
    play_off: bool = False
    favorito: bool = False
    mariperez: bool = False
    double_once: bool = False
    house: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sides = 2 if self.form == "companeros" else PLAYERS[self.form]
        self.total, self.vuelta = [Fraction(0)] * self.sides, [Fraction(0)] * self.sides
        self.played = 0
        self.dealer = self.rng.randrange(self.sides)
        self.known = False
        self.palo = self.rng.choice(list(PALOS)) if self.favorito else None

    def play(self):
        """Yield (line, tallies after it, the deal if there was one), to the end."""
        none = [Fraction(0)] * self.sides
        if self.palo:
            yield f"favorito {PALOS[self.palo]}", self.after(none), None
        while not self.over:
            if self.rng.random() < 0.04:
                line = self.misdeal()
                yield line, self.after(none), None
                continue
            deal, line, gained = self.deal()
            yield line, self.after(gained), deal

    def misdeal(self) -> str:
        """Record a misdeal, and the deal passes; after a short pack the same side deals again."""
        short = self.rng.random() < 0.3
        line = ("baraja" if short else "mal") + ("" if self.known else " d" + "ABCD"[self.dealer])
        if not short:
            self.dealer = (self.dealer + 1) % self.sides
        self.known = True
        return line

    def deal(self):
        turn = self.dealer if self.known else None
        wrong = self.known and self.rng.random() < 0.04
        dealer = (self.dealer + wrong * self.rng.randrange(1, self.sides)) % self.sides
        deal = deal_cards(self.rng, self.form, dealer, **self.house)
        if wrong:
            deal.faults.append((dealer, "turno"))
        some_faults(self.rng, deal, turn)
        turno = any(what == "turno" for _, what in deal.faults)
        times = self.times(deal.card)
        split = deal.judged(self.rng, times)
        gained = deal.paid(times, split)
        if self.target:  # only gains are marked
            gained = [max(amount, Fraction(0)) for amount in gained]
        self.total = [a + b for a, b in zip(self.total, gained, strict=True)]
        self.vuelta = [a + b for a, b in zip(self.vuelta, gained, strict=True)]
        self.played += 1
        line = deal.line(self.known or turno, split)
        self.dealer, self.known = (dealer + 1) % self.sides, True
        if self.played % PLAYERS[self.form] == 0:
            self.vuelta = [Fraction(0)] * self.sides
        return deal, line, gained

    def times(self, card) -> int:
        vuelta = self.played // PLAYERS[self.form]
        doubled = self.mariperez and vuelta in (0, self.vueltas - 1)
        favorite = card[1] == self.palo
        if self.double_once:
            return 2 if doubled or favorite else 1
        return 2**doubled * 2**favorite

    @property
    def winner(self) -> int | None:
        best = max(self.total)
        return self.total.index(best) if self.total.count(best) == 1 else None

    @property
    def over(self) -> bool:
        if self.target:
            return self.winner is not None and max(self.total) >= self.target
        whole, rest = divmod(self.played, PLAYERS[self.form])
        return whole >= self.vueltas and not rest and not (self.play_off and self.winner is None)

    def after(self, gained):
        winner = self.winner if self.over else None
        vuelta = [Fraction(0)] * self.sides if self.over else self.vuelta
        dealer = self.dealer if self.known else None
        return list(self.total), list(vuelta), list(gained), dealer, winner
