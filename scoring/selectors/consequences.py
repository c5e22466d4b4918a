"""Consequences of a correction: standings, who goes on, later matches, and what could be
replayed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from scoring.consequences import (
    CALLED,
    FINISHED,
    PLANNED,
    PLAYING,
    RESTS,
    SEATS,
    WAITING,
    Consequences,
    Later,
    Qualified,
    Replay,
    exchanged,
    moved_lines,
)
from scoring.models import Result
from scoring.selectors.actas import Record, detailed, drawn_from
from scoring.selectors.counting import units
from scoring.selectors.history import Supposed, Supposing
from scoring.selectors.quotas import qualified
from scoring.selectors.replayable import Going, replays_of, replays_of_stages, written_of
from scoring.selectors.standings import reckoning_of, stage_situation
from scoring.selectors.supposed import tables_with_and_without
from scoring.standings import Line
from scoring.wording import tiebreaks
from scoring.wording.rounds import UNNAMED
from tournaments.formats.core import DrawError
from tournaments.models import Match, Round, Stage
from tournaments.selectors.stages import fed_by

STATES = {
    Match.State.PLANNED: PLANNED,
    Match.State.WAITING: WAITING,
    Match.State.PLAYING: CALLED,
    Match.State.FINISHED: FINISHED,
    Match.State.BYE: RESTS,
}


def consequences(match: Match, record: Record) -> Consequences:
    """Return what changes if the match has that record instead. Everything is counted twice, as it
    is and as it would be: twice the queries of `stage_tables`, and of `qualified` for each later
    stage, and four for each stage with something drawn."""
    stage, old = match.round.stage, Result.objects.filter(match=match).first()
    over, winner = record.score.over, record.score.winner
    opens, closes = old is not None and not over, old is None and over
    turns = old is not None and over and old.winner != winner
    would_be = supposed_result(match, record)
    if _same(old, would_be):
        return Consequences(False, False, False)
    supposed = {match.pk: would_be}
    going = _going(stage, supposed)
    before, after = tables_with_and_without(stage, supposed)
    moved = moved_lines(
        before,
        after,
        (one.number for then, _now in going.values() for one in then),
        (one.number for _then, now in going.values() for one in now),
        _reasons(stage, after),
    )
    own = _own_later(match)
    bracket = _is_fixed(match, own)
    exchange = turns or (bracket and closes and _sits_elsewhere(match, own, supposed))
    if bracket and not (exchange or opens):
        own = []
    replays = replays_of(match, own, opens, turns, bracket, supposed)
    return Consequences(
        turns=turns,
        opens=opens,
        closes=closes,
        moved=moved,
        qualified=_swapped(going),
        later=(*_with_who_would_sit(match, own, replays, bracket and exchange), *_elsewhere(going)),
        rounds=tuple(sorted(_drawn_rounds(match))),
        replays=_numbered(match, (*replays, *replays_of_stages(going, opens))),
    )


def _numbered(match: Match, replays: Sequence[Replay]) -> tuple[Replay, ...]:
    """Each with the number of its round as people say it. One query, none without any."""
    if not replays:
        return ()
    rounds = Round.objects.filter(tournament=match.tournament_id)
    serials = {
        (stage, number): serial
        for stage, number, serial in rounds.values_list("stage__number", "number", "serial")
    }
    return tuple(
        replace(one, serial=serials.get((one.stage, one.round), one.round)) for one in replays
    )


def supposed_result(match: Match, record: Record) -> Supposed:
    """The result the record would give the match. No queries."""
    if not record.score.over:
        return Supposed(None, None, False)
    names = match.tournament.rules.tallies
    tallies = zip(names, record.score.tallies, strict=True)
    told = {name: tuple(one) for name, one in tallies}
    return Supposed(record.score.winner, told, record.forfeited)


def _same(old: Result | None, supposed: Supposed) -> bool:
    """Whether the result would be the very same."""
    if old is None or supposed.tallies is None:
        return old is None and supposed.tallies is None
    tallies = {name: tuple(one) for name, one in old.tallies.items()}
    return (old.winner, tallies, old.forfeit) == (
        supposed.winner,
        dict(supposed.tallies),
        supposed.forfeit,
    )


# --- Standings and who goes on ----------------------------------------------------------------
def _reasons(stage: Stage, tables: Mapping[str, tuple[Line, ...]]) -> dict[int, str]:
    game, boards, found = stage.tournament.game, bool(stage.boards()), {}
    reckoning = {} if "format_order" in stage.chain else reckoning_of(stage)
    for lines in tables.values():
        rows = tiebreaks.shown(game, lines, UNNAMED, *units(stage), boards=boards)
        found |= tiebreaks.reasons(
            game, lines, rows, boards=boards, reckoning=reckoning, unit=units(stage)[0]
        )
    return found


def _going(stage: Stage, supposed: Supposing) -> Going:
    """Of each later stage, who goes on to it as things are and as they would be; nothing of one
    that waits for others of which nothing is played."""
    found = {}
    for later in fed_by(stage):
        try:
            found[later] = qualified(later, anew=True), qualified(later, supposed, anew=True)
        except DrawError:
            continue
    return found


def _swapped(going: Going) -> tuple[Qualified, ...]:
    rows = []
    for stage, (before, after) in going.items():
        then, now = {one.number for one in before}, {one.number for one in after}
        if then != now:
            rows.append(
                Qualified(
                    stage.number,
                    stage.label,
                    stage.opened_at is not None,
                    tuple(sorted(now - then)),
                    tuple(sorted(then - now)),
                )
            )
    return tuple(rows)


# --- What was drawn ----------------------------------------------------------------------------
def _own_later(match: Match) -> list[Later]:
    """The later matches of those who played it, drafts included."""
    return _later(drawn_from(match, drafts=True).matches)


def _later(matches: Sequence[Match]) -> list[Later]:
    written = written_of(matches)
    return [
        Later(
            one.code,
            one.number,
            one.round.stage.number,
            one.round.number,
            _state(one, one.pk in written),
            tuple(entry.number for entry in one.everybody),
            serial=one.round.serial,
        )
        for one in matches
    ]


def _state(match: Match, written: bool) -> str:
    unfinished = match.state in (Match.State.WAITING, Match.State.PLAYING)
    return PLAYING if written and unfinished else STATES[Match.State(match.state)]


def _elsewhere(going: Going) -> list[Later]:
    """The matches, in later stages, of those who would no longer be there."""
    found: list[Later] = []
    for stage, (before, after) in going.items():
        gone = {one.number for one in before} - {one.number for one in after}
        matches = Match.objects.filter(round__stage=stage, sides__entry__number__in=gone)
        if gone:
            found += _later(_listed(matches.distinct()))
    return found


def _listed(matches: QuerySet[Match]) -> list[Match]:
    return list(detailed(matches).order_by("round__number", "position", "board"))


def _drawn_rounds(match: Match) -> list[int]:
    return [one.number for one in drawn_from(match, drafts=True).rounds]


def _is_fixed(match: Match, own: Sequence[Later]) -> bool:
    """Whether what came later was read off a bracket, with no lot in it."""
    stage = match.round.stage
    options = stage.format_rules()
    if not stage.has_bracket or stage.has_lives:
        return False
    return bool(own) and not any(stage.system.by_lot(one.round, options) for one in own)


def _sits_elsewhere(match: Match, own: Sequence[Later], supposed: Supposing) -> bool:
    """Whether, of a match reopened and now over, the bracket was drawn with the other winner."""
    following = [one for one in own if one.round == match.round.number + 1]
    stage = match.round.stage
    situation = stage_situation(stage, match.round.number + 1, supposed)
    try:
        drawn = stage.system.next_round(situation, stage.format_rules(), "").pairings
    except DrawError:
        return False
    found = {one.sides for one in drawn}
    return any(one.sides not in found for one in following)


def _with_who_would_sit(
    match: Match, own: Sequence[Later], replays: Sequence[Replay], exchange: bool
) -> list[Later]:
    """The later matches with who would sit there: in a bracket each in the other's place, elsewhere
    where it can be told without drawing."""
    told = {
        code: sits for one in replays for code, sits in zip(one.matches, one.seats, strict=False)
    }
    if exchange or any(one.kind == SEATS and one.possible for one in replays):
        winner, loser = (entry.number for entry in match.everybody)
        told |= {later.code: exchanged(later.sides, winner, loser) for later in own}
    return [replace(later, would_be=told.get(later.code, ())) for later in own]
