"""Tests of the counting and the tie-breaks that an organiser chooses for a stage."""

from tournaments.models import Stage

URL = "/t/{}/fases/1/desempates/"

CHAIN = ["points", "counted_diff", "buchholz_cut1", "lot"]


def fresh_stage(tournament, number=1):
    return Stage.objects.select_related("tournament").get(tournament=tournament, number=number)
