"""Views of the draw shown ball by ball, and of the commitments published before a draw."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scoring.public.round import commitments_page
from scoring.rounds.forms import ReopenForm, WordForm
from scoring.rounds.selectors.ceremony import ceremony_context, wall_context
from scoring.rounds.selectors.commitments import list_changed
from scoring.rounds.selectors.rounds import arrivals_and_departures
from scoring.rounds.selectors.since_drawn import changes_since, must_redraw
from scoring.rounds.services.commitments import close_list, draw_with_word, open_list
from scoring.rounds.views.rounds import absent_answer, round_of_stage, rounds_page
from tournaments.models import Round
from tournaments.names.text import read_number
from tournaments.pairing.commitment import text_with_secret
from tournaments.permissions import act, public
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.commitments import commitments_of, open_commitment
from tournaments.rounds.selectors.rounds import draft_version
from tournaments.rounds.services.announcing import reveal, start_ceremony
from tournaments.site.forms import REFUSALS, add_refusal
from tournaments.site.live import PagePiece, live_page, refreshes
from tournaments.site.public_address import base_url, is_only_here
from tournaments.site.qr import qr_svg
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import submit

DRAFT = Round.State.DRAFT


@require_safe
@act("draw_round")
def ceremony(request: UserRequest, number: int) -> HttpResponse:
    """Show the organiser's page: the last ball shown, and the button for the next ball."""
    draft = round_of_stage(request, number)
    if draft.state != DRAFT:
        return redirect("round", slug=request.tournament.slug, number=number)
    if _is_stale(draft):
        return _redirect_to_draft(request, number)
    context = {
        **ceremony_context(draft, request.audience),
        "version": draft_version(draft),
        "leads": True,
    }
    return render(request, "scoring/rounds/ceremony.html", context)


@require_safe
@act("draw_round")
def ceremony_wall(request: UserRequest, number: int) -> HttpResponse:
    """Show the draw alone on a projector, driven from another window or with the keys.

    Answer 204 while no ball has come out since the number in `?bolas=`. Once the round is
    published, redirect to the screen of the hall.
    """
    draft = round_of_stage(request, number)
    if draft.state != DRAFT:
        return _redirect(request, "screen", slug=request.tournament.slug)
    shown_balls, is_poll = str(draft.report.get("revealed", -1)), "bolas" in request.GET
    stale = _is_stale(draft)
    if is_poll and request.GET["bolas"] == shown_balls and not stale:
        return HttpResponse(status=204)
    page = "ceremony_public" if draft.report.get("in_public") else "tournament"
    url_kwargs: dict[str, Any] = {"slug": request.tournament.slug}
    if page == "ceremony_public":
        url_kwargs["number"] = number
    address = base_url(request) + reverse(page, kwargs=url_kwargs)
    context = {
        **(
            {"stale": True, "round": draft, "long": False}
            if stale
            else wall_context(draft, request.audience)
        ),
        "shown_balls": "stale" if stale else shown_balls,
        "address_text": address.partition("://")[2],
        "qr": "" if is_only_here(address) else qr_svg(address),
    }
    template = "scoring/hall/screen/draw_piece.html" if is_poll else "scoring/hall/screen/draw.html"
    response = render(request, template, context)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_POST
@act("draw_round")
def ceremony_start(request: UserRequest, number: int) -> HttpResponse:
    draft = round_of_stage(request, number)
    if _is_stale(draft):
        return _redirect_to_draft(request, number)
    in_public = request.POST.get("publico") == "1"
    start_ceremony(round=draft, author=request.user, in_public=in_public)
    return redirect("ceremony", slug=request.tournament.slug, number=number)


@require_POST
@act("draw_round")
def ceremony_ball(request: UserRequest, number: int) -> HttpResponse:
    """Show the balls up to the number on the button, so that a double press shows only one ball.

    If another screen has already shown another ball, the page is refreshed and shows no new ball.
    """
    balls = read_number(request.POST.get("bola"))
    draft = round_of_stage(request, number)
    if _is_stale(draft):
        return _redirect_to_draft(request, number)
    try:
        reveal(round=draft, balls=-1 if balls is None else balls)
    except Conflict as error:
        if error.code != "balls_moved":
            raise
        messages.warning(request, str(error))
    return redirect("ceremony", slug=request.tournament.slug, number=number)


