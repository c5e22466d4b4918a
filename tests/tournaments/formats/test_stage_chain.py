"""Tests of the check of the planned stages: real tournaments fit, and mistakes are named."""

import random
from collections import Counter
from dataclasses import MISSING, fields

import pytest

from tests.refusals import is_refused
from tests.rows import case, each
from tests.sizes import size
from tests.tournaments.formats.leagues import entrants_up_to, play_out
from tests.tournaments.formats.test_quotas import groups_of_sizes, numbers
from tournaments.formats import FORMATS, GROUPS, KNOCKOUT, groups, knockout, league, totals
from tournaments.formats.core import Situation
from tournaments.formats.groups.dealing import group_letters
from tournaments.formats.quotas import ALL, REST, Quota, StageRow, StageTable, entrants
from tournaments.formats.stage_chain import ChainStage, check, qualifiers_into


def groups_stage(size, *quotas, count=0):
    return ChainStage("groups", groups.Options(size=size, groups=count), quotas)


def bracket_stage(*quotas):
    return ChainStage("knockout", knockout.Options(), quotas)


def totals_stage(groups, *quotas, seats=4):
    return ChainStage("totals", totals.Options(4, groups=groups), quotas, seats=seats)


def codes(problems):
    return [(problem.code, problem.stage) for problem in problems]


def params_of(problem):
    return dict(problem.params)


def test_chain_of_two_group_stages_as_in_palmeiras():
    """42 entries in groups of six; 32 go on: four of each group and the four best fifths."""
    stages = [
        groups_stage(6),
        groups_stage(4, Quota(1, 1, 4), Quota(1, 5, 5, best=4)),
        bracket_stage(Quota(2, 1, 2)),
    ]
    report = check(stages, {1: (42, 42)})
    assert report.sizes == ((42, 42), (32, 32), (16, 16))
    assert report.errors == ()
    assert codes(report.notes) == [("out", 1), ("out", 2)]
    assert params_of(report.notes[0]) == {"out": 10, "reached": 42}


def test_chain_of_totals_in_groups_as_in_ceuta():
    """Three groups at tables of four; the first five of each group and the best sixth go on."""
    quotas = Quota(1, 1, 5), Quota(1, 6, 6, best=1)
    report = check([totals_stage(3), totals_stage(1, *quotas)], {1: (36, 38)})
    assert (report.sizes, report.errors) == (((36, 38), (16, 16)), ())
    assert codes(report.notes) == [("out", 1), ("averages", 2)]


def test_chain_with_more_groups_than_tables_is_refused():
    """Every group must fill a table."""
    report = check([totals_stage(10)], {1: (36, 40)})
    assert codes(report.errors) == [("groups_too_many", 1)]
    assert params_of(report.errors[0]) == {"groups": 10, "reached": 36}
    assert report.errors[0].entries == 36
    assert check([totals_stage(10)], {1: (40, 40)}).errors == ()
    assert codes(check([totals_stage(30)], {1: (36, 36)}).errors) == [("groups_too_many", 1)]


def test_chain_of_260_entries_as_in_navajas():
    report = check([groups_stage(4), bracket_stage(Quota(1, 1, 2))], {1: (260, 260)})
    assert (report.sizes, report.errors) == (((260, 260), (130, 130)), ())
    assert codes(report.notes) == [("out", 1), ("byes", 2)]
    assert params_of(report.notes[1]) == {"size": 256, "reached": 130}


def test_chain_of_thirteen_entries_into_a_bracket_of_sixteen():
    report = check(
        [ChainStage("league", league.Options()), bracket_stage(Quota(1, 1, 13, per=ALL))],
        {1: (20, 20)},
    )
    assert codes(report.notes) == [("out", 1), ("byes", 2)]
    assert params_of(report.notes[1]) == {"size": 16, "reached": 13}


@each("entries", 26, (24, 28))
def test_chain_with_best_thirds_as_in_the_truc_of_fallas(entries):
    limits = entries if isinstance(entries, tuple) else (entries, entries)
    stages = [groups_stage(6, count=4), bracket_stage(Quota(1, 1, 2), Quota(1, 3, 3, best=2))]
    report = check(stages, {1: limits})
    assert report.sizes == (limits, (10, 10)) and report.errors == ()
    assert ("averages", 2) in codes(report.notes)


