"""A table of malilla that knows nothing of `rules/`: it deals, plays, and counts real cards.

Written from the reglamento alone, to judge the product from outside. It keeps the pile of cards
each side won, counts the cards in it, works out what everybody pays, and writes the line that
the table would write.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

ORDER = ["malilla", "as", "rey", "caballo", "sota", *(str(blank) for blank in range(8, 1, -1))]
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
    spread: bool = False  # capote at 72 for all
    all_pay: bool = False  # the alce

    @property
    def sides(self) -> int:
        return len(self.piles)

    @property
    def points(self) -> list[int]:
        counted = [Fraction(self.bazas.count(side)) for side in range(self.sides)]
        if self.form == "vistas":  # four cards make a baza; the shared one to the last
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
        """What each side owes for its faults."""
        return [
            sum(10 * times for who, what in self.faults if who == side and what not in WITHOUT_TEN)
            for side in range(self.sides)
        ]

    def paid(self, times: int, split: list[int] | None) -> list[Fraction]:
        """What each side gains or loses, in tantos."""
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
        """How the judge shares out tens that do not divide; None when they do."""
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
        """`known`: the acta tells who deals."""
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


def _change(rng, hands, monte, mano) -> list:
    """Each puts away what he likes and draws as many without seeing them."""
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
            card = rng.choice([one for one in hand if _may(one, hand, played, trump, deal.form)])
            hand.remove(card)
            played.append(card)
    winner = (turn + played.index(_best(played, trump))) % len(hands)
    side = winner % deal.sides
    deal.piles[side].extend(played)
    deal.bazas.append(side)
    return winner


def _best(played, trump):
    """The highest trump, or else the highest card of the palo that was led."""
    palo = trump if any(card[1] == trump for card in played) else played[0][1]
    return min((card for card in played if card[1] == palo), key=lambda card: ORDER.index(card[0]))


def _may(card, hand, played, trump, form) -> bool:
    """Whether it is none of the four renuncios."""
    if not played:
        return True
    best = _best(played, trump)
    partner = form == "companeros" and len(played) > 1 and best is played[-2]
    higher = [one for one in hand if one[1] == best[1] and _best([best, one], trump) is one]
    if any(one[1] == played[0][1] for one in hand):
        if card[1] != played[0][1]:
            return False
        beats = best[1] == played[0][1] and bool(higher)
        return partner or not beats or card in higher
    trumps = [one for one in hand if one[1] == trump]
    if partner or not trumps:
        return True
    if best[1] == trump and higher:
        return card in higher
    return card in trumps


def some_faults(rng: Random, deal: Reparto, turn: int | None) -> None:
    """Now and then one or two faults that can be made in this form; `turn` is whose deal it was."""
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
