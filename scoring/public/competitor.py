"""Pages of one competitor: where it is in the hall now, and its whole day."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scoring.actas.selectors.meetings import Competitor, Meeting
from scoring.games.figures import count, versus_text, winner_number_first
from scoring.public.bracket import tie_side_words
from scoring.public.cards import (
    PlayedTies,
    cached_standings_lines,
    card,
    catch_up_of,
    current_hall,
    day_now,
    event_of,
    label_of,
    match_url,
    score_of,
    ties_played_by,
)
from scoring.public.crosses import lives_left_in_words
from scoring.public.names import exit_round_name, name_of_meeting, name_of_phase
from scoring.public.whereabouts import Whereabouts, whereabouts
from scoring.refereeing.selectors.rulings import rulings_of_entry
from scoring.stages.selectors.bracket import Bracket, brackets_of, next_tie, other_place
from scoring.standings.selectors.counting import stage_counting
from tournaments.formats.core import NEXT_ROUND, WIN
from tournaments.models import Match, Stage, Substitution, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import published_rounds
from tournaments.setup.selectors.stages import stages_of

# States of a competitor whose page shows the next rival after a win, and after a loss.
STATES_IF_WON = ("playing", "waiting", "postponed", "bye", "through", "ahead")
STATES_IF_LOST = ("playing", "waiting", "postponed", "to_third", "second_chance")


def competitor_context(
    tournament: Tournament, competitor: Competitor, audience: Audience
) -> dict[str, Any]:
    """Return the context of a competitor: where it is in the hall, and its matches in the stage."""
    stage = tournament.stage
    ties = ties_played_by(stage, [competitor.number], audience)
    return {
        **_place_context(tournament, stage, competitor, ties, audience),
        "rows": _own_rows(stage, ties.meetings, competitor.number, audience),
    }


class FoundCompetitor(NamedTuple):
    """A competitor found by a search, and where it is in the hall now."""

    competitor: Competitor
    where: Whereabouts


def choices_of(
    tournament: Tournament, competitors: Sequence[Competitor], audience: Audience
) -> list[FoundCompetitor]:
    """Return where each of these competitors is, in the given order.

    The number of queries does not grow with the number of competitors.
    """
    if not competitors:
        return []
    stage, hall = tournament.stage, current_hall(tournament.stage, audience)
    numbers = [competitor.number for competitor in competitors]
    ties = ties_played_by(stage, numbers, audience)
    return [
        FoundCompetitor(competitor, whereabouts(competitor, ties.meetings, hall, ties.fates))
        for competitor in competitors
    ]


def entry_page(
    tournament: Tournament, competitor: Competitor, audience: Audience
) -> dict[str, Any]:
    """Return the context of a competitor: matches in all stages, place, substitutions, rulings."""
    stage = tournament.stage
    ties = ties_played_by(stage, [competitor.number], audience)
    own_meetings = [meeting for meeting in ties.meetings if meeting.has(competitor.number)]
    lines = cached_standings_lines(stage, audience) if own_meetings else ()
    days = _whole_day(stage, competitor.number, ties, audience)
    return {
        **_place_context(tournament, stage, competitor, ties, audience),
        "rows": [
            row
            for stage, rounds in days
            for row in _own_rows(stage, rounds, competitor.number, audience)
        ],
        "event": _whole_place(tournament, competitor.number, audience) if len(days) > 1 else None,
        "line": next((line for line in lines if line.entrant == competitor.number), None),
        "lines": len(lines),
        "changes": Substitution.objects.filter(
            entry__tournament=tournament, entry__number=competitor.number
        ).select_related("leaves", "comes", "round__stage__tournament"),
        "rulings": rulings_of_entry(tournament, competitor.number, public=True),
    }


def _place_context(
    tournament: Tournament,
    stage: Stage,
    competitor: Competitor,
    ties: PlayedTies,
    audience: Audience,
) -> dict[str, Any]:
    fates = ties.fates
    place = whereabouts(competitor, ties.meetings, current_hall(stage, audience), fates)
    meeting, brackets = place.meeting, fates.brackets if fates else ()
    lives_left = fates.lives_left(competitor.number) if fates else 0
    alive = fates is not None and competitor.number in fates.alive
    best_place, _worst_place = fates.places.get(competitor.number, (0, 0)) if fates else (0, 0)
    is_over = day_now(tournament, stage, audience).finished if meeting else False
    if stage.by_calls and place.state in ("not_drawn", "done") and not is_over:
        place = replace(place, state="free")
    return {
        "where": place,
        "competitor": competitor,
        "too_late": fates is not None and meeting is None and fates.late_rule != NEXT_ROUND,
        "goes_on": fates is not None and not fates.lives,
        "lives": lives_left_in_words(lives_left) if lives_left and alive else "",
        "rest_wins": stage.bye_value() == WIN,
        "for_resting": stage_counting(stage).bye_counted,
        "catch_up": catch_up_of(meeting) if meeting else "",
        "round_name": name_of_meeting(stage, brackets, meeting) if meeting else "",
        "in_round": exit_round_name(brackets, meeting) if meeting else "",
        "place": best_place,
        "score": _score_between(meeting, competitor.number) if meeting else "",
        **(_own_and_rival_scores(meeting, competitor.number) if meeting else {}),
        "partners": meeting.partners_of(competitor.number) if meeting else (),
        "people": meeting.people_of(competitor.number) if meeting else [],
        "match_url": match_url(tournament, meeting) if meeting and not meeting.is_bye else "",
        "postponed_words": label_of(meeting) if meeting else "",
        "postponed": [
            {
                "words": label_of(postponed_meeting),
                "url": match_url(tournament, postponed_meeting),
                "round_name": name_of_meeting(stage, brackets, postponed_meeting),
                "rivals": postponed_meeting.rivals_of(competitor.number),
            }
            for postponed_meeting in place.postponed
        ],
        "next": _next_rival(place, brackets),
        "if_lost": _next_rival(place, brackets, loser=True),
        "over": is_over,
    }


def _next_rival(
    whereabouts: Whereabouts, brackets: Sequence[Bracket], *, loser: bool = False
) -> dict[str, Any] | None:
    """Return the rival and the round of the next match if this match is won or, with `loser`, lost.

    The rival is in words: an entry, or the winner or loser of another match. Return None if there
    is no next match.
    """
    meeting, competitor = whereabouts.meeting, whereabouts.competitor
    if meeting is None or whereabouts.state not in (STATES_IF_LOST if loser else STATES_IF_WON):
        return None
    next_match = next_tie(brackets, meeting, competitor, loser=loser)
    if next_match is None:
        return None
    bracket_round, tie = next_match
    place = other_place(tie, meeting, competitor, loser=loser)
    words = tie_side_words(place) if place else ""
    return {"words": words, "round_name": name_of_phase(bracket_round)}


def _whole_day(
    stage: Stage, number: int, stage_ties: PlayedTies, audience: Audience
) -> list[tuple[Stage, Sequence[Meeting]]]:
    """Return the stages that an entry played, with its matches in each stage.

    For a stage with a bracket, return the matches of all entries. `stage_ties` has the matches of
    `stage`.
    """
    drawn_matches = Match.objects.filter(
        published_rounds(audience, "round"),
        sides__entry__tournament=stage.tournament_id,
        sides__entry__number=number,
    )
    keys = set(drawn_matches.values_list("round__stage", flat=True))
    return [
        (
            played_stage,
            (
                stage_ties
                if played_stage.pk == stage.pk
                else ties_played_by(played_stage, [number], audience)
            ).meetings,
        )
        for played_stage in stages_of(stage.tournament)
        if played_stage.pk in keys
    ]


def _whole_place(tournament: Tournament, number: int, audience: Audience) -> dict[str, int] | None:
    """Return an entry's `place` among all entries, and `of`, their number; None without a place."""
    lines = event_of(tournament, audience)
    return next(
        ({"place": line.place, "of": len(lines)} for line in lines if line.entrant == number), None
    )


