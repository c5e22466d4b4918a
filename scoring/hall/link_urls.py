"""The address of the link on a paper acta, in a list apart: printing needs no other address."""

from django.urls import URLPattern, path

from scoring.actas.views import table

urlpatterns: list[URLPattern] = [
    path("m/<slug:code>/<slug:secret>/", table.table_open, name="table_open")
]
