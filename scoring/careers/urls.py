"""Addresses of careers."""

from django.urls import path

from scoring.careers import views

urlpatterns = [path("club/<slug:club>/personas/<int:person>/", views.person, name="club_person")]
