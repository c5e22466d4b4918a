"""Addresses of the sheets and their letterhead."""

from django.urls import path

from scoring.prints import views

TOURNAMENT = "t/<slug:slug>"

urlpatterns = [
    path(f"{TOURNAMENT}/ajustes/hojas/", views.letterhead, name="letterhead"),
    path(f"{TOURNAMENT}/ajustes/hojas/logo/", views.logo_file, name="logo_file"),
    path(f"{TOURNAMENT}/ajustes/hojas/logo/poner/", views.logo_add, name="logo_add"),
    path(f"{TOURNAMENT}/ajustes/hojas/logo/quitar/", views.logo_remove, name="logo_remove"),
    path(f"{TOURNAMENT}/imprimir/", views.prints_page, name="prints"),
    path(f"{TOURNAMENT}/imprimir/hoja/", views.print_order, name="print_sheet"),
    path(f"{TOURNAMENT}/cuentas/recibos/<int:number>/", views.receipt_print, name="receipt_print"),
]
