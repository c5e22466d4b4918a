"""Views of people who entered alone and need a partner."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Entry
from tournaments.names.people import Person
from tournaments.people.forms.entries import CoupleForm, PartnerForm, PartnersForm
from tournaments.people.selectors.singles import singles_context
from tournaments.people.services.singles import (
    give_partner,
    pair_by_hand,
    pair_singles,
    separate_pair,
)
from tournaments.permissions import act
from tournaments.rounds.selectors.places import seats
from tournaments.site.forms import REFUSALS
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import submit


@require_safe
@act("manage_entries")
def singles_page(request: UserRequest) -> HttpResponse:
    return _page(request)


@require_POST
@act("manage_entries")
def singles_couple(request: UserRequest) -> HttpResponse:
    """Pair two singles."""
    form = CoupleForm(request.POST, tournament=request.tournament, auto_id="mano-%s")
    submission = submit(form, lambda: pair_by_hand(author=request.user, **form.cleaned_data))
    if submission.done:
        pair = submission.result
        title = pair.full_title_for(request.audience)
        messages.success(request, _("Pareja hecha: %(pair)s.") % {"pair": title})
        return redirect("singles", slug=request.tournament.slug)
    return _page(request, status=submission.status, couple=form)


@require_POST
@act("manage_entries")
def entry_partner(request: UserRequest, number: int) -> HttpResponse:
    """Give a single a partner: a name, or the number of another single."""
    entry = get_object_or_404(request.tournament.entries.prefetch_related(seats()), number=number)
    form = PartnerForm(request.POST, entry=entry, audience=request.audience)
    submission = submit(
        form,
        lambda: _pair(entry, form.cleaned_data["partner"], request),
        second="partner",
        first="partner",
    )
    if submission.done:
        pair = submission.result
        title = pair.full_title_for(request.audience)
        messages.success(request, _("Pareja hecha: %(pair)s.") % {"pair": title})
        return redirect("entries", slug=request.tournament.slug)
    return _page(request, status=submission.status, partner=form)


def _pair(entry: Entry, partner: Person | Entry, request: UserRequest) -> Entry:
    if isinstance(partner, Entry):
        return pair_by_hand(first=entry, second=partner, author=request.user)
    return give_partner(entry=entry, partner=partner, author=request.user)


@require_POST
@act("manage_entries")
def singles_draw(request: UserRequest) -> HttpResponse:
    """Draw partners for all singles."""
    form = PartnersForm(request.POST, auto_id="sorteo-%s")
    submission = submit(
        form,
        lambda: pair_singles(
            tournament=request.tournament, author=request.user, **form.cleaned_data
        ),
    )
    if submission.done:
        pairs = submission.result
        message = ngettext("%(n)s pareja hecha.", "%(n)s parejas hechas.", len(pairs))
        messages.success(request, message % {"n": len(pairs)})
        return redirect("singles", slug=request.tournament.slug)
    return _page(request, status=submission.status, partners=form)


@require_POST
@act("manage_entries")
def entry_separate(request: UserRequest, number: int) -> HttpResponse:
    """Split a pair into two singles."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    try:
        second_entry = separate_pair(entry=entry, author=request.user)
    except REFUSALS as error:
        messages.error(request, str(error))
        return redirect("entry_edit", slug=request.tournament.slug, number=number)
    numbers = {"one": number, "other": second_entry.number}
    messages.success(request, _("Los números %(one)s y %(other)s buscan pareja.") % numbers)
    return redirect("singles", slug=request.tournament.slug)


def _page(request: PageRequest, status: int = 200, **forms: Any) -> HttpResponse:
    context = {
        "couple": CoupleForm(tournament=request.tournament, auto_id="mano-%s"),
        "partners": PartnersForm(auto_id="sorteo-%s"),
        **singles_context(request.tournament),
        **forms,
    }
    return render(request, "tournaments/people/singles.html", context, status=status)
