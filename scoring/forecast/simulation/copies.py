"""A rehearsal: a marked copy of a tournament, played from its beginning."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.forecast.simulation.rehearsal import play_match
from scoring.people_data.services.erasing import delete_rehearsals
from scoring.refereeing.services.calls import make_last_call
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.selectors.chain import stage_over
from scoring.stages.services import open_stage
from scoring.standings.selectors.standings import stage_standings
from tournaments.formats.core import DrawError
from tournaments.models import Entry, Match, Membership, Role, Round, Stage, Tournament, Visibility
from tournaments.money.sums import ZERO
from tournaments.names.audience import EVERY_ROUND
from tournaments.setup.selectors.stages import next_stages, stages_of
from tournaments.setup.services.copies import copy_people, turn_into_new_rows
from tournaments.setup.services.tournament import free_slug

NAME_LENGTH = 120


@transaction.atomic
def create_rehearsal(tournament: Tournament, author: User, seed: str, entries: int) -> Tournament:
    """Create a rehearsal of a tournament, without draws, and delete its old rehearsals.

    `entries` is how many entries play in it; missing entries are invented. The draws use other
    seeds than the tournament, so that they do not reveal its real draws.
    """
    delete_rehearsals(tournament)
    name = (_("Ensayo de %(name)s") % {"name": tournament.name})[:NAME_LENGTH]
    rehearsal = Tournament.objects.get(pk=tournament.pk)
    turn_into_new_rows(
        [rehearsal],
        rehearsal_of=tournament,
        visibility=Visibility.PRIVATE,
        is_template=False,
        hall=None,
        club=None,
    )
    rehearsal.slug, rehearsal.name = free_slug(name), name
    rehearsal.confirmations = 0  # one user writes the whole day
    rehearsal.announcement_hours = []
    rehearsal.fee = rehearsal.deposit = rehearsal.reentry_fee = ZERO  # nobody pays in a rehearsal
    rehearsal.save()
    Membership.objects.create(tournament=rehearsal, user=author, role=Role.ORGANISER)
    stages = list(tournament.stages.order_by("number"))
    turn_into_new_rows(stages, tournament=rehearsal, closed_at=None)
    for stage in stages:
        stage.seed = f"{seed}/{stage.number}"
        stage.opened_at = None if stage.intake else stage.opened_at
    Stage.objects.bulk_create(stages)
    copy_people(tournament, rehearsal, list(tournament.entries.all()), afresh=False)
    _invent_entries(rehearsal, entries)
    return rehearsal


def _invent_entries(rehearsal: Tournament, entries: int) -> None:
    numbers = rehearsal.entries.values_list("number", flat=True)
    live_count = rehearsal.entries.filter(state=Entry.State.ENTERED).count()
    first_number = max(numbers, default=0) + 1
    Entry.objects.bulk_create(
        Entry(tournament=rehearsal, number=number)
        for number in range(first_number, first_number + max(entries - live_count, 0))
    )


# --- The day --------------------------------------------------------------------------------------
def play_day(
    rehearsal: Tournament, author: User, seed: str, *, most_rounds: int, most_called: int
) -> Iterator[dict[str, Any]]:
    """Play every stage in order. Yield {"done", "round"} after each match, and {"stages"} last.

    A stage stops after `most_rounds` rounds, finished or not. By the clock, the last call (the
    bell) comes after `most_called` matches.
    """
    match_count, stages = count(1), []
    waiting_stages = [stage for stage in stages_of(rehearsal) if not stage.intake]
    while waiting_stages:
        stage = waiting_stages.pop(0)
        rehearsal.look_at(stage.number)
        if stage.intake:
            open_stage(stage=stage, author=author)
        for number in _play_stage(stage, author, seed, most_rounds, most_called):
            yield {"done": next(match_count), "round": number}
        stage.refresh_from_db(fields=["closed_at"])  # the bell may have rung and closed the stage
        stages.append(_stage_report(stage))
        if stages[-1]["over"]:
            finished_numbers = {stage_data["number"] for stage_data in stages if stage_data["over"]}
            waiting_stages += [
                next_stage
                for next_stage in next_stages(stage)
                if next_stage.number
                not in {
                    *finished_numbers,
                    *(waiting_stage.number for waiting_stage in waiting_stages),
                }
                and {quota["stage"] for quota in next_stage.intake} <= finished_numbers
            ]
    yield {"stages": stages}


def _play_stage(
    stage: Stage, author: User, seed: str, most_rounds: int, most_called: int
) -> Iterator[int]:
    """Play round after round, or call after call. After each match yield its round's number."""
    rounds, match_count = 0, 0
    while rounds < most_rounds and not stage_over(stage, EVERY_ROUND):
        try:
            new_round = open_next_round(stage=stage, author=author)
        except DrawError:
            if not rounds:
                raise
            return
        publish_round(round=new_round, author=author)
        rounds += 1
        while (match := _next_match(stage)) is not None:
            play_match(match, author, seed)  # in a stage by the clock, this calls the free entries
            match_count += 1
            yield match.round.number
            if stage.by_calls and match_count == most_called:
                stage = make_last_call(stage=stage, author=author)


def _next_match(stage: Stage) -> Match | None:
    """Return the called or waiting match with the lowest number, or None.

    Matches are read one by one, because a withdrawal may end other matches.
    """
    unfinished = Match.objects.filter(
        round__stage=stage, state__in=[Match.State.PLAYING, Match.State.WAITING]
    )
    return (
        unfinished.select_related("round__stage", "tournament")
        .defer("round__report")
        .order_by("number")
        .first()
    )


def _stage_report(stage: Stage) -> dict[str, Any]:
    """Return the report of a stage as plain values: rounds or calls, and final standings."""
    return {
        "number": stage.number,
        "over": stage_over(stage, EVERY_ROUND),
        "calls": stage.by_calls,
        "rounds": [_round_report(round) for round in stage.rounds.order_by("number")],
        "standings": [
            [line.place, line.entrant, line.won, line.played]
            for line in stage_standings(stage, EVERY_ROUND)
        ],
    }


def _round_report(round: Round) -> dict[str, Any]:
    sides: dict[int, list[int]] = {}
    for match, number in round.sides.order_by("match__position", "side").values_list(
        "match_id", "entry__number"
    ):
        sides.setdefault(match, []).append(number)
    resting = set(round.matches.filter(state=Match.State.BYE).values_list("pk", flat=True))
    return {
        "number": round.number,
        "matches": [numbers for match, numbers in sides.items() if match not in resting],
        "byes": sorted(n for match, numbers in sides.items() if match in resting for n in numbers),
        "rematches": [list(pair) for pair in round.report.get("rematches", [])],
        "broken": [[name, list(numbers)] for name, numbers in round.report.get("broken_by", [])],
    }
