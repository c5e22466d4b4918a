"""Losers of a round who fill the bracket of a knockout."""

from collections.abc import Collection

from django.db.models import F

from tournaments.formats.knockout.options import BEST_LOSERS, KEY
from tournaments.models import MatchSide, Round


def best_losers_in(round: Round, numbers: Collection[int]) -> list[int]:
    """Of those drawn in the round, who lost the previous one and has not bought itself back in.

    [] in any round but the one that fills a bracket.
    """
    stage = round.stage
    if round.number != 2 or stage.format != KEY or stage.format_rules().repesca != BEST_LOSERS:
        return []
    lost = MatchSide.objects.filter(
        round__stage=stage, round__number=1, entry__again=0, entry__number__in=numbers
    ).exclude(side=F("match__result__winner"))
    return list(
        lost.filter(match__result__isnull=False)
        .order_by("entry__number")
        .values_list("entry__number", flat=True)
    )
