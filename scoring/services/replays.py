"""A correction that also replays what was drawn from the old result and has not begun."""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.consequences import (
    RESEAT,
    REST_OF_ROUND,
    ROUND,
    SEATS,
    STAGE,
    STAGE_SEATS,
    Consequences,
    Moved,
    Replay,
    moved_lines,
)
from scoring.models import Acta
from scoring.selectors.absent import still_out, without
from scoring.selectors.actas import detailed, fold_lines
from scoring.selectors.consequences import consequences
from scoring.selectors.rounds import recomputed, situation_before, to_draw
from scoring.selectors.standings import stage_tables
from scoring.services.actas import correct_acta, forfeit_match
from scoring.services.replay_memory import (
    again,
    keep_results,
    last_seed,
    mark_of,
    seats_before,
    seed_for,
)
from scoring.services.results import locked
from scoring.services.rounds import FORFEIT_REASON, open_next_round, publish_round
from scoring.services.stages import exchange_places, open_stage, release_places
from scoring.wording.replays import why_not
from tournaments import permissions
from tournaments.formats.core import Draw, DrawError, Situation
from tournaments.models import Match, Round, Stage
from tournaments.refusal import Refused
from tournaments.selectors.rounds import drawn_rows
from tournaments.services import draws, tables
from tournaments.services.reseating import exchange_seats, pair_rest
from tournaments.writer import Author, writer_of


@transaction.atomic
def correct_and_replay(
    *,
    match: Match,
    author: Author,
    lines: Sequence[str],
    reason: str,
    version: int | None = None,
    seen: str | None = None,
) -> tuple[Acta, Consequences]:
    """Correct the acta, and draw or seat again what came from it and has not begun.

    `seen` is the `Consequences.seen` its author had before his eyes, None to trust. Answers the
    new version and what it changed: all the replays possible have been made. Raises as
    `correct_acta`; Refused 403 `replay_not_yours` for who may not draw; 409 `replay_changed` when
    something has begun meanwhile, `nothing_to_replay`, or what the draws themselves refuse. Then
    nothing is saved, the correction neither.
    """
    user = writer_of(author).user
    if user is None or not permissions.may(user, "draw_round", match.tournament):
        raise Refused(
            "replay_not_yours",
            _("Solo la organización puede volver a sortear: guarde solo la corrección."),
            field="replay",
            status=403,
        )
    match = locked(match, tables.take_turn(match.tournament))
    tables.hold_matches(match.tournament.matches.exclude(state=Match.State.FINISHED))
    found = consequences(match, fold_lines(match, lines))
    _refuse_changed(found, seen)
    for one in found.possible:
        if one.kind in (ROUND, REST_OF_ROUND):
            keep_results(_round_of(match, one), one.matches)
    acta = correct_acta(match=match, author=author, lines=lines, reason=reason, version=version)
    # Who leaves a stage for another must be out of it before the other is opened.
    again = {one.stage for one in found.possible if one.kind == STAGE}
    release_places(match.tournament.stages.filter(number__in=again))
    for one in sorted(found.possible, key=lambda one: one.kind == STAGE):
        _MAKE[one.kind](match, one, user, acta.reason)
    return acta, found


def moved_if_replayed(
    *, match: Match, author: Author, lines: Sequence[str], found: Consequences
) -> tuple[Moved, ...]:
    """The lines of the standings that would change place with `correct_and_replay`: also who rests,
    and where each sits, may place them. All is done and taken back, so that what is told is what
    comes out: only for who asks, for it takes as long as doing it. Nothing where it is refused."""
    before = stage_tables(match.round.stage)
    if not found.possible:
        return ()
    try:
        with transaction.atomic():
            correct_and_replay(match=match, author=author, lines=lines, reason="¿?")
            after = stage_tables(match.round.stage)
            transaction.set_rollback(True)
    except (Refused, DrawError):
        return ()
    return moved_lines(before, after)


