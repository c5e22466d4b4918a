"""Addresses of the sheets and their letterhead."""

from django.urls import path

from scoring.prints import views

ONE = "t/<slug:slug>"

urlpatterns = [
    path(f"{ONE}/ajustes/hojas/", views.letterhead, name="letterhead"),
    path(f"{ONE}/ajustes/hojas/logo/", views.logo_file, name="logo_file"),
    path(f"{ONE}/ajustes/hojas/logo/poner/", views.logo_add, name="logo_add"),
    path(f"{ONE}/ajustes/hojas/logo/quitar/", views.logo_remove, name="logo_remove"),
    path(f"{ONE}/imprimir/", views.prints_page, name="prints"),
    path(f"{ONE}/imprimir/hoja/", views.print_order, name="print_sheet"),
    path(f"{ONE}/cuentas/recibos/<int:number>/", views.receipt_print, name="receipt_print"),
]
