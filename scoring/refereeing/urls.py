"""Addresses of the referee's pages: options, calls, matters, rulings."""

from django.urls import path

from scoring.refereeing.views import acts, rulings

TOURNAMENT = "t/<slug:slug>"
STAGE = f"{TOURNAMENT}/fases/<int:number>"
ENTRY = f"{TOURNAMENT}/inscripciones/<int:number>"
ACTA = f"{TOURNAMENT}/acta/<slug:code>"

urlpatterns = [
    path(f"{TOURNAMENT}/rondas/ultima-llamada/", acts.bell_ring, name="bell_ring"),
    path(f"{TOURNAMENT}/rondas/reabrir-llamadas/", acts.bell_unring, name="bell_unring"),
    path(f"{STAGE}/arbitraje/", acts.edit_refereeing, name="stage_refereeing"),
    path(f"{TOURNAMENT}/mis-mesas/", acts.my_tables_page, name="my_tables"),
    path(f"{ENTRY}/sanciones/", rulings.rulings, name="rulings"),
    path(f"{ENTRY}/sanciones/<int:ruling>/levantar/", rulings.ruling_lift, name="ruling_lift"),
    path(f"{ACTA}/falta/", rulings.match_fault, name="match_fault"),
    path(f"{ACTA}/arbitro/", acts.referee_call, name="referee_call"),
    path(f"{ACTA}/tiempo/", acts.match_time, name="match_time"),
    path(f"{ACTA}/repetir/", acts.match_replay, name="match_replay"),
    path(f"{TOURNAMENT}/arbitraje/", acts.refereeing, name="refereeing"),
    path(f"{TOURNAMENT}/arbitraje/asuntos/", acts.matters_list, name="matters"),
    path(f"{TOURNAMENT}/arbitraje/cuantos/", acts.matters_count, name="matters_count"),
    path(f"{TOURNAMENT}/arbitraje/vistos/", acts.handovers_review, name="handovers_review"),
    path(
        f"{TOURNAMENT}/arbitraje/llamadas/<int:call>/", acts.referee_answer, name="referee_answer"
    ),
]
