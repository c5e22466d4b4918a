"""Pages of money: the accounts of entries, prices, and the cash book."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Charge, Entry, Extra, Movement
from tournaments.money.forms import (
    CategoriesForm,
    DiscountForm,
    ExtraChargeForm,
    ExtraForm,
    MovementForm,
    OutsideForm,
    PricesForm,
    ReversalForm,
    amount_as_typed,
    prices_initial,
)
from tournaments.money.selectors import (
    accounts_table,
    balance_of,
    balances_of,
    book_of,
    cash_below_zero,
    closing_of,
    price_lines,
    summary_of,
)
from tournaments.money.services.charges import (
    add_discount,
    add_extra,
    return_deposit,
    reverse_charge,
    set_categories,
)
from tournaments.money.services.moves import (
    record_outside,
    record_payment,
    refund,
    reverse_movement,
)
from tournaments.money.services.prices import delete_extra, save_extra, set_prices
from tournaments.money.words import amount_in_words
from tournaments.permissions import ORGANISER, act
from tournaments.rounds.selectors.places import seats
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.spreadsheets import requested_format, table_response
from tournaments.site.views.submit import (
    Submission,
    posted_data,
    show_outcome,
    show_submission,
    submit,
)

PAGE_SIZE = 100  # rows on a page
OWING, TO_RETURN = "debe", "devolver"  # values of `?ver=`


@require_safe
@act("manage_money")
def accounts(request: UserRequest) -> HttpResponse:
    """Show the sums of the tournament and the balances of all entries, or of those in `?ver=`."""
    tournament, part = request.tournament, request.GET.get("ver", "")
    entries = list(tournament.entries.prefetch_related(seats()).order_by("number"))
    balances = balances_of(tournament, entries)
    rows = [(entry, balances[entry.pk]) for entry in entries]
    if part == OWING:
        rows = [(entry, balance) for entry, balance in rows if balance.outstanding]
    elif part == TO_RETURN:
        rows = [(entry, balance) for entry, balance in rows if balance.to_return]
    context = {
        "summary": summary_of(tournament, balances.values()),
        "cash_below_zero": cash_below_zero(tournament),
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
        "part": part if part in (OWING, TO_RETURN) else "",
        "query": f"ver={part}&" if part in (OWING, TO_RETURN) else "",
    }
    return render(request, "tournaments/money/accounts.html", context)


# --- The account of an entry ----------------------------------------------------------------------
@require_safe
@act("manage_money")
def account(request: UserRequest, number: int) -> HttpResponse:
    return _account_page(request, _entry(request, number))


@require_POST
@act("manage_money")
def account_pay(request: UserRequest, number: int) -> HttpResponse:
    entry, form = _entry(request, number), MovementForm(request.POST, prefix="pay")
    submission = submit(
        form, lambda: record_payment(entry=entry, author=request.user, **form.cleaned_data)
    )
    return _account_response(request, entry, submission, _("Cobro anotado."), pay=form)


@require_POST
@act("manage_money")
def account_refund(request: UserRequest, number: int) -> HttpResponse:
    entry, form = _entry(request, number), MovementForm(request.POST, prefix="back")
    submission = submit(form, lambda: refund(entry=entry, author=request.user, **form.cleaned_data))
    return _account_response(request, entry, submission, _("Devolución anotada."), back=form)


@require_POST
@act("manage_money")
def account_extra(request: UserRequest, number: int) -> HttpResponse:
    entry = _entry(request, number)
    form = ExtraChargeForm(request.POST, tournament=request.tournament, prefix="extra")
    submission = submit(
        form, lambda: add_extra(entry=entry, author=request.user, **form.cleaned_data)
    )
    return _account_response(request, entry, submission, _("Extra cargado."), extra=form)


@require_POST
@act("manage_money")
def account_discount(request: UserRequest, number: int) -> HttpResponse:
    entry, form = _entry(request, number), DiscountForm(request.POST, prefix="discount")
    submission = submit(
        form, lambda: add_discount(entry=entry, author=request.user, **form.cleaned_data)
    )
    return _account_response(request, entry, submission, _("Descuento anotado."), discount=form)


@require_POST
@act("manage_money")
def account_deposit(request: UserRequest, number: int) -> HttpResponse:
    with show_outcome(request, _("Fianza devuelta.")):
        return_deposit(entry=_entry(request, number), author=request.user)
    return _redirect_to_account(request, number)


@require_POST
@act("manage_money")
def account_categories(request: UserRequest, number: int) -> HttpResponse:
    entry, form = _entry(request, number), CategoriesForm(request.POST)
    submission = submit(
        form, lambda: set_categories(entry=entry, author=request.user, **form.cleaned_data)
    )
    show_submission(request, form, submission, _("Categorías guardadas."))
    return _redirect_to_account(request, number)


@act("manage_money")
def charge_reverse(request: UserRequest, charge: int) -> HttpResponse:
    """Ask for the reason, then cancel a charge."""
    charges = Charge.objects.filter(entry__tournament=request.tournament)
    line = get_object_or_404(charges.select_related("entry__tournament"), pk=charge)
    return _reverse_page(
        request,
        line,
        lambda reason: reverse_charge(charge=line, author=request.user, reason=reason),
    )


@act("manage_money")
def movement_reverse(request: UserRequest, movement: int) -> HttpResponse:
    """Ask for the reason, then cancel a movement.

    Only organisers cancel expenses, income and prizes.
    """
    line = get_object_or_404(book_of(request.tournament), pk=movement)
    if line.kind not in Movement.RECEIPTS and request.role != ORGANISER:
        raise PermissionDenied
    return _reverse_page(
        request,
        line,
        lambda reason: reverse_movement(movement=line, author=request.user, reason=reason),
    )


def _reverse_page(
    request: UserRequest, line: Movement | Charge, reverse: Callable[[str], object]
) -> HttpResponse:
    """Ask for the reason; a POST calls `reverse` with it and redirects to the account or book."""
    form = ReversalForm(posted_data(request))
    submission = submit(form, lambda: reverse(form.cleaned_data["reason"]))
    entry = line.entry
    if submission.done:
        messages.success(request, _("Apunte anulado."))
        if entry is None or (isinstance(line, Movement) and line.kind not in Movement.RECEIPTS):
            return redirect("cash_book", slug=request.tournament.slug)
        return _redirect_to_account(request, entry.number)
    context = {"form": form, "line": line, "entry": entry}
    return render(request, "tournaments/money/reverse.html", context, status=submission.status)


def _entry(request: PageRequest, number: int) -> Entry:
    entries = request.tournament.entries.select_related("tournament").prefetch_related(seats())
    return get_object_or_404(entries, number=number)


def _account_response(
    request: UserRequest,
    entry: Entry,
    submission: Submission,
    message: str,
    **refused_forms: forms.Form,
) -> HttpResponse:
    """Redirect to the account with the message, or show the account with the refused form."""
    if not submission.done:
        return _account_page(request, entry, submission.status, **refused_forms)
    messages.success(request, message)
    return _redirect_to_account(request, entry.number)


def _redirect_to_account(request: PageRequest, number: int) -> HttpResponse:
    return redirect("account_of_entry", slug=request.tournament.slug, number=number)


def _account_page(
    request: UserRequest, entry: Entry, status: int = 200, **refused_forms: forms.Form
) -> HttpResponse:
    """Show the account of an entry; `refused_forms` has the refused form under its name."""
    balance = balance_of(entry)
    all_forms: dict[str, forms.Form] = {
        "pay": MovementForm(prefix="pay", initial={"amount": amount_as_typed(balance.missing)}),
        "back": MovementForm(prefix="back", initial={"amount": amount_as_typed(balance.to_return)}),
        "extra": ExtraChargeForm(prefix="extra", tournament=request.tournament),
        "discount": DiscountForm(prefix="discount"),
        "categories": CategoriesForm(initial={"categories": entry.categories}),
        **refused_forms,
    }
    context = {
        "entry": entry,
        "balance": balance,
        "price_lines": price_lines(entry),
        "charges": entry.charges.select_related("reverses", "reversed_by"),
        "movements": book_of(request.tournament).filter(entry=entry),
        "cash_below_zero": cash_below_zero(request.tournament),
        "has_extras": request.tournament.extras.exists(),
        "forms": all_forms,
        "refused_form": next(iter(refused_forms.values()), None),
    }
    return render(request, "tournaments/money/account.html", context, status=status)


# --- Prices ---------------------------------------------------------------------------------------
@act("close_accounts")
def prices(request: UserRequest) -> HttpResponse:
    form = PricesForm(posted_data(request), initial=prices_initial(request.tournament))
    submission = submit(
        form,
        lambda: set_prices(tournament=request.tournament, author=request.user, **form.changes()),
    )
    if submission.done:
        messages.success(request, _("Cuotas guardadas."))
        return redirect("accounts_of_entries", slug=request.tournament.slug)
    return _prices_page(request, form, ExtraForm(), submission.status)


@require_POST
@act("close_accounts")
def extra_save(request: UserRequest) -> HttpResponse:
    form = ExtraForm(request.POST)
    submission = submit(
        form,
        lambda: save_extra(tournament=request.tournament, author=request.user, **form.cleaned_data),
    )
    if submission.done:
        messages.success(request, _("Extra guardado."))
        return redirect("prices", slug=request.tournament.slug)
    prices_form = PricesForm(initial=prices_initial(request.tournament))
    return _prices_page(request, prices_form, form, submission.status)


@require_POST
@act("close_accounts")
def extra_delete(request: UserRequest, extra: int) -> HttpResponse:
    own_extra = get_object_or_404(Extra, tournament=request.tournament, pk=extra)
    delete_extra(extra=own_extra, author=request.user)
    messages.success(request, _("Extra quitado. Los ya cargados siguen en las cuentas."))
    return redirect("prices", slug=request.tournament.slug)


def _prices_page(
    request: UserRequest, form: PricesForm, extra_form: ExtraForm, status: int
) -> HttpResponse:
    context = {"form": form, "extra_form": extra_form, "extras": request.tournament.extras.all()}
    return render(request, "tournaments/money/prices.html", context, status=status)


# --- The cash book --------------------------------------------------------------------------------
@act("close_accounts")
def cash_book(request: UserRequest) -> HttpResponse:
    """Show every movement and the closing account; a POST records an expense or income."""
    tournament = request.tournament
    form = OutsideForm(posted_data(request))
    submission = submit(
        form,
        lambda: record_outside(tournament=tournament, author=request.user, **form.cleaned_data),
    )
    if submission.done:
        movement = submission.result
        amount = amount_in_words(movement.size, tournament)
        messages.success(request, _("Anotado: %(amount)s.") % {"amount": amount})
        return redirect("cash_book", slug=tournament.slug)
    closing = closing_of(tournament)
    labels = dict(Movement.Kind.choices)
    movements = Paginator(book_of(tournament).reverse(), PAGE_SIZE)
    context = {
        "form": form,
        "closing": closing,
        "received": [(labels[kind], amount) for kind, amount in closing.received.items()],
        "spent": [(labels[kind], amount) for kind, amount in closing.spent.items()],
        "methods": summary_of(tournament, []).methods,
        "cash_below_zero": cash_below_zero(tournament),
        "page": movements.get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/money/cash_book.html", context, status=submission.status)


@require_safe
@never_cache
@act("close_accounts")
def accounts_export(request: UserRequest) -> HttpResponse:
    """Return the book with the totals as a file; `?como=` is csv, xlsx or ods."""
    table, stem = accounts_table(request.tournament), f"{request.tournament.slug}-cuentas"
    return table_response(table, stem, requested_format(request))
