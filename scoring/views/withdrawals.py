"""An entry leaves the tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.forms.desk import LeaveForm
from scoring.services.withdrawals import unfinished, withdraw_entry
from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.permissions import act
from tournaments.selectors.places import free_places, waiting_list


@act("withdraw_entry")
def entry_withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Say why and see what happens to its match; then it is out and its rivals win."""
    entry, status = get_object_or_404(request.tournament.entries, number=number), 200
    form = LeaveForm(request.POST or None)
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                withdraw_entry(entry=entry, author=request.user, **form.cleaned_data)
            except REFUSALS as error:
                status = put_on(form, error)
            else:
                messages.success(
                    request, _("El número %(n)s ya no está en el torneo.") % {"n": entry.number}
                )
                _tell_who_waits(request)
                return redirect("entries", slug=request.tournament.slug)
    shown = {"entry": entry, "form": form, "matches": unfinished(entry)}
    return render(request, "scoring/entry_withdraw.html", shown, status=status)


def _tell_who_waits(request: HttpRequest) -> None:
    """There is a place now: the list has the button for the first who waits."""
    waiting = waiting_list(request.tournament)
    if waiting and free_places(request.tournament) != 0:
        messages.info(
            request,
            _("Queda una plaza. Puede pasar a jugar el primero de la lista de espera: %(entry)s.")
            % {"entry": waiting[0]},
        )
