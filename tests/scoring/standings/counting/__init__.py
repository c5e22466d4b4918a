"""How a stage counts and ranks, as its organiser says."""

from tournaments.models import Stage

URL = "/t/{}/fases/1/desempates/"

CHAIN = ["points", "counted_diff", "buchholz_cut1", "lot"]


def fresh(tournament, number=1):
    return Stage.objects.select_related("tournament").get(tournament=tournament, number=number)
