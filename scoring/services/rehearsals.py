"""The rehearsal: the whole day played with simulated actas, in a copy that is thrown away."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import sandbox
from scoring.selectors.forecast import PAUSE, Clock, match_length
from scoring.selectors.rehearsals import KIND
from tournaments import formats
from tournaments.forecast import Ask, Hall, by_clock, timed
from tournaments.forecast.core import MOST_ROUNDS
from tournaments.forecast.outline import outline
from tournaments.formats.core import Entrant, Situation
from tournaments.jobs import Progress
from tournaments.models import Job, Stage, Tournament
from tournaments.refusal import Refused
from tournaments.selectors.day import entries_count
from tournaments.services.jobs import start_job

MOST_ENTRIES = 500
CLOCK_MINUTES = 240


def order_rehearsal(*, tournament: Tournament, author: User | None, entries: int = 0) -> Job:
    """Start the job that plays the day with those entered, or with `entries` where they are more.

    Raises Refused 409 when they do not fill a table, 400 when they are too many to rehearse.
    """
    playing = max(entries_count(tournament).live, entries)
    sides = tournament.stage.sides()
    if playing < sides:
        raise Refused(
            "too_few_entrants",
            gettext_lazy("Hacen falta al menos %(minimum)s inscripciones para ensayar."),
            field="entries", status=409, minimum=sides,
        )  # fmt: skip
    if playing > MOST_ENTRIES:
        raise Refused(
            "too_many_entrants",
            gettext_lazy("Se ensaya con %(maximum)s inscripciones como mucho."),
            field="entries", maximum=MOST_ENTRIES,
        )  # fmt: skip
    return start_job(tournament=tournament, owner=author, kind=KIND, params={"entries": playing})


def rehearse(job: Job, progress: Progress) -> None:
    """Play the day in the sandbox and keep what came of it in `job.params["report"]`.

    Of the whole database nothing else is written but the job's own progress. Raises
    `sandbox.SandboxFailed`.
    """
    tournament, entries = job.tournament, job.params["entries"]
    stage = tournament.stage
    ask = _ask(stage, entries)
    most_rounds, expected = _expected(ask)
    order = sandbox.Order(
        rows=sandbox.copy_of(tournament),
        stage=stage.pk,
        seed=f"ensayo {job.pk}",
        entries=entries,
        most_rounds=most_rounds,
    )
    progress.step(0, expected, _("Copiando el torneo"))
    result: dict[str, Any] = {}
    for told in sandbox.played(order):
        if "done" in told:
            message = _("Jugando la ronda %(round)s") % {"round": told["round"]}
            progress.step(told["done"], max(expected, told["done"]), message)
        progress.alive()
        result |= told
    report = _report(tournament, ask, result)
    progress.write(params={**job.params, "report": report}, total=report["matches"])


def _ask(stage: Stage, entries: int) -> Ask:
    """The day from its beginning, with so many people."""
    return Ask(
        formats.format(stage.format),
        stage.format_rules(),
        Situation(tuple(Entrant(number) for number in range(1, entries + 1)), sides=stage.sides()),
        match_length(stage)[0],
        Hall(stage.tournament.tables, float(PAUSE)),
        seed=stage.seed,
    )


def _expected(ask: Ask) -> tuple[int, int]:
    """After how many rounds to stop, and how many matches there will be, more or less. By the
    clock, as many calls as an afternoon holds."""
    if not by_clock(ask.format, ask.options):
        rounds = outline(ask.format, ask.options, ask.situation, ask.seed)
        return MOST_ROUNDS, sum(map(len, rounds))
    calls = max(1, round(CLOCK_MINUTES / ask.length.median))
    return calls, calls * (len(ask.situation.entrants) // ask.situation.sides)


def _report(tournament: Tournament, ask: Ask, result: dict[str, Any]) -> dict[str, Any]:
    """What the page shows, as plain JSON; people by their numbers."""
    clock = Clock(tournament.starts_at)
    told = timed(ask, [(one["number"], one["matches"]) for one in result["rounds"]])
    hours = {one.number: one for one in told.rounds}

    def at(minute: float) -> str:
        return clock.time(minute).isoformat()

    rounds = [
        {
            **{name: one[name] for name in ("number", "byes", "rematches", "broken")},
            "matches": len(one["matches"]),
            "start": at(hours[one["number"]].start.likely) if one["number"] in hours else "",
            "end": at(hours[one["number"]].end.likely) if one["number"] in hours else "",
        }
        for one in result["rounds"]
    ]
    return {
        "entries": len(ask.situation.entrants),
        "tables": ask.hall.tables,
        "minutes": ask.length.median,
        "matches": sum(one["matches"] for one in rounds),
        "rounds": rounds,
        "end": [at(told.end.early), at(told.end.likely), at(told.end.late)],
        "standings": result["standings"],
        "stopped": result.get("stopped", ""),
    }
