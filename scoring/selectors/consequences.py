"""What a correction changes: standings, who goes on, later matches, and what could be replayed."""

from collections.abc import Mapping, Sequence

from django.db.models import Exists, OuterRef, QuerySet

from scoring.consequences import (
    CALLED,
    FINISHED,
    PLANNED,
    PLAYING,
    REST_OF_ROUND,
    RESTS,
    ROUND,
    SEATS,
    STAGE,
    WAITING,
    Consequences,
    Later,
    Qualified,
    Replay,
    exchanged,
    moved_lines,
)
from scoring.models import Acta, Result
from scoring.selectors.actas import Record, detailed, drawn_from
from scoring.selectors.counting import units
from scoring.selectors.history import Supposed, Supposing
from scoring.selectors.quotas import qualified
from scoring.selectors.standings import reckoning_of, stage_situation
from scoring.selectors.supposed import tables_with_and_without
from scoring.standings import Line
from scoring.wording import tiebreaks
from tournaments.formats.core import DrawError
from tournaments.formats.quotas import Qualifier
from tournaments.models import Match, Round, Stage
from tournaments.selectors.stages import fed_by

STATES = {
    Match.State.PLANNED: PLANNED,
    Match.State.WAITING: WAITING,
    Match.State.PLAYING: CALLED,
    Match.State.FINISHED: FINISHED,
    Match.State.BYE: RESTS,
}
FEWEST_TO_PAIR = 2  # matches: one alone cannot be paired otherwise

Going = Mapping[Stage, tuple[tuple[Qualifier, ...], tuple[Qualifier, ...]]]


def consequences(match: Match, record: Record) -> Consequences:
    """What changes if the match has that record instead. Everything is counted twice, as it is and
    as it would be: twice the queries of `stage_tables`, and of `qualified` for each later stage,
    and four for each stage with something drawn."""
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
        before, after,
        (one.number for then, _now in going.values() for one in then),
        (one.number for _then, now in going.values() for one in now),
        _reasons(stage, after),
    )  # fmt: skip
    own = _own_later(match)
    bracket = _is_fixed(match, own)
    exchange = turns or (bracket and closes and _sits_elsewhere(match, own, supposed))
    if bracket and not (exchange or opens):
        own = []
    replays = _replay(match, own, opens, bracket)
    swapped = _swapped(going)
    return Consequences(
        turns=turns, opens=opens, closes=closes,
        moved=moved,
        qualified=swapped,
        later=(
            *_with_exchange(match, own, bracket and exchange),
            *_elsewhere(going),
        ),
        rounds=tuple(sorted(_drawn_rounds(match))),
        replays=(*replays, *_stages(going, opens)),
    )  # fmt: skip


def supposed_result(match: Match, record: Record) -> Supposed:
    """The result the record would give the match. No queries."""
    if not record.score.over:
        return Supposed(None, None, False)
    names = match.tournament.rules.TALLIES
    tallies = zip(names, record.score.tallies, strict=True)
    told = {name: tuple(one) for name, one in tallies}
    return Supposed(record.score.winner, told, record.forfeited)


def begun(round: Round) -> list[Match]:
    """The matches of a round of which something has been written, by number. One query."""
    written = Acta.objects.filter(match=OuterRef("pk"))
    return list(round.matches.filter(Exists(written)).order_by("number"))


def _same(old: Result | None, supposed: Supposed) -> bool:
    """Whether the result would be the very same."""
    if old is None or supposed.tallies is None:
        return old is None and supposed.tallies is None
    tallies = {name: tuple(one) for name, one in old.tallies.items()}
    return (old.winner, tallies, old.forfeit) == (
        supposed.winner, dict(supposed.tallies), supposed.forfeit,
    )  # fmt: skip


# --- Standings and who goes on ----------------------------------------------------------------
def _reasons(stage: Stage, tables: Mapping[str, tuple[Line, ...]]) -> dict[int, str]:
    game, boards, found = stage.tournament.game, bool(stage.boards()), {}
    reckoning = {} if "format_order" in stage.chain else reckoning_of(stage)
    for lines in tables.values():
        rows = tiebreaks.shown(game, lines, 0, *units(stage), boards=boards)
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
            found[later] = qualified(later), qualified(later, supposed)
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
                    stage.number, stage.label, stage.opened_at is not None,
                    tuple(sorted(now - then)), tuple(sorted(then - now)),
                )
            )  # fmt: skip
    return tuple(rows)