def _refuse_changed(found: Consequences, seen: str | None) -> None:
    if seen is not None and seen != found.seen:
        raise Refused(
            "replay_changed",
            _(
                "Mientras lo miraba ha cambiado lo que se puede volver a jugar: quizá haya "
                "empezado alguna partida. Mírelo otra vez antes de guardar."
            ),
            field="replay",
            status=409,
        )
    if not found.possible:
        because = [why_not(one) for one in found.replays]
        raise Refused(
            "nothing_to_replay",
            _("No hay nada que volver a sortear. %(why)s"),
            field="replay",
            status=409,
            why=" ".join(because),
        )


# --- In a bracket --------------------------------------------------------------------------------
def _seats(match: Match, asked: Replay, author: User, reason: str) -> None:
    one, other = match.sides.select_related("entry").order_by("side")
    rounds = Round.objects.filter(stage=match.round.stage, matches__code__in=asked.matches)
    for round in rounds.select_related("stage__tournament", "tournament").distinct():
        matches = list(round.matches.filter(code__in=asked.matches))
        exchange_seats(
            round=round,
            matches=matches,
            one=one.entry,
            other=other.entry,
            snapshot=situation_before(round),
            author=author,
            reason=reason,
        )
        if round.state == Round.State.PUBLISHED:
            _give_up(matches, author)
    tables.call_waiting(tournament=match.tournament, author=author)


def _give_up(matches: Sequence[Match], author: User) -> None:
    """Give up the matches of who has left, as when a round is published."""
    pks = [one.pk for one in matches if one.state != Match.State.BYE]
    for match in detailed(Match.objects.filter(pk__in=pks)):
        gone = [entry for entry in match.everybody if not entry.live]
        if gone:
            forfeit_match(match=match, loser=gone[0], author=author, reason=FORFEIT_REASON)


# --- In a round that results alone decide --------------------------------------------------------
def _reseat(match: Match, asked: Replay, author: User, reason: str) -> None:
    """Those of `asked.seats` sit in the matches that hang on the result: the round is then the one
    that its own seed gives."""
    round = _round_of(match, asked)
    by_code = {one.code: one for one in round.matches.filter(code__in=asked.matches)}
    matches = [by_code[code] for code in asked.matches]
    pair_rest(
        round=round,
        seats=list(zip(matches, asked.seats, strict=True)),
        author=author,
        reason=reason,
        drawn=drawn_rows(recomputed(round)),
        snapshot=situation_before(round),
    )
    tables.call_waiting(tournament=match.tournament, author=author)


# --- In a round drawn from the standings -----------------------------------------------------
def _round(match: Match, asked: Replay, author: User, reason: str) -> None:
    round = _round_of(match, asked)
    stage, published = round.stage, round.state == Round.State.PUBLISHED
    situation = to_draw(stage, round.number)
    seed = seed_for(round, mark_of(situation))
    situation = without(situation, still_out(round, situation))
    draw = _drawn(stage, situation, seed)
    if published:
        Round.objects.filter(pk=round.pk).update(state=Round.State.DRAFT, published_at=None)
        round.refresh_from_db()
    round = draws.replace_draw(
        round=round, author=author, draw=draw, seed=seed, reason=reason, snapshot=situation
    )
    if published:
        publish_round(round=round, author=author)


def _rest(match: Match, asked: Replay, author: User, reason: str) -> None:
    """Only those not begun, the others taken for withdrawn while they are drawn; as they were
    paired before, where that was from these very results."""
    round = _round_of(match, asked)
    stage = round.stage
    free = list(round.matches.filter(code__in=asked.matches).order_by("position"))
    numbers = set(round.sides.filter(match__in=free).values_list("entry__number", flat=True))
    situation, seed = to_draw(stage, round.number), again(last_seed(round))
    if seats := seats_before(round, free, numbers, mark_of(situation)):
        pair_rest(round=round, seats=seats, author=author, reason=reason)
        return
    among = [
        replace(one, active=one.active and one.number in numbers) for one in situation.entrants
    ]
    draw = _drawn(stage, replace(situation, entrants=tuple(among)), seed)
    pair_rest(round=round, seats=_at_the_same(free, draw), seed=seed, author=author, reason=reason)


