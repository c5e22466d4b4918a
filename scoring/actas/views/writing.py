"""Pages that write an acta: the acta, its preview, a forfeit, and lines sent later by a device."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from rules.reading import quoting
from scoring.actas.forms import AbsenceForm
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import (
    Record,
    fold_lines,
    lines_written,
    received_line,
    tables_of_tie,
)
from scoring.actas.services import forfeit_match, forfeit_tie, record_hand
from scoring.actas.services.lines import (
    HeldActa,
    find_for_line,
    hold_acta,
    lock_for_line,
    refuse_other_line,
)
from scoring.actas.services.signing import answering_rows, must_state_handover
from scoring.actas.views.pieces import (
    acta_context,
    acta_sidebar,
    at_table,
    form_for,
    keep_side,
    line_preview,
    link_side,
    match_to_write,
    next_kind_query,
    overrule_query,
    player,
    prefill_from_query,
    read_live_record,
    try_act,
    with_device_mark,
    writer,
)
from scoring.games.lines import AnyLineForm
from scoring.models import Acta, Hand
from scoring.refereeing.selectors.matters import result_state
from scoring.refereeing.views.sidebar import referee_sidebar
from scoring.rounds.forms import NamesForm
from scoring.rounds.selectors.line_ups import unnamed_sides
from tournaments.models import Match
from tournaments.names.text import read_number
from tournaments.permissions import act, allows, refuse_other_tables
from tournaments.refusal import Conflict, refusal_from
from tournaments.rounds.words.phases import counts_only_for_note
from tournaments.site.forms import REFUSALS
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, submit
from tournaments.writer import Writer


@act("enter_result")
@with_device_mark
def acta(request: UserRequest, code: str) -> HttpResponse:
    """Show the acta of a match with the form of its next line, of the kind in `?como=`."""
    match = match_to_write(request, code)
    record = read_live_record(match)
    if request.method != "POST":
        form = form_for(request, match, record, request.GET.get("como", ""))
        if form is not None:
            prefill_from_query(form, request.GET)
        return _page(request, match, record, form)
    form = form_for(request, match, record, request.POST.get("como", ""), request.POST)
    assert form is not None  # typed input always has a form
    _result, status = try_act(
        form, lambda values: record_hand(match=match, author=writer(request), **values)
    )
    if status != 200:
        return _page(request, match, read_live_record(match), form, status=status)
    return redirect(_address("acta", match) + next_kind_query(form))


@require_POST
@act("enter_result")
def acta_preview(request: UserRequest, code: str) -> HttpResponse:
    """Preview the acta, or show why the line is impossible; nothing is saved.

    The status is always 200 with htmx, and the status of the refusal on a whole page.
    """
    match = match_to_write(request, code)
    record = read_live_record(match)
    form = form_for(request, match, record, request.POST.get("como", ""), request.POST)
    assert form is not None  # typed input always has a form
    context, status = line_preview(request, match, form)
    if request.htmx:
        context["overrule"] = overrule_query(match, form, record, request.role)
        return render(
            request, "scoring/actas/preview.html", {"match": match, "form": form, **context}
        )
    return _page(request, match, record, form, status=status, **context)


@act("enter_result")
def match_forfeit(request: UserRequest, code: str) -> HttpResponse:
    """Give a match to the rival of an entry that is absent, leaves or is disqualified."""
    match = match_to_write(request, code)
    form = AbsenceForm(
        posted_data(request),
        entries=match.everybody,
        boards=bool(match.board),
        audience=request.audience,
    )
    tie = form.is_bound and form.is_valid() and form.cleaned_data.pop("tie", False)
    if tie:
        refuse_other_tables(request.tables, *tables_of_tie(match))
    forfeit = forfeit_tie if tie else forfeit_match
    submission = submit(
        form, lambda: forfeit(match=match, author=writer(request), **form.cleaned_data)
    )
    if submission.done:
        return redirect(_address("acta", match))
    context = {"match": match, "form": form}
    return render(request, "scoring/actas/match_forfeit.html", context, status=submission.status)


def _page(
    request: UserRequest,
    match: Match,
    record: Record,
    form: AnyLineForm | None,
    *,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    names_forms = [NamesForm.from_side(side, request.audience) for side in unnamed_sides(match)]
    extra["overrule"] = overrule_query(match, form, record, request.role)
    extra["catch_up"] = counts_only_for_note(match.everybody[0].number) if match.guests else ""
    extra["may_undo"] = allows("catch_up", request.role, authenticated=True)
    extra |= acta_sidebar(request, match, record)
    extra.update(referee_sidebar(match, record, request.role))
    state, me = result_state(match, request.audience), writer(request)
    if state.pending and match.shown_acta:
        extra["handed"] = must_state_handover(match, answering_rows(match.shown_acta), me)
    context = acta_context(
        request, match, record, form, unnamed=names_forms, result_state=state, **extra
    )
    return render(request, "scoring/actas/acta.html", context, status=status)


def _address(name: str, match: Match) -> str:
    return reverse(name, kwargs={"slug": match.tournament.slug, "code": match.code})


# --- Sending --------------------------------------------------------------------------------------
# A device stores lines while it has no network, and sends them later. The server writes each line
# once. A page compares the stored lines with the acta.
#
# The device sends the filled form, and the game's own form reads it. Answers to
# `static/js/queue.js`: 200, the line is written; 400, it is impossible; 409, the acta has changed;
# 403, this link or this account may not write it.
MOST_LINES = 100  # the most lines that a device stores for a match


@dataclass(frozen=True, slots=True)
class DeviceLines:
    """The acta as the stored lines of a device would leave it.

    - `lines`: the lines of the acta, then the stored lines before the first impossible one.
    - `wrong`: why that stored line is impossible; "" if all are possible.
    - `unread`: how many stored lines were not added, the impossible line included.
    - `all_written`: whether all stored lines are already in the acta.
    """

    lines: list[str]
    unread: int
    wrong: str
    all_written: bool


@require_POST
@act("enter_result")
@with_device_mark
@never_cache
def acta_send(request: UserRequest, code: str) -> HttpResponse:
    """Receive a stored line of a user with a role; a line of another account gets a 403."""

    def receive(held_acta: HeldActa) -> HttpResponse:
        account_key = request.POST.get("quien", "")
        if account_key and account_key != str(request.user.pk):
            return _refusal_response(
                403, _("Esa anotación se hizo con otra cuenta: entre con ella para enviarla.")
            )
        return _receive(request, held_acta, writer(request), "acta")

    find = partial(match_to_write, request, code, find_for_line)
    return _receive_on_acta(request, find, receive)


@require_POST
@at_table
@never_cache
def table_send(request: PageRequest, match: Match) -> HttpResponse:
    """Receive a player's stored line, for the side that wrote it."""
    side = _side_of_line(request, match)
    if side is None:
        return _refusal_response(403, _("Elija con qué bando juega y se enviará."))
    if link_side(request, match) is None:
        keep_side(request, match, side)
    me = player(request, match, side)
    return _receive_on_acta(
        request,
        partial(lock_for_line, match),
        lambda held_acta: _receive(request, held_acta, me, "table", at_table=True),
    )


