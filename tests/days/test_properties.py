"""Tests of corrected results in every format: the day goes on as if they had always been right."""

import pytest

from scoring.actas.selectors.actas import with_details
from scoring.actas.services import record_hand
from scoring.forecast.simulation.rehearsal import stage_over
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.days.any_day import (
    WAYS,
    begin_day,
    finish_first_match,
    line_of,
    reverse_result,
    reversed_line,
)
from tests.days.hall import Day, LineOf, chance, numbers_of
from tests.sizes import size
from tournaments.formats import FORMATS
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.services.drafts import discard_round

pytestmark = pytest.mark.django_db

MOST_ROUNDS = size(4, long=6)
WRONG_ROUNDS = {1, 2, 4}  # rounds in which the first result is written in reverse
EVERY_WAY = [(format, way) for format, ways in WAYS.items() for way in range(len(ways))]
SOME_WAYS = [(format, 0) for format in WAYS][::2]


def test_every_format_has_a_way_to_be_played():
    assert set(WAYS) == set(FORMATS)


@pytest.mark.slow
@pytest.mark.parametrize(("format", "way"), size(SOME_WAYS, long=EVERY_WAY))
def test_a_day_with_corrected_results_equals_a_day_without_mistakes(begin, format, way):
    """Two days have the same seed; in the second one some results are written in reverse.

    After the next draw, that draw is discarded, the result is corrected, and the round is drawn
    again.
    """
    count = 5 + chance(size(2, long=4), format, way)
    right_day = begin_day(begin, "Sin fallos", format, way, count)
    corrected_day = begin_day(begin, "Con fallos", format, way, count)
    for day, wrong_rounds in ((right_day, set()), (corrected_day, WRONG_ROUNDS)):
        play = play_calls if day.stage.by_calls else play_rounds
        play(day, wrong_rounds)
    assert pairings_of(right_day) == pairings_of(corrected_day)
    assert right_day.standings() == corrected_day.standings()
    assert results_of(right_day) == results_of(corrected_day)


# --- Days with mistakes ---------------------------------------------------------------------------
def play_rounds(day: Day, wrong_rounds: set[int]) -> None:
    """Play the day; in the `wrong_rounds`, write the first result in reverse.

    The result is corrected once the next round has been drawn and discarded.
    """
    stage = day.stage
    for number in range(1, MOST_ROUNDS):
        if stage_over(stage, EVERYTHING):
            return
        draft = open_next_round(stage=stage, author=day.author)
        round = publish_round(round=draft, author=day.author)
        matches = round.matches.exclude(state="bye")
        first = with_details(matches).order_by("position", "board")[0]
        day.write(round, lines_with_mistake(first) if number in wrong_rounds else line_of)
        if number not in wrong_rounds:
            continue
        if not stage_over(stage, EVERYTHING):
            draft = open_next_round(stage=stage, author=day.author)
            discard_round(round=draft, author=day.author, reason="el acta estaba mal")
        reverse_result(day, first)


def lines_with_mistake(wrong_match: Match) -> LineOf:
    """Return a function that writes the usual lines, but reverses the line of `wrong_match`."""

    def line_or_mistake(match: Match, numbers: tuple[int, ...]) -> str:
        line = line_of(match, numbers)
        return reversed_line(line) if match == wrong_match else line

    return line_or_mistake


def play_calls(day: Day, wrong_numbers: set[int]) -> None:
    """Play a day by calls; correct each wrong result once one more match has ended."""
    stage = day.stage
    publish_round(round=open_next_round(stage=stage, author=day.author), author=day.author)
    for number in range(1, MOST_ROUNDS):
        match = with_details(day.tournament.matches.filter(state="playing")).order_by("number")[0]
        line = line_of(match, numbers_of(match))
        line_to_write = reversed_line(line) if number in wrong_numbers else line
        record_hand(match=match, author=day.author, line=line_to_write, number=1)
        finish_first_match(day)
        if number in wrong_numbers:
            reverse_result(day, match)


def pairings_of(day: Day) -> list[tuple[int, int, tuple[int, ...], str]]:
    """Return the round, position, entries and purpose of each match, in order."""
    matches = with_details(day.tournament.matches.all()).order_by(
        "round__serial", "position", "board"
    )
    return [
        (match.round.number, match.position, numbers_of(match), match.purpose) for match in matches
    ]


def results_of(day: Day) -> list[tuple[int | None, dict[str, list[int]]]]:
    matches = day.tournament.matches.exclude(state="bye")
    matches = matches.order_by("round__serial", "position", "board")
    return list(matches.values_list("result__winner", "result__tallies"))
