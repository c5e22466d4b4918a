"""Tests of corrections in every format: their preview is right, and their remedy can be undone."""

from typing import NamedTuple

import pytest

from scoring.actas.selectors.actas import fold_lines, get_match, lines_written, live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.corrections.consequences import Consequences
from scoring.corrections.correct import correct_and_remedy, try_correction
from scoring.corrections.preview import consequences
from scoring.refereeing.services.calls import make_last_call
from scoring.rounds.selectors.verification import verify_draw
from scoring.standings.selectors.standings import stage_tables
from tests.days.any_day import (
    WAYS,
    begin_day,
    finish_first_match,
    line_of,
    reversed_line,
    rolled_back,
)
from tests.days.hall import Day, check_nobody_plays_twice, numbers_of
from tests.days.holds import check_nobody_at_two_tables, check_places_and_losses
from tests.refusals import is_refused
from tests.sizes import size
from tournaments.models import Match, Round
from tournaments.names.audience import EVERYTHING

pytestmark = pytest.mark.django_db

EVERY_WAY = [(format, way) for format, ways in WAYS.items() for way in range(len(ways))]
# Without `--long`, the tests play two ways of each format whose draws depend on results, and one
# way of each other format.
FORMATS_WITH_REMEDY = ("knockout", "lives", "swiss", "totals", "ladder")
SOME_WAYS = [way for way in EVERY_WAY if way[1] < (2 if way[0] in FORMATS_WITH_REMEDY else 1)]
ENTRY_COUNT = size(7, long=11)
LAST_OF_BLOCK = {"boxes": 2}  # the round whose results decide promotion and relegation
# The possible remedies in each format, and the reason if a correction has none, by the number of
# matches begun in the next round.
REMEDIES = {
    0: {
        "knockout": {"exchange", "redraw"},
        "lives": {"redraw"},
        "swiss": {"redraw"},
        "totals": {"redraw"},
        "ladder": {"exchange", "redraw"},
        "boxes": {"redraw"},
    },
    2: {
        "knockout": {"exchange", "match_begun"},
        "lives": {"match_begun"},
        "swiss": {"match_begun"},
        "totals": {"match_begun"},
        "ladder": {"exchange", "match_begun"},
        "boxes": {"match_begun"},
    },
}


# --- State of the day ---------------------------------------------------------------------------
class DayState(NamedTuple):
    """The state that a correction may change: standings, seats, results and states of matches."""

    tables: dict[str, list[tuple[int, int]]]
    seats: dict[str, tuple[int, ...]]
    results: dict[str, tuple[int | None, object]]
    states: dict[str, str]


def state_of_day(day: Day) -> DayState:
    query = day.tournament.matches.select_related("result").prefetch_related("sides__entry")
    matches = list(query.order_by("pk"))
    return DayState(
        tables_of(day),
        {match.code: numbers_of(match) for match in matches},
        {
            match.code: (match.result.winner, match.result.tallies)
            for match in matches
            if hasattr(match, "result")
        },
        {match.code: match.state for match in matches},
    )


def tables_of(day: Day) -> dict[str, list[tuple[int, int]]]:
    """Return the place and number of each entry, by group."""
    tables = stage_tables(day.stage, EVERYTHING)
    return {name: [(line.place, line.entrant) for line in lines] for name, lines in tables.items()}


def begun_matches(day: Day) -> dict[str, tuple[int, ...]]:
    """Return the entries of each match that has an acta, by the match's code."""
    matches = day.tournament.matches.filter(actas__isnull=False).distinct()
    return {match.code: numbers_of(match) for match in matches}


def lines_with_sides_reversed(match: Match) -> list[str]:
    return [reversed_line(line) for line in lines_written(live_acta(match))]


def preview(match: Match, lines: list[str]) -> Consequences:
    """Return the consequences of correcting the match to these lines."""
    fresh = get_match(match.tournament, match.code)
    return consequences(fresh, fold_lines(fresh, lines))


def matches_to_correct(day: Day, round: int) -> list[Match]:
    """Return the finished matches of a round whose lines change if their scores are reversed."""
    finished_matches = day.tournament.matches.filter(round__number=round, result__isnull=False)
    matches = [
        get_match(day.tournament, match.code)
        for match in finished_matches.order_by("position", "board")
    ]
    return [
        match
        for match in matches
        if lines_with_sides_reversed(match) != lines_written(live_acta(match))
    ]


# --- Playing the day ----------------------------------------------------------------------------
def play_rounds(day: Day, round: int) -> None:
    """Play the rounds up to number `round`; in a stage by calls, one match."""
    if day.stage.by_calls:
        day.draw()
        finish_first_match(day)
        return
    for _round in range(round):
        day.write(day.draw(), line_of)


