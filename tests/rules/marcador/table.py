"""A notebook beside the table, which imports nothing from `rules/`.

It writes the lines that a table with some conditions plays. For the score, it adds up all lines
from the first each time.
"""

from dataclasses import dataclass, field
from random import Random


@dataclass
class Libreta:
    """A notebook. `conditions` are options of the match by name.

    A juego is a list of manos, each with a number for every side; or, if only juegos are written,
    the letter of its winner or "tablas".
    """

    conditions: dict
    juegos: list = field(default_factory=lambda: [[]])
    stopped: bool = False

    def condition(self, name):
        """Return a condition by its name, or its default."""
        return self.conditions.get(name, DEFAULTS[name])

    @property
    def sides(self):
        return range(self.condition("sides"))

    @property
    def is_single_juego(self):
        """Return whether one juego is the whole match."""
        return self.condition("juegos") == self.condition("vacas") == 1

    # --- The score ------------------------------------------------------------------------------
    def sums(self, juego):
        return [sum(mano[side] for mano in juego) for side in self.sides]

    def side_ahead(self, numbers):
        """Return the side with the highest number, or None if two sides have it."""
        highest = max(numbers)
        return numbers.index(highest) if numbers.count(highest) == 1 else None

    def juego_winner(self, juego):
        """Return the side that won a juego, "tablas", or None while it is in play."""
        if isinstance(juego, str):
            return "tablas" if juego == "tablas" else "ABCDE".index(juego)
        if not juego or not self.condition("tantos"):
            return None
        sums = self.sums(juego)
        target = self.condition("target")
        manos = self.condition("manos")
        worth = [-total for total in sums] if self.condition("lowest") else sums
        winner = self.side_ahead(worth)
        high, low = sorted(worth, reverse=True)[:2]
        has_margin = winner is not None and high - low >= self.condition("margin")
        if target and max(sums) >= target and has_margin:
            return winner
        extra = self.condition("extra")
        manos_played = len(juego)
        if not manos or manos_played < manos or (extra and (manos_played - manos) % extra):
            return None
        if winner is None:
            return None if extra else "tablas"
        return winner

    def vacas(self):
        """Return the winners of the finished vacas, and the juegos that each side won: first in the
        vaca in play, then in all.

        After the last vaca, its juegos stand for the vaca in play.
        """
        vaca_winners = []
        juegos_in_vaca = [0 for _ in self.sides]
        all_juegos = [0 for _ in self.sides]
        last_juegos_in_vaca = list(juegos_in_vaca)
        for juego in self.juegos:
            winner = self.juego_winner(juego)
            if winner in (None, "tablas"):
                continue
            juegos_in_vaca[winner] += 1
            all_juegos[winner] += 1
            last_juegos_in_vaca = list(juegos_in_vaca)
            if not self.condition("play_all") and juegos_in_vaca[winner] == self.condition(
                "juegos"
            ):
                vaca_winners.append(winner)
                juegos_in_vaca = [0 for _ in self.sides]
        return (
            vaca_winners,
            (
                juegos_in_vaca
                if any(juegos_in_vaca)
                else last_juegos_in_vaca
                if self.is_last_vaca_won(vaca_winners)
                else juegos_in_vaca
            ),
            all_juegos,
        )

    def is_last_vaca_won(self, vaca_winners):
        return self.condition("vacas") in [vaca_winners.count(side) for side in self.sides]

    def result(self):
        """Return whether the match is over, and its winner or None.

        Vacas, the number of juegos or the end of the time decide the match.
        """
        vaca_winners, juegos_in_vaca, _total = self.vacas()
        if not self.condition("play_all"):
            for side in self.sides:
                if vaca_winners.count(side) == self.condition("vacas"):
                    return True, side
        finished_juegos = [juego for juego in self.juegos if self.juego_winner(juego) is not None]
        if self.is_single_juego and finished_juegos:
            winner = self.juego_winner(finished_juegos[0])
            return True, None if winner == "tablas" else winner
        if self.condition("play_all") and len(finished_juegos) >= self.condition("juegos"):
            winner = self.side_ahead(juegos_in_vaca)
            if winner is not None or not self.condition("extra"):
                return True, winner
        if self.stopped:
            open_juego = self.juegos[-1] if isinstance(self.juegos[-1], list) else []
            sums = self.sums(open_juego) if self.juego_winner(self.juegos[-1]) is None else [0] * 5
            sign = -1 if self.condition("lowest") else 1
            progress = [
                (vaca_winners.count(side), juegos_in_vaca[side], sign * sums[side])
                for side in self.sides
            ]
            return True, self.side_ahead(progress)
        return False, None

    def standings_numbers(self):
        """Return the numbers that standings add up: the tantos of a single juego, or the juegos."""
        if not (self.is_single_juego and self.condition("tantos")):
            return self.vacas()[2]
        sums = self.sums(self.juegos[0])
        if self.condition("lowest"):
            return [-total for total in sums]
        return [min(total, self.condition("cap") or total) for total in sums]

    # --- The play -------------------------------------------------------------------------------
    def play(self, rng: Random):
        """Play the next mano or juego. Return its line."""
        if self.juego_winner(self.juegos[-1]) is not None:
            self.juegos.append([])
        if not self.condition("tantos"):
            self.juegos[-1] = rng.choice("ABCDE"[: len(self.sides)])
            return f"juego {self.juegos[-1]}"
        points = self.points(rng)
        self.juegos[-1].append(points)
        return self.notation(points, rng)

    def points(self, rng: Random):
        """Return random points of each side in a mano that the conditions allow."""
        low = self.condition("low")
        high = self.condition("high")
        step = self.condition("step")
        tantos_before = self.sums(self.juegos[-1])
        highest_points = [high for _ in self.sides]
        if self.condition("exact"):
            highest_points = [
                min(high, self.condition("target") - tantos) for tantos in tantos_before
            ]
        while True:
            points = [rng.randint(low, highest_points[side]) // step * step for side in self.sides]
            if self.condition("fixed_sum"):
                points[-1] = self.condition("total") - sum(points[:-1])
            if not all(low <= number <= high and number % step == 0 for number in points):
                continue
            tantos_after = [
                old_number + new_number
                for old_number, new_number in zip(tantos_before, points, strict=True)
            ]
            if not self.condition("exact") or tantos_after.count(self.condition("target")) < 2:
                return points

    def notation(self, points, rng: Random):
        """Return the line of a mano, in one of the forms that the notation allows."""
        if min(points) < 0 or rng.random() < 0.2:
            return " ".join(
                f"{number:+}" if rng.random() < 0.2 else str(number) for number in points
            )
        return "-".join(map(str, points))


DEFAULTS = {
    "sides": 2,
    "tantos": True,
    "target": 0,
    "exact": False,
    "margin": 0,
    "cap": 0,
    "manos": 0,
    "extra": 0,
    "lowest": False,
    "juegos": 1,
    "play_all": False,
    "vacas": 1,
    "fixed_sum": False,
    "total": 0,
    "low": 0,
    "high": 12,
    "step": 1,
}


def some_conditions(rng: Random) -> dict:
    """Return random conditions of every kind."""
    conditions = {"sides": rng.choice([2, 2, 2, 3, 4, 5])}
    if rng.random() < 0.2:
        conditions["tantos"] = False
    else:
        conditions |= rng.choice(
            [
                {"target": rng.choice([20, 40])},
                {"target": 40, "exact": True},
                {"target": 30, "margin": rng.randint(2, 5)},
                {"target": 40, "manos": rng.randint(3, 8)},
                {"target": 30, "lowest": True},
                {"manos": rng.randint(1, 6)},
                {"manos": rng.randint(1, 6), "lowest": True},
                {"manos": 4, "low": -12},
                {"manos": 5, "step": 5, "high": 60},
            ]
        )
        if "exact" not in conditions and "low" not in conditions and rng.random() < 0.2:
            conditions |= {"fixed_sum": True, "total": 10 * conditions.get("step", 1)}
        if (
            conditions.get("target")
            and conditions.keys() <= {"sides", "target"}
            and rng.random() < 0.3
        ):
            conditions["cap"] = conditions["target"] + 3
        conditions["extra"] = rng.choice([0, 0, 1, 2]) if "manos" in conditions else 0
    if rng.random() < 0.5:
        conditions["juegos"] = rng.randint(2, 4)
        conditions |= rng.choice([{}, {"vacas": rng.randint(2, 3)}, {"play_all": True}])
        if conditions.get("play_all") and "extra" not in conditions:
            conditions["extra"] = rng.choice([0, 1])
    return conditions
