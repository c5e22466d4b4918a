"""Addresses of the pages of the stages, and of the rules by which each stage counts."""

from django.urls import path

from scoring.stages import views

TOURNAMENT = "t/<slug:slug>"
STAGE = f"{TOURNAMENT}/fases/<int:number>"

urlpatterns = [
    path(f"{TOURNAMENT}/rondas/cuantas/", views.rounds_change, name="rounds_change"),
    path(f"{TOURNAMENT}/fases/", views.stages, name="stages"),
    path(f"{TOURNAMENT}/fases/nueva/", views.stage_new, name="stage_new"),
    path(f"{STAGE}/", views.stage_edit, name="stage_edit"),
    path(f"{STAGE}/quitar/", views.stage_remove, name="stage_remove"),
    path(f"{STAGE}/abrir/", views.stage_open, name="stage_open"),
    path(f"{STAGE}/cerrar/", views.stage_shut, name="stage_shut"),
    path(f"{STAGE}/desempates/", views.standings_rules, name="standings_rules"),
]
