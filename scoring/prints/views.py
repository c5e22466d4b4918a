"""The page of sheets, orders to print, and the letterhead."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.photos import MOST_LOGO_BYTES
from scoring.models import Letterhead
from scoring.prints.actas import MOST_BLANK
from scoring.prints.ask import PrintAsk
from scoring.prints.forms import (
    MOST_COPIES,
    LetterheadForm,
    LogoForm,
    PrintForm,
    initial_of_letterhead,
)
from scoring.prints.layout.heads import COLOURS
from scoring.prints.offered import SheetOffer, arrange_sheets, rounds_to_print, sheet_offers
from scoring.prints.selectors import imprint_change, letterhead_of, reprints
from scoring.prints.services import edit_letterhead, order_logo, order_print, remove_logo
from scoring.prints.sheets import SHEETS
from tournaments.models import Job, Tournament
from tournaments.names.audience import Audience
from tournaments.permissions import act, allows
from tournaments.rounds.selectors.rounds import current_round
from tournaments.setup.selectors.tournaments import areas
from tournaments.site.public_address import base_url, is_only_here
from tournaments.site.qr import qr_svg
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit

MOST_SENTENCES = 8  # most changed matches that the page lists


@act("print_sheets")
def prints_page(request: UserRequest) -> HttpResponse:
    return _page(request, PrintForm(), 200)


@require_POST
@act("print_sheets")
def print_order(request: UserRequest) -> HttpResponse:
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

    submission = submit(form, order)
    if submission.done:
        return redirect("job", slug=request.tournament.slug, job=submission.result.pk)
    return _page(request, form, submission.status)


@require_POST
@act("manage_money")
def receipt_print(request: UserRequest, number: int) -> HttpResponse:
    """Print the receipt of one payment or refund."""
    ask = PrintAsk("payment_receipts", base_url=base_url(request), first=number, last=number)
    job = order_print(tournament=request.tournament, author=request.user, ask=ask)
    return redirect("job", slug=request.tournament.slug, job=job.pk)


def refuse_sheet(role: str, ask: PrintAsk) -> None:
    """Raise PermissionDenied for a sheet with data that this role does not see on the site."""
    if not allows(SHEETS[ask.sheet].act, role, authenticated=True):
        raise PermissionDenied


def _changed_sheets(
    tournament: Tournament, tables: str, offers: Sequence[SheetOffer], audience: Audience
) -> dict[str, Any] | None:
    """Return the sheets of the round in play to reprint, and the reasons.

    Return None if there is no sheet to reprint.
    """
    round = current_round(tournament.stage, audience)
    reprint_list, changes = reprints(round, tables) if round else ([], [])
    sheets_by_key = {offer.sheet.key: offer.sheet for offer in offers if offer.refusal is None}
    sheets = [
        (sheets_by_key[reprint.sheet], reprint.count)
        for reprint in reprint_list
        if reprint.sheet in sheets_by_key
    ]
    if not sheets or round is None:
        return None
    sentences = [imprint_change(change) for change in changes]
    return {
        "round": round,
        "sheets": sheets,
        "sentences": sentences[:MOST_SENTENCES],
        "more": sentences[MOST_SENTENCES:],
    }


def _page(request: PageRequest, form: PrintForm, status: int) -> HttpResponse:
    tournament, address = request.tournament, base_url(request)
    offers = sheet_offers(tournament, request.role, request.tables, address)
    context = {
        "tournament": tournament,
        "role": request.role,
        "stage": tournament.stage,
        "form": form,
        "sheets": arrange_sheets(offers),
        "changed_sheets": _changed_sheets(tournament, request.tables, offers, request.audience),
        "choosing": [offer.sheet for offer in offers if offer.refusal is None],
        "areas": areas(tournament),
        "most_copies": MOST_COPIES,
        "tables": request.tables,
        "rounds": rounds_to_print(tournament),
        "most_blank": MOST_BLANK,
        "address": address,
        "only_here": is_only_here(address),
        "qr": "" if is_only_here(address) else qr_svg(f"{address}/"),
    }
    return render(request, "scoring/prints/prints.html", context, status=status)


# --- Letterhead -----------------------------------------------------------------------------------
@act("edit_tournament")
def letterhead(request: UserRequest) -> HttpResponse:
    """Show and change the sponsor and the colour; the logo has its own addresses."""
    initial = initial_of_letterhead(letterhead_of(request.tournament))
    form = LetterheadForm(posted_data(request), initial=initial)
    submission = submit(
        form,
        lambda: edit_letterhead(
            tournament=request.tournament, author=request.user, **form.letterhead_values()
        ),
        colour=form.colour_field,
    )
    if submission.done:
        messages.success(request, _("Guardado: así saldrán las hojas desde ahora."))
        return redirect("letterhead", slug=request.tournament.slug)
    return _letterhead_page(request, form, LogoForm(), submission.status)


@require_POST
@act("edit_tournament")
def logo_add(request: UserRequest) -> HttpResponse:
    form = LogoForm(request.POST, request.FILES)
    submission = submit(
        form,
        lambda: order_logo(
            tournament=request.tournament,
            author=request.user,
            content=form.cleaned_data["logo"].read(MOST_LOGO_BYTES + 1),
        ),
    )
    if submission.done:
        return redirect("job", slug=request.tournament.slug, job=submission.result.pk)
    initial = initial_of_letterhead(letterhead_of(request.tournament))
    return _letterhead_page(request, LetterheadForm(initial=initial), form, submission.status)


@require_safe
@act("edit_tournament")
def logo_file(request: UserRequest) -> FileResponse:
    """Return the logo as printed."""
    return logo_response(letterhead_of(request.tournament))


@require_POST
@act("edit_tournament")
def logo_remove(request: UserRequest) -> HttpResponse:
    with show_outcome(request, _("Logo quitado: las hojas llevan el de Tapete.")):
        remove_logo(tournament=request.tournament, author=request.user)
    return redirect("letterhead", slug=request.tournament.slug)


def logo_response(letterhead: Letterhead) -> FileResponse:
    """Return the file of the logo. Raises Http404 if there is none, or if its file is missing."""
    if not letterhead.logo:
        raise Http404
    try:
        file = letterhead.logo.open()
    except FileNotFoundError as error:
        raise Http404 from error
    response = FileResponse(file, content_type="image/png", filename="logo.png")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _letterhead_page(
    request: PageRequest, form: LetterheadForm, logo_form: LogoForm, status: int
) -> HttpResponse:
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "stage": request.tournament.stage,
        "letterhead": letterhead_of(request.tournament),
        "form": form,
        "logo_form": logo_form,
        "colours": COLOURS,
    }
    return render(request, "scoring/prints/letterhead.html", context, status=status)
