"""A hand of truco as real players talk and play it, at the table of `table.py`."""

from contextlib import suppress
from dataclasses import dataclass

# The cards from high to low (5.1); the cards of a row are equal.
ESCALA = [
    ["1 espadas"],
    ["1 bastos"],
    ["7 espadas"],
    ["7 oros"],
    ["3 oros", "3 copas", "3 espadas", "3 bastos"],
    ["2 oros", "2 copas", "2 espadas", "2 bastos"],
    ["1 oros", "1 copas"],
    ["12 oros", "12 copas", "12 espadas", "12 bastos"],
    ["11 oros", "11 copas", "11 espadas", "11 bastos"],
    ["10 oros", "10 copas", "10 espadas", "10 bastos"],
    ["7 copas", "7 bastos"],
    ["6 oros", "6 copas", "6 espadas", "6 bastos"],
    ["5 oros", "5 copas", "5 espadas", "5 bastos"],
    ["4 oros", "4 copas", "4 espadas", "4 bastos"],
]
MAZO = [card for row in ESCALA for card in row]
FUERZA = {card: 14 - place for place, row in enumerate(ESCALA) for card in row}

# The series of chants of the envido (4.2.4): e envido, r real envido, f falta envido.
CANTOS = ["e", "r", "f", "ee", "er", "ef", "rf", "eef", "eer", "erf", "eerf"]
VALE = {"e": 2, "r": 3}
ESCRITO = {"e": "e", "r": "re", "f": "fe"}
TRUCOS = ["t", "rt", "v4"]


def cuenta(cards: list[str]) -> int:
    """Return the tantos of three cards, by suits (4.1.2, 4.4.3)."""
    numbers_by_suit: dict[str, list[int]] = {}
    for card in cards:
        number, suit = card.split()
        numbers_by_suit.setdefault(suit, []).append(int(number) if int(number) < 10 else 0)
    most_tantos = 0
    for worth in numbers_by_suit.values():
        worth.sort(reverse=True)
        most_tantos = max(most_tantos, worth[0] if len(worth) == 1 else 20 + worth[0] + worth[1])
    return most_tantos


@dataclass
class Jugada:
    """A line of the table, with the table's own count after it."""

    line: str
    totals: tuple[int, ...]  # tantos of the chico in play
    chicos: tuple[int, ...]
    dealer: int  # the next dealer
    duel: bool  # whether the hand was a duel of the pica-pica
    # The end of the truco: rounds, unwanted, mazo, or "" if the hand stopped before it.
    truco_end: str
    faults: str
    misdeals: tuple[int, ...]  # misdeals of each seat in the match
    stopped: bool = False  # whether the envido ended the chico, before any fault
    lost_turn: bool = False  # whether the dealer lost his next turn to deal


class Cortada(Exception):
    """Raised to stop the hand: no quiero, al mazo, or the end of the chico."""


