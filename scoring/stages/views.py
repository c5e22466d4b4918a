"""Pages of the stages: the public chain, and planning, opening and ranking them."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.rounds.forms import LengthForm
from scoring.rounds.views.rounds import rounds_page
from scoring.stages.forms import (
    CountingForm,
    counting_initial,
    lot_last,
    move_tiebreak,
    typed_counting,
)
from scoring.stages.selectors.chain import chain_context
from scoring.stages.selectors.going_on import (
    entry_counts_by_stage,
    estimate_in_words,
    stage_estimate,
)
from scoring.stages.selectors.quotas import stage_qualifiers
from scoring.stages.services import open_stage, shut_stage
from scoring.standings.counting import Counting, counting_of
from scoring.standings.selectors.counting import (
    changed_after_draw,
    is_fixed,
    presets_of,
    rows_of_chain,
    sensible_tiebreaks,
    stage_counting,
    units,
)
from scoring.standings.services import set_standings
from scoring.standings.words.counting import preset_name
from scoring.standings.words.tiebreaks import tiebreak_words
from tournaments.formats.core import DrawError
from tournaments.models import Entry, Stage
from tournaments.people.selectors.entries import entries_by_number
from tournaments.permissions import act, public
from tournaments.refusal import refusal_from
from tournaments.rounds.words.quotas import qualification_in_words
from tournaments.setup.forms.stages import (
    StageForm,
    StageNameForm,
    StageSentenceForm,
    declined_numbers,
    name_initial,
    new_stage_initial,
    stage_initial,
)
from tournaments.setup.selectors.stages import open_sibling_stages, seeding_in_words, stages_of
from tournaments.setup.services.locks import is_locked
from tournaments.setup.services.stages import add_stages, change_rounds, edit_stage, remove_stage
from tournaments.setup.words.stages import stage_title
from tournaments.site.forms import REFUSALS
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, submit


@require_safe
@public
def stages(request: PageRequest) -> HttpResponse:
    """Show the chain: each stage, its sources, and its problems."""
    return _chain_page(request)


@act("edit_tournament")
def stage_new(request: UserRequest) -> HttpResponse:
    earlier_stages = stages_of(request.tournament)
    if "passing" in request.POST:
        return _add_stage_in_words(request)
    form = StageForm(
        posted_data(request), stages=earlier_stages, initial=new_stage_initial(earlier_stages)
    )
    if "more" in request.POST:
        return _form_page(request, form, None, 200)
    submission = submit(
        form,
        lambda: add_stages(
            tournament=request.tournament, author=request.user, count=form.count, **form.plan()
        ),
        refuse=form.refuse,
    )
    if submission.done:
        count = len(submission.result)
        message = ngettext("Fase añadida.", "%(count)s fases añadidas.", count)
        messages.success(request, message % {"count": count})
        return redirect("stages", slug=request.tournament.slug)
    return _form_page(request, form, None, submission.status)


def _add_stage_in_words(request: UserRequest) -> HttpResponse:
    """Add the stage described in `StageSentenceForm`, or show the page with the form's errors."""
    form = sentence_form(request, request.POST)
    submission = submit(
        form,
        lambda: add_stages(
            tournament=request.tournament, author=request.user, count=1, **form.plan()
        ),
        refuse=form.refuse,
    )
    if submission.done:
        messages.success(request, _("Fase añadida."))
        return redirect("stages", slug=request.tournament.slug)
    earlier_stages = stages_of(request.tournament)
    full_form = StageForm(stages=earlier_stages, initial=new_stage_initial(earlier_stages))
    return _form_page(request, full_form, None, submission.status, sentence=form)


def sentence_form(request: PageRequest, data: QueryDict | None = None) -> StageSentenceForm:
    """Return the sentence form with the typed or the usual values."""
    entries = sum(entry_counts_by_stage(request.tournament).values())
    if data is None and "passing" in request.GET:
        data = request.GET
    return StageSentenceForm(data, stages=stages_of(request.tournament), entries=entries)


def _sentence_context(request: PageRequest, form: StageSentenceForm) -> dict[str, Any]:
    """Return the context of the sentence form, with an estimate for its typed or usual values."""
    filled_form = form
    if not form.is_bound:
        filled_form = StageSentenceForm(form.initial, stages=form.stages, entries=0)
    estimate = None
    if filled_form.is_valid():
        entry_counts = entry_counts_by_stage(request.tournament)
        estimate = stage_estimate(request.tournament, entry_counts, filled_form.plan())
    return {"sentence": form, "estimate": estimate and estimate_in_words(estimate)}


