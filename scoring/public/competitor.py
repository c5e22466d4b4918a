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
AFTER_WINNING = ("playing", "waiting", "postponed", "bye", "through", "ahead")
AFTER_LOSING = ("playing", "waiting", "postponed", "to_third", "second_chance")


def competitor_context(
    tournament: Tournament, competitor: Competitor, audience: Audience
) -> dict[str, Any]:
    """Return the context of a competitor: where it is in the hall, and its matches in the stage."""
    stage = tournament.stage
    played = ties_played_by(stage, [competitor.number], audience)
    return {
        **_where(tournament, stage, competitor, played, audience),
        "rows": _own_rows(stage, played.meetings, competitor.number, audience),
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
    played = ties_played_by(stage, numbers, audience)
    return [
        FoundCompetitor(competitor, whereabouts(competitor, played.meetings, hall, played.fates))
        for competitor in competitors
    ]


def entry_page(
    tournament: Tournament, competitor: Competitor, audience: Audience
) -> dict[str, Any]:
    """Return the context of a competitor: matches in all stages, place, substitutions, rulings."""
    stage = tournament.stage
    played = ties_played_by(stage, [competitor.number], audience)
    own = [meeting for meeting in played.meetings if meeting.has(competitor.number)]
    lines = cached_standings_lines(stage, audience) if own else ()
    days = _whole_day(stage, competitor.number, played, audience)
    return {
        **_where(tournament, stage, competitor, played, audience),
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


def _where(
    tournament: Tournament,
    stage: Stage,
    competitor: Competitor,
    played: PlayedTies,
    audience: Audience,
) -> dict[str, Any]:
    fates = played.fates
    place = whereabouts(competitor, played.meetings, current_hall(stage, audience), fates)
    last, brackets = place.meeting, fates.brackets if fates else ()
    left = fates.lives_left(competitor.number) if fates else 0
    alive = fates is not None and competitor.number in fates.alive
    best, _worst = fates.places.get(competitor.number, (0, 0)) if fates else (0, 0)
    over = day_now(tournament, stage, audience).finished if last else False
    if stage.by_calls and place.state in ("not_drawn", "done") and not over:
        place = replace(place, state="free")
    return {
        "where": place,
        "competitor": competitor,
        "too_late": fates is not None and last is None and fates.late != NEXT_ROUND,
        "goes_on": fates is not None and not fates.lives,
        "lives": lives_left_in_words(left) if left and alive else "",
        "rest_wins": stage.rest() == WIN,
        "for_resting": stage_counting(stage).bye_counted,
        "catch_up": catch_up_of(last) if last else "",
        "round_name": name_of_meeting(stage, brackets, last) if last else "",
        "in_round": exit_round_name(brackets, last) if last else "",
        "place": best,
        "score": _score_between(last, competitor.number) if last else "",
        **(_own_and_others(last, competitor.number) if last else {}),
        "partners": last.partners_of(competitor.number) if last else (),
        "people": last.people_of(competitor.number) if last else [],
        "match_url": match_url(tournament, last) if last and not last.is_bye else "",
        "postponed_words": label_of(last) if last else "",
        "postponed": [
            {
                "words": label_of(postponed),
                "url": match_url(tournament, postponed),
                "round_name": name_of_meeting(stage, brackets, postponed),
                "rivals": postponed.rivals_of(competitor.number),
            }
            for postponed in place.postponed
        ],
        "next": _next(place, brackets),
        "if_lost": _next(place, brackets, loser=True),
        "over": over,
    }


def _next(
    whereabouts: Whereabouts, brackets: Sequence[Bracket], *, loser: bool = False
) -> dict[str, Any] | None:
    """Return the rival and the round of the next match if this match is won or, with `loser`, lost.

    The rival is an entry, or the winner or loser of another match, in words. Return None without a
    next match.
    """
    last, competitor = whereabouts.meeting, whereabouts.competitor
    if last is None or whereabouts.state not in (AFTER_LOSING if loser else AFTER_WINNING):
        return None
    after = next_tie(brackets, last, competitor, loser=loser)
    if after is None:
        return None
    place = other_place(after[1], last, competitor, loser=loser)
    return {"words": tie_side_words(place) if place else "", "round_name": name_of_phase(after[0])}


def _whole_day(
    stage: Stage, number: int, here: PlayedTies, audience: Audience
) -> list[tuple[Stage, Sequence[Meeting]]]:
    """Return the stages that an entry played, with its matches in each stage.

    A stage with a bracket has all its matches. `here` has the matches of `stage`.
    """
    drawn = Match.objects.filter(
        published_rounds(audience, "round"),
        sides__entry__tournament=stage.tournament_id,
        sides__entry__number=number,
    )
    keys = set(drawn.values_list("round__stage", flat=True))
    return [
        (
            played_stage,
            (
                here
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
    stage: Stage, played: Sequence[Meeting], number: int, audience: Audience
) -> list[dict[str, Any]]:
    """Return one competitor's matches in a stage, round by round."""
    own = [meeting for meeting in played if meeting.has(number)]
    brackets = brackets_of(stage, played, _competitors_in(played))
    return [_own_row(stage, brackets, meeting, number, audience) for meeting in own]


def _competitors_in(played: Sequence[Meeting]) -> dict[int, Competitor]:
    return {
        each.number: each for meeting in played for side in meeting.sides for each in side.everybody
    }


def _own_row(
    stage: Stage, brackets: Sequence[Bracket], meeting: Meeting, number: int, audience: Audience
) -> dict[str, Any]:
    return {
        "meeting": meeting,
        "card": card(stage.tournament, meeting, audience),
        "rest_wins": stage.rest() == WIN,
        "round_name": name_of_meeting(stage, brackets, meeting),
        "rivals": meeting.rivals_of(number),
        "rival_competitors": [
            each for side in meeting.rivals_of(number) for each in side.everybody
        ],
        "partners": meeting.partners_of(number),
        "people": meeting.people_of(number),
        "score": _score_between(meeting, number),
        **_own_and_others(meeting, number),
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


def _own_and_others(meeting: Meeting, number: int) -> dict[str, str]:
    """Return this competitor's score and its rivals' scores; "" without a result."""
    score = score_of(meeting)
    if score is None:
        return {"own": "", "others": ""}
    own, *others = winner_number_first(score, meeting.side_of(number))
    return {
        "own": count(own, meeting.unit),
        "others": " / ".join(count(other, meeting.unit) for other in others),
    }


def _score_between(meeting: Meeting, number: int) -> str:
    """Return the score with this competitor's first: «2–1»; "" without a result."""
    score = score_of(meeting)
    if score is None:
        return ""
    return versus_text(winner_number_first(score, meeting.side_of(number)), meeting.unit)
