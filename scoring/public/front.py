"""The tournament's first page."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from scoring.public.cards import at, card
from scoring.public.commitments import ceremony_on
from scoring.public.names import podium
from scoring.selectors.meetings import Competitor, Meeting, State, competitors_of, meetings
from scoring.selectors.standings import stage_standings
from scoring.selectors.ties import as_ties
from tournaments.models import Entry, Tournament
from tournaments.selectors.commitments import open_commitment
from tournaments.selectors.day import day
from tournaments.wording import formats, games

LAST_RESULTS = 4


def front(tournament: Tournament) -> dict[str, Any]:
    """The tournament's first page: what is played, and where the day stands. 13 queries at most."""
    stage, competitors = tournament.stage, competitors_of(tournament)
    played, today = meetings(stage, competitors), day(tournament, stage)
    over = today.finished
    return {
        "day": today,
        "closed_list": open_commitment(stage) is not None,
        "ceremony": ceremony_on(stage),
        "over": over,
        "length": games.length_in_words(tournament.game, stage.game_options),
        "length_meaning": games.length_explained(tournament.game, stage.game_options),
        "format": formats.format_in_words(stage.format, stage.format_options),
        "format_meaning": formats.MEANINGS[stage.format],
        "round_name": str(today.round or ""),
        "playing": [
            card(tournament, one) for one in at(played, State.PLAYING, lambda one: one.table)
        ],
        "waiting": len(at(played, State.WAITING, lambda one: one.number)),
        "results": [card(tournament, one) for one in _latest(as_ties(played))],
        **(_lists(competitors.values()) if today.round is None else {}),
        "podium": podium(stage_standings(stage), competitors) if over else [],
        "podium_of": stage.label if over and tournament.stages.count() > 1 else "",
    }


def _lists(competitors: Iterable[Competitor]) -> dict[str, list[Competitor]]:
    """Who has a place, who waits for one and who looks for a partner."""
    apart = (Entry.State.WAITING, Entry.State.SINGLE)
    return {
        "competitors": [one for one in competitors if one.state not in apart],
        "waiting_list": [one for one in competitors if one.state == Entry.State.WAITING],
        "singles": [one for one in competitors if one.state == Entry.State.SINGLE],
    }


def _latest(played: Iterable[Meeting]) -> list[Meeting]:
    """The last results written, the newest first."""

    def when(one: Meeting) -> tuple[datetime | None, int]:
        return one.finished_at, one.number or 0

    finished = [one for one in played if one.is_finished and one.finished_at]
    return sorted(finished, key=when, reverse=True)[:LAST_RESULTS]
