"""A table of tarot that imports nothing from `rules/`: it deals, plays, counts and pays cards.

It is written from the reglamento and the Rulings alone, to judge the rules from outside. It keeps
the cards that each camp wins, counts them in halves with `Fraction`, and writes the line of each
deal.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random

HALF_POINT = Fraction(1, 2)
FIGURES = {"rey": 4, "dama": 3, "caballo": 2, "jota": 1}
PALOS = ("picas", "corazones", "diamantes", "tréboles")
NUMBERS = [str(number) for number in range(1, 11)] + ["jota", "caballo", "dama", "rey"]
EXCUSA, PEQUENA, MUNDO = ("excusa", ""), ("1", "triunfo"), ("21", "triunfo")
BOUTS = {EXCUSA, PEQUENA, MUNDO}
DECK = [(number, palo) for palo in PALOS for number in NUMBERS]
DECK += [(str(number), "triunfo") for number in range(1, 22)] + [EXCUSA]
TARGETS = {0: 56, 1: 51, 2: 41, 3: 36}
POIGNEE_POINTS = {
    3: {13: 20, 15: 30, 18: 40},
    4: {10: 20, 13: 30, 15: 40},
    5: {8: 20, 10: 30, 13: 40},
}
TIMES = {"tomo": 1, "guardia": 2, "sin": 4, "contra": 6}


WORTH = {
    card: 4 + HALF_POINT if card in BOUTS else FIGURES.get(card[0], 0) + HALF_POINT for card in DECK
}
HALVES = {card: int(2 * worth) for card, worth in WORTH.items()}
HEIGHT = {
    card: int(card[0]) if card[1] == "triunfo" else NUMBERS.index(card[0])
    for card in DECK
    if card != EXCUSA
}
POWER = {card: (card[1] == "triunfo", HEIGHT.get(card, 0)) for card in DECK}


@dataclass
class Reparto:
    """A deal as played at the table."""

    seats: list  # players with cards, from the dealer's right
    dealer: int
    taker: int
    contract: str
    partner: int | None  # with five players; the taker himself if he plays alone
    called_rank: str | None
    announced: bool
    poignees: list  # (player, trumps)
    takers_pile: list = field(default_factory=list)  # cards of the taker's camp at the end
    rivals_pile: list = field(default_factory=list)
    bazas: list = field(default_factory=list)  # for each baza, whether the taker's camp won it
    bout: bool | None = None  # for a last baza with the pequeña, whether the taker's camp won it
    # (player, point of Tarot 14, effect: "", "n" or "p")
    faults: list = field(default_factory=list)
    # For an Excuse kept without a baza: the half point that the taker's camp gets, negative if it
    # loses one.
    owed: Fraction = Fraction(0)

    @property
    def camp(self) -> set:
        return {self.taker} | ({self.partner} if self.partner is not None else set())

    @cached_property
    def points(self) -> Fraction:
        return Fraction(sum(HALVES[card] for card in self.takers_pile), 2) + self.owed

    @cached_property
    def bouts(self) -> int:
        return len(BOUTS & set(self.takers_pile))

    @property
    def is_contract_made(self) -> bool:
        return self.points >= TARGETS[self.bouts]

    @property
    def slam(self) -> bool | None:
        """Return whether the taker's camp won every baza; None if both camps won some."""
        return self.bazas[0] if len(set(self.bazas)) == 1 else None

    def line(self) -> str:
        camp = "ABCDE"[self.taker]
        if self.partner == self.taker:
            camp += " solo"
        elif self.partner is not None:
            camp += "+" + "ABCDE"[self.partner]
        words = [camp, *([self.called_rank] if self.called_rank else []), self.contract]
        words += [points_text(self.points), f"{self.bouts}o"]
        if self.bout is not None:
            words.append("p+" if self.bout else "p-")
        words += ["ABCDE"[player] + str(trumps) for player, trumps in self.poignees]
        words += ["!ch"] * self.announced
        if self.slam is not None:
            words.append("ch+" if self.slam else "ch-")
        words += ["f" + "ABCDE"[side] + str(point) + effect for side, point, effect in self.faults]
        return " ".join([*words, "d" + "ABCDE"[self.dealer]])

    # --- Payments, by the letter of the Rulings -------------------------------------------------
    def each_pays(self, variant: str) -> int:
        """Return each opponent's payment to the taker; negative if the opponent receives it."""
        difference = abs(self.points - TARGETS[self.bouts])
        gap = int(difference + HALF_POINT) if difference % 1 else int(difference)
        bout = {None: 0, True: 10, False: -10}[self.bout]
        poignee_points = sum(POIGNEE_POINTS[len(self.seats)][trumps] for _, trumps in self.poignees)
        slam = -200 if self.announced and self.slam is not True else 0
        if self.slam is True:
            slam = 400 if self.announced else 200
        if self.slam is False:
            slam -= 200
        times = TIMES[self.contract]
        if variant == "fft":
            if self.is_contract_made:
                return (25 + gap + bout) * times + poignee_points + slam
            return (-25 - gap + bout) * times - poignee_points + slam
        return (
            25 + gap + bout + poignee_points + slam if self.is_contract_made else bout - gap
        ) * times

    def payments(self, variant: str, players: int, halves: bool = False) -> dict:
        """Return the points of each player, with fines and primas.

        With `halves`, taker and partner share equally, by the letter of section 18.
        """
        gains = dict.fromkeys(range(players), 0)
        rivals = [seat for seat in self.seats if seat not in self.camp]
        prima = 25 * TIMES[self.contract]
        annulled = self.annulled
        value = self.each_pays(variant)
        if any(effect == "p" for _, _, effect in self.faults) and not self.is_contract_made:
            value = prima
        for rival in rivals if not annulled else []:
            gains[rival] -= value
            gains[self.taker] += value
        if len(self.camp) == 2 and not annulled:  # the partner gets or pays his share
            share = Fraction(3 * value, 2) if halves else value
            gains[self.partner] += share
            gains[self.taker] -= share
        for side, point, effect in self.faults:
            own_camp = self.camp if side in self.camp else set(rivals)
            for rival in set(self.seats) - own_camp:
                if point in (4, 5):
                    gains[side] -= 10
                    gains[rival] += 10
                if point == 7 and not annulled:
                    gains[side] -= prima
                    gains[rival] += prima
            if effect == "p" and self.is_contract_made and not annulled:
                gains[side] -= prima
                gains[self.taker] += prima
        return gains

    @property
    def annulled(self) -> bool:
        return any(
            (side in self.camp) == self.is_contract_made
            for side, point, effect in self.faults
            if effect == "n" or point == 7
        )