@require_safe
@public
def ceremony_public(request: PageRequest, number: int) -> HttpResponse:
    """Show the public the balls that the hall has seen.

    Answer 204 while no ball has come out since the number in `?bolas=`.
    """
    draft = round_of_stage(request, number)
    if draft.state != DRAFT:
        return _redirect(request, "round", slug=request.tournament.slug, number=number)
    if not draft.report.get("in_public"):
        raise Http404
    is_poll = bool(request.htmx) and "bolas" in request.GET
    if is_poll and request.GET["bolas"] == str(draft.report.get("revealed", 0)):
        return HttpResponse(status=204)
    template = (
        "scoring/public/draws/ceremony_piece.html"
        if is_poll
        else "scoring/public/draws/ceremony.html"
    )
    response = render(request, template, ceremony_context(draft, request.audience))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _is_stale(round: Round) -> bool:
    """Return whether the round is a stale draft, whose balls are no longer shown."""
    if round.state != DRAFT:
        return False
    _arrivals, departures = arrivals_and_departures(round)
    return must_redraw(round, changes_since(round), departures)


def _redirect_to_draft(request: PageRequest, number: int) -> HttpResponse:
    """Redirect to the draft, which shows what has changed since it was drawn."""
    messages.error(request, _("El sorteo ya no vale: hay que volver a sortear."))
    return redirect("round_draft", slug=request.tournament.slug, number=number)


def _redirect(request: PageRequest, page: str, **url_kwargs: Any) -> HttpResponse:
    """Redirect the browser to the page, even if the request was for a fragment."""
    if not request.htmx:
        response: HttpResponse = redirect(page, **url_kwargs)
        return response
    response = HttpResponse(status=204)
    response.headers["HX-Redirect"] = reverse(page, kwargs=url_kwargs)
    return response


# --- Commitments ----------------------------------------------------------------------------------
@require_POST
@act("draw_round")
def list_close(request: UserRequest) -> HttpResponse:
    """Close the list, or close it again after it has changed."""
    stage = request.tournament.stage
    commitment = open_commitment(stage)
    reason = _("La lista ha cambiado.") if commitment and list_changed(commitment) else ""
    try:
        close_list(stage=stage, author=request.user, reason=reason, absent=absent_answer(request))
    except REFUSALS as error:
        return rounds_page(request, error)
    messages.success(request, _("Lista cerrada: imprímala o enséñela antes del sorteo."))
    return redirect("rounds", slug=request.tournament.slug)


@require_POST
@act("draw_round")
def list_reopen(request: UserRequest) -> HttpResponse:
    form = ReopenForm(request.POST, auto_id="reabrir-%s")
    submission = submit(
        form,
        lambda: open_list(stage=request.tournament.stage, author=request.user, **form.cleaned_data),
        refuse=partial(_add_list_refusal, request, form),
    )
    if submission.done:
        messages.success(request, _("La lista vuelve a estar abierta."))
        return redirect("rounds", slug=request.tournament.slug)
    return rounds_page(request, status=submission.status, reopen_form=form)


@require_POST
@act("draw_round")
def list_draw(request: UserRequest) -> HttpResponse:
    """Draw the round with the word said in the hall."""
    form = WordForm(request.POST, auto_id="palabra-%s")
    stage = request.tournament.stage
    submission = submit(
        form,
        lambda: draw_with_word(stage=stage, author=request.user, word=form.cleaned_data["word"]),
        refuse=partial(_add_list_refusal, request, form),
    )
    if submission.done:
        return redirect(
            "round_draft", slug=request.tournament.slug, number=submission.result.serial
        )
    return rounds_page(request, status=submission.status, word_form=form)


@refreshes()
@require_safe
@public
def commitments(request: PageRequest) -> HttpResponse:
    """Show the commitment made before each draw, and the draw that followed."""
    piece = PagePiece(
        id="compromisos",
        template="scoring/public/draws/commitments_piece.html",
        context=partial(commitments_page, request.tournament, request.audience),
        news=gettext_lazy("Hay novedades en el sorteo."),
        cache_key="commitments",
    )
    return live_page(request, "scoring/public/draws/commitments.html", piece)


@require_safe
@public
def list_file(request: PageRequest) -> HttpResponse:
    """Serve a closed list for `sha256sum`: the list of `?compromiso=`, or the latest list."""
    digest = request.GET.get("compromiso", "")
    closed_lists = commitments_of(request.tournament.stage)
    requested_list = next(
        (commitment for commitment in closed_lists if digest in ("", commitment.digest)), None
    )
    if requested_list is None:
        raise Http404
    text = requested_list.text_for(request.audience)
    if requested_list.is_told_to(request.audience):
        text = text_with_secret(text, requested_list.secret)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _add_list_refusal(request: PageRequest, form: Any, error: Exception) -> int:
    """Show the refusal on the form and return the status.

    Raises `error` again if no list is closed.
    """
    if open_commitment(request.tournament.stage) is None:
        raise error
    return add_refusal(form, error)
