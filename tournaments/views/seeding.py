"""Seeds and sessions of the whole list on one page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.seeding import SeedingForm
from tournaments.models import Entry
from tournaments.permissions import act
from tournaments.selectors.joined import seats
from tournaments.services.entries.seeding import set_seeding
from tournaments.views.submit import posted, submit


@act("manage_entries")
def seeding(request: HttpRequest) -> HttpResponse:
    here = request.tournament.entries.exclude(state__in=Entry.GONE).order_by("number")
    entries = list(here.prefetch_related(seats()))
    form = SeedingForm(posted(request), entries=entries)
    sent = submit(
        form,
        lambda: set_seeding(tournament=request.tournament, author=request.user, **form.seeding()),
    )
    if sent.done:
        changed = sent.made
        words = ngettext("%(n)s inscripción cambiada.", "%(n)s inscripciones cambiadas.", changed)
        messages.success(request, words % {"n": changed} if changed else _("Nada cambia."))
        return redirect("entries", slug=request.tournament.slug)
    return render(request, "tournaments/entries/seeding.html", {"form": form}, status=sent.status)