def points_text(points: Fraction) -> str:
    return str(int(points)) if points % 1 == 0 else f"{int(points)}.5"


def deal_cards(rng: Random, players: int, resting: bool, dealer: int) -> Reparto | int:
    """Play one deal. Return the deal, or the player whose only trump is the pequeña."""
    order = [(dealer + place) % players for place in range(1, players + 1)]
    seats = [seat for seat in order if not (resting and seat == dealer)]
    cards_each = (78 - (3 if len(seats) == 5 else 6)) // len(seats)
    deck = _shuffled_deck(rng, cards_each)
    hands = {
        seat: set(deck[place * cards_each : place * cards_each + cards_each])
        for place, seat in enumerate(seats)
    }
    reserve = deck[cards_each * len(seats) :]
    for seat in seats:
        if {card for card in hands[seat] if card[1] not in PALOS} == {PEQUENA}:
            return seat
    taker = seats[0] if rng.random() < 0.5 else max(seats, key=lambda seat: _strength(hands[seat]))
    contract = rng.choice(list(TIMES))
    partner = called_rank = None
    if len(seats) == 5:
        called_rank, partner = _called_card(rng, hands, taker)
    deal = Reparto(seats, dealer, taker, contract, partner, called_rank, rng.random() < 0.02, [])
    cards_aside = list(reserve)
    if contract in ("tomo", "guardia"):
        cards_aside = _discard(rng, deal, hands[taker], reserve)
    _show_poignees(rng, deal, hands)
    _play(rng, deal, hands, taker if deal.announced else seats[0])
    (deal.rivals_pile if contract == "contra" else deal.takers_pile).extend(cards_aside)
    return deal


def _shuffled_deck(rng: Random, cards_each: int) -> list:
    """Return a shuffled deck. At times its first hand wins every baza, or none."""
    deck = DECK[:]
    rng.shuffle(deck)
    kind = rng.random()
    if kind < 0.06:
        trumps = sorted(
            (card for card in deck if card[1] == "triunfo"), key=HEIGHT.__getitem__, reverse=True
        )
        first_cards = trumps[:cards_each] + [card for card in deck if card[0] == "rey"]
    elif kind < 0.12:
        plain_cards = [card for card in deck if card[1] in PALOS]
        first_cards = sorted(plain_cards, key=HEIGHT.__getitem__)
        first_cards[:0] = rng.choice(([], [EXCUSA]))
    else:
        return deck
    first_cards = first_cards[:cards_each]
    return first_cards + [card for card in deck if card not in first_cards]


