"""Writing an acta: the page, the score before saving, a match given up."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.disputes import said_of
from scoring.forms.desk import AbsenceForm
from scoring.forms.rounds import NamesForm
from scoring.games.lines import LineForm
from scoring.referee import at_the_table
from scoring.selectors.matches.actas import Record, tables_of_tie
from scoring.selectors.rounds.line_ups import unnamed_sides
from scoring.services.actas import forfeit_match, forfeit_tie, record_hand
from scoring.services.actas.signing import answers, must_say_handed_over
from scoring.views.actas.pieces import (
    around,
    begin_with,
    form_for,
    live,
    marked,
    match_to_write,
    next_as,
    overrule,
    shown,
    tried,
    tried_line,
    writer,
)
from scoring.wording.rounds import only_counts_for
from tournaments.models import Match
from tournaments.permissions import act, allows, refuse_other_tables
from tournaments.views.submit import posted, submit


@act("enter_result")
@marked
def acta(request: HttpRequest, code: str) -> HttpResponse:
    """The acta of a match and the form of its next line, of the kind `?como=` says."""
    match = match_to_write(request, code)
    record = live(match)
    if request.method != "POST":
        form = form_for(match, record, request.GET.get("como", ""))
        if form is not None:
            begin_with(form, request.GET)
        return _page(request, match, record, form)
    form = form_for(match, record, request.POST.get("como", ""), request.POST)
    _saved, status = tried(
        form, lambda asked: record_hand(match=match, author=writer(request), **asked)
    )
    if status != 200:
        return _page(request, match, live(match), form, status=status)
    return redirect(_address("acta", match) + next_as(form))


@require_POST
@act("enter_result")
def acta_preview(request: HttpRequest, code: str) -> HttpResponse:
    """Show how the acta would stand, or why the line cannot be: 200, nothing saved."""
    match = match_to_write(request, code)
    record = live(match)
    form = form_for(match, record, request.POST.get("como", ""), request.POST)
    told, status = tried_line(match, form)
    if request.htmx:
        told["overrule"] = overrule(match, form, record, request.role)
        return render(request, "scoring/actas/preview.html", {"match": match, "form": form, **told})
    return _page(request, match, record, form, status=status, **told)


@act("enter_result")
def match_forfeit(request: HttpRequest, code: str) -> HttpResponse:
    """One entry does not appear, leaves or is disqualified: the match is its rival's."""
    match = match_to_write(request, code)
    form = AbsenceForm(posted(request), entries=match.everybody, boards=bool(match.board))
    tie = form.is_bound and form.is_valid() and form.cleaned_data.pop("tie", False)
    if tie:
        refuse_other_tables(request.tables, *tables_of_tie(match))
    give_up = forfeit_tie if tie else forfeit_match
    sent = submit(form, lambda: give_up(match=match, author=writer(request), **form.cleaned_data))
    if sent.done:
        return redirect(_address("acta", match))
    context = {"match": match, "form": form}
    return render(request, "scoring/actas/match_forfeit.html", context, status=sent.status)


def _page(
    request: HttpRequest,
    match: Match,
    record: Record,
    form: LineForm | None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    unnamed = [NamesForm.of(side) for side in unnamed_sides(match)]
    more["overrule"] = overrule(match, form, record, request.role)
    more["catch_up"] = only_counts_for(match.everybody[0].number) if match.guests else ""
    more["may_undo"] = allows("catch_up", request.role, authenticated=True)
    more |= around(request, match, record)
    more.update(at_the_table(match, record, request.role))
    said, me = said_of(match), writer(request)
    if said.pending and match.shown_acta:
        more["handed"] = must_say_handed_over(match, answers(match.shown_acta), me)
    context = shown(match, record, form, unnamed=unnamed, said=said, **more)
    return render(request, "scoring/actas/acta.html", context, status=status)


def _address(name: str, match: Match) -> str:
    return reverse(name, kwargs={"slug": match.tournament.slug, "code": match.code})
