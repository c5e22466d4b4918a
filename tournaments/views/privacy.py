"""Pages that tell people what is kept about them."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.permissions import public


@require_safe
@public
def privacy(request: HttpRequest) -> HttpResponse:
    """The privacy text of a tournament: the organiser's own, or the usual one."""
    paragraphs = [paragraph for paragraph in request.tournament.privacy.split("\n\n") if paragraph]
    return render(request, "tournaments/privacy.html", {"paragraphs": paragraphs})


@require_safe
@public
def site_privacy(request: HttpRequest) -> HttpResponse:
    """The privacy text of the site: accounts, cookies, and who runs the machine."""
    context = {
        "responsible": settings.TAPETE_RESPONSIBLE,
        "contact": settings.TAPETE_CONTACT,
        "kept_days": settings.TAPETE_FILES_KEPT_DAYS,
    }
    return render(request, "tournaments/site_privacy.html", context)
