"""A table of malilla that imports nothing from `rules/`: it deals, plays and counts real cards.

It is written from the reglamento alone, to judge the rules from outside. It keeps the cards that
each side wins, counts them, works out the payments, and writes the line of each deal.
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
FAULTS_WITHOUT_TEN = {"menos"}
COUNTS_STILL = {"menos", "turno"}


@dataclass
class Reparto:
    """A deal as played at the table."""

    form: str
    dealer: int  # side of the dealer
    card: tuple  # the card turned up, whose palo is triunfo
    piles: list  # cards that each side won
    bazas: list  # side that took each baza, in order
    asleep: list
    faults: list = field(default_factory=list)  # (side, fault)
    spread: bool = False  # option: a capote pays 72, shared by all rivals
    all_pay: bool = False  # option: all rivals pay the alce

    @property
    def sides(self) -> int:
        return len(self.piles)

    @property
    def points(self) -> list[int]:
        baza_points = [Fraction(self.bazas.count(side)) for side in range(self.sides)]
        if self.form == "vistas":  # two bazas make a point; the last winner gets an odd half
            baza_points = [number / 2 for number in baza_points]
            if baza_points[0].denominator == 2:
                last = self.bazas[-1]
                baza_points[last] += Fraction(1, 2)
                baza_points[1 - last] -= Fraction(1, 2)
        return [
            int(number) + worth(pile) for number, pile in zip(baza_points, self.piles, strict=True)
        ]

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
            sum(
                10 * times
                for offender, fault in self.faults
                if offender == side and fault not in FAULTS_WITHOUT_TEN
            )
            for side in range(self.sides)
        ]

    def payments(self, times: int, split: list[int] | None) -> list[Fraction]:
        """Return the gain or loss of each side, in tantos."""
        sides, points = range(self.sides), self.points
        even = Fraction(sum(points), self.sides)
        gains = [number - even for number in points]
        winner = self.capote
        if winner is not None and (self.sides == 2 or self.spread):
            gains = [Fraction(-72, self.sides - 1)] * self.sides
            gains[winner] = Fraction(72)
        barred = {side for side, fault in self.faults if fault not in COUNTS_STILL}
        if any(gains[side] > 0 for side in barred):
            gains = [Fraction(0)] * self.sides
        if not any(fault == "turno" for _, fault in self.faults):
            for payer in sides:
                cut = payer == (self.dealer - 1) % self.sides
                if payer != self.dealer and (self.form != "barrotada" or cut or self.all_pay):
                    gains[payer] -= worth([self.card])
                    gains[self.dealer] += worth([self.card])
        gains = [times * gain for gain in gains]
        if split is not None:
            return [gain + amount for gain, amount in zip(gains, split, strict=True)]
        for payer, tens in enumerate(self.tens(times)):
            for side in sides:
                gains[side] += -tens if side == payer else Fraction(tens, self.sides - 1)
        return gains

    def judges_split(self, rng: Random, times: int) -> list[int] | None:
        """Return the judge's division of the tens for faults; None if they divide equally."""
        tens = self.tens(times)
        if all(due % (self.sides - 1) == 0 for due in tens):
            return None
        split = [0] * self.sides
        for payer, due in enumerate(tens):
            for _ in range(due):
                split[payer] -= 1
                split[rng.choice([side for side in range(self.sides) if side != payer])] += 1
        return split

    def line(self, dealer_known: bool, split: list[int] | None = None) -> str:
        """Return the line of the deal. It names the dealer unless the acta already shows him."""
        words = ["-".join(map(str, self.points))]
        if self.form == "cubiertas":
            words.append(f"s{worth(self.asleep)}")
        number, palo = self.card
        words.append(LETTER.get(number, number) + PALOS[palo])
        if self.form == "vistas" and 0 in self.points:
            words.append("sincapote" if self.capote is None else "capote")
        if not dealer_known:
            words.append("d" + "ABCD"[self.dealer])
        words += [f"{'ABCD'[side]}/{fault}" for side, fault in self.faults]
        if split is not None:
            words.append("r" + "".join(f"{amount:+d}" for amount in split))
        return " ".join(words)


def worth(cards) -> int:
    return sum(WORTH.get(number, 0) for number, _ in cards)


def deck_of(form: str) -> list[tuple]:
    numbers = ORDER if form in ("companeros", "barrotada", "vistas") else ORDER[:-3]
    return [(number, palo) for palo in PALOS for number in numbers]


