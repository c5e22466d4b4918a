"""Addresses of the forecast and the rehearsal."""

from django.urls import path

from scoring.forecast import views

ONE = "t/<slug:slug>"

urlpatterns = [
    path(f"{ONE}/hora/", views.forecast_page, name="forecast"),
    path(f"{ONE}/ensayo/", views.rehearsal_page, name="rehearsal"),
    path(f"{ONE}/ensayo/jugar/", views.rehearsal_start, name="rehearse"),
    path(f"{ONE}/ensayo/tirar/", views.throw_rehearsal, name="throw_rehearsal"),
]
