"""The chain of stages checked beforehand: real tournaments close, mistakes are named."""

import random
from collections import Counter
from dataclasses import MISSING, fields

import pytest

from tests.refusals import is_refused
from tests.rows import case, each
from tests.sizes import size
from tests.tournaments.formats.leagues import entered, whole
from tests.tournaments.formats.test_quotas import hall, numbers
from tournaments.formats import FORMATS, GROUPS, KNOCKOUT, groups, knockout, league, totals
from tournaments.formats.core import Situation
from tournaments.formats.groups.dealing import group_letters
from tournaments.formats.quotas import ALL, REST, Quota, StageRow, StageTable, entrants
from tournaments.formats.stage_chain import ChainStage, check, qualifiers_into


def groups_of(size, *quotas, count=0):
    return ChainStage("groups", groups.Options(size=size, groups=count), quotas)


def bracket(*quotas):
    return ChainStage("knockout", knockout.Options(), quotas)


def at_tables(groups, *quotas, seats=4):
    return ChainStage("totals", totals.Options(4, groups=groups), quotas, seats=seats)


def codes(found):
    return [(one.code, one.stage) for one in found]


def numbers_of(problem):
    return dict(problem.params)


def test_palmeiras():
    """42 in seven sixes, four of each and the four best fifths: 32; then fours, two of each…"""
    steps = [
        groups_of(6),
        groups_of(4, Quota(1, 1, 4), Quota(1, 5, 5, best=4)),
        bracket(Quota(2, 1, 2)),
    ]
    found = check(steps, {1: (42, 42)})
    assert found.sizes == ((42, 42), (32, 32), (16, 16))
    assert found.errors == ()
    assert codes(found.notes) == [("out", 1), ("out", 2)]
    assert numbers_of(found.notes[0]) == {"out": 10, "reached": 42}


def test_ceuta_at_its_tables():
    """Three groups at tables of four, the first five of each and the best sixth."""
    quotas = Quota(1, 1, 5), Quota(1, 6, 6, best=1)
    found = check([at_tables(3), at_tables(1, *quotas)], {1: (36, 38)})
    assert (found.sizes, found.errors) == (((36, 38), (16, 16)), ())
    assert codes(found.notes) == [("out", 1), ("averages", 2)]


def test_more_groups_than_tables():
    """Every group must fill a table, not only have two."""
    found = check([at_tables(10)], {1: (36, 40)})
    assert codes(found.errors) == [("groups_too_many", 1)]
    assert numbers_of(found.errors[0]) == {"groups": 10, "reached": 36}
    assert found.errors[0].entries == 36
    assert check([at_tables(10)], {1: (40, 40)}).errors == ()
    assert codes(check([at_tables(30)], {1: (36, 36)}).errors) == [("groups_too_many", 1)]


def test_navajas():
    found = check([groups_of(4), bracket(Quota(1, 1, 2))], {1: (260, 260)})
    assert (found.sizes, found.errors) == (((260, 260), (130, 130)), ())
    assert codes(found.notes) == [("out", 1), ("byes", 2)]
    assert numbers_of(found.notes[1]) == {"size": 256, "reached": 130}


def test_thirteen_into_a_bracket_of_sixteen():
    found = check(
        [ChainStage("league", league.Options()), bracket(Quota(1, 1, 13, per=ALL))], {1: (20, 20)}
    )
    assert codes(found.notes) == [("out", 1), ("byes", 2)]
    assert numbers_of(found.notes[1]) == {"size": 16, "reached": 13}


@each("entries", 26, (24, 28))
def test_the_truc_of_the_fallas(entries):
    span = entries if isinstance(entries, tuple) else (entries, entries)
    steps = [groups_of(6, count=4), bracket(Quota(1, 1, 2), Quota(1, 3, 3, best=2))]
    found = check(steps, {1: span})
    assert found.sizes == (span, (10, 10)) and found.errors == ()
    assert ("averages", 2) in codes(found.notes)


