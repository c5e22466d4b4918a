"""Tests of the faults and remarks of the rows of a list."""

from tests.rows import case, each
from tournaments.people.imports.core import RowFault
from tournaments.people.imports.rows import ExistingEntries, ImportRow, check_rows, read_rows
from tournaments.people.imports.worksheets import read_text
from tournaments.people.words import imports as wording

PACO, PILAR = (
    ImportRow(1, "", "Paco Gil", "Luis Sanz", town="Luco"),
    ImportRow(2, "", "Pilar", "Chema", town=""),
)

EXISTING = ExistingEntries(
    frozenset({3, 9}),
    {
        "ana yus|luco": (3, "Ana Yus · Eva Roche", "Luco"),
        "eva roche|luco": (3, "Ana Yus · Eva Roche", "Luco"),
    },
)


@each(
    "row, errors",
    case("nobody", ImportRow(1, "5", town="Luco"), [("nobody", "player_1")]),
    case("three people", ImportRow(1, "", "A", "B", left="C"), [("left_over", "left")]),
    case(
        "same person twice",
        ImportRow(1, "", "Paco Gil", "GIL, Paco"),
        [("same_person_twice", "player_2")],
    ),
    case(
        "plays elsewhere",
        ImportRow(1, "", "Ana Yus", "Paco", town="Luco"),
        [("plays_elsewhere", "player_1")],
    ),
    case("number 0", ImportRow(1, "0", "A", "B"), [("number_wrong", "number")]),
    case("number 10000", ImportRow(1, "10000", "A", "B"), [("number_wrong", "number")]),
    case("number in words", ImportRow(1, "siete", "A", "B"), [("number_wrong", "number")]),
    case("Arabic number", ImportRow(1, "٧", "A", "B"), [("number_wrong", "number")]),
    case("number taken", ImportRow(1, "9", "A", "B"), [("number_taken", "number")]),
    case("long name", ImportRow(1, "", "P" * 61, "B"), [("text_too_long", "player_1")]),
    case("long surname", ImportRow(1, "", "A " + "G" * 81, "B"), [("text_too_long", "player_1")]),
    case("long town", ImportRow(1, "", "A", "B", town="L" * 61), [("text_too_long", "town")]),
    case(
        "ligature of many letters", ImportRow(1, "", "ﷺ" * 50, "B"), [("text_too_long", "player_1")]
    ),
    case("formula", ImportRow(1, "", "=2+2", "B"), [("text_formula", "player_1")]),
    case(
        "formulas inside names",
        ImportRow(1, "", "Gil, +Paco", "Sanz, Luis (@x)"),
        [("text_formula", "player_1"), ("text_formula", "player_2")],
    ),
    case("NUL", ImportRow(1, "", "A\x00", "B"), [("text_nul", "player_1")]),
    case("surrogate", ImportRow(1, "", "A", "\ud800"), [("text_surrogate", "player_2")]),
    case("right-to-left override", ImportRow(1, "", "A", "\u202eB"), [("text_bidi", "player_2")]),
    case("control character", ImportRow(1, "", "A\x07", "B"), [("text_control", "player_1")]),
    case(
        "undecoded letters",
        ImportRow(1, "", "Begoï¿½", "Mu\ufffdoz"),
        [("text_undecoded", "player_2")],
    ),
    case("telephone", ImportRow(1, "", "Paco 600 123 123", "B"), [("private", "player_1")]),
    case("identity card", ImportRow(1, "", "A", "B", town="12345678Z"), [("private", "town")]),
)
def test_wrong_row_has_a_fault_at_its_field(row, errors):
    (checked_row,) = check_rows([row], EXISTING)
    assert (checked_row.state, [(fault.code, fault.field) for fault in checked_row.errors]) == (
        "bad",
        errors,
    )
    assert all(wording.sentences(checked_row.errors))


@each("row", ImportRow(1, "", "Paco"), ImportRow(1, "", "", "Paco", town="Luco"))
def test_row_with_one_person_looks_for_a_partner(row):
    (checked_row,) = check_rows([row], EXISTING)
    assert (checked_row.state, [remark.code for remark in checked_row.remarks]) == (
        "good",
        ["looks_for_partner"],
    )
    assert [player.name for player in checked_row.players] == ["Paco"]