def test_chain_of_four_groups_into_main_and_consolation_brackets():
    """Every entry goes on to one of two brackets, as in the ASCEE."""
    stages = [groups_stage(4), bracket_stage(Quota(1, 1, 2)), bracket_stage(Quota(1, 3, 4))]
    report = check(stages, {1: (16, 16)})
    assert report.sizes == ((16, 16), (8, 8), (8, 8)) and report.problems == ()
    rest_stages = [
        groups_stage(4),
        bracket_stage(Quota(1, per=REST)),
        bracket_stage(Quota(1, 1, 2)),
    ]
    assert check(rest_stages, {1: (16, 16)}).sizes == ((16, 16), (8, 8), (8, 8))


def test_chain_with_the_best_sixth_as_in_ceuta():
    """36 entries in three groups; 16 go on: the first five of each group and the best sixth."""
    stages = [groups_stage(8, count=3), bracket_stage(Quota(1, 1, 5), Quota(1, 6, 6, best=1))]
    report = check(stages, {1: (36, 36)})
    assert report.sizes[1] == (16, 16) and report.errors == ()


def test_chain_filled_up_to_64_as_in_girona():
    """Up to 64 pairs go to the bracket: the winners, and the best other pairs with a point."""
    stages = [
        groups_stage(4),
        bracket_stage(Quota(1), Quota(1, per=REST, fill=64, never_zero=True)),
    ]
    report = check(stages, {1: (96, 96)})
    assert report.sizes[1] == (64, 64) and codes(report.problems) == [("perhaps_fewer", 2)]
    short_report = check(stages, {1: (60, 60)})
    assert short_report.sizes[1] == (60, 60) and ("not_filled", 2) in codes(short_report.notes)


def mallorca():
    """Return 16 local stages, a group stage for pairs that did not win, and a final."""
    local = [ChainStage("knockout", knockout.Options()) for _town in range(16)]
    comarcal = groups_stage(4, *(Quota(stage, per=REST) for stage in range(1, 17)))
    final = bracket_stage(
        *(Quota(stage, per=ALL) for stage in range(1, 17)), Quota(17, 1, 1, per=ALL)
    )
    return [*local, comarcal, final]


def test_chain_of_sixteen_local_stages_as_in_mallorca():
    report = check(mallorca(), dict.fromkeys(range(1, 17), (8, 16)))
    assert report.sizes[16] == (7 * 16, 15 * 16) and report.sizes[17] == (17, 17)
    assert report.errors == () and ("byes", 18) in codes(report.notes)


@each(
    "stages, entries, code, stage, params",
    case(
        "fifth place of groups of four",
        [groups_stage(4), bracket_stage(Quota(1, 1, 5))],
        16,
        "place_missing",
        2,
        {"source": 1, "place": 5, "size": 4},
    ),
    case(
        "twenty places of sixteen entries",
        [groups_stage(4), bracket_stage(Quota(1, 1, 20, per=ALL))],
        16,
        "place_missing",
        2,
        {"source": 1, "place": 20, "size": 16},
    ),
    case(
        "five best seconds of four groups",
        [groups_stage(4), bracket_stage(Quota(1), Quota(1, 2, 2, best=5))],
        16,
        "best_missing",
        2,
        {"source": 1, "best": 5, "there": 4},
    ),
    case(
        "seconds go to two stages",
        [groups_stage(4), bracket_stage(Quota(1, 1, 2)), bracket_stage(Quota(1, 2, 3))],
        16,
        "same_place",
        3,
        {"source": 1, "other": 2, "place": 2},
    ),
    case(
        "seconds go twice to one stage",
        [groups_stage(4), bracket_stage(Quota(1, 1, 2), Quota(1, 2, 2, best=1))],
        16,
        "same_place",
        2,
        {"source": 1, "other": 2, "place": 2},
    ),
    case(
        "eight entries fill four places",
        [groups_stage(4), bracket_stage(Quota(1, 1, 2), Quota(1, per=REST, fill=4))],
        16,
        "overfull",
        2,
        {"source": 1, "fill": 4, "reached": 8},
    ),
    case(
        "quota from a later stage",
        [groups_stage(4), bracket_stage(Quota(3)), bracket_stage(Quota(1))],
        16,
        "stage_unknown",
        2,
        {"source": 3},
    ),
    case("bracket without quotas", [groups_stage(4), bracket_stage()], 16, "nobody_comes", 2, {}),
    case(
        "bracket of one entry",
        [ChainStage("league", league.Options()), bracket_stage(Quota(1))],
        9,
        "too_few",
        2,
        {"reached": 1},
    ),
    case(
        "nine groups of sixteen entries",
        [groups_stage(4, count=9)],
        16,
        "groups_too_many",
        1,
        {"reached": 16, "groups": 9},
    ),
)
def test_mistakes_of_a_chain_are_named(stages, entries, code, stage, params):
    errors = [
        problem for problem in check(stages, {1: (entries, entries)}).errors if problem.code == code
    ]
    assert [(problem.stage, params_of(problem)) for problem in errors] == [(stage, params)]
    assert errors[0].entries == entries


