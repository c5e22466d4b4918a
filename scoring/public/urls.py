"""Addresses of what anybody may see, the rounds, the sheets, the forecast and people's data."""

from django.urls import path

from scoring.forecast import views as day
from scoring.hall.views import screens as hall_screens
from scoring.people_data import views as my_account
from scoring.people_data import views as people
from scoring.prints import views as letterhead
from scoring.prints import views as prints
from scoring.public.views import matches as competitors
from scoring.public.views import pages, screens
from scoring.public.views import pages as sharing
from scoring.refereeing.views import acts
from scoring.rounds.views import calendar, ceremony, rounds
from scoring.rounds.views import ceremony as commitments
from scoring.rounds.views import entries as line_ups
from scoring.rounds.views import rounds as announcing
from scoring.stages import views as planning

ONE = "t/<slug:slug>"
DRAFT = f"{ONE}/rondas/<int:number>"
ROUND = f"{ONE}/ronda/<int:number>"
STAGE = f"{ONE}/fases/<int:number>"
ENTRY = f"{ONE}/inscripciones/<int:number>"

urlpatterns = [
    path(f"{ONE}/ajustes/hojas/", letterhead.letterhead, name="letterhead"),
    path(f"{ONE}/ajustes/hojas/logo/", letterhead.logo_file, name="logo_file"),
    path(f"{ONE}/ajustes/hojas/logo/poner/", letterhead.logo_add, name="logo_add"),
    path(f"{ONE}/ajustes/hojas/logo/quitar/", letterhead.logo_remove, name="logo_remove"),
    path(f"{ONE}/", pages.tournament, name="tournament"),
    path(f"{ONE}/mesa/", competitors.where, name="where"),
    path(f"{ONE}/pantalla/", screens.screen, name="screen"),
    path(f"{ONE}/pantalla/<int:screen>/", screens.screen, name="screen_numbered"),
    path(f"{ONE}/reloj/", screens.clock, name="hall_clock"),
    path(f"{ONE}/pantallas/", hall_screens.screens, name="screens"),
    path(f"{ONE}/pantallas/<int:screen>/", hall_screens.screen_edit, name="screen_edit"),
    path(f"{ONE}/pantallas/<int:screen>/quitar/", hall_screens.screen_remove, name="screen_remove"),
    path(f"{ONE}/pantallas/<int:screen>/ahora/", hall_screens.screen_now, name="screen_now"),
    path(f"{ONE}/reloj/empezar/", hall_screens.clock_start, name="clock_start"),
    path(f"{ONE}/reloj/parar/", hall_screens.clock_stop, name="clock_stop"),
    path(f"{ONE}/reloj/seguir/", hall_screens.clock_resume, name="clock_resume"),
    path(f"{ONE}/reloj/minutos/", hall_screens.clock_minutes, name="clock_minutes"),
    path(f"{ONE}/emparejamientos/", pages.pairings, name="pairings"),
    path(f"{ONE}/cuadro/", pages.bracket, name="bracket"),
    path(f"{ONE}/clasificacion/", pages.standings, name="standings"),
    path(f"{ONE}/clasificacion/torneo/", pages.whole_event, name="whole_event"),
    path(f"{ONE}/inscripcion/<int:number>/", competitors.entry, name="entry"),
    path(f"{ONE}/dibujos/", pages.day_pictures, name="day_pictures"),
    path(f"{ONE}/compartir/", sharing.share, name="share"),
    path(f"{ONE}/imagen.png", sharing.picture, name="share_picture"),
    path(f"{ONE}/calendario.ics", sharing.calendar_download, name="calendar_download"),
    path(f"{ONE}/rondas/", rounds.rounds, name="rounds"),
    path(f"{ONE}/rondas/sortear/", rounds.round_draw, name="round_draw"),
    path(f"{ONE}/rondas/cerrar/", commitments.list_close, name="list_close"),
    path(f"{ONE}/rondas/reabrir/", commitments.list_reopen, name="list_reopen"),
    path(f"{ONE}/rondas/palabra/", commitments.list_draw, name="list_draw"),
    path(f"{ONE}/rondas/tarde/", rounds.late_entry, name="late_entry"),
    path(f"{ONE}/rondas/cuantas/", planning.rounds_change, name="rounds_change"),
    path(f"{ONE}/rondas/ultima-llamada/", acts.bell_ring, name="bell_ring"),
    path(f"{ONE}/rondas/reabrir-llamadas/", acts.bell_unring, name="bell_unring"),
    path(f"{DRAFT}/", rounds.round_draft, name="round_draft"),
    path(f"{DRAFT}/publicar/", rounds.round_publish, name="round_publish"),
    path(f"{DRAFT}/anunciar/", announcing.round_announce, name="round_announce"),
    path(f"{DRAFT}/ocultar/", announcing.round_hide, name="round_hide"),
    path(f"{DRAFT}/cambiar/", rounds.round_swap, name="round_swap"),
    path(f"{DRAFT}/a-mano/", rounds.round_by_hand, name="round_by_hand"),
    path(f"{DRAFT}/resortear/", rounds.round_redraw, name="round_redraw"),
    path(f"{DRAFT}/descartar/", rounds.round_discard, name="round_discard"),
    path(f"{DRAFT}/ceremonia/", ceremony.ceremony, name="ceremony"),
    path(f"{DRAFT}/ceremonia/pantalla/", ceremony.ceremony_wall, name="ceremony_wall"),
    path(f"{DRAFT}/ceremonia/empezar/", ceremony.ceremony_start, name="ceremony_start"),
    path(f"{DRAFT}/ceremonia/bola/", ceremony.ceremony_ball, name="ceremony_ball"),
    path(f"{ROUND}/", rounds.round, name="round"),
    path(f"{ROUND}/alineacion/<int:entry>/", line_ups.line_up, name="line_up"),
    path(f"{ONE}/fases/", planning.stages, name="stages"),
    path(f"{ONE}/fases/nueva/", planning.stage_new, name="stage_new"),
    path(f"{STAGE}/", planning.stage_edit, name="stage_edit"),
    path(f"{STAGE}/quitar/", planning.stage_remove, name="stage_remove"),
    path(f"{STAGE}/abrir/", planning.stage_open, name="stage_open"),
    path(f"{STAGE}/cerrar/", planning.stage_shut, name="stage_shut"),
    path(f"{STAGE}/desempates/", planning.standings_rules, name="standings_rules"),
    path(f"{STAGE}/arbitraje/", acts.stage_rules, name="stage_refereeing"),
    path(f"{ROUND}/comprobar/", rounds.round_check, name="round_check"),
    path(f"{ROUND}/ceremonia/", ceremony.ceremony_public, name="ceremony_public"),
    path(f"{ONE}/calendario/", calendar.calendar, name="calendar"),
    path(f"{ONE}/calendario/cada/", calendar.calendar_every, name="calendar_every"),
    path(f"{ONE}/calendario/fechas/", calendar.calendar_dates, name="calendar_dates"),
    path(f"{ONE}/sorteo/", commitments.commitments, name="commitments"),
    path(f"{ONE}/sorteo/lista.txt", commitments.list_file, name="list_file"),
    path(f"{ONE}/imprimir/", prints.prints_page, name="prints"),
    path(f"{ONE}/imprimir/hoja/", prints.print_sheet, name="print_sheet"),
    path(f"{ONE}/hora/", day.forecast_page, name="forecast"),
    path(f"{ONE}/ensayo/", day.rehearsal_page, name="rehearsal"),
    path(f"{ONE}/ensayo/jugar/", day.rehearse, name="rehearse"),
    path(f"{ONE}/ensayo/tirar/", day.throw_rehearsal, name="throw_rehearsal"),
    path(f"{ONE}/ajustes/borrar/", people.tournament_delete, name="tournament_delete"),
    path(f"{ONE}/ajustes/borrar/nombres/", people.names_delete, name="names_delete"),
    path(f"{ENTRY}/borrar/", people.entry_forget, name="entry_forget"),
    path(f"{ENTRY}/datos/", people.entry_data, name="entry_data"),
    path("mi-cuenta/datos/", my_account.account_data, name="account_data"),
    path("mi-cuenta/borrar/", my_account.account_delete, name="account_delete"),
]
