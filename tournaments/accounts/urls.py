"""Addresses of the user's own account and of the site's accounts."""

from django.urls import path

from tournaments.accounts.views import accounts

ACCOUNT = "cuentas/<int:account>"

urlpatterns = [
    path("mi-cuenta/", accounts.my_account, name="my_account"),
    path("mi-cuenta/tokens/", accounts.my_tokens, name="my_tokens"),
    path("mi-cuenta/tokens/<int:token>/retirar/", accounts.token_revoke, name="token_revoke"),
    path("cuentas/", accounts.accounts, name="accounts"),
    path("cuentas/nueva/", accounts.account_new, name="account_new"),
    path(f"{ACCOUNT}/", accounts.account_page, name="account"),
    path(f"{ACCOUNT}/enlace/", accounts.account_link, name="account_link"),
    path(f"{ACCOUNT}/admitir/", accounts.account_let_in, name="account_let_in"),
    path(f"{ACCOUNT}/rechazar/", accounts.account_turn_away, name="account_turn_away"),
    path(f"{ACCOUNT}/cerrar/", accounts.account_shut, name="account_shut"),
    path(f"{ACCOUNT}/abrir/", accounts.account_open, name="account_open"),
    path(f"{ACCOUNT}/un-paso/", accounts.account_one_step, name="account_one_step"),
]
