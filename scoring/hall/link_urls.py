"""The address of the link on a paper acta, apart from all others: printing needs no other."""

from django.urls import URLPattern, path

from scoring.actas.views import table

urlpatterns: list[URLPattern] = [
    path("m/<slug:code>/<slug:secret>/", table.table_open, name="table_open")
]
