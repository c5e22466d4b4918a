"""Addresses of the public pages."""

from django.urls import path

from scoring.public.views import matches, pages, screens

ONE = "t/<slug:slug>"

urlpatterns = [
    path(f"{ONE}/", pages.tournament, name="tournament"),
    path(f"{ONE}/mesa/", matches.where, name="where"),
    path(f"{ONE}/pantalla/", screens.screen, name="screen"),
    path(f"{ONE}/pantalla/<int:screen>/", screens.screen, name="screen_numbered"),
    path(f"{ONE}/reloj/", screens.clock_page, name="hall_clock"),
    path(f"{ONE}/emparejamientos/", pages.pairings, name="pairings"),
    path(f"{ONE}/cuadro/", pages.bracket, name="bracket"),
    path(f"{ONE}/clasificacion/", pages.standings, name="standings"),
    path(f"{ONE}/clasificacion/torneo/", pages.whole_event, name="whole_event"),
    path(f"{ONE}/inscripcion/<int:number>/", matches.entry, name="entry"),
    path(f"{ONE}/dibujos/", pages.day_pictures, name="day_pictures"),
    path(f"{ONE}/compartir/", pages.share, name="share"),
    path(f"{ONE}/imagen.png", pages.share_image, name="share_picture"),
    path(f"{ONE}/podio.png", pages.podium_image, name="podium_image"),
    path(f"{ONE}/cuadro.png", pages.bracket_file, name="bracket_image"),
    path(f"{ONE}/calendario.ics", pages.calendar_download, name="calendar_download"),
    path("a/<slug:code>/", matches.acta_code, name="acta_code"),
    path(f"{ONE}/partida/<slug:code>/", matches.match, name="match"),
]
