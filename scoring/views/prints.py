"""The page of sheets, and the order to print one."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.forms.prints import PrintForm
from scoring.prints.actas import MOST_BLANK
from scoring.selectors.prints import offers, rounds_to_print
from scoring.services.prints import order_print
from tournaments.permissions import act
from tournaments.refusal import Refused

LOCAL = {"localhost", "127.0.0.1", "::1"}


@act("print_sheets")
def prints_page(request: HttpRequest) -> HttpResponse:
    return _page(request, PrintForm(), 200)


@require_POST
@act("print_sheets")
def print_sheet(request: HttpRequest) -> HttpResponse:
    form, status = PrintForm(request.POST), 400
    if form.is_valid():
        try:
            ask = form.ask(base_url(request))
            job = order_print(tournament=request.tournament, author=request.user, ask=ask)
            return redirect("job", slug=request.tournament.slug, job=job.pk)
        except Refused as refused:
            form.add_error(refused.field or None, str(refused))
            status = refused.status
    return _page(request, form, status)


def base_url(request: HttpRequest) -> str:
    """Where the QR codes lead: the address everybody uses, or that of whoever prints."""
    return settings.TAPETE_PUBLIC_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"


def _page(request: HttpRequest, form: PrintForm, status: int) -> HttpResponse:
    tournament, address = request.tournament, base_url(request)
    context = {
        "tournament": tournament,
        "role": request.role,
        "stage": tournament.stage,
        "form": form,
        "offers": offers(tournament),
        "rounds": rounds_to_print(tournament),
        "most_blank": MOST_BLANK,
        "address": address,
        "only_here": urlsplit(address).hostname in LOCAL,
    }
    return render(request, "scoring/prints.html", context, status=status)
