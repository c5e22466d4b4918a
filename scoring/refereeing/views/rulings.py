"""Pages where a referee makes and lifts rulings, at a table or on an entry."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.core import RuleError
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import Record, fold_lines, live_record
from scoring.actas.views.pieces import match_to_write
from scoring.corrections.views import change_or_ask
from scoring.models import Ruling
from scoring.refereeing.forms import AskForm, LiftForm, PointsForm, RulingForm, ruling_rows
from scoring.refereeing.selectors.rulings import (
    MISSING_REASON,
    FaultConsequences,
    fault_consequences,
    rulings_of_entry,
    rulings_of_match,
    table_of,
)
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.refereeing.words import fault_in_words, usual_consequence_sentence
from scoring.standings.selectors.standings import penalties_place
from tournaments.models import Entry, Match
from tournaments.names.audience import Audience
from tournaments.permissions import act, refuse_other_tables
from tournaments.refusal import refusal_from
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, submit


@act("penalise")
def match_fault(request: UserRequest, code: str) -> HttpResponse:
    """Make a ruling in two steps: the person and the fault (in the query), then the consequence.

    The button `ver` previews the consequence before it is saved.
    """
    match = match_to_write(request, code)
    # A query without these fields, for example with only a language, does not submit this form.
    is_sent = not AskForm.base_fields.keys().isdisjoint(request.GET)
    ask = AskForm(request.GET if is_sent else None, match=match, audience=request.audience)
    if not ask.is_bound or not ask.is_valid():
        status = 400 if ask.is_bound else 200
        return render(
            request,
            "scoring/refereeing/fault.html",
            _fault_context(match, {"ask": ask}),
            status=status,
        )
    record = live_record(match)
    choice = _choice(match, ask, record, request.POST.get("reason", "").strip() or MISSING_REASON)
    form = RulingForm(
        posted_data(request),
        choice=choice,
        over=record.score.over,
        initial={
            "what": choice.usual,
            "reason": fault_in_words(match.tournament.game, ask.fault()),
        },
    )
    context = {"ask": ask, "form": form, "choice": choice, "who": ask.entry_and_player()}
    if request.method != "POST":
        return _fault_page(request, match, record, context)
    if request.htmx or "ver" in request.POST:
        context["tried"] = form.is_valid()
        if request.htmx:
            context = _fault_context(
                match, {**context, **_preview_context(match, record, form, request.audience)}
            )
            return render(request, "scoring/refereeing/fault_preview.html", context)
        return _fault_page(request, match, record, context)
    entry, player = ask.entry_and_player()
    submission = submit(
        form,
        lambda: _note(
            request,
            stage=match.round.stage,
            match=match,
            entry=entry,
            player=player,
            fault=ask.fault(),
            author=request.user,
            reason=form.cleaned_data["reason"],
            **form.consequence_arguments(),
        ),
        lines="what",
        follows="what",
        hand="what",
    )
    if isinstance(submission.result, HttpResponse):
        return submission.result
    if submission.done:
        messages.success(request, _("Anotado: queda a la vista, con su motivo."))
        return redirect("acta", slug=request.tournament.slug, code=match.code)
    return _fault_page(request, match, record, context, submission.status)


def _note(request: PageRequest, **arguments: Any) -> Any:
    """Note a ruling; a disqualification first asks about its consequences.

    A disqualified entry may lose matches that it had won by forfeit, and draws may depend on their
    results. The consequences of a ruling with lines appear after the lines are written, as for any
    line.
    """
    if arguments["follows"] == Ruling.Follows.OUT:
        return change_or_ask(request, note_ruling, _("Anotar la decisión"), **arguments)
    return note_ruling(**arguments)


def _choice(match: Match, ask: AskForm, record: Record, reason: str) -> FaultConsequences:
    entry, _player = ask.entry_and_player()
    try:
        return fault_consequences(match, entry, ask.fault(), record, timezone.now(), reason)
    except RuleError:  # no line accepts this reason; saving the form shows the error
        return fault_consequences(match, entry, ask.fault(), record, timezone.now())


def _preview_context(
    match: Match, record: Record, form: RulingForm, audience: Audience
) -> dict[str, Any]:
    """Return the context of the acta after the ruling's lines, or why they are impossible."""
    key = form.data.get("what", "")
    offer = form.choice.offer(key)
    lines = [form.data.get("line", "")] if key == "other" else list(offer.lines if offer else ())
    if not lines or (offer and offer.follows != Ruling.Follows.LINE):
        return {"offer": offer}
    try:
        record_after = fold_lines(match, [*record.lines, *lines])
    except RuleError as error:
        return {"wrong": str(refusal_from(error))}
    return {
        "offer": offer,
        "after": record_after,
        "preview": acta_words.lines(match, record_after, audience)[-1],
    }


