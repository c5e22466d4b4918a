"""The page of sharing: texts to send, a page inside another, a file for a calendar."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.public.share import calendar_file, podium_message, round_message
from scoring.public.share_picture import share_picture
from tournaments.embedding import PARAMETER
from tournaments.models import Tournament, Visibility
from tournaments.names.audience import seen_by
from tournaments.permissions import act, audience_of, public
from tournaments.public_address import base_url, is_only_here, is_only_near

PICTURE_SECONDS = 600  # that who sends the address many times need not ask again


@require_safe
@act("view_panel")
def share(request: HttpRequest) -> HttpResponse:
    """The texts of the round and of the podium, and what a club puts on its own page."""
    tournament, base = request.tournament, base_url(request)
    everybody = audience_of(tournament, "")  # the messages are sent to everybody
    with seen_by(everybody):
        messages = [
            (_("La ronda"), round_message(tournament, base, everybody)),
            (_("El podio"), podium_message(tournament, base, everybody)),
        ]
    pages = {"standings": _("Clasificación"), "pairings": _("Emparejamientos")}
    if tournament.stage.has_bracket:
        pages["bracket"] = _("Cuadro")
    context = {
        "texts": [(title, message) for title, message in messages if message],
        "frames": [(label, _frame(tournament, base, name)) for name, label in pages.items()],
        "private": tournament.visibility == Visibility.PRIVATE,
        "only_here": is_only_here(base),
        "only_near": is_only_near(base),
    }
    return render(request, "scoring/public/share.html", context)


def _frame(tournament: Tournament, base: str, name: str) -> str:
    """The line that shows a page of ours inside another: plain text, which the page escapes."""
    address = f"{base}{reverse(name, args=[tournament.slug])}?{PARAMETER}=1"
    names = f'src="{escape(address)}" title="{escape(tournament.name)}"'
    return f'<iframe {names} width="100%" height="700"></iframe>'


@require_safe
@public
def picture(request: HttpRequest) -> HttpResponse:
    """The picture of a message that carries the address of the tournament."""
    tournament = request.tournament
    begins = timezone.localtime(tournament.starts_at)
    place = [tournament.rules.name, *filter(None, [tournament.venue])]
    lines = (" · ".join(map(str, place)), date_format(begins, "DATETIME_FORMAT"))
    made = HttpResponse(share_picture(tournament.name, lines), "image/png")
    patch_cache_control(made, private=True, max_age=PICTURE_SECONDS)  # or not all may see it
    return made


@require_safe
@public
def calendar_download(request: HttpRequest) -> HttpResponse:
    """The tournament for the calendar of a telephone."""
    text = calendar_file(request.tournament, base_url(request), timezone.now(), request.audience)
    name = f'attachment; filename="{request.tournament.slug}.ics"'
    return HttpResponse(text, "text/calendar; charset=utf-8", headers={"Content-Disposition": name})
