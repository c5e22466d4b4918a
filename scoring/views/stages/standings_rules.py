"""How a stage counts and ranks: the chain of tie-breaks put in order, and what a match is worth."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.forms.standings_rules import CountingForm, as_typed, counting_initial, lot_last, moved
from scoring.selectors.counting import (
    changed_after_draw,
    is_fixed,
    offered,
    presets_of,
    rows_of_chain,
    stage_counting,
    units,
)
from scoring.services.counting import set_standings
from scoring.standings.counting import Counting, counting_of
from scoring.wording.counting import preset_name
from scoring.wording.tiebreak_words import words_of
from tournaments.forms.stages import stage_title
from tournaments.models import Stage
from tournaments.permissions import act
from tournaments.services.setup.locks import is_locked
from tournaments.views.submit import submit

SAVE, ADD, PRESET = "save", "add", "preset"


@act("edit_tournament")
def standings_rules(request: HttpRequest, number: int) -> HttpResponse:
    """One form: every button but «Guardar» only changes what it shows."""
    stages = Stage.objects.select_related("tournament")
    stage = get_object_or_404(stages, tournament=request.tournament, number=number)
    if request.method != "POST":
        initial = counting_initial(counting_of(stage.counting), units(stage)[0])
        return _page(request, stage, stage.chain, _form(stage, initial=initial))
    do, _colon, key = request.POST.get("do", SAVE).partition(":")
    possible = offered(stage)
    chain = [one for one in request.POST.getlist("chain") if one in possible]
    if do == SAVE:
        return _save(request, stage, chain)
    if do == PRESET and (preset := presets_of(stage).get(request.POST.get("preset", ""))):
        form = _form(stage, initial=counting_initial(preset.counting, units(stage)[0]))
        return _page(request, stage, preset.chain, form, unsaved=True, shown=preset.counting)
    form = _form(stage, initial=as_typed(request.POST))
    if do == ADD:
        key = request.POST.get("key", "")
        chain = lot_last([*chain, *([key] if key in possible else [])])
    else:
        chain = moved(chain, do, key)
    return _page(request, stage, chain, form, focus=(do, key), unsaved=True)


def _form(stage: Stage, *args: Any, **kwargs: Any) -> CountingForm:
    return CountingForm(*args, tally_unit=units(stage)[0], **kwargs)


def _save(request: HttpRequest, stage: Stage, chain: Sequence[str]) -> HttpResponse:
    form = _form(stage, request.POST)
    sent = submit(
        form,
        lambda: set_standings(
            stage=stage, author=request.user, chain=chain, counting=form.counting()
        ),
        refuse=form.refuse,
    )
    if sent.done:
        messages.success(request, _("Guardado: la clasificación ya se ordena así."))
        return redirect("standings_rules", slug=request.tournament.slug, number=stage.number)
    return _page(request, stage, chain, form, unsaved=True, status=sent.status)


def _page(
    request: HttpRequest,
    stage: Stage,
    chain: Sequence[str],
    form: CountingForm,
    focus: tuple[str, str] = ("", ""),
    unsaved: bool = False,
    status: int = 200,
    shown: Counting | None = None,
) -> HttpResponse:
    """`shown`: the counting that the words of the tie-breaks go by, else that of the stage."""
    counting = shown or stage_counting(stage)
    words = words_of(stage.tournament.game, counting, boards=bool(stage.boards()))
    context = {
        "form": form,
        "ruled": stage,
        "fixed": is_fixed(stage),
        "title": stage_title(stage),
        "rows": rows_of_chain(chain, words, focus),
        "addable": [(key, words[key].name) for key in offered(stage) if key not in chain],
        "presets": [(key, preset_name(key)) for key in presets_of(stage)],
        "chosen": request.POST.get("preset", ""),
        "unsaved": unsaved,
        "drawn": is_locked(stage),
        "changed": changed_after_draw(stage),
    }
    return render(request, "scoring/standings_rules.html", context, status=status)
