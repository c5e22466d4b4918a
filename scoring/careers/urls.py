"""Address of the page with the career of a person."""

from django.urls import path

from scoring.careers import views

urlpatterns = [path("club/<slug:club>/personas/<int:person>/", views.person, name="club_person")]
