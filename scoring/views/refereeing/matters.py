"""Matters that wait for a referee: the list inside several pages, and the count in the frame."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.context import matters_version
from scoring.games import GAMES
from scoring.matters import count_matters, handed_over
from scoring.selectors.refereeing.my_tables import my_tables
from scoring.services.actas.confirmations import review_handovers
from scoring.views.actas.pieces import writer
from tournaments.kept import revision
from tournaments.names.text import read_number
from tournaments.permissions import act, refuse_other_tables

MOST_REVIEWED = 500  # at once


@require_safe
@act("view_panel")
def matters(request: HttpRequest) -> HttpResponse:
    """The list for a page that shows it; 204 while nothing has happened within the minute."""
    if request.GET.get("v") == matters_version(request):
        return HttpResponse(status=204)
    return render(request, "scoring/matters/matters_live.html")


@require_safe
@act("view_panel")
def matters_count(request: HttpRequest) -> HttpResponse:
    """How many there are, for the frame of a page that shows `?v=` of them; 204 for as many."""
    many = count_matters(request.tournament, request.tables)
    if request.GET.get("v") == str(many):
        return HttpResponse(status=204)
    context = {"matters_count": many}
    return render(request, "scoring/matters/matters_count_again.html", context)


@require_POST
@act("enter_result")
def handovers_review(request: HttpRequest) -> HttpResponse:
    """Somebody has seen these results confirmed on one telephone (`firma`, once for each)."""
    keys = {read_number(key, digits=15) for key in request.POST.getlist("firma")[:MOST_REVIEWED]}
    signatures = handed_over(request.tournament, keys - {None})
    refuse_other_tables(request.tables, *(signature.acta.match.table for signature in signatures))
    review_handovers(tournament=request.tournament, author=writer(request), signatures=signatures)
    messages.success(request, _("Apuntado: los ha visto."))
    return redirect("refereeing", slug=request.tournament.slug)


@require_safe
@act("enter_result")
def my_tables_page(request: HttpRequest) -> HttpResponse:
    """`?v=` is the page asking for news: 204 while nothing has happened within the same minute."""
    tournament, now = request.tournament, timezone.now()
    version = f"{revision(tournament)}.{int(now.timestamp() // 60)}.{request.tables}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    score_in_words = GAMES[tournament.game].words.score_in_words
    rows = [
        (table, score_in_words(table.record.score, table.match.game_rules()))
        for table in my_tables(tournament, request.tables, now)
    ]
    context = {
        "rows": rows,
        "tables": request.tables,
        "live_id": "mis-mesas",
        "live_url": f"{reverse('my_tables', kwargs={'slug': tournament.slug})}?"
        + urlencode({"v": version}),
        "live_template": "scoring/matters/my_tables_piece.html",
    }
    again = "v" in request.GET
    return render(
        request, "parts/live.html" if again else "scoring/matters/my_tables.html", context
    )
