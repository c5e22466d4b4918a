"""The first page of a tournament."""

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator

from scoring.actas.selectors.meetings import (
    Competitor,
    Meeting,
    State,
    as_ties,
    competitors_of,
    meetings,
    meetings_in,
)
from scoring.public.cards import cached_standings_lines, card, clock_now, day_now, matches_in_state
from scoring.public.ending import ending_of
from scoring.public.names import PODIUM, podium
from scoring.public.round import serial_of_ceremony
from tournaments.models import Entry, Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.commitments import open_commitment
from tournaments.rounds.selectors.rounds import published_rounds
from tournaments.setup.selectors.stages import stages_of
from tournaments.setup.words.stages import how_to_play

LAST_RESULTS = 4
TABLES_SHOWN = 40  # tables on this page; the page of pairings shows the others
ENTRIES_SHOWN = 200


def front_page_context(tournament: Tournament, audience: Audience, page: int = 1) -> dict[str, Any]:
    """Return the context of the first page: the game, the format, and the state of the day."""
    stage = tournament.stage
    today = day_now(tournament, stage, audience)
    is_over = today.finished
    has_several_stages = is_over and len(stages_of(tournament)) > 1
    ending = ending_of(tournament, audience) if is_over else None
    playing = meetings_in(stage, _first_tables(stage, audience), audience)
    return {
        "day": today,
        "closed_list": open_commitment(stage) is not None,
        "ceremony": serial_of_ceremony(stage),
        "over": is_over,
        **how_to_play(stage, stages_of(tournament)),
        "round_name": str(today.round or ""),
        "playing": [
            card(tournament, meeting, audience)
            for meeting in matches_in_state(playing, State.PLAYING, lambda match: match.table)
        ],
        "more_tables": max(today.playing - TABLES_SHOWN, 0),
        "waiting": today.waiting,
        "clock": clock_now(stage, audience),
        "results": [
            card(tournament, meeting, audience) for meeting in _latest_results(stage, audience)
        ],
        **(_entry_lists(tournament, audience, page) if today.round is None else {}),
        "ending": ending,
        "podium": ending.steps if ending else _podium(stage, audience) if is_over else [],
        "podium_of": stage.label if is_over and not ending and has_several_stages else "",
        "several_stages": has_several_stages,
    }


def _first_tables(stage: Stage, audience: Audience) -> list[int]:
    playing = Match.objects.filter(
        published_rounds(audience, "round"), round__stage=stage, state=State.PLAYING
    )
    return list(playing.order_by("table").values_list("pk", flat=True)[:TABLES_SHOWN])


def _entry_lists(tournament: Tournament, audience: Audience, page: int) -> dict[str, Any]:
    """Return a page of three lists: entries with a place, the waiting list, and single players."""
    order = (Entry.State.WAITING, Entry.State.SINGLE)
    rows = tournament.entries.order_by().values_list("number", "state")
    ranked_numbers = sorted(
        (order.index(state) + 1 if state in order else 0, n) for n, state in rows
    )
    current_page = Paginator(ranked_numbers, ENTRIES_SHOWN).get_page(page)
    competitors = competitors_of(tournament, audience, [number for _rank, number in current_page])
    lists: list[list[Competitor]] = [[], [], []]
    for rank, number in current_page:
        lists[rank].append(competitors[number])
    return {
        "page": current_page,
        **dict(zip(("competitors", "waiting_list", "singles"), lists, strict=True)),
    }


def _latest_results(stage: Stage, audience: Audience) -> list[Meeting]:
    """Return the last results, newest first; a tie between teams appears once it is complete."""

    def sort_key(meeting: Meeting) -> tuple[datetime | None, int]:
        return meeting.finished_at, meeting.number or 0

    matches = Match.objects.filter(
        published_rounds(audience, "round"),
        round__stage=stage,
        state=State.FINISHED,
        finished_at__isnull=False,
    ).order_by("-finished_at", "-number")
    boards = stage.boards()
    if boards:
        ties = as_ties(meetings(stage, competitors_of(stage.tournament, audience), audience))
    else:
        ties = meetings_in(stage, matches.values_list("pk", flat=True)[:LAST_RESULTS], audience)
    finished_ties = [meeting for meeting in ties if meeting.is_finished and meeting.finished_at]
    return sorted(finished_ties, key=sort_key, reverse=True)[:LAST_RESULTS]


def _podium(stage: Stage, audience: Audience) -> list[dict[str, Any]]:
    lines = [line for line in cached_standings_lines(stage, audience) if line.place <= PODIUM]
    return podium(
        lines, competitors_of(stage.tournament, audience, [line.entrant for line in lines])
    )
