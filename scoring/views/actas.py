"""Writing an acta: the page, the score before saving, a match given up."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring import sheets
from scoring.forms import kinds_in_sight, line_forms, usual_kind
from scoring.forms.desk import AbsenceForm
from scoring.forms.line_ups import NamesForm
from scoring.forms.lines import LineForm, NotationForm
from scoring.selectors.actas import Record, fold_lines, get_match, live_acta, written
from scoring.selectors.line_ups import unnamed_sides
from scoring.services.actas import forfeit_match, forfeit_tie, preview_hand, record_hand
from scoring.wording.catch_ups import only_counts_for
from scoring.wording.scores import examples_of
from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.models import Match, Round
from tournaments.permissions import act, allows
from tournaments.refusal import refused_from


def match_or_404(request: HttpRequest, code: str, *, byes: bool = False) -> Match:
    """The match of this code; one of a draft does not exist yet, and a bye has no acta."""
    match = get_match(request.tournament, code)
    if match is None or match.round.state != Round.State.PUBLISHED:
        raise Http404
    if match.state == Match.State.BYE and not byes:
        raise Http404
    return match


@act("enter_result")
def acta(request: HttpRequest, code: str) -> HttpResponse:
    """The acta of a match and the form of its next line, of the kind `?como=` says."""
    match = match_or_404(request, code)
    record = _live(match)
    if request.method != "POST":
        form = _form(match, record, request.GET.get("como", ""))
        return _page(request, match, record, form)
    form = _form(match, record, request.POST.get("como", ""), request.POST)

    def save(line: str, number: int) -> None:
        record_hand(match=match, author=request.user, line=line, number=number)

    _saved, status = _tried(form, save)
    if status != 200:
        return _page(request, match, _live(match), form, status=status)
    return redirect(_address("acta", match) + _next_as(form))


@require_POST
@act("enter_result")
def acta_preview(request: HttpRequest, code: str) -> HttpResponse:
    """How the acta would stand with what is typed: the same checks, and nothing saved.

    The fragment is a good answer, 200, also when it says why the line cannot be.
    """
    match = match_or_404(request, code)
    record = _live(match)
    form = _form(match, record, request.POST.get("como", ""), request.POST)
    after, status = None, 200
    if form.complete:
        after, status = _tried(
            form, lambda line, number: preview_hand(match=match, line=line, number=number)
        )
    shown = {"preview": _last_line(match, after), "after": after, "tried": form.complete}
    if request.htmx:
        return render(
            request, "scoring/parts/preview.html", {"match": match, "form": form, **shown}
        )
    return _page(request, match, record, form, status=status, **shown)


@act("enter_result")
def match_forfeit(request: HttpRequest, code: str) -> HttpResponse:
    """One pair does not appear, leaves or is disqualified: the match is its rival's."""
    match, status = match_or_404(request, code), 200
    form = AbsenceForm(request.POST or None, entries=match.everybody, boards=bool(match.board))
    if request.method == "POST":
        status = 400
        if form.is_valid():
            asked = dict(form.cleaned_data)
            give_up = forfeit_tie if asked.pop("tie", False) else forfeit_match
            try:
                give_up(match=match, author=request.user, **asked)
            except REFUSALS as error:
                status = put_on(form, error)
            else:
                return redirect(_address("acta", match))
    shown = {"match": match, "form": form}
    return render(request, "scoring/match_forfeit.html", shown, status=status)


# --- The pieces of the page -------------------------------------------------------------------
def _live(match: Match) -> Record:
    """The acta in force, folded; its version stays on the match for whoever shows it."""
    match.shown_acta = live_acta(match)
    return fold_lines(match, written(match.shown_acta))


def _form(match: Match, record: Record, kind: str, typed: Any = None) -> LineForm | None:
    """The form of this kind of line, or of the one that the table usually writes.

    None when the match is over and nothing was typed; what an old page sent is kept.
    """
    game, options = match.tournament.rules, match.game_rules()
    kinds = line_forms(game.KEY, record.score, options, every=typed is not None)
    if not kinds:
        return None
    written = (str(game.to_json(step.hand)["kind"]) for step in reversed(record.steps))
    chosen = kind if kind in kinds else usual_kind(kinds, written)
    return kinds[chosen](
        typed,
        game=game,
        options=options,
        score=record.score,
        titles=sheets.side_titles(match),
        initial={"number": len(record.steps) + 1},
    )


def _next_as(form: LineForm) -> str:
    """Which line is offered after this one: another like it, or after an incident the usual one."""
    return f"?como={form.kind}" if form.ORDINARY or isinstance(form, NotationForm) else ""


def _tried(form: LineForm, do: Callable[[str, int], Any]) -> tuple[Any, int]:
    """What `do` answers to the line of the form, and 200; or None and the status of the refusal,
    which stays on the form."""
    if not form.is_valid():
        return None, 400
    try:
        return do(form.line(), form.cleaned_data["number"]), 200
    except REFUSALS as error:
        refused = refused_from(error)
        form.refuse(refused)
        return None, refused.status


def _last_line(match: Match, record: Record | None) -> sheets.Line | None:
    return sheets.lines(match, record)[-1] if record else None


def _page(
    request: HttpRequest,
    match: Match,
    record: Record,
    form: LineForm | None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    options = match.game_rules()
    kinds = line_forms(match.tournament.game, record.score, options)
    if form:
        form.focus()
    shown = {
        "match": match,
        "record": record,
        "board": sheets.board(match, record.score),
        "lines": sheets.lines(match, record, match.shown_acta),
        "kinds": [(kind, form_of.TAB) for kind, form_of in kinds.items()],
        "in_sight": kinds_in_sight(kinds),
        "form": form,
        "examples": examples_of(match.tournament.game, options),
        "catch_up": only_counts_for(match.everybody[0].number) if match.guests else "",
        "may_undo": allows("catch_up", request.role, authenticated=True),
        "unnamed": [NamesForm.of(side) for side in unnamed_sides(match)],
        **more,
    }
    return render(request, "scoring/acta.html", shown, status=status)


def _address(name: str, match: Match) -> str:
    return reverse(name, kwargs={"slug": match.tournament.slug, "code": match.code})
