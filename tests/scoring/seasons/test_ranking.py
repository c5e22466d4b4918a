"""Tests of the ranking of a season: points by place, ties, dropped results, points as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seasons.ranking import (
    ABSENT,
    LEFT,
    PLAYED,
    EventPlace,
    PointsRow,
    SeasonEvent,
    SeasonRules,
    rank,
    read_table,
    write_table,
)

TABLE = (PointsRow(4, (10, 6, 4)), PointsRow(16, (25, 18, 15, 12)))


def event(key, *competitors, entries=4, weight=1):
    """Return a tournament with these competitors in its first places, in this order."""
    places = tuple(EventPlace(name, place) for place, name in enumerate(competitors, start=1))
    return SeasonEvent(key, entries, places, weight)


def rank_events(events, **rules):
    return [
        (line.place, line.competitor, line.points)
        for line in rank(events, SeasonRules(TABLE, **rules))
    ]


def test_the_points_depend_on_the_size_of_the_tournament():
    assert rank_events([event(1, "Ana", "Luis")]) == [(1, "Ana", 10), (2, "Luis", 6)]
    assert rank_events([event(1, "Ana", "Luis", entries=20)]) == [(1, "Ana", 25), (2, "Luis", 18)]
    assert rank_events([event(1, "Ana", entries=3)]) == [(1, "Ana", 0)], (
        "too few entries for any row"
    )


def test_the_weight_of_a_final_multiplies_its_points_but_not_taking_part():
    assert rank_events([event(1, "Ana", "Luis", weight=2)], taking_part=3) == [
        (1, "Ana", 23),
        (2, "Luis", 15),
    ]


def test_only_the_best_results_count_and_each_result_says_whether_it_counts():
    days = [event(1, "Ana", "Luis"), event(2, "Luis", "Ana"), event(3, "Luis", "Eva", "Ana")]
    first, second, _eva = rank(days, SeasonRules(TABLE, best=2))
    assert (first.competitor, first.points) == ("Luis", 20)
    assert [(result.points, result.counts) for result in first.results] == [
        (6, False),
        (10, True),
        (10, True),
    ]
    assert [(result.points, result.counts) for result in second.results] == [
        (10, True),
        (6, True),
        (4, False),
    ]


def test_a_withdrawn_competitor_took_part_and_an_absent_one_did_not():
    places = (EventPlace("Ana", 1, LEFT), EventPlace("Luis", 2, ABSENT), EventPlace("Eva", 3))
    assert rank_events([SeasonEvent(1, 4, places)], taking_part=2) == [
        (1, "Eva", 6),
        (2, "Ana", 2),
        (3, "Luis", 0),
    ]


def test_equal_points_are_decided_by_the_best_result_or_the_place_is_shared():
    table = (PointsRow(1, (10, 5, 5, 0)),)
    days = [event(1, "Ana", "Luis", "Eva", "Paz"), event(2, "Rosa", "Luis", "Eva", "Paz")]
    lines = rank(days, SeasonRules(table))
    assert [(line.place, line.competitor, line.shared) for line in lines] == [
        (1, "Ana", True),
        (1, "Rosa", True),
        (3, "Eva", True),
        (3, "Luis", True),
        (5, "Paz", False),
    ]


def test_competitors_with_a_shared_place_get_the_points_of_that_place():
    places = (EventPlace("Ana", 1), EventPlace("Luis", 2), EventPlace("Eva", 2))
    assert rank_events([SeasonEvent(1, 4, places)]) == [
        (1, "Ana", 10),
        (2, "Eva", 6),
        (2, "Luis", 6),
    ]


names = st.sampled_from(["Ana", "Luis", "Eva", "Paz", "Rosa"])
places = st.tuples(names, st.integers(1, 9), st.sampled_from([PLAYED, LEFT, ABSENT])).map(
    lambda row: EventPlace(*row)
)
one_day = st.lists(places, max_size=5, unique_by=lambda place: place.competitor).map(tuple)
events = st.tuples(st.integers(0, 9), st.integers(1, 40), one_day, st.integers(1, 3)).map(
    lambda row: SeasonEvent(*row)
)


@given(st.lists(events, max_size=4), st.integers(0, 3), st.integers(0, 4))
def test_the_points_of_a_line_add_up_its_counting_results_and_order_the_ranking(
    season_events, counting_results, taking_part
):
    lines = rank(season_events, SeasonRules(TABLE, taking_part, counting_results))
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    for index, line in enumerate(lines):
        counting = [result for result in line.results if result.counts]
        assert line.points == sum(result.points for result in counting)
        assert len(counting) == min(len(line.results), counting_results or len(line.results))
        dropped_points = [result.points for result in line.results if not result.counts]
        assert not dropped_points or max(dropped_points) <= min(
            result.points for result in counting
        )
        assert line.place == index + 1 or line.place == lines[index - 1].place
    competitors = {place.competitor for day in season_events for place in day.places}
    assert {line.competitor for line in lines} == competitors


# --- Table of points as text ----------------------------------------------------------------------
def test_a_table_of_points_is_read_from_text():
    assert read_table(write_table(TABLE)) == TABLE
    assert read_table("16: 25, 18; 15 12\n\n 4 : 10 6 4\n") == TABLE
    assert read_table("") == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("16 25 18", 1),
        ("4: 10\n16:", 2),
        ("x: 3", 1),
        ("4: -3", 1),
        ("4: 6 10", 1),
        ("0: 3", 1),
        ("4: 10001", 1),
        ("4: ²", 1),
        ("4: 3\n4: 2", 0),
        ("4: " + "1 " * 65, 1),
    ],
)
def test_a_wrong_table_of_points_is_refused_with_its_line(text, line):
    with pytest.raises(ValueError) as error:
        read_table(text)
    assert error.value.args == (line,)
