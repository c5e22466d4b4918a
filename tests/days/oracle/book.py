"""A table of standings, computed as docs/standings/ describes it."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any

from tests.days.oracle import ways_out
from tests.days.oracle.papers import Paper, PaperStage
from tournaments.pairing.draw import ball_order

MILLION = 1_000_000
DEFAULT_COUNTING = {
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
    """The standings of some entries of a stage, computed from `papers`: matches as in their actas.

    In the methods, `n` is the number of an entry. The methods with the name of a tie-break return
    its value for the entry; higher is better.
    """

    def __init__(
        self, paper_stage: PaperStage, numbers: Sequence[int], papers: Iterable[Paper]
    ) -> None:
        self.paper_stage = paper_stage
        self.numbers = tuple(numbers)
        self.papers = list(papers)
        self.counting = DEFAULT_COUNTING | dict(paper_stage.counting)
        self.rest_worth = self.counting["bye"] or paper_stage.rest_worth
        self.own_papers = {
            number: [
                paper
                for paper in self.papers
                if any(number in side for side in paper.sides) and number not in paper.guests
            ]
            for number in self.numbers
        }

    # --- One match ------------------------------------------------------------------------------
    def side(self, paper: Paper, number: int) -> int:
        return next(index for index, side in enumerate(paper.sides) if number in side)

    def result(self, paper: Paper, number: int) -> str:
        """Return "won", "drawn" or "lost", or "" for a rest that counts as none of them."""
        if paper.rests:
            return {"win": "won", "draw": "drawn"}.get(self.rest_worth, "")
        if paper.winner is None:
            return "drawn"
        return "won" if self.side(paper, number) == paper.winner else "lost"

    def points(self, paper: Paper, number: int) -> int:
        if paper.rests and self.rest_worth == "mean":
            return self.mean(paper.round, self.points)
        result, table = self.result(paper, number), self.counting["table"]
        if not result:
            return 0
        if paper.forfeit and result != "drawn":
            forfeit_points = self.counting["forfeit_win" if result == "won" else "forfeit_loss"]
            if forfeit_points is not None:
                return forfeit_points
        if table and paper.rests:
            return table[0] if result == "won" else self.counting["draw"]
        if table:
            return self.points_by_place(paper, number)
        return self.counting[{"won": "win", "drawn": "draw", "lost": "loss"}[result]]

    def points_by_place(self, paper: Paper, number: int) -> int:
        """Return the points of the entry's place at its table; equal scores share the points."""
        scores = paper.tallies[self.paper_stage.counted_tally]
        own_score = scores[self.side(paper, number)]
        above = sum(score > own_score for score in scores)
        level = scores.count(own_score)
        shared_points = [*self.counting["table"], *[0] * 9][above : above + level]
        return sum(shared_points) // level

    def tally_in(self, paper: Paper, number: int, tally: str = "") -> int:
        """Return the units of a tally (default: the counted one) that the entry wins here."""
        tally = tally or self.paper_stage.counted_tally
        counts = tally == self.paper_stage.counted_tally
        if not paper.rests:
            return self.capped_score(self.side_tallies(paper, tally)[self.side(paper, number)])
        if counts and self.counting["bye_counted"] is not None:
            return self.counting["bye_counted"]
        if counts and self.rest_worth == "mean":
            return self.mean(paper.round, self.tally_in)
        return self.capped_score(self.paper_stage.victory[tally] if self.rest_worth == "win" else 0)

    def side_tallies(self, paper: Paper, tally: str) -> tuple[int, ...]:
        """Return the tally of each side; in a forfeit, the score that the stage fixes, if any."""
        forfeit_score = self.counting["forfeit_counted"]
        counts = tally == self.paper_stage.counted_tally
        if counts and paper.forfeit and forfeit_score is not None and paper.winner is not None:
            return tuple(
                forfeit_score if side == paper.winner else 0 for side in range(len(paper.sides))
            )
        return paper.tallies[tally]

    def capped_score(self, score: int) -> int:
        return min(score, self.counting["cap"]) if self.counting["cap"] else score

    def rival_tally(self, paper: Paper, number: int, tally: str = "") -> int:
        """Return the units of the tally that the rival sides win in this match."""
        if paper.rests:
            return 0
        own_side = self.side(paper, number)
        scores = self.side_tallies(paper, tally or self.paper_stage.counted_tally)
        return sum(
            self.capped_score(score) for side, score in enumerate(scores) if side != own_side
        )

    def difference(self, paper: Paper, number: int, tally: str = "") -> int:
        counts = tally in ("", self.paper_stage.counted_tally)
        mean = self.rest_worth == "mean" and self.counting["bye_counted"] is None
        if paper.rests and counts and (mean or not self.counting["bye_in_difference"]):
            difference = 0
        else:
            difference = self.tally_in(paper, number, tally) - self.rival_tally(
                paper, number, tally
            )
        cap = self.counting["cap_difference"]
        return max(-cap, min(cap, difference)) if cap else difference

    def mean(self, round: int, worth: Callable[[Paper, int], int]) -> int:
        """Return the mean of `worth` over the entries that played the round, halves rounded up."""
        values = [
            worth(paper, number)
            for number in self.numbers
            for paper in self.own_papers[number]
            if paper.round == round and not paper.rests
        ]
        return floor(Fraction(sum(values), len(values)) + Fraction(1, 2)) if values else 0

    # --- Sums -----------------------------------------------------------------------------------
    def sum_of_best(self, number: int, worth: Callable[[Paper, int], int]) -> int:
        """Add up `worth` over the entry's matches, or over its best ones if the stage says so."""
        papers = [paper for paper in self.own_papers[number] if not self.is_ignored_rest(paper)]
        values = sorted((worth(paper, number) for paper in papers), reverse=True)
        return sum(values[: self.counting["best"]] if self.counting["best"] else values)

    def is_ignored_rest(self, paper: Paper) -> bool:
        """Return whether the paper is a rest that adds nothing."""
        has_no_worth = self.counting["bye_counted"] is None
        return paper.rests and self.rest_worth == "nothing" and has_no_worth

    def count(self, number: int, *results: str) -> int:
        """Return the number of the entry's matches with one of these results."""
        return sum(self.result(paper, number) in results for paper in self.own_papers[number])

    def penalty(self, number: int, kind: str, unit: int = 1) -> int:
        """Return the points to subtract from the sum of this kind, "points" or "counted"."""
        is_subtracted = self.counting["penalties"] == kind
        return unit * self.paper_stage.penalties.get(number, 0) if is_subtracted else 0

    def carried_value(self, key: str, n: int) -> int:
        """Return the value that the entry carries from the stage before."""
        return self.paper_stage.carried_values.get(n, {}).get(key, 0)

    # --- Each tie-break -------------------------------------------------------------------------
    def wins(self, n: int) -> int:
        return self.count(n, "won") + self.carried_value("wins", n)

    def points_of(self, n: int) -> int:
        total = self.sum_of_best(n, self.points) + self.carried_value("points", n)
        return total - self.penalty(n, "points", self.counting["unit"])

    def played(self, n: int) -> int:
        return self.count(n, "won", "drawn", "lost")

    def drawn(self, n: int) -> int:
        return self.count(n, "drawn")

    def lost(self, n: int) -> int:
        return -self.count(n, "lost")

    def wins_per_match(self, n: int) -> int:
        matches = self.played(n)
        return (
            (2 * self.count(n, "won") + self.drawn(n)) * MILLION // (2 * matches) if matches else 0
        )

    def counted_won(self, n: int) -> int:
        total = self.sum_of_best(n, self.tally_in) + self.carried_value("counted_won", n)
        return total - self.penalty(n, "counted")

    def counted_lost(self, n: int) -> int:
        return -sum(self.rival_tally(paper, n) for paper in self.own_papers[n])

    def counted_diff(self, n: int) -> int:
        total = self.sum_of_best(n, self.difference) + self.carried_value("counted_diff", n)
        return total - self.penalty(n, "counted")

    def best_round(self, n: int) -> int:
        return max(
            (self.tally_in(paper, n) for paper in self.own_papers[n] if not paper.rests), default=0
        )

    def penalties(self, n: int) -> int:
        return -self.paper_stage.penalties.get(n, 0)

    def rivals(self, n: int) -> list[int]:
        """Return the rivals of every match; in a rest or a catch-up, the entry itself."""
        return [rival for paper in self.own_papers[n] for rival in self.rivals_in(paper, n)]

    def rivals_in(self, paper: Paper, n: int) -> list[int]:
        opponents = [number for side in paper.sides if n not in side for number in side]
        rivals = [n] if paper.rests or paper.guests else opponents
        return [rival for rival in rivals if rival in self.own_papers]

    def buchholz(self, n: int) -> int:
        return sum(map(self.wins, self.rivals(n)))

    def rivals_points(self, n: int) -> int:
        return sum(map(self.points_of, self.rivals(n)))

    def buchholz_cut1(self, n: int) -> int:
        points = sorted(map(self.points_of, self.rivals(n)))
        return sum(points[1:]) if len(points) > 1 else 0

    def median(self, n: int) -> int:
        points = sorted(map(self.points_of, self.rivals(n)))
        return sum(points[1:-1]) if len(points) > 2 else 0

    def rivals_percentage(self, n: int) -> int:
        rivals = self.rivals(n)
        matches = sum(map(self.played, rivals))
        half_wins = sum(2 * self.count(rival, "won") + self.drawn(rival) for rival in rivals)
        return half_wins * MILLION // (2 * matches) if matches else 0

    def progressive(self, n: int) -> int:
        last_round = max((paper.round for paper in self.papers), default=0)
        return sum(
            (last_round + 1 - paper.round) * self.points(paper, n) for paper in self.own_papers[n]
        )

    def sonneborn(self, n: int) -> int:
        total = 0
        for paper in self.own_papers[n]:
            weight = {"won": 2, "drawn": 1}.get(self.result(paper, n), 0)
            total += weight * sum(map(self.points_of, self.rivals_in(paper, n)))
        return total

    def wins_against_best(self, n: int) -> int:
        points = sorted(map(self.points_of, self.numbers), reverse=True)
        threshold = points[-(-len(points) // 2) - 1]
        best_numbers = {number for number in self.numbers if self.points_of(number) >= threshold}
        return sum(
            self.result(paper, n) == "won"
            and bool(best_numbers & {*self.rivals_in(paper, n)} - {n})
            for paper in self.own_papers[n]
        )

    def first_there(self, n: int) -> int:
        rounds = [paper.round for paper in self.own_papers[n] if self.points(paper, n)]
        return -max(rounds, default=0)

    def tally_sum(self, key: str, n: int) -> int:
        """Return the value of a tie-break of one tally, as «for:cotos»."""
        part, tally = key.split(":")
        worth = {"for": self.tally_in, "against": self.rival_tally, "diff": self.difference}[part]
        total = sum(worth(paper, n, tally) for paper in self.own_papers[n])
        return -total if part == "against" else total

    def exit_round(self, n: int) -> int:
        return ways_out.exit_round(self.paper_stage, n)

    def survival(self, n: int) -> int:
        return ways_out.survival(self.paper_stage, n)

    def bracket_place(self, n: int) -> int:
        return ways_out.bracket_place(self.paper_stage, n)

    @cached_property
    def order_of_format(self) -> list[int]:
        orders = {"ladder": ways_out.ladder_order, "boxes": ways_out.boxes_order}
        return orders[self.paper_stage.format](self.paper_stage)

    def format_order(self, n: int) -> int:
        order = self.order_of_format
        return len(order) - order.index(n) if n in order else 0

    def value(self, key: str, n: int) -> int:
        """Return the value of any tie-break that does not depend on the tied entries."""
        methods = {"points": "points_of"}
        if ":" in key:
            return self.tally_sum(key, n)
        return getattr(self, methods.get(key, key))(n)

    # --- Tie-breaks among tied entries ----------------------------------------------------------
    def papers_between(self, n: int, candidates: Iterable[int]) -> list[Paper]:
        """Return the papers in which the entry met one of the candidates."""
        rivals = set(candidates) - {n}
        return [
            paper
            for paper in self.own_papers[n]
            if not paper.guests
            and rivals & {number for side in paper.sides if n not in side for number in side}
        ]

    def head_to_head(self, tied: Sequence[int]) -> dict[int, int]:
        if len(tied) != 2:
            return dict.fromkeys(tied, 0)
        return {
            n: sum(self.result(paper, n) == "won" for paper in self.papers_between(n, tied))
            for n in tied
        }

    def mini_league(self, tied: Sequence[int]) -> dict[int, int]:
        if len(tied) < 2:
            return dict.fromkeys(tied, 0)
        parts = self.split_ties(list(tied))
        below = len(tied)
        values = {}
        for part in parts:
            below -= len(part)
            values |= dict.fromkeys(part, below)
        return values

    def split_ties(self, tied: list[int]) -> list[list[int]]:
        """Split tied entries by their matches with each other, the best part first.

        Each part is split again, until its entries are level.
        """
        if len(tied) < 2:
            return [tied]
        table = {
            n: tuple(
                sum(worth(paper, n) for paper in self.papers_between(n, tied))
                for worth in (self.points, self.difference, self.tally_in)
            )
            for n in tied
        }
        parts = split_by(tied, lambda n: table[n])
        return (
            [smaller for part in parts for smaller in self.split_ties(part)]
            if len(parts) > 1
            else [tied]
        )

    def lot(self, tied: Sequence[int]) -> dict[int, int]:
        if len(tied) < 2:
            return dict.fromkeys(tied, 0)
        order = ball_order(tied, self.paper_stage.seed, "lot")
        return {n: len(order) - index for index, n in enumerate(order)}

    # --- The standings --------------------------------------------------------------------------
    def table(self) -> list[tuple[int, int, dict[str, int]]]:
        """Return each entry's place, number and tie-break values, in order of place."""
        parts = split_by(self.numbers, lambda n: -(n in self.paper_stage.ranked_last))
        values: dict[int, dict[str, int]] = {n: {} for n in self.numbers}
        for key in self.paper_stage.chain:
            for part in parts:
                tied_values = getattr(self, key)(part) if key in TIEBREAKS_OF_TIED else None
                for n in part:
                    values[n][key] = (
                        tied_values[n] if tied_values is not None else self.value(key, n)
                    )
            parts = [
                smaller
                for part in parts
                for smaller in split_by(part, lambda n, key=key: values[n][key])
            ]
        lines, place = [], 1
        for part in parts:
            lines += [(place, n, values[n]) for n in sorted(part)]
            place += len(part)
        return lines


TIEBREAKS_OF_TIED = {"head_to_head", "mini_league", "lot"}


def split_by(numbers: Sequence[int], value: Callable[[int], Any]) -> list[list[int]]:
    """Split the numbers into parts of equal value, the highest value first."""
    parts: dict[Any, list[int]] = {}
    for number in numbers:
        parts.setdefault(value(number), []).append(number)
    return [parts[key] for key in sorted(parts, reverse=True)]


def tables_of(paper_stage: PaperStage) -> dict[str, list[tuple[int, int, dict[str, int]]]]:
    """Return the standings of each group by its name; without groups, under the name ""."""
    if not paper_stage.groups:
        return {"": Book(paper_stage, paper_stage.numbers, paper_stage.papers).table()}
    return {
        name: Book(paper_stage, numbers, papers_in(paper_stage, name, numbers)).table()
        for name, numbers in paper_stage.groups.items()
    }


def papers_in(paper_stage: PaperStage, name: str, numbers: Sequence[int]) -> list[Paper]:
    """Return the papers of a group whose own entries are all among `numbers`."""
    return [
        paper
        for paper in paper_stage.papers
        if paper.group == name and set(sum(paper.sides, ())) - paper.guests <= set(numbers)
    ]