def deal_cards(rng: Random, form: str, dealer: int, **deal_options) -> Reparto:
    """Deal and play every card."""
    deck = deck_of(form)
    rng.shuffle(deck)
    players = PLAYERS[form]
    cards_each = 24 if form == "vistas" else 12
    if rng.random() < 0.06:
        _stack_deck(rng, deck, dealer, cards_each)
    hands = [[deck.pop() for _ in range(cards_each)] for _ in range(players)]
    card = hands[dealer][-1]
    trump = card[1]
    asleep = _change_cards(rng, hands, deck, 1 - dealer) if form == "cubiertas" else []
    if form == "vistas":
        hands = [[hand[pile : pile + 4] for pile in range(0, 24, 4)] for hand in hands]
    sides = 2 if form == "companeros" else players
    deal = Reparto(form, dealer, card, [[] for _ in range(sides)], [], asleep, **deal_options)
    turn = (dealer + 1) % players
    while any(hands[turn]):
        turn = _play_baza(rng, hands, turn, trump, deal)
    return deal


def _stack_deck(rng, deck, dealer, cards_each) -> None:
    """Give the dealer all the trumps and the highest cards: else capotes would be too rare."""
    trump = rng.choice(list(PALOS))
    high = sorted(deck, key=lambda card: (card[1] != trump, PLACE[card[0]]))[:cards_each]
    others = [card for card in deck if card not in high]
    before = dealer * cards_each
    deck[:] = (others[:before] + high[::-1] + others[before:])[::-1]


def _change_cards(rng, hands, monte, mano) -> list:
    """Let each player change any number of cards. Return the cards that sleep."""
    asleep = []
    for player in (mano, 1 - mano):
        for _ in range(rng.randrange(len(monte) + 1)):
            lowest = max(hands[player], key=lambda card: (ORDER.index(card[0]), rng.random()))
            hands[player].remove(lowest)
            asleep.append(lowest)
            hands[player].append(monte.pop())
    return asleep + monte


def _play_baza(rng, hands, turn, trump, deal) -> int:
    baza = []
    for place in range(len(hands)):
        player = (turn + place) % len(hands)
        if deal.form == "vistas":
            piles = [pile for pile in hands[player] if pile]
            served = [pile for pile in piles if baza and pile[-1][1] == baza[0][1]]
            baza.append(rng.choice(served or piles).pop())
        else:
            hand = hands[player]
            card = rng.choice(_playable(hand, baza, trump, deal.form))
            hand.remove(card)
            baza.append(card)
    winner = (turn + baza.index(_best_card(baza, trump))) % len(hands)
    side = winner % deal.sides
    deal.piles[side].extend(baza)
    deal.bazas.append(side)
    return winner


def _best_card(baza, trump):
    """Return the highest trump, or else the highest card of the suit led."""
    winning_card = baza[0]
    for card in baza[1:]:
        if card[1] == winning_card[1]:
            if PLACE[card[0]] < PLACE[winning_card[0]]:
                winning_card = card
        elif card[1] == trump:
            winning_card = card
    return winning_card


def _playable(hand, baza, trump, form) -> list:
    """Return the cards that make none of the four renuncios."""
    if not baza:
        return hand
    suit_led, winning_card = baza[0][1], _best_card(baza, trump)
    partner_wins = form == "companeros" and len(baza) > 1 and winning_card is baza[-2]
    higher_cards = [
        card
        for card in hand
        if card[1] == winning_card[1] and PLACE[card[0]] < PLACE[winning_card[0]]
    ]
    cards_of_suit = [card for card in hand if card[1] == suit_led]
    if cards_of_suit:
        return (
            higher_cards
            if higher_cards and winning_card[1] == suit_led and not partner_wins
            else cards_of_suit
        )
    trumps = [card for card in hand if card[1] == trump]
    if partner_wins or not trumps:
        return hand
    return higher_cards if higher_cards and winning_card[1] == trump else trumps


def add_faults(rng: Random, deal: Reparto, turn: int | None) -> None:
    """Add, at times, one or two faults that this form has.

    `turn` is the side whose turn to deal it was, if the acta shows it.
    """
    if rng.random() > 0.35:
        return
    for _ in range(rng.choice((1, 1, 2))):
        side, fault = rng.randrange(deal.sides), rng.choice(FAULTS[deal.form])
        if fault == "turno":
            if turn == deal.dealer or any(noted_fault == "turno" for _, noted_fault in deal.faults):
                continue
            side = deal.dealer
        contrary_fault = {"mas": "menos", "menos": "mas"}.get(fault)
        if (side, fault) not in deal.faults and (side, contrary_fault) not in deal.faults:
            deal.faults.append((side, fault))


