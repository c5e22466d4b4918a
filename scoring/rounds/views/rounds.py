"""Views of rounds: next draw, draft, publication, public page."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.public.cards import page_of_tie, round_ties
from scoring.public.round import followed_match, matches_page, page_of_match
from scoring.public.views.pages import followed_piece, search
from scoring.rounds.forms import (
    AnnounceForm,
    DiscardForm,
    LateEntryForm,
    LengthForm,
    PairingsForm,
    PublishForm,
    ReopenForm,
    ResumeForm,
    SeedForm,
    SwapForm,
    WordForm,
)
from scoring.rounds.selectors.line_ups import line_ups_of
from scoring.rounds.selectors.round_pages import (
    draft_context,
    is_to_be_looked_at,
    round_context,
    rounds_context,
    verification_context,
)
from scoring.rounds.selectors.verification import check_under_way
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import (
    ASK,
    DRAW_ALL,
    LEAVE_OUT,
    open_next_round,
    publish_round,
    redraw_round,
    repeat_draw,
)
from tournaments.halls.selectors import busy_elsewhere
from tournaments.jobs.selectors import why_waiting
from tournaments.models import Announcing, Job, Round
from tournaments.names.text import read_number
from tournaments.permissions import act, allows, may, public
from tournaments.refusal import Refused, refusal_from
from tournaments.rounds.selectors.rounds import is_untouched, published_round
from tournaments.rounds.services.announcing import announce_round, hide_round
from tournaments.rounds.services.by_hand import seat_by_hand
from tournaments.rounds.services.drafts import discard_round, swap_entries
from tournaments.site.forms import REFUSALS, add_refusal
from tournaments.site.live import PagePiece, live_page, refreshes, unchanged_response
from tournaments.site.pages import followed_number, is_requested_by_number, requested_page
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import show_outcome, submit
from tournaments.tasks import resend_lost_jobs
from tournaments.words import oclock

_BACK = {"hoy": "panel", "sala": "desk"}


# --- The list -----------------------------------------------------------------------------------
@require_safe
@act("draw_round")
def rounds(request: UserRequest) -> HttpResponse:
    return rounds_page(request)


@require_POST
@act("draw_round")
def round_draw(request: UserRequest) -> HttpResponse:
    """Draw the round that the page offered; a stale page draws no other round.

    With `publicar`, also publish the round and return to `hoy` or `sala`, unless the organiser must
    look at the draft first (`is_to_be_looked_at`).
    """
    return _draw_and_redirect(request)


def _draw_and_redirect(request: UserRequest) -> HttpResponse:
    number = read_number(request.POST.get("number"), digits=4)
    stage, page_after = request.tournament.stage, _BACK.get(request.POST.get("publicar", ""))
    try:
        new_round = open_next_round(
            stage=stage, author=request.user, number=number, absent=absent_answer(request)
        )
        if page_after and not is_to_be_looked_at(request.tournament, new_round):
            publish_round(round=new_round, author=request.user)
            messages.success(request, _("%(round)s: publicada.") % {"round": new_round})
            query = f"?fase={stage.number}" if request.tournament.chosen_stage else ""
            return redirect(reverse(page_after, args=[request.tournament.slug]) + query)
    except REFUSALS as error:
        return rounds_page(request, error)
    if page_after:
        messages.warning(request, _("Antes de publicarla, mire estos avisos."))
    return redirect("round_draft", slug=request.tournament.slug, number=new_round.serial)


def absent_answer(request: HttpRequest) -> str:
    """Return the choice of the pressed button for absent entries: LEAVE_OUT, DRAW_ALL or ASK."""
    answer = request.POST.get("ausentes", "")
    return {"fuera": LEAVE_OUT, "dentro": DRAW_ALL}.get(answer, ASK)


@require_POST
@act("seat_late")
def late_entry_seat(request: UserRequest) -> HttpResponse:
    """Seat a late entry with resting entries, and show the acta of its match, ready to print."""
    form = LateEntryForm(request.POST, tournament=request.tournament)
    try:
        if not form.is_valid():
            raise Refused("entry_unknown", str(form.errors["number"][0]), field="number")
        match = place_late_entry(entry=form.cleaned_data["number"], author=request.user)
    except REFUSALS as error:
        if allows("draw_round", request.role, True):
            return rounds_page(request, error)
        messages.error(request, str(refusal_from(error)))
        return redirect("entries", slug=request.tournament.slug)
    rivals = [
        side.full_title_for(request.audience)
        for side in match.entries
        if form.cleaned_data["number"] != side
    ]
    message = _("El número %(late)s juega contra el %(rival)s.") % {
        "late": form.cleaned_data["number"].number,
        "rival": ", ".join(rivals),
    }
    messages.success(request, message)
    return redirect("acta", slug=request.tournament.slug, code=match.code)


# --- The draft ----------------------------------------------------------------------------------
@require_safe
@act("draw_round")
def round_draft(request: UserRequest, number: int) -> HttpResponse:
    draft = round_of_stage(request, number)
    if draft.state == Round.State.PUBLISHED:
        return redirect("round", slug=request.tournament.slug, number=number)
    return _draft_page(request, draft)


@require_POST
@act("draw_round")
def round_publish(request: UserRequest, number: int) -> HttpResponse:
    """Publish the draft that the page showed; if the draft has changed, show it again instead."""
    draft = round_of_stage(request, number)
    form = PublishForm(request.POST, auto_id="publicar-%s")
    if not form.is_valid():
        return _draft_page(request, draft, status=400, publish_form=form)
    try:
        publish_round(
            round=draft,
            author=request.user,
            seen_version=request.POST.get("version"),
            announce_at=form.moment(),
        )
    except REFUSALS as error:
        return _draft_page(request, draft, error, publish_form=form)
    messages.success(request, _("%(round)s: publicada.") % {"round": draft})
    return redirect("round", slug=request.tournament.slug, number=number)


@require_POST
@act("draw_round")
def round_swap(request: UserRequest, number: int) -> HttpResponse:
    draft = round_of_stage(request, number)
    form = SwapForm(request.POST, tournament=request.tournament, auto_id="cambio-%s")
    submission = submit(
        form,
        lambda: swap_entries(round=draft, author=request.user, **form.cleaned_data),
        refuse=partial(_add_draft_refusal, draft, form),
    )
    if submission.done:
        messages.success(request, _("Cambio hecho: saldrá publicado con su motivo."))
        return redirect("round_draft", slug=request.tournament.slug, number=number)
    return _draft_page(request, draft, status=submission.status, swap_form=form)


@require_POST
@act("draw_round")
def round_by_hand(request: UserRequest, number: int) -> HttpResponse:
    """Seat the draft in the pairings that the hall has already played."""
    draft = round_of_stage(request, number)
    form = PairingsForm(request.POST, auto_id="a-mano-%s")
    submission = submit(
        form,
        lambda: seat_by_hand(round=draft, author=request.user, **form.cleaned_data),
        refuse=partial(_add_draft_refusal, draft, form),
    )
    if submission.done:
        messages.success(request, _("Emparejada como la ha escrito. Mírela y publíquela."))
        return redirect("round_draft", slug=request.tournament.slug, number=number)
    return _draft_page(request, draft, status=submission.status, by_hand_form=form)


@require_POST
@act("draw_round")
def round_redraw(request: UserRequest, number: int) -> HttpResponse:
    draft = round_of_stage(request, number)
    form = SeedForm(request.POST, auto_id="semilla-%s")
    submission = submit(
        form,
        lambda: redraw_round(round=draft, author=request.user, **form.cleaned_data),
        refuse=partial(_add_draft_refusal, draft, form),
    )
    if submission.done:
        messages.success(request, _("Sorteada de nuevo con la semilla que ha escrito."))
        return redirect("round_draft", slug=request.tournament.slug, number=number)
    return _draft_page(request, draft, status=submission.status, seed_form=form)


@require_POST
@act("draw_round")
def round_discard(request: UserRequest, number: int) -> HttpResponse:
    """Discard the last round: a draft, or a published round without actas.

    With `otra`, draw the round again immediately.
    """
    shown_round = round_of_stage(request, number)
    form = DiscardForm(request.POST, auto_id="descarte-%s")
    submission = submit(
        form, lambda: discard_round(round=shown_round, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        messages.success(request, _("%(round)s: descartada.") % {"round": shown_round})
        if "otra" in request.POST:
            return _draw_and_redirect(request)
        return redirect("rounds", slug=request.tournament.slug)
    if shown_round.state == Round.State.PUBLISHED:
        return rounds_page(request, status=submission.status, discard_form=form)
    return _draft_page(request, shown_round, status=submission.status, discard_form=form)


# --- In public ----------------------------------------------------------------------------------
@refreshes("page", "n")
@require_safe
@public
def round(request: PageRequest, number: int) -> HttpResponse:
    """Show a published round: its draw, and its matches, which refresh by themselves."""
    tournament = request.tournament
    if (unchanged := unchanged_response(request, tournament)) is not None:
        return unchanged
    shown_round = published_round(tournament, number, request.audience)
    if shown_round is None:
        return not_announced(request, Round.objects.filter(tournament=tournament, serial=number))
    tournament.look_at(shown_round.stage.number)
    page, own_number = requested_page(request), followed_number(request)
    if is_requested_by_number(request):
        page = (page_of_tie if shown_round.stage.boards() else page_of_match)(
            shown_round, own_number
        )
    piece = PagePiece(
        id="partidas",
        template="scoring/rounds/round_matches.html",
        context=lambda: {
            **matches_page(tournament, shown_round, request.audience, page),
            **round_ties(tournament, shown_round, request.audience, page),
        },
        news=_("Los encuentros de la ronda se han actualizado."),
        cache_key=f"ronda-{number}/{page}",
        own_piece=followed_piece(
            request,
            "scoring/public/pairings_own.html",
            own_number,
            partial(followed_match, tournament),
            shown_round,
        ),
    )

    def context() -> dict[str, Any]:
        values = {
            **round_context(shown_round, request.audience),
            **_line_ups_context(request, shown_round),
            **search(request),
        }
        return values | _announcing_context(request, shown_round)

    return live_page(request, "scoring/rounds/round.html", piece, context)


def _line_ups_context(request: PageRequest, round: Round) -> dict[str, Any]:
    """Return the context of the teams whose line-up this user may set; {} if there are none."""
    tournament = request.tournament
    if not tournament.squad or not may(request.user, "manage_entries", tournament):
        return {}
    teams = line_ups_of(round)
    return {"line_ups": teams, "line_ups_missing": sum(not team["done"] for team in teams)}


def _announcing_context(request: PageRequest, round: Round) -> dict[str, Any]:
    """Return the form to announce the round, and whether the round may be hidden.

    Return {} unless the user may draw and rounds are announced by hand.
    """
    if (
        not allows("draw_round", request.role, True)
        or request.tournament.announcing != Announcing.BY_HAND
    ):
        return {}
    return {
        "announce_form": AnnounceForm(),
        "may_hide": not round.is_silent and is_untouched(round),
    }


def not_announced(request: HttpRequest, rounds: QuerySet[Round]) -> HttpResponse:
    """Return a 404 page that says that the round is not announced yet.

    Raises Http404 if the round is not published.
    """
    silent_round = rounds.filter(state=Round.State.PUBLISHED).first()
    if silent_round is None:
        raise Http404
    context = {"announced_at": silent_round.announced_at}
    return render(request, "scoring/rounds/not_announced.html", context, status=404)


# --- Shared -------------------------------------------------------------------------------------
def round_of_stage(request: PageRequest, number: int) -> Round:
    """Return the round with this serial, and select its stage. Raises Http404 for no such round."""
    rounds = Round.objects.with_reports().select_related("stage__tournament")
    round = get_object_or_404(rounds, tournament=request.tournament, serial=number)
    request.tournament.look_at(round.stage.number)
    return round


def _add_draft_refusal(round: Round, form: Any, error: Exception) -> int:
    """Show the refusal on the draft's form and return the status.

    Raises `error` again if the draft is gone.
    """
    if not Round.objects.filter(pk=round.pk, state=Round.State.DRAFT).exists():
        raise error
    return add_refusal(form, error)


def rounds_page(
    request: PageRequest, error: Exception | None = None, status: int = 200, **forms: Any
) -> HttpResponse:
    """Show the list of rounds; after an error, with the refusal on top or the invalid forms."""
    context = {
        "word_form": WordForm(auto_id="palabra-%s"),
        "reopen_form": ReopenForm(auto_id="reabrir-%s"),
        "discard_form": DiscardForm(auto_id="descarte-%s"),
        "resume_form": ResumeForm(auto_id="llamadas-%s"),
        "length_form": LengthForm(auto_id="cuantas-%s"),
        **rounds_context(request.tournament, request.audience),
        **forms,
    }
    if error is not None:
        refusal = refusal_from(error)
        assert refusal is not None
        context["refused"], status = refusal, refusal.status
    return render(request, "scoring/rounds/rounds.html", context, status=status)


def _draft_page(
    request: PageRequest,
    round: Round,
    error: Exception | None = None,
    status: int = 200,
    **forms: Any,
) -> HttpResponse:
    if error is not None:
        if not Round.objects.filter(pk=round.pk, state=Round.State.DRAFT).exists():
            raise error
        forms["refused"] = refusal_from(error)
        status = forms["refused"].status
    context = {
        "publish_form": PublishForm(auto_id="publicar-%s"),
        "busy": busy_elsewhere(request.tournament, request.audience, round.matches.all()),
        "announced_apart": round.is_announced_apart,
        "swap_form": SwapForm(tournament=request.tournament, auto_id="cambio-%s"),
        "by_hand_form": PairingsForm(auto_id="a-mano-%s"),
        "seed_form": SeedForm(auto_id="semilla-%s"),
        "discard_form": DiscardForm(auto_id="descarte-%s"),
        **draft_context(request.tournament, round),
        **forms,
    }
    return render(request, "scoring/rounds/round_draft.html", context, status=status)


@require_safe
@public
def round_check(request: PageRequest, number: int) -> HttpResponse:
    """Show the steps of the check; while a worker repeats a long draw, show a page that polls."""
    round = published_round(request.tournament, number, request.audience)
    if round is None:
        raise Http404
    if request.htmx:
        return _check_progress(request, round)
    draw_or_job = repeat_draw(round)
    if isinstance(draw_or_job, Job):
        context = _job_context(request, round, draw_or_job)
        return render(request, "scoring/public/draws/check_waiting.html", context)
    return render(
        request,
        "scoring/public/draws/check.html",
        verification_context(round, draw_or_job, request.audience),
    )


def _check_progress(request: PageRequest, round: Round) -> HttpResponse:
    """Show the job that the page waits for; reload the page once the job is over."""
    resend_lost_jobs()
    job = check_under_way(request.tournament, request.GET.get("trabajo", ""))
    if job is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "scoring/public/draws/check_job.html", _job_context(request, round, job))


def _job_context(request: PageRequest, round: Round, job: Job) -> dict[str, Any]:
    return {
        "tournament": request.tournament,
        "round": round,
        "job": job,
        "waiting_for": why_waiting(job),
    }


# --- Announcing -----------------------------------------------------------------------------------
# Hide a published round from the public until it is announced.
@require_POST
@act("draw_round")
def round_announce(request: UserRequest, number: int) -> HttpResponse:
    """Announce a round now, or at the given hour."""
    shown_round = round_of_stage(request, number)
    form = AnnounceForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["at"])))
        return redirect("round", slug=request.tournament.slug, number=number)
    try:
        announced_round = announce_round(
            round=shown_round, author=request.user, moment=form.moment()
        )
    except REFUSALS as error:
        messages.error(request, str(refusal_from(error)))
    else:
        message = _("%(round)s: se anuncia a %(hour)s.")
        if not announced_round.is_silent:
            message = _("%(round)s: anunciada. Ya la ve todo el mundo.")
        hour = oclock(announced_round.announced_at) if announced_round.announced_at else ""
        messages.success(request, message % {"round": shown_round, "hour": hour})
    return redirect("round", slug=request.tournament.slug, number=number)


@require_POST
@act("draw_round")
def round_hide(request: UserRequest, number: int) -> HttpResponse:
    """Hide a round from the public again while it has no line."""
    shown_round = round_of_stage(request, number)
    with show_outcome(request, _("%(round)s: oculta otra vez.") % {"round": shown_round}):
        hide_round(round=shown_round, author=request.user)
    return redirect("round", slug=request.tournament.slug, number=number)
