"""Rounds: drawing, the draft, publishing, and the round in public."""

from django.urls import path

from scoring.views import rounds, stages

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
    path("t/<slug:slug>/fases/", stages.stages, name="stages"),
    path("t/<slug:slug>/fases/nueva/", stages.stage_new, name="stage_new"),
    path("t/<slug:slug>/fases/<int:number>/", stages.stage_edit, name="stage_edit"),
    path("t/<slug:slug>/fases/<int:number>/quitar/", stages.stage_remove, name="stage_remove"),
    path("t/<slug:slug>/fases/<int:number>/abrir/", stages.stage_open, name="stage_open"),
    path("t/<slug:slug>/fases/<int:number>/cerrar/", stages.stage_shut, name="stage_shut"),
]
