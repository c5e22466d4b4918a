"""Views of the user's own account and, for superusers, of all accounts."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.forms import AccountForm, ShownNameForm, TokenForm
from tournaments.accounts.second_factor import has_second_factor
from tournaments.accounts.selectors import accounts_matching, tokens_of, waiting_sign_ups
from tournaments.accounts.services.accounts import (
    approve_sign_up,
    create_account,
    open_account,
    password_link,
    reject_sign_up,
    remove_second_factor,
    set_display_name,
    shut_account,
)
from tournaments.accounts.services.tokens import make_token, revoke_token
from tournaments.models import ApiToken, SignUp
from tournaments.names.text import clean_text
from tournaments.permissions import act
from tournaments.refusal import refusal_from
from tournaments.site.forms import REFUSALS
from tournaments.site.public_address import base_url
from tournaments.site.requests import UserRequest
from tournaments.site.views.submit import posted_data, submit


@act("own_account")
@never_cache
def my_account(request: UserRequest) -> HttpResponse:
    """Show the account, with links to its other pages; a POST changes the display name."""
    initial = {"shown_name": request.user.get_full_name()}
    form = ShownNameForm(posted_data(request), initial=initial)
    submission = submit(
        form, lambda: set_display_name(user=request.user, name=form.cleaned_data["shown_name"])
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("my_account")
    context = {
        "form": form,
        "two_steps": has_second_factor(request.user),
        "tokens": len(tokens_of(request.user)),
    }
    return render(
        request, "tournaments/accounts/my_account.html", context, status=submission.status
    )


@act("own_account")
@never_cache
def my_tokens(request: UserRequest) -> HttpResponse:
    """List the tokens; a POST makes a token, and only its answer shows the secret."""
    form = TokenForm(posted_data(request), user=request.user)
    new_token = None
    secret = ""
    submission = submit(form, lambda: make_token(user=request.user, **form.cleaned_data))
    if submission.done:
        new_token, secret = submission.result
        form = TokenForm(user=request.user)
    context = {
        "form": form,
        "tokens": tokens_of(request.user),
        "new_token": new_token,
        "secret": secret,
    }
    return render(request, "tournaments/accounts/my_tokens.html", context, status=submission.status)


@act("own_account")
@require_POST
def token_revoke(request: HttpRequest, token: int) -> HttpResponse:
    revoke_token(token=get_object_or_404(ApiToken, pk=token, user=request.user))
    messages.success(request, _("Token retirado: el programa que lo use ya no entra."))
    return redirect("my_tokens")


# --- All accounts ---------------------------------------------------------------------------------
PAGE_SIZE = 50


@act("manage_accounts")
@never_cache
def accounts(request: HttpRequest) -> HttpResponse:
    """List the pending sign-ups and the accounts."""
    words = clean_text(request.GET.get("q", ""), "q", 80, any_start=True)
    context = {
        "words": words,
        "waiting_accounts": waiting_sign_ups(),
        "page": Paginator(accounts_matching(words), PAGE_SIZE).get_page(request.GET.get("page")),
        "sign_up": settings.TAPETE_SIGNUP,
    }
    return render(request, "tournaments/accounts/accounts.html", context)


@act("manage_accounts")
@never_cache
def account_new(request: UserRequest) -> HttpResponse:
    """Create an account; the answer has the link with which its owner sets a password."""
    form = AccountForm(posted_data(request))
    submission = submit(form, lambda: create_account(author=request.user, **form.cleaned_data))
    if submission.done:
        return _password_link_page(request, submission.result)
    return render(
        request, "tournaments/accounts/account_new.html", {"form": form}, status=submission.status
    )


@act("manage_accounts")
@never_cache
def account_page(request: HttpRequest, account: int) -> HttpResponse:
    """Show an account and its actions."""
    user = get_object_or_404(User, pk=account)
    context = {
        "account": user,
        "waits": SignUp.objects.filter(user=user).exists(),
        "two_steps": has_second_factor(user),
    }
    return render(request, "tournaments/accounts/account.html", context)


@require_POST
@act("manage_accounts")
@never_cache
def account_link(request: UserRequest, account: int) -> HttpResponse:
    """Show the link that sets a password; only this answer has the link."""
    return _password_link_page(request, get_object_or_404(User, pk=account, is_active=True))


@require_POST
@act("manage_accounts")
def account_let_in(request: HttpRequest, account: int) -> HttpResponse:
    message = _("Cuenta admitida: ya puede entrar.")
    return _act_on_account(request, approve_sign_up, message, sign_up=_waiting_sign_up(account))


@require_POST
@act("manage_accounts")
def account_turn_away(request: HttpRequest, account: int) -> HttpResponse:
    message = _("Petición rechazada: la cuenta se ha borrado.")
    return _act_on_account(request, reject_sign_up, message, sign_up=_waiting_sign_up(account))


@require_POST
@act("manage_accounts")
def account_shut(request: HttpRequest, account: int) -> HttpResponse:
    message = _("Cuenta cerrada: ya no puede entrar ni seguir dentro.")
    return _act_on_account(request, shut_account, message, user=get_object_or_404(User, pk=account))


@require_POST
@act("manage_accounts")
def account_open(request: HttpRequest, account: int) -> HttpResponse:
    message = _("Cuenta abierta.")
    return _act_on_account(request, open_account, message, user=get_object_or_404(User, pk=account))


@require_POST
@act("manage_accounts")
def account_one_step(request: HttpRequest, account: int) -> HttpResponse:
    message = _("Ahora entra solo con la contraseña.")
    return _act_on_account(
        request, remove_second_factor, message, user=get_object_or_404(User, pk=account)
    )


def _waiting_sign_up(account: int) -> SignUp:
    return get_object_or_404(SignUp.objects.select_related("user"), user=account)


def _act_on_account(
    request: HttpRequest, service: Callable[..., None], message: str, **target: Any
) -> HttpResponse:
    try:
        service(author=request.user, **target)
    except REFUSALS as error:
        messages.error(request, str(refusal_from(error)))
    else:
        messages.success(request, message)
    return redirect("accounts")


def _password_link_page(request: UserRequest, user: User) -> HttpResponse:
    link = base_url(request) + password_link(user=user, author=request.user)
    context = {"account": user, "link": link}
    return render(request, "tournaments/accounts/account_link.html", context)
