"""Addresses of the sign-up by the players."""

from django.urls import path

from tournaments.sign_up import views

TOURNAMENT = "t/<slug:slug>"
PUBLIC = f"{TOURNAMENT}/inscripcion"
SETTINGS = f"{TOURNAMENT}/ajustes/inscripcion"

urlpatterns = [
    path(f"{PUBLIC}/", views.sign_up, name="sign_up"),
    path(f"{PUBLIC}/cartel.jpg", views.poster, name="poster"),
    path(f"{PUBLIC}/solicitud/", views.request_find, name="request_find"),
    path(f"{PUBLIC}/solicitud/<slug:request_code>/", views.request_page, name="request"),
    path(
        f"{PUBLIC}/solicitud/<slug:request_code>/retirar/",
        views.request_withdraw,
        name="request_withdraw",
    ),
    path(f"{TOURNAMENT}/inscripciones/solicitudes/", views.requests_page, name="requests"),
    path(f"{SETTINGS}/", views.sign_up_settings, name="sign_up_settings"),
    path(f"{SETTINGS}/cartel/poner/", views.poster_add, name="poster_add"),
    path(f"{SETTINGS}/cartel/quitar/", views.poster_remove, name="poster_remove"),
]
