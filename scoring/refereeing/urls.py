"""Addresses of the referee's pages: options, calls, matters, rulings."""

from django.urls import path

from scoring.refereeing.views import acts, rulings

ONE = "t/<slug:slug>"
STAGE = f"{ONE}/fases/<int:number>"
ENTRY = f"{ONE}/inscripciones/<int:number>"
ACTA = f"{ONE}/acta/<slug:code>"

urlpatterns = [
    path(f"{ONE}/rondas/ultima-llamada/", acts.bell_ring, name="bell_ring"),
    path(f"{ONE}/rondas/reabrir-llamadas/", acts.bell_unring, name="bell_unring"),
    path(f"{STAGE}/arbitraje/", acts.edit_refereeing, name="stage_refereeing"),
    path(f"{ONE}/mis-mesas/", acts.my_tables_page, name="my_tables"),
    path(f"{ENTRY}/sanciones/", rulings.rulings, name="rulings"),
    path(f"{ENTRY}/sanciones/<int:ruling>/levantar/", rulings.ruling_lift, name="ruling_lift"),
    path(f"{ACTA}/falta/", rulings.match_fault, name="match_fault"),
    path(f"{ACTA}/arbitro/", acts.referee_call, name="referee_call"),
    path(f"{ACTA}/tiempo/", acts.match_time, name="match_time"),
    path(f"{ACTA}/repetir/", acts.match_replay, name="match_replay"),
    path(f"{ONE}/arbitraje/", acts.refereeing, name="refereeing"),
    path(f"{ONE}/arbitraje/asuntos/", acts.matters_list, name="matters"),
    path(f"{ONE}/arbitraje/cuantos/", acts.matters_count, name="matters_count"),
    path(f"{ONE}/arbitraje/vistos/", acts.handovers_review, name="handovers_review"),
    path(f"{ONE}/arbitraje/llamadas/<int:call>/", acts.referee_answer, name="referee_answer"),
]
