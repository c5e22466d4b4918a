"""What the pages of rounds ask: how a draw comes out again, and what the next one waits for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from scoring.selectors.absent import Missing, left_out, missing_from, still_out
from scoring.selectors.actas import detailed
from scoring.selectors.history import NOTHING_SUPPOSED, Supposing
from scoring.selectors.standings import stage_situation
from tournaments.formats.core import NEXT_ROUND, Draw, DrawError, Situation
from tournaments.formats.history import active_set, all_finished
from tournaments.models import Entry, Match, Round, Stage
from tournaments.selectors.entries import entries_of
from tournaments.selectors.looked_at import remembered
from tournaments.selectors.rounds import numbers_drawn, rounds_of

UNFINISHED = [Match.State.WAITING, Match.State.PLAYING]


@dataclass(frozen=True, slots=True)
class NextRound:
    """What stands between the hall and the next draw.

    `state` is "draft" (one is drawn), "calls" (by the clock, begun), "unfinished", "over", "few"
    (fewer than `fewest`) or "ready". `all_drawn`: no round is left, only matches to finish.
    `free`: the numbers that may be drawn and are in no unfinished match.
    `matches` and `byes` are those the next round will have; `missing` who would be in it without
    being marked as present, or as paid.
    """

    number: int
    serial: int
    last_number: int
    state: str
    unfinished: Sequence[Match]
    matches: int
    byes: int
    missing: Missing
    fewest: int
    all_drawn: bool = False
    free: Sequence[int] = ()

    def waiting(self, tables: int) -> int:
        """How many of its matches will wait for a table."""
        return max(self.matches - tables, 0)


def next_round(stage: Stage) -> NextRound:
    """What the next round is and what it waits for. 12 queries at most, whatever the size."""
    rounds = rounds_of(stage)
    published = [round for round in rounds if round.state == Round.State.PUBLISHED]
    unfinished = list(
        detailed(Match.objects.filter(round__in=published, state__in=UNFINISHED)).order_by("number")
    )
    number = len(published) + 1
    situation = stage_situation(stage)
    last_number = _last_number(stage, published, len(active_set(situation)))
    matches, byes, fewest = _size(stage, situation)
    all_drawn = not matches if stage.system.OVERLAPS else 0 < last_number < number
    if len(rounds) > len(published):
        state = "draft"
    elif published and stage.system.is_over(situation, stage.format_rules()):
        state = "over"
    elif published and stage.by_calls:
        state = "calls"
    elif unfinished and (all_drawn or not stage.system.OVERLAPS):
        state = "unfinished"
    else:
        state = "ready" if matches else "few"
    return NextRound(
        number, rounds[-1].serial if state == "draft" else 0, last_number, state, unfinished,
        matches, byes,
        missing=missing_from(stage, situation) if state == "ready" else Missing(),
        fewest=fewest,
        all_drawn=all_drawn,
        free=_free(stage, situation),
    )  # fmt: skip


def published_matches(round: Round) -> QuerySet[Match]:
    """The round's matches by position, with results, entries and players: 4 queries once read."""
    return detailed(round.matches.all()).order_by("position", "board")


def entries_since(round: Round) -> tuple[list[Entry], list[Entry]]:
    """Entries that came after a draft was drawn and would be in it if it were drawn now, those it
    left out among them once they are marked; and those in it that have left. 10 queries at most."""
    drawn = set(round.sides.values_list("entry__number", flat=True))
    due = due_now(round) - drawn
    if left_out(round):
        due -= still_out(round, stage_situation(round.stage, round.number))
    entries = list(entries_of(round.stage).prefetch_related("seats__player"))
    came = [entry for entry in entries if entry.number in due]
    left = [entry for entry in entries if not entry.live and entry.number in drawn]
    return came, left


def due_now(round: Round) -> frozenset[int]:
    """The numbers a draw of this round would take if it were made now; none where it would take
    nobody new: who has been knocked out, or waits for the consolation, is not late, and by the
    clock whoever is free is called without that. 3 queries at most."""
    system, options = round.stage.system, round.stage.format_rules()
    if system.OVERLAPS:
        return frozenset()
    situation = stage_situation(round.stage, round.number)
    if not situation.rounds:
        return active_set(situation)
    if system.late(situation, options) != NEXT_ROUND:
        return frozenset()
    return system.still_in(situation, options)


def situation_before(round: Round, supposed: Supposing = NOTHING_SUPPOSED) -> Situation:
    """What the round was drawn from: the entries that were in it and the rounds before, with their
    results as they are written now, or as they would be; seeds, towns and wishes as they were.
    3 queries."""
    drawn = set(numbers_drawn(round))
    situation = stage_situation(round.stage, round.number, supposed)
    situation = remembered(situation, round.report.get("looked_at"))
    entrants = [replace(one, active=True) for one in situation.entrants if one.number in drawn]
    # By the clock, those who were in a call were the ones called for, the bell rung or not.
    return replace(situation, entrants=tuple(entrants), closed=False)


def results_changed(round: Round) -> bool:
    """Whether a result the round was drawn from has been corrected since. 3 queries."""
    situation = situation_before(round)
    drawn_with = {int(number): won for number, won in round.report.get("points", {}).items()}
    reopened = not round.stage.system.OVERLAPS and not all_finished(situation)
    return reopened or dict(situation.points) != drawn_with


def recomputed(round: Round, supposed: Supposing = NOTHING_SUPPOSED) -> Draw:
    """The draw of a round made again from its seed, with those results. 3 queries, and 1 for the
    stage."""
    system = round.stage.system
    options = system.Options(**round.report.get("options", round.stage.format_options))
    return system.next_round(situation_before(round, supposed), options, round.seed)


def _last_number(stage: Stage, published: Sequence[Round], entries: int) -> int:
    """The number of the last round, for those in the first one or those entered so far."""
    entrants = len(numbers_drawn(published[0])) if published else entries
    return stage.system.rounds_in_all(entrants, stage.format_rules())


def _free(stage: Stage, situation: Situation) -> list[int]:
    busy = {
        number
        for matches in situation.rounds
        for match in matches
        if not match.finished
        for number in match.sides
    }
    return sorted(stage.system.still_in(situation, stage.format_rules()) - busy)


def _size(stage: Stage, situation: Situation) -> tuple[int, int, int]:
    """Matches and byes of the next round, drawn on trial, none when it cannot be drawn; and how
    many entries it takes to draw it."""
    try:
        trial = stage.system.next_round(situation, stage.format_rules(), stage.seed)
    except DrawError as error:
        fewest = error.params.get("minimum")
        return 0, 0, fewest if isinstance(fewest, int) else stage.sides()
    byes = sum(len(one.sides) for one in trial.pairings if one.rest)
    matches = sum(not one.rest for one in trial.pairings) * max(stage.boards(), 1)
    return matches, byes, stage.sides()
