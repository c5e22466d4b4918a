"""The rehearsal: a whole day of simulated actas, played in a copy that is then deleted."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forecast.selectors.day import PAUSE, Clock, match_length
from scoring.forecast.selectors.rehearsals import KIND
from scoring.forecast.simulation.copies import copy_of, play_day
from scoring.people_data.services.erasing import throw_rehearsals
from tournaments.forecast.core import MOST_ROUNDS, Ask, Venue
from tournaments.forecast.day import forecast
from tournaments.forecast.outline import outline
from tournaments.formats.clock import CLOCK
from tournaments.formats.core import Entrant, Situation
from tournaments.jobs.services.jobs import start_job
from tournaments.jobs.work import Progress
from tournaments.models import Entry, Job, Tournament
from tournaments.people.selectors.entries import entries_of
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.day import entries_count
from tournaments.setup.selectors.stages import entry_stages

MOST_ENTRIES = 500
CLOCK_MINUTES = 240


def order_rehearsal(*, tournament: Tournament, author: User, entries: int = 0) -> Job:
    """Start the rehearsal of the day with `entries` entries, at least as many as the real entries.

    Raises Refused 409 for too few entries, or if the tournament is a rehearsal; 400 for too many.
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
    """Raise Refused 409 if some stage has too few entries to fill a table."""
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


def rehearse(job: Job, progress: Progress) -> None:
    """Play the day in a copy and store its report in the job. An unfinished copy is deleted."""
    tournament, entries = job.tournament, job.params["entries"]
    assert job.owner is not None, "who leaves takes his jobs with him"
    ask = _ask(tournament, entries)
    expected = _expected(ask)
    progress.step(0, expected, _("Copiando el torneo"))
    seed = f"ensayo {job.pk}"
    rehearsal = copy_of(tournament, job.owner, seed, entries)
    try:
        stages = _played(rehearsal, job, progress, expected, seed)
    except BaseException:  # delete the copy also if the job is cancelled, taken over or out of time
        throw_rehearsals(tournament)
        raise
    report = _report(tournament, ask, stages)
    progress.write(params={**job.params, "report": report}, total=report["matches"])


def _played(
    rehearsal: Tournament, job: Job, progress: Progress, expected: int, seed: str
) -> Sequence[dict[str, Any]]:
    """Play the day and return the reports of its stages."""
    assert job.owner is not None
    told: dict[str, Any] = {}
    for told in play_day(rehearsal, job.owner, seed, most_rounds=MOST_ROUNDS, most_called=expected):
        if "done" in told:
            message = _("Jugando la ronda %(round)s") % {"round": told["round"]}
            progress.step(told["done"], max(expected, told["done"]), message)
    stages: Sequence[dict[str, Any]] = told["stages"]
    return stages


def _ask(tournament: Tournament, entries: int) -> Ask:
    """Return the forecast's input for a whole day with `entries` entries."""
    stage = tournament.stages.order_by("number")[0]
    people = tuple(Entrant(number) for number in range(1, entries + 1))
    return Ask(
        stage.system,
        stage.format_rules(),
        Situation(people, sides=stage.sides()),
        match_length(stage)[0],
        Venue(len(tournament.tables_in_service), float(PAUSE)),
        seed=stage.seed,
    )


def _expected(ask: Ask) -> int:
    """Return about how many matches the first stage has; by the clock, within CLOCK_MINUTES."""
    if ask.format is not CLOCK:
        return sum(map(len, outline(ask.format, ask.options, ask.situation, ask.seed)))
    tables = min(ask.venue.tables, len(ask.situation.entrants) // ask.situation.sides)
    return max(1, int(CLOCK_MINUTES // (ask.length.median + ask.venue.pause))) * tables


def _report(tournament: Tournament, ask: Ask, stages: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the report as plain JSON: the rounds of all stages in order, with entry numbers."""
    lengths = {one.number: match_length(one)[0] for one in tournament.stages.all()}
    systems = {one.number: one.system for one in tournament.stages.all()}
    times = forecast(
        [
            replace(
                ask,
                format=systems[stage["number"]],
                situation=Situation((), closed=True),
                length=lengths[stage["number"]],
                outlines=(tuple(tuple(map(tuple, one["matches"])) for one in stage["rounds"]),),
                after=(place - 1,) if place else (),
            )
            for place, stage in enumerate(stages)
        ]
    )
    hours = {(stages[one.place]["number"], one.number): one for one in times.rounds}
    clock = Clock(tournament.starts_at)

    def at(minute: float) -> str:
        return clock.time(minute).isoformat()

    rounds: list[dict[str, Any]] = []
    played = [(stage, at, one) for stage in stages for at, one in enumerate(stage["rounds"], 1)]
    for stage, number, one in played:
        hour = hours.get((stage["number"], number))
        here = {
            **one,
            "stage": stage["number"],
            "matches": len(one["matches"]),
            "start": at(hour.start.likely) if hour else "",
            "end": at(hour.end.likely) if hour else "",
        }
        if stage["calls"] and rounds and rounds[-1]["stage"] == stage["number"]:
            rounds[-1] = _together(rounds[-1], here)
        else:
            rounds.append({**here, "number": 0} if stage["calls"] else here)
    return {
        "entries": len(ask.situation.entrants),
        "tables": ask.venue.tables,
        "minutes": ask.length.median,
        "matches": sum(one["matches"] for one in rounds),
        "rounds": rounds,
        "end": [at(times.end.early), at(times.end.likely), at(times.end.late)],
        "standings": stages[-1]["standings"],
        "stages": len(stages),
        "over": all(stage["over"] for stage in stages),
    }


def _together(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the reports of two clock calls merged into one."""
    lists = {name: one[name] + other[name] for name in ("byes", "rematches", "broken")}
    return {
        **one,
        **lists,
        "matches": one["matches"] + other["matches"],
        "end": max(one["end"], other["end"]),
    }
