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
    """A round, with its ties on this page; under a final also the match for third place."""

    name: str
    ties: Sequence[dict[str, Any]]
    third: Sequence[dict[str, Any]] = ()


def bracket_slides(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the pages of every bracket, from its round in play on; [] without a bracket."""
    if not stage.has_bracket:
        return []
    fixed = not stage.redraws_bracket
    brackets = [bracket for bracket in all_brackets(stage, audience) if bracket.rounds]
    third = next((bracket for bracket in brackets if bracket.name == THIRD_PLACE), None)
    return [
        slide
        for bracket in brackets
        if bracket is not third
        for slide in _pages(bracket, fixed, third if bracket.name == MAIN else None)
    ]


def _pages(bracket: Bracket, fixed: bool, third: Bracket | None) -> list[Slide]:
    """Return the pages of a bracket, each with some ties and the ties that follow from them.

    Unless the bracket is `fixed`, the pages have only the round in play.
    """
    rounds = bracket.rounds[_first(bracket.rounds) :]
    long = any(len(side["name"]) > LONG for each in rounds for side in _sides(each))
    ties, columns_at_most = (TIES // 2, COLUMNS - 1) if long else (TIES, COLUMNS)
    together = _together(rounds, columns_at_most) if fixed else 1
    pages = []
    for start in range(0, rounds[0].size, ties):
        columns = []
        for step, each in enumerate(rounds[:together]):
            part = each.ties[start >> step : (start + ties >> step) or 1]
            under = third.rounds[-1].ties if third and each is rounds[-1] else ()
            columns.append(SlideColumn(name_inside(each), [*map(_tie, part)], [*map(_tie, under)]))
        title = bracket_name(bracket.name, bracket.label, bracket.rounds[0].entries)
        pages.append(Slide(Show.BRACKET, "bracket", title, columns, len(columns)))
    return pages


def _first(rounds: Sequence[BracketRound]) -> int:
    """Return the index of the first round to show.

    It is the round in play, or an earlier round so that the page has COLUMNS rounds.
    """
    unfinished = (
        at
        for at, each in enumerate(rounds)
        if any(tie.meeting is None or not _is_over(tie) for tie in each.ties)
    )
    now = next(unfinished, len(rounds))
    return max(min(now, len(rounds) - COLUMNS), 0)


def _is_over(tie: Tie) -> bool:
    return tie.meeting is not None and (tie.meeting.is_finished or tie.meeting.is_bye)


def _sides(bracket_round: BracketRound) -> Iterator[dict[str, Any]]:
    for tie in bracket_round.ties:
        yield from _tie(tie)["sides"]


def _together(rounds: Sequence[BracketRound], most: int) -> int:
    """Return the number of rounds that stand side by side, at most `most`.

    Each round has half the ties of the round before it.
    """
    many = 1
    while many < min(len(rounds), most) and rounds[many - 1].size == 2 * rounds[many].size:
        many += 1
    return many


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
