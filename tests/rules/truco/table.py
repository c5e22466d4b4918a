"""A table of truco that imports nothing from `rules/`: it deals, plays and counts real cards.

It is written from the reglamento alone, to judge the rules from outside. Players chant in their
turn, before they play a card. The table keeps the score of the match and writes its lines.
"""

from dataclasses import dataclass, field
from random import Random

from tests.rules.truco.mano import Jugada, Mano


@dataclass
class Mesa:
    """A match of chicos to `target` tantos, best of `best_of`. `gallo` is "", "rota" or "fijo"."""

    rng: Random
    players: int
    target: int = 30
    gallo: str = ""
    best_of: int = 3
    malas: int = 15
    totals: list[int] = field(default_factory=list)
    chicos: list[int] = field(default_factory=list)
    lines: list[Jugada] = field(default_factory=list)
    duel: int = 0  # number of the duel in a pica-pica, 1 to 3; else 0
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

    def same_bando(self, seat: int, other_seat: int) -> bool:
        """Return whether two seats play this hand in the same bando."""
        if self.gallo == "rota":
            return (seat == self.dealer) == (other_seat == self.dealer)
        return self.side(seat) == self.side(other_seat)

    def play(self) -> list[Jugada]:
        while not self.over:
            dice = self.rng.random()
            if dice < 0.02:
                self.play_misdeal()
            elif dice < 0.035:
                self.play_hidden_cards()
            else:
                Mano(self).play()
        return self.lines

    def add_dealer(self, line: str) -> str:
        """Return the line, with the dealer in the first line of the match."""
        return line if self.lines else f"{line} d{self.name(self.dealer)}"

    def play_misdeal(self) -> None:
        """Play a misdeal that is reported at once and dealt again (6.3, 6.4.1)."""
        words = ["maldada", self.rng.choice(["", "mas", "menos", "vuelta"])]
        words += [] if self.lines else [self.name(self.dealer)]
        self.record(" ".join(filter(None, words)), "", "", lost_turn=self.deal_again())

    def play_hidden_cards(self) -> None:
        """Play a hand that stops at once: a player hid that he has too many cards (6.4.2)."""
        seats = list(range(self.players))
        if self.duel:
            mano = (self.dealer + self.duel) % 6
            seats = [mano, (mano + 3) % 6]
        offender = self.rng.choice(seats)
        line = self.add_dealer(f"sobra {self.letter(offender)}")
        rival = next(seat for seat in seats if not self.same_bando(seat, offender))
        mano = (self.dealer + max(self.duel, 1)) % self.players
        lost_turn = False
        if self.score([(rival, 2)], mano):
            self.duel, self.was_pica = 0, False
        elif self.duel < 2:
            self.duel = self.next_duel()
        if not self.over:
            lost_turn = self.deal_again()
        self.record(line, "", "", lost_turn=lost_turn)

    def deal_again(self) -> bool:
        """Count a misdeal of the dealer. Return whether he loses his turn.

        Inside a pica-pica he never loses it.
        """
        self.misdeals[self.dealer] += 1
        loses_turn = self.misdeals[self.dealer] >= 2 and self.duel < 2
        if loses_turn:
            self.dealer = (self.dealer + 1) % self.players
        return loses_turn

    def record(self, line: str, truco_end: str, faults: str, **flags: bool) -> None:
        counts = tuple(self.totals), tuple(self.chicos), self.dealer
        misdeals = tuple(self.misdeals)
        self.lines.append(
            Jugada(line, *counts, self.duel > 0, truco_end, faults, misdeals, **flags)
        )

    def score(self, gains: list[tuple[int, int]], mano: int) -> bool:
        """Add the gains, each to the bando of a seat, in order. Return whether the chico is over.

        0 tantos stand for the whole chico: a falta envido while all sides are in malas.
        """
        for seat, tantos in gains:
            totals_before = list(self.totals)
            bando_sides = {
                self.side(other_seat)
                for other_seat in range(self.players)
                if self.same_bando(other_seat, seat)
            }
            for side in bando_sides:
                self.totals[side] = totals_before[side] + tantos if tantos else self.target
            sides_at_target = [side for side in bando_sides if self.totals[side] >= self.target]
            if sides_at_target:
                # If two sides reach the target at once, the side that had more tantos wins; if both
                # had as many, the side nearest to the mano.
                most_tantos = max(totals_before[side] for side in sides_at_target)
                order = [(mano + step) % self.players for step in range(self.players)]
                winner = next(
                    self.side(other_seat)
                    for other_seat in order
                    if self.side(other_seat) in sides_at_target
                    and totals_before[self.side(other_seat)] == most_tantos
                )
                self.chicos[winner] += 1
                self.over = 2 * self.chicos[winner] > self.best_of
                self.totals = [0] * self.sides
                return True
        return False

    def pass_deal(self, chico_over: bool) -> None:
        """Pass the deal to the right, except between the duels of a pica-pica (10.2)."""
        if self.duel in (1, 2) and not chico_over:
            self.duel += 1
            return
        self.was_pica = self.duel > 0 and not chico_over
        self.dealer = (self.dealer + 1) % self.players
        self.duel = self.next_duel()

    def next_duel(self) -> int:
        """Return 1, the number of its first duel, if a pica-pica comes next, else 0 (10.2)."""
        return int(self.players == 6 and not self.was_pica and 5 <= max(self.totals) < 25)