def draw_next(day: Day) -> None:
    """Draw and publish the next round; in a stage by calls, play two more matches."""
    if not day.stage.by_calls:
        day.draw()
        return
    finish_first_match(day)
    finish_first_match(day)


def play_two_matches(day: Day) -> None:
    """Play two matches of the last round; in a stage by calls, two more matches."""
    if day.stage.by_calls:
        finish_first_match(day)
        finish_first_match(day)
        return
    last = day.stage.rounds.order_by("-number")[0]
    for match in last.matches.exclude(state="bye").order_by("number")[:2]:
        match.refresh_from_db()
        if match.state == "playing":
            fresh = get_match(day.tournament, match.code)
            line = line_of(fresh, numbers_of(fresh))
            record_hand(match=fresh, author=day.author, line=line, number=1)


def check_corrections(day: Day, match: Match, *changes: list[str]) -> None:
    """Correct the match to each of `changes` and back, without a remedy.

    Assert that the standings change as the preview says, that no entry changes its seat, and that
    the last correction restores the results and the standings.
    """
    if not changes:
        return
    right_lines = lines_written(live_acta(match))
    original_state = state_before = state_of_day(day)
    for wrong_lines in changes:
        expected_consequences = preview(match, wrong_lines)
        assert expected_consequences.opens == (not wrong_lines)
        correct_acta(match=match, author=day.author, lines=wrong_lines, reason="al revés")
        state_after = state_of_day(day)
        assert moves_of(expected_consequences.moved) == moves_between(
            state_before.tables, state_after.tables
        )
        assert state_after.seats == state_before.seats
        state_before = state_after
    correct_acta(match=match, author=day.author, lines=right_lines, reason="estaba bien")
    assert state_of_day(day)[:3] == original_state[:3]


def moves_between(tables_before, tables_after):
    """Return the old place, the group and the new place of each entry that moves."""
    place_before = {
        entry: (name, place) for name, lines in tables_before.items() for place, entry in lines
    }
    place_after = {
        entry: (name, place) for name, lines in tables_after.items() for place, entry in lines
    }
    return {
        entry: (place_before[entry][1], *place_after[entry])
        for entry in place_after
        if place_before[entry] != place_after[entry]
    }


def check_remedy(day: Day, match: Match, way: int) -> set[str]:
    """Reverse the match with the remedies of the preview; return their kinds.

    If no remedy is possible, return the reasons. Assert that matches already begun keep their
    entries, that the day can go on, and that the correction can be undone. `way` is the index of
    the day in the ways of its format: the short run undoes the correction in way 0 and plays on in
    the others.
    """
    wrong_lines = lines_with_sides_reversed(match)
    state_before = state_of_day(day)
    begun = begun_matches(day)
    expected_consequences = preview(match, wrong_lines)
    if not expected_consequences.possible:
        with is_refused("nothing_to_remedy"):
            correct_and_remedy(match=match, author=day.author, lines=wrong_lines, reason="x")
        assert state_of_day(day) == state_before
        return {remedy.why_left for remedy in expected_consequences.remedies}
    check_remedy_is_as_its_trial(day, match, wrong_lines, state_before, expected_consequences)
    assert begun.items() <= state_of_day(day).seats.items()
    check_seats_and_draws(day, expected_consequences)
    ways = len(WAYS[day.stage.format])
    if size(way == 0, long=True):
        with rolled_back():
            check_undo(day, match, lines_with_sides_reversed(match), state_before, begun)
    if size(way > 0 or ways == 1, long=True):
        play_to_the_end(day)
    return {remedy.kind for remedy in expected_consequences.possible}


def check_remedy_is_as_its_trial(
    day: Day,
    match: Match,
    wrong_lines: list[str],
    state_before: DayState,
    expected_consequences: Consequences,
) -> None:
    """Assert that the remedy gives the draws and places that its trial showed."""
    trial = try_correction(
        match=match, author=day.author, lines=wrong_lines, consequences=expected_consequences
    )
    assert not trial.refusal
    assert state_of_day(day) == state_before
    correct_and_remedy(
        match=match,
        author=day.author,
        lines=wrong_lines,
        reason="al revés",
        seen=expected_consequences.seen,
    )
    state_after = state_of_day(day)
    assert moves_between(state_before.tables, state_after.tables) == moves_of(trial.moved)
    for redrawn_round in trial.rounds:
        assert [*redrawn_round.matches] == seats_of(day, redrawn_round.serial)
    for later in expected_consequences.later:
        if later.would_be:
            assert state_after.seats[later.code] == later.would_be


