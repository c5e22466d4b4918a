"""A result corrected in every format: what was told before is what happens, and it is undone."""

from typing import NamedTuple

import pytest

from scoring.actas.selectors.actas import fold_lines, get_match, lines_written, live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.corrections.consequences import Consequences
from scoring.corrections.correct import correct_and_remedy, rehearse_correction
from scoring.corrections.preview import consequences
from scoring.refereeing.services.calls import ring_bell
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
# In small the formats that look at results have two ways, and the others one.
REMEDIED = ("knockout", "lives", "swiss", "totals", "ladder")
SOME_WAYS = [one for one in EVERY_WAY if one[1] < (2 if one[0] in REMEDIED else 1)]
ENTRIES = size(7, long=11)
LAST_OF_BLOCK = {"boxes": 2}  # the round whose results say who moves
# What is done in each, or why not, with nothing and with two matches of the next round begun.
WHAT_ENDS = {
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


# --- What is looked at --------------------------------------------------------------------------
class Hall(NamedTuple):
    """All that a correction may change: tables by place, who sits where, results and states."""

    tables: dict[str, list[tuple[int, int]]]
    seats: dict[str, tuple[int, ...]]
    results: dict[str, tuple[int | None, object]]
    states: dict[str, str]


def hall_of(day: Day) -> Hall:
    found = day.tournament.matches.select_related("result").prefetch_related("sides__entry")
    matches = list(found.order_by("pk"))
    return Hall(
        tables_of(day),
        {one.code: numbers_of(one) for one in matches},
        {
            one.code: (one.result.winner, one.result.tallies)
            for one in matches
            if hasattr(one, "result")
        },
        {one.code: one.state for one in matches},
    )


def tables_of(day: Day) -> dict[str, list[tuple[int, int]]]:
    tables = stage_tables(day.stage, EVERYTHING)
    return {name: [(one.place, one.entrant) for one in lines] for name, lines in tables.items()}


def begun_in(day: Day) -> dict[str, tuple[int, ...]]:
    written_of = day.tournament.matches.filter(actas__isnull=False).distinct()
    return {one.code: numbers_of(one) for one in written_of}


def other_way(match: Match) -> list[str]:
    return [reversed_line(line) for line in lines_written(live_acta(match))]


def what_if(match: Match, lines: list[str]) -> Consequences:
    fresh = get_match(match.tournament, match.code)
    return consequences(fresh, fold_lines(fresh, lines))


def to_correct(day: Day, round: int) -> list[Match]:
    """The matches of a round whose numbers are not the same from the other side."""
    played = day.tournament.matches.filter(round__number=round, result__isnull=False)
    found = [get_match(day.tournament, one.code) for one in played.order_by("position", "board")]
    return [one for one in found if other_way(one) != lines_written(live_acta(one))]


# --- The day, as far as a case needs it ---------------------------------------------------------
def in_the_round_in_play(day: Day, round: int) -> None:
    """The first rounds as far as this one, all of it played; by the clock, one match."""
    if day.stage.by_calls:
        day.draw()
        finish_first_match(day)
        return
    for _round in range(round):
        day.write(day.draw(), line_of)


def with_the_next_drawn(day: Day) -> None:
    """The next round published; by the clock, two more calls."""
    if not day.stage.by_calls:
        day.draw()
        return
    finish_first_match(day)
    finish_first_match(day)


def with_two_begun(day: Day) -> None:
    """Two matches of the round in play are played; by the clock, two more calls."""
    if day.stage.by_calls:
        finish_first_match(day)
        finish_first_match(day)
        return
    second = day.stage.rounds.order_by("-number")[0]
    for match in second.matches.exclude(state="bye").order_by("number")[:2]:
        match.refresh_from_db()
        if match.state == "playing":
            fresh = get_match(day.tournament, match.code)
            line = line_of(fresh, numbers_of(fresh))
            record_hand(match=fresh, author=day.author, line=line, number=1)


def told_is_what_happens(day: Day, match: Match, *changes: list[str]) -> None:
    """Only the standings: with each change, one after another, they move as told, nobody changes
    seat, and it is undone."""
    if not changes:
        return
    right = lines_written(live_acta(match))
    begun = before = hall_of(day)
    for wrong in changes:
        found = what_if(match, wrong)
        assert found.opens == (not wrong)
        correct_acta(match=match, author=day.author, lines=wrong, reason="al revés")
        after = hall_of(day)
        assert places_of(found.moved) == changed(before.tables, after.tables)
        assert after.seats == before.seats
        before = after
    correct_acta(match=match, author=day.author, lines=right, reason="estaba bien")
    assert hall_of(day)[:3] == begun[:3]


def changed(before, after):
    then = {one: (name, place) for name, lines in before.items() for place, one in lines}
    now = {one: (name, place) for name, lines in after.items() for place, one in lines}
    return {one: (then[one][1], *now[one]) for one in now if then[one] != now[one]}


def remedied_is_sound(day: Day, match: Match, way: int) -> set[str]:
    """Check that what is not begun is put right, what is begun stays; it is undone, and the day
    goes on. In small, it is undone in one way of each format and goes on in the others."""
    wrong, before, begun = other_way(match), hall_of(day), begun_in(day)
    found = what_if(match, wrong)
    if not found.possible:
        with is_refused("nothing_to_remedy"):
            correct_and_remedy(match=match, author=day.author, lines=wrong, reason="x")
        assert hall_of(day) == before
        return {one.why_left for one in found.remedies}
    remedied_as_told(day, match, wrong, before, found)
    assert begun.items() <= hall_of(day).seats.items()
    sound(day, found)
    ways = len(WAYS[day.stage.format])
    if size(way == 0, long=True):
        with rolled_back():
            undone(day, match, other_way(match), before, begun)
    if size(way > 0 or ways == 1, long=True):
        played_to_the_end(day)
    return {one.kind for one in found.possible}


def remedied_as_told(
    day: Day, match: Match, wrong: list[str], before: Hall, found: Consequences
) -> None:
    told = rehearse_correction(match=match, author=day.author, lines=wrong, found=found)
    assert not told.refused
    assert hall_of(day) == before
    correct_and_remedy(
        match=match, author=day.author, lines=wrong, reason="al revés", seen=found.seen
    )
    after = hall_of(day)
    assert changed(before.tables, after.tables) == places_of(told.moved)
    for drawn in told.drawn:
        assert [*drawn.matches] == seats_of(day, drawn.serial)
    for later in found.later:
        if later.would_be:
            assert after.seats[later.code] == later.would_be


def undone(
    day: Day, match: Match, right: list[str], before: Hall, begun: dict[str, tuple[int, ...]]
) -> None:
    undo = what_if(match, right)
    assert undo.possible
    correct_and_remedy(match=match, author=day.author, lines=right, reason="estaba bien")
    back = hall_of(day)
    assert back.results == before.results
    assert begun.items() <= back.seats.items()
    assert back.tables == before.tables
    assert sorted(back.seats.values()) == sorted(before.seats.values())
    if all(one.kind != "redraw" for one in undo.possible):  # whose matches are others
        assert back == before
    sound(day, undo)


def seats_of(day: Day, serial: int) -> list[tuple[int, ...]]:
    matches = day.tournament.matches.filter(round__serial=serial, board__lte=1)
    return [numbers_of(one) for one in matches.order_by("position")]


def places_of(moved):
    return {one.entry: (one.before, one.group, one.after) for one in moved}


def sound(day: Day, found: Consequences) -> None:
    check_nobody_at_two_tables(day)
    for round in Round.objects.filter(stage=day.stage).order_by("number"):
        check_nobody_plays_twice(round)
        if round.number == 1 or not round.report.get("drawn"):
            continue
        told = verify_draw(round)
        assert next(step for step in told.steps if step.key == "hands").equal, round.report
        if any(one.kind == "redraw" and one.round == round.number for one in found.possible):
            assert told.equal, told.steps


def played_to_the_end(day: Day) -> None:
    if day.stage.by_calls:
        ring_bell(stage=day.stage, author=day.author)
        while finish_first_match(day):
            check_nobody_at_two_tables(day)
        return
    for drawn in day.tournament.rounds.order_by("number"):
        if drawn.matches.filter(state__in=["playing", "waiting"]).exists():
            day.write(drawn, line_of)
    day.play(line_of, rounds=size(1, long=12))
    check_places_and_losses(day)


# --- Every format -------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("format", "way"), size(SOME_WAYS, long=EVERY_WAY))
def test_what_is_told_is_what_happens(begin, format, way):
    """A result of the round in play, and of the one before when the next is drawn and when two
    matches of it have begun. In small, one match; and all but the second in one way of each."""
    everything = size(way == 0, long=True)
    day = begin_day(begin, f"{format} {way}", format, way, ENTRIES)
    round = LAST_OF_BLOCK.get(format, 1)
    in_the_round_in_play(day, round)
    if everything:
        of_the_round_in_play(day, round)
    with_the_next_drawn(day)
    of_the_round_before(day, round, way, 0)
    if everything:
        with_two_begun(day)
        of_the_round_before(day, round, way, 2)


def of_the_round_in_play(day: Day, round: int) -> None:
    for match in to_correct(day, round)[: size(1, long=2)]:
        told_is_what_happens(day, match, other_way(match), [])
        assert what_if(match, other_way(match)).remedies == ()


def of_the_round_before(day: Day, round: int, way: int, begun: int) -> None:
    """In small one match is corrected: the first of some ways, the last of others."""
    corrected = to_correct(day, round)
    ends = set()
    first, last = corrected[0], corrected[-1]
    for match in size([last if way % 2 else first], long=[first, last]):
        changes = size(in_small(day, match, way, begun), long=[other_way(match), []])
        told_is_what_happens(day, match, *changes)
        with rolled_back():
            ends |= remedied_is_sound(day, match, way)
    assert ends <= WHAT_ENDS[begun].get(day.stage.format, set()), ends
    assert bool(ends) == looks_at_results(day)


def in_small(day: Day, match: Match, way: int, begun: int) -> list[list[str]]:
    """Only the standings are corrected where the next round does not look at them, and otherwise in
    one way of each format, emptied; the rest is for those that put the round right."""
    if not looks_at_results(day):
        return [[] if begun or way % 2 else other_way(match)]
    return [[]] if way == 0 and not begun else []


def looks_at_results(day: Day) -> bool:
    """Whether the next round comes from what was played before."""
    return day.stage.by_results()
