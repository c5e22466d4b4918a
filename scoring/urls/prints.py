"""Printing."""

from django.urls import path

from scoring.views.hall import prints

urlpatterns = [
    path("t/<slug:slug>/imprimir/", prints.prints_page, name="prints"),
    path("t/<slug:slug>/imprimir/hoja/", prints.print_sheet, name="print_sheet"),
]
