"""Address of the page that makes the next edition."""

from django.urls import path

from scoring.editions import views

urlpatterns = [path("t/<slug:slug>/repetir/", views.edition, name="edition")]