def test_sixteen_in_four_pools_main_and_consolation():
    """G8, ASCEE: everybody goes on."""
    steps = [groups_of(4), bracket(Quota(1, 1, 2)), bracket(Quota(1, 3, 4))]
    found = check(steps, {1: (16, 16)})
    assert found.sizes == ((16, 16), (8, 8), (8, 8)) and found.problems == ()
    rest = [groups_of(4), bracket(Quota(1, per=REST)), bracket(Quota(1, 1, 2))]
    assert check(rest, {1: (16, 16)}).sizes == ((16, 16), (8, 8), (8, 8))


def test_ceuta():
    """G4: 36 in three groups of twelve, five of each and the best sixth: 16."""
    steps = [groups_of(8, count=3), bracket(Quota(1, 1, 5), Quota(1, 6, 6, best=1))]
    found = check(steps, {1: (36, 36)})
    assert found.sizes[1] == (16, 16) and found.errors == ()


def test_girona():
    """Up to 64 pairs go to the bracket: the winners, and the best others, never one with zero."""
    steps = [groups_of(4), bracket(Quota(1), Quota(1, per=REST, fill=64, never_zero=True))]
    found = check(steps, {1: (96, 96)})
    assert found.sizes[1] == (64, 64) and codes(found.problems) == [("perhaps_fewer", 2)]
    short = check(steps, {1: (60, 60)})
    assert short.sizes[1] == (60, 60) and ("not_filled", 2) in codes(short.notes)


def mallorca():
    """Sixteen local phases; who does not win may go to one of the comarca; one final."""
    local = [ChainStage("knockout", knockout.Options()) for _town in range(16)]
    comarcal = groups_of(4, *(Quota(stage, per=REST) for stage in range(1, 17)))
    final = bracket(*(Quota(stage, per=ALL) for stage in range(1, 17)), Quota(17, 1, 1, per=ALL))
    return [*local, comarcal, final]


def test_mallorca():
    found = check(mallorca(), dict.fromkeys(range(1, 17), (8, 16)))
    assert found.sizes[16] == (7 * 16, 15 * 16) and found.sizes[17] == (17, 17)
    assert found.errors == () and ("byes", 18) in codes(found.notes)


@each(
    "steps, entries, code, stage, params",
    case(
        "the fifth of four",
        [groups_of(4), bracket(Quota(1, 1, 5))],
        16,
        "place_missing",
        2,
        {"source": 1, "place": 5, "size": 4},
    ),
    case(
        "twenty of sixteen",
        [groups_of(4), bracket(Quota(1, 1, 20, per=ALL))],
        16,
        "place_missing",
        2,
        {"source": 1, "place": 20, "size": 16},
    ),
    case(
        "five seconds of four",
        [groups_of(4), bracket(Quota(1), Quota(1, 2, 2, best=5))],
        16,
        "best_missing",
        2,
        {"source": 1, "best": 5, "there": 4},
    ),
    case(
        "the seconds go twice",
        [groups_of(4), bracket(Quota(1, 1, 2)), bracket(Quota(1, 2, 3))],
        16,
        "same_place",
        3,
        {"source": 1, "other": 2, "place": 2},
    ),
    case(
        "twice to one stage",
        [groups_of(4), bracket(Quota(1, 1, 2), Quota(1, 2, 2, best=1))],
        16,
        "same_place",
        2,
        {"source": 1, "other": 2, "place": 2},
    ),
    case(
        "eight into four",
        [groups_of(4), bracket(Quota(1, 1, 2), Quota(1, per=REST, fill=4))],
        16,
        "overfull",
        2,
        {"source": 1, "fill": 4, "reached": 8},
    ),
    case(
        "from a later one",
        [groups_of(4), bracket(Quota(3)), bracket(Quota(1))],
        16,
        "stage_unknown",
        2,
        {"source": 3},
    ),
    case("from nowhere", [groups_of(4), bracket()], 16, "nobody_comes", 2, {}),
    case(
        "one alone",
        [ChainStage("league", league.Options()), bracket(Quota(1))],
        9,
        "too_few",
        2,
        {"reached": 1},
    ),
    case(
        "nine groups of sixteen",
        [groups_of(4, count=9)],
        16,
        "groups_too_many",
        1,
        {"reached": 16, "groups": 9},
    ),
)
def test_what_does_not_close(steps, entries, code, stage, params):
    found = [one for one in check(steps, {1: (entries, entries)}).errors if one.code == code]
    assert [(one.stage, numbers_of(one)) for one in found] == [(stage, params)]
    assert found[0].entries == entries


