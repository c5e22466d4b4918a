"""Correcting an acta: how it would stand, what was drawn from it, and the new version."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core import RuleError
from rules.reading import quoting
from scoring import acta_words
from scoring.corrections.change import change_result
from scoring.corrections.correct import rehearse
from scoring.corrections.page import consequences_page
from scoring.corrections.preview import consequences
from scoring.corrections.words import done
from scoring.fixes import fixes_of
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
from scoring.views.actas.boxes import Boxes, boxes_at
from scoring.views.actas.pieces import match_to_write, papers
from tournaments.forms.refusals import REFUSALS
from tournaments.models import Match, Role
from tournaments.names.text import read_number
from tournaments.permissions import act, allows
from tournaments.refusal import refused_from

USUAL_REASON = gettext_lazy("Estaba mal apuntado")
PREFIX = "acta"  # of the correction's own fields, beside those of a line in its boxes


@act("correct_result")
def acta_correct(request: HttpRequest, code: str) -> HttpResponse:
    """One line in its boxes, or the lines as text; «ver» shows how they would stand, «guardar»
    makes the new version."""
    match = match_to_write(request, code)
    now = live_acta(match)
    if request.method != "POST":
        return _asked(request, match, _initial(now))
    in_boxes = f"{PREFIX}-version" in request.POST
    form = CorrectionForm(request.POST, prefix=PREFIX if in_boxes else None)
    boxes = _boxes_sent(request, match, form) if in_boxes else None
    if request.htmx or "ver" in request.POST or "jugada" in request.POST:
        return _preview(request, match, form, boxes)
    status, made = _save(request, match, form, boxes)
    if status != 200:
        return _page(request, match, form, boxes, status=status)
    messages.success(request, _("Acta corregida: la versión anterior queda a la vista."))
    for sentence in made:
        messages.success(request, sentence)
    return redirect("acta", slug=request.tournament.slug, code=match.code)


def _initial(acta: Any) -> dict[str, Any]:
    return {"lines": "\n".join(written(acta)), "version": acta.version if acta else 1}


def _asked(request: HttpRequest, match: Match, initial: dict[str, Any]) -> HttpResponse:
    """The page as a link asks: a line to change (the last one, if it does not say), to void or to
    precede, a version, or the acta as text."""
    lines = initial["lines"].splitlines()
    if (at := _number(request, "anular", len(lines))) is not None:
        initial["lines"] = "\n".join([*lines[: at - 1], *lines[at:]])
    elif (wanted := _number(request, "volver", 32_000)) is not None:
        older = [acta for acta in versions(match) if acta.version == wanted]
        initial["lines"] = "\n".join(written(older[0])) if older else initial["lines"]
    elif lines and "texto" not in request.GET:
        before = _number(request, "insertar", len(lines) + 1)
        at = before or _number(request, "corregir", len(lines)) or len(lines)
        kind, inserted = request.GET.get("como", ""), before is not None
        boxes = boxes_at(match, lines, at, inserted=inserted, kind=kind)
        initial |= {"what": INSERT if inserted else CHANGE, "at": at, "reason": USUAL_REASON}
        if boxes is not None:
            form = CorrectionForm(initial=initial, prefix=PREFIX)
            return _page(request, match, form, boxes)
    return _page(request, match, CorrectionForm(initial=initial))


def _boxes_sent(request: HttpRequest, match: Match, form: CorrectionForm) -> Boxes | None:
    """Return the boxes as they were filled in; None where it is not said of which line."""
    form.is_valid()
    what, at = form.cleaned_data.get("what"), form.cleaned_data.get("at")
    lines = form.cleaned_data.get("lines", "").splitlines()
    inserted = what == INSERT
    if not what or not at or at > len(lines) + inserted:
        return None
    kind = request.POST.get("como", "")
    return boxes_at(match, lines, at, inserted=inserted, kind=kind, typed=request.POST)


def _number(request: HttpRequest, name: str, most: int) -> int | None:
    number = read_number(request.GET.get(name))
    return number if number and number <= most else None


def _save(
    request: HttpRequest, match: Match, form: CorrectionForm, boxes: Boxes | None
) -> tuple[int, list[str]]:
    """The status of the answer, and what was done with the draws; a refusal stays on the form."""
    if not form.is_valid() or (boxes and not boxes.form.is_valid()):
        return 400, []
    try:
        asked = {
            "match": match,
            "author": request.user,
            "lines": _lines(form, boxes),
            "reason": form.cleaned_data["reason"],
            "version": form.cleaned_data["version"],
        }
        remedy = "remedy" in request.POST
        seen = form.cleaned_data["seen"] or request.POST.get("seen", "")
        with quoting(boxes.form.typed if boxes else ""):
            change = change_result(
                correct_acta, remedy=remedy, seen=seen if remedy else None, **asked
            )
    except REFUSALS as error:
        return _refuse(form, boxes, error), []
    remedies = change.consequences.possible if remedy else ()
    return 200, [done(one, match.round.stage.number) for one in remedies]


def _lines(form: CorrectionForm, boxes: Boxes | None) -> list[str]:
    """Return the lines of the acta with that of the boxes. Raises `RuleError`."""
    return form.written(str(boxes.form.hand()) if boxes else "")


def _refuse(form: CorrectionForm, boxes: Boxes | None, error: Exception) -> int:
    """Put the sentence in the boxes, beside the lines or the reason, with the number of the line at
    fault."""
    refused = refused_from(error)
    assert refused is not None
    number = error.hand if isinstance(error, RuleError) else None
    of_boxes = isinstance(error, RuleError) and number in (None, form.cleaned_data["at"])
    if boxes and of_boxes and (refused.field != "reason" or "reason" in boxes.form.fields):
        boxes.form.refuse(refused)
        return refused.status
    sentence, field = str(refused), refused.field if refused.field == "reason" else "lines"
    if number:
        sentence, field = _line_says(number, sentence), "lines"
    form.add_error(field, sentence)
    return refused.status


def _line_says(number: int, sentence: str) -> str:
    return _("Línea %(number)s. %(sentence)s") % {"number": number, "sentence": sentence}


def _preview(
    request: HttpRequest, match: Match, form: CorrectionForm, boxes: Boxes | None
) -> HttpResponse:
    """The fold of what is typed, whatever the reason says yet."""
    form.is_valid()
    context: dict[str, Any] = {"wrong": "", "line_form": boxes.form if boxes else None}
    status = 200
    if boxes is None or (boxes.form.complete and boxes.form.is_valid()):
        try:
            record = fold_lines(match, _lines(form, boxes)[:501])
        except RuleError as error:
            status, context["wrong"] = _what_is_wrong(form, error)
        else:
            context |= _outcome(request, match, record)
    elif boxes.form.complete:
        sentences = [str(one) for wrong in boxes.form.errors.values() for one in wrong]
        status, context["wrong"] = 400, " ".join(sentences)
    if request.htmx:
        context["match"] = match
        return render(request, "scoring/corrections/correct_preview.html", context)
    initial = {name: form[name].data for name in form.fields}
    form = CorrectionForm(initial=initial, prefix=form.prefix)
    return _page(request, match, form, boxes, status=status, previewed=True, **context)


def _what_is_wrong(form: CorrectionForm, error: RuleError) -> tuple[int, str]:
    """Return the status and the sentence of a line that cannot be, with its number."""
    refused = refused_from(error)
    assert refused is not None
    number = error.hand or form.cleaned_data.get("at")
    return refused.status, _line_says(number, str(refused)) if number else str(refused)


def _outcome(request: HttpRequest, match: Match, record: Record) -> dict[str, Any]:
    """Return what the new lines would bring: the score, and all that changes with it."""
    found, rehearsal = consequences(match, record), None
    may_remedy = allows("draw_round", request.role, True) and found.possible
    if may_remedy and request.POST.get("ver") == "rehecho":
        rehearsal = rehearse(match=match, author=request.user, lines=record.lines, found=found)
    return {
        "record": record,
        "board": acta_words.board(match, record.score),
        "changes": consequences_page(match, found, rehearsal),
        "may_remedy": may_remedy,
    }


def _page(
    request: HttpRequest,
    match: Match,
    form: CorrectionForm,
    boxes: Boxes | None = None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    closed, record = is_closed(match, request.audience), live_record(match)
    allowed = not closed or allows("correct_closed_round", request.role, True)
    context = {
        "match": match,
        "form": form,
        "drawn": drawn_from(match, request.audience, drafts=request.role == Role.ORGANISER),
        "closed": closed,
        **papers(match),
        "allowed": allowed,
        "now": acta_words.lines(match, record),
        "fixes": fixes_of(match, record, form["version"].value()),
        **(boxes.context() if boxes else {}),
        "older": [one for one in versions(match) if not one.live],
        "examples": GAMES[match.tournament.game].examples(match.game_rules()),
        **more,
    }
    if not allowed and request.method != "POST":
        status = 403
    return render(request, "scoring/corrections/acta_correct.html", context, status=status)
