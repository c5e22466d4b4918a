"""Juegos and matches of cientos, hand after hand, as a table plays them."""

from dataclasses import dataclass
from random import Random

from tests.rules.cientos.table import play_hand


@dataclass
class Otra:
    """A line that is not a dealt hand: a count by the judge, or a void hand."""

    words: str
    counted: tuple[int, int] = (0, 0)
    calidades: tuple[int, int] = (0, 0)

    def line(self) -> str:
        return self.words


@dataclass
class Partida:
    """One juego at the table: its lines, its winner, and whether it was double."""

    hands: list
    marked: list  # tens of both sides after each line but the last, and the next mano
    winner: int
    double: bool
    mano: int  # of the next hand


def juego(rng: Random, mano: int, saliendo: bool = False, known: bool = True) -> Partida:
    """Play hands until a side reaches a hundred, marked as players mark them with cards.

    The judge counts some hands: any count, or a count that takes a side to a point from the
    hundred. `known` is whether the acta shows the mano.
    """
    marks = [[0, 0], [0, 0]]  # shown, missing
    hands, marked = [], []
    while True:
        faltan = tuple(lack if shown == 100 else 100 - shown for shown, lack in marks)
        luck = rng.random()
        if luck < 0.08:
            hand = Otra("nula " + rng.choice(["turno", "repetida", "mas", "monte"]))
            if luck > 0.03:
                points = [rng.randrange(lack) for lack in faltan]
                if luck > 0.05:
                    side = rng.randrange(2)
                    points[side] = faltan[side] - 1
                hand = Otra("arbitro mano {}-{}: tanteo".format(*points), tuple(points))
                mano = 1 - mano if known else mano
            hands.append(hand)
            for side in (0, 1):
                _mark(marks[side], hand.counted[side])
            marked.append(((marks[0][0], marks[1][0]), mano if known else None))
            continue
        hand = play_hand(rng, mano, faltan, saliendo, stop=True)
        hands.append(hand)
        mano, known = 1 - mano, True
        if hand.first is not None:
            winner, rival = hand.first
            shown, lack = marks[1 - winner]
            has = shown + rival - (lack if shown == 50 else 0)
            return Partida(hands, marked, winner, has < 50, mano)
        for side in (0, 1):
            _mark(marks[side], hand.counted[side])
        marked.append(((marks[0][0], marks[1][0]), mano))


def _mark(mark: list, points: int) -> None:
    shown, lack = mark
    tens, over = divmod(points, 10)
    now = shown + 10 * (tens + (over >= 5))
    if lack:
        mark[1] = lack - points if points < lack else 0
    mark[0] = now
    for aim in (50, 100):
        if shown < aim and now == aim and shown + points < aim:
            mark[1] = aim - shown - points


@dataclass
class Encuentro:
    """A match at the table: first to a number of juegos, or all juegos for the money."""

    rng: Random
    juegos: int
    play_all: bool = False
    doble: bool = True
    juegos_doble: int = 1
    calidad: int = 0  # cuartos; 0 means not played
    saliendo: bool = False

    def play(self):
        """Yield each hand with the state after it: juegos, cuartos, tens, mano, winner."""
        won, money, played, known = [0, 0], [0, 0], 0, False
        mano, winner = self.rng.randrange(2), None
        while played < self.juegos if self.play_all else max(won) < self.juegos:
            game = juego(self.rng, mano, self.saliendo, known)
            mano, played, known = game.mano, played + 1, True
            for number, hand in enumerate(game.hands, 1):
                for side in (0, 1):
                    money[side] += self.calidad * hand.calidades[side]
                if number < len(game.hands):
                    tens, following = game.marked[number - 1]
                    yield hand, (tuple(won), tuple(money), tens, following, None)
            double = game.double and self.doble
            won[game.winner] += self.juegos_doble if double else 1
            money[game.winner] += (4 + self.calidad) * (2 if double else 1)
            if self.play_all:
                ended = played == self.juegos and money[0] != money[1]
                winner = money.index(max(money)) if ended else None
            elif won[game.winner] >= self.juegos:
                winner = game.winner
            yield hand, (tuple(won), tuple(money), (0, 0), mano, winner)