def _strength(hand) -> int:
    return sum(card[1] == "triunfo" for card in hand) + 4 * len(hand & BOUTS)


def _called_card(rng, hands, taker) -> tuple[str, int]:
    """Return the rank of the called card and its holder, with five players.

    The taker calls a king; if he has all four, a queen, and so on.
    """
    for rank in ("rey", "dama", "caballo", "jota"):
        missing = [palo for palo in PALOS if (rank, palo) not in hands[taker]]
        if missing:
            break
    card = (rank, rng.choice(missing or PALOS))
    return rank, next((seat for seat, hand in hands.items() if card in hand), taker)


def _discard(rng, deal, hand, reserve) -> list:
    """Return a discard as large as the reserve, at times with a wrong number or wrong cards.

    These are faults 6 and 7 of Tarot 14.
    """
    hand |= set(reserve)
    number = len(reserve)
    discardable_cards = sorted(card for card in hand if card not in BOUTS and card[0] != "rey")
    rng.shuffle(discardable_cards)
    discardable_cards.sort(key=lambda card: card[1] == "triunfo")
    chance = rng.random()
    if chance < 0.02:
        deal.faults.append((deal.taker, 6, ""))
        number += rng.choice((-1, 1))
    elif chance < 0.06 and any(card in BOUTS or card[0] == "rey" for card in hand):
        deal.faults.append((deal.taker, 7, ""))
        discardable_cards.insert(
            0, rng.choice(sorted(card for card in hand if card not in discardable_cards))
        )
    cards_aside = discardable_cards[:number]
    hand -= set(cards_aside)
    return cards_aside


def _show_poignees(rng, deal, hands) -> None:
    """Let players with enough trumps show a poignée, most of the time."""
    for seat in deal.seats:
        trumps = sum(card[1] in ("triunfo", "") for card in hands[seat])
        possible = [number for number in POIGNEE_POINTS[len(deal.seats)] if number <= trumps]
        if possible and rng.random() < 0.7:
            deal.poignees.append((seat, rng.choice(possible)))


def _play(rng, deal, hands, leader) -> None:
    """Play every baza. After fault 6, incomplete bazas that the taker wins go to his rivals."""
    piles = {True: deal.takers_pile, False: deal.rivals_pile}
    bazas = min(len(hand) for seat, hand in hands.items() if seat != deal.taker)
    excuse_of_taker = None
    turn = deal.seats.index(leader)
    for number in range(1, bazas + 1):
        order = deal.seats[turn:] + deal.seats[:turn]
        table = []
        for seat in order:
            if hands[seat]:
                playable = sorted(_playable(hands[seat], [card for _, card in table]))
                if seat == deal.taker and rng.random() < 0.8:
                    card = max(playable, key=POWER.__getitem__)
                else:
                    card = rng.choice(playable)
                hands[seat].discard(card)
                table.append((seat, card))
        winner = _baza_winner(table, number == bazas, deal, order)
        turn = deal.seats.index(winner)
        takers_camp_won = winner in deal.camp
        if len(table) < len(order):  # a baza with a card missing is the adversaries'
            takers_camp_won = False
        deal.bazas.append(takers_camp_won)
        cards = [card for _, card in table]
        piles[takers_camp_won] += cards
        if EXCUSA in cards and number < bazas:
            excuse_of_taker = next(seat for seat, card in table if card == EXCUSA) in deal.camp
        if number == bazas and PEQUENA in cards:
            deal.bout = takers_camp_won
    deal.rivals_pile += [card for hand in hands.values() for card in hand]
    deal.owed = _exchange_excuse(piles, excuse_of_taker)


def _exchange_excuse(piles, excuse_of_taker) -> Fraction:
    """Give the Excuse back to its camp for a low card of that camp's bazas.

    A camp without bazas keeps it without giving a card, but then it counts 4, and the other camp
    gets the half point (FFT, «Le jeu de la carte»). Return the half point that the taker's camp
    gets or loses.
    """
    if excuse_of_taker is None or EXCUSA in piles[excuse_of_taker]:
        return Fraction(0)
    piles[not excuse_of_taker].remove(EXCUSA)
    if not piles[excuse_of_taker]:
        piles[excuse_of_taker].append(EXCUSA)
        return -HALF_POINT if excuse_of_taker else HALF_POINT
    low_card = min(piles[excuse_of_taker], key=HALVES.__getitem__)
    piles[excuse_of_taker].remove(low_card)
    piles[excuse_of_taker].append(EXCUSA)
    piles[not excuse_of_taker].append(low_card)
    return Fraction(0)


