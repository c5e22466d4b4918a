"""A table of zanga that imports nothing from `rules/`: it deals, bids, plays and moves stones.

It is written from the reglamento alone, to judge the rules from outside. It records requests,
successes and failures when they happen, and does not derive them from the count. The stones are the
vales; every payment moves some stones from one place to another.
"""

from dataclasses import dataclass, field
from random import Random

SEATS = ["A1", "B1", "A2", "B2"]
LOW_WINS = ("oros", "copas")
ESPADILLA, BASTILLO = ("as", "espadas"), ("as", "bastos")
FIGURES = ["rey", "caballo", "sota"]
DECK = [
    (number, palo)
    for palo in ("oros", "copas", "espadas", "bastos")
    for number in ["as", 2, 3, 4, 5, 6, 7, *FIGURES]
]


def pieces(trump):
    """Return the pieces of this trump: espadilla, malilla and bastillo."""
    return [ESPADILLA, (7 if trump in LOW_WINS else 2, trump), BASTILLO]


def order(palo, trump):
    """Return the cards of a suit, from high to low (articles 4–8)."""
    if palo in LOW_WINS:
        numbers = (
            ["as", *FIGURES, 2, 3, 4, 5, 6] if palo == trump else [*FIGURES, "as", *range(2, 8)]
        )
    else:
        numbers = [*FIGURES, 7, 6, 5, 4, 3] + ([] if palo == trump else [2])
    cards = [(number, palo) for number in numbers]
    return pieces(trump) + cards if palo == trump else cards


def suit_of(card, trump):
    """Return the suit of a card; espadilla and bastillo are always trumps."""
    return trump if card in (ESPADILLA, BASTILLO) else card[1]


def winning_card(baza, trump):
    """Return the winning card of a baza."""
    for palo in (trump, suit_of(baza[0], trump)):
        cards = [card for card in order(palo, trump) if card in baza]
        if cards:
            return cards[0]


def serving_cards(hand, lead, trump):
    """Return the cards that serve the lead, or none if any card may be played (articles 27, 28)."""
    palo = suit_of(lead, trump)
    serving = [card for card in hand if suit_of(card, trump) == palo]
    if palo != trump:
        return serving
    common = [card for card in serving if card not in pieces(trump)]
    if common:
        return serving
    above = pieces(trump)[: pieces(trump).index(lead)] if lead in pieces(trump) else pieces(trump)
    return serving if any(card not in above for card in serving) else []


def demanding_piece(cards, other_hands, trump):
    """Return a piece among these cards that makes a hand of `other_hands` play a piece, or None."""
    for piece in pieces(trump):
        for hand in other_hands if piece in cards else ():
            must_play = serving_cards(hand, piece, trump)
            if len(hand) > 1 and must_play and all(card in pieces(trump) for card in must_play):
                return piece
    return None


@dataclass
class Hand:
    """A hand as played at the table."""

    mano: int
    names_mano: bool  # whether its line must name the mano
    passes: int = 0
    way: str = "j"
    cards: str = ""
    named_pair: int = 0
    bazas: list = field(default_factory=lambda: [0, 0])
    asker: int | None = None
    five: str = ""  # "", "made" or "failed"
    todas: str = ""  # "", "tried", "made" or "failed"
    estuche: int | None = None
    claim: int | None = None
    # (pair, whether it kept back a matador, whether its rivals had a hand for all eight bazas)
    faults: list = field(default_factory=list)
    judged: bool = False  # whether the judge gives the vales
    void: bool = False  # whether it is dealt again: no cut, or cards looked at (Z15)
    playing_seats: list = field(default_factory=list)
    stones_before: tuple = ()
    stones_after: tuple = ()

    @property
    def alone(self):
        return self.way != "j"

    def line(self):
        if self.judged:
            return "arbitro vales {}-{}-{}: contra todas".format(*self.stones_after)
        if self.void:
            return "arbitro anula: no se ofreció el corte"
        voice = "p" * self.passes + self.cards + ("" if self.cards and not self.alone else self.way)
        words = [voice, "{}-{}".format(*self.bazas)]
        if self.asker is not None:
            words.append(("t" if self.todas else "c") + "AB"[self.asker])
        if self.estuche is not None:
            words.append("e" + "AB"[self.estuche])
        if self.claim is not None:
            words.append("f" + "AB"[self.claim])
        for pair, matador, eight in self.faults:
            words.append("r" + "AB"[pair] + "e" * matador + "8" * eight)
        if self.names_mano:
            words.append("m" + SEATS[self.mano])
        return " ".join(words)