def _own_rows(
    stage: Stage, meetings: Sequence[Meeting], number: int, audience: Audience
) -> list[dict[str, Any]]:
    """Return one competitor's matches in a stage, round by round."""
    own_meetings = [meeting for meeting in meetings if meeting.has(number)]
    brackets = brackets_of(stage, meetings, _competitors_in(meetings))
    return [_own_row(stage, brackets, meeting, number, audience) for meeting in own_meetings]


def _competitors_in(meetings: Sequence[Meeting]) -> dict[int, Competitor]:
    return {
        competitor.number: competitor
        for meeting in meetings
        for side in meeting.sides
        for competitor in side.everybody
    }


def _own_row(
    stage: Stage, brackets: Sequence[Bracket], meeting: Meeting, number: int, audience: Audience
) -> dict[str, Any]:
    return {
        "meeting": meeting,
        "card": card(stage.tournament, meeting, audience),
        "rest_wins": stage.bye_value() == WIN,
        "round_name": name_of_meeting(stage, brackets, meeting),
        "rivals": meeting.rivals_of(number),
        "rival_competitors": [
            competitor for side in meeting.rivals_of(number) for competitor in side.everybody
        ],
        "partners": meeting.partners_of(number),
        "people": meeting.people_of(number),
        "score": _score_between(meeting, number),
        **_own_and_rival_scores(meeting, number),
        "won": meeting.won_by(number) and not meeting.void,
        "catch_up": catch_up_of(meeting),
        "url": "" if meeting.is_bye else match_url(stage.tournament, meeting),
        "tables": ", ".join(str(table) for table in _tables(meeting)),
        "actas": [
            {"number": board.number, "url": match_url(stage.tournament, board)}
            for board in meeting.boards or (meeting,)
            if not meeting.is_bye
        ],
    }


def _tables(meeting: Meeting) -> list[int]:
    return sorted(board.table for board in meeting.boards or (meeting,) if board.table)


def _own_and_rival_scores(meeting: Meeting, number: int) -> dict[str, str]:
    """Return this competitor's score and its rivals' scores; "" without a result."""
    score = score_of(meeting)
    if score is None:
        return {"own": "", "others": ""}
    own_score, *rival_scores = winner_number_first(score, meeting.side_of(number))
    return {
        "own": count(own_score, meeting.unit),
        "others": " / ".join(count(rival_score, meeting.unit) for rival_score in rival_scores),
    }


def _score_between(meeting: Meeting, number: int) -> str:
    """Return the score with this competitor's first: «2–1»; "" without a result."""
    score = score_of(meeting)
    if score is None:
        return ""
    return versus_text(winner_number_first(score, meeting.side_of(number)), meeting.unit)