def test_error_names_the_number_of_entries_from_which_the_chain_fails():
    stages = [groups_stage(4), bracket_stage(Quota(1, 1, 4))]
    (problem,) = check(stages, {1: (8, 40)}).errors
    assert (problem.code, problem.entries) == (
        "place_missing",
        10,
    )  # 10 entries: groups of 4, 3 and 3


def test_range_of_entries_may_be_reversed_or_large_or_missing():
    assert check([groups_stage(4)], {1: (40, 8)}) == check([groups_stage(4)], {1: (8, 40)})
    assert check([groups_stage(4)], {1: (8, 5000)}).sizes == ((8, 5000),)
    assert check([], {}).problems == ()
    assert codes(check([groups_stage(4)], {}).errors) == [("nobody_comes", 1)]


@each("key", *sorted(FORMATS))
def test_every_format_can_be_a_stage_of_a_chain(key):
    options_class = FORMATS[key].options_class
    options = options_class(
        **{option.name: 5 for option in fields(options_class) if option.default is MISSING}
    )
    report = check([ChainStage(key, options), bracket_stage(Quota(1, 1, 2, per=ALL))], {1: (2, 40)})
    assert report.sizes == ((2, 40), (2, 2)) and report.errors == ()


def test_qualifiers_agree_with_the_sizes_of_the_check():
    dice = random.Random(4)
    chains = [
        (
            [groups_stage(4), bracket_stage(Quota(1, 1, 2)), bracket_stage(Quota(1, per=REST))],
            [4] * 6,
        ),
        (
            [groups_stage(4), bracket_stage(Quota(1, per=REST, best=5)), bracket_stage(Quota(1))],
            [4] * 6,
        ),
        (
            [
                groups_stage(6),
                bracket_stage(Quota(1, 1, 4), Quota(1, 5, 5, best=4)),
                bracket_stage(Quota(1, per=REST, fill=6)),
                ChainStage("swiss", FORMATS["swiss"].options_class(3), (Quota(1, per=REST),)),
            ],
            [6] * 7,
        ),
    ]
    for steps, sizes in chains:
        tables = {1: groups_of_sizes(*sizes, dice=dice)}
        report = check(steps, {1: (sum(sizes), sum(sizes))})
        numbers_by_stage = [
            numbers(qualifiers_into(steps, stage, tables)) for stage in range(2, len(steps) + 1)
        ]
        assert [len(numbers_of_stage) for numbers_of_stage in numbers_by_stage] == [
            low for low, _high in report.sizes[1:]
        ]
        all_numbers = [
            number for numbers_of_stage in numbers_by_stage for number in numbers_of_stage
        ]
        assert len(all_numbers) == len(set(all_numbers))


def test_pair_that_lost_a_local_stage_can_reach_the_final():
    stages = mallorca()
    tables = {
        stage: [
            StageTable(
                tuple(StageRow(100 * stage + place, place, 3, 8 - place) for place in range(1, 9))
            )
        ]
        for stage in range(1, 17)
    }
    comarcal = qualifiers_into(stages, 17, tables)
    assert len(comarcal) == 7 * 16
    champion = StageRow(comarcal[3].number, 1, 3, 6)
    tables[17] = [StageTable((champion,))]
    final = numbers(qualifiers_into(stages, 18, tables))
    assert champion.number in final and len(set(final)) == 17


def test_qualifiers_from_a_stage_not_played_are_refused():
    stages = [groups_stage(4), bracket_stage(Quota(1, 1, 2)), bracket_stage(Quota(2, per=ALL))]
    with is_refused(params={"stage": 2}):
        qualifiers_into(stages, 3, {1: groups_of_sizes(4, 4)})


def tables_of(situation):
    """Return the standings of each group, by points and difference."""
    points = Counter()
    diff = Counter()
    matches_played = Counter()
    for match in (
        group_match
        for matches in situation.rounds
        for group_match in matches
        if not group_match.is_bye
    ):
        for side, number in enumerate(match.sides):
            matches_played[number] += 1
            points[number] += 1 if match.drawn else 2 * (match.winner == number)
            diff[number] += match.counted[side] - match.counted[1 - side]
    tables = []
    for name, members in groups.groups_of(situation, groups.Options(), "").items():
        ranked_numbers = sorted(
            members, key=lambda number: (-points[number], -diff[number], number)
        )
        rows = tuple(
            StageRow(number, place, matches_played[number], points[number], diff[number])
            for place, number in enumerate(ranked_numbers, start=1)
        )
        tables.append(StageTable(rows, name))
    return tables


