"""Addresses of the forecast and the rehearsal."""

from django.urls import path

from scoring.forecast import views

TOURNAMENT = "t/<slug:slug>"

urlpatterns = [
    path(f"{TOURNAMENT}/hora/", views.forecast_page, name="forecast"),
    path(f"{TOURNAMENT}/ensayo/", views.rehearsal_page, name="rehearsal"),
    path(f"{TOURNAMENT}/ensayo/jugar/", views.rehearsal_start, name="rehearse"),
    path(f"{TOURNAMENT}/ensayo/tirar/", views.throw_rehearsal, name="throw_rehearsal"),
]
