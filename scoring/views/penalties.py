"""The penalties of an entry: the referee notes them, and lifts them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.penalties import LiftForm, PenaltyForm
from scoring.models import Penalty
from scoring.selectors.penalties import penalties_of_entry, table_of
from scoring.services.penalties import lift_penalty, note_penalty
from tournaments.covers import refuse_other_tables
from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.models import Entry
from tournaments.permissions import act


@act("penalise")
def penalties(request: HttpRequest, number: int) -> HttpResponse:
    entry, status = _entry(request, number), 200
    form = PenaltyForm(request.POST or None)
    if request.method == "POST":
        status = 400
        if form.is_valid():
            stage = request.tournament.stage
            try:
                note_penalty(stage=stage, entry=entry, author=request.user, **form.cleaned_data)
            except REFUSALS as error:
                status = put_on(form, error)
            else:
                messages.success(request, _("Sanción apuntada."))
                return redirect(request.get_full_path())
    return _page(request, entry, status, form=form)


@require_POST
@act("penalise")
def penalty_lift(request: HttpRequest, number: int, penalty: int) -> HttpResponse:
    entry = _entry(request, number)
    found = get_object_or_404(Penalty.objects.select_related("stage"), pk=penalty, entry=entry)
    form, status = LiftForm(request.POST, auto_id=f"lift-{found.pk}-%s"), 400
    if form.is_valid():
        try:
            lift_penalty(penalty=found, author=request.user, reason=form.cleaned_data["reason"])
        except REFUSALS as error:
            status = put_on(form, error)
        else:
            messages.success(request, _("Sanción levantada."))
            return redirect("penalties", slug=request.tournament.slug, number=number)
    return _page(request, entry, status, lifting={found.pk: form})


def _entry(request: HttpRequest, number: int) -> Entry:
    """Refused 403 `other_table` for whoever does not look after the table where they play."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    refuse_other_tables(request.covers, table_of(entry))
    return entry


def _page(request: HttpRequest, entry: Entry, status: int, **context: Any) -> HttpResponse:
    """The penalties of the stage looked at. Those still in force have their own form."""
    stage, lifting = request.tournament.stage, context.pop("lifting", {})
    found = penalties_of_entry(stage, entry.number)
    forms = {
        one.pk: lifting.get(one.pk) or LiftForm(auto_id=f"lift-{one.pk}-%s")
        for one in found
        if one.lifted_at is None
    }
    told = {
        "entry": entry,
        "form": PenaltyForm(),
        "rows": [(one, forms.get(one.pk)) for one in found],
        "counts": "penalties" in stage.chain,
        **context,
    }
    return render(request, "scoring/penalties.html", told, status=status)
