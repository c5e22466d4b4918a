"""URLs of actas and of the desk."""

from django.urls import URLPattern, path

from scoring.actas.views import corrections, photos, table, writing
from scoring.actas.views import corrections as changing
from scoring.actas.views import corrections as fixes
from scoring.actas.views import table as disputes
from scoring.actas.views import writing as sending
from scoring.hall import urls as tables
from scoring.hall.views import desk, line
from scoring.hall.views import desk as links
from scoring.public.views import matches
from scoring.refereeing.views import acts, rulings
from scoring.refereeing.views import acts as matters
from scoring.rounds.views import calendar as postponing
from scoring.rounds.views import entries as catch_ups
from scoring.rounds.views import entries as line_ups
from scoring.rounds.views import entries as withdrawals

ONE = "t/<slug:slug>"
TABLE = f"{ONE}/mesa/<slug:code>"
ACTA = f"{ONE}/acta/<slug:code>"
ENTRY = f"{ONE}/inscripciones/<int:number>"

urlpatterns: list[URLPattern] = [
    path("a/<slug:code>/", matches.acta_code, name="acta_code"),
    *tables.urlpatterns,
    path(f"{TABLE}/", table.table, name="table"),
    path(f"{TABLE}/prueba/", table.table_preview, name="table_preview"),
    path(f"{TABLE}/enviar/", sending.table_send, name="table_send"),
    path(f"{TABLE}/comparar/", sending.table_compare, name="table_compare"),
    path(f"{TABLE}/lado/", table.table_side, name="table_side"),
    path(f"{TABLE}/confirmar/", table.table_sign, name="table_sign"),
    path(f"{TABLE}/borrar/", table.table_take_back, name="table_take_back"),
    path(f"{TABLE}/arbitro/", table.table_call, name="table_call"),
    path(f"{TABLE}/discutir/", table.table_dispute, name="table_dispute"),
    path(f"{ONE}/partida/<slug:code>/", matches.match, name="match"),
    path(f"{ONE}/mis-mesas/", matters.my_tables_page, name="my_tables"),
    path(f"{ONE}/control/", desk.desk, name="desk"),
    path(f"{ONE}/control/linea/", line.desk_line, name="desk_line"),
    path(f"{ONE}/control/deshacer/", line.desk_undo, name="desk_undo"),
    path(f"{ONE}/control/llamar/", desk.desk_call, name="desk_call"),
    path(f"{ONE}/control/mesas/<int:table>/", desk.table_service, name="table_service"),
    path(f"{ACTA}/", writing.acta, name="acta"),
    path(f"{ACTA}/prueba/", writing.acta_preview, name="acta_preview"),
    path(f"{ACTA}/enviar/", sending.acta_send, name="acta_send"),
    path(f"{ACTA}/comparar/", sending.acta_compare, name="acta_compare"),
    path(f"{ACTA}/corregir/", corrections.acta_correct, name="acta_correct"),
    path(f"{ACTA}/confirmar/", disputes.acta_sign, name="acta_sign"),
    path(f"{ACTA}/decidir/", disputes.acta_resolve, name="acta_resolve"),
    path(f"{ACTA}/lados/", fixes.acta_swap, name="acta_swap"),
    path(f"{ACTA}/pasar/", fixes.acta_move, name="acta_move"),
    path(f"{ACTA}/sorteado/", changing.acta_drawn, name="acta_drawn"),
    path(f"{ACTA}/fotos/", photos.photo_add, name="photo_add"),
    path(f"{ACTA}/fotos/lista/", photos.photo_list, name="photo_list"),
    path(f"{ACTA}/fotos/<int:photo>/", photos.photo_file, name="photo_file"),
    path(f"{ACTA}/fotos/<int:photo>/quitar/", photos.photo_remove, name="photo_remove"),
    path(f"{ACTA}/enlace/", links.match_link, name="match_link"),
    path(f"{ACTA}/enlace/anular/", links.match_link_revoke, name="match_link_revoke"),
    path(
        f"{ONE}/ronda/<int:number>/enlaces/anular/",
        links.round_links_revoke,
        name="round_links_revoke",
    ),
    path(f"{ACTA}/juegan/", line_ups.match_names, name="match_names"),
    path(f"{ACTA}/mesa/", desk.match_table, name="match_table"),
    path(f"{ACTA}/aplazar/", postponing.match_postpone, name="match_postpone"),
    path(f"{ACTA}/reanudar/", postponing.match_resume, name="match_resume"),
    path(f"{ACTA}/incomparecencia/", writing.match_forfeit, name="match_forfeit"),
    path(f"{ACTA}/recuperar/", catch_ups.catch_up, name="catch_up"),
    path(f"{ACTA}/recuperar/anular/", catch_ups.catch_up_undo, name="catch_up_undo"),
    path(f"{ENTRY}/retirar/", withdrawals.entry_withdraw, name="entry_withdraw"),
    path(f"{ENTRY}/volver/", withdrawals.entry_reinstate, name="entry_reinstate"),
    path(f"{ENTRY}/sanciones/", rulings.rulings, name="rulings"),
    path(f"{ENTRY}/sanciones/<int:ruling>/levantar/", rulings.ruling_lift, name="ruling_lift"),
    path(f"{ACTA}/falta/", rulings.match_fault, name="match_fault"),
    path(f"{ACTA}/arbitro/", acts.referee_call, name="referee_call"),
    path(f"{ACTA}/tiempo/", acts.match_time, name="match_time"),
    path(f"{ACTA}/repetir/", acts.match_replay, name="match_replay"),
    path(f"{ONE}/arbitraje/", acts.refereeing, name="refereeing"),
    path(f"{ONE}/arbitraje/asuntos/", matters.matters, name="matters"),
    path(f"{ONE}/arbitraje/cuantos/", matters.matters_count, name="matters_count"),
    path(f"{ONE}/arbitraje/vistos/", matters.handovers_review, name="handovers_review"),
    path(f"{ONE}/arbitraje/llamadas/<int:call>/", acts.referee_answer, name="referee_answer"),
    path(f"{ONE}/inscripciones/reenganches/", withdrawals.reentries, name="reentries"),
    path(f"{ENTRY}/reenganche/", withdrawals.entry_reenter, name="entry_reenter"),
    path(f"{ENTRY}/reenganche/anular/", withdrawals.entry_reenter_undo, name="entry_reenter_undo"),
]
