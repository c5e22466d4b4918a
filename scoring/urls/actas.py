"""Writing, correcting and reading actas; the desk."""

from django.urls import URLPattern, path

from scoring.views import actas, corrections, desk, matches, withdrawals

urlpatterns: list[URLPattern] = [
    path("a/<str:code>/", matches.acta_code, name="acta_code"),
    path("t/<slug:slug>/partida/<str:code>/", matches.match, name="match"),
    path("t/<slug:slug>/control/", desk.desk, name="desk"),
    path("t/<slug:slug>/control/llamar/", desk.desk_call, name="desk_call"),
    path("t/<slug:slug>/acta/<str:code>/", actas.acta, name="acta"),
    path("t/<slug:slug>/acta/<str:code>/prueba/", actas.acta_preview, name="acta_preview"),
    path("t/<slug:slug>/acta/<str:code>/corregir/", corrections.acta_correct, name="acta_correct"),
    path("t/<slug:slug>/acta/<str:code>/mesa/", desk.match_table, name="match_table"),
    path(
        "t/<slug:slug>/acta/<str:code>/incomparecencia/",
        actas.match_forfeit,
        name="match_forfeit",
    ),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/retirar/",
        withdrawals.entry_withdraw,
        name="entry_withdraw",
    ),
]
