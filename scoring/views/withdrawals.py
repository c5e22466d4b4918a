"""An entry leaves the tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.forms.desk import ReasonForm
from scoring.services.withdrawals import unfinished, withdraw_entry
from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.permissions import act


@act("withdraw_entry")
def entry_withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Say why and see what happens to its match; then it is out and its rivals win."""
    entry, status = get_object_or_404(request.tournament.entries, number=number), 200
    form = ReasonForm(request.POST or None)
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                reason = form.cleaned_data["reason"]
                withdraw_entry(entry=entry, author=request.user, reason=reason)
            except REFUSALS as error:
                status = put_on(form, error)
            else:
                messages.success(
                    request, _("El número %(n)s se ha retirado.") % {"n": entry.number}
                )
                return redirect("entries", slug=request.tournament.slug)
    shown = {"entry": entry, "form": form, "matches": unfinished(entry)}
    return render(request, "scoring/entry_withdraw.html", shown, status=status)
