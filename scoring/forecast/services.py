"""The rehearsal: a whole day of simulated actas, played in a copy that is then deleted."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forecast.selectors.day import match_length
from scoring.forecast.selectors.rehearsals import KIND
from scoring.forecast.simulation.copies import create_rehearsal, play_day
from scoring.people_data.services.erasing import delete_rehearsals
from tournaments.forecast.day import Venue, forecast
from tournaments.forecast.plans import (
    MOST_ROUNDS,
    PlannedMatch,
    StagePlan,
    plan_stage,
    unopened_situation,
)
from tournaments.jobs.services.jobs import start_job
from tournaments.jobs.work import Progress
from tournaments.models import Entry, Job, Tournament
from tournaments.people.selectors.entries import entries_of
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.day import entries_count
from tournaments.setup.selectors.stages import entry_stages
from tournaments.site.wall_clock import local_time, minute

MOST_ENTRIES = 500


def order_rehearsal(*, tournament: Tournament, author: User, entries: int = 0) -> Job:
    """Start a rehearsal with `entries` entries, or with the real entries if these are more.

    Returns the job. Raises Refused: 409 `is_rehearsal`, `too_few_entrants`; 400
    `too_many_entrants`; and the refusals of `start_job`.
    """
    if tournament.rehearsal_of_id:
        raise Conflict("is_rehearsal", gettext_lazy("Esto ya es un ensayo: ensaye el torneo."))
    entry_count = max(entries_count(tournament).live, entries)
    _refuse_too_few_entries(tournament, entry_count)
    if entry_count > MOST_ENTRIES:
        raise Refused(
            "too_many_entrants",
            gettext_lazy("Se ensaya con %(maximum)s inscripciones como mucho."),
            field="entries",
            maximum=MOST_ENTRIES,
        )
    return start_job(
        tournament=tournament, owner=author, kind=KIND, params={"entries": entry_count}
    )


def _refuse_too_few_entries(tournament: Tournament, entry_count: int) -> None:
    """Raise Refused 409 if a stage that no other stage feeds has too few entries for a match."""
    invented_count = entry_count - entries_count(tournament).live
    for stage in entry_stages(tournament):
        live_count = entries_of(stage).filter(state=Entry.State.ENTERED).count()
        live_count += invented_count if stage.number == 1 else 0
        if not stage.intake and live_count < stage.sides():
            raise Conflict(
                "too_few_entrants",
                gettext_lazy(
                    "Hacen falta al menos %(minimum)s inscripciones para ensayar (%(stage)s)."
                ),
                field="entries",
                minimum=stage.sides(),
                stage=stage.label,
            )


def play_rehearsal(job: Job, progress: Progress) -> None:
    """Play the day in a copy and store its report in the job. An unfinished copy is deleted."""
    tournament, entries = job.tournament, job.params["entries"]
    assert job.owner is not None, "who leaves takes his jobs with him"
    expected_matches = _expected_matches(tournament, entries)
    progress.step(0, expected_matches, _("Copiando el torneo"))
    seed = f"ensayo {job.pk}"
    rehearsal = create_rehearsal(tournament, job.owner, seed, entries)
    try:
        stages = _play_stages(rehearsal, job, progress, expected_matches, seed)
    except BaseException:  # delete the copy also if the job is cancelled, taken over or out of time
        delete_rehearsals(tournament)
        raise
    report = _report(tournament, entries, stages)
    progress.write(params={**job.params, "report": report}, total=report["matches"])


def _play_stages(
    rehearsal: Tournament, job: Job, progress: Progress, expected_matches: int, seed: str
) -> Sequence[dict[str, Any]]:
    """Play the day and return the reports of its stages."""
    assert job.owner is not None
    progress_values: dict[str, Any] = {}
    for progress_values in play_day(
        rehearsal, job.owner, seed, most_rounds=MOST_ROUNDS, most_called=expected_matches
    ):
        if "done" in progress_values:
            message = _("Jugando la ronda %(round)s") % {"round": progress_values["round"]}
            progress.step(
                progress_values["done"], max(expected_matches, progress_values["done"]), message
            )
    stages: Sequence[dict[str, Any]] = progress_values["stages"]
    return stages


def _expected_matches(tournament: Tournament, entries: int) -> int:
    """Return the estimated number of matches of the first stage with `entries` entries."""
    stage, venue = tournament.stages.order_by("number")[0], _venue(tournament)
    length, _match_count = match_length(stage)
    situation = unopened_situation(entries, stage.sides())
    plan = plan_stage(stage.system, stage.format_rules(), situation, length, seed=stage.seed)
    rounds, _end = forecast([plan], venue)
    return max(1, sum(round.matches for round in rounds))


def _venue(tournament: Tournament) -> Venue:
    return Venue(len(tournament.tables_in_service), opens=minute(tournament.starts_at))


def _report(
    tournament: Tournament, entries: int, stages: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return the report as plain JSON: the rounds of all stages in order, with entry numbers."""
    stage_by_number = {stage.number: stage for stage in tournament.stages.all()}
    lengths = {number: match_length(stage)[0] for number, stage in stage_by_number.items()}
    plans = [
        StagePlan(
            lengths[stage["number"]],
            [
                (number, [PlannedMatch(tuple(sides)) for sides in round["matches"]])
                for number, round in enumerate(stage["rounds"], 1)
            ],
            overlaps=stage_by_number[stage["number"]].system.overlaps,
            stage=stage["number"],
            source_stages=frozenset(earlier_stage["number"] for earlier_stage in stages[:place]),
        )
        for place, stage in enumerate(stages)
    ]
    forecast_rounds, end = forecast(plans, _venue(tournament))
    forecast_of_round = {(round.stage, round.number): round for round in forecast_rounds}
    rounds: list[dict[str, Any]] = []
    played_rounds = [
        (stage, number, round)
        for stage in stages
        for number, round in enumerate(stage["rounds"], 1)
    ]
    for stage, number, played_round in played_rounds:
        round_forecast = forecast_of_round.get((stage["number"], number))
        values = {
            **played_round,
            "stage": stage["number"],
            "matches": len(played_round["matches"]),
            "start": local_time(round_forecast.start.likely).isoformat() if round_forecast else "",
            "end": local_time(round_forecast.end.likely).isoformat() if round_forecast else "",
        }
        if stage["calls"] and rounds and rounds[-1]["stage"] == stage["number"]:
            rounds[-1] = _merged_calls(rounds[-1], values)
        else:
            rounds.append({**values, "number": 0} if stage["calls"] else values)
    return {
        "entries": entries,
        "tables": len(tournament.tables_in_service),
        "minutes": lengths[min(lengths)].median,
        "matches": sum(round["matches"] for round in rounds),
        "rounds": rounds,
        "end": [local_time(moment).isoformat() for moment in end[:3]],
        "standings": stages[-1]["standings"],
        "stages": len(stages),
        "over": all(stage["over"] for stage in stages),
    }


def _merged_calls(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Return the reports of two calls by the clock merged into one."""
    lists = {name: first[name] + second[name] for name in ("byes", "rematches", "broken")}
    return {
        **first,
        **lists,
        "matches": first["matches"] + second["matches"],
        "end": max(first["end"], second["end"]),
    }
