"""A hand of truco as real players talk and play it; `truco_table.py` has its table."""

from contextlib import suppress
from dataclasses import dataclass

# 5.1, from high to low: cards of one row are equal.
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

# 4.2.4: e envido, r real envido, f falta envido.
CANTOS = ["e", "r", "f", "ee", "er", "ef", "rf", "eef", "eer", "erf", "eerf"]
VALE = {"e": 2, "r": 3}
ESCRITO = {"e": "e", "r": "re", "f": "fe"}
TRUCOS = ["t", "rt", "v4"]


def cuenta(cards: list[str]) -> int:
    """Return the tantos of three cards, by suits (4.1.2, 4.4.3)."""
    by_suit: dict[str, list[int]] = {}
    for card in cards:
        number, suit = card.split()
        by_suit.setdefault(suit, []).append(int(number) if int(number) < 10 else 0)
    best = 0
    for worth in by_suit.values():
        worth.sort(reverse=True)
        best = max(best, worth[0] if len(worth) == 1 else 20 + worth[0] + worth[1])
    return best


@dataclass
class Jugada:
    """One true line: its text, and the table's own count."""

    line: str
    totals: tuple[int, ...]  # of the chico in play after the line
    chicos: tuple[int, ...]
    dealer: int  # the next dealer
    duel: bool  # of the pica-pica
    ended: str  # how the truco ended: rounds, unwanted, mazo, or "" if the hand stopped before
    faults: str
    misdeals: tuple[int, ...]  # of each seat, in the match
    stopped: bool = False  # the envido as played ended the chico
    lost_turn: bool = False  # somebody lost his turn to deal


class Cortada(Exception):
    """The hand has stopped: no quiero, al mazo, or the end of the chico."""


