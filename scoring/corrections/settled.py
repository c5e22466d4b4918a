"""Draws made from another result of a match that was opened again since, and won by somebody else.

A line, a signature or a match given up ends it like any other match: nobody is asked then. What was
drawn before is compared with the result when a page or the API tells of it.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, override

from scoring.actas.selectors.actas import detailed
from scoring.corrections.change import carry_out, refuse_other_remedies, refuse_who_may_not_draw
from scoring.corrections.consequences import Consequences
from scoring.corrections.preview import consequences_of_settled
from scoring.models import Result
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.rounds.services import tables
from tournaments.writer import Author, writer_of

OVER = ("finished", "rests")


@dataclass(frozen=True, slots=True)
class OldDraw:
    """A match that ended after others were drawn from an older result of it."""

    match: Match
    consequences: Consequences


def old_draws(tournament: Tournament) -> list[OldDraw]:
    """Return the matches whose older result still seats somebody in a match that is not over."""
    settled = [OldDraw(match, consequences_of_settled(match)) for match in _candidates(tournament)]
    return [one for one in settled if _still_matters(one.consequences)]


def drawn_before(match: Match) -> Consequences | None:
    """Return what was drawn from an older result of the match; None if nothing was."""
    known = next(iter(_candidates(match.tournament, match)), None)
    found = consequences_of_settled(known) if known is not None else None
    return found or None


@transaction.atomic
def remedy_settled(*, match: Match, author: Author, seen: str | None = None) -> Consequences:
    """Exchange or draw again what was drawn from an older result of the match and has not begun.

    Raises as `change_result` with `remedy`.
    """
    refuse_who_may_not_draw(match.tournament, author)
    tournament = tables.lock_tournament(match.tournament)
    tables.hold_matches(tournament.matches.exclude(state=Match.State.FINISHED))
    found = drawn_before(match) or Consequences(False, False, False)
    refuse_other_remedies(found, seen)
    with override("es"):
        reason = gettext("La partida %(number)s se reabrió y acabó con otro resultado") % {
            "number": match.number
        }
    carry_out(found, [match], writer_of(author).user, reason)
    return found


def _candidates(tournament: Tournament, match: Match | None = None) -> list[Match]:
    """Return the matches with a second version of their acta whose result is younger than a later
    round or stage: those that were opened again when it was drawn already."""
    ended = OuterRef("recorded_at")
    stage = OuterRef("match__round__stage")
    rounds = Round.objects.filter(
        stage=stage, number__gt=OuterRef("match__round__number"), drawn_at__lt=ended
    )
    stages = Stage.objects.filter(
        tournament=tournament, number__gt=OuterRef("match__round__stage__number")
    )
    results = Result.objects.filter(
        Exists(rounds) | Exists(stages.filter(opened_at__lt=ended)), acta__version__gt=1
    )
    results = results.filter(match=match) if match else results.filter(match__tournament=tournament)
    keys = list(results.values_list("match", flat=True))
    return list(detailed(Match.objects.filter(pk__in=keys)).order_by("number")) if keys else []


def _still_matters(found: Consequences) -> bool:
    return bool(found.possible) or any(one.state not in OVER for one in found.later)