@act("edit_tournament")
def stage_edit(request: UserRequest, number: int) -> HttpResponse:
    """Change a stage; in the first stage, or in a drawn stage, only its name and its capacity."""
    stage = _stage(request, number)
    form = _edit_form(request, stage)
    if "more" in request.POST:
        return _form_page(request, form, stage, 200)
    submission = submit(
        form,
        lambda: edit_stage(stage=stage, author=request.user, **form.plan()),
        refuse=form.refuse,
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("stages", slug=request.tournament.slug)
    return _form_page(request, form, stage, submission.status)


def _edit_form(request: PageRequest, stage: Stage) -> StageNameForm:
    earlier_stages = [
        other for other in stages_of(request.tournament) if other.number < stage.number
    ]
    if not earlier_stages or is_locked(stage):
        return StageNameForm(posted_data(request), initial=name_initial(stage))
    initial = stage_initial(stage, earlier_stages)
    return StageForm(posted_data(request), stages=earlier_stages, initial=initial)


@require_POST
@act("edit_tournament")
def stage_remove(request: UserRequest, number: int) -> HttpResponse:
    stage = _stage(request, number)
    try:
        remove_stage(stage=stage, author=request.user)
    except REFUSALS as error:
        return _chain_page(request, error)
    messages.success(request, _("Fase quitada."))
    return redirect("stages", slug=request.tournament.slug)


@act("draw_round")
def stage_open(request: UserRequest, number: int) -> HttpResponse:
    """Show the current qualifiers; on submit, the ticked qualifiers get their places."""
    stage = _stage(request, number)
    if request.method == "POST":
        try:
            declined = declined_numbers(request.POST, stage)
            places = open_stage(stage=stage, author=request.user, declined=declined)
        except REFUSALS as error:
            return _open_page(request, stage, error)
        message = _("Fase abierta: entran %(count)s. Ya se puede preparar su primera ronda.")
        message %= {"count": len(places)}
        messages.success(request, message)
        if declined:  # show the entries that may have moved up
            return redirect("stage_open", slug=request.tournament.slug, number=number)
        return redirect(f"{reverse('rounds', args=[request.tournament.slug])}?fase={number}")
    return _open_page(request, stage)


@require_POST
@act("draw_round")
def stage_shut(request: UserRequest, number: int) -> HttpResponse:
    try:
        shut_stage(stage=_stage(request, number), author=request.user)
    except REFUSALS as error:
        return _chain_page(request, error)
    messages.success(request, _("La fase vuelve a estar sin abrir."))
    return redirect("stages", slug=request.tournament.slug)


def _stage(request: PageRequest, number: int) -> Stage:
    stages = Stage.objects.select_related("tournament")
    return get_object_or_404(stages, tournament=request.tournament, number=number)


def _chain_page(request: PageRequest, error: Exception | None = None) -> HttpResponse:
    context: dict[str, Any] = chain_context(request.tournament, request.audience)
    status = 200
    if error is not None:
        context["refused"] = refusal_from(error)
        status = context["refused"].status
    return render(request, "scoring/stages/stages.html", context, status=status)


def _form_page(
    request: PageRequest,
    form: StageNameForm,
    stage: Stage | None,
    status: int,
    sentence: StageSentenceForm | None = None,
) -> HttpResponse:
    has_sentence = stage is None and not request.tournament.squad
    context = {
        **(_sentence_context(request, sentence or sentence_form(request)) if has_sentence else {}),
        "form": form,
        "edited_stage": stage,
        "title": stage_title(stage) if stage else "",
        "is_full_form": isinstance(form, StageForm),
    }
    return render(request, "scoring/stages/stage_form.html", context, status=status)


def _open_page(request: PageRequest, stage: Stage, error: Exception | None = None) -> HttpResponse:
    context: dict[str, Any] = {
        "stage_to_open": stage,
        "title": stage_title(stage),
        "candidates": [],
    }
    status = 200
    try:
        qualifiers = stage_qualifiers(stage, request.audience)
    except DrawError as draw_error:
        qualifiers, error = (), error or draw_error
    entries = entries_by_number(request.tournament)
    context["candidates"] = [
        {
            "seed": qualifier.seed,
            "entry": entries[qualifier.number],
            "why": qualification_in_words(qualifier),
            "goes": True,
        }
        for qualifier in qualifiers
    ] + [{"entry": entries[number], "goes": False} for number in stage.declined]
    context["none_ticked"] = request.GET.get("marcar") == "nadie"
    context["coming"] = sum(qualifier["goes"] for qualifier in context["candidates"])
    context["newcomers"] = [
        entry
        for entry in entries.values()
        if entry.enters == stage.number
        and entry.state in (Entry.State.ENTERED, Entry.State.WAITING)
    ]
    context["others"] = open_sibling_stages(stage)
    context["seeds"] = stage.system.seeds(len(qualifiers), stage.format_rules())
    context["seeding"] = seeding_in_words(stage)
    context["locked"] = is_locked(stage)
    if error is not None:
        context["refused"] = refusal_from(error)
        status = context["refused"].status if request.method == "POST" else 200
    return render(request, "scoring/stages/stage_open.html", context, status=status)


@require_POST
@act("draw_round")
def rounds_change(request: UserRequest) -> HttpResponse:
    form = LengthForm(request.POST, auto_id="cuantas-%s")
    submission = submit(
        form,
        lambda: change_rounds(
            stage=request.tournament.stage, author=request.user, **form.cleaned_data
        ),
    )
    if submission.done:
        messages.success(request, _("Cambio hecho. El público verá el cambio y el motivo."))
        return redirect("rounds", slug=request.tournament.slug)
    return rounds_page(request, status=submission.status, length_form=form)


SAVE, ADD, PRESET = "save", "add", "preset"


@act("edit_tournament")
def standings_rules(request: UserRequest, number: int) -> HttpResponse:
    """Edit how a stage ranks; every button but «Guardar» only changes what the form shows."""
    stages = Stage.objects.select_related("tournament")
    stage = get_object_or_404(stages, tournament=request.tournament, number=number)
    if request.method != "POST":
        initial = counting_initial(counting_of(stage.counting), units(stage)[0])
        return _rules_page(request, stage, stage.chain, _counting_form(stage, initial=initial))
    action, _colon, key = request.POST.get("do", SAVE).partition(":")
    possible = sensible_tiebreaks(stage)
    chain = [key for key in request.POST.getlist("chain") if key in possible]
    if action == SAVE:
        return _save_rules(request, stage, chain)
    if action == PRESET and (preset := presets_of(stage).get(request.POST.get("preset", ""))):
        form = _counting_form(stage, initial=counting_initial(preset.counting, units(stage)[0]))
        return _rules_page(
            request, stage, preset.chain, form, unsaved=True, other_counting=preset.counting
        )
    form = _counting_form(stage, initial=typed_counting(request.POST))
    if action == ADD:
        key = request.POST.get("key", "")
        chain = lot_last([*chain, *([key] if key in possible else [])])
    else:
        chain = move_tiebreak(chain, action, key)
    return _rules_page(request, stage, chain, form, focus=(action, key), unsaved=True)


def _counting_form(stage: Stage, *args: Any, **kwargs: Any) -> CountingForm:
    return CountingForm(*args, tally_unit=units(stage)[0], **kwargs)


def _save_rules(request: UserRequest, stage: Stage, chain: Sequence[str]) -> HttpResponse:
    form = _counting_form(stage, request.POST)
    submission = submit(
        form,
        lambda: set_standings(
            stage=stage, author=request.user, chain=chain, counting=form.counting()
        ),
        refuse=form.refuse,
    )
    if submission.done:
        messages.success(request, _("Guardado: la clasificación ya se ordena así."))
        return redirect("standings_rules", slug=request.tournament.slug, number=stage.number)
    return _rules_page(request, stage, chain, form, unsaved=True, status=submission.status)


def _rules_page(
    request: HttpRequest,
    stage: Stage,
    chain: Sequence[str],
    form: CountingForm,
    focus: tuple[str, str] = ("", ""),
    unsaved: bool = False,
    status: int = 200,
    other_counting: Counting | None = None,
) -> HttpResponse:
    """Return the rules page; its texts describe `other_counting`, or else the stage's counting."""
    counting = other_counting or stage_counting(stage)
    words = tiebreak_words(stage.tournament.game, counting, boards=bool(stage.boards()))
    context = {
        "form": form,
        "ranked_stage": stage,
        "fixed": is_fixed(stage),
        "title": stage_title(stage),
        "rows": rows_of_chain(chain, words, focus),
        "addable": [
            (key, words[key].name) for key in sensible_tiebreaks(stage) if key not in chain
        ],
        "presets": [(key, preset_name(key)) for key in presets_of(stage)],
        "chosen": request.POST.get("preset", ""),
        "unsaved": unsaved,
        "is_locked": is_locked(stage),
        "changed": changed_after_draw(stage),
    }
    return render(request, "scoring/stages/standings_rules.html", context, status=status)
