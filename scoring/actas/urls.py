"""Addresses of the pages of an acta, for the table, the referee and the desk."""

from django.urls import path

from scoring.actas.views import photos, table, writing

TOURNAMENT = "t/<slug:slug>"
TABLE = f"{TOURNAMENT}/mesa/<slug:code>"
ACTA = f"{TOURNAMENT}/acta/<slug:code>"

urlpatterns = [
    path(f"{TABLE}/", table.table, name="table"),
    path(f"{TABLE}/prueba/", table.table_preview, name="table_preview"),
    path(f"{TABLE}/enviar/", writing.table_send, name="table_send"),
    path(f"{TABLE}/comparar/", writing.table_compare, name="table_compare"),
    path(f"{TABLE}/lado/", table.table_side, name="table_side"),
    path(f"{TABLE}/confirmar/", table.table_sign, name="table_sign"),
    path(f"{TABLE}/borrar/", table.table_take_back, name="table_take_back"),
    path(f"{TABLE}/arbitro/", table.call_from_table, name="table_call"),
    path(f"{TABLE}/discutir/", table.table_dispute, name="table_dispute"),
    path(f"{ACTA}/", writing.acta, name="acta"),
    path(f"{ACTA}/prueba/", writing.acta_preview, name="acta_preview"),
    path(f"{ACTA}/enviar/", writing.acta_send, name="acta_send"),
    path(f"{ACTA}/comparar/", writing.acta_compare, name="acta_compare"),
    path(f"{ACTA}/confirmar/", table.acta_confirm, name="acta_sign"),
    path(f"{ACTA}/decidir/", table.acta_resolve, name="acta_resolve"),
    path(f"{ACTA}/fotos/", photos.photo_add, name="photo_add"),
    path(f"{ACTA}/fotos/lista/", photos.photo_list, name="photo_list"),
    path(f"{ACTA}/fotos/<int:photo>/", photos.photo_file, name="photo_file"),
    path(f"{ACTA}/fotos/<int:photo>/quitar/", photos.photo_remove, name="photo_remove"),
    path(f"{ACTA}/incomparecencia/", writing.match_forfeit, name="match_forfeit"),
]
