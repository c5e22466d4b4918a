"""Addresses of the pages that hand over or delete people's data."""

from django.urls import path

from scoring.people_data import views

TOURNAMENT = "t/<slug:slug>"
PERSON = "club/<slug:club>/personas/<int:person>"
ENTRY = f"{TOURNAMENT}/inscripciones/<int:number>"

urlpatterns = [
    path(f"{TOURNAMENT}/ajustes/borrar/", views.tournament_delete, name="tournament_delete"),
    path(f"{TOURNAMENT}/ajustes/borrar/nombres/", views.names_delete, name="names_delete"),
    path(f"{ENTRY}/borrar/", views.entry_forget, name="entry_forget"),
    path(f"{ENTRY}/datos/", views.entry_data, name="entry_data"),
    path(f"{PERSON}/datos/", views.person_data, name="person_data"),
    path(f"{PERSON}/borrar/", views.person_erase, name="person_erase"),
    path("mi-cuenta/datos/", views.account_data, name="account_data"),
    path("mi-cuenta/borrar/", views.account_delete, name="account_delete"),
]