class Mano:
    """One hand at a table."""

    def __init__(self, mesa) -> None:
        self.mesa, self.rng = mesa, mesa.rng
        first_seat = (mesa.dealer + max(mesa.duel, 1)) % mesa.players
        step = 3 if mesa.duel else 1
        self.order = [
            (first_seat + step * n) % mesa.players for n in range(2 if mesa.duel else mesa.players)
        ]
        deck = MAZO[:]
        self.rng.shuffle(deck)
        self.cards = {seat: [deck.pop() for _ in range(3)] for seat in self.order}
        self.first_cards = {seat: list(cards) for seat, cards in self.cards.items()}
        self.words: list[str] = []
        self.envido: list[tuple[int, int]] = []  # (seat, tantos) scored by the envido
        self.truco: list[tuple[int, int]] = []
        self.envido_winner: int | None = None  # a seat of the side that won the envido querido
        self.declarations: dict[int, int] = {}  # by side, the tantos that it declared
        self.envido_open = True
        # The number of accepted chants of the truco, and a seat of the side that may chant next.
        self.level, self.holder = 0, None
        self.truco_end = ""

    # --- Chants and answers
    def rival(self, seat: int) -> int:
        return self.rng.choice(
            [other_seat for other_seat in self.order if not self.mesa.same_bando(other_seat, seat)]
        )

    def say(self, seat: int, chant: str) -> None:
        self.words.append(self.mesa.letter(seat) + chant)

    def leave(self, seat: int) -> None:
        self.words.append("m" + self.mesa.letter(seat))
        self.truco_end = "mazo"

    def talk_envido(self, seat: int, truco_waits: bool) -> None:
        """Chant envido from this seat on, with raises, until the rival answers.

        `truco_waits` is whether a chant of truco has no answer yet.
        """
        series = ""
        speaker = seat
        stake_before, stake = 0, 0
        options = [canto for canto in CANTOS if len(canto) == 1]
        while True:
            chant = self.rng.choice(options)[-1]
            stake_before, stake = stake, stake + VALE.get(chant, 0)
            series += chant
            self.say(speaker, ESCRITO[chant])
            answerer = self.rival(speaker)
            options = [
                canto
                for canto in CANTOS
                if len(canto) == len(series) + 1 and canto.startswith(series)
            ]
            dice = self.rng.random()
            if dice < 0.3 and options:
                speaker = answerer
                continue
            break
        self.envido_open = False
        unwanted_stake = stake_before or 1
        if dice < 0.7:
            self.words.append("q")
            self.declare(None if series[-1] == "f" else stake)
        elif dice < 0.9:
            self.words.append("n")
            self.envido.append((speaker, unwanted_stake))
        elif dice < 0.95 and not truco_waits:
            self.envido.append((speaker, unwanted_stake))
            self.talk_truco(answerer)
        else:
            self.leave(answerer)
            self.envido.append((speaker, unwanted_stake))
            self.truco.append((speaker, 1))
            raise Cortada

    def declare(self, stake: int | None) -> None:
        """Declare tantos in turn from the mano on.

        A player who cannot beat the rival says «son buenas», or declares all the same.
        """
        declaration_of_side: dict[int, tuple[int, int]] = {}
        winner, top = -1, -1
        for seat in self.order:
            tantos = cuenta(self.first_cards[seat])
            if winner >= 0 and tantos <= top:
                continue  # he says «son buenas», or his partner has as many tantos
            winner, top = seat, tantos
            declaration_of_side[self.mesa.side(seat)] = (tantos, seat)
        if self.rng.random() < 0.5:  # the other sides declare too
            for seat in self.order:
                declaration_of_side.setdefault(
                    self.mesa.side(seat), (cuenta(self.first_cards[seat]), seat)
                )
        names_seats = self.mesa.players in (4, 6) or self.mesa.gallo == "fijo"
        words = []
        for side in range(self.mesa.sides):
            if side not in declaration_of_side:
                words.append("b")
            else:
                tantos, seat = declaration_of_side[side]
                words.append(f"{tantos}.{seat // 2 + 1}" if names_seats else str(tantos))
        self.words.append("-".join(words))
        self.declarations = {side: tantos for side, (tantos, _) in declaration_of_side.items()}
        self.envido_winner = winner
        leader_tantos = max(self.mesa.totals)
        if stake is None:
            stake = (
                6
                if self.mesa.duel
                else 0
                if leader_tantos <= self.mesa.malas
                else self.mesa.target - leader_tantos
            )
        self.envido.append((winner, stake))
        self.stop_if_won()

    def stop_if_won(self) -> None:
        """Stop the hand if the envido wins the chico: the envido counts before the truco."""
        seat, stake = self.envido[-1]
        totals = [
            self.mesa.totals[self.mesa.side(other_seat)]
            for other_seat in self.order
            if self.mesa.same_bando(other_seat, seat)
        ]
        if stake == 0 or max(totals) + stake >= self.mesa.target:
            raise Cortada

    def talk_truco(self, seat: int) -> None:
        """Chant truco, retruco or vale cuatro from this seat on, until the rival answers."""
        self.say(seat, TRUCOS[self.level])
        level = self.level + 1
        answerer = self.rival(seat)
        if level == 1 and self.envido_open and self.rng.random() < 0.4:
            self.talk_envido(answerer, truco_waits=True)
        dice = self.rng.random()
        if dice < 0.25 and level < 3:
            self.level, self.envido_open = level, False
            self.talk_truco(answerer)
        elif dice < 0.7:
            self.words.append("q")
            self.level = level
            self.holder = answerer
            self.envido_open = False
        else:
            self.truco.append((seat, level))
            if dice < 0.9:
                self.words.append("n")
                self.truco_end = "unwanted"
            else:
                self.leave(answerer)
            raise Cortada

    def speak_before_card(self, seat: int, first_card: bool) -> None:
        """Let a player chant or go al mazo before he plays a card."""
        dice = self.rng.random()
        if first_card and self.envido_open and dice < 0.25:
            self.talk_envido(seat, truco_waits=False)
        may_raise = self.level == 0 or (
            self.level < 3 and self.holder is not None and self.mesa.same_bando(seat, self.holder)
        )
        if may_raise and self.rng.random() < 0.15:
            self.talk_truco(seat)
        if self.rng.random() < 0.03:
            rival = self.rival(seat)
            self.leave(seat)
            if self.envido_open:
                self.envido.append((rival, 1))
            self.truco.append((rival, self.level + 1))
            raise Cortada

    # --- Rounds
    def play_rounds(self) -> None:
        """Play rounds until one side wins the truco."""
        leader = self.order[0]
        results: list[int | None] = []
        while True:
            start = self.order.index(leader)
            strengths: list[tuple[int, int]] = []
            for seat in self.order[start:] + self.order[:start]:
                self.speak_before_card(seat, first_card=not results)
                card = self.cards[seat].pop(self.rng.randrange(len(self.cards[seat])))
                strengths.append((FUERZA[card], seat))
            self.envido_open = False
            top = max(power for power, _ in strengths)
            strongest_seats = [seat for power, seat in strengths if power == top]
            is_parda = not all(
                self.mesa.same_bando(seat, strongest_seats[0]) for seat in strongest_seats
            )
            results.append(None if is_parda else strongest_seats[0])
            self.words.append("p" if is_parda else self.mesa.letter(strongest_seats[0]))
            leader = self.order[0] if is_parda else strongest_seats[0]
            winner = self.truco_winner(results)
            if winner is not None:
                self.truco.append((winner, self.level + 1))
                self.truco_end = "rounds"
                return

    def truco_winner(self, results: list[int | None]) -> int | None:
        """Return a seat of the winner of the truco, or None while the truco is open (5.3.2, 5.4).

        Two rounds win the truco; with a parda, the first round that is won does. After three
        pardas, the mano wins.
        """
        round_winners = [seat for seat in results if seat is not None]
        for seat in round_winners:
            if sum(self.mesa.same_bando(seat, other_seat) for other_seat in round_winners) == 2:
                return seat
        if len(round_winners) < len(results) and len(results) > 1 and round_winners:
            return round_winners[0]
        return self.order[0] if results == [None] * 3 else None

    # --- The line and its score
    def play(self) -> None:
        with suppress(Cortada):
            self.play_rounds()
        envido_ends_chico = self.envido_wins()
        faults, gains = self.faults()
        line = self.mesa.add_dealer(self.line(faults))
        chico_over = self.mesa.score(gains, self.order[0])
        # A fault with too many cards is also a misdeal of the dealer (6.5).
        if faults.startswith("+") and not self.mesa.over:
            self.mesa.misdeals[self.mesa.dealer] += 1
        self.mesa.pass_deal(chico_over)
        self.mesa.record(line, self.truco_end, faults, stopped=envido_ends_chico)

    def envido_wins(self) -> bool:
        """Return whether the envido ends the chico, if no fault changes its award."""
        for seat, stake in self.envido:
            sides = {
                self.mesa.side(other_seat)
                for other_seat in range(self.mesa.players)
                if self.mesa.same_bando(other_seat, seat)
            }
            if not stake or max(self.mesa.totals[side] for side in sides) + stake >= (
                self.mesa.target
            ):
                return True
        return False

    def line(self, faults: str) -> str:
        """Return the line of the hand, with consecutive rounds as one word."""
        words: list[str] = []
        for word in [*self.words, *faults.split()]:
            if word in "ABCp" and words and set(words[-1]) <= set("ABCp"):
                words[-1] += word
            else:
                words.append(word)
        return " ".join(words)

    def faults(self) -> tuple[str, list[tuple[int, int]]]:
        """Return the fault of the hand, "" if none, and the awards of the hand after it."""
        gains = self.envido + self.truco
        dice = self.rng.random()
        if self.envido_winner is not None and dice < 0.04:
            offender, rival = self.envido_winner, self.rival(self.envido_winner)
            return f"s{self.mesa.letter(offender)}", [(rival, tantos) for _, tantos in gains]
        if self.declarations and dice < 0.08:
            side = self.rng.choice(sorted(self.declarations))
            offender = next(seat for seat in self.order if self.mesa.side(seat) == side)
            rival = self.rival(offender)
            return f"x{self.mesa.letter(offender)}", [(rival, tantos) for _, tantos in gains]
        if dice < 0.13:
            offender = self.rng.choice(self.order)
            rival = self.rival(offender)
            rivals_gains = [gain for gain in gains if not self.mesa.same_bando(gain[0], offender)]
            return f"+{self.mesa.letter(offender)}", [*rivals_gains, (rival, 2)]
        if self.mesa.duel and dice < 0.24:
            offender = self.rng.choice(self.order)
            rival = self.rival(offender)
            awards = [(rival, tantos) for _, tantos in gains]
            if self.truco and not self.mesa.same_bando(self.truco[0][0], offender):
                awards.append((rival, 2))
            return f"i{self.mesa.letter(offender)}", awards
        return "", gains
