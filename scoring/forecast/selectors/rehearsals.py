"""Context of the rehearsal page: the last report, with the names of the entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Job, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.words.draws import BROKEN

KIND = "rehearsal"


@dataclass(frozen=True, slots=True)
class RehearsedRound:
    """A rehearsed round; `number` 0 means all calls by the clock.

    `concessions` has a sentence for each concession of the draw.
    """

    stage: int
    number: int
    matches: int
    byes: str
    start: datetime | None
    end: datetime | None
    concessions: list[str]


def last_rehearsals(tournament: Tournament) -> dict[str, Job | None]:
    """Return the last `finished` rehearsal, and a queued or `running` rehearsal."""
    jobs = Job.objects.filter(tournament=tournament, kind=KIND)
    finished_job = jobs.filter(state=Job.State.DONE).first()
    running_job = jobs.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).first()
    return {"finished": finished_job, "running": running_job}


def rehearsal_context(job: Job, audience: Audience) -> dict[str, Any]:
    report = job.params["report"]
    titles = {
        entry.number: entry.title_for(audience)
        for entry in job.tournament.entries.prefetch_related(seats())
    }
    early, likely, late = (_moment(hour) for hour in report["end"])
    return {
        "job": job,
        "report": report,
        "early": early,
        "likely": likely,
        "late": late,
        "rounds": [_round(round) for round in report["rounds"]],
        "rested": sum(len(round["byes"]) for round in report["rounds"]),
        "rematches": sum(len(round["rematches"]) for round in report["rounds"]),
        "standings": [
            {
                "place": place,
                "number": number,
                "won": won,
                "played": played,
                "title": titles.get(number) or _("Inscripción inventada"),
            }
            for place, number, won, played in report["standings"]
        ],
    }


def _round(values: Mapping[str, Any]) -> RehearsedRound:
    cases_of_wish: dict[str, list[str]] = {}
    for name, numbers in values["broken"]:
        cases_of_wish.setdefault(name, []).append("–".join(map(str, numbers)))
    concessions = [
        f"{BROKEN[name]} ({', '.join(cases)})"
        for name, cases in cases_of_wish.items()
        if name in BROKEN
    ]
    return RehearsedRound(
        values["stage"],
        values["number"],
        values["matches"],
        ", ".join(map(str, values["byes"])),
        _moment(values["start"]),
        _moment(values["end"]),
        concessions,
    )


def _moment(text: str) -> datetime | None:
    return timezone.localtime(datetime.fromisoformat(text)) if text else None
