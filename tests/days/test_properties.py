"""Any day of any format: a result written wrong and put right leaves nothing behind."""

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
WRONG = {1, 2, 4}  # in these rounds somebody writes a result the other way round
EVERY_WAY = [(format, way) for format, ways in WAYS.items() for way in range(len(ways))]
SOME_WAYS = [(format, 0) for format in WAYS][::2]


def test_every_format_has_its_days():
    assert set(WAYS) == set(FORMATS)


@pytest.mark.slow
@pytest.mark.parametrize(("format", "way"), size(SOME_WAYS, long=EVERY_WAY))
def test_a_corrected_result_is_as_good_as_a_right_one(begin, format, way):
    """Two halls with the same seed: in the second some results are written the other way round,
    the next round is drawn, and then all is put right and drawn again."""
    count = 5 + chance(size(2, long=4), format, way)
    right = begin_day(begin, "Sin fallos", format, way, count)
    other = begin_day(begin, "Con fallos", format, way, count)
    for day, mistaken in ((right, set()), (other, WRONG)):
        play = clock_with_mistakes if day.stage.by_calls else rounds_with_mistakes
        play(day, mistaken)
    assert drawn_in(right) == drawn_in(other)
    assert right.standings() == other.standings()
    assert results_of(right) == results_of(other)


# --- With mistakes --------------------------------------------------------------------------------
def rounds_with_mistakes(day: Day, wrong: set[int]) -> None:
    """In the rounds that are `wrong` the first match is, until the next draw is thrown away."""
    stage = day.stage
    for number in range(1, MOST_ROUNDS):
        if stage_over(stage, EVERYTHING):
            return
        draft = open_next_round(stage=stage, author=day.author)
        drawn = publish_round(round=draft, author=day.author)
        played = drawn.matches.exclude(state="bye")
        first = with_details(played).order_by("position", "board")[0]
        day.write(drawn, slipped_in(first) if number in wrong else line_of)
        if number not in wrong:
            continue
        if not stage_over(stage, EVERYTHING):
            draft = open_next_round(stage=stage, author=day.author)
            discard_round(round=draft, author=day.author, reason="el acta estaba mal")
        reverse_result(day, first)


def slipped_in(wrong: Match) -> LineOf:
    """Every line right but that of one match, written the other way round."""

    def line(match: Match, numbers: tuple[int, ...]) -> str:
        right = line_of(match, numbers)
        return reversed_line(right) if match == wrong else right

    return line


def clock_with_mistakes(day: Day, wrong: set[int]) -> None:
    """The matches that are `wrong` are put right when another has ended, and people called."""
    stage = day.stage
    publish_round(round=open_next_round(stage=stage, author=day.author), author=day.author)
    for number in range(1, MOST_ROUNDS):
        match = with_details(day.tournament.matches.filter(state="playing")).order_by("number")[0]
        line = line_of(match, numbers_of(match))
        asked = reversed_line(line) if number in wrong else line
        record_hand(match=match, author=day.author, line=asked, number=1)
        finish_first_match(day)
        if number in wrong:
            reverse_result(day, match)


def drawn_in(day: Day) -> list[tuple[int, int, tuple[int, ...], str]]:
    """Return who met whom in each round, in order."""
    matches = with_details(day.tournament.matches.all()).order_by(
        "round__serial", "position", "board"
    )
    return [
        (match.round.number, match.position, numbers_of(match), match.purpose) for match in matches
    ]


def results_of(day: Day) -> list[tuple[int | None, dict[str, list[int]]]]:
    matches = day.tournament.matches.exclude(state="bye")
    found = matches.order_by("round__serial", "position", "board")
    return list(found.values_list("result__winner", "result__tallies"))