def _at_the_same(free: Sequence[Match], draw: Draw) -> list[tuple[Match, tuple[int, ...]]]:
    """The pairings at the matches there are, in order. Refused 409 if they are not as many:
    somebody has left since."""
    places = sorted(free, key=lambda one: (one.state == Match.State.BYE, one.position))
    pairings = sorted(draw.pairings, key=lambda one: (one.rest, one.position))
    resting = sum(one.state == Match.State.BYE for one in free)
    if len(places) != len(pairings) or resting != sum(one.rest for one in pairings):
        raise Refused(
            "cannot_pair_rest",
            _("Desde el sorteo ha salido alguien: lo que queda no se puede emparejar de nuevo."),
            field="replay",
            status=409,
        )
    return [(place, one.sides) for place, one in zip(places, pairings, strict=True)]


def _drawn(stage: Stage, situation: Situation, seed: str) -> Draw:
    """The round drawn by its format. Refused 409 if somebody would sit twice in it."""
    draw: Draw = stage.system.next_round(situation, stage.format_rules(), seed)
    numbers = [number for one in draw.pairings for number in one.sides]
    if len(numbers) != len(set(numbers)):
        raise Refused(
            "twice_in_draw",
            _("Con ese resultado alguien saldría dos veces en la ronda: no se puede sortear."),
            field="replay",
            status=409,
        )
    return draw


def _round_of(match: Match, asked: Replay) -> Round:
    rounds = Round.objects.select_related("stage__tournament", "tournament")
    return rounds.get(stage=match.round.stage, number=asked.round)


# --- In a later stage --------------------------------------------------------------------------
def _stage(match: Match, asked: Replay, author: User, reason: str) -> None:
    """Discard what is drawn in it, open it with who goes on now, and draw again."""
    stages = Stage.objects.select_related("tournament").filter(tournament=match.tournament_id)
    stage = stages.get(number=asked.stage)
    old = stage.rounds.order_by("number").first()
    if old is not None:
        draws.discard_round(round=old, author=author, reason=reason)
    open_stage(stage=stage, author=author)
    if old is None:
        return
    situation = to_draw(stage)
    round = open_next_round(
        stage=stage, author=author, seed=again(old.seed), leaving=still_out(old, situation)
    )
    discarded = {
        "seed": old.seed,
        "by": draws.author_name(author),
        "reason": reason,
        "at": timezone.now().isoformat(),
    }
    round.report = {**round.report, "redraws": [*old.report.get("redraws", []), discarded]}
    round.save(update_fields=["report"])
    if old.state == Round.State.PUBLISHED:
        publish_round(round=round, author=author)


def _stage_seats(match: Match, asked: Replay, author: User, reason: str) -> None:
    """Give the place of who no longer goes on to who now does, in what has not begun."""
    stages = Stage.objects.select_related("tournament").filter(tournament=match.tournament_id)
    stage = stages.get(number=asked.stage)
    exchange_places(stage=stage, exchanges=asked.exchanges, author=author, reason=reason)
    instead = {goes: comes for comes, goes in asked.exchanges}
    for round in stage.rounds.order_by("number"):
        matches = list(round.matches.filter(code__in=asked.matches).order_by("position", "board"))
        if not matches:
            continue
        seats = [
            (one, [instead.get(entry.number, entry.number) for entry in one.everybody])
            for one in matches
        ]
        pair_rest(round=round, seats=seats, author=author, reason=reason)
        if round.state == Round.State.PUBLISHED:
            _give_up(matches, author)
    tables.call_waiting(tournament=match.tournament, author=author)


_MAKE = {
    SEATS: _seats,
    RESEAT: _reseat,
    ROUND: _round,
    REST_OF_ROUND: _rest,
    STAGE: _stage,
    STAGE_SEATS: _stage_seats,
}
