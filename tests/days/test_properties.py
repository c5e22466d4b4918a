"""Any day of any format: people leave, come late, results are corrected. What must hold always."""

from random import Random

import pytest

from scoring.selectors.matches.actas import detailed
from scoring.services.actas import record_hand
from scoring.services.draws.rounds import open_next_round, publish_round
from scoring.simulation.rehearsal import stage_over
from tests.days.any_day import (
    MOST_ROUNDS,
    WAYS,
    a_day,
    a_line,
    one_more,
    play_by_clock,
    play_by_rounds,
    thrown_away,
    turned,
    write_other_way,
)
from tests.days.hall import Day, LineOf, chance, numbers_of
from tests.days.holds import counts_close, every_draw_comes_out_again
from tests.sizes import size
from tournaments.formats import FORMATS
from tournaments.models import Match
from tournaments.services.draws.drafts import discard_round

pytestmark = pytest.mark.django_db

HAPPENS = ("loses", "void", "last", "comes", "corrects")
WRONG = {1, 2, 4}  # in these rounds somebody writes a result the other way round
EVERY_WAY = [(format, way) for format, ways in WAYS.items() for way in range(len(ways))]
FIRST_WAYS = [(format, 0) for format in WAYS]


def test_every_format_has_its_days():
    assert set(WAYS) == set(FORMATS)


@pytest.mark.parametrize(("format", "way"), EVERY_WAY)
def test_whatever_happens(begin, format, way):
    for number in range(size(1, full=10)):
        dice = Random(f"{format}/{way}/{number}")
        with thrown_away():
            day = a_day(begin, "Cualquiera", format, way, dice.randint(6, 11))
            play = play_by_clock if day.stage.by_calls else play_by_rounds
            play(day, [what_happens(dice) for _round in range(dice.randint(3, MOST_ROUNDS))])
            counts_close(day)
            every_draw_comes_out_again(day)


def what_happens(dice: Random) -> list[tuple[str, int]]:
    """List what happens in a round, before and after its results; to whom, by a number."""
    return [(dice.choice(HAPPENS), dice.randrange(100)) for _time in range(dice.randint(1, 2))]


@pytest.mark.parametrize(("format", "way"), size(FIRST_WAYS, full=EVERY_WAY))
def test_a_corrected_result_is_as_good_as_a_right_one(begin, format, way):
    """Two halls with the same seed: in the second some results are written the other way round,
    the next round is drawn, and then all is put right and drawn again."""
    count = 5 + chance(4, format, way)
    right = a_day(begin, "Sin fallos", format, way, count)
    other = a_day(begin, "Con fallos", format, way, count)
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
        if stage_over(stage):
            return
        draft = open_next_round(stage=stage, author=day.author)
        drawn = publish_round(round=draft, author=day.author)
        played = drawn.matches.exclude(state="bye")
        first = detailed(played).order_by("position", "board")[0]
        day.write(drawn, slipped_in(first) if number in wrong else a_line)
        if number not in wrong:
            continue
        if not stage_over(stage):
            draft = open_next_round(stage=stage, author=day.author)
            discard_round(round=draft, author=day.author, reason="el acta estaba mal")
        write_other_way(day, first)


def slipped_in(wrong: Match) -> LineOf:
    """Every line right but that of one match, written the other way round."""

    def line(match: Match, numbers: tuple[int, ...]) -> str:
        right = a_line(match, numbers)
        return turned(right) if match == wrong else right

    return line


def clock_with_mistakes(day: Day, wrong: set[int]) -> None:
    """The matches that are `wrong` are put right when another has ended, and people called."""
    stage = day.stage
    publish_round(round=open_next_round(stage=stage, author=day.author), author=day.author)
    for number in range(1, MOST_ROUNDS):
        match = detailed(day.tournament.matches.filter(state="playing")).order_by("number")[0]
        line = a_line(match, numbers_of(match))
        asked = turned(line) if number in wrong else line
        record_hand(match=match, author=day.author, line=asked, number=1)
        one_more(day)
        if number in wrong:
            write_other_way(day, match)


def drawn_in(day: Day) -> list[tuple[int, int, tuple[int, ...], str]]:
    """Return who met whom in each round, in order."""
    matches = detailed(day.tournament.matches.all()).order_by("round__serial", "position", "board")
    return [
        (match.round.number, match.position, numbers_of(match), match.purpose) for match in matches
    ]


def results_of(day: Day) -> list[tuple[int | None, dict[str, list[int]]]]:
    matches = day.tournament.matches.exclude(state="bye")
    found = matches.order_by("round__serial", "position", "board")
    return list(found.values_list("result__winner", "result__tallies"))
