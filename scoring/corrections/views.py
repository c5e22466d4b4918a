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
from scoring.corrections.settled import older_draw_consequences, remedy_settled
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
from tournaments.refusal import refused_from
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


def boxes_at(
    request: PageRequest,
    match: Match,
    lines: list[str],
    at: int,
    *,
    inserted: bool,
    kind: str = "",
    typed: QueryDict | None = None,
) -> LineBoxes | None:
    """Return the boxes of line `at`, or None if that line or an earlier line is impossible.

    The boxes are filled with `typed` or else with the line. They are empty for an inserted line, or
    if `kind` is not the kind of the line.
    """
    game, options = match.tournament.rules, match.game_rules()
    forms = GAMES[game.key].forms
    try:
        before = fold_lines(match, lines[: at - 1])
        hand = None if inserted else game.parse(lines[at - 1])
    except RuleError:
        return None
    titles = SimpleLazyObject(lambda: acta_words.side_titles(match, request.audience))
    about: dict[str, Any] = {"options": options, "titles": titles}
    kinds = kinds_after(forms, before.score, options, every=typed is not None)
    if typed is None and hand is not None:
        filled = filled_form(forms, game, before.score, hand, **about)
        kinds = kinds | {filled.kind: type(filled)}
        if kind in ("", filled.kind):
            return LineBoxes(filled, kinds)
    chosen = kinds.get(kind) or kinds[usual_kind(kinds, [])] if kinds else NotationForm
    if typed is not None:
        typed = typed.copy()
        typed["number"] = str(at)
    form = chosen(typed, game=game, score=before.score, initial={"number": at}, **about)
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
    now = live_acta(match)
    if request.method != "POST":
        return _page_of_link(request, match, _initial(now))
    in_boxes = f"{PREFIX}-version" in request.POST
    form = CorrectionForm(request.POST, prefix=PREFIX if in_boxes else None)
    boxes = _boxes_sent(request, match, form) if in_boxes else None
    if request.htmx or "ver" in request.POST or "jugada" in request.POST:
        return _preview(request, match, form, boxes)
    status, sentences = _save(request, match, form, boxes)
    if status != 200:
        return _page(request, match, form, boxes, status=status)
    messages.success(request, _("Acta corregida: la versión anterior queda a la vista."))
    for sentence in sentences:
        messages.success(request, sentence)
    return redirect("acta", slug=request.tournament.slug, code=match.code)


def _initial(acta: Acta | None) -> dict[str, Any]:
    return {"lines": "\n".join(lines_written(acta)), "version": acta.version if acta else 1}


def _page_of_link(request: PageRequest, match: Match, initial: dict[str, Any]) -> HttpResponse:
    """Return the page for the query of a link.

    The page edits a line (by default the last line), voids it, or inserts a line before it; or it
    restores an old version; or it edits the acta as text.
    """
    lines = initial["lines"].splitlines()
    if (at := _number(request, "anular", len(lines))) is not None:
        initial["lines"] = "\n".join([*lines[: at - 1], *lines[at:]])
    elif (wanted := _number(request, "volver", 32_000)) is not None:
        older = [acta for acta in versions(match) if acta.version == wanted]
        initial["lines"] = "\n".join(lines_written(older[0])) if older else initial["lines"]
    elif lines and "texto" not in request.GET:
        before = _number(request, "insertar", len(lines) + 1)
        at = before or _number(request, "corregir", len(lines)) or len(lines)
        kind, inserted = request.GET.get("como", ""), before is not None
        boxes = boxes_at(request, match, lines, at, inserted=inserted, kind=kind)
        initial |= {"what": INSERT if inserted else CHANGE, "at": at, "reason": USUAL_REASON}
        if boxes is not None:
            form = CorrectionForm(initial=initial, prefix=PREFIX)
            return _page(request, match, form, boxes)
    return _page(request, match, CorrectionForm(initial=initial))


