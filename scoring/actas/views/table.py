"""Pages where players write their own acta: link, side, line and confirmation."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.forms import DisputeForm, ResolveForm, SideForm, SignForm
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import Record, unstated_in_words, with_details
from scoring.actas.services import (
    dispute_acta,
    record_hand,
    resolve_dispute,
    sign_acta,
    take_back_line,
)
from scoring.actas.services.signing import answering_rows, must_state_handover
from scoring.actas.table_links import is_current_secret, is_open_for_table
from scoring.actas.views.pieces import (
    acta_context,
    at_table,
    form_for,
    keep_link,
    keep_side,
    line_preview,
    link_side,
    match_to_write,
    may_write_acta,
    next_kind_query,
    player,
    read_live_record,
    silent_table,
    try_act,
    with_device_mark,
    writer,
)
from scoring.corrections.views import change_or_ask
from scoring.public.cards import ties_played_by
from scoring.refereeing.selectors.clock import call_of, clock_of
from scoring.refereeing.selectors.matters import ResultState, result_state
from scoring.refereeing.services.acts import call_referee
from tournaments.accounts.throttling import TABLE, note_wrong_link
from tournaments.models import Match
from tournaments.models.partners import Partners
from tournaments.names.audience import Audience
from tournaments.names.text import read_number
from tournaments.permissions import act, public
from tournaments.site.live import SHOWN_HEADER, refreshes, unchanged_response
from tournaments.site.page_cache import fix_revision, revision
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, show_submission, submit

# Two fragments of a table's page poll the server. During play, a poll looks for lines from another
# phone. After the last line, it looks for the other side's confirmation and the next match.
IN_PLAY_PARAMETER = "sigue"  # query parameter of a poll during play or a dispute


def is_poll(request: HttpRequest) -> bool:
    """Return whether the request is a poll of a table's fragment."""
    return bool(request.htmx) and "v" in request.GET  # type: ignore[attr-defined]


def is_poll_in_play(request: HttpRequest) -> bool:
    """Return whether the poll comes from a table whose match was still in play."""
    return IN_PLAY_PARAMETER in request.GET


def polling_context(
    match: Match, record: Record, state: ResultState, audience: Audience
) -> dict[str, Any]:
    """Return the polling context of a table whose match is in play or in dispute.

    `shows` is a digest of the acta's state; it changes when another phone writes a line.
    """
    version = match.shown_acta and match.shown_acta.version
    accounts = [account.acta.pk for account in state.accounts]
    state_text = f"{match.state} {version} {len(record.steps)} {accounts}"
    return _digest_and_url(match, state_text, {IN_PLAY_PARAMETER: 1}, audience)


def waiting_context(
    match: Match,
    side: int,
    state: ResultState,
    signers: list[tuple[int, str]],
    handed_to: set[int],
    audience: Audience,
) -> dict[str, Any]:
    """Return the context of a table that waits after the last line, as one side sees it.

    `signers` has the number and the title of each side that has not confirmed yet. `handed_to` has
    the sides that may confirm on this phone only if it was handed over to them.

    - `signs`: whether the side may confirm on this phone.
    - `others`: the other sides, which may confirm here once the phone is handed over.
    - `for`: the names of the sides that have not confirmed yet, as text.
    - `alone`: whether each side is one person.
    - `number`: the number of the side's entry.
    - `next`: the entry's next match, if any.
    - `url`: the polling address.
    """
    names, entry = acta_words.side_names(match, audience), match.entries[side]
    # Where partners change, each partner may play at another table next.
    partners = entry.entries if isinstance(entry, Partners) else [entry]
    may_sign_here = side not in handed_to and side in dict(signers)
    context = {
        "signs": may_sign_here,
        "others": [
            (signer, title) for signer, title in signers if not (may_sign_here and signer == side)
        ],
        "for": ", ".join(str(names[signer]) for signer, _title in signers),
        "alone": match.tournament.entry_size == 1 and not match.tournament.squad,
        "number": entry.number,
        "next": _next_match(match, partners[0].number, audience)
        if len(partners) == 1 and not state.pending
        else None,
    }
    state_text = f"{match.state} {match.shown_acta and match.shown_acta.version} {context}"
    return {**context, **_digest_and_url(match, state_text, {}, audience)}


