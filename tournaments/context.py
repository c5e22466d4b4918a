"""Context that every page of a tournament carries, so that no view has to bring it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from tournaments.embedding import is_embedded
from tournaments.kept import held
from tournaments.models import Announcing, Round
from tournaments.names.audience import Audience, current_audience, moment
from tournaments.public_address import base_url, is_only_here
from tournaments.selectors import day
from tournaments.selectors.stages import stages_of
from tournaments.wording.stages import system_in_words

PHASES = {
    day.OPEN: _("Inscripción abierta"),
    day.PLAYING: _("En juego"),
    day.FINISHED: _("Terminado"),
}


def tournament(request: HttpRequest) -> dict[str, Any]:
    """The tournament, role, stage and words of the head; asked when a template shows them."""
    tournament = getattr(request, "tournament", None)
    if tournament is None:
        return {}
    stage = SimpleLazyObject(lambda: tournament.stage)

    audience: Audience = request.audience  # type: ignore[attr-defined]

    def find() -> str:
        return day.phase(tournament, stage, audience)

    def find_phase() -> str:
        if request.role:  # type: ignore[attr-defined]
            return find()
        # A crowd looks on: counting the matches of a big day takes longer than the rest of a page.
        return held(tournament, f"phase/{stage.pk}", audience, find)

    phase = SimpleLazyObject(find_phase)
    return {
        "tournament": tournament,
        "embedded": is_embedded(request),
        "role": request.role,  # type: ignore[attr-defined]
        "site_address": SimpleLazyObject(lambda: _site_address(request)),
        "stage": stage,
        "stages": SimpleLazyObject(
            lambda: [other for other in stages_of(tournament) if other.has_people]
        ),
        "stage_query": f"?fase={tournament.chosen_stage}" if tournament.chosen_stage else "",
        "game_name": tournament.rules.name,
        "format_name": SimpleLazyObject(lambda: system_in_words(stage, stages_of(tournament))),
        "silent_round": SimpleLazyObject(lambda: _silent_round(request)),
        "nameless": not current_audience().names,
        "phase": phase,
        "phase_label": SimpleLazyObject(lambda: PHASES[str(phase)]),
    }


def _site_address(request: HttpRequest) -> str:
    """The address that others open; "" where they cannot."""
    address = base_url(request)
    return "" if is_only_here(address) else address


def _silent_round(request: HttpRequest) -> Round | None:
    """Return the first round that only those who help see, for them; no query elsewhere."""
    tournament = request.tournament  # type: ignore[attr-defined]
    if not request.role or tournament.announcing != Announcing.BY_HAND:  # type: ignore[attr-defined]
        return None
    silent = tournament.rounds.silent(moment()).select_related("stage")
    return silent.order_by("serial").first()
