"""A table of zanga that knows nothing of `rules/`: it deals, bids, plays and moves real stones.

Written from the reglamento alone, to judge the product from outside. Claims, successes and failures
are seen as they happen, never derived from the count. The stones lie in bowls, and every payment is
a handful that moves from one bowl to another.
"""

from dataclasses import dataclass, field
from random import Random

SEATS = ["A1", "B1", "A2", "B2"]
LOW_WINS = ("oros", "copas")
ESPADILLA, BASTILLO = ("as", "espadas"), ("as", "bastos")
FIGURES = ["rey", "caballo", "sota"]
PACK = [
    (number, palo)
    for palo in ("oros", "copas", "espadas", "bastos")
    for number in ["as", 2, 3, 4, 5, 6, 7, *FIGURES]
]


def pieces(trump):
    """Return espadilla, malilla, bastillo."""
    return [ESPADILLA, (7 if trump in LOW_WINS else 2, trump), BASTILLO]


def order(palo, trump):
    """Return the cards that follow this suit, from high to low (articles 4–8)."""
    if palo in LOW_WINS:
        numbers = (
            ["as", *FIGURES, 2, 3, 4, 5, 6] if palo == trump else [*FIGURES, "as", *range(2, 8)]
        )
    else:
        numbers = [*FIGURES, 7, 6, 5, 4, 3] + ([] if palo == trump else [2])
    cards = [(number, palo) for number in numbers]
    return pieces(trump) + cards if palo == trump else cards


def follows(card, trump):
    return trump if card in (ESPADILLA, BASTILLO) else card[1]


def best(played, trump):
    for palo in (trump, follows(played[0], trump)):
        there = [card for card in order(palo, trump) if card in played]
        if there:
            return there[0]


def owed(hand, lead, trump):
    """Return the cards of which one must be played; empty if any card may (articles 27 and 28)."""
    palo = follows(lead, trump)
    serving = [card for card in hand if follows(card, trump) == palo]
    if palo != trump:
        return serving
    common = [card for card in serving if card not in pieces(trump)]
    if common:
        return serving
    above = pieces(trump)[: pieces(trump).index(lead)] if lead in pieces(trump) else pieces(trump)
    return serving if any(card not in above for card in serving) else []


def asking(cards, others, trump):
    """Return a piece among these cards that some other player owes another piece to."""
    for piece in pieces(trump):
        for hand in others if piece in cards else ():
            must = owed(hand, piece, trump)
            if len(hand) > 1 and must and all(one in pieces(trump) for one in must):
                return piece
    return None


@dataclass
class Hand:
    """One hand as the table saw it."""

    mano: int
    first: bool  # its line must name the mano
    passes: int = 0
    way: str = "j"
    cards: str = ""
    named: int = 0  # the named pair
    bazas: list = field(default_factory=lambda: [0, 0])
    asked: int | None = None
    five: str = ""  # "made", "failed"
    todas: str = ""  # "tried", "made", "failed"
    estuche: int | None = None
    claim: int | None = None
    faults: list = field(default_factory=list)  # (pair, with a matador, a hand for all eight)
    judged: bool = False
    void: bool = False  # no cut was offered, or cards were looked at: dealt again (Z15)
    sits: list = field(default_factory=list)  # seats that play
    before: tuple = ()
    after: tuple = ()

    @property
    def alone(self):
        return self.way != "j"

    def line(self):
        if self.judged:
            return "arbitro vales {}-{}-{}: contra todas".format(*self.after)
        if self.void:
            return "arbitro anula: no se ofreció el corte"
        voice = "p" * self.passes + self.cards + ("" if self.cards and not self.alone else self.way)
        words = [voice, "{}-{}".format(*self.bazas)]
        if self.asked is not None:
            words.append(("t" if self.todas else "c") + "AB"[self.asked])
        if self.estuche is not None:
            words.append("e" + "AB"[self.estuche])
        if self.claim is not None:
            words.append("f" + "AB"[self.claim])
        for pair, matador, eight in self.faults:
            words.append("r" + "AB"[pair] + "e" * matador + "8" * eight)
        if self.first:
            words.append("m" + SEATS[self.mano])
        return " ".join(words)


