"""Writing, correcting and reading actas; the desk."""

from django.urls import URLPattern, path

from scoring.views.actas import corrections, disputes, fixes, photos, sending, table, writing
from scoring.views.hall import desk, links
from scoring.views.public import matches
from scoring.views.refereeing import acts, matters, rulings
from scoring.views.rounds import catch_ups, line_ups, withdrawals

urlpatterns: list[URLPattern] = [
    path("a/<slug:code>/", matches.acta_code, name="acta_code"),
    path("m/<slug:code>/<slug:secret>/", table.table_open, name="table_open"),
    path("t/<slug:slug>/mesa/<slug:code>/", table.table, name="table"),
    path("t/<slug:slug>/mesa/<slug:code>/prueba/", table.table_preview, name="table_preview"),
    path("t/<slug:slug>/mesa/<slug:code>/enviar/", sending.table_send, name="table_send"),
    path("t/<slug:slug>/mesa/<slug:code>/comparar/", sending.table_compare, name="table_compare"),
    path("t/<slug:slug>/mesa/<slug:code>/lado/", table.table_side, name="table_side"),
    path("t/<slug:slug>/mesa/<slug:code>/confirmar/", table.table_sign, name="table_sign"),
    path("t/<slug:slug>/mesa/<slug:code>/borrar/", table.table_take_back, name="table_take_back"),
    path("t/<slug:slug>/mesa/<slug:code>/arbitro/", table.table_call, name="table_call"),
    path("t/<slug:slug>/mesa/<slug:code>/discutir/", table.table_dispute, name="table_dispute"),
    path("t/<slug:slug>/partida/<slug:code>/", matches.match, name="match"),
    path("t/<slug:slug>/mis-mesas/", matters.my_tables_page, name="my_tables"),
    path("t/<slug:slug>/control/", desk.desk, name="desk"),
    path("t/<slug:slug>/control/llamar/", desk.desk_call, name="desk_call"),
    path("t/<slug:slug>/acta/<slug:code>/", writing.acta, name="acta"),
    path("t/<slug:slug>/acta/<slug:code>/prueba/", writing.acta_preview, name="acta_preview"),
    path("t/<slug:slug>/acta/<slug:code>/enviar/", sending.acta_send, name="acta_send"),
    path("t/<slug:slug>/acta/<slug:code>/comparar/", sending.acta_compare, name="acta_compare"),
    path("t/<slug:slug>/acta/<slug:code>/corregir/", corrections.acta_correct, name="acta_correct"),
    path("t/<slug:slug>/acta/<slug:code>/confirmar/", disputes.acta_sign, name="acta_sign"),
    path("t/<slug:slug>/acta/<slug:code>/decidir/", disputes.acta_resolve, name="acta_resolve"),
    path("t/<slug:slug>/acta/<slug:code>/lados/", fixes.acta_swap, name="acta_swap"),
    path("t/<slug:slug>/acta/<slug:code>/pasar/", fixes.acta_move, name="acta_move"),
    path("t/<slug:slug>/acta/<slug:code>/fotos/", photos.photo_add, name="photo_add"),
    path("t/<slug:slug>/acta/<slug:code>/fotos/lista/", photos.photo_list, name="photo_list"),
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
        writing.match_forfeit,
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
    path("t/<slug:slug>/inscripciones/<int:number>/sanciones/", rulings.rulings, name="rulings"),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/sanciones/<int:ruling>/levantar/",
        rulings.ruling_lift,
        name="ruling_lift",
    ),
    path("t/<slug:slug>/acta/<slug:code>/falta/", rulings.match_fault, name="match_fault"),
    path("t/<slug:slug>/acta/<slug:code>/arbitro/", acts.referee_call, name="referee_call"),
    path("t/<slug:slug>/acta/<slug:code>/tiempo/", acts.match_time, name="match_time"),
    path("t/<slug:slug>/acta/<slug:code>/repetir/", acts.match_replay, name="match_replay"),
    path("t/<slug:slug>/arbitraje/", acts.refereeing, name="refereeing"),
    path("t/<slug:slug>/arbitraje/asuntos/", matters.matters, name="matters"),
    path("t/<slug:slug>/arbitraje/cuantos/", matters.matters_count, name="matters_count"),
    path("t/<slug:slug>/arbitraje/vistos/", matters.handovers_review, name="handovers_review"),
    path(
        "t/<slug:slug>/arbitraje/llamadas/<int:call>/", acts.referee_answer, name="referee_answer"
    ),
    path("t/<slug:slug>/inscripciones/reenganches/", withdrawals.reentries, name="reentries"),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/reenganche/",
        withdrawals.entry_reenter,
        name="entry_reenter",
    ),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/reenganche/anular/",
        withdrawals.entry_reenter_undo,
        name="entry_reenter_undo",
    ),
]