class Mano:
    """One hand at a table."""

    def __init__(self, mesa) -> None:
        self.mesa, self.rng = mesa, mesa.rng
        first = (mesa.dealer + max(mesa.duel, 1)) % mesa.players
        step = 3 if mesa.duel else 1
        self.order = [
            (first + step * n) % mesa.players for n in range(2 if mesa.duel else mesa.players)
        ]
        pack = MAZO[:]
        self.rng.shuffle(pack)
        self.cards = {seat: [pack.pop() for _ in range(3)] for seat in self.order}
        self.had = {seat: list(cards) for seat, cards in self.cards.items()}
        self.words: list[str] = []
        self.envido: list[tuple[int, int]] = []  # (seat, tantos) scored by the envido
        self.truco: list[tuple[int, int]] = []
        self.winner_shows: int | None = None  # a seat of the side that won the envido querido
        self.declared: dict[int, int] = {}  # side: number
        self.envido_open = True
        self.level, self.holder = 0, None  # the accepted truco; a seat of the side with the quiero
        self.ended = ""

    # --- the talk
    def rival(self, seat: int) -> int:
        return self.rng.choice(
            [other for other in self.order if not self.mesa.together(other, seat)]
        )

    def say(self, seat: int, what: str) -> None:
        self.words.append(self.mesa.letter(seat) + what)

    def leave(self, seat: int) -> None:
        self.words.append("m" + self.mesa.letter(seat))
        self.ended = "mazo"

    def talk_envido(self, seat: int, truco_waits: bool) -> None:
        run = ""
        speaker = seat
        before, stake = 0, 0
        options = [canto for canto in CANTOS if len(canto) == 1]
        while True:
            chant = self.rng.choice(options)[-1]
            before, stake = stake, stake + VALE.get(chant, 0)
            run += chant
            self.say(speaker, ESCRITO[chant])
            answerer = self.rival(speaker)
            options = [
                canto for canto in CANTOS if len(canto) == len(run) + 1 and canto.startswith(run)
            ]
            dice = self.rng.random()
            if dice < 0.3 and options:
                speaker = answerer
                continue
            break
        self.envido_open = False
        unwanted = before or 1
        if dice < 0.7:
            self.words.append("q")
            self.declare(None if run[-1] == "f" else stake)
        elif dice < 0.9:
            self.words.append("n")
            self.envido.append((speaker, unwanted))
        elif dice < 0.95 and not truco_waits:
            self.envido.append((speaker, unwanted))
            self.talk_truco(answerer)
        else:
            self.leave(answerer)
            self.envido.append((speaker, unwanted))
            self.truco.append((speaker, 1))
            raise Cortada

    def declare(self, stake: int | None) -> None:
        """Declare in turn from the mano; a player who cannot beat the rival says «son buenas»."""
        best: dict[int, tuple[int, int]] = {}
        winner, top = -1, -1
        for seat in self.order:
            tantos = cuenta(self.had[seat])
            if winner >= 0 and tantos <= top:
                continue  # son buenas, or his partner has as much
            winner, top = seat, tantos
            best[self.mesa.side(seat)] = (tantos, seat)
        if self.rng.random() < 0.5:  # the others also declare
            for seat in self.order:
                best.setdefault(self.mesa.side(seat), (cuenta(self.had[seat]), seat))
        several = self.mesa.players in (4, 6) or self.mesa.gallo == "fijo"
        words = []
        for side in range(self.mesa.sides):
            if side not in best:
                words.append("b")
            else:
                tantos, seat = best[side]
                words.append(f"{tantos}.{seat // 2 + 1}" if several else str(tantos))
        self.words.append("-".join(words))
        self.declared = {side: tantos for side, (tantos, _) in best.items()}
        self.winner_shows = winner
        ahead = max(self.mesa.totals)
        if stake is None:
            stake = (
                6 if self.mesa.duel else 0 if ahead <= self.mesa.malas else self.mesa.target - ahead
            )
        self.envido.append((winner, stake))
        self.stop_if_won()

    def stop_if_won(self) -> None:
        """Stop if the envido wins the chico: it is counted first, and the rest is not played."""
        seat, stake = self.envido[-1]
        mine = [
            self.mesa.totals[self.mesa.side(one)]
            for one in self.order
            if self.mesa.together(one, seat)
        ]
        if stake == 0 or max(mine) + stake >= self.mesa.target:
            raise Cortada

    def talk_truco(self, seat: int) -> None:
        """Chant truco, retruco or vale cuatro until it is answered."""
        self.say(seat, TRUCOS[self.level])
        asked = self.level + 1
        answerer = self.rival(seat)
        if asked == 1 and self.envido_open and self.rng.random() < 0.4:
            self.talk_envido(answerer, truco_waits=True)
        dice = self.rng.random()
        if dice < 0.25 and asked < 3:
            self.level, self.envido_open = asked, False
            self.talk_truco(answerer)
        elif dice < 0.7:
            self.words.append("q")
            self.level, self.holder, self.envido_open = asked, answerer, False
        else:
            self.truco.append((seat, asked))
            if dice < 0.9:
                self.words.append("n")
                self.ended = "unwanted"
            else:
                self.leave(answerer)
            raise Cortada

    def speaks(self, seat: int, first_card: bool) -> None:
        dice = self.rng.random()
        if first_card and self.envido_open and dice < 0.25:
            self.talk_envido(seat, truco_waits=False)
        may = self.level == 0 or (
            self.level < 3 and self.holder is not None and self.mesa.together(seat, self.holder)
        )
        if may and self.rng.random() < 0.15:
            self.talk_truco(seat)
        if self.rng.random() < 0.03:
            rival = self.rival(seat)
            self.leave(seat)
            if self.envido_open:
                self.envido.append((rival, 1))
            self.truco.append((rival, self.level + 1))
            raise Cortada

    # --- the cards
    def rounds(self) -> None:
        leader = self.order[0]
        results: list[int | None] = []
        while True:
            start = self.order.index(leader)
            table: list[tuple[int, int]] = []
            for seat in self.order[start:] + self.order[:start]:
                self.speaks(seat, first_card=not results)
                card = self.cards[seat].pop(self.rng.randrange(len(self.cards[seat])))
                table.append((FUERZA[card], seat))
            self.envido_open = False
            top = max(power for power, _ in table)
            best = [seat for power, seat in table if power == top]
            tied = not all(self.mesa.together(seat, best[0]) for seat in best)
            results.append(None if tied else best[0])
            self.words.append("p" if tied else self.mesa.letter(best[0]))
            leader = self.order[0] if tied else best[0]
            winner = self.truco_winner(results)
            if winner is not None:
                self.truco.append((winner, self.level + 1))
                self.ended = "rounds"
                return

    def truco_winner(self, results: list[int | None]) -> int | None:
        """Return the winner: two rounds win; after a parda, one; three pardas are for the mano
        (5.3.2, 5.4).
        """
        won = [seat for seat in results if seat is not None]
        for seat in won:
            if sum(self.mesa.together(seat, other) for other in won) == 2:
                return seat
        if len(won) < len(results) and len(results) > 1 and won:
            return won[0]
        return self.order[0] if results == [None] * 3 else None

    # --- the line and its score
    def play(self) -> None:
        with suppress(Cortada):
            self.rounds()
        stopped = self.envido_wins()
        faults, gains = self.faults()
        line = self.mesa.written(self.line(faults))
        chico_over = self.mesa.score(gains, self.order[0])
        if faults.startswith("+") and not self.mesa.over:  # the dealer had misdealt (6.5)
            self.mesa.misdeals[self.mesa.dealer] += 1
        self.mesa.pass_deal(chico_over)
        self.mesa.keep(line, self.ended, faults, stopped=stopped)

    def envido_wins(self) -> bool:
        """Return whether the envido as played ends the chico, whatever a fault changes."""
        for seat, stake in self.envido:
            sides = {
                self.mesa.side(one)
                for one in range(self.mesa.players)
                if self.mesa.together(one, seat)
            }
            if not stake or max(self.mesa.totals[side] for side in sides) + stake >= (
                self.mesa.target
            ):
                return True
        return False

    def line(self, faults: str) -> str:
        """Return the line; consecutive rounds form one word."""
        words: list[str] = []
        for word in [*self.words, *faults.split()]:
            if word in "ABCp" and words and set(words[-1]) <= set("ABCp"):
                words[-1] += word
            else:
                words.append(word)
        return " ".join(words)

    def faults(self) -> tuple[str, list[tuple[int, int]]]:
        """Return a fault, at times, and the final awards of the hand."""
        gains = self.envido + self.truco
        dice = self.rng.random()
        if self.winner_shows is not None and dice < 0.04:
            bad, rival = self.winner_shows, self.rival(self.winner_shows)
            return f"s{self.mesa.letter(bad)}", [(rival, tantos) for _, tantos in gains]
        if self.declared and dice < 0.08:
            side = self.rng.choice(sorted(self.declared))
            bad = next(seat for seat in self.order if self.mesa.side(seat) == side)
            rival = self.rival(bad)
            return f"x{self.mesa.letter(bad)}", [(rival, tantos) for _, tantos in gains]
        if dice < 0.13:
            bad = self.rng.choice(self.order)
            rival = self.rival(bad)
            kept = [gain for gain in gains if not self.mesa.together(gain[0], bad)]
            return f"+{self.mesa.letter(bad)}", [*kept, (rival, 2)]
        if self.mesa.duel and dice < 0.24:
            bad = self.rng.choice(self.order)
            rival = self.rival(bad)
            given = [(rival, tantos) for _, tantos in gains]
            if self.truco and not self.mesa.together(self.truco[0][0], bad):
                given.append((rival, 2))
            return f"i{self.mesa.letter(bad)}", given
        return "", gains
