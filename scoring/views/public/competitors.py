"""One competitor in public: where it sits now, and its day."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.public.competitor import entry_page, where_page
from scoring.public.held import found_by
from scoring.selectors.matches.meetings import Competitor, competitors_of
from tournaments.live import Piece, live_page, not_changed, refreshes
from tournaments.names.text import clean_text
from tournaments.pages import own_number, remember_number
from tournaments.permissions import public
from tournaments.refusal import Refused
from tournaments.services.entries.checks import MAX_NUMBER

LONGEST_QUESTION = 60
MOST_FOUND = 40  # more than these are not a list to choose from


@refreshes("q", "kiosco", "n")
@require_safe
@public
def where(request: HttpRequest) -> HttpResponse:
    """«¿Dónde me siento?»: a number, or any part of the names or villages of a competitor; without
    a question, who is followed on this device. `?kiosco=1` is for the tablet by the door, which
    remembers nobody."""
    if (same := not_changed(request, request.tournament)) is not None:
        return same
    kiosk = "kiosco" in request.GET
    template = f"scoring/public/where/{'kiosk' if kiosk else 'where'}.html"
    try:
        asked = clean_text(request.GET.get("q"), "q", LONGEST_QUESTION, any_start=True)
    except Refused as refused:
        return render(request, template, {"refused": refused}, status=400)
    if "q" not in request.GET and not kiosk and (own := _followed(request)):
        return _where(request, str(own.number), own)
    found = found_by(request.tournament, asked) if asked else []
    if len(found) == 1 and kiosk:
        context = {"asked": asked, **where_page(request.tournament, found[0], request.audience)}
        return render(request, template, context)
    if len(found) == 1:
        return _where(request, asked, found[0])
    context = {"asked": asked, "found": found[:MOST_FOUND], "more": len(found) > MOST_FOUND}
    return render(request, template, context)


def _followed(request: HttpRequest) -> Competitor | None:
    """Return the competitor followed on this device; None where the number is of nobody."""
    number = own_number(request)
    if not 0 < number <= MAX_NUMBER:
        return None
    return competitors_of(request.tournament, [number]).get(number)


def _where(request: HttpRequest, asked: str, competitor: Competitor) -> HttpResponse:
    piece = Piece(
        id="respuesta",
        template="scoring/public/where/where_piece.html",
        context=partial(where_page, request.tournament, competitor, request.audience),
        news=_("Hay novedades de sus partidas."),
        asks={"q": str(competitor.number)},  # a name may be somebody else's too in an hour
    )
    context = {"asked": asked, "competitor": competitor}
    response = live_page(request, "scoring/public/where/where.html", piece, lambda: context)
    return remember_number(response, request.tournament, competitor.number)


@refreshes()
@require_safe
@public
def entry(request: HttpRequest, number: int) -> HttpResponse:
    """One competitor's matches in order, with what comes next."""
    if (same := not_changed(request, request.tournament)) is not None:
        return same
    known = number <= MAX_NUMBER
    competitor = competitors_of(request.tournament, [number]).get(number) if known else None
    if competitor is None:
        raise Http404
    piece = Piece(
        id="dia",
        template="scoring/public/entry_piece.html",
        context=partial(entry_page, request.tournament, competitor, request.audience),
        news=_("Hay novedades de sus partidas."),
        kept_as=str(number),
    )
    return live_page(
        request, "scoring/public/entry.html", piece, lambda: {"competitor": competitor}
    )
