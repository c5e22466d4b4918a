"""Queries about rounds: the repeated draw of a round, and the matches that delay the next round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.actas.selectors.actas import with_details
from scoring.rounds.selectors.before_drawing import (
    MissingEntries,
    missing_entries,
    numbers_left_out,
    numbers_still_out,
)
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResults
from scoring.standings.selectors.standings import counted_situation, stage_situation
from tournaments.formats.base import FormatOptions
from tournaments.formats.core import NEXT_ROUND, Draw, DrawError, Situation
from tournaments.formats.history import active_set
from tournaments.models import Entry, Match, Round, Stage
from tournaments.names.audience import EVERY_ROUND
from tournaments.people.selectors.entries import entries_of
from tournaments.rounds.selectors.day import lots_to_come, phase_to_come
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import next_serial, numbers_drawn, rounds_of
from tournaments.rounds.selectors.snapshots import (
    MatchKey,
    is_complete,
    matches_in,
    restore_situation,
    situation_at_draw,
    situation_with_entries_at_draw,
)
from tournaments.rounds.words.rounds import draw_labels, name_in_hall, round_with_article


@dataclass(frozen=True, slots=True)
class NextRound:
    """The state of the hall before the next draw.

    `number` is the number of the next round in the stage, `serial` its number in the event, and
    `phase` its `Format.phase`, "" if that is uncertain. `lots` is whether lots are drawn for it.

    - `state`: "draft" (a draft exists), "calls" (a stage by the clock has begun), "unfinished",
      "over", "few" (fewer entries than `fewest`) or "ready".
    - `all_drawn`: whether every round is drawn, so that only matches are left to finish.
    - `last_number`: the number of the last round of the stage, 0 if unknown.
    - `free_numbers`: the numbers of the entries that may be drawn and have no unfinished match.
    - `matches`, `byes` and `rematches`: how many the next round has, by a trial draw.
    - `missing`: the entries of the round that are not marked as present or as paid.
    - `calls`: whether the stage is played by the clock.
    - `rounds_without_rematch`: how many rounds are possible without a rematch, 0 if that is enough
      for all rounds.
    """

    number: int
    serial: int
    last_number: int
    state: str
    unfinished_matches: Sequence[Match]
    matches: int
    byes: int
    missing: MissingEntries
    fewest: int
    all_drawn: bool = False
    free_numbers: Sequence[int] = ()
    rematches: int = 0
    rounds_without_rematch: int = 0
    phase: str = ""
    lots: bool = True
    consolation: bool = False  # lots are drawn only for a consolation
    calls: bool = False

    @property
    def name(self) -> str:
        """Return the name of the round in the hall: «Semifinales», or «Ronda 7»."""
        return name_in_hall(self.serial, self.phase, self.calls)

    @property
    def with_article(self) -> str:
        """Return the name of the round with its article: «las semifinales», or «la ronda 7»."""
        return round_with_article(self.serial, self.phase, self.calls)

    @property
    def labels(self) -> tuple[str, str]:
        """Return the labels of two buttons: draw with everybody, draw without absent entries."""
        return draw_labels(self.lots, self.serial, self.phase, consolation=self.consolation)

    def waiting(self, tables: int) -> int:
        """Return the number of matches of the round that wait if the hall has `tables` tables."""
        return max(self.matches - tables, 0)


def next_round(stage: Stage) -> NextRound:
    rounds = rounds_of(stage, EVERY_ROUND)
    published_rounds = [round for round in rounds if round.state == Round.State.PUBLISHED]
    unfinished_matches = list(
        with_details(
            Match.objects.filter(round__in=published_rounds, state__in=Match.UNFINISHED)
        ).order_by("number")
    )
    number = len(published_rounds) + 1
    situation = stage_situation(stage, EVERY_ROUND)
    lots, consolation = lots_to_come(stage, published_rounds)
    last_number = _last_number(stage, published_rounds, len(active_set(situation)))
    trial, fewest = _trial_draw(stage, situation)
    matches, byes = _round_size(stage, trial)
    all_drawn = not matches if stage.system.overlaps else 0 < last_number < number
    draft = rounds[-1] if len(rounds) > len(published_rounds) else None
    if draft is not None:
        state = "draft"
    elif published_rounds and stage.system.is_over(situation, stage.format_rules()):
        state = "over"
    elif published_rounds and stage.by_calls:
        state = "calls"
    elif unfinished_matches and (all_drawn or not stage.system.overlaps):
        state = "unfinished"
    else:
        # If only one entry can reach the final, the final is a bye without a match.
        state = "ready" if matches or (published_rounds and byes) else "few"
    return NextRound(
        number,
        draft.serial if draft else next_serial(stage.tournament),
        last_number,
        state,
        unfinished_matches,
        matches,
        byes,
        missing=missing_entries(stage, situation) if state == "ready" else MissingEntries(),
        fewest=fewest,
        all_drawn=all_drawn,
        free_numbers=_free_numbers(stage, situation),
        rematches=_rematch_count(stage, number, trial) if trial and published_rounds else 0,
        rounds_without_rematch=_rounds_without_rematch(
            stage, published_rounds, situation, last_number
        ),
        phase=draft.phase if draft else phase_to_come(stage, published_rounds),
        lots=lots,
        consolation=consolation,
        calls=stage.by_calls,
    )


def missing_entries_now(stage: Stage) -> MissingEntries:
    """Return the absent entries and the unpaid entries of the next draw."""
    return missing_entries(stage, stage_situation(stage, EVERY_ROUND))


def arrivals_and_departures(round: Round) -> tuple[list[Entry], list[Entry]]:
    """Return the new entries that a draft lacks, and the entries of the draft that have left."""
    drawn_numbers = set(round.sides.values_list("entry__number", flat=True))
    missing_numbers = entries_of_new_draw(round) - drawn_numbers
    if numbers_left_out(round):
        missing_numbers -= numbers_still_out(
            round, stage_situation(round.stage, EVERY_ROUND, round.number)
        )
    entries = list(entries_of(round.stage).prefetch_related(seats()))
    new_entries = [entry for entry in entries if entry.number in missing_numbers]
    departed_entries = [
        entry for entry in entries if not entry.live and entry.number in drawn_numbers
    ]
    return new_entries, departed_entries


def entries_of_new_draw(round: Round) -> frozenset[int]:
    """Return the numbers of the entries that a new draw of this round would include.

    Return an empty set if the format takes no new entries in this round.
    """
    system, options = round.stage.system, round.stage.format_rules()
    if system.overlaps:
        return frozenset()
    situation = stage_situation(round.stage, EVERY_ROUND, round.number)
    if not situation.rounds:
        return active_set(situation)
    if system.late_arrival(situation, options) != NEXT_ROUND:
        return frozenset()
    return system.living_entries(situation, options)


def situation_to_draw(stage: Stage, number: int | None = None) -> Situation:
    """Return the situation from which the format draws the next round, or round `number`."""
    return stage.system.snapshot(stage_situation(stage, EVERY_ROUND, number), stage.format_rules())


def situation_before(round: Round, supposed: SupposedResults = NOTHING_SUPPOSED) -> Situation:
    """Return the situation of the round with the entries at its draw and the current results.

    `supposed` results, if any, replace the current results.
    """
    snapshot = round.report.get("looked_at")
    if not is_complete(snapshot):
        situation = counted_situation(round.stage, None, EVERY_ROUND, round.number, supposed)
        return _situation_of_drawn_entries(restore_situation(situation, snapshot), round)
    return _snapshot_with_current_results(
        round, stage_situation(round.stage, EVERY_ROUND, round.number, supposed)
    )


def draw_snapshot(round: Round) -> Situation:
    """Return the snapshot of the round's draw.

    Without a stored snapshot, use the points at the draw and the current results.
    """
    snapshot, points = round.report.get("looked_at"), points_at_draw(round)
    if is_complete(snapshot):
        return situation_at_draw(
            stage_situation(round.stage, EVERY_ROUND, round.number), snapshot, points
        )
    return replace(situation_before(round), points=points)


def situations_then_and_now(
    round: Round, supposed: SupposedResults = NOTHING_SUPPOSED
) -> tuple[Situation, Situation]:
    """Return the situation at the draw, and the situation with the current or supposed results."""
    snapshot = round.report.get("looked_at")
    if not is_complete(snapshot):
        return draw_snapshot(round), situation_before(round, supposed)
    situation = stage_situation(round.stage, EVERY_ROUND, round.number, supposed)
    return situation_at_draw(
        situation, snapshot, points_at_draw(round)
    ), _snapshot_with_current_results(round, situation)


def _snapshot_with_current_results(round: Round, situation: Situation) -> Situation:
    people_then = situation_with_entries_at_draw(situation, round.report["looked_at"])
    return round.stage.system.snapshot(people_then, options_at_draw(round))


def results_changed(round: Round) -> bool:
    """Return whether a result, or how results count, has changed since the draw of the round."""
    return differences(round, *situations_then_and_now(round)) is not None


def differences(
    round: Round, situation_then: Situation, situation_now: Situation
) -> list[MatchKey] | None:
    """Return the matches, by round and position, in which two situations differ.

    Return None if the situations are equal, [] if they differ but not in any match.
    """
    matches_then = dict(matches_in(situation_then))
    # By the clock, a match that was unfinished at the draw counts as new, not as corrected.
    overlaps = round.stage.system.overlaps
    changed_places = [
        place
        for place, match in matches_in(situation_now)
        if (match != matches_then[place] and (matches_then[place].finished or not overlaps))
        or not (match.finished or overlaps)
    ]

    def other_values(situation: Situation) -> object:
        return (
            situation.points,
            situation.ranking,
            situation.counted,
            situation.scores,
            situation.void,
        )

    if changed_places or other_values(situation_then) != other_values(situation_now):
        return changed_places
    return None


def repeated_draw(round: Round) -> Draw:
    """Repeat the draw of a round from its seed and its stored situation."""
    return draw_from(round, draw_snapshot(round))


def recompute_draw(round: Round, supposed: SupposedResults = NOTHING_SUPPOSED) -> Draw:
    """Repeat the draw of a round from its seed, with the current or the supposed results."""
    return draw_from(round, situation_before(round, supposed))


def draw_from(round: Round, situation: Situation) -> Draw:
    """Draw the round from this situation with its seed and its options."""
    return round.stage.system.next_round(situation, options_at_draw(round), round.seed)


def options_at_draw(round: Round) -> FormatOptions:
    """Return the format options at the draw; the number of rounds may have changed since."""
    system = round.stage.system
    return system.options_class(**round.report.get("options", round.stage.format_options))


def points_at_draw(round: Round) -> dict[int, int]:
    return {int(number): points for number, points in round.report.get("points", {}).items()}


def _situation_of_drawn_entries(situation: Situation, round: Round) -> Situation:
    """Return the situation with only the entries that were in the draw, all active.

    In a stage by the clock, the situation ignores the last call, so that the entries of the round
    can be drawn again.
    """
    drawn_numbers = set(numbers_drawn(round))
    entrants = [
        replace(entrant, active=True)
        for entrant in situation.entrants
        if entrant.number in drawn_numbers
    ]
    return replace(situation, entrants=tuple(entrants), closed=False)


def _last_number(stage: Stage, published_rounds: Sequence[Round], entries: int) -> int:
    """Return the number of the last round of the stage, 0 if unknown.

    The number depends on how many entries round 1 has. Before that round is published, it depends
    on `entries`.
    """
    entrants = published_rounds[0].entrants if published_rounds else entries
    return stage.system.rounds_in_all(entrants, stage.format_rules())


def _free_numbers(stage: Stage, situation: Situation) -> list[int]:
    busy_numbers = {
        number
        for matches in situation.rounds
        for match in matches
        if not match.finished
        for number in match.sides
    }
    return sorted(stage.system.living_entries(situation, stage.format_rules()) - busy_numbers)


def _trial_draw(stage: Stage, situation: Situation) -> tuple[Draw | None, int]:
    """Return a trial draw of the next round, and the fewest entries from which it can be drawn.

    The trial is None if the round cannot be drawn.
    """
    try:
        return stage.system.next_round(situation, stage.format_rules(), stage.seed), stage.sides()
    except DrawError as error:
        fewest = error.params.get("minimum")
        return None, fewest if isinstance(fewest, int) else stage.sides()


def _round_size(stage: Stage, trial: Draw | None) -> tuple[int, int]:
    """Return the numbers of matches and of byes of the next round in its trial draw."""
    if trial is None:
        return 0, 0
    byes = sum(len(pairing.sides) for pairing in trial.pairings if pairing.is_bye)
    return sum(not pairing.is_bye for pairing in trial.pairings) * max(stage.boards(), 1), byes


def _rematch_count(stage: Stage, number: int, trial: Draw) -> int:
    """Return the number of rematches in the trial draw; 0 if the round is not drawn by lot."""
    if not stage.system.by_lot(number, stage.format_rules()):
        return 0
    return sum(name == "rematch" for name, _couple in trial.report.broken_by)


def _rounds_without_rematch(
    stage: Stage, published_rounds: Sequence[Round], situation: Situation, last_number: int
) -> int:
    entrants = published_rounds[0].entrants if published_rounds else len(active_set(situation))
    rounds = stage.system.rounds_without_rematch(entrants, stage.format_rules(), stage.sides())
    return rounds if rounds < last_number else 0
