"""A hand of revesino as a table counts it: its cards, the bazas of each player, and the
payments.
"""

from dataclasses import dataclass, field

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


def higher(card, other) -> bool:
    """Return whether a card beats another of its own suit."""
    return card[1] == other[1] and ORDER.index(card[0]) < ORDER.index(other[0])


@dataclass
class Mano:
    """One true hand as the table saw it. Seats 0–3 to the right; the pie deals, the next leads."""

    pie: int
    bazas: list = field(default_factory=list)  # (leader, [(seat, card) …], winner)
    asleep: list = field(default_factory=list)
    four: int | None = None  # the player with the four ases
    privilege: bool = False  # and has not been introduced
    introducer: int | None = None
    left: bool = False
    at_fault: list = field(default_factory=list)
    again: list = field(default_factory=list)  # the author of each repeated renuncio
    authors: list = field(default_factory=list)  # of renuncios that the judge settles

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
        """Return the seat that made the first nine bazas, a revesino."""
        return self.lifted[0] if len(set(self.lifted[:9])) == 1 else None

    def better_seated(self, seat: int, other: int) -> bool:
        """Return whether `seat` sits better: the pie sits best, then the seats to his left."""
        left = [self.pie, (self.pie - 1) % 4, (self.pie - 2) % 4, (self.pie - 3) % 4]
        return left.index(seat) < left.index(other)

    def fates(self) -> dict:
        """Return, for each pay card, (way, gains, pays), with W and L for the partida's winner and
        loser.
        """
        fates_by_card = {}
        for number, (leader, cards, winner) in enumerate(self.bazas):
            for seat, card in cards:
                if card not in TANTOS:
                    continue
                if seat == leader:
                    fates_by_card[card] = ("j", "W", seat)
                elif card[1] == cards[0][1][1]:
                    fates_by_card[card] = ("s", leader, seat)
                    if card == ("caballo", "copas") and self._rey_behind(seat, number):
                        fates_by_card[card] = ("j", "W", seat)
                else:
                    fates_by_card[card] = ("v", seat, winner)
        return fates_by_card | {card: ("d", "W", "L") for card in self.asleep if card in TANTOS}

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
            mark = {"d": "d", "j": f"{'ABCD'[pays]}j" if way == "j" else ""}.get(way)
            words.append(f"{name}={mark or 'ABCD'[gains] + way + 'ABCD'[pays]}")
        return words

    def _cut(self):
        return next((number for number in (9, 10) if self.lifted[number] != self.goer), None)

    def cutter(self) -> int | None:
        """Return the first player to beat the goer's card, whoever won the baza."""
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
        """Return the tantos of each player and of the plate, paid from hand to hand."""
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

    def _beats_to_partida(self, seat: int, other: int) -> bool:
        if self.count(seat) == 0 and self.count(other) > 0:
            return True
        if self.count(other) == 0 and self.count(seat) > 0:
            return False
        if self.points(seat) != self.points(other):
            return self.points(seat) < self.points(other)
        if self.count(seat) != self.count(other):
            return self.count(seat) < self.count(other)
        return self.better_seated(seat, other)
