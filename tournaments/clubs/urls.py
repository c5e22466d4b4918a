"""Addresses of clubs. The page of a person is in `scoring.careers`."""

from django.urls import path

from tournaments.clubs import views

CLUB = "club/<slug:club>"
PERSON = f"{CLUB}/personas/<int:person>"

urlpatterns = [
    path("clubes/", views.clubs, name="clubs"),
    path(f"{CLUB}/", views.club, name="club"),
    path(f"{CLUB}/ajustes/", views.club_settings, name="club_settings"),
    path(f"{CLUB}/borrar/", views.club_delete, name="club_delete"),
    path(f"{CLUB}/secretaria/", views.officer_add, name="officer_add"),
    path(f"{CLUB}/secretaria/<int:user>/quitar/", views.officer_remove, name="officer_remove"),
    path(f"{CLUB}/personas/", views.people, name="club_people"),
    path(f"{CLUB}/personas/nueva/", views.person_new, name="person_new"),
    path(f"{CLUB}/personas/sin-unir/", views.unjoined, name="club_unjoined"),
    path(f"{CLUB}/personas/sin-unir/<int:player>/", views.unjoined_join, name="unjoined_join"),
    path(f"{PERSON}/cambiar/", views.person_edit, name="person_edit"),
    path(f"{PERSON}/unir/", views.person_merge, name="person_merge"),
    path("t/<slug:slug>/club/", views.tournament_club, name="tournament_club"),
]