def check_undo(
    day: Day,
    match: Match,
    right_lines: list[str],
    state_before: DayState,
    seats_of_begun: dict[str, tuple[int, ...]],
) -> None:
    """Correct the match back; assert that results, standings and begun matches are as before."""
    undo = preview(match, right_lines)
    assert undo.possible
    correct_and_remedy(match=match, author=day.author, lines=right_lines, reason="estaba bien")
    state_after = state_of_day(day)
    assert state_after.results == state_before.results
    assert seats_of_begun.items() <= state_after.seats.items()
    assert state_after.tables == state_before.tables
    assert sorted(state_after.seats.values()) == sorted(state_before.seats.values())
    if all(remedy.kind != "redraw" for remedy in undo.possible):  # a redraw makes new matches
        assert state_after == state_before
    check_seats_and_draws(day, undo)


def seats_of(day: Day, serial: int) -> list[tuple[int, ...]]:
    matches = day.tournament.matches.filter(round__serial=serial, board__lte=1)
    return [numbers_of(match) for match in matches.order_by("position")]


def moves_of(moves):
    """Return the old place, the group and the new place of each entry of a preview."""
    return {move.entry: (move.before, move.group, move.after) for move in moves}


def check_seats_and_draws(day: Day, expected_consequences: Consequences) -> None:
    """Assert that no entry sits twice, and that the public check repeats the redrawn rounds."""
    check_nobody_at_two_tables(day)
    for round in Round.objects.filter(stage=day.stage).order_by("number"):
        check_nobody_plays_twice(round)
        if round.number == 1 or not round.report.get("drawn"):
            continue
        check = verify_draw(round)
        assert next(step for step in check.steps if step.key == "hands").equal, round.report
        if any(
            remedy.kind == "redraw" and remedy.round == round.number
            for remedy in expected_consequences.possible
        ):
            assert check.equal, check.steps


def play_to_the_end(day: Day) -> None:
    """Play the open matches and more rounds, and check the standings."""
    if day.stage.by_calls:
        make_last_call(stage=day.stage, author=day.author)
        while finish_first_match(day):
            check_nobody_at_two_tables(day)
        return
    for drawn_round in day.tournament.rounds.order_by("number"):
        if drawn_round.matches.filter(state__in=["playing", "waiting"]).exists():
            day.write(drawn_round, line_of)
    day.play(line_of, rounds=size(1, long=12))
    check_places_and_losses(day)


# --- Every format -------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("format", "way"), size(SOME_WAYS, long=EVERY_WAY))
def test_a_correction_has_the_consequences_that_its_preview_shows(begin, format, way):
    """Correct a result in the round in play, after the next draw, and after two matches more.

    The short run corrects one match. Only in one way of each format does it correct at all three
    moments; in the others, only after the next draw.
    """
    everything = size(way == 0, long=True)
    day = begin_day(begin, f"{format} {way}", format, way, ENTRY_COUNT)
    round = LAST_OF_BLOCK.get(format, 1)
    play_rounds(day, round)
    if everything:
        correct_round_in_play(day, round)
    draw_next(day)
    correct_previous_round(day, round, way, 0)
    if everything:
        play_two_matches(day)
        correct_previous_round(day, round, way, 2)


def correct_round_in_play(day: Day, round: int) -> None:
    for match in matches_to_correct(day, round)[: size(1, long=2)]:
        check_corrections(day, match, lines_with_sides_reversed(match), [])
        assert preview(match, lines_with_sides_reversed(match)).remedies == ()


def correct_previous_round(day: Day, round: int, way: int, begun_count: int) -> None:
    """Correct matches of the round before the last, with `begun_count` matches of the last played.

    The short run corrects one match: the first or the last one, depending on the way.
    """
    matches = matches_to_correct(day, round)
    outcomes = set()
    first, last = matches[0], matches[-1]
    for match in size([last if way % 2 else first], long=[first, last]):
        changes = size(
            short_changes(day, match, way, begun_count), long=[lines_with_sides_reversed(match), []]
        )
        check_corrections(day, match, *changes)
        with rolled_back():
            outcomes |= check_remedy(day, match, way)
    assert outcomes <= REMEDIES[begun_count].get(day.stage.format, set()), outcomes
    assert bool(outcomes) == depends_on_results(day)


def short_changes(day: Day, match: Match, way: int, begun_count: int) -> list[list[str]]:
    """Return the lines to which the short run corrects the match without a remedy.

    If the next round does not depend on results, the lines are reversed or deleted. Otherwise they
    are deleted, in one way of each format; `check_remedy` covers the rest.
    """
    if not depends_on_results(day):
        return [[] if begun_count or way % 2 else lines_with_sides_reversed(match)]
    return [[]] if way == 0 and not begun_count else []


def depends_on_results(day: Day) -> bool:
    """Return whether the draw of the next round depends on the results before it."""
    return day.stage.depends_on_results()
