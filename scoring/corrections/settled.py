"""Draws made from an older result of a match that was reopened and ended with another result.

A line, a signature or a forfeit ends such a match without asking about the draws. Pages and the API
compare the earlier draws with the current result whenever they show the match.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, override

from scoring.actas.selectors.actas import with_details
from scoring.corrections.change import (
    carry_out_remedies,
    refuse_other_remedies,
    refuse_without_draw_right,
)
from scoring.corrections.consequences import Consequences
from scoring.corrections.preview import consequences_of_old_draws
from scoring.models import Result
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.rounds.services import tables
from tournaments.writer import Author, writer_of

OVER_STATES = ("finished", "rests")


@dataclass(frozen=True, slots=True)
class OldDraws:
    """The draws made from an older result of `match`, as consequences with their remedies."""

    match: Match
    consequences: Consequences


def old_draws(tournament: Tournament) -> list[OldDraws]:
    """Return the old draws of each match whose older result still matters to a draw.

    It matters if the draw can be remedied or has an unfinished match.
    """
    candidates = [
        OldDraws(match, consequences_of_old_draws(match)) for match in _candidates(tournament)
    ]
    return [draws for draws in candidates if _still_matters(draws.consequences)]


def older_draw_consequences(match: Match) -> Consequences | None:
    """Return the consequences for draws made from an older result of the match, or None."""
    candidate = next(iter(_candidates(match.tournament, match)), None)
    consequences = consequences_of_old_draws(candidate) if candidate is not None else None
    return consequences or None


@transaction.atomic
def remedy_old_draws(*, match: Match, author: Author, seen: str | None = None) -> Consequences:
    """Remedy the draws made from an older result of the match; return the consequences.

    Raises the errors that `change_result` raises with `remedy`.
    """
    refuse_without_draw_right(match.tournament, author)
    tournament = tables.lock_tournament(match.tournament)
    tables.lock_matches(tournament.matches.exclude(state=Match.State.FINISHED))
    consequences = older_draw_consequences(match) or Consequences(False, False, False)
    refuse_other_remedies(consequences, seen)
    with override("es"):
        reason = gettext("El encuentro %(number)s se reabrió y acabó con otro resultado") % {
            "number": match.number
        }
    carry_out_remedies(consequences, [match], writer_of(author).user, reason)
    return consequences


def _candidates(tournament: Tournament, match: Match | None = None) -> list[Match]:
    """Return the matches that were reopened after a later round was drawn or a later stage opened.

    The acta of such a match has a second version, and its result is younger than that draw or
    opening.
    """
    result_time = OuterRef("recorded_at")
    stage = OuterRef("match__round__stage")
    rounds = Round.objects.filter(
        stage=stage, number__gt=OuterRef("match__round__number"), drawn_at__lt=result_time
    )
    stages = Stage.objects.filter(
        tournament=tournament, number__gt=OuterRef("match__round__stage__number")
    )
    results = Result.objects.filter(
        Exists(rounds) | Exists(stages.filter(opened_at__lt=result_time)), acta__version__gt=1
    )
    results = results.filter(match=match) if match else results.filter(match__tournament=tournament)
    match_keys = list(results.values_list("match", flat=True))
    return (
        list(with_details(Match.objects.filter(pk__in=match_keys)).order_by("number"))
        if match_keys
        else []
    )


def _still_matters(consequences: Consequences) -> bool:
    return bool(consequences.possible) or any(
        later.state not in OVER_STATES for later in consequences.later
    )
