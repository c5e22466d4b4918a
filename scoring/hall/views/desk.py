"""Views of the desk: the map of the hall, the panel of a table, and the links of tables."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.in_words import result_lines
from scoring.actas.selectors.meetings import score_of_tie
from scoring.actas.table_links import is_open_for_table, table_url
from scoring.actas.views.pieces import match_or_404, read_live_record, writer
from scoring.games import GAMES
from scoring.hall.forms.desk import TableForm
from scoring.hall.selectors.desk import (
    hall_map,
    latest_results,
    match_at,
    matches_confirmed_on_one_phone,
)
from scoring.hall.services import revoke_link, revoke_links
from scoring.refereeing.selectors.clock import (
    HallClock,
    call_of,
    clock_of,
    hall_clock,
    minutes_since,
)
from scoring.refereeing.selectors.matters import result_state
from scoring.refereeing.views.sidebar import stop_fields
from scoring.rounds.selectors.line_ups import byes_to_catch_up
from scoring.rounds.selectors.rounds import missing_entries_now
from scoring.standings.selectors.counting import example_result
from tournaments.halls.selectors import busy_elsewhere
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.names.text import read_number
from tournaments.permissions import act, allows, includes_table, refuse_other_tables
from tournaments.refusal import Refused
from tournaments.rounds.selectors.day import day
from tournaments.rounds.selectors.rounds import fixed_tables, free_tables, published_round
from tournaments.rounds.services.tables import CalledMatch, call_waiting, move_match, set_in_service
from tournaments.setup.selectors.next_step import next_steps
from tournaments.site.page_cache import revision
from tournaments.site.public_address import base_url, is_only_here
from tournaments.site.qr import qr_svg
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit


# The panel of a table next to the map of the hall: players, score, possible actions.
def requested_table(request: HttpRequest) -> int | None:
    """Return the number of the table in `?mesa=`, or None."""
    return read_number(request.GET.get("mesa"), digits=4)


def panel_piece(request: PageRequest, table: int, version: str) -> HttpResponse:
    """Return the panel alone, or 204 if the page already shows this `version` of the hall."""
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    context = {"panel": panel_context(request, table, version)}
    return render(request, "scoring/hall/hall_panel_live.html", context)


def panel_context(request: PageRequest, table: int, version: str) -> dict[str, Any]:
    """Return the context of the panel of a table, with the `url` of its refresh."""
    address = reverse("desk", kwargs={"slug": request.tournament.slug})
    match = match_at(request.tournament, table)
    return {
        "table": table,
        "match": match,
        "own": includes_table(request.tables, table),
        "may_postpone": allows("postpone_match", request.role, authenticated=True),
        "service": _service_context(request, table),
        "keepers": [
            number
            for number, fixed_table in fixed_tables(request.tournament).items()
            if fixed_table == table
        ],
        **(_match_context(match, request.audience) if match else {}),
        "url": f"{address}?{urlencode({'mesa': table, 'v': version})}",
    }


def _service_context(request: PageRequest, table: int) -> dict[str, bool]:
    """Return whether the table is out of service, and whether this user may put it out or back."""
    may_change = allows("run_hall", request.role, authenticated=True)
    exists = table in request.tournament.table_numbers
    return {"out": table in request.tournament.out_of_service, "may": may_change and exists}


def _match_context(match: Match, audience: Audience) -> dict[str, Any]:
    """Return the context of a match in the panel: players, score, lines, clock and referee call."""
    now, record = timezone.now(), read_live_record(match)
    board, clock = acta_words.board(match, record.score, audience), clock_of(match, now)
    score_in_words = GAMES[match.tournament.game].words.score_in_words
    return {
        "sides": [(side["letter"], side["name"]) for side in board["sides"]],
        "score": score_in_words(record.score, match.game_rules()),
        "foot": board["foot"],
        "over": record.score.over,
        "lines": acta_words.lines(match, record, audience),
        "result_state": result_state(match, audience),
        "minutes": minutes_since(match.called_at, now),
        "clock": clock,
        "stop": stop_fields(match, record, clock),
        "call": call_of(match, now),
        "tie_score": score_of_tie(match) if match.board else None,
    }


# --- Desk -----------------------------------------------------------------------------------------
@require_safe
@act("enter_result")
def desk(request: UserRequest) -> HttpResponse:
    """Show the desk.

    `?mesa=` is the table whose panel is open. `?v=` is the version shown, for a refresh of the map
    or of the panel.
    """
    table = requested_table(request)
    if request.htmx and table is not None:
        return panel_piece(request, table, hall_version(request))
    if "v" in request.GET:
        return _map_response(request)
    return desk_page(request, table=table)


def desk_page(
    request: PageRequest, *, table: int | None = None, status: int = 200, **extra: object
) -> HttpResponse:
    """Return the whole page, with the panel of `table` if given.

    `extra` has the answer to a line typed at the desk.
    """
    panel = {} if table is None else panel_context(request, table, hall_version(request))
    example = example_result(request.tournament.stage)
    context = {**_map_context(request), "panel": panel, "line_example": f"12 {example}", **extra}
    return render(request, "scoring/hall/desk.html", context, status=status)


def _map_response(request: PageRequest) -> HttpResponse:
    """Return the map, or 204 if neither the hall nor the minute has changed."""
    if request.GET["v"] == hall_version(request):
        return HttpResponse(status=204)
    return render(request, "parts/live.html", _map_context(request))


def hall_version(request: PageRequest) -> str:
    """Return the version of the map: the revision of the tournament and the current minute."""
    return (
        f"{revision(request.tournament, request.audience)}.{int(timezone.now().timestamp() // 60)}"
    )


def _map_context(request: PageRequest) -> dict[str, object]:
    # Read the version before the tables, so that a change in between triggers the next refresh.
    tournament, version = request.tournament, hall_version(request)
    latest_matches = latest_results(tournament)
    hall = hall_map(tournament, timezone.now(), request.audience)
    address = reverse("desk", kwargs={"slug": tournament.slug})
    return {
        "hall": hall,
        "busy": busy_elsewhere(tournament, request.audience),
        **({} if hall.missing or hall.waiting else _next_step_context(request)),
        "resting": _catch_up_byes(request),
        "may_postpone": allows("postpone_match", request.role, authenticated=True),
        "latest": result_lines(latest_matches, request.audience),
        "handed_over": matches_confirmed_on_one_phone(latest_matches),
        "clock": _clock(request),
        "live_id": "mesas",
        "live_url": f"{address}?v={version}",
        "live_template": "scoring/hall/hall_map.html",
    }


def _next_step_context(request: PageRequest) -> dict[str, object]:
    """Return the context of the next step, if it is to draw, publish or open a round.

    Return {} for another step, or if this user may not draw. Once the whole event is over, return
    only `day_over`.
    """
    tournament = request.tournament
    today = day(tournament, tournament.stage, request.audience)
    if today.finished and not today.elsewhere:
        return {"day_over": True}
    next_step, _own = next_steps(tournament, today, request.role, timezone.localdate())
    may_be_shown = next_step.act == "draw_round" and allows(
        next_step.act, request.role, authenticated=True
    )
    if not may_be_shown:
        return {}
    missing = missing_entries_now(tournament.stage) if next_step.draws else None
    return {"step": next_step, "day": today, "missing": missing, "from_hall": True}


def _clock(request: PageRequest) -> HallClock | None:
    """Return the clock of the hall; None if there is none or this user may not run it."""
    if not allows("run_hall", request.role, authenticated=True):
        return None
    return hall_clock(request.tournament.stage, request.audience)


def _catch_up_byes(request: PageRequest) -> list[Match]:
    """Return the byes that may become catch-up matches; [] if this user may not schedule them."""
    if not allows("catch_up", request.role, authenticated=True):
        return []
    return byes_to_catch_up(request.tournament.stage, request.audience)


@require_POST
@act("call_tables")
def desk_call(request: UserRequest) -> HttpResponse:
    """Assign the free tables to the waiting matches."""
    refuse_other_tables(request.tables, *free_tables(request.tournament))
    called_matches = call_waiting(tournament=request.tournament, author=request.user)
    message = ngettext(
        "%(n)s encuentro llamado a su mesa.",
        "%(n)s encuentros llamados a sus mesas.",
        len(called_matches),
    )
    messages.success(request, message % {"n": len(called_matches)})
    return redirect("desk", slug=request.tournament.slug)


@require_POST
@act("run_hall")
def table_service(request: UserRequest, table: int) -> HttpResponse:
    """Take a table out of service or back into service, and return to its panel."""
    in_service = request.POST.get("value") == "1"
    try:
        called_matches = set_in_service(
            tournament=request.tournament, author=request.user, table=table, in_service=in_service
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        words = (
            _("Mesa %(table)s: en servicio.")
            if in_service
            else _("Mesa %(table)s: fuera de servicio.")
        )
        messages.success(
            request, " ".join([words % {"table": table}, *map(_call_sentence, called_matches)])
        )
    address = reverse("desk", kwargs={"slug": request.tournament.slug})
    return redirect(f"{address}?mesa={table}")


def _call_sentence(match: CalledMatch) -> str:
    return _("Encuentro %(match)s: a la mesa %(table)s.") % {
        "match": match.number,
        "table": match.table,
    }


@act("call_tables")
def match_table(request: UserRequest, code: str) -> HttpResponse:
    """Call a match out of turn, or move it to another table."""
    match = match_or_404(request, code)
    if match.table is not None:
        refuse_other_tables(request.tables, match.table)
    form = TableForm(posted_data(request))

    def move() -> int:
        table: int = form.cleaned_data["table"]
        refuse_other_tables(request.tables, table)
        move_match(match=match, author=request.user, table=table)
        return table

    submission = submit(form, move)
    if submission.done:
        message = _("Encuentro %(match)s: a la mesa %(table)s.")
        messages.success(request, message % {"match": match.number, "table": submission.result})
        return redirect("desk", slug=request.tournament.slug)
    context = {
        "match": match,
        "form": form,
        "free": free_tables(request.tournament),
        "may_postpone": allows("postpone_match", request.role, authenticated=True),
    }
    return render(request, "scoring/hall/match_table.html", context, status=submission.status)


# --- Links ----------------------------------------------------------------------------------------
# Show the link of a table on the screen of the desk, and revoke links.
@require_safe
@never_cache
@act("table_links")
def match_link(request: UserRequest, code: str) -> HttpResponse:
    """Show a large QR and the address in parts, for players who have lost the paper."""
    match = match_or_404(request, code)
    url = table_url(base_url(request), match)
    context = {
        "match": match,
        "qr": "" if is_only_here(url) else qr_svg(url),
        "url": url,
        "only_here": is_only_here(url),
        "open": is_open_for_table(match, timezone.now()),
    }
    response = render(request, "scoring/hall/link.html", context)
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@require_POST
@act("table_links")
def match_link_revoke(request: UserRequest, code: str) -> HttpResponse:
    match = match_or_404(request, code)
    with show_outcome(request, _("Enlace anulado: este es el nuevo.")):
        revoke_link(match=match, author=writer(request))
    return redirect("match_link", slug=request.tournament.slug, code=match.code)


@require_POST
@act("table_links")
def round_links_revoke(request: UserRequest, number: int) -> HttpResponse:
    """Revoke every link of a round; its table cards must then be printed again."""
    round = published_round(request.tournament, number, request.audience)
    if round is None:
        raise Http404
    count = revoke_links(round=round, author=writer(request))
    message = ngettext(
        "Anulado %(n)s enlace: imprima otra vez las tarjetas de mesa.",
        "Anulados %(n)s enlaces: imprima otra vez las tarjetas de mesa.",
        count,
    )
    messages.success(request, message % {"n": count})
    return redirect("prints", slug=request.tournament.slug)