def test_with_a_range_it_says_from_how_many_it_fails():
    steps = [groups_of(4), bracket(Quota(1, 1, 4))]
    (problem,) = check(steps, {1: (8, 40)}).errors
    assert (problem.code, problem.entries) == ("place_missing", 10)  # 4, 3 and 3


def test_a_range_the_wrong_way_round_or_of_thousands():
    assert check([groups_of(4)], {1: (40, 8)}) == check([groups_of(4)], {1: (8, 40)})
    assert check([groups_of(4)], {1: (8, 5000)}).sizes == ((8, 5000),)
    assert check([], {}).problems == ()
    assert codes(check([groups_of(4)], {}).errors) == [("nobody_comes", 1)]


@each("key", *sorted(FORMATS))
def test_any_format_can_be_a_stage(key):
    kind = FORMATS[key].options_class
    made = kind(**{option.name: 5 for option in fields(kind) if option.default is MISSING})
    found = check([ChainStage(key, made), bracket(Quota(1, 1, 2, per=ALL))], {1: (2, 40)})
    assert found.sizes == ((2, 40), (2, 2)) and found.errors == ()


def test_the_people_go_where_the_check_said():
    dice = random.Random(4)
    chains = [
        ([groups_of(4), bracket(Quota(1, 1, 2)), bracket(Quota(1, per=REST))], [4] * 6),
        ([groups_of(4), bracket(Quota(1, per=REST, best=5)), bracket(Quota(1))], [4] * 6),
        (
            [
                groups_of(6),
                bracket(Quota(1, 1, 4), Quota(1, 5, 5, best=4)),
                bracket(Quota(1, per=REST, fill=6)),
                ChainStage("swiss", FORMATS["swiss"].options_class(3), (Quota(1, per=REST),)),
            ],
            [6] * 7,
        ),
    ]
    for steps, sizes in chains:
        tables = {1: hall(*sizes, dice=dice)}
        foreseen = check(steps, {1: (sum(sizes), sum(sizes))})
        gone = [
            numbers(qualifiers_into(steps, stage, tables)) for stage in range(2, len(steps) + 1)
        ]
        assert [len(one) for one in gone] == [low for low, _high in foreseen.sizes[1:]]
        everybody = [number for one in gone for number in one]
        assert len(everybody) == len(set(everybody))


def test_who_lost_a_local_phase_can_still_reach_the_final():
    steps = mallorca()
    tables = {
        stage: [StageTable(tuple(StageRow(100 * stage + n, n, 3, 8 - n) for n in range(1, 9)))]
        for stage in range(1, 17)
    }
    comarcal = qualifiers_into(steps, 17, tables)
    assert len(comarcal) == 7 * 16
    champion = StageRow(comarcal[3].number, 1, 3, 6)
    tables[17] = [StageTable((champion,))]
    final = numbers(qualifiers_into(steps, 18, tables))
    assert champion.number in final and len(set(final)) == 17


def test_a_stage_not_played_yet():
    steps = [groups_of(4), bracket(Quota(1, 1, 2)), bracket(Quota(2, per=ALL))]
    with is_refused(params={"stage": 2}):
        qualifiers_into(steps, 3, {1: hall(4, 4)})


