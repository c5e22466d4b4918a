"""One table of standings added up by hand, as docs/standings.md says it."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any

from tests.days.oracle import ways_out
from tests.days.oracle.papers import Hall, Paper
from tournaments.pairing.draw import ball_order

MILLION = 1_000_000
USUAL = {
    "win": 2,
    "draw": 1,
    "loss": 0,
    "unit": 1,
    "table": [],
    "bye": "",
    "bye_counted": None,
    "bye_in_difference": True,
    "forfeit_win": None,
    "forfeit_loss": None,
    "forfeit_counted": None,
    "cap": 0,
    "cap_difference": 0,
    "best": 0,
    "penalties": "",
}


class Book:
    """The table of these entries by these papers alone."""

    def __init__(self, hall: Hall, numbers: Sequence[int], papers: Iterable[Paper]) -> None:
        self.hall, self.numbers, self.papers = hall, tuple(numbers), list(papers)
        self.says = USUAL | dict(hall.counting)
        self.rest = self.says["bye"] or hall.rest
        self.own_papers = {
            number: [
                p
                for p in self.papers
                if any(number in s for s in p.sides) and number not in p.guests
            ]
            for number in self.numbers
        }

    # --- One match ------------------------------------------------------------------------------
    def side(self, paper: Paper, number: int) -> int:
        return next(at for at, side in enumerate(paper.sides) if number in side)

    def result(self, paper: Paper, number: int) -> str:
        """won, drawn, lost; "" for a rest that is neither."""
        if paper.rests:
            return {"win": "won", "draw": "drawn"}.get(self.rest, "")
        if paper.winner is None:
            return "drawn"
        return "won" if self.side(paper, number) == paper.winner else "lost"

    def points(self, paper: Paper, number: int) -> int:
        if paper.rests and self.rest == "mean":
            return self.mean(paper.round, self.points)
        said, table = self.result(paper, number), self.says["table"]
        if not said:
            return 0
        if paper.forfeit and said != "drawn":
            given = self.says["forfeit_win" if said == "won" else "forfeit_loss"]
            if given is not None:
                return given
        if table and paper.rests:
            return table[0] if said == "won" else self.says["draw"]
        if table:
            return self.by_place(paper, number)
        return self.says[{"won": "win", "drawn": "draw", "lost": "loss"}[said]]

    def by_place(self, paper: Paper, number: int) -> int:
        """The points of the place at the table, shared by who is level."""
        made = paper.tallies[self.hall.counted]
        own = made[self.side(paper, number)]
        above = sum(one > own for one in made)
        level = made.count(own)
        table = [*self.says["table"], *[0] * 9][above : above + level]
        return sum(table) // level

    def made(self, paper: Paper, number: int, tally: str = "") -> int:
        """Return what it adds of a tally; of what is counted, unless another is said."""
        tally = tally or self.hall.counted
        counts = tally == self.hall.counted
        if not paper.rests:
            return self.capped(self.by_side(paper, tally)[self.side(paper, number)])
        if counts and self.says["bye_counted"] is not None:
            return self.says["bye_counted"]
        if counts and self.rest == "mean":
            return self.mean(paper.round, self.made)
        return self.capped(self.hall.victory[tally] if self.rest == "win" else 0)

    def by_side(self, paper: Paper, tally: str) -> tuple[int, ...]:
        given = self.says["forfeit_counted"]
        counts = tally == self.hall.counted
        if counts and paper.forfeit and given is not None and paper.winner is not None:
            return tuple(given if side == paper.winner else 0 for side in range(len(paper.sides)))
        return paper.tallies[tally]

    def capped(self, made: int) -> int:
        return min(made, self.says["cap"]) if self.says["cap"] else made

    def conceded(self, paper: Paper, number: int, tally: str = "") -> int:
        """Return what the other side adds."""
        if paper.rests:
            return 0
        mine = self.side(paper, number)
        made = self.by_side(paper, tally or self.hall.counted)
        return sum(self.capped(n) for side, n in enumerate(made) if side != mine)

    def difference(self, paper: Paper, number: int, tally: str = "") -> int:
        counts = tally in ("", self.hall.counted)
        mean = self.rest == "mean" and self.says["bye_counted"] is None
        if paper.rests and counts and (mean or not self.says["bye_in_difference"]):
            found = 0
        else:
            found = self.made(paper, number, tally) - self.conceded(paper, number, tally)
        most = self.says["cap_difference"]
        return max(-most, min(most, found)) if most else found

    def mean(self, round: int, worth: Callable[[Paper, int], int]) -> int:
        """Of the round, over everybody who played it, halves up."""
        found = [
            worth(paper, number)
            for number in self.numbers
            for paper in self.own_papers[number]
            if paper.round == round and not paper.rests
        ]
        return floor(Fraction(sum(found), len(found)) + Fraction(1, 2)) if found else 0

    # --- Sums -----------------------------------------------------------------------------------
    def best(self, number: int, worth: Callable[[Paper, int], int]) -> int:
        """The sum over the matches that count."""
        bringing = [p for p in self.own_papers[number] if not self.brings_nothing(p)]
        found = sorted((worth(paper, number) for paper in bringing), reverse=True)
        return sum(found[: self.says["best"]] if self.says["best"] else found)

    def brings_nothing(self, paper: Paper) -> bool:
        worth = self.says["bye_counted"] is None
        return paper.rests and self.rest == "nothing" and worth

    def count(self, number: int, *said: str) -> int:
        return sum(self.result(paper, number) in said for paper in self.own_papers[number])

    def penalty(self, number: int, kind: str, unit: int = 1) -> int:
        taken = self.says["penalties"] == kind
        return unit * self.hall.penalties.get(number, 0) if taken else 0

    def brought(self, key: str, n: int) -> int:
        """Return what is carried from the stage before."""
        return self.hall.carried.get(n, {}).get(key, 0)

    # --- Each tie-break -------------------------------------------------------------------------
    def wins(self, n: int) -> int:
        return self.count(n, "won") + self.brought("wins", n)

    def points_of(self, n: int) -> int:
        found = self.best(n, self.points) + self.brought("points", n)
        return found - self.penalty(n, "points", self.says["unit"])

    def played(self, n: int) -> int:
        return self.count(n, "won", "drawn", "lost")

    def drawn(self, n: int) -> int:
        return self.count(n, "drawn")

    def lost(self, n: int) -> int:
        return -self.count(n, "lost")

    def wins_per_match(self, n: int) -> int:
        played = self.played(n)
        return (2 * self.count(n, "won") + self.drawn(n)) * MILLION // (2 * played) if played else 0

    def counted_won(self, n: int) -> int:
        found = self.best(n, self.made) + self.brought("counted_won", n)
        return found - self.penalty(n, "counted")

    def counted_lost(self, n: int) -> int:
        return -sum(self.conceded(paper, n) for paper in self.own_papers[n])

    def counted_diff(self, n: int) -> int:
        found = self.best(n, self.difference) + self.brought("counted_diff", n)
        return found - self.penalty(n, "counted")

    def best_round(self, n: int) -> int:
        return max((self.made(p, n) for p in self.own_papers[n] if not p.rests), default=0)

    def penalties(self, n: int) -> int:
        return -self.hall.penalties.get(n, 0)

    def rivals(self, n: int) -> list[int]:
        """Once a meeting; oneself for a rest, caught up or not."""
        return [one for paper in self.own_papers[n] for one in self.rivals_in(paper, n)]

    def rivals_in(self, paper: Paper, n: int) -> list[int]:
        others = [one for side in paper.sides if n not in side for one in side]
        found = [n] if paper.rests or paper.guests else others
        return [one for one in found if one in self.own_papers]

    def buchholz(self, n: int) -> int:
        return sum(map(self.wins, self.rivals(n)))

    def rivals_points(self, n: int) -> int:
        return sum(map(self.points_of, self.rivals(n)))

    def buchholz_cut1(self, n: int) -> int:
        found = sorted(map(self.points_of, self.rivals(n)))
        return sum(found[1:]) if len(found) > 1 else 0

    def median(self, n: int) -> int:
        found = sorted(map(self.points_of, self.rivals(n)))
        return sum(found[1:-1]) if len(found) > 2 else 0

    def rivals_percentage(self, n: int) -> int:
        rivals = self.rivals(n)
        played = sum(map(self.played, rivals))
        won = sum(2 * self.count(one, "won") + self.drawn(one) for one in rivals)
        return won * MILLION // (2 * played) if played else 0

    def progressive(self, n: int) -> int:
        last = max((paper.round for paper in self.papers), default=0)
        return sum((last + 1 - p.round) * self.points(p, n) for p in self.own_papers[n])

    def sonneborn(self, n: int) -> int:
        found = 0
        for paper in self.own_papers[n]:
            weight = {"won": 2, "drawn": 1}.get(self.result(paper, n), 0)
            found += weight * sum(map(self.points_of, self.rivals_in(paper, n)))
        return found

    def wins_against_best(self, n: int) -> int:
        ranked = sorted(map(self.points_of, self.numbers), reverse=True)
        bar = ranked[-(-len(ranked) // 2) - 1]
        best = {one for one in self.numbers if self.points_of(one) >= bar}
        return sum(
            self.result(paper, n) == "won" and bool(best & {*self.rivals_in(paper, n)} - {n})
            for paper in self.own_papers[n]
        )

    def first_there(self, n: int) -> int:
        rounds = [paper.round for paper in self.own_papers[n] if self.points(paper, n)]
        return -max(rounds, default=0)

    def of_tally(self, key: str, n: int) -> int:
        part, tally = key.split(":")
        worth = {"for": self.made, "against": self.conceded, "diff": self.difference}[part]
        found = sum(worth(paper, n, tally) for paper in self.own_papers[n])
        return -found if part == "against" else found

    def exit_round(self, n: int) -> int:
        return ways_out.exit_round(self.hall, n)

    def survival(self, n: int) -> int:
        return ways_out.survival(self.hall, n)

    def bracket_place(self, n: int) -> int:
        return ways_out.bracket_place(self.hall, n)

    @cached_property
    def formats_order(self) -> list[int]:
        orders = {"ladder": ways_out.ladder_order, "boxes": ways_out.boxes_order}
        return orders[self.hall.format](self.hall)

    def format_order(self, n: int) -> int:
        order = self.formats_order
        return len(order) - order.index(n) if n in order else 0

    def value(self, key: str, n: int) -> int:
        named = {"points": "points_of"}
        if ":" in key:
            return self.of_tally(key, n)
        return getattr(self, named.get(key, key))(n)

    # --- Among the tied -------------------------------------------------------------------------
    def between(self, n: int, others: Iterable[int]) -> list[Paper]:
        """The papers in which this one met one of the others."""
        there = set(others) - {n}
        return [
            paper
            for paper in self.own_papers[n]
            if not paper.guests
            and there & {one for side in paper.sides if n not in side for one in side}
        ]

    def head_to_head(self, tied: Sequence[int]) -> dict[int, int]:
        if len(tied) != 2:
            return dict.fromkeys(tied, 0)
        return {n: sum(self.result(p, n) == "won" for p in self.between(n, tied)) for n in tied}

    def mini_league(self, tied: Sequence[int]) -> dict[int, int]:
        if len(tied) < 2:
            return dict.fromkeys(tied, 0)
        ordered = self.split(list(tied))
        below = len(tied)
        found = {}
        for part in ordered:
            below -= len(part)
            found |= dict.fromkeys(part, below)
        return found

    def split(self, tied: list[int]) -> list[list[int]]:
        """The tied in parts, the best first, until nothing splits them any more."""
        if len(tied) < 2:
            return [tied]
        table = {
            n: tuple(
                sum(worth(paper, n) for paper in self.between(n, tied))
                for worth in (self.points, self.difference, self.made)
            )
            for n in tied
        }
        parts = parted(tied, lambda n: table[n])
        return [part for one in parts for part in self.split(one)] if len(parts) > 1 else [tied]

    def lot(self, tied: Sequence[int]) -> dict[int, int]:
        if len(tied) < 2:
            return dict.fromkeys(tied, 0)
        order = ball_order(tied, self.hall.seed, "lot")
        return {n: len(order) - at for at, n in enumerate(order)}

    # --- The table ------------------------------------------------------------------------------
    def table(self) -> list[tuple[int, int, dict[str, int]]]:
        """Place, number and values of everybody, in order."""
        parts = parted(self.numbers, lambda n: -(n in self.hall.last))
        values: dict[int, dict[str, int]] = {n: {} for n in self.numbers}
        for key in self.hall.chain:
            for part in parts:
                among = getattr(self, key)(part) if key in AMONG else None
                for n in part:
                    values[n][key] = among[n] if among is not None else self.value(key, n)
            parts = [
                one for part in parts for one in parted(part, lambda n, key=key: values[n][key])
            ]
        lines, place = [], 1
        for part in parts:
            lines += [(place, n, values[n]) for n in sorted(part)]
            place += len(part)
        return lines


AMONG = {"head_to_head", "mini_league", "lot"}


def parted(numbers: Sequence[int], value: Callable[[int], Any]) -> list[list[int]]:
    """The numbers by their value, the highest first."""
    found: dict[Any, list[int]] = {}
    for number in numbers:
        found.setdefault(value(number), []).append(number)
    return [found[one] for one in sorted(found, reverse=True)]


def tables_of(hall: Hall) -> dict[str, list[tuple[int, int, dict[str, int]]]]:
    """The table of each group as if there were no other; of everybody under "" without groups."""
    if not hall.groups:
        return {"": Book(hall, hall.numbers, hall.papers).table()}
    return {
        name: Book(hall, numbers, papers_in(hall, name, numbers)).table()
        for name, numbers in hall.groups.items()
    }


def papers_in(hall: Hall, name: str, numbers: Sequence[int]) -> list[Paper]:
    return [
        paper
        for paper in hall.papers
        if paper.group == name and set(sum(paper.sides, ())) - paper.guests <= set(numbers)
    ]
