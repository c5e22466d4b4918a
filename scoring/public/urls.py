"""Addresses of the public pages."""

from django.urls import path

from scoring.public.views import matches, pages, screens

TOURNAMENT = "t/<slug:slug>"

urlpatterns = [
    path(f"{TOURNAMENT}/", pages.tournament, name="tournament"),
    path(f"{TOURNAMENT}/mesa/", matches.where, name="where"),
    path(f"{TOURNAMENT}/pantalla/", screens.screen, name="screen"),
    path(f"{TOURNAMENT}/pantalla/<int:screen>/", screens.screen, name="screen_numbered"),
    path(f"{TOURNAMENT}/reloj/", screens.clock_page, name="hall_clock"),
    path(f"{TOURNAMENT}/emparejamientos/", pages.pairings, name="pairings"),
    path(f"{TOURNAMENT}/cuadro/", pages.bracket, name="bracket"),
    path(f"{TOURNAMENT}/clasificacion/", pages.standings, name="standings"),
    path(f"{TOURNAMENT}/clasificacion/torneo/", pages.whole_event, name="whole_event"),
    path(f"{TOURNAMENT}/inscripcion/<int:number>/", matches.entry, name="entry"),
    path(f"{TOURNAMENT}/dibujos/", pages.day_pictures, name="day_pictures"),
    path(f"{TOURNAMENT}/compartir/", pages.share, name="share"),
    path(f"{TOURNAMENT}/imagen.png", pages.share_image, name="share_picture"),
    path(f"{TOURNAMENT}/podio.png", pages.podium_image, name="podium_image"),
    path(f"{TOURNAMENT}/cuadro.png", pages.bracket_file, name="bracket_image"),
    path(f"{TOURNAMENT}/calendario.ics", pages.calendar_download, name="calendar_download"),
    path("a/<slug:code>/", matches.acta_code, name="acta_code"),
    path(f"{TOURNAMENT}/partida/<slug:code>/", matches.match, name="match"),
]
