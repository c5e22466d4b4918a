"""The desk: from a number to its acta, the tables that are missing, who sits where."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.acta_words import result_lines
from scoring.forms.desk import TableForm
from scoring.selectors.hall.desk import handed_over, latest_results, look_up, missing_tables
from scoring.selectors.rounds.resting import may_catch_up
from scoring.views.actas.pieces import match_or_404
from tournaments.kept import revision
from tournaments.models import Match
from tournaments.permissions import act, allows, refuse_other_tables
from tournaments.refusal import Refused
from tournaments.selectors.rounds import free_tables
from tournaments.services.tables import call_waiting, move_match
from tournaments.views.submit import posted, submit

LONGEST_TYPED = 40


@require_safe
@act("enter_result")
def desk(request: HttpRequest) -> HttpResponse:
    """`?n=` opens an acta by table, number or code; `?v=` is the list asking for news."""
    if "v" in request.GET:
        return _news(request)
    if "n" not in request.GET:
        return render(request, "scoring/desk.html", _tables(request))
    typed = request.GET["n"][:LONGEST_TYPED]
    try:
        found = look_up(request.tournament, typed)
    except Refused as refused:
        context = {**_tables(request), "typed": typed, "refused": refused}
        return render(request, "scoring/desk.html", context, status=refused.status)
    if len(found) == 1:
        return redirect("acta", slug=request.tournament.slug, code=found[0].code)
    return render(request, "scoring/desk.html", {**_tables(request), "found": found})


def _news(request: HttpRequest) -> HttpResponse:
    """The list again, or 204 while nothing has happened within the same minute."""
    if request.GET["v"] == _version(request):
        return HttpResponse(status=204)
    return render(request, "parts/live.html", _tables(request))


def _version(request: HttpRequest) -> str:
    return f"{revision(request.tournament)}.{int(timezone.now().timestamp() // 60)}"


def _tables(request: HttpRequest) -> dict[str, object]:
    tournament, version = request.tournament, _version(request)
    playing, waiting = missing_tables(tournament, timezone.now())
    latest = latest_results(tournament)
    address = reverse("desk", kwargs={"slug": tournament.slug})
    return {
        "playing": playing,
        "waiting": waiting,
        "free": free_tables(tournament),
        "resting": _resting(request),
        "latest": result_lines(latest),
        "handed_over": handed_over([*latest, *(one.match for one in playing if one.pending)]),
        "live_id": "mesas",
        "live_url": f"{address}?v={version}",
        "live_template": "scoring/parts/desk_tables.html",
    }


def _resting(request: HttpRequest) -> list[Match]:
    """Return who could play a match of its own now, for whoever may say so."""
    if not allows("catch_up", request.role, authenticated=True):
        return []
    return may_catch_up(request.tournament.stage)


@require_POST
@act("call_tables")
def desk_call(request: HttpRequest) -> HttpResponse:
    """Give the free tables to the matches that wait."""
    refuse_other_tables(request.tables, *free_tables(request.tournament))
    called = call_waiting(tournament=request.tournament, author=request.user)
    message = ngettext(
        "%(n)s partida llamada a su mesa.", "%(n)s partidas llamadas a sus mesas.", len(called)
    )
    messages.success(request, message % {"n": len(called)})
    return redirect("desk", slug=request.tournament.slug)


@act("call_tables")
def match_table(request: HttpRequest, code: str) -> HttpResponse:
    """Call a match out of its turn, or move it to another table."""
    match = match_or_404(request, code)
    if match.table is not None:
        refuse_other_tables(request.tables, match.table)
    form = TableForm(posted(request))

    def move() -> int:
        table: int = form.cleaned_data["table"]
        refuse_other_tables(request.tables, table)
        move_match(match=match, author=request.user, table=table)
        return table

    sent = submit(form, move)
    if sent.done:
        message = _("Partida %(match)s: a la mesa %(table)s.")
        messages.success(request, message % {"match": match.number, "table": sent.made})
        return redirect("desk", slug=request.tournament.slug)
    context = {"match": match, "form": form, "free": free_tables(request.tournament)}
    return render(request, "scoring/match_table.html", context, status=sent.status)
