"""Draw, redraw and publish rounds: collect the data of a draw and give it to the format."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.actas.services import forfeit_match
from scoring.rounds.selectors.before_drawing import (
    missing_entries,
    numbers_still_out,
    situation_without,
)
from scoring.rounds.selectors.rounds import situation_to_draw
from scoring.rounds.selectors.since_drawn import changes_since
from scoring.rounds.selectors.verification import (
    CHECK,
    CHECK_LIFETIME,
    RepeatedDraw,
    check_key,
    draw_again,
    is_long,
)
from scoring.rounds.words.draws import RESULT
from tournaments.formats.core import Draw, DrawError, Situation
from tournaments.jobs.services.jobs import job_with_key
from tournaments.models import Entry, Job, Match, Round, Stage
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.commitments import open_commitment
from tournaments.rounds.selectors.rounds import (
    draft_version,
    hall_of_next_call,
    latest_round,
    next_serial,
    round_matches,
    round_numbered,
)
from tournaments.rounds.services import drafts
from tournaments.rounds.services.announcing import announce_round
from tournaments.rounds.services.drawn_matches import keep_seating
from tournaments.rounds.services.tables import call_waiting, lock_tournament

SEED_LENGTH = 80
# Treatment of the entries that are not marked as present when a round is drawn.
ASK, LEAVE_OUT, DRAW_ALL = "ask", "leave_out", "draw"
FORFEIT_REASON = "se retira"  # part of an acta line, in the language of the reglamento


@transaction.atomic
def open_next_round(
    *,
    stage: Stage,
    author: User | None,
    number: int | None = None,
    seed: str = "",
    absent: str = DRAW_ALL,
    numbers_left_out: Collection[int] = (),
) -> Round:
    """Draw the next round as a draft; its seed is usually «seed of the stage/number of the round».

    `number` is the round that the caller believes is next; None skips the check. `absent` decides
    about the entries that are not marked as present (`before_drawing`): DRAW_ALL draws them;
    LEAVE_OUT leaves them out of this draw, but they stay entered; ASK refuses if there are any.
    Only `draw_with_word` passes a `seed`, and `numbers_left_out`, the numbers to leave out.

    Raises the format's DrawError; Refused 409 `draft_exists`, `stage_not_open`, `not_present`,
    `round_drawn` if `number` is not the next round, `list_closed` if a closed list waits for its
    word.
    """
    lock_tournament(stage.tournament)
    drafts.refuse_unopened(stage)
    drafts.refuse_draft(stage)
    if not seed and open_commitment(stage) is not None:
        raise Conflict(
            "list_closed",
            _("La lista está cerrada. Ahora, que alguien de la sala diga una palabra."),
        )
    last_round = latest_round(stage)
    next_number = last_round.number + 1 if last_round else 1
    if number is not None and number != next_number:
        raise Conflict(
            "round_drawn",
            _("La ronda %(round)s no es la que toca ahora: recargue la página."),
            round=next_serial(stage.tournament),
        )
    situation, seed = situation_to_draw(stage), seed or f"{stage.seed}/{next_number}"
    situation = situation_without(
        situation, {*numbers_left_out, *numbers_to_leave_out(stage, situation, absent)}
    )
    return drafts.save_draw(
        stage=stage,
        author=author,
        draw=_draw_of_format(stage, situation, seed),
        seed=seed,
        snapshot=situation,
    )


def numbers_to_leave_out(stage: Stage, situation: Situation, absent: str) -> frozenset[int]:
    """Return the numbers of the absent entries that the draw leaves out.

    With ASK, raises Refused 409 `not_present` if any absent entry may be left out.
    """
    if absent == DRAW_ALL:
        return frozenset()
    missing = missing_entries(stage, situation)
    if absent == LEAVE_OUT or not missing.numbers:
        return missing.numbers
    raise Conflict(
        "not_present",
        ngettext_lazy(
            "No está el número %(who)s: elija si entra en la ronda o se queda fuera.",
            "No están los números %(who)s: elija si entran en la ronda o se quedan fuera.",
            len(missing.numbers),
        ),
        field="absent",
        who=", ".join(map(str, sorted(missing.numbers))),
        numbers=sorted(missing.numbers),
        absent=sorted(missing.numbers),
        unpaid=[entry.number for entry in missing.unpaid],
    )


@transaction.atomic
def redraw_round(*, round: Round, author: User | None, seed: str, reason: str = "") -> Round:
    """Draw a draft again from another seed, such as a seed said aloud in the hall.

    The new draw includes entries that have joined since the first draw, and excludes entries that
    have left since. An entry left out of the draft stays out until it is marked as present. Raises
    the format's DrawError; Refused 400 for an empty or unreadable seed; 409 for a published round,
    or if the bracket has nothing left to draw.
    """
    seed = clean_text(seed, "seed", SEED_LENGTH, required=True, any_start=True)
    reason = clean_text(reason, "reason", drafts.REASON_LENGTH, any_start=True)
    stage = round.stage
    lock_tournament(stage.tournament)
    drafts.current_draft(round)
    if not round.by_lot:
        raise Conflict(
            "bracket_fixed",
            _("El cuadro quedó fijado en la primera ronda: no hay nada que volver a sortear."),
        )
    situation = situation_to_draw(stage)
    situation = situation_without(situation, numbers_still_out(round, situation))
    return drafts.replace_draw(
        round=round,
        author=author,
        draw=_draw_of_format(stage, situation, seed),
        seed=seed,
        reason=reason,
        snapshot=situation,
    )


@transaction.atomic
def publish_round(
    *,
    round: Round,
    author: User | None,
    seen_version: str | None = None,
    announce_at: datetime | None = None,
) -> Round:
    """Publish a draft, give the matches of withdrawn entries to their rivals and assign tables.

    `seen_version` is the `draft_version` that the author saw; None skips the check. If rounds are
    announced by hand, the public sees the round at `announce_at`, or once it is announced.

    Raises Refused 409 `draft_changed`, `results_changed` or `standings_changed`, and the errors of
    `announce_round` and of `tournaments.rounds.services.drafts.publish`.
    """
    lock_tournament(round.stage.tournament)
    round = drafts.current_draft(round)
    if seen_version is not None and seen_version != draft_version(round):
        raise Conflict(
            "draft_changed",
            _("La ronda ha cambiado desde que abrió la página: mírela antes de publicarla."),
        )
    _refuse_stale(round)
    round = drafts.publish(round=round, author=author)
    # Read the entries first: few have left, and the query planner has no statistics on a new round.
    departed_entries = Entry.objects.filter(tournament=round.tournament_id).exclude(
        state=Entry.State.ENTERED
    )
    departed_sides = round.sides.filter(
        entry__in=list(departed_entries.order_by().values_list("pk", flat=True))
    )
    matches = round_matches(round).filter(pk__in=departed_sides.values("match"))
    for match in matches.filter(state=Match.State.WAITING):
        losers = [entry for entry in match.everybody if not entry.live]
        if losers:
            forfeit_match(match=match, loser=losers[0], author=author, reason=FORFEIT_REASON)
    tournament = lock_tournament(round.stage.tournament)
    hall = hall_of_next_call(tournament)
    called_matches = call_waiting(tournament=tournament, author=author)
    keep_seating(round, hall, {match.number: match.table for match in called_matches})
    if announce_at is not None and round.is_silent:
        round = announce_round(round=round, author=author, moment=announce_at)
    transaction.on_commit(partial(order_check_if_long, round.pk), robust=True)
    return round


def _draw_of_format(stage: Stage, situation: Situation, seed: str) -> Draw:
    """Return the draw of the stage's format.

    A DrawError about an unfinished round names that round by its number in the event.
    """
    try:
        return stage.system.next_round(situation, stage.format_rules(), seed)
    except DrawError as error:
        if error.code != "round_unfinished":
            raise
        open_round = round_numbered(stage, int(str(error.params["round"])))
        params = {"round": open_round.serial} if open_round else {}
        raise DrawError(error.code, **{**error.params, **params}) from error


def _refuse_stale(round: Round) -> None:
    """Raise Refused 409 if the data from which the draft was drawn have changed."""
    changes = changes_since(round)
    if any(change.kind == RESULT for change in changes):
        raise Conflict(
            "results_changed",
            _(
                "Desde que se preparó la ronda se ha corregido algún resultado: descártela y "
                "prepárela de nuevo."
            ),
        )
    if changes:
        raise Conflict(
            "standings_changed",
            _(
                "Desde que se preparó la ronda ha cambiado la clasificación de la que salía (la "
                "manera de contar o de desempatar, una sanción, una retirada): descártela y "
                "prepárela de nuevo."
            ),
        )


def order_check_if_long(key: int) -> None:
    """Let a worker repeat the draw of the round with this key if that takes long."""
    round = Round.objects.with_reports().select_related("stage__tournament").get(pk=key)
    if is_long(round):
        order_check(round)


def repeat_draw(round: Round) -> RepeatedDraw | Job:
    """Return the repeated draw or, while a worker repeats a long draw, its job.

    The job may have failed.
    """
    if not is_long(round):
        return draw_again(round)
    job = order_check(round)
    if job.state != Job.State.DONE:
        return job
    return RepeatedDraw.from_json(job.params["repeated"])


def order_check(round: Round) -> Job:
    """Return the job that repeats the draw from the stored data; start it if there is none."""
    tournament, key = round.stage.tournament, check_key(round)
    job = Job.objects.filter(pk=key, created_at__gt=timezone.now() - CHECK_LIFETIME).first()
    if job is not None:
        return job
    older_checks = Job.objects.filter(tournament=tournament, kind=CHECK, params__round=round.pk)
    older_checks.exclude(state__in=Job.GOING).delete()
    return job_with_key(key, tournament=tournament, kind=CHECK, params={"round": round.pk})
