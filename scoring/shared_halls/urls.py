"""Addresses of the halls that several tournaments share."""

from django.urls import path

from scoring.shared_halls import views

urlpatterns = [
    path("salas/", views.halls, name="shared_halls"),
    path("salas/<str:hall>/", views.hall_page, name="shared_hall"),
    path("salas/<str:hall>/borrar/", views.hall_delete, name="shared_hall_delete"),
    path("salas/<str:hall>/reloj/", views.hall_clock_change, name="shared_hall_clock"),
    path("salas/<str:hall>/pantalla/", views.hall_screen_page, name="shared_hall_screen"),
    path("t/<slug:slug>/ajustes/sala/", views.place, name="place"),
]
