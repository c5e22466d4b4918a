"""Somebody takes the place of one of an entry."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.forms.substitutions import SubstituteForm
from tournaments.permissions import act
from tournaments.selectors.joined import seats
from tournaments.services.substitutions import substitute_player


@act("manage_entries")
def entry_substitute(request: HttpRequest, number: int) -> HttpResponse:
    """Say who leaves, who comes and why; the page lists the changes made before."""
    entries = request.tournament.entries.prefetch_related(seats())
    entry, status = get_object_or_404(entries, number=number), 200
    form = SubstituteForm(request.POST if request.method == "POST" else None, entry=entry)
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                made = substitute_player(entry=entry, author=request.user, **form.change())
            except REFUSALS as error:
                status = put_on(form, error, player_1="comes")
            else:
                words = {"comes": made.comes, "leaves": made.leaves}
                messages.success(request, _("%(comes)s entra por %(leaves)s.") % words)
                return redirect("entries", slug=request.tournament.slug)
    changes = entry.substitutions.select_related("leaves", "comes")
    context = {"entry": entry, "form": form, "changes": changes}
    return render(request, "tournaments/entry_substitute.html", context, status=status)
