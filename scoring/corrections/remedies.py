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
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResults
from tournaments.formats.core import DrawError
from tournaments.formats.quotas import Qualifier
from tournaments.models import Match, Round, Stage
from tournaments.rounds.selectors.rounds import drawn_rows, latest_round, round_matches

# The old and the new qualifiers of each later stage.
Qualifiers = Mapping[Stage, tuple[tuple[Qualifier, ...], tuple[Qualifier, ...]]]
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
    match: Match,
    later_matches: Sequence[LaterMatch],
    opens: bool,
    turns: bool,
    supposed: SupposedResults,
) -> Remedy | None:
    """Return the remedy in the match's own stage; None if no draw of that stage needs a remedy.

    - `later_matches`: the later matches of the match's two sides in that stage.
    - `opens`, `turns`: as in `Consequences`.
    - `supposed`: the results after the correction. If it is empty, the result has changed already,
      and the remedy is for draws made from the older result.
    """
    stage, latest = match.round.stage, latest_round(match.round.stage)
    if not stage.depends_on_results() or latest is None or latest.number <= match.round.number:
        return None
    if in_fixed_bracket(stage, later_matches or [match.round.number + 1]):
        return _bracket_remedy(match, later_matches, opens, supposed)
    if latest.by_lot:
        return _remedy_by_lot(match, latest, later_matches, opens, turns, supposed)
    return _remedy_without_lot(match, latest, later_matches, opens, supposed)


def in_fixed_bracket(stage: Stage, matches_or_rounds: Iterable[LaterMatch | int]) -> bool:
    """Return whether a fixed bracket, without lots, seats these later matches or rounds."""
    options = stage.format_rules()
    rounds = {item if isinstance(item, int) else item.round for item in matches_or_rounds}
    draws_lots = any(stage.system.by_lot(number, options) for number in rounds)
    return stage.has_bracket and not stage.has_lives and not draws_lots


def _bracket_remedy(
    match: Match, later_matches: Sequence[LaterMatch], opens: bool, supposed: SupposedResults
) -> Remedy | None:
    """Return the remedy in a fixed bracket: exchange the two sides in all later matches.

    If both sides lose the match now, or had lost it before, an exchange does not suffice. Then the
    next round is redrawn, because a side comes in or goes out without taking another's place.
    """
    number = later_matches[0].round if later_matches else match.round.number + 1
    next_round = match.round.stage.rounds.get(number=number)
    remedy = _exchange(match, later_matches) if later_matches else _redraw(next_round)
    if opens:
        return _leave(remedy, "match_opens")
    new_rows = _redrawn_rows(next_round, supposed)
    if new_rows is None:
        return _leave(remedy, "not_drawn")
    current_rows = {
        (other_match.position, other_match.purpose, other_match.group): tuple(
            entry.number for entry in other_match.everybody
        )
        for other_match in round_matches(next_round)
    }
    one, other = (entry.number for entry in match.everybody)
    current_spots, new_spots = (_spots(rows, (one, other)) for rows in (current_rows, new_rows))
    if current_spots == new_spots:
        return None
    exchanged_seats = {other if number == one else one for number in current_spots}
    if exchanged_seats == new_spots.keys():
        return _remedy_unless_begun(remedy, later_matches)
    redraw = _redraw(next_round)
    if latest_round(match.round.stage) != next_round:
        return _leave(redraw, "bracket_mixed")
    return _remedy_unless_begun(redraw, begun_matches(next_round))


def _remedy_without_lot(
    match: Match,
    latest: Round,
    later_matches: Sequence[LaterMatch],
    opens: bool,
    supposed: SupposedResults,
) -> Remedy | None:
    """Return the remedy for a round that the results decide without a lot.

    The remedy is an exchange if the new results exchange the two sides and change nothing else.
    Otherwise it is a redraw.
    """
    redraw = _redraw(latest)
    if opens:
        return _leave(redraw, "match_opens")
    if not supposed and not results_changed(latest):
        return None
    new_rows, old_rows = _redrawn_rows(latest, supposed), _rows(latest.report.get("drawn", []))
    if new_rows is None:
        return _leave(redraw, "not_drawn")
    if new_rows == old_rows or (supposed and new_rows == _redrawn_rows(latest, NOTHING_SUPPOSED)):
        return None
    if (
        later_matches
        and len(match.everybody) == 2
        and not any(later.begun for later in later_matches)
    ):
        exchange = _exchange(match, later_matches)
        couples = exchange.exchanges
        if new_rows == {spot: exchange_sides(sides, couples) for spot, sides in old_rows.items()}:
            return exchange
    return _remedy_unless_begun(redraw, begun_matches(latest))


def _remedy_by_lot(
    match: Match,
    latest: Round,
    later_matches: Sequence[LaterMatch],
    opens: bool,
    turns: bool,
    supposed: SupposedResults,
) -> Remedy | None:
    """Return the remedy of a round drawn by lot: a redraw, or an exchange in a begun bracket."""
    redraw, stage = _redraw(latest), match.round.stage
    if opens:
        return _leave(redraw, "match_opens")
    if not _draw_changes(latest, supposed):
        return None
    matches_begun = begun_matches(latest)
    if not stage.has_bracket or stage.has_lives:
        return _remedy_unless_begun(redraw, matches_begun)
    if not matches_begun and latest.number == match.round.number + 1:
        return redraw
    if turns and later_matches:
        return _remedy_unless_begun(_exchange(match, later_matches), later_matches)
    return (
        _remedy_unless_begun(redraw, matches_begun)
        if matches_begun
        else _leave(redraw, "bracket_mixed")
    )