def _boxes_sent(request: PageRequest, match: Match, form: CorrectionForm) -> LineBoxes | None:
    """Return the submitted boxes; None if they name no line, or if a line is impossible."""
    form.is_valid()
    what, at = form.cleaned_data.get("what"), form.cleaned_data.get("at")
    lines = form.rows()
    inserted = what == INSERT
    if not what or not at or at > len(lines) + inserted:
        return None
    kind = request.POST.get("como", "")
    return boxes_at(request, match, lines, at, inserted=inserted, kind=kind, typed=request.POST)


def _number(request: HttpRequest, name: str, most: int) -> int | None:
    number = read_number(request.GET.get(name))
    return number if number and number <= most else None


def _save(
    request: HttpRequest, match: Match, form: CorrectionForm, boxes: LineBoxes | None
) -> tuple[int, list[str]]:
    """Save the correction; return the status and a sentence for each remedy carried out.

    After a refusal, the form shows the refusal.
    """
    if not form.is_valid() or (boxes and not boxes.form.is_valid()):
        return 400, []
    try:
        arguments = {
            "match": match,
            "author": request.user,
            "lines": _lines(form, boxes),
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


def _lines(form: CorrectionForm, boxes: LineBoxes | None) -> list[str]:
    """Return the lines of the acta, with the line of the boxes. Raises RuleError if it is wrong."""
    return form.written(str(boxes.form.hand()) if boxes else "")


def _refuse(form: CorrectionForm, boxes: LineBoxes | None, error: Exception) -> int:
    """Show the refusal on the boxes, the lines or the reason; return its HTTP status.

    The refusal of a line has the number of the line.
    """
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
            record = fold_lines(match, _lines(form, boxes)[: MAX_LINES + 1])
        except RuleError as error:
            status, context["wrong"] = _what_is_wrong(form, error)
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


def _what_is_wrong(form: CorrectionForm, error: RuleError) -> tuple[int, str]:
    """Return the status and a sentence with the number of the impossible line."""
    refused = refused_from(error)
    assert refused is not None
    number = error.hand or form.cleaned_data.get("at")
    return refused.status, _line_says(number, str(refused)) if number else str(refused)


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
    **more: Any,
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
        **more,
    }
    if not allowed and request.method != "POST":
        status = 403
    return render(request, "scoring/corrections/acta_correct.html", context, status=status)


# --- Changing -------------------------------------------------------------------------------------
# Acts with a single button may change a result. If a draw depends on the old result, the button
# first opens a page with the consequences.
#
# The page of the consequences adds these fields to the fields of the act.
ASKED = "sabido"
OWN = (ASKED, "remedy", "seen", "csrfmiddlewaretoken")


def change_or_ask(
    request: PageRequest, act: Callable[..., Any], label: str, **arguments: Any
) -> ResultChange[Any] | HttpResponse:
    """Carry out the act and return the change, or first return the page of its consequences.

    The page comes first if a draw depends on the old result and the page has not been submitted.
    `arguments` are the act's arguments; `label` is the text of its button.
    """
    if ASKED in request.POST:
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
            if name not in OWN
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
            changes = remedy_settled(match=match, author=request.user, seen=seen)
        except REFUSALS as error:
            refused = refused_from(error)
            messages.error(request, str(refused))
            status = refused.status if refused else 409
        else:
            for each in changes.possible:
                messages.success(request, remedy_in_words(each, match.round.stage.number))
            return redirect("panel", slug=request.tournament.slug)
    after = older_draw_consequences(match)
    context = {
        "match": match,
        "changes": consequences_page(match, after, request.audience) if after else None,
        "may_remedy": bool(after and after.possible),
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

    return _done(request, code, SidesForm(request.POST), swap, _("Lados cambiados."))


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

    return _done(
        request, code, MoveActaForm(request.POST), move, _("El acta ya está en su encuentro.")
    )


def _done(
    request: UserRequest,
    code: str,
    form: forms.Form,
    do: Callable[[dict[str, Any]], ResultChange[Acta] | HttpResponse],
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
            change = do({"author": writer(request), **form.cleaned_data})
        except REFUSALS as error:
            messages.error(request, str(refused_from(error)))
        else:
            if isinstance(change, HttpResponse):
                return change
            messages.success(request, sentence)
            code = change.value.match.code
    return redirect("acta", slug=request.tournament.slug, code=code)
