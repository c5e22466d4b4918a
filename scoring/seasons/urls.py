"""Addresses of the seasons of a club."""

from django.urls import path

from scoring.seasons import views

SEASON = "club/<slug:club>/temporadas/<slug:season>"
EVENT = f"{SEASON}/torneos/<int:event>"

urlpatterns = [
    path("club/<slug:club>/temporadas/nueva/", views.season_new, name="season_new"),
    path(f"{SEASON}/", views.season, name="season"),
    path(f"{SEASON}/descargar/", views.season_export, name="season_export"),
    path(f"{SEASON}/nivel/", views.season_levels, name="season_levels"),
    path(f"{SEASON}/ajustes/", views.season_edit, name="season_edit"),
    path(f"{SEASON}/borrar/", views.season_delete, name="season_delete"),
    path(f"{SEASON}/torneos/", views.season_events, name="season_events"),
    path(f"{EVENT}/", views.season_event, name="season_event"),
    path(f"{EVENT}/quitar/", views.season_event_out, name="season_event_out"),
    path(f"{EVENT}/pasan/", views.season_qualifiers, name="season_qualifiers"),
]