def _draw_changes(round: Round, supposed: SupposedResults) -> bool:
    """Return whether the results used by the draw change with the `supposed` results.

    Without `supposed`, return whether they have changed since the draw.
    """
    old_situation, new_situation = situations_then_and_now(round, supposed)
    if (
        not round.report.get("exchanges")
        and differences(round, old_situation, new_situation) is None
    ):
        return False
    if supposed:
        return new_situation != situation_before(round)
    stage = round.stage
    return not stage.has_bracket or stage.has_lives or _would_seat_others(round)


def _would_seat_others(round: Round) -> bool:
    """Return whether the current results would seat other entries in this round of a bracket."""
    rows = _redrawn_rows(round, NOTHING_SUPPOSED)
    seated_entries = {
        (match.purpose, entry.number) for match in round_matches(round) for entry in match.everybody
    }
    return rows is None or seated_entries != {
        (spot[1], number) for spot, sides in rows.items() for number in sides
    }


def _exchange(match: Match, later_matches: Sequence[LaterMatch]) -> Remedy:
    one, other = (entry.number for entry in match.everybody)
    codes = tuple(later.code for later in later_matches)
    return Remedy(
        EXCHANGE, match.round.stage.number, later_matches[0].round, codes, ((one, other),)
    )


def _redraw(round: Round) -> Remedy:
    codes = round.matches.order_by("position", "board").values_list("code", flat=True)
    return Remedy(REDRAW, round.stage.number, round.number, tuple(codes))


def _remedy_unless_begun(remedy: Remedy, matches: Iterable[Match | LaterMatch]) -> Remedy:
    """Return the remedy, or LEAVE with the first of these matches that has begun.

    A `LaterMatch` knows whether it has begun; every `Match` passed here has begun.
    """
    for match in matches:
        if isinstance(match, Match) or match.begun:
            return _leave(remedy, "match_begun", match.number)
    return remedy


def _redrawn_rows(round: Round, supposed: SupposedResults) -> Rows | None:
    """Return the draw of the round from its seed and these results; None if it is impossible."""
    try:
        return _rows(drawn_rows(recompute_draw(round, supposed)))
    except DrawError:
        return None


def _rows(drawn_matches: Iterable[Sequence[Any]]) -> Rows:
    return {(position, *rest): tuple(sides) for position, sides, *rest in drawn_matches}


def _spots(rows: Rows, pair: Collection[int]) -> dict[int, Spot]:
    return {number: spot for spot, sides in rows.items() for number in sides if number in pair}


# --- In a later stage -----------------------------------------------------------------------------
def later_remedies(qualifiers: Qualifiers, opens: bool) -> list[Remedy]:
    """Return the remedies of later open stages whose entries or seeds change.

    If one of these stages is left as it is, every stage that shares a moved entry with it is left
    too. `opens`: a match is in play again, so that the qualifiers are undecided.
    """
    remedies = {
        stage: _later_remedy(stage, old, new, opens)
        for stage, (old, new) in qualifiers.items()
        if stage.opened_at is not None and (opens or old != new)
    }
    stages_left = [stage for stage, remedy in remedies.items() if remedy.kind == LEAVE]
    for stage, remedy in remedies.items():
        for stage_left in stages_left:
            if remedy.kind != LEAVE and _changed_numbers(qualifiers[stage]) & _changed_numbers(
                qualifiers[stage_left]
            ):
                obstacle = remedies[stage_left]
                remedies[stage] = _leave(remedy, obstacle.why_left, obstacle.blocker)
    return list(remedies.values())


def _changed_numbers(qualifiers: tuple[Sequence[Qualifier], Sequence[Qualifier]]) -> frozenset[int]:
    old, new = ({qualifier.number for qualifier in group} for group in qualifiers)
    return frozenset(old ^ new)


def _later_remedy(
    stage: Stage,
    old_qualifiers: Sequence[Qualifier],
    new_qualifiers: Sequence[Qualifier],
    opens: bool,
) -> Remedy:
    """Return the remedy of a later stage.

    It is a redraw if the stage has at most one round, which has not begun. Otherwise it is an
    exchange of entries, or LEAVE.
    """
    rounds = list(stage.rounds.order_by("number"))
    matches_begun = [match for round in rounds for match in begun_matches(round)]
    matches = Match.objects.filter(round__in=rounds).order_by("round__number", "position", "board")
    number = rounds[-1].number if rounds else 0
    redraw = Remedy(REDRAW, stage.number, number, tuple(matches.values_list("code", flat=True)))
    if opens:
        return _leave(redraw, "match_opens")
    if not matches_begun and len(rounds) <= 1:
        return redraw
    old_numbers = [qualifier.number for qualifier in old_qualifiers]
    new_numbers = [qualifier.number for qualifier in new_qualifiers]
    seated_numbers = set(stage.places.values_list("entry__number", flat=True))
    goes_on = [
        number
        for number in new_numbers
        if number not in old_numbers and number not in seated_numbers
    ]
    stays_out = [
        number for number in old_numbers if number not in new_numbers and number in seated_numbers
    ]
    if not goes_on or len(goes_on) != len(stays_out):
        return (
            _remedy_unless_begun(redraw, matches_begun)
            if matches_begun
            else _leave(redraw, "older_round")
        )
    their_matches = list(matches.filter(sides__entry__number__in=stays_out).distinct())
    exchange = Remedy(
        EXCHANGE,
        stage.number,
        number,
        tuple(match.code for match in their_matches),
        tuple(zip(goes_on, stays_out, strict=True)),
    )
    return _remedy_unless_begun(
        exchange, [match for match in matches_begun if match in their_matches]
    )