def _digest_and_url(
    match: Match, state_text: str, extra: dict[str, Any], audience: Audience
) -> dict[str, Any]:
    parameters = {
        "v": revision(match.tournament, audience),
        "d": sha256(state_text.encode()).hexdigest()[:10],
    }
    address = reverse("table", kwargs={"slug": match.tournament.slug, "code": match.code})
    return {"shows": parameters["d"], "url": f"{address}?{urlencode({**parameters, **extra})}"}


def _next_match(match: Match, number: int, audience: Audience) -> dict[str, Any] | None:
    """Return the table and the rivals of the entry's next match, or None."""
    for meeting in ties_played_by(match.tournament.stage, [number], audience).meetings:
        is_this_match = match.code in (meeting.code, *(board.code for board in meeting.boards))
        if meeting.has(number) and not (is_this_match or meeting.is_finished or meeting.is_bye):
            rivals = [f"{rival.label} · {rival.title}" for rival in meeting.rivals_of(number)]
            return {"table": next(iter(meeting.tables), meeting.table), "rivals": ", ".join(rivals)}
    return None


# --- Table ----------------------------------------------------------------------------------------
@require_safe
@public
@never_cache
def table_open(request: PageRequest, code: str, secret: str) -> HttpResponse:
    """Open the link of a paper acta: users who may write it go to the acta, players to their table.

    A wrong secret gets a 404 page.
    """
    match = get_object_or_404(with_details(Match.objects.all()), code=code.upper())
    if not is_current_secret(match, secret):
        note_wrong_link(request, TABLE, match.code, match.tournament)
        response = render(request, "scoring/actas/table/wrong.html", status=404)
    elif may_write_acta(request, match):
        response = redirect("acta", slug=match.tournament.slug, code=match.code)
    elif match.round.is_silent:
        response = silent_table(request, match)
    else:
        keep_link(request, match)
        page = "table" if is_open_for_table(match, timezone.now()) else "match"
        response = redirect(page, slug=match.tournament.slug, code=match.code)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@refreshes("como", "d", "sigue")
@at_table
@never_cache
def table(request: PageRequest, match: Match) -> HttpResponse:
    """Show the acta of the players' own match with the form of its next line."""
    side = link_side(request, match)
    if side is None:
        return _side_page(request, match)
    if is_poll(request):
        return _poll_response(request, match, side)
    # Fix the revision before the acta is read, so that polls notice later changes.
    fix_revision(match.tournament, request.audience)
    record = read_live_record(match)
    if request.method != "POST":
        form = form_for(request, match, record, request.GET.get("como", ""), at_table=True)
        return _page(request, match, side, form)
    form = form_for(
        request, match, record, request.POST.get("como", ""), request.POST, at_table=True
    )
    assert form is not None  # typed input always has a form
    me = player(request, match, side)
    _result, status = try_act(form, lambda values: record_hand(match=match, author=me, **values))
    if status != 200:
        return _page(request, match, side, form, status=status)
    return redirect(_table_address(match) + next_kind_query(form))


@require_POST
@at_table
def table_preview(request: PageRequest, match: Match) -> HttpResponse:
    """Preview the acta with the typed line; nothing is saved."""
    record = read_live_record(match)
    form = form_for(
        request, match, record, request.POST.get("como", ""), request.POST, at_table=True
    )
    assert form is not None  # typed input always has a form
    context, status = line_preview(request, match, form)
    if request.htmx:
        return render(
            request, "scoring/actas/preview.html", {"match": match, "form": form, **context}
        )
    return _page(request, match, link_side(request, match) or 0, form, status=status, **context)


@require_POST
@at_table
def table_side(request: PageRequest, match: Match) -> HttpResponse:
    form = SideForm(request.POST, titles=acta_words.side_titles(match, request.audience))
    if not form.is_valid():
        return _side_page(request, match, status=400)
    keep_side(request, match, form.cleaned_data["side"])
    return redirect(_table_address(match))


@require_POST
@at_table
def call_from_table(request: PageRequest, match: Match) -> HttpResponse:
    side = link_side(request, match)
    me = player(request, match, side or 0)
    return _act_and_redirect(
        request,
        match,
        lambda: call_referee(match=match, author=me, side=side),
        _("Árbitro avisado."),
    )


