"""The organiser's home for one tournament, and its memory."""

from dataclasses import replace
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.kept import revision
from tournaments.permissions import act, allows
from tournaments.ports import scoring_port
from tournaments.selectors.audit import acts_done, audit_lines
from tournaments.selectors.day import day, days_of_stages, entries_count
from tournaments.selectors.next_step import next_steps
from tournaments.wording.acts import sentence
from tournaments.wording.audit import told
from tournaments.wording.games import length_in_words

LINES = 50


@act("view_panel")
def panel(request: HttpRequest) -> HttpResponse:
    """Say what there is to do now and how the day goes; `?v=` asks for that again: 204 while
    nothing has happened within the same minute."""
    tournament = request.tournament
    # Before anything is read: what happens meanwhile is news the next time.
    version = f"{revision(tournament)}.{int(timezone.now().timestamp() // 60)}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    stage = tournament.stage
    now = day(tournament, stage, request.audience)
    here = replace(now, entries=entries_count(tournament, stage))
    due, step = next_steps(tournament, here, request.role, timezone.localdate())
    length = length_in_words(tournament.game, stage.game_options)
    context = {
        "day": now,
        "due": due,
        "step": step,
        "length": length,
        "offer": scoring_port().offer(stage, request.audience)
        if allows("seat_late", request.role, True)
        else None,
        "missing": scoring_port().missing_now(stage) if step.draws else None,
        "stage_days": days_of_stages(tournament, request.audience),
        "live_id": "hoy",
        "live_url": f"{request.path}?{urlencode(_asked(request) | {'v': version})}",
        "live_template": "tournaments/parts/today.html",
        "live_news": step.button,
    }
    template = "parts/live.html" if "v" in request.GET else "tournaments/panel.html"
    return render(request, template, context)


def _asked(request: HttpRequest) -> dict[str, str]:
    """Return the stage that the address asks for."""
    return {"fase": request.GET["fase"]} if "fase" in request.GET else {}


@act("view_audit")
def audit(request: HttpRequest) -> HttpResponse:
    acts = acts_done(request.tournament)
    chosen = request.GET.get("act", "")
    chosen = chosen if chosen in acts else ""
    lines = audit_lines(request.tournament, chosen)
    page = Paginator(lines, LINES).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": [told(line) for line in page],
        "acts": sorted(((name, sentence(name)) for name in acts), key=lambda pair: pair[1]),
        "chosen": chosen,
    }
    return render(request, "tournaments/audit.html", context)
