"""The link of a table on the screen of the desk: shown, and revoked."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.prints.actas import qr_svg
from scoring.services.links import revoke_link, revoke_links
from scoring.table_links import is_open, table_url
from scoring.views.actas.pieces import match_or_404, writer
from tournaments.permissions import act
from tournaments.public_address import base_url, is_only_here
from tournaments.selectors.rounds import published_round
from tournaments.views.submit import say_outcome


@require_safe
@never_cache
@act("table_links")
def match_link(request: HttpRequest, code: str) -> HttpResponse:
    """The QR large, for the telephone of whoever has lost the paper, and the address in pieces."""
    match = match_or_404(request, code)
    url = table_url(base_url(request), match)
    context = {
        "match": match,
        "qr": "" if is_only_here(url) else qr_svg(url),
        "url": url,
        "only_here": is_only_here(url),
        "open": is_open(match, timezone.now()),
    }
    response = render(request, "scoring/hall/link.html", context)
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@require_POST
@act("table_links")
def match_link_revoke(request: HttpRequest, code: str) -> HttpResponse:
    match = match_or_404(request, code)
    with say_outcome(request, _("Enlace anulado: este es el nuevo.")):
        revoke_link(match=match, author=writer(request))
    return redirect("match_link", slug=request.tournament.slug, code=match.code)


@require_POST
@act("table_links")
def round_links_revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Every link of a round at once; the cards have to be printed again."""
    round = published_round(request.tournament, number, request.audience)
    if round is None:
        raise Http404
    revoked = revoke_links(round=round, author=writer(request))
    message = ngettext(
        "Anulado %(n)s enlace: imprima otra vez las tarjetas de mesa.",
        "Anulados %(n)s enlaces: imprima otra vez las tarjetas de mesa.",
        revoked,
    )
    messages.success(request, message % {"n": revoked})
    return redirect("prints", slug=request.tournament.slug)
