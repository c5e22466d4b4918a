"""Tests of registering pairs: a correct pair, one wrong value at a time, and two desks at once."""

from collections.abc import Callable

import pytest

from tests.at_once import run_at_once
from tests.rows import case, cases
from tests.sizes import size
from tournaments.models import AuditLine, Entry, EntryPlayer, Player, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.names.given_names import person
from tournaments.names.people import Person
from tournaments.people.services.registering import (
    edit_entry,
    register_entry,
    reinstate,
    set_paid,
    set_present,
    withdraw,
)
from tournaments.refusal import Refused

pytestmark = pytest.mark.each_database

PACO, LUIS = Person("Paco", "Gil"), Person("Luis", "Sanz")
PILAR, CHEMA = Person("Pilar", "Lahoz", "Monreal"), Person("Chema")


def _register_pair(casino: Tournament, *players: Person, **options) -> Entry:
    return register_entry(tournament=casino, author=None, players=players, **options)


def _refusal_of(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as error:
        act()
    return error.value


def test_registered_pair_gets_the_next_number_and_an_audit_line(casino, pilar):
    first_entry = register_entry(
        tournament=casino, author=pilar, players=[PACO, LUIS], town="Calamocha", paid=True
    )
    second_entry = _register_pair(casino, PILAR, CHEMA, present=True)

    assert [
        (entry.number, entry.title_for(EVERYTHING), entry.town, entry.paid, entry.present)
        for entry in (first_entry, second_entry)
    ] == [
        (1, "Paco Gil · Luis Sanz", "Calamocha", True, False),
        (2, "Pilar Lahoz · Chema", "", False, True),
    ]
    assert list(Player.objects.values_list("name", "surname", "town", "identity")) == [
        ("Chema", "", "", "chema|"),
        ("Paco", "Gil", "Calamocha", "paco gil|calamocha"),
        ("Pilar", "Lahoz", "Monreal", "pilar lahoz|monreal"),
        ("Luis", "Sanz", "Calamocha", "luis sanz|calamocha"),
    ]
    line = AuditLine.objects.filter(act="register_entry").last()
    assert (line.author_name, line.subject, line.after) == (
        "pilar",
        "1 · Paco Gil · Luis Sanz",
        {
            "number": 1,
            "players": ["Paco Gil (Calamocha)", "Luis Sanz (Calamocha)"],
            "town": "Calamocha",
            "paid": True,
            "present": False,
        },
    )


def test_next_pair_is_numbered_after_a_chosen_number(casino):
    assert _register_pair(casino, PACO, LUIS, number=40).number == 40
    assert _register_pair(casino, PILAR, CHEMA).number == 41


@pytest.mark.parametrize("number", [0, -3, 10_000])
def test_number_outside_1_to_9999_is_refused(casino, number):
    refusal = _refusal_of(lambda: _register_pair(casino, PACO, LUIS, number=number))
    assert (refusal.code, refusal.field, refusal.status) == ("number_out_of_range", "number", 400)
    assert str(refusal) == "Los números van de 1 a 9999."


def test_taken_number_is_refused(casino):
    _register_pair(casino, PACO, LUIS, number=7)
    refusal = _refusal_of(lambda: _register_pair(casino, PILAR, CHEMA, number=7))
    assert (refusal.code, refusal.field, refusal.status) == ("number_taken", "number", 409)
    assert Player.objects.count() == 2


def test_player_of_another_pair_is_refused_with_its_number(casino):
    _register_pair(casino, PACO, LUIS, number=12)
    refusal = _refusal_of(lambda: _register_pair(casino, PILAR, person("GIL,  páco")))
    assert (refusal.code, refusal.field, refusal.status) == ("already_plays", "player_2", 409)
    assert str(refusal) == (
        "Paco Gil ya juega con el número 12 (Paco Gil · Luis Sanz). Si es otra persona que se "
        "llama igual, añádale el apodo o el pueblo."
    )
    assert Entry.objects.count() == 1


def test_repeated_pair_is_refused_with_its_number(casino):
    _register_pair(casino, PACO, LUIS, number=12)
    refusal = _refusal_of(lambda: _register_pair(casino, LUIS, PACO))
    assert (refusal.code, refusal.field, refusal.status) == ("already_entered", "", 409)
    assert str(refusal) == "Esta inscripción ya está hecha, con el número 12."


def test_namesakes_with_another_town_or_nickname_are_accepted(casino):
    _register_pair(casino, PACO, LUIS)
    _register_pair(casino, Person("Paco", "Gil", "Daroca"), Person("Paco", "Gil «el Rubio»"))
    assert Entry.objects.count() == 2


@cases(
    "players, code, field",
    case("the partner is missing", [PACO], "wrong_people", "players"),
    case("three people", [PACO, LUIS, CHEMA], "wrong_people", "players"),
    case("same person twice", [PACO, Person("paco", "GIL")], "same_person_twice", "player_2"),
    case("no name", [PACO, Person(" ")], "text_missing", "player_2"),
    case("invisible", [Person("‍"), LUIS], "text_missing", "player_1"),
    case("NUL", [PACO, Person("Lu\x00is")], "text_nul", "player_2"),
    case("surrogate", [PACO, Person("Lu\ud800is")], "text_surrogate", "player_2"),
    case("escape", [PACO, Person("Lu\x1bis")], "text_control", "player_2"),
    case("right-to-left override", [PACO, Person("\u202esiuL")], "text_bidi", "player_2"),
    case("undecoded letter", [PACO, Person("Mu�oz")], "text_undecoded", "player_2"),
    case("zalgo", [PACO, Person("Z" + "\u0300" * 9)], "text_marks", "player_2"),
    case("formula", [Person("=2+2"), LUIS], "text_formula", "player_1"),
    case("at sign", [Person("@SUM(A1)"), LUIS], "text_formula", "player_1"),
    case("plus sign", [Person("+34"), LUIS], "text_formula", "player_1"),
    case("minus sign", [Person(" -1"), LUIS], "text_formula", "player_1"),
    case("61 letters", [Person("P" * 61), LUIS], "text_too_long", "player_1"),
    case("surname of 81 letters", [Person("P", "G" * 81), LUIS], "text_too_long", "player_1"),
    case("ligature of many letters", [Person("ﷺ" * 60), LUIS], "text_too_long", "player_1"),
)
def test_wrong_pair_is_refused_and_nothing_is_stored(casino, players, code, field):
    refusal = _refusal_of(lambda: _register_pair(casino, *players))
    assert (refusal.code, refusal.field, refusal.status) == (code, field, 400)
    assert str(refusal)
    assert not Player.objects.exists()


def test_town_with_a_formula_is_refused(casino):
    refusal = _refusal_of(lambda: _register_pair(casino, PACO, LUIS, town="=HYPERLINK()"))
    assert (refusal.code, refusal.field) == ("text_formula", "town")


@cases("name", "🃏", "👨‍👩‍👧 Los Gil", "محمد", "שרה", "Zoë", "Þór", "Nguyễn", "O'Hara", "王伟", "P")
def test_names_in_every_script_are_accepted(casino, name):
    entry = _register_pair(casino, Person(name), LUIS)
    assert [seat.player.name for seat in entry.seats.all()] == [name, "Luis"]


def test_corrected_pair_leaves_no_row_of_the_removed_player(casino, pilar):
    entry = _register_pair(casino, PACO, LUIS)
    edited_entry = edit_entry(
        entry=entry, author=pilar, players=[Person("Paco", "Gíl"), CHEMA], town="Luco"
    )
    assert (edited_entry.title_for(EVERYTHING), edited_entry.town) == ("Paco Gíl · Chema", "Luco")
    assert sorted(Player.objects.values_list("identity", flat=True)) == [
        "chema|luco",
        "paco gil|luco",
    ]
    line = AuditLine.objects.filter(act="edit_entry").get()
    assert line.before["players"] == ["Paco Gil", "Luis Sanz"]
    assert line.after["players"] == ["Paco Gíl (Luco)", "Chema (Luco)"]


def test_correction_cannot_take_a_player_of_another_pair(casino):
    _register_pair(casino, PACO, LUIS)
    second_entry = _register_pair(casino, PILAR, CHEMA)
    refusal = _refusal_of(
        lambda: edit_entry(entry=second_entry, author=None, players=[PILAR, LUIS], town="")
    )
    assert (refusal.code, refusal.field) == ("already_plays", "player_2")
    assert Entry.objects.get(pk=second_entry.pk).title_for(EVERYTHING) == "Pilar Lahoz · Chema"


def test_withdrawn_pair_is_corrected_although_a_player_has_a_new_partner(casino):
    withdrawn_entry = _register_pair(casino, PACO, LUIS)
    withdraw(entry=withdrawn_entry, author=None, reason="Se ha puesto malo")
    _register_pair(casino, PACO, CHEMA)
    edited_entry = edit_entry(
        entry=withdrawn_entry, author=None, players=[Person("Paco", "Gíl"), LUIS], town=""
    )
    assert edited_entry.title_for(EVERYTHING) == "Paco Gíl · Luis Sanz"


def test_paid_and_present_leave_an_audit_line_only_when_changed(casino):
    entry = _register_pair(casino, PACO, LUIS)
    for _time in range(2):
        set_paid(entry=entry, author=None, paid=True)
        set_present(entry=entry, author=None, present=True)
    set_paid(entry=entry, author=None, paid=False)
    entry.refresh_from_db()
    assert (entry.paid, entry.present) == (False, True)
    assert list(
        AuditLine.objects.exclude(act="register_entry")
        .filter(act__startswith="set_")
        .order_by("id")
        .values_list("act", "after")
    ) == [
        ("set_paid", {"paid": True}),
        ("set_present", {"present": True}),
        ("set_paid", {"paid": False}),
    ]


def test_withdrawn_pair_cannot_return_while_a_player_has_a_new_partner(casino):
    entry = _register_pair(casino, PACO, LUIS)
    withdraw(entry=entry, author=None, reason="Se ha puesto malo")
    assert not EntryPlayer.objects.filter(live=True).exists()
    new_pair = _register_pair(casino, LUIS, CHEMA)
    assert (new_pair.number, Player.objects.count()) == (2, 3)

    refusal = _refusal_of(lambda: reinstate(entry=entry, author=None))
    assert (refusal.code, refusal.status) == ("already_plays", 409)
    assert "Luis Sanz ya juega con el número 2" in str(refusal)

    withdraw(entry=new_pair, author=None, reason="- también")
    reinstated_entry = reinstate(entry=entry, author=None)
    assert (
        reinstated_entry.number,
        reinstated_entry.live,
        EntryPlayer.objects.filter(live=True).count(),
    ) == (1, True, 2)


def test_withdrawal_needs_a_reason_and_cannot_be_repeated(casino):
    entry = _register_pair(casino, PACO, LUIS)
    assert _refusal_of(lambda: withdraw(entry=entry, author=None, reason=" ")).field == "reason"
    withdraw(entry=entry, author=None, reason="Se marchan")
    assert _refusal_of(lambda: withdraw(entry=entry, author=None, reason="x")).status == 409
    assert (
        _refusal_of(lambda: reinstate(entry=_register_pair(casino, PILAR, CHEMA), author=None)).code
        == "not_withdrawn"
    )


def test_hundreds_of_pairs_are_numbered_in_order(casino, pairs):
    count = size(100, long=300)
    assert [entry.number for entry in pairs(casino, count)] == list(range(1, count + 1))


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
@cases(
    "first_players, second_players, codes",
    case("the same person", (PACO, LUIS), (LUIS, CHEMA), {"already_plays"}),
    case("two identical posts", (PACO, LUIS), (PACO, LUIS), {"already_entered"}),
)
def test_person_entered_by_two_desks_at_once_is_registered_once(
    casino, first_players, second_players, codes
):
    results = run_at_once(
        lambda: _register_pair(Tournament.objects.get(pk=casino.pk), *first_players),
        lambda: _register_pair(Tournament.objects.get(pk=casino.pk), *second_players),
    )
    assert [type(result) for result in results].count(Entry) == 1
    assert {result.code for result in results if isinstance(result, Refused)} == codes
    assert EntryPlayer.objects.filter(live=True).count() == 2


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_two_desks_at_once_get_different_numbers(casino):
    results = run_at_once(
        lambda: _register_pair(Tournament.objects.get(pk=casino.pk), PACO, LUIS),
        lambda: _register_pair(Tournament.objects.get(pk=casino.pk), PILAR, CHEMA),
    )
    assert sorted(entry.number for entry in results) == [1, 2]


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_database_refuses_a_player_in_two_pairs(casino, monkeypatch):
    """The checks of two desks both pass: the constraint refuses the second insert."""
    from tournaments.people.services import registering

    _register_pair(casino, PACO, LUIS)
    monkeypatch.setattr(registering, "refuse_double_entry", lambda *args, **options: None)
    refusal = _refusal_of(lambda: _register_pair(casino, PILAR, PACO))
    assert (refusal.code, refusal.status) == ("already_plays", 409)
    assert Entry.objects.count() == 1
