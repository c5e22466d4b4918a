"""A table of truco that knows nothing of `rules/`: it deals, talks, plays and counts real cards.

Written from the reglamento alone, to judge the product from outside. Players speak in their turn,
between one card and the next; the table keeps the score of the match itself and writes the line
that a table would write.
"""

from dataclasses import dataclass, field
from random import Random

from tests.rules.truco.mano import Jugada, Mano


@dataclass
class Mesa:
    """A match of `players` at `target`, best of `best_of`; gallo "" "rota" or "fijo"."""

    rng: Random
    players: int
    target: int = 30
    gallo: str = ""
    best_of: int = 3
    malas: int = 15
    totals: list[int] = field(default_factory=list)
    chicos: list[int] = field(default_factory=list)
    played: list[Jugada] = field(default_factory=list)
    duel: int = 0  # 1, 2, 3 in the pica-pica
    was_pica: bool = False
    over: bool = False

    def __post_init__(self) -> None:
        self.sides = 3 if self.gallo == "rota" else 2
        self.totals = [0] * self.sides
        self.chicos = [0] * self.sides
        self.dealer = self.rng.randrange(self.players)
        self.misdeals = [0] * self.players

    def side(self, seat: int) -> int:
        return seat if self.gallo == "rota" else seat % 2

    def letter(self, seat: int) -> str:
        return "ABC"[self.side(seat)]

    def name(self, seat: int) -> str:
        number = 1 if self.gallo == "rota" else seat // 2 + 1
        return self.letter(seat) + (str(number) if number > 1 else "")

    def together(self, one: int, other: int) -> bool:
        """Return whether two seats play this hand in the same bando."""
        if self.gallo == "rota":
            return (one == self.dealer) == (other == self.dealer)
        return self.side(one) == self.side(other)

    def play(self) -> list[Jugada]:
        while not self.over:
            dice = self.rng.random()
            if dice < 0.02:
                self.misdeal()
            elif dice < 0.035:
                self.hidden()
            else:
                Mano(self).play()
        return self.played

    def written(self, line: str) -> str:
        return line if self.played else f"{line} d{self.name(self.dealer)}"

    def misdeal(self) -> None:
        """Play a misdeal that is reported at once and dealt again (6.3, 6.4.1)."""
        words = ["maldada", self.rng.choice(["", "mas", "menos", "vuelta"])]
        words += [] if self.played else [self.name(self.dealer)]
        self.keep(" ".join(filter(None, words)), "", "", lost_turn=self.deal_again())

    def hidden(self) -> None:
        """Play too many cards, hidden before the first was played (6.4.2)."""
        seats = list(range(self.players))
        if self.duel:
            mano = (self.dealer + self.duel) % 6
            seats = [mano, (mano + 3) % 6]
        bad = self.rng.choice(seats)
        line = self.written(f"sobra {self.letter(bad)}")
        rival = next(seat for seat in seats if not self.together(seat, bad))
        mano = (self.dealer + max(self.duel, 1)) % self.players
        lost = False
        if self.score([(rival, 2)], mano):
            self.duel, self.was_pica = 0, False
        elif self.duel < 2:
            self.duel = self.next_is_pica()
        if not self.over:
            lost = self.deal_again()
        self.keep(line, "", "", lost_turn=lost)

    def deal_again(self) -> bool:
        """Count a misdeal of the dealer; return whether he loses his turn (never inside a
        pica-pica).
        """
        self.misdeals[self.dealer] += 1
        lost = self.misdeals[self.dealer] >= 2 and self.duel < 2
        if lost:
            self.dealer = (self.dealer + 1) % self.players
        return lost

    def keep(self, line: str, ended: str, faults: str, **more: bool) -> None:
        counts = tuple(self.totals), tuple(self.chicos), self.dealer
        misdeals = tuple(self.misdeals)
        self.played.append(Jugada(line, *counts, self.duel > 0, ended, faults, misdeals, **more))

    def score(self, gains: list[tuple[int, int]], mano: int) -> bool:
        """Add tantos for the bando of a seat, in order; return whether the chico is over.

        0 tantos stand for the chico itself: the falta envido with everybody in malas.
        """
        for seat, tantos in gains:
            had = list(self.totals)
            members = {self.side(one) for one in range(self.players) if self.together(one, seat)}
            for side in members:
                self.totals[side] = had[side] + tantos if tantos else self.target
            there = [side for side in members if self.totals[side] >= self.target]
            if there:
                # if two reach it at once, the side that had more wins; then the nearest to the mano
                best = max(had[side] for side in there)
                order = [(mano + step) % self.players for step in range(self.players)]
                first = next(
                    self.side(one)
                    for one in order
                    if self.side(one) in there and had[self.side(one)] == best
                )
                self.chicos[first] += 1
                self.over = 2 * self.chicos[first] > self.best_of
                self.totals = [0] * self.sides
                return True
        return False

    def pass_deal(self, chico_over: bool) -> None:
        """Pass the deal to the right; with six players, redondas and pica-pica alternate (10.2)."""
        if self.duel in (1, 2) and not chico_over:
            self.duel += 1
            return
        self.was_pica = self.duel > 0 and not chico_over
        self.dealer = (self.dealer + 1) % self.players
        self.duel = self.next_is_pica()

    def next_is_pica(self) -> int:
        """Return 1, the first of three hands, if a pica-pica comes next, else 0 (10.2)."""
        return int(self.players == 6 and not self.was_pica and 5 <= max(self.totals) < 25)
