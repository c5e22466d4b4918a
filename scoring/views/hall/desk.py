"""The desk: the hall as a map, from a number to its acta, who sits where."""

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
from scoring.selectors.counting import whole_result
from scoring.selectors.draws.rounds import missing_now
from scoring.selectors.hall.desk import handed_over, latest_results
from scoring.selectors.hall.tiles import hall_map
from scoring.selectors.refereeing.hall_clock import HallClock, hall_clock
from scoring.selectors.rounds.resting import may_catch_up
from scoring.views.actas.pieces import match_or_404
from scoring.views.hall.panel import panel_context, panel_piece, table_asked
from tournaments.kept import revision
from tournaments.models import Match
from tournaments.permissions import act, allows, refuse_other_tables
from tournaments.refusal import Refused
from tournaments.selectors.day import day
from tournaments.selectors.next_step import next_steps
from tournaments.selectors.rounds import free_tables
from tournaments.services.tables import Called, call_waiting, move_match, set_in_service
from tournaments.views.submit import posted, submit


@require_safe
@act("enter_result")
def desk(request: HttpRequest) -> HttpResponse:
    """`?mesa=` is the panel of a table beside the map; `?v=` the map, or the panel, asking for
    news."""
    table = table_asked(request)
    if request.htmx and table is not None:
        return panel_piece(request, table, hall_version(request))
    if "v" in request.GET:
        return _news(request)
    return desk_page(request, table=table)


def desk_page(
    request: HttpRequest, *, table: int | None = None, status: int = 200, **more: object
) -> HttpResponse:
    """The whole page, with the panel of a table if one is open, and what the line says (`more`)."""
    panel = {} if table is None else panel_context(request, table, hall_version(request))
    example = whole_result(request.tournament.stage)
    context = {**_tables(request), "panel": panel, "line_example": f"12 {example}", **more}
    return render(request, "scoring/hall/desk.html", context, status=status)


def _news(request: HttpRequest) -> HttpResponse:
    """The map again, or 204 while nothing has happened within the same minute."""
    if request.GET["v"] == hall_version(request):
        return HttpResponse(status=204)
    return render(request, "parts/live.html", _tables(request))


def hall_version(request: HttpRequest) -> str:
    """Return what the map looks like now: another when it may have changed."""
    return f"{revision(request.tournament)}.{int(timezone.now().timestamp() // 60)}"


def _tables(request: HttpRequest) -> dict[str, object]:
    # Before the tables are read: what happens meanwhile is news the next time.
    tournament, version = request.tournament, hall_version(request)
    latest, hall = (
        latest_results(tournament),
        hall_map(tournament, timezone.now(), request.audience),
    )
    address = reverse("desk", kwargs={"slug": tournament.slug})
    return {
        "hall": hall,
        **({} if hall.missing or hall.waiting else _step(request)),
        "resting": _resting(request),
        "may_postpone": allows("postpone_match", request.role, authenticated=True),
        "latest": result_lines(latest),
        "handed_over": handed_over(latest),
        "clock": _clock(request),
        "live_id": "mesas",
        "live_url": f"{address}?v={version}",
        "live_template": "scoring/hall/hall_map.html",
    }


def _step(request: HttpRequest) -> dict[str, object]:
    """Return what is to be drawn, published or opened now, for whoever may do it."""
    tournament = request.tournament
    now = day(tournament, tournament.stage, request.audience)
    due, _own = next_steps(tournament, now, request.role, timezone.localdate())
    fits = due.act == "draw_round" and allows(due.act, request.role, authenticated=True)
    if not fits:
        return {}
    missing = missing_now(tournament.stage) if due.draws else None
    return {"step": due, "day": now, "missing": missing, "from_hall": True}


def _clock(request: HttpRequest) -> HallClock | None:
    """The clock of the hall for whoever may run it."""
    if not allows("run_hall", request.role, authenticated=True):
        return None
    return hall_clock(request.tournament.stage, request.audience)


def _resting(request: HttpRequest) -> list[Match]:
    """Return who could play a match of its own now, for whoever may say so."""
    if not allows("catch_up", request.role, authenticated=True):
        return []
    return may_catch_up(request.tournament.stage, request.audience)


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


@require_POST
@act("run_hall")
def table_service(request: HttpRequest, table: int) -> HttpResponse:
    """Leave a table empty from now on, or use it again, and back to its panel."""
    in_service = request.POST.get("value") == "1"
    try:
        called = set_in_service(
            tournament=request.tournament, author=request.user, table=table, in_service=in_service
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        words = (
            _("Mesa %(table)s: en servicio.")
            if in_service
            else _("Mesa %(table)s: fuera de servicio.")
        )
        messages.success(request, " ".join([words % {"table": table}, *map(_called, called)]))
    address = reverse("desk", kwargs={"slug": request.tournament.slug})
    return redirect(f"{address}?mesa={table}")


def _called(called: Called) -> str:
    return _("Partida %(match)s: a la mesa %(table)s.") % {
        "match": called.number,
        "table": called.table,
    }


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
    context = {
        "match": match,
        "form": form,
        "free": free_tables(request.tournament),
        "may_postpone": allows("postpone_match", request.role, authenticated=True),
    }
    return render(request, "scoring/hall/match_table.html", context, status=sent.status)