@dataclass
class Table:
    """A partida: the stones, and the next mano."""

    rng: Random
    stays: bool = False  # in a codillo nobody takes the middle (the prose)
    stones: dict = field(default_factory=lambda: {0: 16, 1: 16, "middle": 0, "fianza": 0})
    mano: int | None = None
    known: bool = False  # whether the acta shows the mano: a hand of the judge does not

    def count(self):
        return self.stones[0], self.stones[1], self.stones["middle"]

    def move(self, origin, target, number):
        number = min(number, self.stones[origin])
        self.stones[origin] -= number
        self.stones[target] += number

    def chance(self, probability):
        return self.rng.random() < probability

    def play(self) -> Hand:
        """Play the next hand; return it with its stones before and after."""
        if self.chance(0.02):
            return Hand(0, False, void=True, before=self.count(), after=self.count())
        players, rest = self._deal()
        hand = Hand(self.mano, not self.known)
        hand.before = self.count()
        seat, trump = self._bid(hand, players, rest)
        held = {pair: self.stones[pair] for pair in (0, 1)}
        sitting = [one for one in range(4) if not hand.alone or one % 2 != seat % 2 or one == seat]
        hand.sits = sitting
        for pair in (0, 1):
            together = [card for one in sitting if one % 2 == pair for card in players[one]]
            if all(piece in together for piece in pieces(trump)):
                hand.estuche = pair
        self._play(hand, players, sitting, trump)
        self._pay(hand, held)
        assert self.stones["fianza"] == 0 and sum(self.count()) == 32
        hand.after = self.count()
        self.mano = (self.mano + 1) % 4
        self.known = self.known or not hand.judged
        return hand

    def _deal(self):
        while True:
            pack = PACK[:]
            self.rng.shuffle(pack)
            players = [set(pack[start : start + 8]) for start in (0, 8, 16, 24)]
            if self.mano is not None:
                return players, set(pack[32:])
            for number in (7, 6, 5, 4, 3):
                for seat, cards in enumerate(players):
                    if (number, "espadas") in cards:
                        self.mano = seat
                        return players, set(pack[32:])

    def _bid(self, hand, players, rest):
        """Bid by articles 19–26, 40–42, 54."""
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
                players[seat] = rest
            else:
                self.move("fianza", 1 - seat % 2, 4)
        if self.chance(0.4 if hand.cards else 0.2):
            hand.way = self.rng.choice("smo" if hand.passes < 3 else "sm")
            if hand.way == "o":
                seat = (seat + 1) % 4
        hand.named = seat % 2
        palos = ["oros", "copas", "espadas", "bastos"]
        trump = max(palos, key=lambda palo: sum(follows(c, palo) == palo for c in players[seat]))
        return seat, trump

    def _play(self, hand, players, sitting, trump):
        wicked = self.rng.randrange(2) if self.chance(0.1) else None  # may not serve
        hunted = self.chance(0.6)  # and their pieces are asked for when they are alone in the hand
        eyes = self.chance(0.5)  # the others see it at once
        leader = self.mano
        while leader not in sitting:
            leader = (leader + 1) % 4
        crimes = []
        for baza in range(1, 9):
            played = []
            for seat in [s for s in ((leader + step) % 4 for step in range(4)) if s in sitting]:
                others = [players[s] for s in sitting if s != seat and s % 2 == wicked]
                asked = asking(players[seat], others, trump) if hunted and not played else None
                card, crime = self._card(players[seat], played, trump, seat % 2 == wicked)
                card, crime = (asked, None) if asked else (card, crime)
                if crime is not None:
                    crimes.append((seat % 2, crime))
                played.append(card)
                players[seat].discard(card)
                if card == best(played, trump):
                    winner = seat
            leader, pair = winner, winner % 2
            hand.bazas[pair] += 1
            self._requests(hand, pair, baza)
            if crimes and eyes:
                break
            if self._stops(hand, pair, baza):
                break
        if not crimes or not (eyes or self.chance(0.7)):
            if not crimes and self.chance(0.05):
                hand.claim = self.rng.randrange(2)
            return
        innocent = 1 - crimes[0][0]
        if hand.bazas[innocent] < 5:
            crimes = crimes[:1]
        for pair, matador in crimes:
            eight = matador and hand.bazas[pair] == 0 and self.chance(0.5)
            hand.faults.append((pair, matador, eight))

    def _card(self, cards, played, trump, wicked):
        """Return a card and, if it was wrong to play it, whether a matador was owed."""
        cards = sorted(cards, key=str)
        must = owed(cards, played[0], trump) if played else []
        if not must:
            return self.rng.choice(cards), None
        others = [
            card
            for card in cards
            if card not in must and follows(card, trump) != follows(played[0], trump)
        ]
        matador = all(one in pieces(trump) for one in must)  # owed to a higher one (28, 30)
        if wicked and others and self.chance(0.9 if matador else 0.5):
            return self.rng.choice(others), matador
        return self.rng.choice(must), None

    def _requests(self, hand, pair, baza):
        if hand.asked is not None:
            if pair != hand.asked and not hand.five:
                hand.five = "failed"
            elif baza == 5 and not hand.five:
                hand.five = "made"
                # Failed todas against are for the judge.
                if self.chance(0.5 if pair == hand.named else 0.2):
                    hand.todas = "tried"
            elif hand.todas == "tried" and pair != hand.asked:
                hand.todas = "failed"
            elif hand.todas == "tried" and baza == 8:
                hand.todas = "made"
        elif baza == 2 and hand.bazas[pair] == 2 and self.chance(0.4):
            hand.asked = pair

    def _stops(self, hand, pair, baza):
        if hand.five == "made" and baza == 5:
            return not hand.todas
        if hand.todas == "tried":
            return False
        return max(hand.bazas) >= 5 and self.chance(0.3)

    def _pay(self, hand, held):
        """Pay by articles 25, 29–32, 43–64, one by one."""
        ours, theirs = hand.named, 1 - hand.named
        guilty = hand.faults[0][0] if hand.faults else None
        sure = guilty is not None and hand.bazas[1 - guilty] >= 5  # article 31

        def owe(payer, number):
            self.move(payer, 1 - payer, min(number, held[1 - payer]))

        made = hand.bazas[ours]
        if guilty is not None and not sure:
            made = 0 if guilty == ours else 5
        if hand.todas == "failed" and hand.asked == theirs and guilty != theirs:
            hand.judged = True
        stake = self.stones["middle"]
        if made >= 5:
            self.move("middle", ours, 99)
            self.move("fianza", ours, 4)
        elif made == 4:
            self.move(ours, "middle", stake)
            self.move("fianza", theirs, 4)
        else:
            if not self.stays:
                self.move("middle", theirs, 99)
            self.move(ours, "middle", stake)
            self.move("fianza", theirs, 4)
        if hand.judged:
            return
        for pair, matador, eight in hand.faults:
            if matador:
                owe(pair, 4 if eight else 2)  # 30
        if sure:
            for _ in hand.faults:
                owe(guilty, 2)  # 31
        if hand.claim is not None:
            owe(hand.claim, min(2, held[hand.claim]))  # 32
        five = "failed" if hand.asked is not None and hand.asked == guilty else hand.five
        todas = "" if hand.asked == guilty else hand.todas
        if five == "made" and todas != "failed":  # 60
            owe(1 - hand.asked, 2)  # 48
            if todas == "made":
                owe(1 - hand.asked, 2)  # 49
        by_bazas = made >= 5 and (guilty is None or sure)
        if by_bazas and hand.estuche == ours:
            owe(theirs, 2)  # 51
        traded = made >= 5 and hand.alone and five == "failed" and hand.asked == ours  # 63
        if by_bazas and hand.alone and not traded:
            owe(theirs, 2)  # 55
        if five == "failed" and not traded:
            owe(hand.asked, 2)  # 59
        if made < 5 and hand.estuche is not None and sum(hand.bazas) == 8:
            owe(ours, 2)  # 61
        if made < 5 and hand.alone:
            owe(ours, 2)  # 62


def partida(rng: Random, stays: bool = False) -> list[Hand]:
    """Return the hands of a partida, to the last vale (article 11)."""
    table, hands = Table(rng, stays), []
    while 32 not in table.count()[:2]:
        hands.append(table.play())
    return hands


def zanga_match(rng: Random, to_win: int, date: int, stays: bool):
    """Yield each hand of a match with the state after it.

    The state has partidas, vales and middle, vales won or lost, and at the end the winner. `date`:
    the number of partidas played, whoever wins them.
    """
    won = [0, 0]
    while True:
        *hands, last = partida(rng, stays)
        for hand in hands:
            yield hand, (tuple(won), hand.after, _gained(hand), None)
        won[last.after.index(32)] += 1
        over = sum(won) == date if date else to_win in won
        ahead = won.index(max(won)) if over and won[0] != won[1] else None
        yield last, (tuple(won), (16, 16, 0), _gained(last), ahead)
        if over:
            return


def _gained(hand: Hand):
    return tuple(hand.after[side] - hand.before[side] for side in (0, 1))
