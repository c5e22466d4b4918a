"""Creation and editing of a tournament."""

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.audit.selectors import acts_with_lines, audit_lines
from tournaments.audit.words import act_sentence, audit_line_in_words
from tournaments.clubs.selectors import clubs_of
from tournaments.clubs.services.clubs import set_club
from tournaments.games.refusals import length_in_words
from tournaments.halls.selectors import busy_elsewhere
from tournaments.models import Tournament
from tournaments.people.selectors.entries import sent_request_count
from tournaments.permissions import act, allows
from tournaments.ports import scoring_port
from tournaments.rounds.selectors.day import day, days_of_stages, entries_count
from tournaments.setup.forms.recipes import RecipeForm
from tournaments.setup.forms.setup import DayForm, EventForm, TournamentForm, setup_initial
from tournaments.setup.selectors.next_step import next_steps
from tournaments.setup.services.checks import order_of
from tournaments.setup.services.locks import is_locked
from tournaments.setup.services.recipes import create_by_recipe
from tournaments.setup.services.tournament import create_tournament, edit_tournament, plan_of
from tournaments.site.page_cache import revision
from tournaments.site.requests import UserRequest
from tournaments.site.views.submit import posted_data, submit


@act("create_tournament")
def create(request: UserRequest) -> HttpResponse:
    """Show the four steps and the offered recipes; a POST creates the tournament."""
    form = RecipeForm(posted_data(request), initial=request.GET.dict())
    return _create_page(request, form, create_by_recipe, "tournaments/setup/create.html")


@act("create_tournament")
def create_custom(request: UserRequest) -> HttpResponse:
    """Show all options on one page; a POST creates the tournament."""
    form = TournamentForm(posted_data(request), initial=request.GET.dict())
    return _create_page(request, form, create_tournament, "tournaments/setup/create_custom.html")


def _create_page(
    request: UserRequest, form: DayForm, service: Callable[..., Tournament], template: str
) -> HttpResponse:
    """Create the tournament, in the club of `?club=` if the user runs it."""
    club = clubs_of(request.user).filter(slug=request.GET.get("club", "")).first()
    submission = submit(
        form, lambda: service(author=request.user, **form.plan()), refuse=form.refuse
    )
    if submission.done and club is not None:
        set_club(tournament=submission.result, author=request.user, club=club)
    if submission.done:
        _report_creation(request, submission.result)
        return redirect("panel", slug=submission.result.slug)
    return render(request, template, {"form": form, "club": club}, status=submission.status)


def _report_creation(request: HttpRequest, tournament: Tournament) -> None:
    """Tell the user that the tournament is created, and what decides its standings."""
    plan = plan_of(tournament, tournament.stage)
    sentences = [_("Torneo creado."), order_of(plan), _("Ahora, a inscribir.")]
    messages.success(request, " ".join(filter(None, sentences)))


@act("edit_tournament")
def settings(request: UserRequest) -> HttpResponse:
    tournament = request.tournament
    stage = tournament.stage
    locked = is_locked(stage)
    # A page opened before the draw still posts the format: the service refuses it.
    form_class = EventForm if locked and "format" not in request.POST else TournamentForm
    initial = setup_initial(plan_of(tournament, stage))
    form = form_class(posted_data(request), initial=initial)
    submission = submit(
        form,
        lambda: edit_tournament(tournament=tournament, author=request.user, **form.plan()),
        refuse=form.refuse,
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("settings", slug=tournament.slug)
    length = length_in_words(tournament.game, stage.game_options)
    context = {"form": form, "locked": locked, "length": length}
    return render(request, "tournaments/setup/settings.html", context, status=submission.status)


# --- Panel ----------------------------------------------------------------------------------------
# The organiser's home page of one tournament, and its audit log.
LINES_PER_PAGE = 50


@act("view_panel")
def panel(request: UserRequest) -> HttpResponse:
    """Show the next step and the state of the day.

    `?v=` polls for news: the answer is 204 if nothing has changed within the same minute.
    """
    tournament = request.tournament
    # Read first: any change from here on is news at the next poll.
    version = f"{revision(tournament, request.audience)}.{int(timezone.now().timestamp() // 60)}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    stage = tournament.stage
    current_day = day(tournament, stage, request.audience)
    day_with_counts = replace(current_day, entries=entries_count(tournament, stage))
    due, step = next_steps(tournament, day_with_counts, request.role, timezone.localdate())
    length = length_in_words(tournament.game, stage.game_options)
    context = {
        "day": current_day,
        "clock": scoring_port().hall_clock(stage, request.audience),
        "busy": busy_elsewhere(tournament, request.audience),
        "due_step": due,
        "ending": scoring_port().ending_of(tournament, request.audience)
        if current_day.finished
        else None,
        "step": step,
        "length": length,
        "offer": scoring_port().late_offer(stage, request.audience)
        if allows("seat_late", request.role, True)
        else None,
        "missing": scoring_port().missing_entries_now(stage) if step.draws else None,
        "requests_sent": sent_request_count(tournament) if current_day.round is None else 0,
        "stage_days": days_of_stages(tournament, request.audience),
        "live_id": "hoy",
        "live_url": f"{request.path}?{urlencode(_stage_parameter(request) | {'v': version})}",
        "live_template": "tournaments/setup/today.html",
        "live_news": step.button,
    }
    template = "parts/live.html" if "v" in request.GET else "tournaments/setup/panel.html"
    return render(request, template, context)


def _stage_parameter(request: HttpRequest) -> dict[str, str]:
    """Return the parameter `fase` of the request, or {} without it."""
    return {"fase": request.GET["fase"]} if "fase" in request.GET else {}


@require_safe
@act("view_audit")
def audit(request: UserRequest) -> HttpResponse:
    acts = acts_with_lines(request.tournament)
    chosen_act = request.GET.get("act", "")
    chosen_act = chosen_act if chosen_act in acts else ""
    lines = audit_lines(request.tournament, chosen_act)
    page = Paginator(lines, LINES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": [audit_line_in_words(line) for line in page],
        "acts": sorted(((name, act_sentence(name)) for name in acts), key=lambda pair: pair[1]),
        "chosen_act": chosen_act,
    }
    return render(request, "tournaments/audit/audit.html", context)
