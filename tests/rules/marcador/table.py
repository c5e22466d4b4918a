"""A notebook beside the table, without anything of `rules/`.

It writes the lines that a table with these conditions plays. For the score, it adds everything up
from the first line each time.
"""

from dataclasses import dataclass, field
from random import Random


@dataclass
class Libreta:
    """`conditions` by name; `juegos` has the manos of each juego (one number a side), or the letter
    of its winner, or "tablas".
    """

    conditions: dict
    juegos: list = field(default_factory=lambda: [[]])
    stopped: bool = False

    def asked(self, name):
        return self.conditions.get(name, DEFAULTS[name])

    @property
    def sides(self):
        return range(self.asked("sides"))

    @property
    def alone(self):
        """Return whether one juego is the whole match."""
        return self.asked("juegos") == self.asked("vacas") == 1

    # --- the score ------------------------------------------------------------------------------
    def sums(self, juego):
        return [sum(mano[side] for mano in juego) for side in self.sides]

    def first(self, numbers):
        """Return the side ahead by these numbers, in order; None if shared."""
        best = max(numbers)
        return numbers.index(best) if numbers.count(best) == 1 else None

    def won_by(self, juego):
        """Return the side, "tablas", or None while the juego is in play."""
        if isinstance(juego, str):
            return "tablas" if juego == "tablas" else "ABCDE".index(juego)
        if not juego or not self.asked("tantos"):
            return None
        sums, target, manos = self.sums(juego), self.asked("target"), self.asked("manos")
        worth = [-total for total in sums] if self.asked("lowest") else sums
        winner = self.first(worth)
        high, low = sorted(worth, reverse=True)[:2]
        clear = winner is not None and high - low >= self.asked("margin")
        if target and max(sums) >= target and clear:
            return winner
        extra = self.asked("extra")
        played = len(juego)
        if not manos or played < manos or (extra and (played - manos) % extra):
            return None
        if winner is None:
            return None if extra else "tablas"
        return winner

    def vacas(self):
        """Return the finished vacas, by winner, and the juegos of the one in play."""
        over, playing, total = [], [0 for _ in self.sides], [0 for _ in self.sides]
        last = list(playing)
        for juego in self.juegos:
            winner = self.won_by(juego)
            if winner in (None, "tablas"):
                continue
            playing[winner] += 1
            total[winner] += 1
            last = list(playing)
            if not self.asked("play_all") and playing[winner] == self.asked("juegos"):
                over.append(winner)
                playing = [0 for _ in self.sides]
        return over, (playing if any(playing) else last if self.ended(over) else playing), total

    def ended(self, over):
        return self.asked("vacas") in [over.count(side) for side in self.sides]

    def result(self):
        """Return (over, winner): by the vacas, by all the juegos, or by the clock."""
        over, playing, _total = self.vacas()
        if not self.asked("play_all"):
            for side in self.sides:
                if over.count(side) == self.asked("vacas"):
                    return True, side
        done = [juego for juego in self.juegos if self.won_by(juego) is not None]
        if self.alone and done:
            winner = self.won_by(done[0])
            return True, None if winner == "tablas" else winner
        if self.asked("play_all") and len(done) >= self.asked("juegos"):
            winner = self.first(playing)
            if winner is not None or not self.asked("extra"):
                return True, winner
        if self.stopped:
            open_juego = self.juegos[-1] if isinstance(self.juegos[-1], list) else []
            sums = self.sums(open_juego) if self.won_by(self.juegos[-1]) is None else [0] * 5
            sign = -1 if self.asked("lowest") else 1
            far = [(over.count(side), playing[side], sign * sums[side]) for side in self.sides]
            return True, self.first(far)
        return False, None

    def counted(self):
        """Return what standings add up."""
        if not (self.alone and self.asked("tantos")):
            return self.vacas()[2]
        sums = self.sums(self.juegos[0])
        if self.asked("lowest"):
            return [-total for total in sums]
        return [min(total, self.asked("cap") or total) for total in sums]

    # --- the play -------------------------------------------------------------------------------
    def play(self, rng: Random):
        """Return one more line of the table."""
        if self.won_by(self.juegos[-1]) is not None:
            self.juegos.append([])
        if not self.asked("tantos"):
            self.juegos[-1] = rng.choice("ABCDE"[: len(self.sides)])
            return f"juego {self.juegos[-1]}"
        points = self.points(rng)
        self.juegos[-1].append(points)
        return self.written(points, rng)

    def points(self, rng: Random):
        low, high, step = self.asked("low"), self.asked("high"), self.asked("step")
        before = self.sums(self.juegos[-1])
        most = [high for _ in self.sides]
        if self.asked("exact"):
            most = [min(high, self.asked("target") - had) for had in before]
        while True:
            points = [rng.randint(low, most[side]) // step * step for side in self.sides]
            if self.asked("fixed_sum"):
                points[-1] = self.asked("total") - sum(points[:-1])
            if not all(low <= number <= high and number % step == 0 for number in points):
                continue
            after = [old + new for old, new in zip(before, points, strict=True)]
            if not self.asked("exact") or after.count(self.asked("target")) < 2:
                return points

    def written(self, points, rng: Random):
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
