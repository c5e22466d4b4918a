"""The front page, and setting a tournament up."""

from django.urls import path

from tournaments.views import home, panel, setup, team, wishes

urlpatterns = [
    path("", home.home, name="home"),
    path("torneos/nuevo/", setup.create, name="create"),
    path("t/<slug:slug>/panel/", panel.panel, name="panel"),
    path("t/<slug:slug>/ajustes/", setup.settings, name="settings"),
    path("t/<slug:slug>/ajustes/cruces/", wishes.wishes, name="wishes"),
    path("t/<slug:slug>/ajustes/cruces/prohibir/", wishes.wishes_forbid, name="wishes_forbid"),
    path(
        "t/<slug:slug>/ajustes/cruces/<int:couple>/permitir/",
        wishes.wishes_allow,
        name="wishes_allow",
    ),
    path("t/<slug:slug>/equipo/", team.team, name="team"),
    path("t/<slug:slug>/equipo/<int:user>/quitar/", team.team_remove, name="team_remove"),
    path("t/<slug:slug>/historial/", panel.audit, name="audit"),
]
