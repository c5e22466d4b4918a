"""Addresses of what anybody may see, the rounds, the sheets, the forecast and people's data."""

from django.urls import path

from scoring.views.draws import ceremony, commitments, rounds, verification
from scoring.views.forecast import day
from scoring.views.hall import prints
from scoring.views.personal_data import my_account, people
from scoring.views.public import competitors, pages
from scoring.views.refereeing import acts
from scoring.views.rounds import calendar, line_ups
from scoring.views.stages import planning, standings_rules

urlpatterns = [
    path("t/<slug:slug>/", pages.tournament, name="tournament"),
    path("t/<slug:slug>/mesa/", competitors.where, name="where"),
    path("t/<slug:slug>/emparejamientos/", pages.pairings, name="pairings"),
    path("t/<slug:slug>/cuadro/", pages.bracket, name="bracket"),
    path("t/<slug:slug>/clasificacion/", pages.standings, name="standings"),
    path("t/<slug:slug>/clasificacion/torneo/", pages.whole_event, name="whole_event"),
    path("t/<slug:slug>/inscripcion/<int:number>/", competitors.entry, name="entry"),
    path("t/<slug:slug>/rondas/", rounds.rounds, name="rounds"),
    path("t/<slug:slug>/rondas/sortear/", rounds.round_draw, name="round_draw"),
    path("t/<slug:slug>/rondas/cerrar/", commitments.list_close, name="list_close"),
    path("t/<slug:slug>/rondas/reabrir/", commitments.list_reopen, name="list_reopen"),
    path("t/<slug:slug>/rondas/palabra/", commitments.list_draw, name="list_draw"),
    path("t/<slug:slug>/rondas/tarde/", rounds.late_entry, name="late_entry"),
    path("t/<slug:slug>/rondas/cuantas/", planning.rounds_change, name="rounds_change"),
    path("t/<slug:slug>/rondas/ultima-llamada/", acts.bell_ring, name="bell_ring"),
    path("t/<slug:slug>/rondas/reabrir-llamadas/", acts.bell_unring, name="bell_unring"),
    path("t/<slug:slug>/rondas/<int:number>/", rounds.round_draft, name="round_draft"),
    path("t/<slug:slug>/rondas/<int:number>/publicar/", rounds.round_publish, name="round_publish"),
    path("t/<slug:slug>/rondas/<int:number>/cambiar/", rounds.round_swap, name="round_swap"),
    path("t/<slug:slug>/rondas/<int:number>/resortear/", rounds.round_redraw, name="round_redraw"),
    path(
        "t/<slug:slug>/rondas/<int:number>/descartar/", rounds.round_discard, name="round_discard"
    ),
    path("t/<slug:slug>/rondas/<int:number>/ceremonia/", ceremony.ceremony, name="ceremony"),
    path(
        "t/<slug:slug>/rondas/<int:number>/ceremonia/empezar/",
        ceremony.ceremony_start,
        name="ceremony_start",
    ),
    path(
        "t/<slug:slug>/rondas/<int:number>/ceremonia/bola/",
        ceremony.ceremony_ball,
        name="ceremony_ball",
    ),
    path("t/<slug:slug>/ronda/<int:number>/", rounds.round, name="round"),
    path(
        "t/<slug:slug>/ronda/<int:number>/alineacion/<int:entry>/", line_ups.line_up, name="line_up"
    ),
    path("t/<slug:slug>/fases/", planning.stages, name="stages"),
    path("t/<slug:slug>/fases/nueva/", planning.stage_new, name="stage_new"),
    path("t/<slug:slug>/fases/<int:number>/", planning.stage_edit, name="stage_edit"),
    path("t/<slug:slug>/fases/<int:number>/quitar/", planning.stage_remove, name="stage_remove"),
    path("t/<slug:slug>/fases/<int:number>/abrir/", planning.stage_open, name="stage_open"),
    path("t/<slug:slug>/fases/<int:number>/cerrar/", planning.stage_shut, name="stage_shut"),
    path(
        "t/<slug:slug>/fases/<int:number>/desempates/",
        standings_rules.standings_rules,
        name="standings_rules",
    ),
    path("t/<slug:slug>/fases/<int:number>/arbitraje/", acts.stage_rules, name="stage_refereeing"),
    path(
        "t/<slug:slug>/ronda/<int:number>/comprobar/", verification.round_check, name="round_check"
    ),
    path(
        "t/<slug:slug>/ronda/<int:number>/ceremonia/",
        ceremony.ceremony_public,
        name="ceremony_public",
    ),
    path("t/<slug:slug>/calendario/", calendar.calendar, name="calendar"),
    path("t/<slug:slug>/calendario/cada/", calendar.calendar_every, name="calendar_every"),
    path("t/<slug:slug>/calendario/fechas/", calendar.calendar_dates, name="calendar_dates"),
    path("t/<slug:slug>/sorteo/", commitments.commitments, name="commitments"),
    path("t/<slug:slug>/sorteo/lista.txt", commitments.list_file, name="list_file"),
    path("t/<slug:slug>/imprimir/", prints.prints_page, name="prints"),
    path("t/<slug:slug>/imprimir/hoja/", prints.print_sheet, name="print_sheet"),
    path("t/<slug:slug>/hora/", day.forecast_page, name="forecast"),
    path("t/<slug:slug>/ensayo/", day.rehearsal_page, name="rehearsal"),
    path("t/<slug:slug>/ensayo/jugar/", day.rehearse, name="rehearse"),
    path("t/<slug:slug>/ajustes/borrar/", people.tournament_delete, name="tournament_delete"),
    path("t/<slug:slug>/ajustes/borrar/nombres/", people.names_delete, name="names_delete"),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/borrar/", people.entry_forget, name="entry_forget"
    ),
    path("t/<slug:slug>/inscripciones/<int:number>/datos/", people.entry_data, name="entry_data"),
    path("mi-cuenta/datos/", my_account.account_data, name="account_data"),
    path("mi-cuenta/borrar/", my_account.account_delete, name="account_delete"),
]
