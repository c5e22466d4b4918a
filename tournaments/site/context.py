"""Template context of every page of a tournament."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.models import Announcing, Round
from tournaments.names.audience import Audience
from tournaments.rounds.selectors import day
from tournaments.setup.selectors.stages import stages_of
from tournaments.setup.words.stages import system_in_words
from tournaments.site.page_cache import cached_value
from tournaments.site.public_address import base_url, is_only_here
from tournaments.site.requests import PageRequest

# With `?marco=1`, a page comes without the site's header and footer, for a club's own page.
EMBED_PARAMETER = "marco"
View = Callable[..., HttpResponseBase]


def embeddable(view: View) -> View:
    """Let any site embed the page of this view when a request has `?marco=`.

    Such a page has no forms: its links open in a new page, and a browser sends no session from
    inside another site's page. Sets `request.embedded`.
    """

    frameable_view = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(view))

    @wraps(view)
    def embeddable_view(request: PageRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        request.embedded = EMBED_PARAMETER in request.GET
        return (frameable_view if is_embedded(request) else view)(request, *args, **kwargs)

    return embeddable_view


def is_embedded(request: PageRequest) -> bool:
    """Return whether an embeddable page is requested with `?marco=`."""
    return getattr(request, "embedded", False)


# --- Context --------------------------------------------------------------------------------------
PHASE_LABELS = {
    day.OPEN: _("Inscripción abierta"),
    day.PLAYING: _("En juego"),
    day.FINISHED: _("Terminado"),
}


def tournament(request: PageRequest) -> dict[str, Any]:
    """Return the values of the page head, most of them lazy; {} outside of tournaments."""
    tournament = getattr(request, "tournament", None)
    if tournament is None:
        return {}
    # The stage is looked up when a template reads it.
    stage: Any = SimpleLazyObject(lambda: tournament.stage)

    audience: Audience = request.audience

    def computed_phase() -> str:
        return day.phase(tournament, stage, audience)

    def current_phase() -> str:
        if request.role:
            return computed_phase()
        # Cached for the many visitors: counting the matches of a big day takes long.
        return cached_value(tournament, f"phase/{stage.pk}", audience, computed_phase)

    phase = SimpleLazyObject(current_phase)
    return {
        "tournament": tournament,
        "embedded": is_embedded(request),
        "role": request.role,
        "site_address": SimpleLazyObject(lambda: _site_address(request)),
        "stage": stage,
        "stages": SimpleLazyObject(
            lambda: [node for node in stages_of(tournament) if node.has_people]
        ),
        "stage_query": f"?fase={tournament.chosen_stage}" if tournament.chosen_stage else "",
        "game_name": tournament.rules.name,
        "format_name": SimpleLazyObject(lambda: system_in_words(stage, stages_of(tournament))),
        "silent_round": SimpleLazyObject(lambda: _silent_round(request)),
        "audience": audience,
        "phase": phase,
        "phase_label": SimpleLazyObject(lambda: PHASE_LABELS[str(phase)]),
    }


def _site_address(request: PageRequest) -> str:
    """Return the public address, or "" if it works only on this machine."""
    address = base_url(request)
    return "" if is_only_here(address) else address


def _silent_round(request: PageRequest) -> Round | None:
    """Return the first silent round for team members; None, without a query, for others."""
    tournament = request.tournament
    if not request.role or tournament.announcing != Announcing.BY_HAND:
        return None
    silent_rounds = tournament.rounds.silent(request.audience.moment).select_related("stage")
    return silent_rounds.order_by("serial").first()
