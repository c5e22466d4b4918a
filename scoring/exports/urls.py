"""Addresses of the files for a spreadsheet."""

from django.urls import path

from scoring.exports import views

urlpatterns = [path("t/<slug:slug>/descargar/<slug:export>/", views.export, name="export")]
