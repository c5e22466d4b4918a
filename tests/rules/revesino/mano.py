"""A hand of revesino as played at the table of `table.py`: its bazas, its line and its payments."""

from dataclasses import dataclass, field

PALOS = ("oros", "copas", "espadas", "bastos")
ORDER = ("as", "rey", "caballo", "sota", 9, 8, 7, 6, 5, 4, 3, 2)  # from high to low
POINTS = {"as": 4, "rey": 3, "caballo": 2, "sota": 1}
DECK = [(number, palo) for palo in PALOS for number in ORDER]
TANTOS = {
    ("as", "oros"): 2,
    ("as", "copas"): 1,
    ("as", "espadas"): 1,
    ("as", "bastos"): 1,
    ("caballo", "copas"): 3,
}
CARD_NAMES = {
    ("as", "oros"): "ao",
    ("as", "copas"): "ac",
    ("as", "espadas"): "ae",
    ("as", "bastos"): "ab",
    ("caballo", "copas"): "cc",
}


def beats(card, other_card) -> bool:
    """Return whether a card beats another of its own suit."""
    return card[1] == other_card[1] and ORDER.index(card[0]) < ORDER.index(other_card[0])


@dataclass
class Mano:
    """A hand as played at the table. Seats 0–3 go to the right; the seat after the pie leads."""

    pie: int
    bazas: list = field(default_factory=list)  # (leader, [(seat, card) …], winner)
    asleep: list = field(default_factory=list)
    four: int | None = None  # the player with the four ases
    privilege: bool = False  # whether he may still renounce: nobody has introduced him
    introducer: int | None = None
    lead_was_left: bool = False  # whether he was mano and his rivals let him win his first lead
    offenders: list = field(default_factory=list)
    again: list = field(default_factory=list)  # the author of each repeated renuncio
    authors: list = field(default_factory=list)  # authors of renuncios that the judge settles

    @property
    def winners(self) -> list:
        """Return the winner of each baza."""
        return [winner for _, _, winner in self.bazas]

    def count(self, seat: int) -> int:
        return self.winners.count(seat)

    def points(self, seat: int) -> int:
        return sum(
            POINTS.get(number, 0)
            for _, cards, winner in self.bazas
            if winner == seat
            for _, (number, _) in cards
        )

    @property
    def goer(self) -> int | None:
        """Return the seat that goes to revesino: the winner of the first nine bazas, or None."""
        return self.winners[0] if len(set(self.winners[:9])) == 1 else None

    def better_seated(self, seat: int, other_seat: int) -> bool:
        """Return whether `seat` sits better: the pie sits best, then the seats to his left."""
        order = [self.pie, (self.pie - 1) % 4, (self.pie - 2) % 4, (self.pie - 3) % 4]
        return order.index(seat) < order.index(other_seat)

    def fates(self) -> dict:
        """Return the way, the gainer and the payer of each pay card.

        The ways are the letters of the notation: v sold, s drawn, j led, d asleep. W and L stand
        for the winner and the loser of the partida.
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
        """Return whether the seat ends with the caballo and then the rey, after the as of copas.

        `number` is the baza of the caballo, from 0. «Quando se hallase uno con caballo y
        rey de copas en las dos ultimas cartas».
        """
        if number != 9:
            return False
        cards_played = [card for _, cards, _ in self.bazas[:9] for _, card in cards]
        last_baza = dict(self.bazas[10][1])
        return last_baza[seat] == ("rey", "copas") and ("as", "copas") in cards_played

    def line(self) -> str:
        words = self._words()
        words += ["r" + "ABCD"[seat] for seat in self.offenders]
        return " ".join([*words, "d" + "ABCD"[self.pie]])

    def _words(self) -> list:
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
            return [*words, "dejada"] if self.lead_was_left else words
        words = [f"{self.count(seat)}/{self.points(seat)}" for seat in range(4)]
        fates = self.fates()
        for card, name in CARD_NAMES.items():
            way, gainer, payer = fates[card]
            mark = {"d": "d", "j": f"{'ABCD'[payer]}j" if way == "j" else ""}.get(way)
            words.append(f"{name}={mark or 'ABCD'[gainer] + way + 'ABCD'[payer]}")
        return words

    def _cutting_baza(self):
        """Return the number of the baza that cuts the revesino, if any."""
        return next((number for number in (9, 10) if self.winners[number] != self.goer), None)

    def cutter(self) -> int | None:
        """Return the first player who beat the goer's card, even if another won the baza."""
        if self._cutting_baza() is None:
            return None
        (_, led_card), *later_cards = self.bazas[self._cutting_baza()][1]
        return next(seat for seat, card in later_cards if beats(card, led_card))

    def _duty(self) -> str:
        """Return the word for the duty of the holder of the four ases in a cut revesino, or ""."""
        if self.winners[self._cutting_baza()] == self.four:
            return "levanta"
        return "otra" if self.four in self.winners[9:] else ""

    def payments(
        self, plate: int = 0, introducer_collects: bool = False, sleepers_unpaid: bool = False
    ) -> tuple[list, int]:
        """Return the tantos that each player and the plate gain, after every payment."""
        gains = [0, 0, 0, 0]
        if self.goer is not None:
            self._pay_revesino(gains)
            return gains, 0
        if self.four is not None:
            if introducer_collects and self.introducer is not None:
                gains[self.four], gains[self.introducer] = -12, 12
                return gains, 0
            for seat in range(4):
                if seat != self.four:
                    tantos = -4 if self.introducer is not None else 4
                    gains[self.four] += tantos
                    gains[self.offenders[0] if self.offenders else seat] -= tantos
            return gains, 0
        return gains, self._pay_partida_and_cards(
            gains, plate, sleepers_unpaid and not self.offenders
        )

    def _pay_revesino(self, purses) -> None:
        four = self.four if self.privilege else None
        cutter, offender = self.cutter(), (self.offenders or [None])[0]
        if cutter is None:
            gainer, payer = self.goer, four
        elif four is None or cutter == four:
            gainer, payer = cutter, self.goer
        else:
            duty = self._duty()
            gainer = four if duty == "levanta" else cutter
            payer = self.goer if duty else four
        payer = payer if offender is None else offender
        if gainer == offender:
            purses[offender] -= 24
            for seat in {0, 1, 2, 3} - {offender}:
                purses[seat] += 8 if four is None else 12 if seat == four else 6
        elif payer is None:
            for seat in range(4):
                purses[seat] += 24 if seat == gainer else -8
        else:
            purses[gainer] += 24
            purses[payer] -= 24

    def _pay_partida_and_cards(self, purses, plate, sleepers_unpaid) -> int:
        winner, loser = self.winner_and_loser()
        plate_gain = 0

        def pay(gainer, payer, tantos):
            gainer = winner if gainer == "W" or gainer in self.offenders else gainer
            payers = self.offenders or [loser if payer == "L" else payer]
            for payer in payers:
                purses[payer] -= tantos / len(payers)
            purses[gainer] += tantos
            return gainer, payers

        pay("W", "L", 4)
        for card, (way, gainer, payer) in self.fates().items():
            if way == "d" and sleepers_unpaid:
                continue
            gainer, payers = pay(gainer, payer, TANTOS[card])
            if card == ("caballo", "copas") and way == "v":
                purses[gainer] += plate
                plate_gain -= plate
            if card == ("caballo", "copas") and way == "s":
                for payer in payers:
                    purses[payer] -= plate / len(payers)
                plate_gain += plate
        return plate_gain

    def winner_and_loser(self) -> tuple[int, int]:
        """Return the seats that win and pay the partida; a seat at fault cannot win."""
        innocent_seats = [seat for seat in range(4) if seat not in self.offenders]
        winner = innocent_seats[0]
        for seat in innocent_seats[1:]:
            if self._has_better_count(seat, winner):
                winner = seat
        loser = 0
        for seat in (1, 2, 3):
            if self._has_better_count(loser, seat):
                loser = seat
        return winner, loser

    def _has_better_count(self, seat: int, other_seat: int) -> bool:
        """Return whether `seat` comes before `other_seat` in the order that decides the partida.

        The criteria: no baza, then fewer points, then fewer bazas, then the better seat.
        """
        if self.count(seat) == 0 and self.count(other_seat) > 0:
            return True
        if self.count(other_seat) == 0 and self.count(seat) > 0:
            return False
        if self.points(seat) != self.points(other_seat):
            return self.points(seat) < self.points(other_seat)
        if self.count(seat) != self.count(other_seat):
            return self.count(seat) < self.count(other_seat)
        return self.better_seated(seat, other_seat)
