"""Pages that correct an acta: one line in its form (the boxes), or all lines as text."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from rules.core import RuleError
from rules.reading import quoting
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import (
    Record,
    draws_after,
    fold_lines,
    is_closed,
    lines_written,
    live_acta,
    live_record,
    versions,
)
from scoring.actas.selectors.fixes import fixes_of
from scoring.actas.selectors.typed_number import only_match
from scoring.actas.services import MAX_LINES, correct_acta, move_acta, swap_sides
from scoring.actas.views.pieces import match_to_write, photo_context, writer
from scoring.corrections.change import (
    ResultChange,
    change_result,
    consequences_of_act,
    match_of_act,
)
from scoring.corrections.correct import try_correction
from scoring.corrections.forms import CHANGE, INSERT, CorrectionForm, MoveActaForm, SidesForm
from scoring.corrections.page import consequences_page
from scoring.corrections.preview import consequences
from scoring.corrections.settled import older_draw_consequences, remedy_old_draws
from scoring.corrections.words import remedy_in_words
from scoring.games import GAMES
from scoring.games.boxes import filled_form
from scoring.games.lines import (
    AnyLineForm,
    Kinds,
    NotationForm,
    kinds_after,
    usual_kind,
    visible_kinds,
)
from scoring.models import Acta
from tournaments.models import Match, Role
from tournaments.names.text import read_number
from tournaments.permissions import act, allows
from tournaments.refusal import refusal_from
from tournaments.site.forms import REFUSALS
from tournaments.site.requests import PageRequest, UserRequest


@dataclass(frozen=True, slots=True)
class LineBoxes:
    """The form of one line of an acta, and the kinds of line possible in its place."""

    form: AnyLineForm
    kinds: Kinds

    def context(self) -> dict[str, Any]:
        """Return the context of `scoring/corrections/correct_boxes.html`."""
        self.form.focus()
        return {
            "line_form": self.form,
            "kinds": [(kind, form.TAB) for kind, form in self.kinds.items()],
            "in_sight": visible_kinds(self.kinds),
        }


def line_boxes(
    request: PageRequest,
    match: Match,
    lines: list[str],
    number: int,
    *,
    inserted: bool,
    kind: str = "",
    data: QueryDict | None = None,
) -> LineBoxes | None:
    """Return the boxes of line `number`, or None if that line or an earlier line is impossible.

    The boxes are filled with `data` or, without `data`, with the line. They are empty for an
    inserted line, or if `kind` is not the kind of the line.
    """
    game, options = match.tournament.rules, match.game_rules()
    line_forms = GAMES[game.key].forms
    try:
        record_before = fold_lines(match, lines[: number - 1])
        hand = None if inserted else game.parse(lines[number - 1])
    except RuleError:
        return None
    titles = SimpleLazyObject(lambda: acta_words.side_titles(match, request.audience))
    form_arguments: dict[str, Any] = {"options": options, "titles": titles}
    kinds = kinds_after(line_forms, record_before.score, options, every=data is not None)
    if data is None and hand is not None:
        line_form = filled_form(line_forms, game, record_before.score, hand, **form_arguments)
        kinds = kinds | {line_form.kind: type(line_form)}
        if kind in ("", line_form.kind):
            return LineBoxes(line_form, kinds)
    form_class = kinds.get(kind) or kinds[usual_kind(kinds, [])] if kinds else NotationForm
    if data is not None:
        data = data.copy()
        data["number"] = str(number)
    form = form_class(
        data, game=game, score=record_before.score, initial={"number": number}, **form_arguments
    )
    return LineBoxes(form, kinds)


# --- Corrections ----------------------------------------------------------------------------------
USUAL_REASON = gettext_lazy("Estaba mal anotado")
PREFIX = "acta"  # prefix of the field names of `CorrectionForm` next to the form of a line


@act("correct_result")
def acta_correct(request: UserRequest, code: str) -> HttpResponse:
    """Correct one line in its boxes, or the lines as text.

    «ver» previews the acta, «guardar» makes the new version.
    """
    match = match_to_write(request, code)
    acta = live_acta(match)
    if request.method != "POST":
        return _page_of_link(request, match, _initial_data(acta))
    has_boxes = f"{PREFIX}-version" in request.POST
    form = CorrectionForm(request.POST, prefix=PREFIX if has_boxes else None)
    boxes = _boxes_sent(request, match, form) if has_boxes else None
    if request.htmx or "ver" in request.POST or "jugada" in request.POST:
        return _preview(request, match, form, boxes)
    status, sentences = _save(request, match, form, boxes)
    if status != 200:
        return _page(request, match, form, boxes, status=status)
    messages.success(request, _("Acta corregida: la versión anterior queda a la vista."))
    for sentence in sentences:
        messages.success(request, sentence)
    return redirect("acta", slug=request.tournament.slug, code=match.code)


def _initial_data(acta: Acta | None) -> dict[str, Any]:
    return {"lines": "\n".join(lines_written(acta)), "version": acta.version if acta else 1}


def _page_of_link(request: PageRequest, match: Match, initial: dict[str, Any]) -> HttpResponse:
    """Return the page for the query of a link.

    The query names a line to edit, to remove or to insert, or an old version to restore, or asks
    for the acta as text. An empty query edits the last line.
    """
    lines = initial["lines"].splitlines()
    if (number := _number_in_link(request, "anular", len(lines))) is not None:
        initial["lines"] = "\n".join([*lines[: number - 1], *lines[number:]])
    elif (version := _number_in_link(request, "volver", 32_000)) is not None:
        old_versions = [acta for acta in versions(match) if acta.version == version]
        initial["lines"] = (
            "\n".join(lines_written(old_versions[0])) if old_versions else initial["lines"]
        )
    elif lines and "texto" not in request.GET:
        inserted_at = _number_in_link(request, "insertar", len(lines) + 1)
        number = inserted_at or _number_in_link(request, "corregir", len(lines)) or len(lines)
        kind, inserted = request.GET.get("como", ""), inserted_at is not None
        boxes = line_boxes(request, match, lines, number, inserted=inserted, kind=kind)
        initial |= {"what": INSERT if inserted else CHANGE, "at": number, "reason": USUAL_REASON}
        if boxes is not None:
            form = CorrectionForm(initial=initial, prefix=PREFIX)
            return _page(request, match, form, boxes)
    return _page(request, match, CorrectionForm(initial=initial))


def _boxes_sent(request: PageRequest, match: Match, form: CorrectionForm) -> LineBoxes | None:
    """Return the submitted boxes.

    Return None if they name no line of the acta, or if that line or an earlier one is impossible.
    """
    form.is_valid()
    what, number = form.cleaned_data.get("what"), form.cleaned_data.get("at")
    lines = form.rows()
    inserted = what == INSERT
    if not what or not number or number > len(lines) + inserted:
        return None
    kind = request.POST.get("como", "")
    return line_boxes(
        request, match, lines, number, inserted=inserted, kind=kind, data=request.POST
    )


def _number_in_link(request: HttpRequest, name: str, limit: int) -> int | None:
    number = read_number(request.GET.get(name))
    return number if number and number <= limit else None


def _save(
    request: HttpRequest, match: Match, form: CorrectionForm, boxes: LineBoxes | None
) -> tuple[int, list[str]]:
    """Save the correction; return the status and a sentence for each remedy carried out.

    If the correction is refused, the form shows the refusal.
    """
    if not form.is_valid() or (boxes and not boxes.form.is_valid()):
        return 400, []
    try:
        arguments = {
            "match": match,
            "author": request.user,
            "lines": _corrected_lines(form, boxes),
            "reason": form.cleaned_data["reason"],
            "version": form.cleaned_data["version"],
        }
        remedy = "remedy" in request.POST
        seen = form.cleaned_data["seen"] or request.POST.get("seen", "")
        with quoting(boxes.form.typed_text if boxes else ""):
            change = change_result(
                correct_acta, remedy=remedy, seen=seen if remedy else None, **arguments
            )
    except REFUSALS as error:
        return _refuse(form, boxes, error), []
    remedies = change.consequences.possible if remedy else ()
    return 200, [remedy_in_words(each, match.round.stage.number) for each in remedies]


def _corrected_lines(form: CorrectionForm, boxes: LineBoxes | None) -> list[str]:
    """Return the lines of the acta, with the line of the boxes. Raises RuleError if it is wrong."""
    return form.corrected_lines(str(boxes.form.hand()) if boxes else "")


def _refuse(form: CorrectionForm, boxes: LineBoxes | None, error: Exception) -> int:
    """Show the refusal on the boxes, the lines or the reason; return its HTTP status.

    The refusal of a line has the number of the line.
    """
    refusal = refusal_from(error)
    assert refusal is not None
    number = error.hand if isinstance(error, RuleError) else None
    is_line_of_boxes = isinstance(error, RuleError) and number in (None, form.cleaned_data["at"])
    if boxes and is_line_of_boxes and (refusal.field != "reason" or "reason" in boxes.form.fields):
        boxes.form.refuse(refusal)
        return refusal.status
    sentence, field = str(refusal), refusal.field if refusal.field == "reason" else "lines"
    if number:
        sentence, field = _line_sentence(number, sentence), "lines"
    form.add_error(field, sentence)
    return refusal.status


def _line_sentence(number: int, sentence: str) -> str:
    return _("Anotación %(number)s. %(sentence)s") % {"number": number, "sentence": sentence}


def _preview(
    request: UserRequest, match: Match, form: CorrectionForm, boxes: LineBoxes | None
) -> HttpResponse:
    """Preview the corrected acta; the reason may still be missing."""
    form.is_valid()
    context: dict[str, Any] = {"wrong": "", "line_form": boxes.form if boxes else None}
    status = 200
    if boxes is None or (boxes.form.complete and boxes.form.is_valid()):
        try:
            record = fold_lines(match, _corrected_lines(form, boxes)[: MAX_LINES + 1])
        except RuleError as error:
            status, context["wrong"] = _line_error(form, error)
        else:
            context |= _outcome(request, match, record)
    elif boxes.form.complete:
        sentences = [str(error) for errors in boxes.form.errors.values() for error in errors]
        status, context["wrong"] = 400, " ".join(sentences)
    if request.htmx:
        context["match"] = match
        return render(request, "scoring/corrections/correct_preview.html", context)
    initial = {name: form[name].data for name in form.fields}
    form = CorrectionForm(initial=initial, prefix=form.prefix)
    return _page(request, match, form, boxes, status=status, previewed=True, **context)


def _line_error(form: CorrectionForm, error: RuleError) -> tuple[int, str]:
    """Return the status and a sentence with the number of the impossible line."""
    refusal = refusal_from(error)
    assert refusal is not None
    number = error.hand or form.cleaned_data.get("at")
    return refusal.status, _line_sentence(number, str(refusal)) if number else str(refusal)


def _outcome(request: UserRequest, match: Match, record: Record) -> dict[str, Any]:
    """Return the context of the new lines: the record, the board and the consequences."""
    changes, trial = consequences(match, record), None
    may_remedy = allows("remedy_draws", request.role, True) and changes.possible
    if may_remedy and request.POST.get("ver") == "rehecho":
        trial = try_correction(
            match=match, author=request.user, lines=record.lines, consequences=changes
        )
    return {
        "record": record,
        "board": acta_words.board(match, record.score, request.audience),
        "changes": consequences_page(match, changes, request.audience, trial),
        "may_remedy": may_remedy,
    }


def _page(
    request: PageRequest,
    match: Match,
    form: CorrectionForm,
    boxes: LineBoxes | None = None,
    *,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    closed, record = is_closed(match, request.audience), live_record(match)
    allowed = not closed or allows("correct_closed_round", request.role, True)
    context = {
        "match": match,
        "form": form,
        "later_draws": draws_after(match, request.audience, drafts=request.role == Role.ORGANISER),
        "closed": closed,
        **photo_context(match),
        "allowed": allowed,
        "now": acta_words.lines(match, record, request.audience),
        "fixes": fixes_of(match, record, form["version"].value(), request.audience),
        **(boxes.context() if boxes else {}),
        "older": [version for version in versions(match) if not version.live],
        "examples": GAMES[match.tournament.game].examples(match.game_rules()),
        **extra,
    }
    if not allowed and request.method != "POST":
        status = 403
    return render(request, "scoring/corrections/acta_correct.html", context, status=status)


# --- Changing -------------------------------------------------------------------------------------
# Acts with a single button may change a result. If a draw depends on the old result, the button
# first opens a page with the consequences.
#
# The page of the consequences repeats the fields of the act, and adds these fields.
ANSWER_FIELD = "sabido"
QUESTION_FIELDS = (ANSWER_FIELD, "remedy", "seen", "csrfmiddlewaretoken")


def change_or_ask(
    request: PageRequest, act: Callable[..., Any], label: str, **arguments: Any
) -> ResultChange[Any] | HttpResponse:
    """Carry out the act and return the change, or first return the page of its consequences.

    The page comes first if a draw depends on the old result and the page has not been submitted.
    `arguments` are the act's arguments; `label` is the text of its button.
    """
    if ANSWER_FIELD in request.POST:
        remedy = "remedy" in request.POST
        seen = request.POST.get("seen", "") if remedy else None
        change = change_result(act, remedy=remedy, seen=seen, **arguments)
        match = match_of_act(arguments)
        if remedy and match is not None:
            for each in change.consequences.possible:
                messages.success(request, remedy_in_words(each, match.round.stage.number))
        return change
    match, changes = match_of_act(arguments), consequences_of_act(act, **arguments)
    if match is None or not changes.reaches_draws:
        return change_result(act, **arguments)
    context = {
        "match": match,
        "label": label,
        "changes": consequences_page(match, changes, request.audience),
        "may_remedy": allows("remedy_draws", request.role, True) and changes.possible,
        "fields": [
            (name, value)
            for name, values in request.POST.lists()
            if name not in QUESTION_FIELDS
            for value in values
        ],
    }
    return render(request, "scoring/corrections/change_question.html", context)


@act("remedy_draws")
def acta_drawn(request: UserRequest, code: str) -> HttpResponse:
    """Show the draws made from an older result of the match; «Rehacer» carries out the remedies."""
    match, status = match_to_write(request, code), 200
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        try:
            changes = remedy_old_draws(match=match, author=request.user, seen=seen)
        except REFUSALS as error:
            refusal = refusal_from(error)
            messages.error(request, str(refusal))
            status = refusal.status if refusal else 409
        else:
            for each in changes.possible:
                messages.success(request, remedy_in_words(each, match.round.stage.number))
            return redirect("panel", slug=request.tournament.slug)
    old_draws = older_draw_consequences(match)
    context = {
        "match": match,
        "changes": consequences_page(match, old_draws, request.audience) if old_draws else None,
        "may_remedy": bool(old_draws and old_draws.possible),
        "label": _("Rehacer las rondas posteriores"),
        "settled": True,
    }
    return render(request, "scoring/corrections/drawn_before.html", context, status=status)


# --- Fixes with one click -------------------------------------------------------------------------
@require_POST
@act("correct_result")
def acta_swap(request: UserRequest, code: str) -> HttpResponse:
    """Exchange A and B in every line."""
    match = match_to_write(request, code)

    def swap(arguments: dict[str, Any]) -> ResultChange[Acta] | HttpResponse:
        return change_or_ask(request, swap_sides, _("Cambiar los lados"), match=match, **arguments)

    return _apply_fix(request, code, SidesForm(request.POST), swap, _("Lados cambiados."))


@require_POST
@act("correct_result")
def acta_move(request: UserRequest, code: str) -> HttpResponse:
    """Move the acta to the match where it belongs, and redirect there."""
    match = match_to_write(request, code)

    def move(arguments: dict[str, Any]) -> ResultChange[Acta] | HttpResponse:
        to = match_to_write(request, only_match(request.tournament, arguments.pop("to")).code)
        return change_or_ask(
            request, move_acta, _("Pasar el acta"), match=match, to=to, **arguments
        )

    return _apply_fix(
        request, code, MoveActaForm(request.POST), move, _("El acta ya está en su encuentro.")
    )


def _apply_fix(
    request: UserRequest,
    code: str,
    form: forms.Form,
    fix: Callable[[dict[str, Any]], ResultChange[Acta] | HttpResponse],
    sentence: str,
) -> HttpResponse:
    """Carry out the fix and redirect to the acta; a refusal is shown there as a message.

    If the fix must ask about its consequences first, return that page.
    """
    if not form.is_valid():
        message = (
            f"{form[name].label}: {' '.join(map(str, wrong))}"
            for name, wrong in form.errors.items()
        )
        messages.error(request, " ".join(message))
    else:
        try:
            change = fix({"author": writer(request), **form.cleaned_data})
        except REFUSALS as error:
            messages.error(request, str(refusal_from(error)))
        else:
            if isinstance(change, HttpResponse):
                return change
            messages.success(request, sentence)
            code = change.value.match.code
    return redirect("acta", slug=request.tournament.slug, code=code)
