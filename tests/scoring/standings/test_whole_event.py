"""Tests of the final order of a whole event: the order of its stages, and each entry once."""

from scoring.standings.whole_event import EndedStage, final_order, levels
from tests.rows import case, each
from tournaments.formats.quotas import ALL, REST, Quota, StageRow, StageTable

FIRSTS, REST_OF_1 = Quota(1, 1, 2), Quota(1, per=REST)


@each(
    "quotas, expected",
    case("one stage", {1: ()}, [[1]]),
    case("a stage and a bracket", {1: (), 2: [Quota(1, per=ALL, last=8)]}, [[2], [1]]),
    case(
        "the rest plays before the winners", {1: (), 2: [REST_OF_1], 3: [FIRSTS]}, [[3], [2], [1]]
    ),
    case(
        "a branch stays together",
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
        "two stages feed one stage equally",
        {1: (), 2: [Quota(1, 1, 1)], 3: [Quota(1, 2, 2)], 4: [Quota(2), Quota(3)]},
        [[4], [2, 3], [1]],
    ),
)
def test_the_stages_are_in_the_order_of_the_final_standings(quotas, expected):
    assert levels(quotas) == expected


def stage_table(*numbers, name="", played=3, withdrawn=()):
    return StageTable(
        tuple(
            StageRow(number, place, played, 2 * (9 - place), active=number not in withdrawn)
            for place, number in enumerate(numbers, start=1)
        ),
        name,
    )


def test_entries_without_a_bracket_follow_in_the_order_of_their_groups():
    groups = EndedStage(
        1, (), (stage_table(1, 2, 3, name="A"), stage_table(4, 5, 6, name="B", withdrawn={6}))
    )
    bracket = EndedStage(2, (Quota(1),), (stage_table(4, 1),))
    lines = final_order([groups, bracket])
    assert [line.entrant for line in lines] == [4, 1, 2, 5, 3, 6]
    assert [line.place for line in lines] == [1, 2, 3, 3, 5, 5]
    assert [line.entrant for line in lines if line.withdrawn] == [6]
    assert [(line.stage, line.group) for line in lines] == [
        (2, ""),
        (2, ""),
        (1, "A"),
        (1, "B"),
        (1, "A"),
        (1, "B"),
    ]


def test_entries_of_groups_are_compared_by_their_averages_per_match():
    strong_group = stage_table(1, 2, name="A", played=2)
    weak_group = stage_table(3, 4, name="B", played=4)
    assert [
        line.entrant for line in final_order([EndedStage(1, (), (weak_group, strong_group))])
    ] == [1, 3, 2, 4]


def test_every_entry_of_a_division_ranks_above_the_next_division():
    tables = stage_table(1, 2, name="1"), stage_table(3, 4, name="2")
    lines = final_order([EndedStage(1, (), tables, divisions=True)])
    assert [(line.entrant, line.place) for line in lines] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_an_undrawn_entry_is_last_and_entries_of_a_coming_stage_share_a_place():
    undrawn_stage = StageTable((StageRow(9, 1, 0, 0),), drawn=False)
    first = EndedStage(1, (), (stage_table(1, 2, 3), undrawn_stage))
    coming_stage = EndedStage(2, (Quota(1, 1, 2),), (stage_table(2, 1, played=0),), drawn=False)
    lines = final_order([first, coming_stage])
    assert [(line.entrant, line.place, line.shared) for line in lines] == [
        (1, 1, True),
        (2, 1, True),
        (3, 3, False),
        (9, 4, False),
    ]
    assert lines[-1].stage_place == 0
