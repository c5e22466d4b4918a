"""Addresses that anybody may see."""

from django.urls import path

from scoring.views.public import competitors, pages

urlpatterns = [
    path("t/<slug:slug>/", pages.tournament, name="tournament"),
    path("t/<slug:slug>/mesa/", competitors.where, name="where"),
    path("t/<slug:slug>/emparejamientos/", pages.pairings, name="pairings"),
    path("t/<slug:slug>/cuadro/", pages.bracket, name="bracket"),
    path("t/<slug:slug>/clasificacion/", pages.standings, name="standings"),
    path("t/<slug:slug>/clasificacion/torneo/", pages.whole_event, name="whole_event"),
    path("t/<slug:slug>/inscripcion/<int:number>/", competitors.entry, name="entry"),
]
