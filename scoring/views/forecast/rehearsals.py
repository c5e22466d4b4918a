"""The rehearsal of the day: its button, and what came of the last one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.rehearsals import RehearsalForm
from scoring.selectors.forecast.rehearsals import last_rehearsals, rehearsal_context
from scoring.services.rehearsals import order_rehearsal
from tournaments.permissions import act
from tournaments.selectors.day import entries_count
from tournaments.views.submit import submit


@never_cache
@require_safe
@act("rehearse_day")
def rehearsal_page(request: HttpRequest) -> HttpResponse:
    entered = entries_count(request.tournament).live
    return _page(request, RehearsalForm(initial={"entries": entered or None}), 200)


@require_POST
@act("rehearse_day")
def rehearse(request: HttpRequest) -> HttpResponse:
    form = RehearsalForm(request.POST)
    sent = submit(
        form,
        lambda: order_rehearsal(
            tournament=request.tournament,
            author=request.user,
            entries=form.cleaned_data["entries"] or 0,
        ),
    )
    if sent.done:
        return redirect("job", slug=request.tournament.slug, job=sent.made.pk)
    return _page(request, form, sent.status)


def _page(request: HttpRequest, form: RehearsalForm, status: int) -> HttpResponse:
    jobs = last_rehearsals(request.tournament)
    context = {"form": form, "going": jobs["going"]}
    if jobs["done"] is not None:
        context |= rehearsal_context(jobs["done"])
    return render(request, "scoring/rehearsal.html", context, status=status)
