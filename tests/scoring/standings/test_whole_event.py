"""The order of a whole event: stages one above another, and everybody in them once."""

from scoring.standings.whole_event import EndedStage, final_order, levels
from tests.rows import case, each
from tournaments.formats.quotas import ALL, REST, Quota, StageRow, StageTable

FIRSTS, REST_OF_1 = Quota(1, 1, 2), Quota(1, per=REST)


@each(
    "quotas, found",
    case("one stage", {1: ()}, [[1]]),
    case("and a bracket", {1: (), 2: [Quota(1, per=ALL, last=8)]}, [[2], [1]]),
    case("rest first", {1: (), 2: [REST_OF_1], 3: [FIRSTS]}, [[3], [2], [1]]),
    case(
        "each branch whole",
        {1: (), 2: [FIRSTS], 3: [REST_OF_1], 4: [Quota(3)], 5: [Quota(2)]},
        [[5], [2], [4], [3], [1]],
    ),
    case(
        "gold, silver and the rest",
        {1: (), 2: [Quota(1, 3, 4)], 3: [FIRSTS], 4: [REST_OF_1]},
        [[3], [2], [4], [1]],
    ),
    case(
        "local phases, comarcal and final",
        {
            1: (),
            2: (),
            3: [Quota(1, per=REST), Quota(2, per=REST)],
            4: [Quota(1), Quota(2), Quota(3, per=ALL, last=2)],
        },
        [[4], [3], [1, 2]],
    ),
    case(
        "two that feed the same one alike",
        {1: (), 2: [Quota(1, 1, 1)], 3: [Quota(1, 2, 2)], 4: [Quota(2), Quota(3)]},
        [[4], [2, 3], [1]],
    ),
)
def test_which_stage_stands_above(quotas, found):
    assert levels(quotas) == found


def table(*numbers, name="", played=3, gone=()):
    return StageTable(
        tuple(
            StageRow(number, place, played, 2 * (9 - place), active=number not in gone)
            for place, number in enumerate(numbers, start=1)
        ),
        name,
    )


def test_those_who_did_not_go_on_follow_by_the_stage_before():
    groups = EndedStage(1, (), (table(1, 2, 3, name="A"), table(4, 5, 6, name="B", gone={6})))
    bracket = EndedStage(2, (Quota(1),), (table(4, 1),))
    found = final_order([groups, bracket])
    assert [one.entrant for one in found] == [4, 1, 2, 5, 3, 6]
    assert [one.place for one in found] == [1, 2, 3, 3, 5, 5]
    assert [one.entrant for one in found if one.withdrawn] == [6]
    assert [(one.stage, one.group) for one in found] == [
        (2, ""),
        (2, ""),
        (1, "A"),
        (1, "B"),
        (1, "A"),
        (1, "B"),
    ]


def test_groups_are_compared_by_what_was_made_a_match():
    strong, weak = table(1, 2, name="A", played=2), table(3, 4, name="B", played=4)
    assert [one.entrant for one in final_order([EndedStage(1, (), (weak, strong))])] == [1, 3, 2, 4]


def test_a_division_stands_whole_above_the_next():
    tables = table(1, 2, name="1"), table(3, 4, name="2")
    found = final_order([EndedStage(1, (), tables, divisions=True)])
    assert [(one.entrant, one.place) for one in found] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_who_was_never_drawn_is_last_and_a_stage_to_come_is_level():
    undrawn = StageTable((StageRow(9, 1, 0, 0),), drawn=False)
    first = EndedStage(1, (), (table(1, 2, 3), undrawn))
    to_come = EndedStage(2, (Quota(1, 1, 2),), (table(2, 1, played=0),), drawn=False)
    found = final_order([first, to_come])
    assert [(one.entrant, one.place, one.shared) for one in found] == [
        (1, 1, True),
        (2, 1, True),
        (3, 3, False),
        (9, 4, False),
    ]
    assert found[-1].stage_place == 0
