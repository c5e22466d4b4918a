"""People's data, and deleting."""

from django.urls import path

from scoring.views.personal_data import my_account, people

urlpatterns = [
    path("t/<slug:slug>/ajustes/borrar/", people.tournament_delete, name="tournament_delete"),
    path("t/<slug:slug>/ajustes/borrar/nombres/", people.names_delete, name="names_delete"),
    path(
        "t/<slug:slug>/inscripciones/<int:number>/borrar/", people.entry_forget, name="entry_forget"
    ),
    path("t/<slug:slug>/inscripciones/<int:number>/datos/", people.entry_data, name="entry_data"),
    path("mi-cuenta/datos/", my_account.account_data, name="account_data"),
    path("mi-cuenta/borrar/", my_account.account_delete, name="account_delete"),
]