def test_row_with_one_person_who_already_plays_is_not_registered():
    (checked_row,) = check_rows([ImportRow(1, "", "", "Ana Yus", town="Luco")], EXISTING)
    assert (checked_row.state, [remark.code for remark in checked_row.remarks]) == (
        "already",
        ["already_entered"],
    )
    rows = check_rows(
        [ImportRow(1, "", "Paco", "Luis"), ImportRow(2, "", "", "Luis")], ExistingEntries()
    )
    assert [(row.state, [(fault.code, fault.field) for fault in row.errors]) for row in rows] == [
        ("good", []),
        ("bad", [("plays_above", "player_2")]),
    ]


def test_wrong_row_does_not_affect_other_rows():
    checked_rows = check_rows([PACO, ImportRow(2, "", "Pilar", "Pilar"), PILAR], ExistingEntries())
    assert [row.state for row in checked_rows] == ["good", "bad", "good"]


def test_later_of_two_rows_with_the_same_person_is_wrong():
    checked_rows = check_rows(
        [PACO, ImportRow(2, "", "Luis Sanz", "Chema", town="Luco")], ExistingEntries()
    )
    assert [row.state for row in checked_rows] == ["good", "bad"]
    assert checked_rows[1].errors == (
        RowFault("plays_above", {"name": "Luis Sanz", "line": 1}, "player_1"),
    )


def test_person_of_a_wrong_row_may_be_in_a_later_row():
    checked_rows = check_rows(
        [ImportRow(1, "0", "Luis Sanz", "Eva", town="Luco"), PACO], ExistingEntries()
    )
    assert [row.state for row in checked_rows] == ["bad", "good"]


def test_repeated_pair_is_skipped_in_either_order():
    checked_rows = check_rows(
        [PACO, ImportRow(2, "", "sanz, LUIS", "Paco  Gil", town="LUCO")], ExistingEntries()
    )
    assert (checked_rows[1].state, checked_rows[1].remarks) == (
        "already",
        (RowFault("repeated_pair", {"line": 1}),),
    )


def test_registered_pair_is_skipped_with_its_number():
    (checked_row,) = check_rows([ImportRow(1, "", "Eva Roche", "Ana Yus", town="Luco")], EXISTING)
    assert (checked_row.state, checked_row.errors, checked_row.remarks) == (
        "already",
        (),
        (RowFault("already_entered", {"number": 3}),),
    )


def test_repeated_number_is_wrong_in_the_later_row():
    checked_rows = check_rows(
        [ImportRow(1, "5", "A", "B"), ImportRow(2, "5", "C", "D")], ExistingEntries()
    )
    assert checked_rows[1].errors == (
        RowFault("number_repeated", {"number": 5, "line": 1}, "number"),
    )


def test_namesakes_of_two_towns_are_accepted_with_a_remark():
    checked_rows = check_rows(
        [PACO, ImportRow(2, "", "Paco Gil", "Chema", town="Daroca")], ExistingEntries()
    )
    assert (checked_rows[1].state, checked_rows[1].remarks) == (
        "good",
        (RowFault("namesake", {"name": "Paco Gil", "towns": "Luco"}, "player_1"),),
    )


def test_doubly_encoded_letters_are_corrected_with_a_remark():
    rows, _remarks = read_rows(read_text("BegoÃ±a;Ã\x8dÃ±igo;BÃ¡guena"))
    assert [(row.player_1, row.town) for row in rows] == [("Begoña", "Báguena")]
    assert rows[0].noticed[0] == RowFault(
        "misread", {"before": "BegoÃ±a", "after": "Begoña"}, "player_1"
    )


@each("name", "🃏 El As", "محمد علي", "דוד כהן", "王伟", "👨‍👩‍👧", "O'Hara")
def test_name_in_any_script_is_accepted(name):
    (checked_row,) = check_rows([ImportRow(1, "", name, "Luis")], ExistingEntries())
    assert checked_row.state == "good"
