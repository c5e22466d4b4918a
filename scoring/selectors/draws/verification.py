"""Whether a published draw is the one that comes out of what was published: step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.selectors.draws.checked import Repeated, in_words, repeat
from scoring.selectors.draws.since_drawn import Change
from tournaments.models import DrawCommitment, Round
from tournaments.pairing.commitment import commitment, listed_numbers, seed_from
from tournaments.pairing.draw import ball
from tournaments.pairing.hall import Hall, give_tables
from tournaments.selectors.commitments import commitment_of
from tournaments.selectors.rounds import numbers_drawn
from tournaments.selectors.snapshots import is_whole

BALL_DIGITS = 12  # of each ball that a page shows; the whole ball decides

Rows = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Step:
    """A step that must be equal: "commitment", "list", "seed", "draw", "hands" or "tables"."""

    key: str
    published: str
    found: str

    @property
    def equal(self) -> bool:
        return self.published == self.found


@dataclass(frozen=True, slots=True)
class Verification:
    """`told` is the commitment with its secret and word, None for a quick draw. `label` and `bag`
    (number and ball, in order) are there when the round is drawn ball by ball.

    `changes`: what the round was drawn from and is no longer so, and `now` what the same seed would
    give today (`since_drawn`), empty while nothing has changed. `exchanged`: a correction has
    changed seats of it. `known`: what it was drawn from is kept, so that none of that explains an
    unequal draw.
    """

    told: DrawCommitment | None
    steps: Sequence[Step]
    label: str
    bag: Sequence[tuple[int, str]]
    changes: Sequence[Change]
    now: str
    exchanged: bool
    known: bool

    @property
    def equal(self) -> bool:
        return all(step.equal for step in self.steps)

    @property
    def corrected(self) -> bool:
        return bool(self.changes) or self.exchanged

    @property
    def explained(self) -> bool:
        """Whether a correction may explain what differs: the old input is not kept."""
        return self.corrected and not self.known


def verification(round: Round, repeated: Repeated | None = None) -> Verification:
    """A published round beside its draw made again: now, unless it is given."""
    repeated = repeated or repeat(round)
    found = commitment_of(round)
    stage, numbers = round.stage, numbers_drawn(round)
    label = stage.system.ball_label if round.number == 1 else ""
    order = stage.system.balls(numbers, round.number, round.seed)
    drawn = {row[0]: row[1] for row in round.report["drawn"]}
    return Verification(
        told=found,
        steps=[
            *(_promised(found, round) if found else []),
            Step("draw", in_words(drawn), repeated.drawn),
            Step("hands", in_words(_as_it_stands(round)), in_words(_after_hands(round, drawn))),
            *_tables(round.report.get("seating")),
        ],
        label=label,
        bag=[(number, ball(round.seed, label, number)[:BALL_DIGITS]) for number in order],
        changes=repeated.changes,
        now=repeated.now,
        exchanged=bool(round.report.get("exchanges")),
        known=is_whole(round.report.get("looked_at")),
    )


def _promised(found: DrawCommitment, round: Round) -> list[Step]:
    """Return the published promise and its seed, unless somebody in it was forgotten since."""
    listed = ",".join(map(str, listed_numbers(found.text)))
    steps = [
        Step("commitment", found.digest, commitment(found.text, found.secret)),
        Step("list", listed, ",".join(map(str, numbers_drawn(round)))),
        Step("seed", round.seed, seed_from(found.secret, found.word)),
    ]
    if found.verifiable:
        return steps
    return [step for step in steps[1:] if step.key == "list" or step.equal]


def _tables(seating: Mapping[str, Any] | None) -> list[Step]:
    """Return the tables given when the round was published, beside those that what was kept of the
    hall gives; no step where no entry kept a table and all were in service."""
    if seating is None:
        return []
    kept = {int(number): table for number, table in seating["kept"].items()}
    given = give_tables(Hall(seating["free"], seating["queue"], kept, seating["fixed"]))
    published = {int(number): table for number, table in seating["tables"].items()}
    found = {number: table for number, table in given.items() if number in published}
    return [Step("tables", _seats(published), _seats(found))]


def _seats(tables: Mapping[int, int]) -> str:
    return "; ".join(f"{number} → {table}" for number, table in sorted(tables.items()))


def _as_it_stands(round: Round) -> Rows:
    seats = round.sides.filter(guest=False, board__lte=1).order_by("match_id", "side", "place")
    rows: Rows = {}
    for position, number in seats.values_list("match__position", "entry__number"):
        rows.setdefault(position, []).append(number)
    return rows


def _after_hands(round: Round, drawn: Rows) -> Rows:
    """The draw with the changes published beside it: swaps, late entries, corrected seats."""
    rows = {position: list(sides) for position, sides in drawn.items()}
    for swap in round.swaps.select_related("first", "second"):
        change = {swap.first.number: swap.second.number, swap.second.number: swap.first.number}
        rows = {at: [change.get(side, side) for side in sides] for at, sides in rows.items()}
    for late in round.report.get("late", []):
        first, *others = ([number] for number in late.get("rivals", [late["rival"]]))
        for sides in rows.values():
            if sides == first:
                sides.extend([*(number for other in others for number in other), late["entry"]])
        rows = {at: sides for at, sides in rows.items() if sides not in others}
    for exchange in round.report.get("exchanges", []):
        rows |= {position: list(sides) for position, sides in exchange.get("rows", [])}
    return rows
