"""From which results and with which seeds a round was drawn, before a correction drew it again."""

import re
from collections.abc import Collection, Sequence
from hashlib import sha256

from scoring.selectors.actas import detailed
from scoring.selectors.rounds import results_changed, to_draw
from scoring.services.rounds import SEED_LENGTH
from tournaments.formats.core import Situation
from tournaments.models import Match, Round

AGAIN = re.compile(r"/c(\d+)$")


def mark_of(situation: Situation) -> str:
    """A mark of the results that a round is drawn from: the same results have the same."""
    points, counted = (sorted(one.items()) for one in (situation.points, situation.counted))
    results = situation.rounds, points, situation.ranking, counted
    return sha256(repr(results).encode()).hexdigest()[:16]


def keep_results(round: Round, codes: Sequence[str]) -> None:
    """Before the correction: from which results the round was drawn, and how these matches, which
    have not begun, are paired, so that taking the correction back gives back the same."""
    mark = "" if results_changed(round) else mark_of(to_draw(round.stage, round.number))
    rows = [
        [one.position, [entry.number for entry in one.everybody]]
        for one in detailed(round.matches.filter(code__in=codes)).order_by("position")
    ]
    before = [*round.report.get("before", []), {"results": mark, "seed": round.seed, "rows": rows}]
    round.report["before"] = before
    round.save(update_fields=["report"])


def seed_for(round: Round, mark: str) -> str:
    """The seed with which it was drawn from these very results, or else one never used in it."""
    before = round.report.get("before", [])
    for one in before:
        if one["results"] == mark:
            return str(one["seed"])
    used, seed = {one["seed"] for one in before}, again(round.seed)
    while seed in used:
        seed = again(seed)
    return seed


def seats_before(
    round: Round, free: Sequence[Match], numbers: Collection[int], mark: str
) -> list[tuple[Match, tuple[int, ...]]]:
    """How these matches were paired from the results of this mark; nothing where they were not, or
    other people sit in them now."""
    for one in round.report.get("before", []):
        rows = dict(one["rows"])
        there = [rows.get(match.position, []) for match in free]
        same_people = {number for row in there for number in row} == set(numbers)
        same_rests = all(
            (len(row) == 1) == (match.state == Match.State.BYE)
            for match, row in zip(free, there, strict=True)
        )
        if one["results"] == mark and same_people and same_rests:
            return [(match, tuple(row)) for match, row in zip(free, there, strict=True)]
    return []


def again(seed: str) -> str:
    """The seed of a draw made again from a correction: the same with /c1, /c2…

    >>> again("4821 7730/2"), again("4821 7730/2/c1")
    ('4821 7730/2/c1', '4821 7730/2/c2')
    """
    told = AGAIN.search(seed)
    plain, times = (seed[: told.start()], int(told[1])) if told else (seed, 0)
    mark = f"/c{times + 1}"
    return plain[: SEED_LENGTH - len(mark)] + mark


def last_seed(round: Round) -> str:
    seeds = [one["seed"] for one in round.report.get("replays", []) if "seed" in one]
    return seeds[-1] if seeds else round.seed