@dataclass
class Table:
    """A partida at the table: the stones, and the next mano."""

    rng: Random
    codillo_stays: bool = False  # option: after a codillo nobody takes the middle
    stones: dict = field(default_factory=lambda: {0: 16, 1: 16, "middle": 0, "fianza": 0})
    mano: int | None = None
    mano_known: bool = False  # whether the acta shows the mano; vales set by the judge do not

    def count(self):
        return self.stones[0], self.stones[1], self.stones["middle"]

    def move(self, origin, target, number):
        """Move `number` stones, or all that are there if there are fewer."""
        number = min(number, self.stones[origin])
        self.stones[origin] -= number
        self.stones[target] += number

    def chance(self, probability):
        return self.rng.random() < probability

    def play(self) -> Hand:
        """Play and return the next hand, with the stones before and after it."""
        if self.chance(0.02):
            return Hand(0, False, void=True, stones_before=self.count(), stones_after=self.count())
        players, zanga_cards = self._deal()
        hand = Hand(self.mano, not self.mano_known)
        hand.stones_before = self.count()
        seat, trump = self._bid(hand, players, zanga_cards)
        vales_after_bid = {pair: self.stones[pair] for pair in (0, 1)}
        playing_seats = [
            other_seat
            for other_seat in range(4)
            if not hand.alone or other_seat % 2 != seat % 2 or other_seat == seat
        ]
        hand.playing_seats = playing_seats
        for pair in (0, 1):
            pair_cards = [
                card
                for other_seat in playing_seats
                if other_seat % 2 == pair
                for card in players[other_seat]
            ]
            if all(piece in pair_cards for piece in pieces(trump)):
                hand.estuche = pair
        self._play(hand, players, playing_seats, trump)
        self._pay(hand, vales_after_bid)
        assert self.stones["fianza"] == 0 and sum(self.count()) == 32
        hand.stones_after = self.count()
        self.mano = (self.mano + 1) % 4
        self.mano_known = self.mano_known or not hand.judged
        return hand

    def _deal(self):
        while True:
            deck = DECK[:]
            self.rng.shuffle(deck)
            players = [set(deck[start : start + 8]) for start in (0, 8, 16, 24)]
            if self.mano is not None:
                return players, set(deck[32:])
            for number in (7, 6, 5, 4, 3):
                for seat, cards in enumerate(players):
                    if (number, "espadas") in cards:
                        self.mano = seat
                        return players, set(deck[32:])

    def _bid(self, hand, players, zanga_cards):
        """Bid by articles 19–26, 40–42 and 54. Return the named seat and the trump.

        `zanga_cards` has the eight cards of the zanga.
        """
        self.move(self.mano % 2, "middle", 4)
        seat = self.mano
        while hand.passes < 3 and self.stones[seat % 2] > 0 and self.chance(0.45):
            self.move(seat % 2, "middle", 1)
            hand.passes += 1
            seat = (seat + 1) % 4
        if hand.passes == 3 and self.stones[seat % 2] >= 3 and self.chance(0.5):
            self.move(seat % 2, "middle", 1)
            self.move(seat % 2, "fianza", 2)
            self.move(1 - seat % 2, "fianza", 2)
            hand.cards = self.rng.choice("zv")
            if hand.cards == "z":
                players[seat] = zanga_cards
            else:
                self.move("fianza", 1 - seat % 2, 4)
        if self.chance(0.4 if hand.cards else 0.2):
            hand.way = self.rng.choice("smo" if hand.passes < 3 else "sm")
            if hand.way == "o":
                seat = (seat + 1) % 4
        hand.named_pair = seat % 2
        palos = ["oros", "copas", "espadas", "bastos"]
        trump = max(
            palos, key=lambda palo: sum(suit_of(card, palo) == palo for card in players[seat])
        )
        return seat, trump

    def _play(self, hand, players, playing_seats, trump):
        # A pair whose players may make a renuncio.
        cheating_pair = self.rng.randrange(2) if self.chance(0.1) else None
        # Whether players lead pieces that demand a piece of `cheating_pair`.
        leads_demand_pieces = self.chance(0.6)
        seen_at_once = self.chance(0.5)  # whether the rivals see a renuncio at once
        leader = self.mano
        while leader not in playing_seats:
            leader = (leader + 1) % 4
        renuncios = []
        for baza in range(1, 9):
            baza_cards = []
            for seat in [
                other_seat
                for other_seat in ((leader + step) % 4 for step in range(4))
                if other_seat in playing_seats
            ]:
                rival_hands = [
                    players[other_seat]
                    for other_seat in playing_seats
                    if other_seat != seat and other_seat % 2 == cheating_pair
                ]
                piece = (
                    demanding_piece(players[seat], rival_hands, trump)
                    if leads_demand_pieces and not baza_cards
                    else None
                )
                card, renuncio = self._card(
                    players[seat], baza_cards, trump, seat % 2 == cheating_pair
                )
                card, renuncio = (piece, None) if piece else (card, renuncio)
                if renuncio is not None:
                    renuncios.append((seat % 2, renuncio))
                baza_cards.append(card)
                players[seat].discard(card)
                if card == winning_card(baza_cards, trump):
                    winner = seat
            leader, pair = winner, winner % 2
            hand.bazas[pair] += 1
            self._record_five(hand, pair, baza)
            if renuncios and seen_at_once:
                break
            if self._stops(hand, pair, baza):
                break
        if not renuncios or not (seen_at_once or self.chance(0.7)):
            if not renuncios and self.chance(0.05):
                hand.claim = self.rng.randrange(2)
            return
        innocent = 1 - renuncios[0][0]
        if hand.bazas[innocent] < 5:
            renuncios = renuncios[:1]
        for pair, matador in renuncios:
            eight = matador and hand.bazas[pair] == 0 and self.chance(0.5)
            hand.faults.append((pair, matador, eight))

    def _card(self, cards, baza, trump, may_cheat):
        """Return a card and, if it is a renuncio, whether it keeps back a matador; else None."""
        cards = sorted(cards, key=str)
        must_play = serving_cards(cards, baza[0], trump) if baza else []
        if not must_play:
            return self.rng.choice(cards), None
        forbidden_cards = [
            card
            for card in cards
            if card not in must_play and suit_of(card, trump) != suit_of(baza[0], trump)
        ]
        # Whether the lead demands a matador (article 28).
        matador = all(card in pieces(trump) for card in must_play)
        if may_cheat and forbidden_cards and self.chance(0.9 if matador else 0.5):
            return self.rng.choice(forbidden_cards), matador
        return self.rng.choice(must_play), None

    def _record_five(self, hand, pair, baza):
        """Record that a pair asks five, makes or fails it, and tries all eight."""
        if hand.asker is not None:
            if pair != hand.asker and not hand.five:
                hand.five = "failed"
            elif baza == 5 and not hand.five:
                hand.five = "made"
                # The rivals try todas less often: if they fail, the judge decides.
                if self.chance(0.5 if pair == hand.named_pair else 0.2):
                    hand.todas = "tried"
            elif hand.todas == "tried" and pair != hand.asker:
                hand.todas = "failed"
            elif hand.todas == "tried" and baza == 8:
                hand.todas = "made"
        elif baza == 2 and hand.bazas[pair] == 2 and self.chance(0.4):
            hand.asker = pair

    def _stops(self, hand, pair, baza):
        """Return whether the players end the hand after this baza."""
        if hand.five == "made" and baza == 5:
            return not hand.todas
        if hand.todas == "tried":
            return False
        return max(hand.bazas) >= 5 and self.chance(0.3)

    def _pay(self, hand, vales_after_bid):
        """Make each payment of articles 25, 29–32 and 43–64."""
        named_pair, rivals = hand.named_pair, 1 - hand.named_pair
        guilty = hand.faults[0][0] if hand.faults else None
        innocent_has_five = guilty is not None and hand.bazas[1 - guilty] >= 5  # article 31

        def pay(payer, number):
            self.move(payer, 1 - payer, min(number, vales_after_bid[1 - payer]))

        bazas_made = hand.bazas[named_pair]
        if guilty is not None and not innocent_has_five:
            bazas_made = 0 if guilty == named_pair else 5
        if hand.todas == "failed" and hand.asker == rivals and guilty != rivals:
            hand.judged = True
        stake = self.stones["middle"]
        if bazas_made >= 5:
            self.move("middle", named_pair, 99)
            self.move("fianza", named_pair, 4)
        elif bazas_made == 4:
            self.move(named_pair, "middle", stake)
            self.move("fianza", rivals, 4)
        else:
            if not self.codillo_stays:
                self.move("middle", rivals, 99)
            self.move(named_pair, "middle", stake)
            self.move("fianza", rivals, 4)
        if hand.judged:
            return
        for pair, matador, eight in hand.faults:
            if matador:
                pay(pair, 4 if eight else 2)  # article 30
        if innocent_has_five:
            for _ in hand.faults:
                pay(guilty, 2)  # article 31
        if hand.claim is not None:
            pay(hand.claim, min(2, vales_after_bid[hand.claim]))  # article 32
        five = "failed" if hand.asker is not None and hand.asker == guilty else hand.five
        todas = "" if hand.asker == guilty else hand.todas
        if five == "made" and todas != "failed":  # article 60
            pay(1 - hand.asker, 2)  # article 48
            if todas == "made":
                pay(1 - hand.asker, 2)  # article 49
        won_by_bazas = bazas_made >= 5 and (guilty is None or innocent_has_five)
        if won_by_bazas and hand.estuche == named_pair:
            pay(rivals, 2)  # article 51
        # Article 63: the failed five of a made solo cancel its premium.
        five_for_solo = (
            bazas_made >= 5 and hand.alone and five == "failed" and hand.asker == named_pair
        )
        if won_by_bazas and hand.alone and not five_for_solo:
            pay(rivals, 2)  # article 55
        if five == "failed" and not five_for_solo:
            pay(hand.asker, 2)  # article 59
        if bazas_made < 5 and hand.estuche is not None and sum(hand.bazas) == 8:
            pay(named_pair, 2)  # article 61
        if bazas_made < 5 and hand.alone:
            pay(named_pair, 2)  # article 62


