"""Addresses of rounds: drawing, announcing, calendar, line-ups, withdrawals."""

from django.urls import path

from scoring.rounds.views import calendar, ceremony, entries, rounds

TOURNAMENT = "t/<slug:slug>"
DRAFT = f"{TOURNAMENT}/rondas/<int:number>"
ROUND = f"{TOURNAMENT}/ronda/<int:number>"
ENTRY = f"{TOURNAMENT}/inscripciones/<int:number>"
ACTA = f"{TOURNAMENT}/acta/<slug:code>"

urlpatterns = [
    path(f"{TOURNAMENT}/rondas/", rounds.rounds, name="rounds"),
    path(f"{TOURNAMENT}/rondas/sortear/", rounds.round_draw, name="round_draw"),
    path(f"{TOURNAMENT}/rondas/cerrar/", ceremony.list_close, name="list_close"),
    path(f"{TOURNAMENT}/rondas/reabrir/", ceremony.list_reopen, name="list_reopen"),
    path(f"{TOURNAMENT}/rondas/palabra/", ceremony.list_draw, name="list_draw"),
    path(f"{TOURNAMENT}/rondas/tarde/", rounds.late_entry_seat, name="late_entry"),
    path(f"{DRAFT}/", rounds.round_draft, name="round_draft"),
    path(f"{DRAFT}/publicar/", rounds.round_publish, name="round_publish"),
    path(f"{DRAFT}/anunciar/", rounds.round_announce, name="round_announce"),
    path(f"{DRAFT}/ocultar/", rounds.round_hide, name="round_hide"),
    path(f"{DRAFT}/cambiar/", rounds.round_swap, name="round_swap"),
    path(f"{DRAFT}/a-mano/", rounds.round_by_hand, name="round_by_hand"),
    path(f"{DRAFT}/resortear/", rounds.round_redraw, name="round_redraw"),
    path(f"{DRAFT}/descartar/", rounds.round_discard, name="round_discard"),
    path(f"{DRAFT}/ceremonia/", ceremony.ceremony, name="ceremony"),
    path(f"{DRAFT}/ceremonia/pantalla/", ceremony.ceremony_wall, name="ceremony_wall"),
    path(f"{DRAFT}/ceremonia/empezar/", ceremony.ceremony_start, name="ceremony_start"),
    path(f"{DRAFT}/ceremonia/bola/", ceremony.ceremony_ball, name="ceremony_ball"),
    path(f"{ROUND}/", rounds.round, name="round"),
    path(f"{ROUND}/alineacion/<int:entry>/", entries.line_up_page, name="line_up"),
    path(f"{ROUND}/comprobar/", rounds.round_check, name="round_check"),
    path(f"{ROUND}/ceremonia/", ceremony.ceremony_public, name="ceremony_public"),
    path(f"{TOURNAMENT}/calendario/", calendar.calendar_page_view, name="calendar"),
    path(f"{TOURNAMENT}/calendario/cada/", calendar.calendar_every, name="calendar_every"),
    path(f"{TOURNAMENT}/calendario/fechas/", calendar.calendar_dates, name="calendar_dates"),
    path(f"{TOURNAMENT}/calendario/mover/", calendar.calendar_move, name="calendar_move"),
    path(f"{TOURNAMENT}/calendario/descansos/", calendar.calendar_rests, name="calendar_rests"),
    path(f"{TOURNAMENT}/calendario/sedes/", calendar.calendar_venues, name="calendar_venues"),
    path(f"{TOURNAMENT}/sorteo/", ceremony.commitments, name="commitments"),
    path(f"{TOURNAMENT}/sorteo/lista.txt", ceremony.list_file, name="list_file"),
    path(f"{ACTA}/juegan/", entries.match_names, name="match_names"),
    path(f"{ACTA}/aplazar/", calendar.match_postpone, name="match_postpone"),
    path(f"{ACTA}/reanudar/", calendar.match_resume, name="match_resume"),
    path(f"{ACTA}/recuperar/", entries.catch_up_page, name="catch_up"),
    path(f"{ACTA}/recuperar/anular/", entries.catch_up_undo, name="catch_up_undo"),
    path(f"{ENTRY}/retirar/", entries.entry_withdraw, name="entry_withdraw"),
    path(f"{ENTRY}/volver/", entries.entry_reinstate, name="entry_reinstate"),
    path(f"{TOURNAMENT}/inscripciones/reenganches/", entries.reentries, name="reentries"),
    path(f"{ENTRY}/reenganche/", entries.entry_reenter, name="entry_reenter"),
    path(f"{ENTRY}/reenganche/anular/", entries.entry_reenter_undo, name="entry_reenter_undo"),
]
