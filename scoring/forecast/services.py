"""The rehearsal: a whole day of simulated actas, played in a copy that is then deleted."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forecast.selectors.day import match_length
from scoring.forecast.selectors.rehearsals import KIND
from scoring.forecast.simulation.copies import copy_of, play_day
from scoring.people_data.services.erasing import throw_rehearsals
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
    playing = max(entries_count(tournament).live, entries)
    _refuse_few(tournament, playing)
    if playing > MOST_ENTRIES:
        raise Refused(
            "too_many_entrants",
            gettext_lazy("Se ensaya con %(maximum)s inscripciones como mucho."),
            field="entries",
            maximum=MOST_ENTRIES,
        )
    return start_job(tournament=tournament, owner=author, kind=KIND, params={"entries": playing})


def _refuse_few(tournament: Tournament, playing: int) -> None:
    """Raise Refused 409 if a stage that no other stage feeds has too few entries for a match."""
    missing = playing - entries_count(tournament).live
    for stage in entry_stages(tournament):
        live = entries_of(stage).filter(state=Entry.State.ENTERED).count()
        live += missing if stage.number == 1 else 0
        if not stage.intake and live < stage.sides():
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
    expected = _expected(tournament, entries)
    progress.step(0, expected, _("Copiando el torneo"))
    seed = f"ensayo {job.pk}"
    rehearsal = copy_of(tournament, job.owner, seed, entries)
    try:
        stages = _played(rehearsal, job, progress, expected, seed)
    except BaseException:  # delete the copy also if the job is cancelled, taken over or out of time
        throw_rehearsals(tournament)
        raise
    report = _report(tournament, entries, stages)
    progress.write(params={**job.params, "report": report}, total=report["matches"])


def _played(
    rehearsal: Tournament, job: Job, progress: Progress, expected: int, seed: str
) -> Sequence[dict[str, Any]]:
    """Play the day and return the reports of its stages."""
    assert job.owner is not None
    progress_values: dict[str, Any] = {}
    for progress_values in play_day(
        rehearsal, job.owner, seed, most_rounds=MOST_ROUNDS, most_called=expected
    ):
        if "done" in progress_values:
            message = _("Jugando la ronda %(round)s") % {"round": progress_values["round"]}
            progress.step(progress_values["done"], max(expected, progress_values["done"]), message)
    stages: Sequence[dict[str, Any]] = progress_values["stages"]
    return stages


def _expected(tournament: Tournament, entries: int) -> int:
    """Return the estimated number of matches of the first stage with `entries` entries."""
    stage, venue = tournament.stages.order_by("number")[0], _venue(tournament)
    length, _measured = match_length(stage)
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
    by_number = {stage.number: stage for stage in tournament.stages.all()}
    lengths = {number: match_length(stage)[0] for number, stage in by_number.items()}
    plans = [
        StagePlan(
            lengths[stage["number"]],
            [
                (number, [PlannedMatch(tuple(sides)) for sides in round["matches"]])
                for number, round in enumerate(stage["rounds"], 1)
            ],
            overlaps=by_number[stage["number"]].system.overlaps,
            stage=stage["number"],
            after=frozenset(before["number"] for before in stages[:place]),
        )
        for place, stage in enumerate(stages)
    ]
    times, end = forecast(plans, _venue(tournament))
    hours = {(round.stage, round.number): round for round in times}
    rounds: list[dict[str, Any]] = []
    played = [(stage, at, round) for stage in stages for at, round in enumerate(stage["rounds"], 1)]
    for stage, number, played_round in played:
        hour = hours.get((stage["number"], number))
        here = {
            **played_round,
            "stage": stage["number"],
            "matches": len(played_round["matches"]),
            "start": local_time(hour.start.likely).isoformat() if hour else "",
            "end": local_time(hour.end.likely).isoformat() if hour else "",
        }
        if stage["calls"] and rounds and rounds[-1]["stage"] == stage["number"]:
            rounds[-1] = _together(rounds[-1], here)
        else:
            rounds.append({**here, "number": 0} if stage["calls"] else here)
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


def _together(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the reports of two calls by the clock merged into one."""
    lists = {name: one[name] + other[name] for name in ("byes", "rematches", "broken")}
    return {
        **one,
        **lists,
        "matches": one["matches"] + other["matches"],
        "end": max(one["end"], other["end"]),
    }
