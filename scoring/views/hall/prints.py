"""The page of sheets, and the order to print one."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.forms.prints import MOST_COPIES, PrintForm
from scoring.prints.actas import MOST_BLANK, qr_svg
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.selectors.hall.printed import reprints
from scoring.selectors.hall.prints import Offer, arrange, offers, rounds_to_print
from scoring.services.prints import order_print
from scoring.wording.printed import change_in_words
from tournaments.models import Job, Tournament
from tournaments.names.audience import Audience
from tournaments.permissions import act, allows
from tournaments.public_address import base_url, is_only_here
from tournaments.selectors.rounds import current_round
from tournaments.selectors.tournaments import areas
from tournaments.views.submit import submit

MOST_SAID = 8  # matches that have changed, told on the page


@act("print_sheets")
def prints_page(request: HttpRequest) -> HttpResponse:
    return _page(request, PrintForm(), 200)


@require_POST
@act("print_sheets")
def print_sheet(request: HttpRequest) -> HttpResponse:
    form = PrintForm(request.POST)

    def order() -> Job:
        ask = form.ask(base_url(request))
        refuse_sheet(request.role, ask)
        return order_print(
            tournament=request.tournament,
            author=request.user,
            ask=ask,
            tables=request.tables,
            changed=form.cleaned_data["changed"],
        )

    sent = submit(form, order)
    if sent.done:
        return redirect("job", slug=request.tournament.slug, job=sent.made.pk)
    return _page(request, form, sent.status)


def refuse_sheet(role: str, ask: Ask) -> None:
    """Raise PermissionDenied for a sheet with what this role does not see on the site."""
    if not allows(SHEETS[ask.sheet].act, role, authenticated=True):
        raise PermissionDenied


def _changed(
    tournament: Tournament, tables: str, found: Sequence[Offer], audience: Audience
) -> dict[str, Any] | None:
    """Return what to print again of the round in play, and why; None if all paper is right."""
    round = current_round(tournament.stage, audience)
    again, changes = reprints(round, tables) if round else ([], [])
    can = {offer.sheet.key: offer.sheet for offer in found if offer.refused is None}
    sheets = [(can[one.sheet], one.count) for one in again if one.sheet in can]
    if not sheets or round is None:
        return None
    said = [change_in_words(change) for change in changes]
    return {"round": round, "sheets": sheets, "said": said[:MOST_SAID], "more": said[MOST_SAID:]}


def _page(request: HttpRequest, form: PrintForm, status: int) -> HttpResponse:
    tournament, address = request.tournament, base_url(request)
    found = offers(tournament, request.role, request.tables, address)
    context = {
        "tournament": tournament,
        "role": request.role,
        "stage": tournament.stage,
        "form": form,
        "sheets": arrange(found),
        "changed": _changed(tournament, request.tables, found, request.audience),
        "choosing": [offer.sheet for offer in found if offer.refused is None],
        "areas": areas(tournament),
        "most_copies": MOST_COPIES,
        "tables": request.tables,
        "rounds": rounds_to_print(tournament),
        "most_blank": MOST_BLANK,
        "address": address,
        "only_here": is_only_here(address),
        "qr": "" if is_only_here(address) else qr_svg(f"{address}/"),
    }
    return render(request, "scoring/printing/prints.html", context, status=status)
