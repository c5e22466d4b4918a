"""The list closed before a draw: its acts, and the page where anybody reads what was promised."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.rounds import ReopenForm, WordForm
from scoring.public.commitments import commitments_page
from scoring.selectors.draws.commitments import list_changed
from scoring.services.draws.commitments import close_list, draw_with_word, open_list
from scoring.views.draws.rounds import absent_asked, rounds_page
from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.live import Piece, live_page, refreshes
from tournaments.pairing.commitment import sealed
from tournaments.permissions import act, public
from tournaments.selectors.commitments import commitments_of, open_commitment
from tournaments.views.submit import submit


@require_POST
@act("draw_round")
def list_close(request: HttpRequest) -> HttpResponse:
    """Close the list; once more when it has changed."""
    stage = request.tournament.stage
    before = open_commitment(stage)
    why = _("La lista ha cambiado.") if before and list_changed(before) else ""
    try:
        close_list(stage=stage, author=request.user, reason=why, absent=absent_asked(request))
    except REFUSALS as error:
        return rounds_page(request, error)
    messages.success(request, _("Lista cerrada: imprímala o enséñela antes del sorteo."))
    return redirect("rounds", slug=request.tournament.slug)


@require_POST
@act("draw_round")
def list_reopen(request: HttpRequest) -> HttpResponse:
    form = ReopenForm(request.POST, auto_id="reabrir-%s")
    sent = submit(
        form,
        lambda: open_list(stage=request.tournament.stage, author=request.user, **form.cleaned_data),
        refuse=partial(_put_on_list, request, form),
    )
    if sent.done:
        messages.success(request, _("La lista vuelve a estar abierta."))
        return redirect("rounds", slug=request.tournament.slug)
    return rounds_page(request, status=sent.status, reopen_form=form)


@require_POST
@act("draw_round")
def list_draw(request: HttpRequest) -> HttpResponse:
    """Draw with the word of the hall."""
    form = WordForm(request.POST, auto_id="palabra-%s")
    stage = request.tournament.stage
    sent = submit(
        form,
        lambda: draw_with_word(stage=stage, author=request.user, word=form.cleaned_data["word"]),
        refuse=partial(_put_on_list, request, form),
    )
    if sent.done:
        return redirect("round_draft", slug=request.tournament.slug, number=sent.made.serial)
    return rounds_page(request, status=sent.status, word_form=form)


@refreshes()
@require_safe
@public
def commitments(request: HttpRequest) -> HttpResponse:
    """Return what was promised before each draw, and what came of it."""
    piece = Piece(
        id="compromisos",
        template="scoring/public/draws/commitments_piece.html",
        context=partial(commitments_page, request.tournament, request.audience),
        news=gettext_lazy("Hay novedades en el sorteo."),
        kept_as="commitments",
    )
    return live_page(request, "scoring/public/draws/commitments.html", piece)


@require_safe
@public
def list_file(request: HttpRequest) -> HttpResponse:
    """Serve a closed list for `sha256sum`: that of `?compromiso=`, or the last."""
    asked = request.GET.get("compromiso", "")
    closed = commitments_of(request.tournament.stage)
    found = next((one for one in closed if asked in ("", one.digest)), None)
    if found is None:
        raise Http404
    told = found.is_told_to(request.audience)
    text = sealed(found.shown_text, found.secret) if told else found.shown_text
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _put_on_list(request: HttpRequest, form: Any, error: Exception) -> int:
    """Put the refusal on the form and return its status; raise it when no list is closed."""
    if open_commitment(request.tournament.stage) is None:
        raise error
    return put_on(form, error)
