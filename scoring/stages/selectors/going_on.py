"""Current qualifiers from a stage to later stages, and estimates of a planned stage."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring.stages.selectors.chain import check_stages
from scoring.stages.selectors.quotas import contested_places, stage_qualifiers
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResults
from tournaments.forecast.day import Venue, forecast
from tournaments.forecast.lengths import usual_length
from tournaments.forecast.plans import plan_stage, unopened_situation
from tournaments.formats.core import DrawError
from tournaments.formats.quotas import REST, Contest
from tournaments.models import Entry, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.words.quotas import qualification_in_words
from tournaments.setup.selectors.stages import stages_of


@dataclass(frozen=True, slots=True)
class StageQualifiers:
    """The qualifiers of a stage for the stage `next_stage`.

    `why`: the reason of each qualifier by number, best seed first.
    `entry_count`: the number of entries that reach `next_stage` from all stages.
    `contests`: the places for which the groups compete, with the contenders.
    """

    next_stage: Stage
    why: dict[int, str]
    entry_count: int
    contests: tuple[Contest, ...] = ()


def qualifiers_ahead(
    stage: Stage, audience: Audience, supposed: SupposedResults = NOTHING_SUPPOSED
) -> list[StageQualifiers]:
    """Return the stage's qualifiers for each later stage that takes them by place.

    An open stage has the qualifiers that it took. A stage that takes the rest, or that waits for an
    unplayed stage, is left out.
    """
    qualifiers_of_stages = []
    for next_stage in stages_of(stage.tournament):
        if not any(_takes_by_place(quota, stage.number) for quota in next_stage.intake):
            continue
        try:
            qualifiers = (
                _stored_qualifiers(next_stage)
                if next_stage.opened_at
                else _current_qualifiers(next_stage, supposed, audience)
            )
        except DrawError:
            continue
        reasons = {number: why for number, source, why in qualifiers if source == stage.number}
        contests = contested_places(next_stage, stage, audience, supposed)
        qualifiers_of_stages.append(StageQualifiers(next_stage, reasons, len(qualifiers), contests))
    return qualifiers_of_stages


def _takes_by_place(quota: dict[str, object], stage: int) -> bool:
    return quota["stage"] == stage and quota["per"] != REST


def _current_qualifiers(
    stage: Stage, supposed: SupposedResults, audience: Audience
) -> list[tuple[int, int, str]]:
    """Return the number, the source stage and the reason of each current qualifier."""
    return [
        (qualifier.number, qualifier.stage, qualification_in_words(qualifier))
        for qualifier in stage_qualifiers(stage, audience, supposed)
    ]


def _stored_qualifiers(stage: Stage) -> list[tuple[int, int, str]]:
    places = stage.places.order_by("seed", "pk")
    return list(places.values_list("entry__number", "from_stage", "source"))


# --- Estimates of a planned stage -----------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class StageEstimate:
    """Estimate of a planned stage: its numbers of entrants, rounds, matches and minutes."""

    entrants: int
    rounds: int
    matches: int
    minutes: int


def entry_counts_by_stage(tournament: Tournament) -> Counter[int]:
    """Return the number of active entries that register in each stage, by stage number."""
    entries = tournament.entries.filter(state=Entry.State.ENTERED)
    return Counter(entries.order_by().values_list("enters", flat=True))


def stage_estimate(
    tournament: Tournament, entry_counts: Mapping[int, int], plan: Mapping[str, Any]
) -> StageEstimate | None:
    """Return the estimate of a stage planned after the existing stages.

    Return None if too few entries register or qualify to play it.
    """
    stages = stages_of(tournament)
    stage = Stage(tournament=tournament, number=stages[-1].number + 1, **plan)
    _fewest, entrants = check_stages([*stages, stage], entry_counts).sizes[-1]
    if not any(entry_counts.values()) or entrants < stage.sides():
        return None
    length = usual_length(tournament.rules, stage.game_rules())
    situation = unopened_situation(entrants, stage.sides())
    stage_plan = plan_stage(stage.system, stage.format_rules(), situation, length)
    rounds, end = forecast([stage_plan], Venue(len(tournament.tables_in_service)))
    if not rounds:
        return None
    matches = sum(forecast_round.matches for forecast_round in rounds)
    return StageEstimate(entrants, len(rounds), matches, round(end.likely))


def estimate_in_words(estimate: StageEstimate) -> str:
    """Return «Juegan 8: 3 rondas, 7 encuentros. Acaba unas 2 h 30 min después de empezar.»"""
    rounds = ngettext("%(n)s ronda", "%(n)s rondas", estimate.rounds) % {"n": estimate.rounds}
    matches = ngettext("%(n)s encuentro", "%(n)s encuentros", estimate.matches) % {
        "n": estimate.matches
    }
    words = {"entrants": estimate.entrants, "rounds": rounds, "matches": matches}
    hours, minutes = divmod(estimate.minutes - estimate.minutes % -5, 60)
    if hours:
        sentence = gettext(
            "Juegan %(entrants)s: %(rounds)s, %(matches)s. Acaba unas %(hours)s h %(minutes)s min "
            "después de empezar."
        )
    else:
        sentence = gettext(
            "Juegan %(entrants)s: %(rounds)s, %(matches)s. Acaba unos %(minutes)s min después de "
            "empezar."
        )
    return sentence % {**words, "hours": hours, "minutes": minutes}
