"""Addresses of the front page, and of the setup, panel, team and audit of a tournament."""

from django.urls import path

from tournaments.accounts.views import team
from tournaments.accounts.views import team as invitations
from tournaments.people.views import wishes
from tournaments.setup import views as panel
from tournaments.setup import views as setup
from tournaments.site.views import home
from tournaments.site.views import home as privacy
from tournaments.site.views import offline as robots

urlpatterns = [
    path("", home.home, name="home"),
    path("robots.txt", robots.robots, name="robots"),
    path("privacidad/", privacy.site_privacy, name="site_privacy"),
    path("t/<slug:slug>/privacidad/", privacy.privacy, name="privacy"),
    path("torneos/nuevo/", setup.create, name="create"),
    path("torneos/nuevo/a-medida/", setup.create_custom, name="create_custom"),
    path("t/<slug:slug>/panel/", panel.panel, name="panel"),
    path("t/<slug:slug>/ajustes/", setup.settings, name="settings"),
    path("t/<slug:slug>/ajustes/cruces/", wishes.wishes, name="wishes"),
    path("t/<slug:slug>/ajustes/cruces/prohibir/", wishes.wishes_forbid, name="wishes_forbid"),
    path(
        "t/<slug:slug>/ajustes/cruces/<int:couple>/permitir/",
        wishes.wishes_allow,
        name="wishes_allow",
    ),
    path("t/<slug:slug>/entrar/", team.enter, name="enter"),
    path("t/<slug:slug>/equipo/", team.team, name="team"),
    path("t/<slug:slug>/equipo/dejar/", team.team_leave, name="team_leave"),
    path("t/<slug:slug>/equipo/invitar/", invitations.invitation_new, name="invitation_new"),
    path(
        "t/<slug:slug>/equipo/invitaciones/<int:invitation>/retirar/",
        invitations.invitation_revoke,
        name="invitation_revoke",
    ),
    path("t/<slug:slug>/equipo/<int:user>/", team.team_member, name="team_member"),
    path("t/<slug:slug>/equipo/<int:user>/quitar/", team.team_remove, name="team_remove"),
    path("invitacion/", invitations.invitation, name="invitation"),
    path("invitacion/aceptar/", invitations.invitation_accept, name="invitation_accept"),
    path("invitacion/<str:secret>/", invitations.invitation_open, name="invitation_open"),
    path("t/<slug:slug>/historial/", panel.audit, name="audit"),
]
