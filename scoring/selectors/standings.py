"""From what the tables wrote to what formats and standings ask for, always the same few queries.

Only published rounds exist here; a draft is nobody's business yet.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.core import counted
from scoring.outcomes import Outcome
from scoring.ranking.field import Extras
from scoring.selectors.counting import bye_tallies, packed_field, stage_counting
from scoring.selectors.packed import can_pack
from scoring.standings import Line, ranked, standings
from tournaments import formats
from tournaments.formats.core import WIN, Entrant, Played, Situation
from tournaments.models import Entry, Match, MatchSide, Round, Stage

BYE = Match.State.BYE


@dataclass(frozen=True, slots=True)
class _Row:
    """A published match with its result, if any, as plain values."""

    round: int
    position: int
    purpose: str
    sides: tuple[int, ...]
    is_bye: bool
    winner_side: int | None
    tallies: Mapping[str, tuple[int, ...]] | None
    forfeit: bool
    rest_wins: bool

    @property
    def winner(self) -> int | None:
        """The winner's number; who rests is his own winner where that counts as won."""
        if self.is_bye:
            return self.sides[0] if self.rest_wins else None
        return None if self.winner_side is None else self.sides[self.winner_side]

    @property
    def drawn(self) -> bool:
        return self.tallies is not None and self.winner is None


def stage_situation(stage: Stage) -> Situation:
    """Who is entered and what was played: what a format needs to draw the next round. 3 queries."""
    rows = _rows(stage)
    rounds: dict[int, list[Played]] = {}
    for row in rows:
        rounds.setdefault(row.round, []).append(
            Played(row.position, row.sides, row.winner, row.drawn)
        )
    played = tuple(tuple(rounds[number]) for number in sorted(rounds))
    return Situation(
        entrants=stage_entrants(stage),
        rounds=played,
        points=points_after(stage, played),
        sides=stage.sides(),
    )


def points_after(stage: Stage, rounds: Iterable[Iterable[Played]]) -> Counter[int]:
    """Wins; in a game that knows draws, two for a win and one for a draw; nothing where the draw
    does not look at results. No queries once the stage's tournament is loaded."""
    if not formats.format(stage.format).by_results(stage.format_rules()):
        return Counter()
    draws = stage.tournament.rules.can_draw(stage.game_rules())
    points: Counter[int] = Counter()
    for match in (match for matches in rounds for match in matches):
        if match.winner is not None:
            points[match.winner] += 2 if draws else 1
        elif match.drawn:
            points.update(match.sides)
    return points


def stage_outcomes(stage: Stage) -> list[Outcome]:
    """The matches decided so far, byes with the credit the game gives them. 2 queries."""
    return [_outcome(row, stage) for row in _rows(stage) if row.is_bye or row.tallies is not None]


def stage_standings(stage: Stage) -> tuple[Line, ...]:
    """The standings as they are now, each line with the tie-break that placed it. 3 queries, one
    on PostgreSQL; 3 more where the chain asks the format something."""
    extras = stage_extras(stage)
    if can_pack():
        return ranked(packed_field(stage, extras), stage.chain)
    entrants, outcomes = stage_entrants(stage), stage_outcomes(stage)
    tally = counted(stage.tournament.rules, stage.game_rules())
    chain, seed, counting = stage.chain, stage.seed, stage_counting(stage)
    return standings(entrants, outcomes, chain, seed, tally, counting, extras)


def stage_extras(stage: Stage) -> Extras:
    """What the chain asks the format itself: who is alive, and its own order, which is its
    `order` or, in groups of those level, its `places`. No queries for a chain
    that asks neither, else 3."""
    format, options = formats.format(stage.format), stage.format_rules()
    if "survival" not in stage.chain and "format_order" not in stage.chain:
        return Extras()
    situation = stage_situation(stage)
    alive = format.still_in(situation, options)
    if hasattr(format, "places"):
        return Extras(order=format.places(situation, options), alive=alive)
    order = format.order(situation, options) if hasattr(format, "order") else ()
    return Extras(order=[(number,) for number in order], alive=alive)


def stage_entrants(stage: Stage) -> tuple[Entrant, ...]:
    """Every entry registered, the withdrawn ones marked. 1 query."""
    entries = Entry.objects.filter(tournament=stage.tournament_id).order_by("number")
    return tuple(
        Entrant(number, active=state == Entry.State.ENTERED)
        for number, state in entries.values_list("number", "state")
    )


def _outcome(row: _Row, stage: Stage) -> Outcome:
    if row.is_bye:
        return Outcome(row.round, row.sides, row.winner, bye_tallies(stage), "bye", row.purpose)
    kind = "forfeit" if row.forfeit else "played"
    return Outcome(row.round, row.sides, row.winner, row.tallies or {}, kind, row.purpose)


def _rows(stage: Stage) -> list[_Row]:
    """2 queries."""
    published = {"round__stage": stage, "round__state": Round.State.PUBLISHED}
    sides: defaultdict[int, list[int]] = defaultdict(list)
    for match, number in (
        MatchSide.objects.filter(match__round__stage=stage)
        .order_by("match", "side")
        .values_list("match_id", "entry__number")
    ):
        sides[match].append(number)
    matches = Match.objects.filter(**published).order_by("round__number", "position")
    rest_wins = formats.format(stage.format).rest(stage.format_rules()) == WIN
    return [
        _Row(
            round, position, purpose, tuple(sides[pk]), state == BYE, winner,
            tallies and {key: tuple(value) for key, value in tallies.items()}, bool(forfeit),
            rest_wins,
        )
        for pk, round, position, purpose, state, winner, tallies, forfeit in matches.values_list(
            "pk", "round__number", "position", "purpose", "state",
            "result__winner", "result__tallies", "result__forfeit",
        )
    ]  # fmt: skip
