"""The page of sheets, and the order to print one."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.forms.prints import PrintForm
from scoring.prints.actas import MOST_BLANK, qr_svg
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.selectors.hall.prints import offers, rounds_to_print
from scoring.services.prints import order_print
from tournaments.models import Job
from tournaments.permissions import act, allows
from tournaments.public_address import base_url, is_only_here
from tournaments.views.submit import submit


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
            tournament=request.tournament, author=request.user, ask=ask, tables=request.tables
        )

    sent = submit(form, order)
    if sent.done:
        return redirect("job", slug=request.tournament.slug, job=sent.made.pk)
    return _page(request, form, sent.status)


def refuse_sheet(role: str, ask: Ask) -> None:
    """Raise PermissionDenied for a sheet with what this role does not see on the site."""
    if not allows(SHEETS[ask.sheet].act, role, authenticated=True):
        raise PermissionDenied


def _page(request: HttpRequest, form: PrintForm, status: int) -> HttpResponse:
    tournament, address = request.tournament, base_url(request)
    context = {
        "tournament": tournament,
        "role": request.role,
        "stage": tournament.stage,
        "form": form,
        "offers": offers(tournament, request.role, request.tables, address),
        "tables": request.tables,
        "rounds": rounds_to_print(tournament),
        "most_blank": MOST_BLANK,
        "address": address,
        "only_here": is_only_here(address),
        "qr": qr_svg(f"{address}/"),
    }
    return render(request, "scoring/prints.html", context, status=status)