@require_POST
@act("enter_result")
@never_cache
def acta_compare(request: UserRequest, code: str) -> HttpResponse:
    """Show the acta and the lines stored on this device side by side."""
    return _compare(request, match_to_write(request, code))


@require_POST
@at_table
@never_cache
def table_compare(request: PageRequest, match: Match) -> HttpResponse:
    """Show the acta and the lines stored on a player's phone side by side."""
    return _compare(request, match, at_table=True)


def _receive_on_acta(
    request: PageRequest, find: Callable[[], Match], receive: Callable[[HeldActa], HttpResponse]
) -> HttpResponse:
    try:
        return hold_acta(request.tournament, find, receive)
    except Conflict as refusal:
        return _refusal_response(refusal.status, str(refusal))


def _receive(
    request: PageRequest, held_acta: HeldActa, author: Writer, page: str, *, at_table: bool = False
) -> HttpResponse:
    match, uid = held_acta.match, _uid(request.POST.get("uid", ""))
    address = reverse(page, kwargs={"slug": match.tournament.slug, "code": match.code})
    match.shown_acta, record = held_acta.acta, fold_lines(match, lines_written(held_acta.acta))
    if uid is None:
        return _refusal_response(400, _("Ponga la marca (uid) de la anotación."))
    # Look for the line before a form reads it. If the acta already has the line, a form built for
    # the next line may reject it.
    first_hand = received_line(match, match.shown_acta, uid)
    if first_hand is not None:
        refuse_other_line(first_hand, author, *_sent_again(request, match, first_hand, at_table))
        return _saved_response(match.shown_acta, record, address)
    kind = request.POST.get("como", "")
    form = form_for(request, match, record, kind, request.POST, at_table=at_table)
    assert form is not None  # typed input always has a form
    result, status = try_act(
        form, lambda values: held_acta.write(author, values.pop("line"), **values)
    )
    if result is None:
        return _refusal_response(status, *_sentences(form))
    saved_acta, saved_record = result
    return _saved_response(saved_acta, saved_record, address + next_kind_query(form))


