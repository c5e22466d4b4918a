"""Pages of the referee: matters, rulings, time, replays and options."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.selectors.actas import with_details
from scoring.actas.services.confirmations import review_handovers
from scoring.actas.views.pieces import match_to_write, writer
from scoring.corrections.views import change_or_ask
from scoring.games import GAMES
from scoring.models import RefereeCall
from scoring.refereeing.forms import (
    RefereeingForm,
    ReplayForm,
    TimeForm,
    refereeing_initial,
    ruling_rows,
)
from scoring.refereeing.selectors.clock import matches_out_of_time, stage_refereeing
from scoring.refereeing.selectors.matters import count_matters, handovers, matters_version
from scoring.refereeing.selectors.my_tables import my_tables
from scoring.refereeing.selectors.rulings import rulings_of_tournament
from scoring.refereeing.services.acts import (
    answer_call,
    call_referee,
    give_time,
    replay_match,
    set_refereeing,
)
from scoring.refereeing.services.calls import make_last_call, resume_calls
from scoring.rounds.forms import ResumeForm
from scoring.rounds.views.rounds import rounds_page
from tournaments.models import Match, Stage
from tournaments.names.text import read_number
from tournaments.permissions import act, refuse_other_tables
from tournaments.refusal import Refused
from tournaments.setup.words.stages import stage_title
from tournaments.site.forms import REFUSALS
from tournaments.site.page_cache import revision
from tournaments.site.requests import UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit


@require_safe
@act("view_panel")
def refereeing(request: UserRequest) -> HttpResponse:
    """Show the matches out of time and the rulings; a request with `?v=` is a poll."""
    version = (
        f"{revision(request.tournament, request.audience)}.{int(timezone.now().timestamp() // 60)}"
    )
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    now, tournament = timezone.now(), request.tournament
    playing = list(with_details(tournament.matches.filter(state=Match.State.PLAYING)))
    context = {
        "late": matches_out_of_time(playing, now),
        "rulings": ruling_rows(rulings_of_tournament(tournament), {}, tournament.game),
        "refereed_stage": tournament.stage,
        "live_id": "arbitraje",
        "live_url": f"{request.path}?v={version}",
        "live_template": "scoring/refereeing/refereeing_piece.html",
    }
    template = "parts/live.html" if "v" in request.GET else "scoring/refereeing/refereeing.html"
    return render(request, template, context)


# --- Calls ------------------------------------------------------------------------------------
@require_POST
@act("enter_result")
def referee_call(request: UserRequest, code: str) -> HttpResponse:
    match = match_to_write(request, code)
    with show_outcome(request, _("Árbitro avisado.")):
        call_referee(match=match, author=request.user)
    return redirect("acta", slug=request.tournament.slug, code=match.code)


@require_POST
@act("enter_result")
def referee_answer(request: UserRequest, call: int) -> HttpResponse:
    """Answer a call and open the acta."""
    calls = RefereeCall.objects.select_related("match")
    open_call = get_object_or_404(calls, pk=call, match__tournament=request.tournament)
    refuse_other_tables(request.tables, open_call.match.table)
    try:
        answer_call(call=open_call, author=request.user)
    except Refused as refusal:
        messages.warning(request, str(refusal))
    return redirect("acta", slug=request.tournament.slug, code=open_call.match.code)


# --- Time and replays -------------------------------------------------------------------------
@act("penalise")
def match_time(request: UserRequest, code: str) -> HttpResponse:
    match = match_to_write(request, code)
    form = TimeForm(posted_data(request), initial={"minutes": match.extra_minutes or 5})
    submission = submit(
        form, lambda: give_time(match=match, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        extra_minutes = submission.result.extra_minutes
        message = ngettext(
            "La mesa tiene %(n)s minuto de más.",
            "La mesa tiene %(n)s minutos de más.",
            extra_minutes,
        )
        messages.success(request, message % {"n": extra_minutes})
        return redirect("acta", slug=request.tournament.slug, code=match.code)
    return render(
        request,
        "scoring/refereeing/match_time.html",
        {"match": match, "form": form},
        status=submission.status,
    )


@act("penalise")
def match_replay(request: UserRequest, code: str) -> HttpResponse:
    """Replay a match from the beginning; the old version of the acta stays readable."""
    match = match_to_write(request, code)
    form = ReplayForm(posted_data(request))
    submission = submit(
        form,
        lambda: change_or_ask(
            request,
            replay_match,
            _("Repetir el encuentro"),
            match=match,
            author=request.user,
            **form.cleaned_data,
        ),
    )
    if isinstance(submission.result, HttpResponse):
        return submission.result
    if submission.done:
        messages.success(
            request, _("El encuentro se repite: lo anotado queda en la versión anterior.")
        )
        return redirect("acta", slug=request.tournament.slug, code=match.code)
    context = {"match": match, "form": form}
    return render(
        request, "scoring/refereeing/match_replay.html", context, status=submission.status
    )


# --- Options of a stage -----------------------------------------------------------------------
@act("edit_tournament")
def edit_refereeing(request: UserRequest, number: int) -> HttpResponse:
    stages = Stage.objects.select_related("tournament")
    stage = get_object_or_404(stages, tournament=request.tournament, number=number)
    form = RefereeingForm(posted_data(request), initial=refereeing_initial(stage_refereeing(stage)))
    submission = submit(
        form,
        lambda: set_refereeing(stage=stage, author=request.user, options=form.options()),
        refuse=form.refuse,
    )
    if submission.done:
        messages.success(request, _("Guardado: así se arbitra esta fase."))
        return redirect(request.get_full_path())
    context: dict[str, Any] = {"form": form, "title": stage_title(stage)}
    return render(
        request, "scoring/refereeing/stage_refereeing.html", context, status=submission.status
    )


@require_POST
@act("draw_round")
def bell_ring(request: UserRequest) -> HttpResponse:
    try:
        make_last_call(stage=request.tournament.stage, author=request.user)
    except REFUSALS as error:
        return rounds_page(request, error)
    messages.success(request, _("Última tanda hecha: se acaban los encuentros de las mesas."))
    return redirect("rounds", slug=request.tournament.slug)


@require_POST
@act("draw_round")
def bell_unring(request: UserRequest) -> HttpResponse:
    form = ResumeForm(request.POST, auto_id="llamadas-%s")
    submission = submit(
        form,
        lambda: resume_calls(
            stage=request.tournament.stage, author=request.user, **form.cleaned_data
        ),
    )
    if submission.done:
        messages.success(request, _("Las llamadas siguen: se llama a los que queden libres."))
        return redirect("rounds", slug=request.tournament.slug)
    return rounds_page(request, status=submission.status, resume_form=form)


# --- Matters --------------------------------------------------------------------------------------
# Matters that wait for a referee. Several pages list the matters; every page shows their number.
MOST_REVIEWED = 500  # handovers that one request may review


@require_safe
@act("view_panel")
def matters_list(request: UserRequest) -> HttpResponse:
    """Return the list of matters for a page; 204 if neither the list nor the minute has changed."""
    if request.GET.get("v") == matters_version(request):
        return HttpResponse(status=204)
    return render(request, "scoring/refereeing/matters/matters_live.html")


@require_safe
@act("view_panel")
def matters_count(request: UserRequest) -> HttpResponse:
    """Return the number of matters that every page shows; 204 if `?v=` is that number."""
    count = count_matters(request.tournament, request.tables)
    if request.GET.get("v") == str(count):
        return HttpResponse(status=204)
    context = {"matters_count": count}
    return render(request, "scoring/refereeing/matters/matters_count_again.html", context)


@require_POST
@act("enter_result")
def handovers_review(request: UserRequest) -> HttpResponse:
    """Mark confirmations on one phone as reviewed; each `firma` is the key of a signature."""
    numbers = [read_number(key, digits=15) for key in request.POST.getlist("firma")[:MOST_REVIEWED]]
    keys = {key for key in numbers if key is not None}
    signatures = handovers(request.tournament, keys)
    refuse_other_tables(request.tables, *(signature.acta.match.table for signature in signatures))
    review_handovers(tournament=request.tournament, author=writer(request), signatures=signatures)
    messages.success(request, _("Anotado: los ha visto."))
    return redirect("refereeing", slug=request.tournament.slug)


@require_safe
@act("enter_result")
def my_tables_page(request: UserRequest) -> HttpResponse:
    """Show the referee's tables.

    A request with `?v=` is a poll. It gets a 204 if neither the tables nor the minute has changed.
    """
    tournament, now = request.tournament, timezone.now()
    version = (
        f"{revision(tournament, request.audience)}.{int(now.timestamp() // 60)}.{request.tables}"
    )
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
        "live_template": "scoring/refereeing/matters/my_tables_piece.html",
    }
    is_poll = "v" in request.GET
    return render(
        request,
        "parts/live.html" if is_poll else "scoring/refereeing/matters/my_tables.html",
        context,
    )
