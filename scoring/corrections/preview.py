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
from scoring.corrections.remedies import Going, in_fixed_bracket, later_remedies, own_remedy
from scoring.models import Acta, Photo, Result
from scoring.stages.selectors.quotas import stage_qualifiers
from scoring.standings.selectors.counting import units
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResult, Supposing
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
    """Return the consequences if the match gets this record. It computes the standings twice."""
    return consequences_of({match: supposed_result(match, record)})


def consequences_of(changes: Mapping[Match, SupposedResult]) -> Consequences:
    """Return the consequences if these matches of one tournament get these results instead."""
    results = {result.match_id: result for result in Result.objects.filter(match__in=list(changes))}
    changes = {
        match: supposed
        for match, supposed in changes.items()
        if not _is_same(results.get(match.pk), supposed)
    }
    by_stage: dict[Stage, list[Match]] = {}
    for match in changes:
        by_stage.setdefault(match.round.stage, []).append(match)
    supposed = {match.pk: result for match, result in changes.items()}
    merged = merge_consequences(
        [_in_stage(stage, matches, results, supposed) for stage, matches in by_stage.items()]
    )
    return replace(merged, remedies=_numbered(merged.remedies, changes))


def consequences_of_settled(match: Match) -> Consequences:
    """Return the consequences for draws made from an older result of a finished match.

    With the current result, such draws would differ. The consequences are empty if every draw used
    the current result.
    """
    stage = match.round.stage
    draws = draws_after(match, EVERY_ROUND, drafts=True)
    own = _later(draws.matches)
    remedy = own_remedy(match, own, False, True, NOTHING_SUPPOSED)
    going = _seated_and_going(stage)
    remedies = [*([remedy] if remedy else []), *later_remedies(going, False)]
    later = [*(own if remedy else []), *_of_those_who_leave(going)]
    older = Consequences(
        turns=False,
        opens=False,
        closes=False,
        qualified=_crossing(going),
        later=_with_who_would_sit(later, remedies),
        rounds=tuple(sorted(round.number for round in draws.rounds)) if remedy else (),
        remedies=tuple(remedies),
    )
    return replace(older, remedies=_numbered(older.remedies, [match]))


@dataclass(frozen=True, slots=True)
class StageCount:
    """The standings tables of a stage, and its qualifiers for each later stage."""

    tables: Mapping[str, tuple[StandingsLine, ...]]
    going: Mapping[Stage, tuple[Qualifier, ...]]


def stage_count(stage: Stage) -> StageCount:
    going = {later: before for later, (before, _now) in _going(stage, NOTHING_SUPPOSED).items()}
    return StageCount(stage_tables(stage, EVERY_ROUND), going)


def stage_changes(match: Match, before: StageCount) -> Consequences:
    """Return the changes of the match's stage since `stage_count` returned `before`.

    The results themselves have not changed, only which results of an entry count.
    """
    stage = match.round.stage
    after = stage_count(stage)
    going = {
        later: (then, after.going[later])
        for later, then in before.going.items()
        if later in after.going
    }
    draws = draws_after(match, EVERY_ROUND, drafts=True)
    own = None if isinstance(stage.system, Knockout) else own_remedy(match, [], False, False, {})
    remedies = [*([own] if own else []), *later_remedies(going, False)]
    return Consequences(
        turns=False,
        opens=False,
        closes=False,
        moved=moved_lines(
            before.tables,
            after.tables,
            (qualifier.number for then, _now in going.values() for qualifier in then),
            (qualifier.number for _then, now in going.values() for qualifier in now),
            _reasons(stage, after.tables),
        ),
        qualified=_crossing(going),
        later=_with_who_would_sit(_of_those_who_leave(going), remedies),
        rounds=tuple(sorted(round.number for round in draws.rounds)) if own else (),
        remedies=_numbered(remedies, [match]),
    )


def _in_stage(
    stage: Stage, matches: Sequence[Match], results: Mapping[int, Result], supposed: Supposing
) -> Consequences:
    """Return the consequences of the changed matches of one stage.

    `results` are the current results; `supposed` are the results after the change.
    """
    going, after = _going(stage, supposed), stage_tables(stage, EVERY_ROUND, supposed)
    moved = moved_lines(
        stage_tables(stage, EVERY_ROUND),
        after,
        (qualifier.number for then, _now in going.values() for qualifier in then),
        (qualifier.number for _then, now in going.values() for qualifier in now),
        _reasons(stage, after),
    )
    parts = [_of_match(match, results.get(match.pk), supposed) for match in matches]
    leaving = _of_those_who_leave(going)
    remedies = later_remedies(going, any(later.opens for later in parts))
    ahead = Consequences(
        turns=False,
        opens=False,
        closes=False,
        moved=moved,
        qualified=_crossing(going),
        later=_with_who_would_sit(leaving, remedies),
        remedies=tuple(remedies),
    )
    return merge_consequences([*parts, ahead])