def _baza_winner(table, is_last, deal, order) -> int:
    """Return the seat that wins a baza. An excusa led in the last baza wins it for a camp that won
    all the others.
    """
    if is_last and table[0][1] == EXCUSA and set(deal.bazas) == {order[0] in deal.camp}:
        return order[0]
    trumps = [(HEIGHT[card], seat) for seat, card in table if card[1] == "triunfo"]
    if trumps:
        return max(trumps)[1]
    suit_led = next(card[1] for _, card in table if card != EXCUSA)
    return max((HEIGHT[card], seat) for seat, card in table if card[1] == suit_led)[1]


def _playable(hand, table) -> set:
    """Return the playable cards: servir, fallar, refallar por encima; la excusa, siempre."""
    suit_led = next((card[1] for card in table if card != EXCUSA), None)
    if suit_led is None:
        return hand
    cards_of_suit = {card for card in hand if card[1] == suit_led}
    if cards_of_suit and suit_led != "triunfo":
        return cards_of_suit | ({EXCUSA} & hand)
    trumps = {card for card in hand if card[1] == "triunfo"}
    if not trumps:
        return hand
    highest_trump = max((int(card[0]) for card in table if card[1] == "triunfo"), default=0)
    higher_trumps = {card for card in trumps if int(card[0]) > highest_trump}
    return (higher_trumps or trumps) | ({EXCUSA} & hand)


def add_faults(rng: Random, deal: Reparto) -> Reparto:
    """Add faults to one deal in six, at times two of the same player."""
    if rng.random() < 1 / 6:
        offender = rng.choice(deal.seats)
        for _ in range(rng.choice((1, 1, 1, 2))):
            point = rng.randrange(1, 6)
            effect = "" if point > 3 else "n" if offender in deal.camp else rng.choice("np")
            deal.faults.append((offender, point, effect))
        if rng.random() < 1 / 6:
            deal.faults.append(deal.faults[-1])
    return deal


@dataclass
class Partida:
    """A match at the table: its deals and the points of each player."""

    rng: Random
    players: int
    resting: bool = False
    variant: str = "fft"
    deals: int = 4
    by_time: bool = False
    halves: bool = False
    annulled_count: bool = False
    deals_counted: int = 0

    def __post_init__(self) -> None:
        self.dealer = self.rng.randrange(self.players)
        self.deals_played = [0] * self.players
        self.totals = [Fraction(0)] * self.players

    def play(self):
        """Yield each line of the match, the state after it, and its deal or None."""
        nothing = [Fraction(0)] * self.players
        while self.deals_counted < self.deals:
            dealer_word = "d" + "ABCDE"[self.dealer]
            deal = deal_cards(self.rng, self.players, self.resting, self.dealer)
            if self.rng.random() < 0.06:
                if not self.resting:  # a resting dealer deals again until somebody takes
                    self.pass_deal(self.annulled_count)
                yield f"paso {dealer_word}", self.state_after(nothing), None
            elif isinstance(deal, int):
                if self.variant == "fft" and not self.resting:
                    self.pass_deal(self.annulled_count)  # in naipes the same player deals again
                yield f"petit {'ABCDE'[deal]} {dealer_word}", self.state_after(nothing), None
            else:
                yield self.play_deal(add_faults(self.rng, deal))
        if self.by_time:
            yield "fin", self.state_after(nothing, ended=True), None

    def play_deal(self, deal: Reparto):
        """Return the line of a deal, the state after it and the deal."""
        gains = list(deal.payments(self.variant, self.players, self.halves).values())
        self.totals = [a + b for a, b in zip(self.totals, gains, strict=True)]
        counts = not deal.annulled or self.annulled_count
        if counts or not self.resting:  # with a resting dealer, only deals that count pass the deal
            self.pass_deal(counts)
        return deal.line(), self.state_after(gains), deal

    def pass_deal(self, counts: bool) -> None:
        """Pass the turn to deal to the right.

        With `counts`, the deal counts for the match and for each player except a resting dealer.
        """
        self.deals_counted += counts
        for seat in range(self.players):
            self.deals_played[seat] += counts and not (self.resting and seat == self.dealer)
        self.dealer = (self.dealer + 1) % self.players

    def state_after(self, gains, ended: bool = False):
        best, over = max(self.totals), self.deals_counted == self.deals and not self.by_time
        is_won = self.totals.count(best) == 1 and (over or ended)
        winner = self.totals.index(best) if is_won else None
        return list(self.deals_played), list(self.totals), list(gains), self.dealer, winner
