"""Addresses that export and import a tournament as one file."""

from django.urls import path

from scoring.transfer import views

urlpatterns = [
    path("torneos/traer/", views.tournament_import, name="tournament_import"),
    path("t/<slug:slug>/ajustes/archivo/", views.tournament_export, name="tournament_export"),
]