def _of_match(match: Match, old: Result | None, supposed: Supposing) -> Consequences:
    """Return the consequences of one match, now with result `old`, for the draws of its stage."""
    would_be = supposed[match.pk]
    over = would_be.tallies is not None
    opens, closes = old is not None and not over, old is None and over
    turns = old is not None and over and winner_and_lost(old) != winner_and_lost(would_be)
    draws = draws_after(match, EVERY_ROUND, drafts=True)
    own = _later(draws.matches)
    remedy = own_remedy(match, own, opens, turns, supposed)
    if remedy is None and in_fixed_bracket(match.round.stage, own):
        own = []  # both results give the same later matches
    remedies = [remedy] if remedy else []
    return Consequences(
        turns=turns,
        opens=opens,
        closes=closes,
        later=_with_who_would_sit(own, remedies),
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
    by_name = {name: tuple(numbers) for name, numbers in tallies}
    return SupposedResult(record.score.winner, by_name, record.forfeited, record.lost)


def _is_same(old: Result | None, supposed: SupposedResult) -> bool:
    if old is None or supposed.tallies is None:
        return old is None and supposed.tallies is None
    tallies = {name: tuple(numbers) for name, numbers in old.tallies.items()}
    return SupposedResult(old.winner, tallies, old.forfeit, old.lost) == supposed


# --- Standings and qualifiers -----------------------------------------------------------------
def _reasons(stage: Stage, tables: Mapping[str, tuple[StandingsLine, ...]]) -> dict[int, str]:
    """Return, by entry, a text with the reason for the place that the entry would have."""
    game, boards, by_entry = stage.tournament.game, bool(stage.boards()), dict[int, str]()
    for lines in tables.values():
        texts = texts_of(lines, rounds_of_exit(stage, EVERY_ROUND), *units(stage))
        by_entry |= reasons(game, lines, texts, boards=boards, unit=units(stage)[0])
    return by_entry


def _going(stage: Stage, supposed: Supposing) -> Going:
    """Return the current and the hypothetical qualifiers for each later stage.

    A later stage is left out if its qualifiers cannot be known yet.
    """
    going = {}
    for later in later_stages_of(stage):
        try:
            going[later] = (
                stage_qualifiers(later, EVERY_ROUND, anew=True),
                stage_qualifiers(later, EVERY_ROUND, supposed, anew=True),
            )
        except DrawError:
            continue
    return going


def _seated_and_going(stage: Stage) -> Going:
    """Return, for each later open stage, the entries seated in it and its current qualifiers.

    A stage is left out if the seated entries are the qualifiers, and each entry comes from the same
    stage, group and place as when it was seated.
    """
    going = {}
    for later in later_stages_of(stage):
        if later.opened_at is None:
            continue
        try:
            now = stage_qualifiers(later, EVERY_ROUND, anew=True)
        except DrawError:
            continue
        places = later.places.order_by("seed", "pk").values_list(
            "entry__number", "seed", "from_stage", "from_group", "from_place"
        )
        then = tuple(Qualifier(*place, why="") for place in places)
        if {_claim(qualifier) for qualifier in then} != {_claim(qualifier) for qualifier in now}:
            going[later] = then, now
    return going


def _claim(qualifier: Qualifier) -> tuple[int, int, str, int]:
    return qualifier.number, qualifier.stage, qualifier.group, qualifier.place


def _crossing(going: Going) -> tuple[QualifierChange, ...]:
    rows = []
    for stage, (before, after) in going.items():
        then, now = (
            {qualifier.number for qualifier in before},
            {qualifier.number for qualifier in after},
        )
        if then != now:
            goes_on, stays_out = tuple(sorted(now - then)), tuple(sorted(then - now))
            opened = stage.opened_at is not None
            rows.append(QualifierChange(stage.number, stage.label, opened, goes_on, stays_out))
    return tuple(rows)


# --- Dependent draws --------------------------------------------------------------------------
def _later(matches: Sequence[Match]) -> list[LaterMatch]:
    pks = [match.pk for match in matches]
    written: set[int] = set()
    for kind in (Acta, Photo):
        written |= set(kind.objects.filter(match__in=pks).values_list("match", flat=True))
    return [
        LaterMatch(
            match.code,
            match.number,
            match.round.stage.number,
            match.round.number,
            _state(match, match.pk in written),
            tuple(entry.number for entry in match.everybody),
            serial=match.round.serial,
        )
        for match in matches
    ]


def _state(match: Match, written: bool) -> str:
    if match.state in Match.UNFINISHED and written:
        return "playing"
    words: dict[str, str] = {Match.State.PLAYING: "called", Match.State.BYE: "rests"}
    return words.get(match.state, match.state)


def _of_those_who_leave(going: Going) -> list[LaterMatch]:
    """Return the matches of entries that would lose their place in a later stage."""
    later: list[LaterMatch] = []
    for stage, (before, after) in going.items():
        gone = {qualifier.number for qualifier in before} - {
            qualifier.number for qualifier in after
        }
        matches = Match.objects.filter(round__stage=stage, sides__entry__number__in=gone)
        if gone:
            listed = with_details(matches.distinct()).order_by("round__number", "position", "board")
            later += _later(list(listed))
    return later


def _with_who_would_sit(
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


def _numbered(remedies: Sequence[Remedy], changes: Iterable[Match]) -> tuple[Remedy, ...]:
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
