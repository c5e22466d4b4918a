"""Everybody paid, everybody present: one press on the list of entries, and its undoing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.names.text import read_number
from tournaments.permissions import act
from tournaments.refusal import Refused
from tournaments.services.entries.marks import mark_all, unmark_all


@require_POST
@act("manage_entries")
def mark(request: HttpRequest, mark: str) -> HttpResponse:
    try:
        line = mark_all(tournament=request.tournament, author=request.user, mark=mark)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        many = len(line.after["pairs"]) if line else 0
        message = ngettext("Marcada %(n)s inscripción.", "Marcadas %(n)s inscripciones.", many)
        messages.success(request, message % {"n": many} if many else _("Ya lo estaban todas."))
    return redirect("entries", slug=request.tournament.slug)


@require_POST
@act("manage_entries")
def unmark(request: HttpRequest, mark: str) -> HttpResponse:
    """Undo the one that the page showed."""
    line = read_number(request.POST.get("line"), digits=15) or 0
    try:
        numbers = unmark_all(
            tournament=request.tournament, author=request.user, mark=mark, line=line
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        message = ngettext(
            "Deshecho: %(n)s inscripción vuelve a como estaba.",
            "Deshecho: %(n)s inscripciones vuelven a como estaban.",
            len(numbers),
        )
        messages.success(request, message % {"n": len(numbers)})
    return redirect("entries", slug=request.tournament.slug)
