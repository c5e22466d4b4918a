"""The forecast of the day, and its rehearsal."""

from django.urls import path

from scoring.views.forecast import day, rehearsals

urlpatterns = [
    path("t/<slug:slug>/hora/", day.forecast_page, name="forecast"),
    path("t/<slug:slug>/ensayo/", rehearsals.rehearsal_page, name="rehearsal"),
    path("t/<slug:slug>/ensayo/jugar/", rehearsals.rehearse, name="rehearse"),
]
