"""Seeds and sessions of the whole list on one page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.forms.seeding import SeedingForm
from tournaments.models import Entry
from tournaments.permissions import act
from tournaments.selectors.joined import seats
from tournaments.services.seeding import set_seeding


@act("manage_entries")
def seeding(request: HttpRequest) -> HttpResponse:
    here = request.tournament.entries.exclude(state__in=Entry.GONE).order_by("number")
    entries = list(here.prefetch_related(seats()))
    form = SeedingForm(request.POST if request.method == "POST" else None, entries=entries)
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                changed = set_seeding(
                    tournament=request.tournament, author=request.user, **form.seeding()
                )
            except REFUSALS as error:
                status = put_on(form, error)
            else:
                words = ngettext(
                    "%(n)s inscripción cambiada.", "%(n)s inscripciones cambiadas.", changed
                )
                messages.success(request, words % {"n": changed} if changed else _("Nada cambia."))
                return redirect("entries", slug=request.tournament.slug)
    return render(request, "tournaments/seeding.html", {"form": form}, status=status)
