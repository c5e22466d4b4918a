"""Correcting an acta: how it would stand, what was drawn from it, and the new version."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from rules.core import RuleError
from scoring import acta_words
from scoring.corrections.correct import correct_and_remedy, rehearse
from scoring.corrections.page import consequences_page
from scoring.corrections.preview import consequences
from scoring.corrections.words import done
from scoring.forms.desk import CHANGE, INSERT, CorrectionForm
from scoring.games import GAMES
from scoring.selectors.matches.actas import (
    Record,
    drawn_from,
    fold_lines,
    is_closed,
    live_acta,
    live_record,
    versions,
    written,
)
from scoring.services.actas import correct_acta
from scoring.views.actas.pieces import match_to_write, papers
from tournaments.forms.refusals import REFUSALS
from tournaments.models import Match, Role
from tournaments.names.text import read_number
from tournaments.permissions import act, allows
from tournaments.refusal import refused_from


@act("correct_result")
def acta_correct(request: HttpRequest, code: str) -> HttpResponse:
    """The lines as text; «ver» shows how they would stand, «guardar» makes the new version."""
    match = match_to_write(request, code)
    now = live_acta(match)
    if request.method != "POST":
        initial = _asked(request, match, _initial(now))
        return _page(request, match, CorrectionForm(initial=initial))
    form = CorrectionForm(request.POST)
    if request.htmx or "ver" in request.POST:
        return _preview(request, match, form)
    status, made = _save(request, match, form)
    if status != 200:
        return _page(request, match, form, status=status)
    messages.success(request, _("Acta corregida: la versión anterior queda a la vista."))
    for sentence in made:
        messages.success(request, sentence)
    return redirect("acta", slug=request.tournament.slug, code=match.code)


def _initial(acta: Any) -> dict[str, object]:
    return {"lines": "\n".join(written(acta)), "version": acta.version if acta else 1}


def _asked(request: HttpRequest, match: Match, initial: dict[str, Any]) -> dict[str, Any]:
    """Return the form as a link asks: one line to change, void or precede, or a version."""
    lines = initial["lines"].splitlines()
    if (at := _number(request, "anular", len(lines))) is not None:
        return {**initial, "lines": "\n".join([*lines[: at - 1], *lines[at:]])}
    if (at := _number(request, "corregir", len(lines))) is not None:
        return {**initial, "what": CHANGE, "at": at, "line": lines[at - 1]}
    if (at := _number(request, "insertar", len(lines) + 1)) is not None:
        return {**initial, "what": INSERT, "at": at}
    wanted = _number(request, "volver", 32_000)
    for acta in versions(match) if wanted else []:
        if acta.version == wanted:
            return {**initial, "lines": "\n".join(written(acta))}
    return initial


def _number(request: HttpRequest, name: str, most: int) -> int | None:
    number = read_number(request.GET.get(name))
    return number if number and number <= most else None


def _save(request: HttpRequest, match: Match, form: CorrectionForm) -> tuple[int, list[str]]:
    """The status of the answer, and what was done with the draws; a refusal stays on the form."""
    if not form.is_valid():
        return 400, []
    asked = {
        "match": match,
        "author": request.user,
        "lines": form.written(),
        "reason": form.cleaned_data["reason"],
        "version": form.cleaned_data["version"],
    }
    try:
        if "remedy" not in request.POST:
            correct_acta(**asked)
            return 200, []
        _acta, found = correct_and_remedy(**asked, seen=form.cleaned_data["seen"])
    except REFUSALS as error:
        return _refuse(form, error), []
    return 200, [done(remedy, match.round.stage.number) for remedy in found.possible]


def _refuse(form: CorrectionForm, error: Exception) -> int:
    """Put the sentence beside the lines or the reason, with the number of the line at fault."""
    refused = refused_from(error)
    sentence, field = str(refused), refused.field if refused.field == "reason" else "lines"
    if isinstance(error, RuleError) and error.hand:
        sentence, field = _line_says(error.hand, sentence), "lines"
    form.add_error(field, sentence)
    return refused.status


def _line_says(number: int, sentence: str) -> str:
    return _("Línea %(number)s. %(sentence)s") % {"number": number, "sentence": sentence}


def _preview(request: HttpRequest, match: Match, form: CorrectionForm) -> HttpResponse:
    """The fold of what is typed, whatever the reason says yet."""
    form.is_valid()
    record, status, wrong = None, 200, ""
    try:
        record = fold_lines(match, form.written()[:501])
    except RuleError as error:
        refused = refused_from(error)
        status, wrong = refused.status, _line_says(error.hand or 0, str(refused))
    context = {"wrong": wrong, **(_outcome(request, match, record) if record else {})}
    if request.htmx:
        context["match"] = match
        return render(request, "scoring/parts/correct_preview.html", context)
    form = CorrectionForm(initial={name: form[name].data for name in form.fields})
    return _page(request, match, form, status=status, previewed=True, **context)


def _outcome(request: HttpRequest, match: Match, record: Record) -> dict[str, Any]:
    """Return what the new lines would bring: the score, and all that changes with it."""
    found, rehearsal = consequences(match, record), None
    may_remedy = allows("draw_round", request.role, True) and found.possible
    if may_remedy and request.POST.get("ver") == "rehecho":
        rehearsal = rehearse(match=match, author=request.user, lines=record.lines, found=found)
    return {
        "record": record,
        "board": acta_words.board(match, record.score),
        "lines": acta_words.lines(match, record),
        "changes": consequences_page(match, found, rehearsal),
        "may_remedy": may_remedy,
    }


def _page(
    request: HttpRequest, match: Match, form: CorrectionForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    closed = is_closed(match)
    allowed = not closed or allows("correct_closed_round", request.role, True)
    context = {
        "match": match,
        "form": form,
        "drawn": drawn_from(match, drafts=request.role == Role.ORGANISER),
        "closed": closed,
        **papers(match),
        "allowed": allowed,
        "now": acta_words.lines(match, live_record(match)),
        "older": [one for one in versions(match) if not one.live],
        "examples": GAMES[match.tournament.game].examples(match.game_rules()),
        **more,
    }
    if not allowed and request.method != "POST":
        status = 403
    return render(request, "scoring/acta_correct.html", context, status=status)
