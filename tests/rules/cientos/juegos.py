"""Juegos and matches of cientos as the table of `table.py` plays them, hand after hand."""

from dataclasses import dataclass
from random import Random

from tests.rules.cientos.table import play_hand


@dataclass
class OtherLine:
    """A line without cards: a count by the judge, or a void hand."""

    words: str
    counted_points: tuple[int, int] = (0, 0)
    calidades: tuple[int, int] = (0, 0)

    def line(self) -> str:
        return self.words


@dataclass
class PlayedJuego:
    """One juego at the table: its lines, its winner, and whether it was double."""

    hands: list
    # After each line except the last: the tens shown by both sides, and the next mano.
    marks_after: list
    winner: int
    double: bool
    mano: int  # mano of the next hand


def juego(
    rng: Random, mano: int, rival_leads: bool = False, mano_known: bool = True
) -> PlayedJuego:
    """Play hands until a side reaches a hundred, and mark tens as players do with cards.

    The judge counts some hands: with any points, or so that a side lacks one point. `mano_known` is
    whether the acta shows the mano.
    """
    marks = [[0, 0], [0, 0]]  # by side: the tens shown, the points missing
    hands, marks_after = [], []
    while True:
        lacking = tuple(
            missing if shown_tens == 100 else 100 - shown_tens for shown_tens, missing in marks
        )
        dice = rng.random()
        if dice < 0.08:
            hand = OtherLine("nula " + rng.choice(["turno", "repetida", "mas", "monte"]))
            if dice > 0.03:
                points = [rng.randrange(missing) for missing in lacking]
                if dice > 0.05:
                    side = rng.randrange(2)
                    points[side] = lacking[side] - 1
                hand = OtherLine("arbitro mano {}-{}: tanteo".format(*points), tuple(points))
                mano = 1 - mano if mano_known else mano
            hands.append(hand)
            for side in (0, 1):
                _mark(marks[side], hand.counted_points[side])
            marks_after.append(((marks[0][0], marks[1][0]), mano if mano_known else None))
            continue
        hand = play_hand(rng, mano, lacking, rival_leads, stop=True)
        hands.append(hand)
        mano, mano_known = 1 - mano, True
        if hand.first_at_100 is not None:
            winner, rival = hand.first_at_100
            shown_tens, missing = marks[1 - winner]
            rival_points = shown_tens + rival - (missing if shown_tens == 50 else 0)
            return PlayedJuego(hands, marks_after, winner, rival_points < 50, mano)
        for side in (0, 1):
            _mark(marks[side], hand.counted_points[side])
        marks_after.append(((marks[0][0], marks[1][0]), mano))


def _mark(mark: list, points: int) -> None:
    """Add the points of a hand to the tens shown and the points missing of a side."""
    shown_tens, missing = mark
    tens, units = divmod(points, 10)
    new_shown_tens = shown_tens + 10 * (tens + (units >= 5))
    if missing:
        mark[1] = missing - points if points < missing else 0
    mark[0] = new_shown_tens
    for target in (50, 100):
        if shown_tens < target and new_shown_tens == target and shown_tens + points < target:
            mark[1] = target - shown_tens - points


@dataclass
class Encuentro:
    """A match at the table: to a number of juegos, or all of them, played for the money."""

    rng: Random
    juegos: int
    play_all: bool = False
    doble: bool = True
    juegos_doble: int = 1
    calidad: int = 0  # the cuartos of a calidad; 0 if calidades are not paid
    rival_leads: bool = False

    def play(self):
        """Yield each hand with the state after it: juegos, cuartos, tens, mano, winner."""
        juegos_won = [0, 0]
        money = [0, 0]
        juegos_played = 0
        mano_known = False
        mano, winner = self.rng.randrange(2), None
        while juegos_played < self.juegos if self.play_all else max(juegos_won) < self.juegos:
            played_juego = juego(self.rng, mano, self.rival_leads, mano_known)
            mano = played_juego.mano
            juegos_played = juegos_played + 1
            mano_known = True
            for number, hand in enumerate(played_juego.hands, 1):
                for side in (0, 1):
                    money[side] += self.calidad * hand.calidades[side]
                if number < len(played_juego.hands):
                    tens, next_mano = played_juego.marks_after[number - 1]
                    yield hand, (tuple(juegos_won), tuple(money), tens, next_mano, None)
            double = played_juego.double and self.doble
            juegos_won[played_juego.winner] += self.juegos_doble if double else 1
            money[played_juego.winner] += (4 + self.calidad) * (2 if double else 1)
            if self.play_all:
                is_over = juegos_played == self.juegos and money[0] != money[1]
                winner = money.index(max(money)) if is_over else None
            elif juegos_won[played_juego.winner] >= self.juegos:
                winner = played_juego.winner
            yield hand, (tuple(juegos_won), tuple(money), (0, 0), mano, winner)
