"""An entry leaves the tournament, or comes back in (reenganche)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.desk import LeaveForm
from scoring.services.rounds.withdrawals import (
    reenter,
    undo_reenter,
    unfinished,
    who_may_reenter,
    who_may_undo,
    withdraw_entry,
)
from scoring.views.actas.changing import change_or_ask
from tournaments.permissions import act
from tournaments.selectors.joined import seats
from tournaments.selectors.places import free_places, waiting_list
from tournaments.services.entries.registering import reinstate
from tournaments.views.submit import posted, say_outcome, submit


@act("withdraw_entry")
def entry_withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Say why and see what happens to its match; then it is out and its rivals win."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    form = LeaveForm(posted(request))
    sent = submit(
        form,
        lambda: change_or_ask(
            request,
            withdraw_entry,
            _("Retirar del torneo"),
            entry=entry,
            author=request.user,
            **form.cleaned_data,
        ),
    )
    if isinstance(sent.made, HttpResponse):
        return sent.made
    if sent.done:
        messages.success(
            request, _("El número %(n)s ya no está en el torneo.") % {"n": entry.number}
        )
        _tell_who_waits(request)
        return redirect("entries", slug=request.tournament.slug)
    context = {"entry": entry, "form": form, "matches": unfinished(entry)}
    return render(request, "scoring/rounds/entry_withdraw.html", context, status=sent.status)


@require_POST
@act("withdraw_entry")
def entry_reinstate(request: HttpRequest, number: int) -> HttpResponse:
    """It is in again, and what it played counts as before; back to the list one came from."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    made = change_or_ask(request, reinstate, _("Vuelve a jugar"), entry=entry, author=request.user)
    if isinstance(made, HttpResponse):
        return made
    messages.success(request, _("El número %(number)s vuelve a jugar.") % {"number": number})
    page, query = reverse("entries", kwargs={"slug": request.tournament.slug}), request.GET
    return redirect(f"{page}?{query.urlencode()}" if query else page)


def _tell_who_waits(request: HttpRequest) -> None:
    """There is a place now: the list has the button for the first who waits."""
    waiting = waiting_list(request.tournament)
    if waiting and free_places(request.tournament) != 0:
        messages.info(
            request,
            _("Queda una plaza. Puede pasar a jugar el primero de la lista de espera: %(entry)s.")
            % {"entry": waiting[0]},
        )


@require_safe
@act("manage_entries")
def reentries(request: HttpRequest) -> HttpResponse:
    """Return who may come back now, and who has."""
    tournament = request.tournament
    entries = tournament.entries.prefetch_related(seats()).order_by("number")
    context = {
        "out": entries.filter(number__in=who_may_reenter(tournament.stage)),
        "back": entries.filter(again__gt=0),
        "undoable": who_may_undo(tournament.stage),
    }
    return render(request, "scoring/rounds/reentries.html", context)


@require_POST
@act("manage_entries")
def entry_reenter(request: HttpRequest, number: int) -> HttpResponse:
    entry = get_object_or_404(request.tournament.entries, number=number)
    with say_outcome(request, _("El número %(number)s vuelve a entrar.") % {"number": number}):
        reenter(entry=entry, author=request.user, paid=request.POST.get("paid") == "1")
    return redirect("reentries", slug=request.tournament.slug)


@require_POST
@act("manage_entries")
def entry_reenter_undo(request: HttpRequest, number: int) -> HttpResponse:
    entry = get_object_or_404(request.tournament.entries, number=number)
    message = _("Reenganche anulado: el número %(number)s vuelve a estar fuera.")
    with say_outcome(request, message % {"number": number}):
        undo_reenter(entry=entry, author=request.user, paid=request.POST.get("paid") == "1")
    return redirect("reentries", slug=request.tournament.slug)
