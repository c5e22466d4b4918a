"""Pages of a bracket for a screen: four ties (two if names are long) and their next rounds."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scoring.models import Show
from scoring.public.bracket import all_brackets, tie_side_words
from scoring.public.cards import score_in_words
from scoring.public.names import name_inside
from scoring.public.slides.slide import Slide
from scoring.stages.selectors.bracket import MAIN, THIRD_PLACE, Bracket, BracketRound, Tie
from tournaments.models import Stage
from tournaments.names.audience import Audience
from tournaments.rounds.words.phases import bracket_name

TIES, COLUMNS = 4, 3  # on a page: the ties of its first round, and the rounds
# The most letters that fit in two lines. If a name is longer, a page has half the ties and wider
# columns.
LONG = 64


class SlideColumn(NamedTuple):
    """A round with its ties on this page; a final also has the match for third place under it."""

    name: str
    ties: Sequence[dict[str, Any]]
    third: Sequence[dict[str, Any]] = ()


def bracket_slides(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the pages of every bracket, from its round in play on; [] without a bracket."""
    if not stage.has_bracket:
        return []
    is_fixed = not stage.redraws_bracket
    brackets = [bracket for bracket in all_brackets(stage, audience) if bracket.rounds]
    third_place = next((bracket for bracket in brackets if bracket.name == THIRD_PLACE), None)
    return [
        slide
        for bracket in brackets
        if bracket is not third_place
        for slide in _pages(bracket, is_fixed, third_place if bracket.name == MAIN else None)
    ]


def _pages(bracket: Bracket, is_fixed: bool, third_place: Bracket | None) -> list[Slide]:
    """Return the pages of a bracket, each with some ties and the ties that follow from them.

    Unless the bracket is `is_fixed`, the pages have only the round in play.
    """
    rounds = bracket.rounds[_first_index(bracket.rounds) :]
    is_long = any(
        len(side["name"]) > LONG for bracket_round in rounds for side in _sides(bracket_round)
    )
    ties, most_columns = (TIES // 2, COLUMNS - 1) if is_long else (TIES, COLUMNS)
    column_count = _column_count(rounds, most_columns) if is_fixed else 1
    pages = []
    for start in range(0, rounds[0].size, ties):
        columns = []
        for step, bracket_round in enumerate(rounds[:column_count]):
            part = bracket_round.ties[start >> step : (start + ties >> step) or 1]
            third_ties = (
                third_place.rounds[-1].ties if third_place and bracket_round is rounds[-1] else ()
            )
            columns.append(
                SlideColumn(
                    name_inside(bracket_round), [*map(_tie, part)], [*map(_tie, third_ties)]
                )
            )
        title = bracket_name(bracket.name, bracket.label, bracket.rounds[0].entries)
        pages.append(Slide(Show.BRACKET, "bracket", title, columns, len(columns)))
    return pages


def _first_index(rounds: Sequence[BracketRound]) -> int:
    """Return the index of the first round to show.

    It is the round in play, or an earlier round so that the page has COLUMNS rounds.
    """
    unfinished_indexes = (
        index
        for index, bracket_round in enumerate(rounds)
        if any(tie.meeting is None or not _is_over(tie) for tie in bracket_round.ties)
    )
    current_index = next(unfinished_indexes, len(rounds))
    return max(min(current_index, len(rounds) - COLUMNS), 0)


def _is_over(tie: Tie) -> bool:
    return tie.meeting is not None and (tie.meeting.is_finished or tie.meeting.is_bye)


def _sides(bracket_round: BracketRound) -> Iterator[dict[str, Any]]:
    for tie in bracket_round.ties:
        yield from _tie(tie)["sides"]


def _column_count(rounds: Sequence[BracketRound], most_columns: int) -> int:
    """Return the number of rounds that stand side by side, at most `most_columns`.

    Each round has half the ties of the round before it.
    """
    count = 1
    while (
        count < min(len(rounds), most_columns) and rounds[count - 1].size == 2 * rounds[count].size
    ):
        count += 1
    return count


def _tie(tie: Tie) -> dict[str, Any]:
    meeting = tie.meeting
    score = score_in_words(meeting) if meeting else None
    return {
        "table": meeting.table if meeting and not _is_over(tie) else None,
        "sides": [
            {
                "number": place.competitor.label if place.competitor else "",
                "name": place.competitor.title if place.competitor else tie_side_words(place),
                "winner": meeting is not None and meeting.winner == side,
                "score": score[side] if score else "",
            }
            for side, place in enumerate(tie.places)
        ],
    }
