"""Addresses of the accounts."""

from django.urls import path

from tournaments.money import views

ACCOUNTS = "t/<slug:slug>/cuentas"
ACCOUNT = f"{ACCOUNTS}/<int:number>"

urlpatterns = [
    path(f"{ACCOUNTS}/", views.accounts, name="accounts_of_entries"),
    path(f"{ACCOUNTS}/precios/", views.prices, name="prices"),
    path(f"{ACCOUNTS}/precios/extras/", views.extra_save, name="extra_save"),
    path(f"{ACCOUNTS}/precios/extras/<int:extra>/quitar/", views.extra_delete, name="extra_delete"),
    path(f"{ACCOUNTS}/caja/", views.cash_book, name="cash_book"),
    path(f"{ACCOUNTS}/caja/descargar/", views.accounts_export, name="accounts_export"),
    path(
        f"{ACCOUNTS}/apuntes/<int:movement>/anular/",
        views.movement_reverse,
        name="movement_reverse",
    ),
    path(f"{ACCOUNTS}/cargos/<int:charge>/anular/", views.charge_reverse, name="charge_reverse"),
    path(f"{ACCOUNT}/", views.account, name="account_of_entry"),
    path(f"{ACCOUNT}/cobrar/", views.account_pay, name="account_pay"),
    path(f"{ACCOUNT}/devolver/", views.account_refund, name="account_refund"),
    path(f"{ACCOUNT}/extra/", views.account_extra, name="account_extra"),
    path(f"{ACCOUNT}/descuento/", views.account_discount, name="account_discount"),
    path(f"{ACCOUNT}/fianza/", views.account_deposit, name="account_deposit"),
    path(f"{ACCOUNT}/categorias/", views.account_categories, name="account_categories"),
]