def partida(rng: Random, codillo_stays: bool = False) -> list[Hand]:
    """Return the hands of a partida, until a pair has all the vales (article 11)."""
    table, hands = Table(rng, codillo_stays), []
    while 32 not in table.count()[:2]:
        hands.append(table.play())
    return hands


def zanga_match(rng: Random, partidas_to_win: int, jornada: int, codillo_stays: bool):
    """Yield each hand of a match with the state after it.

    If `jornada` is not 0, the match is a jornada of that many partidas; otherwise the first side
    with `partidas_to_win` wins. The state is a tuple: the partidas, the vales of both sides and
    of the middle, the gains of the hand, the winner.
    """
    partidas_won = [0, 0]
    while True:
        *hands, last_hand = partida(rng, codillo_stays)
        for hand in hands:
            yield hand, (tuple(partidas_won), hand.stones_after, _gains(hand), None)
        partidas_won[last_hand.stones_after.index(32)] += 1
        is_over = sum(partidas_won) == jornada if jornada else partidas_to_win in partidas_won
        winner = (
            partidas_won.index(max(partidas_won))
            if is_over and partidas_won[0] != partidas_won[1]
            else None
        )
        yield last_hand, (tuple(partidas_won), (16, 16, 0), _gains(last_hand), winner)
        if is_over:
            return


def _gains(hand: Hand):
    return tuple(hand.stones_after[side] - hand.stones_before[side] for side in (0, 1))
