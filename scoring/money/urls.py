"""Addresses of the purse and the prizes."""

from django.urls import path

from scoring.money import views

PRIZES = "t/<slug:slug>/cuentas/premios"

urlpatterns = [
    path(f"{PRIZES}/", views.prizes, name="money_prizes"),
    path(f"{PRIZES}/bolsa/", views.purse, name="money_purse"),
    path(f"{PRIZES}/nuevo/", views.prize_add, name="prize_add"),
    path(f"{PRIZES}/entregar/", views.prize_pay, name="prize_pay"),
    path(f"{PRIZES}/<int:prize>/quitar/", views.prize_delete, name="prize_delete"),
]