def _fault_page(
    request: PageRequest, match: Match, record: Record, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    form = context["form"]
    if not form.is_bound:  # the form was not sent: preview the usual consequence
        data = {**form.initial, "line": ""}
        usual_form = RulingForm(data, choice=form.choice, over=record.score.over)
        context = {
            **context,
            **_preview_context(match, record, usual_form, request.audience),
            "tried": True,
        }
    elif status == 200:
        context = {**context, **_preview_context(match, record, form, request.audience)}
    return render(
        request, "scoring/refereeing/fault.html", _fault_context(match, context), status=status
    )


def _fault_context(match: Match, context: dict[str, Any]) -> dict[str, Any]:
    game = match.tournament.game
    context = {"match": match, "rulings": ruling_rows(rulings_of_match(match), {}, game), **context}
    if choice := context.get("choice"):
        context["usually"] = usual_consequence_sentence(choice.count, choice.step)
        context["fault_sentence"] = fault_in_words(game, context["ask"].fault())
    return context


# --- Rulings on an entry ----------------------------------------------------------------------
@act("penalise")
def rulings(request: UserRequest, number: int) -> HttpResponse:
    """Show all rulings on an entry, and the form for a warning or points outside any match."""
    entry = _entry(request, number)
    form, stage = PointsForm(posted_data(request)), request.tournament.stage
    submission = submit(
        form,
        lambda: note_ruling(stage=stage, entry=entry, author=request.user, **form.cleaned_data),
    )
    if submission.done:
        messages.success(request, _("Anotado: queda a la vista, con su motivo."))
        return redirect(request.get_full_path())
    return _entry_page(request, entry, submission.status, form=form)


@require_POST
@act("penalise")
def ruling_lift(request: UserRequest, number: int, ruling: int) -> HttpResponse:
    entry = _entry(request, number)
    all_rulings = Ruling.objects.select_related("stage", "entry__tournament")
    stored_ruling = get_object_or_404(all_rulings, pk=ruling, entry=entry)
    form = LiftForm(request.POST, auto_id=f"lift-{stored_ruling.pk}-%s")
    submission = submit(
        form,
        lambda: change_or_ask(
            request,
            lift_ruling,
            _("Retirar la decisión"),
            ruling=stored_ruling,
            author=request.user,
            reason=form.cleaned_data["reason"],
        ),
    )
    if isinstance(submission.result, HttpResponse):
        return submission.result
    if submission.done:
        messages.success(request, _("Decisión retirada."))
        return redirect("rulings", slug=request.tournament.slug, number=number)
    return _entry_page(request, entry, submission.status, lifting={stored_ruling.pk: form})


def _entry(request: PageRequest, number: int) -> Entry:
    """Return the entry. Raises Refused 403 `other_table` if its table is not one of the user's."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    refuse_other_tables(request.tables, table_of(entry))
    return entry


def _entry_page(request: PageRequest, entry: Entry, status: int, **context: Any) -> HttpResponse:
    stage = request.tournament.stage
    lift_forms = context.pop("lifting", {})
    earlier_rulings = rulings_of_entry(request.tournament, entry.number, public=False)
    page_context = {
        "entry": entry,
        "form": PointsForm(),
        "rows": ruling_rows(earlier_rulings, lift_forms, request.tournament.game),
        "off": penalties_place(stage),
        **context,
    }
    return render(request, "scoring/refereeing/rulings.html", page_context, status=status)
