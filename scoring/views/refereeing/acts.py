"""The referee's day: whose time is up, what was decided; time, replays, options."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.rounds import ResumeForm
from scoring.forms.rulings import ReplayForm, TimeForm, rows_of
from scoring.forms.stage_rules import RefereeingForm, initial
from scoring.models import RefereeCall
from scoring.selectors.matches.actas import detailed
from scoring.selectors.refereeing.clock import out_of_time, stage_refereeing
from scoring.selectors.refereeing.rulings import rulings_of_tournament
from scoring.services.refereeing.acts import (
    answer_call,
    call_referee,
    give_time,
    replay_match,
    set_refereeing,
)
from scoring.services.refereeing.calls import ring_bell, unring_bell
from scoring.views.actas.changing import change_or_ask
from scoring.views.actas.pieces import match_to_write
from scoring.views.draws.rounds import rounds_page
from tournaments.forms.refusals import REFUSALS
from tournaments.forms.stages import stage_title
from tournaments.kept import revision
from tournaments.models import Match, Stage
from tournaments.permissions import act, refuse_other_tables
from tournaments.refusal import Refused
from tournaments.views.submit import posted, say_outcome, submit


@require_safe
@act("view_panel")
def refereeing(request: HttpRequest) -> HttpResponse:
    """`?v=` is the page asking for news: times and decisions."""
    version = f"{revision(request.tournament)}.{int(timezone.now().timestamp() // 60)}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    now, tournament = timezone.now(), request.tournament
    playing = list(detailed(tournament.matches.filter(state=Match.State.PLAYING)))
    context = {
        "late": out_of_time(playing, now),
        "rulings": rows_of(rulings_of_tournament(tournament), {}, tournament.game),
        "ruled": tournament.stage,
        "live_id": "arbitraje",
        "live_url": f"{request.path}?v={version}",
        "live_template": "scoring/refereeing/refereeing_piece.html",
    }
    template = "parts/live.html" if "v" in request.GET else "scoring/refereeing/refereeing.html"
    return render(request, template, context)


# --- Calls ------------------------------------------------------------------------------------
@require_POST
@act("enter_result")
def referee_call(request: HttpRequest, code: str) -> HttpResponse:
    """A table wants the referee."""
    match = match_to_write(request, code)
    with say_outcome(request, _("Árbitro avisado.")):
        call_referee(match=match, author=request.user)
    return redirect("acta", slug=request.tournament.slug, code=match.code)


@require_POST
@act("enter_result")
def referee_answer(request: HttpRequest, call: int) -> HttpResponse:
    """Somebody goes: one press, and on to the acta."""
    known = RefereeCall.objects.select_related("match")
    found = get_object_or_404(known, pk=call, match__tournament=request.tournament)
    refuse_other_tables(request.tables, found.match.table)
    try:
        answer_call(call=found, author=request.user)
    except Refused as refused:
        messages.warning(request, str(refused))
    return redirect("acta", slug=request.tournament.slug, code=found.match.code)


# --- Time and replays -------------------------------------------------------------------------
@act("penalise")
def match_time(request: HttpRequest, code: str) -> HttpResponse:
    """Minutes more for one table."""
    match = match_to_write(request, code)
    form = TimeForm(posted(request), initial={"minutes": match.extra_minutes or 5})
    sent = submit(form, lambda: give_time(match=match, author=request.user, **form.cleaned_data))
    if sent.done:
        many = sent.made.extra_minutes
        message = ngettext(
            "La mesa tiene %(n)s minuto de más.", "La mesa tiene %(n)s minutos de más.", many
        )
        messages.success(request, message % {"n": many})
        return redirect("acta", slug=request.tournament.slug, code=match.code)
    return render(
        request,
        "scoring/refereeing/match_time.html",
        {"match": match, "form": form},
        status=sent.status,
    )


@act("penalise")
def match_replay(request: HttpRequest, code: str) -> HttpResponse:
    """The match is played again from the beginning; what was written stays readable."""
    match = match_to_write(request, code)
    form = ReplayForm(posted(request))
    sent = submit(
        form,
        lambda: change_or_ask(
            request,
            replay_match,
            _("Repetir la partida"),
            match=match,
            author=request.user,
            **form.cleaned_data,
        ),
    )
    if isinstance(sent.made, HttpResponse):
        return sent.made
    if sent.done:
        messages.success(
            request, _("La partida se repite: lo apuntado queda en la versión anterior.")
        )
        return redirect("acta", slug=request.tournament.slug, code=match.code)
    context = {"match": match, "form": form}
    return render(request, "scoring/refereeing/match_replay.html", context, status=sent.status)


# --- The options of a stage -------------------------------------------------------------------
@act("edit_tournament")
def stage_rules(request: HttpRequest, number: int) -> HttpResponse:
    stages = Stage.objects.select_related("tournament")
    stage = get_object_or_404(stages, tournament=request.tournament, number=number)
    form = RefereeingForm(posted(request), initial=initial(stage_refereeing(stage)))
    sent = submit(
        form,
        lambda: set_refereeing(stage=stage, author=request.user, options=form.options()),
        refuse=form.refuse,
    )
    if sent.done:
        messages.success(request, _("Guardado: así se arbitra esta fase."))
        return redirect(request.get_full_path())
    context: dict[str, Any] = {"form": form, "ruled": stage, "title": stage_title(stage)}
    return render(request, "scoring/refereeing/stage_refereeing.html", context, status=sent.status)


@require_POST
@act("draw_round")
def bell_ring(request: HttpRequest) -> HttpResponse:
    try:
        ring_bell(stage=request.tournament.stage, author=request.user)
    except REFUSALS as error:
        return rounds_page(request, error)
    messages.success(request, _("Última llamada dada: se acaba lo que está en las mesas."))
    return redirect("rounds", slug=request.tournament.slug)


@require_POST
@act("draw_round")
def bell_unring(request: HttpRequest) -> HttpResponse:
    form = ResumeForm(request.POST, auto_id="llamadas-%s")
    sent = submit(
        form,
        lambda: unring_bell(
            stage=request.tournament.stage, author=request.user, **form.cleaned_data
        ),
    )
    if sent.done:
        messages.success(request, _("Se vuelve a llamar a quien quede libre."))
        return redirect("rounds", slug=request.tournament.slug)
    return rounds_page(request, status=sent.status, resume_form=form)
