"""Writing, correcting and reading actas; the desk."""

from django.urls import URLPattern, path

from scoring.views import (
    actas,
    catch_ups,
    corrections,
    desk,
    disputes,
    line_ups,
    links,
    matches,
    mends,
    penalties,
    photos,
    reentries,
    table,
    withdrawals,
)

urlpatterns: list[URLPattern] = [
    path("a/<slug:code>/", matches.acta_code, name="acta_code"),
    path("m/<slug:code>/<slug:secret>/", table.table_open, name="table_open"),
    path("t/<slug:slug>/mesa/<slug:code>/", table.table, name="table"),
    path("t/<slug:slug>/mesa/<slug:code>/prueba/", table.table_preview, name="table_preview"),
    path("t/<slug:slug>/mesa/<slug:code>/lado/", table.table_side, name="table_side"),
    path("t/<slug:slug>/mesa/<slug:code>/confirmar/", table.table_sign, name="table_sign"),
    path("t/<slug:slug>/mesa/<slug:code>/borrar/", table.table_take_back, name="table_take_back"),
    path("t/<slug:slug>/mesa/<slug:code>/discutir/", table.table_dispute, name="table_dispute"),
    path("t/<slug:slug>/partida/<slug:code>/", matches.match, name="match"),
    path("t/<slug:slug>/control/", desk.desk, name="desk"),
    path("t/<slug:slug>/control/llamar/", desk.desk_call, name="desk_call"),
    path("t/<slug:slug>/acta/<slug:code>/", actas.acta, name="acta"),
    path("t/<slug:slug>/acta/<slug:code>/prueba/", actas.acta_preview, name="acta_preview"),
    path("t/<slug:slug>/acta/<slug:code>/corregir/", corrections.acta_correct, name="acta_correct"),
    path("t/<slug:slug>/acta/<slug:code>/confirmar/", disputes.acta_sign, name="acta_sign"),
    path("t/<slug:slug>/acta/<slug:code>/decidir/", disputes.acta_resolve, name="acta_resolve"),
    path("t/<slug:slug>/acta/<slug:code>/lados/", mends.acta_swap, name="acta_swap"),
    path("t/<slug:slug>/acta/<slug:code>/pasar/", mends.acta_move, name="acta_move"),
    path("t/<slug:slug>/acta/<slug:code>/fotos/", photos.photo_add, name="photo_add"),
    path("t/<slug:slug>/acta/<slug:code>/fotos/<int:photo>/", photos.photo_file, name="photo_file"),
    path(
        "t/<slug:slug>/acta/<slug:code>/fotos/<int:photo>/quitar/",
        photos.photo_remove,
        name="photo_remove",
    ),
    path("t/<slug:slug>/acta/<slug:code>/enlace/", links.match_link, name="match_link"),
    path(
        "t/<slug:slug>/acta/<slug:code>/enlace/anular/",
        links.match_link_revoke,
        name="match_link_revoke",
    ),
    path(
        "t/<slug:slug>/ronda/<int:number>/enlaces/anular/",
        links.round_links_revoke,
        name="round_links_revoke",
    ),
    path("t/<slug:slug>/acta/<slug:code>/juegan/", line_ups.match_names, name="match_names"),
    path("t/<slug:slug>/acta/<slug:code>/mesa/", desk.match_table, name="match_table"),
    path(
        "t/<slug:slug>/acta/<slug:code>/incomparecencia/",
        actas.match_forfeit,
        name="match_forfeit",
    ),
    path("t/<slug:slug>/acta/<slug:code>/recuperar/", catch_ups.catch_up, name="catch_up"),
    path(
        "t/<slug:slug>/acta/<slug:code>/recuperar/anular/",
        catch_ups.catch_up_undo,
        name="catch_up_undo",
    ),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/retirar/",
        withdrawals.entry_withdraw,
        name="entry_withdraw",
    ),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/sanciones/",
        penalties.penalties,
        name="penalties",
    ),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/sanciones/<int:penalty>/levantar/",
        penalties.penalty_lift,
        name="penalty_lift",
    ),
    path("t/<slug:slug>/inscripciones/reenganches/", reentries.reentries, name="reentries"),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/reenganche/",
        reentries.entry_reenter,
        name="entry_reenter",
    ),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/reenganche/anular/",
        reentries.entry_reenter_undo,
        name="entry_reenter_undo",
    ),
]
