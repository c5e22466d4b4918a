"""An entry leaves the tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.forms.desk import LeaveForm
from scoring.services.rounds.withdrawals import unfinished, withdraw_entry
from tournaments.permissions import act
from tournaments.selectors.places import free_places, waiting_list
from tournaments.views.submit import posted, submit


@act("withdraw_entry")
def entry_withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Say why and see what happens to its match; then it is out and its rivals win."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    form = LeaveForm(posted(request))
    sent = submit(
        form, lambda: withdraw_entry(entry=entry, author=request.user, **form.cleaned_data)
    )
    if sent.done:
        messages.success(
            request, _("El número %(n)s ya no está en el torneo.") % {"n": entry.number}
        )
        _tell_who_waits(request)
        return redirect("entries", slug=request.tournament.slug)
    shown = {"entry": entry, "form": form, "matches": unfinished(entry)}
    return render(request, "scoring/entry_withdraw.html", shown, status=sent.status)


def _tell_who_waits(request: HttpRequest) -> None:
    """There is a place now: the list has the button for the first who waits."""
    waiting = waiting_list(request.tournament)
    if waiting and free_places(request.tournament) != 0:
        messages.info(
            request,
            _("Queda una plaza. Puede pasar a jugar el primero de la lista de espera: %(entry)s.")
            % {"entry": waiting[0]},
        )
