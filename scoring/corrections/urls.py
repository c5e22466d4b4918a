"""Addresses of the pages that correct a result."""

from django.urls import path

from scoring.corrections import views

ACTA = "t/<slug:slug>/acta/<slug:code>"

urlpatterns = [
    path(f"{ACTA}/corregir/", views.acta_correct, name="acta_correct"),
    path(f"{ACTA}/lados/", views.acta_swap, name="acta_swap"),
    path(f"{ACTA}/pasar/", views.acta_move, name="acta_move"),
    path(f"{ACTA}/sorteado/", views.acta_drawn, name="acta_drawn"),
]
