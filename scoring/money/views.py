"""The page of the purse and the prizes, with their winners by the current standings."""

from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.money.selectors import purse_now
from scoring.money.services import pay_prize
from tournaments.models import Movement, Prize
from tournaments.money.forms import PayPrizeForm, PrizeForm, PurseForm, purse_initial
from tournaments.money.selectors import cash_below_zero
from tournaments.money.services.prices import add_prize, delete_prize, set_purse
from tournaments.permissions import act
from tournaments.site.requests import UserRequest
from tournaments.site.views.submit import show_outcome, submit


@require_safe
@act("close_accounts")
def prizes(request: UserRequest) -> HttpResponse:
    return _page(request)


@require_POST
@act("close_accounts")
def purse(request: UserRequest) -> HttpResponse:
    form = PurseForm(request.POST)
    submission = submit(
        form,
        lambda: set_purse(tournament=request.tournament, author=request.user, **form.changes()),
    )
    if not submission.done:
        return _page(request, submission.status, purse_form=form)
    messages.success(request, _("Bolsa guardada."))
    return redirect("money_prizes", slug=request.tournament.slug)


@require_POST
@act("close_accounts")
def prize_add(request: UserRequest) -> HttpResponse:
    form = PrizeForm(request.POST)
    submission = submit(
        form,
        lambda: add_prize(tournament=request.tournament, author=request.user, **form.cleaned_data),
    )
    if not submission.done:
        return _page(request, submission.status, form=form)
    messages.success(request, _("Premio añadido."))
    return redirect("money_prizes", slug=request.tournament.slug)


@require_POST
@act("close_accounts")
def prize_delete(request: UserRequest, prize: int) -> HttpResponse:
    with show_outcome(request, _("Premio quitado.")):
        delete_prize(
            prize=get_object_or_404(Prize, tournament=request.tournament, pk=prize),
            author=request.user,
        )
    return redirect("money_prizes", slug=request.tournament.slug)


@require_POST
@act("close_accounts")
def prize_pay(request: UserRequest) -> HttpResponse:
    form, tournament = PayPrizeForm(request.POST), request.tournament
    if form.is_valid():
        values = form.cleaned_data
        with show_outcome(request, _("Premio entregado.")):
            pay_prize(
                tournament=tournament,
                author=request.user,
                prize=get_object_or_404(Prize, tournament=tournament, pk=values["prize"]),
                entry=get_object_or_404(tournament.entries, number=values["entry"]),
                method=values["method"],
                uid=values["uid"],
            )
    else:
        messages.error(request, _("Elija un premio de la lista."))
    return redirect("money_prizes", slug=tournament.slug)


def _page(request: UserRequest, status: int = 200, **bound: forms.Form) -> HttpResponse:
    purse = purse_now(request.tournament)
    context = {
        "purse": purse,
        "rows": purse.rows,
        "awards": [(award, uuid4()) for award in purse.awards],
        "methods": Movement.Method.choices,
        "cash_below_zero": cash_below_zero(request.tournament),
        "form": PrizeForm(),
        "purse_form": PurseForm(initial=purse_initial(request.tournament)),
        **bound,
    }
    return render(request, "scoring/money/prizes.html", context, status=status)
