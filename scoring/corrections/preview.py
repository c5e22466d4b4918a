"""Consequences of a correction: places, qualifiers, later matches and remedies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.actas.selectors.actas import Record, draws_after, with_details
from scoring.corrections.consequences import (
    Consequences,
    LaterMatch,
    QualifierChange,
    Remedy,
    exchange_sides,
    merge_consequences,
    moved_lines,
)
from scoring.corrections.remedies import Qualifiers, in_fixed_bracket, later_remedies, own_remedy
from scoring.models import Acta, Photo, Result
from scoring.stages.selectors.quotas import stage_qualifiers
from scoring.standings.selectors.counting import units
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResult, SupposedResults
from scoring.standings.selectors.rows import rounds_of_exit
from scoring.standings.selectors.standings import stage_tables
from scoring.standings.table import StandingsLine
from scoring.standings.words.tiebreaks import reasons, texts_of
from tournaments.formats.core import DrawError
from tournaments.formats.knockout import Knockout
from tournaments.formats.quotas import Qualifier
from tournaments.models import Match, Round, Stage
from tournaments.names.audience import EVERY_ROUND
from tournaments.setup.selectors.stages import later_stages_of


def consequences(match: Match, record: Record) -> Consequences:
    """Return the consequences if the match gets this record.

    It computes the standings of each stage twice.
    """
    return consequences_of({match: supposed_result(match, record)})


def consequences_of(changes: Mapping[Match, SupposedResult]) -> Consequences:
    """Return the consequences if these matches of one tournament get these results instead."""
    results = {result.match_id: result for result in Result.objects.filter(match__in=list(changes))}
    changes = {
        match: supposed
        for match, supposed in changes.items()
        if not _is_same(results.get(match.pk), supposed)
    }
    matches_by_stage: dict[Stage, list[Match]] = {}
    for match in changes:
        matches_by_stage.setdefault(match.round.stage, []).append(match)
    supposed = {match.pk: result for match, result in changes.items()}
    merged_consequences = merge_consequences(
        [
            _stage_consequences(stage, matches, results, supposed)
            for stage, matches in matches_by_stage.items()
        ]
    )
    return replace(
        merged_consequences, remedies=_set_serials(merged_consequences.remedies, changes)
    )


def consequences_of_old_draws(match: Match) -> Consequences:
    """Return the consequences for draws made from an older result of a finished match.

    They are empty if every draw used the current result.
    """
    stage = match.round.stage
    draws = draws_after(match, EVERY_ROUND, drafts=True)
    own_later_matches = _later_matches(draws.matches)
    remedy = own_remedy(match, own_later_matches, False, True, NOTHING_SUPPOSED)
    qualifiers = _seated_and_current_qualifiers(stage)
    remedies = [*([remedy] if remedy else []), *later_remedies(qualifiers, False)]
    later_matches = [*(own_later_matches if remedy else []), *_matches_of_leavers(qualifiers)]
    return Consequences(
        turns=False,
        opens=False,
        closes=False,
        qualified=_qualifier_changes(qualifiers),
        later=_set_would_be(later_matches, remedies),
        rounds=tuple(sorted(round.number for round in draws.rounds)) if remedy else (),
        remedies=_set_serials(remedies, [match]),
    )


@dataclass(frozen=True, slots=True)
class StageCount:
    """The standings tables of a stage, and its qualifiers for each later stage."""

    tables: Mapping[str, tuple[StandingsLine, ...]]
    qualifiers: Mapping[Stage, tuple[Qualifier, ...]]


def stage_count(stage: Stage) -> StageCount:
    qualifiers = {
        later: current
        for later, (current, _new) in _old_and_new_qualifiers(stage, NOTHING_SUPPOSED).items()
    }
    return StageCount(stage_tables(stage, EVERY_ROUND), qualifiers)


def stage_changes(match: Match, count_before: StageCount) -> Consequences:
    """Return the changes of the match's stage since `stage_count` returned `count_before`.

    They are the changes of an act that changes no result, but which results of an entry count.
    """
    stage = match.round.stage
    count_after = stage_count(stage)
    qualifiers = {
        later: (old, count_after.qualifiers[later])
        for later, old in count_before.qualifiers.items()
        if later in count_after.qualifiers
    }
    draws = draws_after(match, EVERY_ROUND, drafts=True)
    remedy = None if isinstance(stage.system, Knockout) else own_remedy(match, [], False, False, {})
    remedies = [*([remedy] if remedy else []), *later_remedies(qualifiers, False)]
    return Consequences(
        turns=False,
        opens=False,
        closes=False,
        moved=moved_lines(
            count_before.tables,
            count_after.tables,
            (qualifier.number for old, _new in qualifiers.values() for qualifier in old),
            (qualifier.number for _old, new in qualifiers.values() for qualifier in new),
            _reasons(stage, count_after.tables),
        ),
        qualified=_qualifier_changes(qualifiers),
        later=_set_would_be(_matches_of_leavers(qualifiers), remedies),
        rounds=tuple(sorted(round.number for round in draws.rounds)) if remedy else (),
        remedies=_set_serials(remedies, [match]),
    )


def _stage_consequences(
    stage: Stage, matches: Sequence[Match], results: Mapping[int, Result], supposed: SupposedResults
) -> Consequences:
    """Return the consequences of the changed matches of one stage.

    `results` are the current results; `supposed` are the results after the change.
    """
    qualifiers = _old_and_new_qualifiers(stage, supposed)
    tables_after = stage_tables(stage, EVERY_ROUND, supposed)
    lines = moved_lines(
        stage_tables(stage, EVERY_ROUND),
        tables_after,
        (qualifier.number for old, _new in qualifiers.values() for qualifier in old),
        (qualifier.number for _old, new in qualifiers.values() for qualifier in new),
        _reasons(stage, tables_after),
    )
    parts = [_match_consequences(match, results.get(match.pk), supposed) for match in matches]
    leaving = _matches_of_leavers(qualifiers)
    remedies = later_remedies(qualifiers, any(later.opens for later in parts))
    stage_consequences = Consequences(
        turns=False,
        opens=False,
        closes=False,
        moved=lines,
        qualified=_qualifier_changes(qualifiers),
        later=_set_would_be(leaving, remedies),
        remedies=tuple(remedies),
    )
    return merge_consequences([*parts, stage_consequences])


def _match_consequences(
    match: Match, result: Result | None, supposed: SupposedResults
) -> Consequences:
    """Return the consequences of one match for the draws of its stage.

    `result` is the current result of the match, `supposed` has its result after the change.
    """
    would_be = supposed[match.pk]
    is_over = would_be.tallies is not None
    opens, closes = result is not None and not is_over, result is None and is_over
    turns = result is not None and is_over and winner_and_lost(result) != winner_and_lost(would_be)
    draws = draws_after(match, EVERY_ROUND, drafts=True)
    later_matches = _later_matches(draws.matches)
    remedy = own_remedy(match, later_matches, opens, turns, supposed)
    if remedy is None and in_fixed_bracket(match.round.stage, later_matches):
        later_matches = []  # both results give the same later matches
    remedies = [remedy] if remedy else []
    return Consequences(
        turns=turns,
        opens=opens,
        closes=closes,
        later=_set_would_be(later_matches, remedies),
        rounds=tuple(sorted(round.number for round in draws.rounds)),
        remedies=tuple(remedies),
    )


def winner_and_lost(result: Result | SupposedResult) -> tuple[int | None, bool]:
    """Return the winner, and whether every side lost the match."""
    return result.winner, result.lost


def supposed_result(match: Match, record: Record) -> SupposedResult:
    """Return the result that the record would give the match."""
    if not record.score.over:
        return SupposedResult(None, None, False)
    tallies = zip(match.tournament.rules.tallies, record.score.tallies, strict=True)
    tallies_by_name = {name: tuple(numbers) for name, numbers in tallies}
    return SupposedResult(record.score.winner, tallies_by_name, record.forfeited, record.lost)


def _is_same(result: Result | None, supposed: SupposedResult) -> bool:
    if result is None or supposed.tallies is None:
        return result is None and supposed.tallies is None
    tallies = {name: tuple(numbers) for name, numbers in result.tallies.items()}
    return SupposedResult(result.winner, tallies, result.forfeit, result.lost) == supposed


# --- Standings and qualifiers -----------------------------------------------------------------
def _reasons(stage: Stage, tables: Mapping[str, tuple[StandingsLine, ...]]) -> dict[int, str]:
    """Return a text by entry: the reason for the place that the entry would have."""
    game = stage.tournament.game
    boards = bool(stage.boards())
    reasons_by_entry = dict[int, str]()
    for lines in tables.values():
        texts = texts_of(lines, rounds_of_exit(stage, EVERY_ROUND), *units(stage))
        reasons_by_entry |= reasons(game, lines, texts, boards=boards, unit=units(stage)[0])
    return reasons_by_entry


def _old_and_new_qualifiers(stage: Stage, supposed: SupposedResults) -> Qualifiers:
    """Return the current and the hypothetical qualifiers for each later stage.

    A later stage is left out if its qualifiers cannot be known yet.
    """
    qualifiers = {}
    for later in later_stages_of(stage):
        try:
            qualifiers[later] = (
                stage_qualifiers(later, EVERY_ROUND, anew=True),
                stage_qualifiers(later, EVERY_ROUND, supposed, anew=True),
            )
        except DrawError:
            continue
    return qualifiers


def _seated_and_current_qualifiers(stage: Stage) -> Qualifiers:
    """Return, for each later open stage, the entries seated in it and its current qualifiers.

    A stage is left out if the seated entries are the qualifiers, and each entry comes from the same
    stage, group and place as when it was seated.
    """
    qualifiers = {}
    for later in later_stages_of(stage):
        if later.opened_at is None:
            continue
        try:
            current_qualifiers = stage_qualifiers(later, EVERY_ROUND, anew=True)
        except DrawError:
            continue
        places = later.places.order_by("seed", "pk").values_list(
            "entry__number", "seed", "from_stage", "from_group", "from_place"
        )
        seated_qualifiers = tuple(Qualifier(*place, why="") for place in places)
        if {_claim(qualifier) for qualifier in seated_qualifiers} != {
            _claim(qualifier) for qualifier in current_qualifiers
        }:
            qualifiers[later] = seated_qualifiers, current_qualifiers
    return qualifiers


def _claim(qualifier: Qualifier) -> tuple[int, int, str, int]:
    return qualifier.number, qualifier.stage, qualifier.group, qualifier.place


def _qualifier_changes(qualifiers: Qualifiers) -> tuple[QualifierChange, ...]:
    changes = []
    for stage, (old, new) in qualifiers.items():
        old_numbers = {qualifier.number for qualifier in old}
        new_numbers = {qualifier.number for qualifier in new}
        if old_numbers != new_numbers:
            goes_on = tuple(sorted(new_numbers - old_numbers))
            stays_out = tuple(sorted(old_numbers - new_numbers))
            opened = stage.opened_at is not None
            changes.append(QualifierChange(stage.number, stage.label, opened, goes_on, stays_out))
    return tuple(changes)


# --- Dependent draws --------------------------------------------------------------------------
def _later_matches(matches: Sequence[Match]) -> list[LaterMatch]:
    pks = [match.pk for match in matches]
    begun_keys: set[int] = set()
    for model in (Acta, Photo):
        begun_keys |= set(model.objects.filter(match__in=pks).values_list("match", flat=True))
    return [
        LaterMatch(
            match.code,
            match.number,
            match.round.stage.number,
            match.round.number,
            _state(match, match.pk in begun_keys),
            tuple(entry.number for entry in match.everybody),
            serial=match.round.serial,
        )
        for match in matches
    ]


def _state(match: Match, begun: bool) -> str:
    if match.state in Match.UNFINISHED and begun:
        return "playing"
    words: dict[str, str] = {Match.State.PLAYING: "called", Match.State.BYE: "rests"}
    return words.get(match.state, match.state)


def _matches_of_leavers(qualifiers: Qualifiers) -> list[LaterMatch]:
    """Return the matches, in later stages, of the entries that no longer qualify for them."""
    later_matches: list[LaterMatch] = []
    for stage, (old, new) in qualifiers.items():
        leavers = {qualifier.number for qualifier in old} - {qualifier.number for qualifier in new}
        matches = Match.objects.filter(round__stage=stage, sides__entry__number__in=leavers)
        if leavers:
            ordered_matches = with_details(matches.distinct()).order_by(
                "round__number", "position", "board"
            )
            later_matches += _later_matches(list(ordered_matches))
    return later_matches


def _set_would_be(
    later: Iterable[LaterMatch], remedies: Iterable[Remedy]
) -> tuple[LaterMatch, ...]:
    """Return the later matches; `would_be` is set in the matches that a remedy exchanges."""
    exchanges = {
        code: remedy.exchanges for remedy in remedies if remedy.exchanges for code in remedy.matches
    }
    return tuple(
        replace(match, would_be=exchange_sides(match.sides, exchanges[match.code]))
        if match.code in exchanges
        else match
        for match in later
    )


def _set_serials(remedies: Sequence[Remedy], changes: Iterable[Match]) -> tuple[Remedy, ...]:
    """Return the remedies, each with the number of its round in the whole event."""
    if not remedies:
        return ()
    rounds = Round.objects.filter(tournament__in={match.tournament_id for match in changes})
    serials = {
        (stage, number): serial
        for stage, number, serial in rounds.values_list("stage__number", "number", "serial")
    }
    return tuple(
        replace(remedy, serial=serials.get((remedy.stage, remedy.round), remedy.round))
        for remedy in remedies
    )