def test_groups_and_bracket_of_260_pairs_as_in_navajas():
    """260 pairs in groups of four in the morning; two of each group go to the bracket."""
    stages = [groups_stage(4), bracket_stage(Quota(1, 1, 2))]
    dates, situation = play_out(
        GROUPS, Situation(entrants_up_to(260)), stages[0].options, dice=random.Random(2)
    )
    assert len(dates) == 3 and sum(len(date.pairings) for date in dates) == 65 * 6
    qualified_entries = qualifiers_into(stages, 2, {1: tables_of(situation)})
    assert Counter(qualifier.place for qualifier in qualified_entries) == {1: 65, 2: 65}
    assert Counter(qualifier.group for qualifier in qualified_entries) == {
        group_letters(number): 2 for number in range(65)
    }
    assert [entrant.seed for entrant in entrants(qualified_entries)] == list(range(1, 131))
    draw = KNOCKOUT.next_round(Situation(entrants(qualified_entries)), stages[1].options, "s")
    assert sorted(number for pairing in draw.pairings for number in pairing.sides) == sorted(
        numbers(qualified_entries)
    )


FOUR_STAGES = [
    groups_stage(4),
    bracket_stage(Quota(1), Quota(1, 2, 2, best=1)),
    bracket_stage(Quota(1, 2, 3)),
    bracket_stage(Quota(1, per=REST)),
]


@pytest.mark.slow
@each("dice_seed", *range(size(25, long=60)))
def test_stages_opened_between_changes_share_out_all_entries(dice_seed):
    """The standings change before each stage is opened; every entry is still in one stage."""
    dice = random.Random(dice_seed)
    sizes = [dice.randint(3, 5) for _group in range(3)]
    open_claims = {}
    for _act in range(8):
        stage = dice.choice([2, 3, 4])
        if stage in open_claims and dice.random() < 0.4:
            del open_claims[stage]
        open_claims[stage] = [
            qualifier.claim
            for qualifier in qualifiers_into(
                FOUR_STAGES, stage, shuffled_tables(sizes, dice), open_claims
            )
        ]
        numbers_in_stages = [claim.number for claims in open_claims.values() for claim in claims]
        assert len(numbers_in_stages) == len(set(numbers_in_stages))
    for stage in (2, 3, 4):
        tables = shuffled_tables(sizes, dice)
        if stage < 4:
            open_claims.setdefault(
                stage,
                [
                    qualifier.claim
                    for qualifier in qualifiers_into(FOUR_STAGES, stage, tables, open_claims)
                ],
            )
    open_claims[4] = [
        qualifier.claim
        for qualifier in qualifiers_into(FOUR_STAGES, 4, shuffled_tables(sizes, dice), open_claims)
    ]
    numbers_in_stages = [claim.number for claims in open_claims.values() for claim in claims]
    assert sorted(numbers_in_stages) == list(range(1, sum(sizes) + 1))


def shuffled_tables(sizes, dice):
    """Return the groups with their entries in another order."""
    tables = []
    for table in groups_of_sizes(*sizes):
        numbers = [row.number for row in table.rows]
        dice.shuffle(numbers)
        rows = zip(numbers, table.rows, strict=True)
        new_rows = tuple(
            StageRow(number, row.place, row.played, row.points) for number, row in rows
        )
        tables.append(StageTable(new_rows, table.name))
    return {1: tables}


def test_open_stage_keeps_its_places_after_a_withdrawal():
    """Group winners 1 and 4 are in stage 2. When 1 withdraws, the seconds are still 2 and 5."""
    stages = [groups_stage(3), bracket_stage(Quota(1)), bracket_stage(Quota(1, 2, 2))]
    tables = {1: groups_of_sizes(3, 3)}
    first_claims = [qualifier.claim for qualifier in qualifiers_into(stages, 2, tables)]
    rows = tables[1][0].rows
    table_after_withdrawal = StageTable((StageRow(1, 1, 2, 4, active=False), *rows[1:]), "A")
    tables_after = {1: [table_after_withdrawal, tables[1][1]]}
    assert sorted(numbers(qualifiers_into(stages, 3, tables_after, {2: first_claims}))) == [2, 5]
    assert sorted(numbers(qualifiers_into(stages, 3, tables_after))) == [3, 5], (
        "if no stage is open, the next entry moves up"
    )
