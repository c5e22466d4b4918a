"""Views of the front page and of the privacy texts."""

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Role
from tournaments.names.text import clean_text
from tournaments.permissions import public
from tournaments.setup.selectors.tournaments import (
    templates_of,
    tournaments_after,
    tournaments_before,
    tournaments_in_play,
    tournaments_matching,
    tournaments_of,
    tournaments_of_day,
)
from tournaments.site.requests import PageRequest

PAGE_SIZE, MOST_IN_LIST, MOST_OWN = 12, 24, 6


@public
def home(request: PageRequest) -> HttpResponse:
    words = clean_text(request.GET.get("q", ""), "q", 80, any_start=True)
    today = timezone.localdate()
    shows_all = bool(words) or "todos" in request.GET
    in_play = [] if shows_all else tournaments_in_play(today, request.audience)
    tournaments = tournaments_before(today, in_play)
    if shows_all:
        tournaments = tournaments_matching(words, request.user)
    own_tournaments = [] if shows_all else tournaments_of(request.user, today, MOST_OWN)
    context = {
        "words": words,
        "every": shows_all,
        "page": Paginator(tournaments, PAGE_SIZE).get_page(request.GET.get("page")),
        "today": [] if shows_all else tournaments_of_day(today)[:MOST_IN_LIST],
        "in_play": in_play[:MOST_IN_LIST],
        "coming_tournaments": [] if shows_all else tournaments_after(today)[:MOST_IN_LIST],
        "templates": [] if shows_all else templates_of(request.user),
        "own_tournaments": [
            (tournament, Role(tournament.my_role).label) for tournament in own_tournaments
        ],
    }
    return render(request, "tournaments/site/home.html", context)


# --- Privacy --------------------------------------------------------------------------------------
@require_safe
@public
def privacy(request: PageRequest) -> HttpResponse:
    """Show the privacy text of a tournament: the organiser's own text, or the usual text."""
    paragraphs = [paragraph for paragraph in request.tournament.privacy.split("\n\n") if paragraph]
    return render(request, "tournaments/site/privacy.html", {"paragraphs": paragraphs})


@require_safe
@public
def site_privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy text of the site: accounts, cookies, and the person who runs the machine."""
    context = {
        "responsible": settings.TAPETE_RESPONSIBLE,
        "contact": settings.TAPETE_CONTACT,
        "kept_days": settings.TAPETE_FILES_KEPT_DAYS,
    }
    return render(request, "tournaments/site/site_privacy.html", context)
