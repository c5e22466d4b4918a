"""Draws that could be replayed after a correction, or what stands in the way."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet

from scoring.consequences import (
    RESEAT,
    REST_OF_ROUND,
    ROUND,
    SEATS,
    STAGE,
    STAGE_SEATS,
    Later,
    Replay,
)
from scoring.models import Acta, Photo
from scoring.selectors.history import Supposing
from scoring.selectors.reseating import seats_if
from tournaments.formats.quotas import Qualifier
from tournaments.models import Match, Round, Stage

FEWEST_TO_PAIR = 2  # matches: one alone cannot be paired otherwise

# Of each later stage, who goes on to it as things are and as they would be.
Going = Mapping[Stage, tuple[tuple[Qualifier, ...], tuple[Qualifier, ...]]]


def begun(round: Round) -> list[Match]:
    """The matches of a round of which something has been written, if only on paper that somebody
    has photographed, by number. One query."""
    actas, photos = (kind.objects.filter(match=OuterRef("pk")) for kind in (Acta, Photo))
    return list(round.matches.filter(Exists(actas) | Exists(photos)).order_by("number"))


def written_of(matches: Iterable[Match]) -> frozenset[int]:
    """Those of them of which something has been written, as in `begun`, by key. Two queries."""
    pks = [one.pk for one in matches]
    actas, photos = (
        kind.objects.filter(match__in=pks).order_by().values_list("match", flat=True)
        for kind in (Acta, Photo)
    )
    return frozenset(actas) | frozenset(photos)


def replays_of(
    match: Match, own: Sequence[Later], opens: bool, turns: bool, bracket: bool, supposed: Supposing
) -> list[Replay]:
    """Return what could be done in the match's own stage; nothing where nothing hangs on the
    result.

    `own` are the later matches of those who play it, `bracket` whether they were read off one.
    """
    stage = match.round.stage
    if bracket:
        return [_seats(match, own, opens)] if own else []
    last = stage.rounds.order_by("-number").first()
    if not stage.by_results() or last is None or last.number <= match.round.number:
        return []
    if not last.by_lot:
        return _reseated(match, last, opens, supposed)
    return [_round(match, last, own, opens, turns, supposed)]


# --- In a bracket -------------------------------------------------------------------------------
def _seats(match: Match, own: Sequence[Later], opens: bool) -> Replay:
    """The two change places in all that came later, or in nothing: who has played on has played,
    and nobody can be in two matches of a round."""
    codes = tuple(one.code for one in own)
    blocker = next((one for one in own if one.begun), None)
    why_not = "match_opens" if opens else "match_begun" if blocker else ""
    number = blocker.number if blocker and not opens else None
    return Replay(
        SEATS, match.round.stage.number, own[0].round, codes, why_not=why_not, blocker=number
    )


# --- In a round that results alone decide ---------------------------------------------------------
def _reseated(match: Match, last: Round, opens: bool, supposed: Supposing) -> list[Replay]:
    """Only the matches that hang on the result change, as long as none of them has begun."""
    asked = Replay(RESEAT, match.round.stage.number, last.number)
    if opens:
        return [replace(asked, why_not="match_opens")]
    seats = seats_if(last, supposed)
    if seats is None:
        return [_drawn_anew(match, last)]
    if not seats:
        return []
    codes = tuple(one.code for one in seats)
    started = [one for one in begun(last) if one in seats]
    if started:
        why = {"why_not": "match_begun", "blocker": started[0].number}
        return [replace(asked, matches=codes, **why)]
    return [replace(asked, matches=codes, seats=tuple(seats.values()))]


# --- In a round drawn by lot ------------------------------------------------------------------
def _round(
    match: Match, last: Round, own: Sequence[Later], opens: bool, turns: bool, supposed: Supposing
) -> Replay:
    found = _drawn_anew(match, last, opens)
    if found.why_not != "no_partial":
        return found
    if turns and match.round.stage.has_bracket and not match.round.stage.has_lives:
        exchange = _seats(match, own, opens) if own else found
        return exchange if exchange.possible else found
    seats = seats_if(last, supposed)
    if not seats or any(one in seats for one in begun(last)):
        return found
    codes = tuple(one.code for one in seats)
    return Replay(RESEAT, found.stage, found.round, codes, seats=tuple(seats.values()))


def _drawn_anew(match: Match, last: Round, opens: bool = False) -> Replay:
    """The whole round drawn again, or the rest of one that has begun."""
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
    elif opens and not stage.system.overlaps:
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
    return stage.system.pairs_some(stage.format_rules()) and not stage.boards()


# --- In a later stage -----------------------------------------------------------------------------
def replays_of_stages(going: Going, opens: bool) -> list[Replay]:
    """Of each later stage already open whose people or seeds would be others.

    Whoever leaves one for another can be moved only where both can.
    """
    found = {
        stage: _stage(stage, before, after, opens)
        for stage, (before, after) in going.items()
        if stage.opened_at is not None and before != after
    }
    stuck = [stage for stage, one in found.items() if not one.possible]
    for stage, one in found.items():
        for other in stuck:
            if one.possible and _swapped(going[stage]) & _swapped(going[other]):
                why = found[other]
                found[stage] = replace(one, why_not=why.why_not, blocker=why.blocker)
    return list(found.values())


def _swapped(going: tuple[Sequence[Qualifier], Sequence[Qualifier]]) -> frozenset[int]:
    before, after = ({one.number for one in side} for side in going)
    return frozenset(before ^ after)


def _stage(
    stage: Stage, before: Sequence[Qualifier], after: Sequence[Qualifier], opens: bool
) -> Replay:
    rounds = list(stage.rounds.order_by("number"))
    started = [one for round in rounds for one in begun(round)]
    matches = Match.objects.filter(round__in=rounds).order_by("round__number", "position", "board")
    asked = Replay(
        STAGE,
        stage.number,
        rounds[-1].number if rounds else 0,
        tuple(matches.values_list("code", flat=True)),
    )
    if opens:
        return replace(asked, why_not="match_opens")
    if not started and len(rounds) <= 1:
        return asked
    return _stage_seats(stage, asked, matches, started, before, after)


def _stage_seats(
    stage: Stage,
    asked: Replay,
    matches: QuerySet[Match],
    started: Sequence[Match],
    before: Sequence[Qualifier],
    after: Sequence[Qualifier],
) -> Replay:
    """Begun already: who now goes on takes the place of who does not, in what has not begun."""
    then, now = [one.number for one in before], [one.number for one in after]
    inside = set(stage.places.values_list("entry__number", flat=True))
    goes_on = [number for number in now if number not in then and number not in inside]
    stays_out = [number for number in then if number not in now and number in inside]
    blocked = replace(
        asked,
        why_not="match_begun" if started else "older_round",
        blocker=started[0].number if started else None,
    )
    if not goes_on or len(goes_on) != len(stays_out):
        return blocked
    theirs = list(matches.filter(sides__entry__number__in=stays_out).distinct())
    played = _first_of(started, theirs)
    if played is not None:
        return replace(blocked, why_not="match_begun", blocker=played.number)
    return replace(
        asked,
        kind=STAGE_SEATS,
        matches=tuple(one.code for one in theirs),
        exchanges=tuple(zip(goes_on, stays_out, strict=True)),
    )


def _first_of(started: Sequence[Match], theirs: Collection[Match]) -> Match | None:
    return next((one for one in started if one in theirs), None)
