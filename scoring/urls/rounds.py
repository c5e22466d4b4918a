"""Rounds: drawing, the draft, publishing, and the round in public."""

from django.urls import path

from scoring.views import rounds

urlpatterns = [
    path("t/<slug:slug>/rondas/", rounds.rounds, name="rounds"),
    path("t/<slug:slug>/rondas/sortear/", rounds.round_draw, name="round_draw"),
    path("t/<slug:slug>/rondas/tarde/", rounds.late_entry, name="late_entry"),
    path("t/<slug:slug>/rondas/<int:number>/", rounds.round_draft, name="round_draft"),
    path("t/<slug:slug>/rondas/<int:number>/publicar/", rounds.round_publish, name="round_publish"),
    path("t/<slug:slug>/rondas/<int:number>/cambiar/", rounds.round_swap, name="round_swap"),
    path("t/<slug:slug>/rondas/<int:number>/resortear/", rounds.round_redraw, name="round_redraw"),
    path(
        "t/<slug:slug>/rondas/<int:number>/descartar/", rounds.round_discard, name="round_discard"
    ),
    path("t/<slug:slug>/ronda/<int:number>/", rounds.round, name="round"),
]
