"""Services of stages played by the clock, which call free entries until the last call."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.rounds.selectors.before_drawing import numbers_still_out, situation_without
from scoring.rounds.selectors.rounds import situation_to_draw
from tournaments.audit.services import note
from tournaments.formats.core import DrawError
from tournaments.models import Round, Stage
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.rounds import draft_of, latest_round
from tournaments.rounds.services import drafts
from tournaments.rounds.services.tables import call_waiting, lock_tournament
from tournaments.writer import Author


def call_free_entries(*, stage: Stage, author: Author) -> Round | None:
    """Pair the free entries of a stage played by the clock, call the pairs and return their round.

    Return None in any other stage, before the first round, while there is a draft, or if no pair is
    possible.
    """
    return _pair_and_call(stage, author) if stage.by_calls else None


@transaction.atomic
def _pair_and_call(stage: Stage, author: Author) -> Round | None:
    lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["closed_at"])  # somebody may have made the last call meanwhile
    latest = latest_round(stage)
    if latest is None or draft_of(stage) is not None:
        return None
    situation, seed = situation_to_draw(stage), f"{stage.seed}/{latest.number + 1}"
    situation = situation_without(situation, numbers_still_out(latest, situation))
    try:
        draw = stage.system.next_round(situation, stage.format_rules(), seed)
    except DrawError:
        return None
    round = drafts.save_draw(stage=stage, author=author, draw=draw, seed=seed, snapshot=situation)
    round = drafts.publish(round=round, author=author)
    call_waiting(tournament=stage.tournament, author=author)
    return round


@transaction.atomic
def make_last_call(*, stage: Stage, author: Author) -> Stage:
    """Make the last call; afterwards no more matches are called.

    Raises Refused 409 in a stage not played by the clock, or if the last call has been made.
    """
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["closed_at"])
    if not stage.by_calls:
        raise Conflict("no_clock", _("Esta fase no se juega por reloj."))
    if stage.closed_at is not None:
        raise Conflict("bell_rung", _("La última tanda ya se hizo."))
    stage.closed_at = timezone.now()
    stage.save(update_fields=["closed_at"])
    note(tournament, author, "ring_bell", stage.name)
    # the last call may even out how many matches each entry has played
    call_free_entries(stage=stage, author=author)
    return stage


@transaction.atomic
def resume_calls(*, stage: Stage, author: Author, reason: str) -> Stage:
    """Undo the last call and call free entries again.

    Raises Refused 400 without a reason, 409 if the last call has not been made.
    """
    reason = clean_text(reason, "reason", drafts.REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["closed_at"])
    if stage.closed_at is None:
        raise Conflict("bell_not_rung", _("La última tanda no se ha hecho."))
    stage.closed_at = None
    stage.save(update_fields=["closed_at"])
    note(tournament, author, "unring_bell", stage.name, reason=reason)
    call_free_entries(stage=stage, author=author)
    return stage
