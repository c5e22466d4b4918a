"""Addresses of the desk, the links of tables, the screens and the clock of the hall."""

from django.urls import path

from scoring.hall.views import desk, line, screens

TOURNAMENT = "t/<slug:slug>"
ACTA = f"{TOURNAMENT}/acta/<slug:code>"

urlpatterns = [
    path(f"{TOURNAMENT}/pantallas/", screens.screens, name="screens"),
    path(f"{TOURNAMENT}/pantallas/<int:screen>/", screens.screen_edit, name="screen_edit"),
    path(
        f"{TOURNAMENT}/pantallas/<int:screen>/quitar/", screens.screen_remove, name="screen_remove"
    ),
    path(f"{TOURNAMENT}/pantallas/<int:screen>/ahora/", screens.screen_now, name="screen_now"),
    path(f"{TOURNAMENT}/reloj/empezar/", screens.clock_start, name="clock_start"),
    path(f"{TOURNAMENT}/reloj/parar/", screens.clock_stop, name="clock_stop"),
    path(f"{TOURNAMENT}/reloj/seguir/", screens.clock_resume, name="clock_resume"),
    path(f"{TOURNAMENT}/reloj/minutos/", screens.clock_minutes, name="clock_minutes"),
    path(f"{TOURNAMENT}/control/", desk.desk, name="desk"),
    path(f"{TOURNAMENT}/control/linea/", line.desk_line, name="desk_line"),
    path(f"{TOURNAMENT}/control/deshacer/", line.desk_undo, name="desk_undo"),
    path(f"{TOURNAMENT}/control/llamar/", desk.desk_call, name="desk_call"),
    path(f"{TOURNAMENT}/control/mesas/<int:table>/", desk.table_service, name="table_service"),
    path(f"{ACTA}/enlace/", desk.match_link, name="match_link"),
    path(f"{ACTA}/enlace/anular/", desk.match_link_revoke, name="match_link_revoke"),
    path(
        f"{TOURNAMENT}/ronda/<int:number>/enlaces/anular/",
        desk.round_links_revoke,
        name="round_links_revoke",
    ),
    path(f"{ACTA}/mesa/", desk.match_table, name="match_table"),
]