@dataclass
class Sesion:
    """A match at the table."""

    rng: Random
    form: str
    vueltas: int = 3
    target: int = 0
    play_off: bool = False
    favorito: bool = False
    mariperez: bool = False
    double_once: bool = False
    deal_options: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sides = 2 if self.form == "companeros" else PLAYERS[self.form]
        self.total, self.vuelta = [Fraction(0)] * self.sides, [Fraction(0)] * self.sides
        self.deals_played = 0
        self.dealer = self.rng.randrange(self.sides)
        self.dealer_known = False
        self.palo = self.rng.choice(list(PALOS)) if self.favorito else None

    def play(self):
        """Yield each line of the match, the state after it, and its deal or None."""
        nothing = [Fraction(0)] * self.sides
        if self.palo:
            yield f"favorito {PALOS[self.palo]}", self.state_after(nothing), None
        while not self.is_over:
            if self.rng.random() < 0.04:
                line = self.misdeal()
                yield line, self.state_after(nothing), None
                continue
            deal, line, gains = self.deal()
            yield line, self.state_after(gains), deal

    def misdeal(self) -> str:
        """Return the line of a misdeal. The deal passes, except after a short pack."""
        short = self.rng.random() < 0.3
        line = ("baraja" if short else "mal") + (
            "" if self.dealer_known else " d" + "ABCD"[self.dealer]
        )
        if not short:
            self.dealer = (self.dealer + 1) % self.sides
        self.dealer_known = True
        return line

    def deal(self):
        """Play a deal; return the deal, its line and the gains of the sides."""
        turn = self.dealer if self.dealer_known else None
        wrong_dealer = self.dealer_known and self.rng.random() < 0.04
        dealer = (self.dealer + wrong_dealer * self.rng.randrange(1, self.sides)) % self.sides
        deal = deal_cards(self.rng, self.form, dealer, **self.deal_options)
        if wrong_dealer:
            deal.faults.append((dealer, "turno"))
        add_faults(self.rng, deal, turn)
        turno = any(fault == "turno" for _, fault in deal.faults)
        times = self.times(deal.card)
        split = deal.judges_split(self.rng, times)
        gains = deal.payments(times, split)
        if self.target:  # only gains are marked
            gains = [max(amount, Fraction(0)) for amount in gains]
        self.total = [a + b for a, b in zip(self.total, gains, strict=True)]
        self.vuelta = [a + b for a, b in zip(self.vuelta, gains, strict=True)]
        self.deals_played += 1
        line = deal.line(self.dealer_known or turno, split)
        self.dealer, self.dealer_known = (dealer + 1) % self.sides, True
        if self.deals_played % PLAYERS[self.form] == 0:
            self.vuelta = [Fraction(0)] * self.sides
        return deal, line, gains

    def times(self, card) -> int:
        """Return the multiple of the payments of a deal with this card turned up."""
        vuelta = self.deals_played // PLAYERS[self.form]
        is_doubled = self.mariperez and vuelta in (0, self.vueltas - 1)
        is_favorito = card[1] == self.palo
        if self.double_once:
            return 2 if is_doubled or is_favorito else 1
        return 2**is_doubled * 2**is_favorito

    @property
    def winner(self) -> int | None:
        highest = max(self.total)
        return self.total.index(highest) if self.total.count(highest) == 1 else None

    @property
    def is_over(self) -> bool:
        if self.target:
            return self.winner is not None and max(self.total) >= self.target
        vueltas_played, deals_of_vuelta = divmod(self.deals_played, PLAYERS[self.form])
        return (
            vueltas_played >= self.vueltas
            and not deals_of_vuelta
            and not (self.play_off and self.winner is None)
        )

    def state_after(self, gains):
        """Return the state after a line with these gains.

        The state has the tantos of the match and of the vuelta in play, the gains, the next dealer
        if the acta shows him, and the winner.
        """
        winner = self.winner if self.is_over else None
        vuelta = [Fraction(0)] * self.sides if self.is_over else self.vuelta
        dealer = self.dealer if self.dealer_known else None
        return list(self.total), list(vuelta), list(gains), dealer, winner
