"""The remedy for each draw made from a result that was then corrected."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.corrections.consequences import (
    EXCHANGE,
    LEAVE,
    REDRAW,
    LaterMatch,
    Remedy,
    exchange_sides,
)
from scoring.models import Acta, Photo
from scoring.rounds.selectors.rounds import (
    differences,
    recompute_draw,
    results_changed,
    situation_before,
    situations_then_and_now,
)
from scoring.standings.selectors.history import NOTHING_SUPPOSED, Supposing
from tournaments.formats.core import DrawError
from tournaments.formats.quotas import Qualifier
from tournaments.models import Match, Round, Stage
from tournaments.rounds.selectors.rounds import drawn_rows, latest_round, round_matches

# For each later stage, its current and its hypothetical qualifiers.
Going = Mapping[Stage, tuple[tuple[Qualifier, ...], tuple[Qualifier, ...]]]
# Spot: the position, the purpose and the group of a match in its round.
# Rows: the sides of the match at each spot of a round.
Spot = tuple[Any, ...]
Rows = Mapping[Spot, tuple[int, ...]]


def begun_matches(round: Round) -> list[Match]:
    """Return the matches of a round with any line or photo, by number."""
    actas, photos = (kind.objects.filter(match=OuterRef("pk")) for kind in (Acta, Photo))
    return list(round.matches.filter(Exists(actas) | Exists(photos)).order_by("number"))


def _leave(remedy: Remedy, why: str, blocker: int | None = None) -> Remedy:
    return replace(remedy, kind=LEAVE, why_left=why, blocker=blocker)


# --- In the stage of the match --------------------------------------------------------------------
def own_remedy(
    match: Match, own: Sequence[LaterMatch], opens: bool, turns: bool, supposed: Supposing
) -> Remedy | None:
    """Return the remedy in the match's own stage; None if no draw of that stage needs a remedy.

    - `own`: the later matches of the match's two sides in that stage.
    - `opens`, `turns`: as in `Consequences`.
    - `supposed`: the results after the correction. If it is empty, the result has changed already,
      and the remedy is for draws made from the older result.
    """
    stage, last = match.round.stage, latest_round(match.round.stage)
    if not stage.by_results() or last is None or last.number <= match.round.number:
        return None
    if in_fixed_bracket(stage, own or [match.round.number + 1]):
        return _in_bracket(match, own, opens, supposed)
    if last.by_lot:
        return _by_lot(match, last, own, opens, turns, supposed)
    return _by_results_alone(match, last, own, opens, supposed)


def in_fixed_bracket(stage: Stage, own: Iterable[LaterMatch | int]) -> bool:
    """Return whether a bracket decides these matches or rounds, so that no lot is drawn."""
    options = stage.format_rules()
    rounds = {later if isinstance(later, int) else later.round for later in own}
    lots = any(stage.system.by_lot(number, options) for number in rounds)
    return stage.has_bracket and not stage.has_lives and not lots


def _in_bracket(
    match: Match, own: Sequence[LaterMatch], opens: bool, supposed: Supposing
) -> Remedy | None:
    """Return the remedy in a fixed bracket: exchange the two sides in all later matches.

    If an exchange does not suffice, because both sides lose the match or had lost it before, the
    next round is redrawn: a side comes in or stays out, and nobody takes its place.
    """
    number = own[0].round if own else match.round.number + 1
    following = match.round.stage.rounds.get(number=number)
    remedy = _exchange(match, own) if own else _redraw(following)
    if opens:
        return _leave(remedy, "match_opens")
    would_be = _rows_if(following, supposed)
    if would_be is None:
        return _leave(remedy, "not_drawn")
    sits = {
        (other_match.position, other_match.purpose, other_match.group): tuple(
            entry.number for entry in other_match.everybody
        )
        for other_match in round_matches(following)
    }
    one, other = (entry.number for entry in match.everybody)
    now, then = (_spots(rows, (one, other)) for rows in (sits, would_be))
    if now == then:
        return None
    exchanged_seats = {other if number == one else one for number in now}
    if exchanged_seats == then.keys():
        return _unless_begun(remedy, own)
    redraw = _redraw(following)
    if latest_round(match.round.stage) != following:
        return _leave(redraw, "bracket_mixed")
    return _unless_begun(redraw, begun_matches(following))


def _by_results_alone(
    match: Match, last: Round, own: Sequence[LaterMatch], opens: bool, supposed: Supposing
) -> Remedy | None:
    """Return the remedy for a round whose seats the results decide, so that no lot is drawn.

    The remedy is an exchange if the new results exchange the two sides and change nothing else.
    Otherwise it is a redraw.
    """
    redraw = _redraw(last)
    if opens:
        return _leave(redraw, "match_opens")
    if not supposed and not results_changed(last):
        return None
    would_be, drawn = _rows_if(last, supposed), _rows(last.report.get("drawn", []))
    if would_be is None:
        return _leave(redraw, "not_drawn")
    if would_be == drawn or (supposed and would_be == _rows_if(last, NOTHING_SUPPOSED)):
        return None
    if own and len(match.everybody) == 2 and not any(later.begun for later in own):
        exchange = _exchange(match, own)
        couples = exchange.exchanges
        if would_be == {spot: exchange_sides(sides, couples) for spot, sides in drawn.items()}:
            return exchange
    return _unless_begun(redraw, begun_matches(last))


def _by_lot(
    match: Match,
    last: Round,
    own: Sequence[LaterMatch],
    opens: bool,
    turns: bool,
    supposed: Supposing,
) -> Remedy | None:
    """Return the remedy of a round drawn by lot: a redraw, or an exchange in a begun bracket."""
    redraw, stage = _redraw(last), match.round.stage
    if opens:
        return _leave(redraw, "match_opens")
    if not _draw_changes(last, supposed):
        return None
    started = begun_matches(last)
    if not stage.has_bracket or stage.has_lives:
        return _unless_begun(redraw, started)
    if not started and last.number == match.round.number + 1:
        return redraw
    if turns and own:
        return _unless_begun(_exchange(match, own), own)
    return _unless_begun(redraw, started) if started else _leave(redraw, "bracket_mixed")


def _draw_changes(round: Round, supposed: Supposing) -> bool:
    """Return whether the results used by the draw change with the `supposed` results.

    Without `supposed`, return whether they have changed since the draw.
    """
    then, would_be = situations_then_and_now(round, supposed)
    if not round.report.get("exchanges") and differences(round, then, would_be) is None:
        return False
    if supposed:
        return would_be != situation_before(round)
    stage = round.stage
    return not stage.has_bracket or stage.has_lives or _drawn_others(round)


def _drawn_others(round: Round) -> bool:
    """Return whether the current results would seat other entries in this round of a bracket."""
    rows = _rows_if(round, NOTHING_SUPPOSED)
    sits = {
        (match.purpose, entry.number) for match in round_matches(round) for entry in match.everybody
    }
    return rows is None or sits != {
        (spot[1], number) for spot, sides in rows.items() for number in sides
    }


def _exchange(match: Match, own: Sequence[LaterMatch]) -> Remedy:
    one, other = (entry.number for entry in match.everybody)
    codes = tuple(later.code for later in own)
    return Remedy(EXCHANGE, match.round.stage.number, own[0].round, codes, ((one, other),))


def _redraw(round: Round) -> Remedy:
    codes = round.matches.order_by("position", "board").values_list("code", flat=True)
    return Remedy(REDRAW, round.stage.number, round.number, tuple(codes))


def _unless_begun(remedy: Remedy, matches: Iterable[Match | LaterMatch]) -> Remedy:
    """Return the remedy, or LEAVE with the first of these matches that has begun.

    A `LaterMatch` knows whether it has begun; every `Match` passed here has begun.
    """
    for match in matches:
        if isinstance(match, Match) or match.begun:
            return _leave(remedy, "match_begun", match.number)
    return remedy


def _rows_if(round: Round, supposed: Supposing) -> Rows | None:
    """Return the draw of the round from its seed and these results; None if it is impossible."""
    try:
        return _rows(drawn_rows(recompute_draw(round, supposed)))
    except DrawError:
        return None


def _rows(drawn: Iterable[Sequence[Any]]) -> Rows:
    return {(position, *rest): tuple(sides) for position, sides, *rest in drawn}


def _spots(rows: Rows, pair: Collection[int]) -> dict[int, Spot]:
    return {number: spot for spot, sides in rows.items() for number in sides if number in pair}


# --- In a later stage -----------------------------------------------------------------------------
def later_remedies(going: Going, opens: bool) -> list[Remedy]:
    """Return the remedies of later open stages whose entries or seeds change.

    If one of these stages is left as it is, every stage that shares a moved entry with it is left
    too. `opens`: a match is in play again, so that the qualifiers are undecided, whatever the
    current standings.
    """
    remedies = {
        stage: _later_remedy(stage, before, after, opens)
        for stage, (before, after) in going.items()
        if stage.opened_at is not None and (opens or before != after)
    }
    left = [stage for stage, remedy in remedies.items() if remedy.kind == LEAVE]
    for stage, remedy in remedies.items():
        for other in left:
            if remedy.kind != LEAVE and _crossing(going[stage]) & _crossing(going[other]):
                why = remedies[other]
                remedies[stage] = _leave(remedy, why.why_left, why.blocker)
    return list(remedies.values())


def _crossing(going: tuple[Sequence[Qualifier], Sequence[Qualifier]]) -> frozenset[int]:
    before, after = ({number.number for number in side} for side in going)
    return frozenset(before ^ after)


def _later_remedy(
    stage: Stage, before: Sequence[Qualifier], after: Sequence[Qualifier], opens: bool
) -> Remedy:
    """Return the remedy of a later stage.

    It is a redraw if the stage has at most one round, which has not begun. Otherwise it is an
    exchange of entries, or LEAVE.
    """
    rounds = list(stage.rounds.order_by("number"))
    started = [match for round in rounds for match in begun_matches(round)]
    matches = Match.objects.filter(round__in=rounds).order_by("round__number", "position", "board")
    number = rounds[-1].number if rounds else 0
    redraw = Remedy(REDRAW, stage.number, number, tuple(matches.values_list("code", flat=True)))
    if opens:
        return _leave(redraw, "match_opens")
    if not started and len(rounds) <= 1:
        return redraw
    then, now = (
        [qualifier.number for qualifier in before],
        [qualifier.number for qualifier in after],
    )
    inside = set(stage.places.values_list("entry__number", flat=True))
    goes_on = [number for number in now if number not in then and number not in inside]
    stays_out = [number for number in then if number not in now and number in inside]
    if not goes_on or len(goes_on) != len(stays_out):
        return _unless_begun(redraw, started) if started else _leave(redraw, "older_round")
    theirs = list(matches.filter(sides__entry__number__in=stays_out).distinct())
    exchange = Remedy(
        EXCHANGE,
        stage.number,
        number,
        tuple(match.code for match in theirs),
        tuple(zip(goes_on, stays_out, strict=True)),
    )
    return _unless_begun(exchange, [match for match in started if match in theirs])