def _sent_again(
    request: PageRequest, match: Match, first_hand: Hand, at_table: bool
) -> tuple[int, str]:
    """Return the number and the text of the line sent again, the first if there are several.

    The line is read in the place of `received`, after the lines before it. Return (0, "") if it is
    impossible there.
    """
    lines_before = [
        hand.line for hand in first_hand.acta.hands.all() if hand.number < first_hand.number
    ]
    index = len(lines_before)
    kind, record = request.POST.get("como", ""), fold_lines(match, lines_before)
    form = form_for(request, match, record, kind, request.POST, at_table=at_table)
    if form is None or _add_line(match, lines_before, form):
        return 0, ""
    return form.cleaned_data["number"], lines_before[index]


def _compare(request: PageRequest, match: Match, *, at_table: bool = False) -> HttpResponse:
    record, acta = read_live_record(match), match.shown_acta
    device_lines = _read_lines(
        request, match, lines_written(acta), request.POST.getlist("linea"), at_table=at_table
    )
    own_record = fold_lines(match, device_lines.lines)
    context = {
        "match": match,
        "acta": acta,
        "at_table": at_table,
        "lines": acta_words.lines(match, record, request.audience, acta),
        "foot": acta_words.board(match, record.score, request.audience)["foot"],
        "own_lines": acta_words.lines(match, own_record, request.audience),
        "own_foot": acta_words.board(match, own_record.score, request.audience)["foot"],
        "typed": "\n".join(device_lines.lines),
        "sent": device_lines,
    }
    html = render_to_string("scoring/actas/compared.html", context, request)
    return JsonResponse({"same": device_lines.all_written, "html": html})


def _read_lines(
    request: PageRequest, match: Match, acta: list[str], posts: list[str], *, at_table: bool
) -> DeviceLines:
    """Return the acta with the stored lines, which are POST bodies in order.

    The reading ends at the first impossible line, without an error.
    """
    forms_data = [QueryDict(post) for post in posts[:MOST_LINES]]
    first_number = read_number(forms_data[0].get("number")) if forms_data else None
    start = len(acta) if first_number is None else max(first_number - 1, 0)
    lines = acta[:start]
    wrong = ""
    read = 0
    for post in forms_data:
        kind, record = post.get("como", ""), fold_lines(match, lines)
        form = form_for(request, match, record, kind, post, at_table=at_table)
        wrong = _add_line(match, lines, form) if form else ""
        if wrong:
            break
        read += 1
    all_written = bool(forms_data) and read == len(forms_data) and acta[: len(lines)] == lines
    return DeviceLines(lines, len(forms_data) - read, wrong, all_written)


def _add_line(match: Match, lines: list[str], form: AnyLineForm) -> str:
    """Append the lines of a form to `lines`. Return why they are impossible, or ""."""
    if not form.is_valid():
        return " ".join(_sentences(form))
    try:
        with quoting(form.typed_text):
            hands = [form.hand(), *form.write_arguments().get("rest", [])]
            fold_lines(match, [*lines, *hands])
    except REFUSALS as error:
        return str(refusal_from(error))
    lines += map(str, hands)
    return ""


def _saved_response(acta: Acta | None, record: Record, address: str) -> JsonResponse:
    """Return the next address, the number of the next line, the version and the time."""
    timestamp, version = int(timezone.now().timestamp()), acta.version if acta else 0
    values = {"next": address, "number": len(record.steps) + 1, "version": version, "at": timestamp}
    return JsonResponse(values)


def _side_of_line(request: HttpRequest, match: Match) -> int | None:
    """Return the side stored with the line, else the side chosen on this phone, or None."""
    sides = {str(number): number for number, _entry in enumerate(match.entries)}
    return sides.get(request.POST.get("lado", ""), link_side(request, match))


def _uid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _sentences(form: AnyLineForm) -> list[str]:
    return [str(sentence) for wrong in form.errors.values() for sentence in wrong]


def _refusal_response(status: int, *sentences: str) -> JsonResponse:
    return JsonResponse({"said": " ".join(sentences)}, status=status)
