"""One pair: where it sits now, and its whole day."""

from collections.abc import Sequence
from typing import Any

from scoring.public.bracket import place_words, rounds_of
from scoring.public.cards import card, match_url, score_of
from scoring.public.names import name_of_round, ties_of
from scoring.selectors.bracket import next_tie
from scoring.selectors.meetings import Meeting, Pair, meetings, pairs_of
from scoring.selectors.penalties import penalties_of_entry
from scoring.selectors.standings import stage_standings
from scoring.selectors.ties import as_ties
from scoring.selectors.whereabouts import Whereabouts, whereabouts
from scoring.wording.counts import count
from scoring.wording.rounds import in_round, round_name
from scoring.wording.scores import against, winner_first
from tournaments.formats.core import WIN
from tournaments.models import Stage, Substitution, Tournament
from tournaments.selectors.day import FINISHED, day


def where_page(tournament: Tournament, pair: Pair) -> dict[str, Any]:
    """Where this pair sits now. 5 queries at most."""
    stage = tournament.stage
    return _where(tournament, stage, pair, as_ties(meetings(stage, pairs_of(tournament))))


def entry_page(tournament: Tournament, pair: Pair) -> dict[str, Any]:
    """One pair's day, its place in the standings, who came in place of whom, and its penalties.
    10 queries at most."""
    stage = tournament.stage
    played = as_ties(meetings(stage, pairs_of(tournament)))
    own = [one for one in played if one.has(pair.number)]
    lines = stage_standings(stage) if own else ()
    return {
        **_where(tournament, stage, pair, played),
        "rows": [_own_row(tournament, stage, played, one, pair.number) for one in own],
        "line": next((line for line in lines if line.entrant == pair.number), None),
        "lines": len(lines),
        "changes": Substitution.objects.filter(
            entry__tournament=tournament, entry__number=pair.number
        ).select_related("leaves", "comes"),
        "penalties": penalties_of_entry(stage, pair.number),
    }


def _where(
    tournament: Tournament, stage: Stage, pair: Pair, played: Sequence[Meeting]
) -> dict[str, Any]:
    knockout = stage.format == "knockout"
    third_place = bool(stage.format_options.get("third_place"))
    found = whereabouts(pair, played, knockout=knockout, third_place=third_place)
    last = found.meeting
    number = last.round if last else 0
    ties = ties_of(stage, played, number)
    return {
        "where": found,
        "pair": pair,
        "knockout": knockout,
        "rest_wins": stage.rest() == WIN,
        "round_name": round_name(number, ties) if number else "",
        "in_round": in_round(number, ties) if number else "",
        "score": _score_between(last, pair.number) if last else "",
        "match_url": match_url(tournament, last) if last and not last.is_bye else "",
        "next": _next(stage, played, found) if knockout else None,
        "over": day(tournament, stage).phase == FINISHED if last else False,
    }


def _next(stage: Stage, played: Sequence[Meeting], found: Whereabouts) -> dict[str, Any] | None:
    """In a knockout, whom the winner of this match meets: a pair, or who wins a match."""
    if found.meeting is None or found.state not in ("playing", "waiting", "bye", "through"):
        return None
    rounds = rounds_of(stage, played)
    tie = next_tie(rounds, found.meeting)
    if tie is None or tie.meeting is not None:
        return None
    # Positions 1 and 2 feed the two places of the same tie.
    place = tie.places[found.meeting.position % 2]
    return {
        "place": place,
        "words": place_words(place),
        "round_name": round_name(found.meeting.round + 1, rounds[found.meeting.round].size),
    }


def _own_row(
    tournament: Tournament, stage: Stage, played: Sequence[Meeting], one: Meeting, number: int
) -> dict[str, Any]:
    return {
        "meeting": one,
        "card": card(tournament, one),
        "round_name": name_of_round(stage, played, one.round),
        "rivals": one.rivals_of(number),
        "score": _score_between(one, number),
        **_own_and_others(one, number),
        "won": one.won_by(number),
        "url": "" if one.is_bye else match_url(tournament, one),
        "tables": ", ".join(str(table) for table in _tables(one)),
        "actas": [
            {"number": board.number, "url": match_url(tournament, board)}
            for board in one.boards or (one,)
            if not one.is_bye
        ],
    }


def _tables(one: Meeting) -> list[int]:
    """Where it was played, or is."""
    return sorted(board.table for board in one.boards or (one,) if board.table)


def _own_and_others(one: Meeting, number: int) -> dict[str, str]:
    """At a table of several: what this one made, and the others; "" without result."""
    score = score_of(one)
    if score is None:
        return {"own": "", "others": ""}
    own, *others = winner_first(score, one.side_of(number))
    return {
        "own": count(own, one.unit),
        "others": " / ".join(count(other, one.unit) for other in others),
    }


def _score_between(one: Meeting, number: int) -> str:
    """The score with this pair's first: «2–1»; "" without result."""
    score = score_of(one)
    if score is None:
        return ""
    return against(winner_first(score, one.side_of(number)), one.unit)