@require_POST
@at_table
def table_sign(request: PageRequest, match: Match) -> HttpResponse:
    """Confirm the result for one side, on its own phone or on a phone handed over."""
    sides = SideForm(request.POST, titles=acta_words.side_titles(match, request.audience))
    form = SignForm(request.POST)
    if not (sides.is_valid() and form.is_valid()):
        return _page(request, match, link_side(request, match) or 0, None, status=400)
    me = player(request, match, sides.cleaned_data["side"])
    return _act_and_redirect(
        request,
        match,
        lambda: sign_acta(match=match, author=me, **form.cleaned_data),
        _("Confirmado. Gracias."),
    )


@require_POST
@at_table
def table_take_back(request: PageRequest, match: Match) -> HttpResponse:
    """Delete the line that this side has just written."""
    record = read_live_record(match)
    me = player(request, match, link_side(request, match) or 0)
    version = match.shown_acta.version if match.shown_acta else 0
    return _act_and_redirect(
        request,
        match,
        lambda: take_back_line(
            match=match,
            author=me,
            version=version,
            number=read_number(request.POST.get("number")) or 0,
        ),
        _("Anotación borrada: escríbala de nuevo.") if record.steps else "",
    )


@at_table
def table_dispute(request: PageRequest, match: Match) -> HttpResponse:
    """Dispute the acta.

    This page accepts one dispute per side. If the side's phone had stored a dispute while offline,
    that dispute replaces the first when it arrives.
    """
    record, side = read_live_record(match), link_side(request, match) or 0
    if request.method != "POST" and result_state(match, request.audience).disputed_by(side):
        messages.info(request, _("El árbitro ya tiene su aviso: espere en la mesa."))
        return redirect(_table_address(match))
    version = match.shown_acta.version if match.shown_acta else 0
    form = DisputeForm(posted_data(request), initial={"version": version})
    me = player(request, match, side)
    submission = submit(form, lambda: dispute_acta(match=match, author=me, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("El árbitro ya lo sabe: espere en la mesa."))
        return redirect(_table_address(match))
    context = acta_context(request, match, record, None, at_table=True) | {"form": form}
    return render(request, "scoring/actas/table/dispute.html", context, status=submission.status)


def _page(
    request: PageRequest, match: Match, side: int, form: Any, *, status: int = 200, **extra: Any
) -> HttpResponse:
    record, state = read_live_record(match), result_state(match, request.audience)
    handovers = _handover_context(request, match, side, state)
    end = _end_context(match, side, state, handovers, request.audience, over=record.score.over)
    context = acta_context(request, match, record, form, at_table=True, **extra) | {
        "result_state": state,
        "mine": acta_words.side_titles(match, request.audience)[side],
        "side": side,
        "disputed": state.disputed_by(side),
        **handovers,
        **(end or {"following": polling_context(match, record, state, request.audience)}),
        "last": _own_last_line(match, side),
        "call": call_of(match, timezone.now()),
        "clock": clock_of(match, timezone.now()),
        "call_url": reverse(
            "table_call", kwargs={"slug": match.tournament.slug, "code": match.code}
        ),
    }
    return render(request, "scoring/actas/table/acta.html", context, status=status)


def _end_context(
    match: Match,
    side: int,
    state: ResultState,
    handovers: dict[str, Any],
    audience: Audience,
    *,
    over: bool,
) -> dict[str, Any]:
    """Return the waiting context of a finished table; {} during play or a dispute.

    `handovers` is the context returned by `_handover_context`.
    """
    if state.disputed or not over:
        return {}
    signers = [
        (number, title)
        for number, title in enumerate(acta_words.side_titles(match, audience))
        if state.pending and number not in state.sides
    ]
    return {
        "waits": waiting_context(
            match, side, state, signers, handovers.get("handed_to", set()), audience
        )
    }


def _poll_response(request: PageRequest, match: Match, side: int) -> HttpResponse:
    """Answer a poll: 204 if nothing changed, the new fragment, or a full refresh.

    During play, the fragment only announces new lines, so that typed input stays.
    """
    if (no_change := unchanged_response(request, match.tournament)) is not None:
        return no_change
    current_revision = revision(match.tournament, request.audience)
    record, state = read_live_record(match), result_state(match, request.audience)
    if is_poll_in_play(request):
        if polling_context(match, record, state, request.audience)["shows"] == request.GET.get("d"):
            return _unchanged_response(current_revision)
        return render(
            request, "scoring/actas/table/following.html", {"match": match, "moved_on": True}
        )
    handovers = _handover_context(request, match, side, state)
    end = _end_context(match, side, state, handovers, request.audience, over=record.score.over)
    if not end:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if end["waits"]["shows"] == request.GET.get("d"):
        return _unchanged_response(current_revision)
    context = {
        "match": match,
        "side": side,
        "result_state": state,
        "board": acta_words.board(match, record.score, request.audience),
        "last": _own_last_line(match, side),
        "unstated": unstated_in_words(match, record),
        **handovers,
        **end,
    }
    return render(request, "scoring/actas/table/end.html", context)


def _unchanged_response(current_revision: int) -> HttpResponse:
    """Return a 204 with the revision from which to poll next."""
    return HttpResponse(status=204, headers={SHOWN_HEADER: str(current_revision)})


def _handover_context(
    request: PageRequest, match: Match, side: int, state: ResultState
) -> dict[str, Any]:
    """Return the context of what this phone may confirm only if it was handed over.

    In a dispute, `handed` has the numbers of the disputing versions that need a handover. In a wait
    for confirmation, `handed_to` has the sides that need it.
    """
    if state.disputed:
        me = player(request, match, side)
        rivals = [account.acta for account in state.accounts if account.acta.rival]
        return {
            "handed": {
                acta.version
                for acta in rivals
                if must_state_handover(match, answering_rows(acta), me)
            }
        }
    if not state.pending or match.shown_acta is None:
        return {}
    rows = answering_rows(match.shown_acta)
    sides = range(len(match.entries))
    return {
        "handed_to": {
            other
            for other in sides
            if must_state_handover(match, rows, player(request, match, other))
        }
    }


def _own_last_line(match: Match, side: int) -> int | None:
    """Return the number of the last line if this side wrote it and may delete it."""
    hands = list(match.shown_acta.hands.all()) if match.shown_acta else []
    playing = match.state in Match.UNFINISHED
    return hands[-1].number if hands and playing and hands[-1].side == side else None


def _side_page(request: PageRequest, match: Match, status: int = 200) -> HttpResponse:
    form = SideForm(titles=acta_words.side_titles(match, request.audience))
    return render(
        request, "scoring/actas/table/side.html", {"match": match, "form": form}, status=status
    )


def _act_and_redirect(
    request: HttpRequest, match: Match, act: Callable[[], Any], message: str
) -> HttpResponse:
    """Carry out the act and redirect to the table, which shows the outcome."""
    with show_outcome(request, message):
        act()
    return redirect(_table_address(match))


def _table_address(match: Match) -> str:
    return reverse("table", kwargs={"slug": match.tournament.slug, "code": match.code})


# --- Disputes -------------------------------------------------------------------------------------
@require_POST
@act("enter_result")
@with_device_mark
def acta_confirm(request: UserRequest, code: str) -> HttpResponse:
    """Confirm the version that waits for confirmation."""
    match, form = match_to_write(request, code), SignForm(request.POST)
    if form.is_valid():
        arguments = {"match": match, "author": writer(request), **form.cleaned_data}
        submission = submit(
            form,
            lambda: change_or_ask(request, sign_acta, _("Confirmar el resultado"), **arguments),
        )
        if isinstance(submission.result, HttpResponse):
            return submission.result
        show_submission(request, form, submission, _("Resultado confirmado."))
    return redirect("acta", slug=request.tournament.slug, code=match.code)


@require_POST
@act("correct_result")
@with_device_mark
def acta_resolve(request: UserRequest, code: str) -> HttpResponse:
    """Choose the version of a disputed match, on its acta or in the list of matters."""
    match, form = match_to_write(request, code), ResolveForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Escriba por qué vale esa versión."))
    else:
        arguments = {"match": match, "author": writer(request), **form.cleaned_data}
        submission = submit(
            form,
            lambda: change_or_ask(request, resolve_dispute, _("Decidir cuál vale"), **arguments),
        )
        if isinstance(submission.result, HttpResponse):
            return submission.result
        show_submission(request, form, submission, _("Decidido: queda en el acta, con su motivo."))
    if request.POST.get("desde") == "arbitraje":
        return redirect("refereeing", slug=request.tournament.slug)
    return redirect("acta", slug=request.tournament.slug, code=match.code)
