"""Addresses that anybody may see."""

from django.urls import path

from scoring.views import public, public_competitors

urlpatterns = [
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/mesa/", public_competitors.where, name="where"),
    path("t/<slug:slug>/emparejamientos/", public.pairings, name="pairings"),
    path("t/<slug:slug>/cuadro/", public.bracket, name="bracket"),
    path("t/<slug:slug>/clasificacion/", public.standings, name="standings"),
    path("t/<slug:slug>/clasificacion/torneo/", public.whole_event, name="whole_event"),
    path("t/<slug:slug>/inscripcion/<int:number>/", public_competitors.entry, name="entry"),
]
