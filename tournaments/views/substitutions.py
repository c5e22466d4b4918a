"""Somebody takes the place of one of an entry."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.substitutions import SubstituteForm
from tournaments.permissions import act
from tournaments.selectors.joined import seats
from tournaments.services.entries.substitutions import substitute_player
from tournaments.views.submit import posted, submit


@act("manage_entries")
def entry_substitute(request: HttpRequest, number: int) -> HttpResponse:
    """Say who leaves, who comes and why; the page lists the changes made before."""
    entries = request.tournament.entries.prefetch_related(seats())
    entry = get_object_or_404(entries, number=number)
    form = SubstituteForm(posted(request), entry=entry)
    sent = submit(
        form,
        lambda: substitute_player(entry=entry, author=request.user, **form.change()),
        player_1="comes",
    )
    if sent.done:
        made = sent.made
        words = {"comes": made.comes, "leaves": made.leaves}
        messages.success(request, _("%(comes)s entra por %(leaves)s.") % words)
        return redirect("entries", slug=request.tournament.slug)
    changes = entry.substitutions.select_related("leaves", "comes")
    context = {"entry": entry, "form": form, "changes": changes}
    return render(request, "tournaments/entries/entry_substitute.html", context, status=sent.status)