def tables_of(situation):
    """The tables of the groups by points and difference, as the standings would have them."""
    points, diff, seen = Counter(), Counter(), Counter()
    for match in (one for matches in situation.rounds for one in matches if not one.rest):
        for side, number in enumerate(match.sides):
            seen[number] += 1
            points[number] += 1 if match.drawn else 2 * (match.winner == number)
            diff[number] += match.counted[side] - match.counted[1 - side]
    tables = []
    for name, members in groups.groups_of(situation, groups.Options(), "").items():
        ranked = sorted(members, key=lambda number: (-points[number], -diff[number], number))
        rows = tuple(
            StageRow(number, place, seen[number], points[number], diff[number])
            for place, number in enumerate(ranked, start=1)
        )
        tables.append(StageTable(rows, name))
    return tables


def test_the_day_of_navajas():
    """G2: 260 pairs in groups of four in the morning, two of each to the bracket after lunch."""
    steps = [groups_of(4), bracket(Quota(1, 1, 2))]
    dates, morning = whole(GROUPS, Situation(entered(260)), steps[0].options, dice=random.Random(2))
    assert len(dates) == 3 and sum(len(date.pairings) for date in dates) == 65 * 6
    through = qualifiers_into(steps, 2, {1: tables_of(morning)})
    assert Counter(one.place for one in through) == {1: 65, 2: 65}
    assert Counter(one.group for one in through) == {group_letters(n): 2 for n in range(65)}
    assert [one.seed for one in entrants(through)] == list(range(1, 131))
    draw = KNOCKOUT.next_round(Situation(entrants(through)), steps[1].options, "s")
    assert sorted(n for one in draw.pairings for n in one.sides) == sorted(numbers(through))


THREE_WAYS = [
    groups_of(4),
    bracket(Quota(1), Quota(1, 2, 2, best=1)),
    bracket(Quota(1, 2, 3)),
    bracket(Quota(1, per=REST)),
]


@pytest.mark.slow
@each("luck", *range(size(25, long=60)))
def test_stages_opened_one_by_one_among_changes_share_everybody_out(luck):
    """The tables are another each time one is opened: nobody is in two, and nobody in none."""
    dice = random.Random(luck)
    sizes = [dice.randint(3, 5) for _group in range(3)]
    opened = {}
    for _act in range(8):
        stage = dice.choice([2, 3, 4])
        if stage in opened and dice.random() < 0.4:
            del opened[stage]
        opened[stage] = [
            one.claim for one in qualifiers_into(THREE_WAYS, stage, shaken(sizes, dice), opened)
        ]
        inside = [one.number for claims in opened.values() for one in claims]
        assert len(inside) == len(set(inside))
    for stage in (2, 3, 4):
        tables = shaken(sizes, dice)
        if stage < 4:
            opened.setdefault(
                stage, [one.claim for one in qualifiers_into(THREE_WAYS, stage, tables, opened)]
            )
    opened[4] = [one.claim for one in qualifiers_into(THREE_WAYS, 4, shaken(sizes, dice), opened)]
    inside = [one.number for claims in opened.values() for one in claims]
    assert sorted(inside) == list(range(1, sum(sizes) + 1))


def shaken(sizes, dice):
    """The groups with their people in another order."""
    tables = []
    for table in hall(*sizes):
        numbers = [row.number for row in table.rows]
        dice.shuffle(numbers)
        rows = zip(numbers, table.rows, strict=True)
        moved = tuple(StageRow(number, row.place, row.played, row.points) for number, row in rows)
        tables.append(StageTable(moved, table.name))
    return {1: tables}


def test_a_place_held_is_nobody_elses():
    """11 and 1 are firsts, in stage 2; 1 withdraws: the seconds are still 2 and 12."""
    steps = [groups_of(3), bracket(Quota(1)), bracket(Quota(1, 2, 2))]
    tables = {1: hall(3, 3)}
    firsts = [one.claim for one in qualifiers_into(steps, 2, tables)]
    rows = tables[1][0].rows
    gone = StageTable((StageRow(1, 1, 2, 4, active=False), *rows[1:]), "A")
    after = {1: [gone, tables[1][1]]}
    assert sorted(numbers(qualifiers_into(steps, 3, after, {2: firsts}))) == [2, 5]
    assert sorted(numbers(qualifiers_into(steps, 3, after))) == [3, 5], (
        "nothing open: the next moves up"
    )
