"""Unconfirmed results, shown where the organiser says so; draws and finals ignore them."""

from collections import Counter
from dataclasses import dataclass, field

from rules.core import RuleError
from scoring.models import Acta
from scoring.selectors.history import Supposed, Supposing
from scoring.selectors.matches.actas import fold_lines, result_values, written
from tournaments.models import Stage
from tournaments.names.audience import Audience
from tournaments.selectors.joined import bare_sides
from tournaments.selectors.rounds import published


@dataclass(frozen=True, slots=True)
class Provisional:
    """`supposed` as `history_of` wants it; by number of entry, how many of its matches they are."""

    supposed: Supposing = field(default_factory=dict)
    by_entry: Counter[int] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        return len(self.supposed)


def provisional_of(stage: Stage, audience: Audience) -> Provisional:
    """The matches over but not confirmed; nothing where the tournament does not show them."""
    if not stage.tournament.provisional:
        return Provisional()
    waiting = Acta.objects.filter(
        published(audience, "match__round"),
        live=True,
        pending_since__isnull=False,
        match__result__isnull=True,
        match__round__stage=stage,
    )
    supposed, by_entry = {}, Counter[int]()
    for acta in (
        waiting.select_related("match__round", "match__tournament")
        .defer("match__round__report")
        .order_by("match_id")
        .prefetch_related("hands", bare_sides("match"))
    ):
        acta.match.round.stage, acta.match.tournament = stage, stage.tournament
        try:
            record = fold_lines(acta.match, written(acta))
        except RuleError:
            continue  # an acta of other rules: whoever confirms it will be told
        supposed[acta.match_id] = Supposed(**result_values(acta.match, record))
        by_entry.update(side.entry.number for side in acta.match.sides.all() if not side.guest)
    return Provisional(supposed, by_entry)