# --- What was drawn ----------------------------------------------------------------------------
def _own_later(match: Match) -> list[Later]:
    """The later matches of those who played it, drafts included."""
    return _later(drawn_from(match, drafts=True).matches)


def _later(matches: Sequence[Match]) -> list[Later]:
    pks = [one.pk for one in matches]
    written = set(Acta.objects.filter(match__in=pks).order_by().values_list("match", flat=True))
    return [
        Later(
            one.code, one.number, one.round.stage.number, one.round.number,
            _state(one, one.pk in written), tuple(entry.number for entry in one.everybody),
        )
        for one in matches
    ]  # fmt: skip


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


def _with_exchange(match: Match, own: Sequence[Later], exchange: bool) -> list[Later]:
    """The later matches of a bracket with who would sit there."""
    if not exchange:
        return list(own)
    one, other = (entry.number for entry in match.everybody)
    return [
        Later(
            later.code, later.number, later.stage, later.round, later.state, later.sides,
            exchanged(later.sides, one, other),
        )
        for later in own
    ]  # fmt: skip


# --- What can be replayed ----------------------------------------------------------------------
def _replay(match: Match, own: Sequence[Later], opens: bool, bracket: bool) -> list[Replay]:
    stage = match.round.stage
    if bracket:
        return [_replay_seats(match, own, opens)] if own else []
    last = stage.rounds.order_by("-number").first()
    if not stage.by_results() or last is None or last.number <= match.round.number:
        return []
    return [_replay_round(match, last, opens)]


def _replay_seats(match: Match, own: Sequence[Later], opens: bool) -> Replay:
    """The two change places in all that came later, or in nothing: who has played on has played."""
    codes = tuple(one.code for one in own)
    blocker = next((one for one in own if one.begun), None)
    why_not = "match_opens" if opens else "match_begun" if blocker else ""
    number = blocker.number if blocker and not opens else None
    return Replay(
        SEATS, match.round.stage.number, own[0].round, codes, why_not=why_not, blocker=number
    )


def _replay_round(match: Match, last: Round, opens: bool) -> Replay:
    stage, started = match.round.stage, begun(last)
    written = {one.pk for one in started}
    # Who plays only so that another catches up has a match of his own.
    catching_up = set(last.sides.filter(guest=True).values_list("match", flat=True))
    free = [
        one
        for one in last.matches.order_by("position", "board")
        if one.pk not in written and not (started and one.pk in catching_up)
    ]
    kind = REST_OF_ROUND if started else ROUND
    codes = tuple(one.code for one in free)
    why_not = ""
    if stage.by_calls:
        why_not = "by_calls"
    elif opens and not stage.system.OVERLAPS:
        why_not = "match_opens"
    elif stage.has_bracket and not stage.has_lives and last.number > match.round.number + 1:
        why_not = "bracket_mixed"
    elif started and not pairs_some(stage):
        why_not = "no_partial"
    elif started and sum(one.number is not None for one in free) < FEWEST_TO_PAIR:
        why_not = "one_match"
    blocker = started[0].number if why_not == "no_partial" else None
    return Replay(kind, stage.number, last.number, codes, why_not=why_not, blocker=blocker)


def pairs_some(stage: Stage) -> bool:
    """Whether a round of the stage can be drawn among only some of those in it. No queries."""
    told = getattr(stage.system, "pairs_some", None)
    return told is not None and told(stage.format_rules()) and not stage.boards()


def _stages(going: Going, opens: bool) -> list[Replay]:
    """Of each later stage already open whose people or seeds would be others."""
    found = []
    for stage, (before, after) in going.items():
        if stage.opened_at is None or before == after:
            continue
        rounds = list(stage.rounds.order_by("number"))
        started = [one for round in rounds for one in begun(round)]
        why_not = "match_opens" if opens else "match_begun" if started else ""
        if not why_not and len(rounds) > 1:
            why_not = "older_round"
        blocker = started[0].number if why_not == "match_begun" else None
        codes = tuple(
            Match.objects.filter(round__in=rounds)
            .order_by("position")
            .values_list("code", flat=True)
        )
        last = rounds[-1].number if rounds else 0
        found.append(Replay(STAGE, stage.number, last, codes, why_not=why_not, blocker=blocker))
    return found
