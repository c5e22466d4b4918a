"""Registering pairs: the pair that is right, then one thing wrong at a time; two desks at once."""

from collections.abc import Callable

import pytest

from tests.at_once import at_once
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


def _pair(casino: Tournament, *players: Person, **more) -> Entry:
    return register_entry(tournament=casino, author=None, players=players, **more)


def _refused(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


def test_a_pair_gets_the_next_number_and_leaves_a_line(casino, pilar):
    first = register_entry(
        tournament=casino, author=pilar, players=[PACO, LUIS], town="Calamocha", paid=True
    )
    second = _pair(casino, PILAR, CHEMA, present=True)

    assert [
        (e.number, e.title_for(EVERYTHING), e.town, e.paid, e.present) for e in (first, second)
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


def test_a_number_may_be_chosen_and_the_next_goes_after_it(casino):
    assert _pair(casino, PACO, LUIS, number=40).number == 40
    assert _pair(casino, PILAR, CHEMA).number == 41


@pytest.mark.parametrize("number", [0, -3, 10_000])
def test_numbers_go_from_1_to_9999(casino, number):
    refused = _refused(lambda: _pair(casino, PACO, LUIS, number=number))
    assert (refused.code, refused.field, refused.status) == ("number_out_of_range", "number", 400)
    assert str(refused) == "Los números van de 1 a 9999."


def test_a_number_is_given_once(casino):
    _pair(casino, PACO, LUIS, number=7)
    refused = _refused(lambda: _pair(casino, PILAR, CHEMA, number=7))
    assert (refused.code, refused.field, refused.status) == ("number_taken", "number", 409)
    assert Player.objects.count() == 2


def test_nobody_plays_in_two_pairs_and_the_sentence_says_which(casino):
    _pair(casino, PACO, LUIS, number=12)
    refused = _refused(lambda: _pair(casino, PILAR, person("GIL,  páco")))
    assert (refused.code, refused.field, refused.status) == ("already_plays", "player_2", 409)
    assert str(refused) == (
        "Paco Gil ya juega con el número 12 (Paco Gil · Luis Sanz). Si es otra persona que se "
        "llama igual, añádale el apodo o el pueblo."
    )
    assert Entry.objects.count() == 1


def test_the_same_pair_again_is_told_its_number(casino):
    _pair(casino, PACO, LUIS, number=12)
    refused = _refused(lambda: _pair(casino, LUIS, PACO))
    assert (refused.code, refused.field, refused.status) == ("already_entered", "", 409)
    assert str(refused) == "Esta inscripción ya está hecha, con el número 12."


def test_two_namesakes_are_told_apart_by_village_or_nickname(casino):
    _pair(casino, PACO, LUIS)
    _pair(casino, Person("Paco", "Gil", "Daroca"), Person("Paco", "Gil «el Rubio»"))
    assert Entry.objects.count() == 2


@cases(
    "players, code, field",
    case("the partner is missing", [PACO], "wrong_people", "players"),
    case("three of them", [PACO, LUIS, CHEMA], "wrong_people", "players"),
    case("alone", [PACO, Person("paco", "GIL")], "same_person_twice", "player_2"),
    case("no name", [PACO, Person(" ")], "text_missing", "player_2"),
    case("invisible", [Person("‍"), LUIS], "text_missing", "player_1"),
    case("NUL", [PACO, Person("Lu\x00is")], "text_nul", "player_2"),
    case("surrogate", [PACO, Person("Lu\ud800is")], "text_surrogate", "player_2"),
    case("escape", [PACO, Person("Lu\x1bis")], "text_control", "player_2"),
    case("turned round", [PACO, Person("\u202esiuL")], "text_bidi", "player_2"),
    case("lost letter", [PACO, Person("Mu�oz")], "text_undecoded", "player_2"),
    case("zalgo", [PACO, Person("Z" + "\u0300" * 9)], "text_marks", "player_2"),
    case("formula", [Person("=2+2"), LUIS], "text_formula", "player_1"),
    case("at", [Person("@SUM(A1)"), LUIS], "text_formula", "player_1"),
    case("plus", [Person("+34"), LUIS], "text_formula", "player_1"),
    case("minus", [Person(" -1"), LUIS], "text_formula", "player_1"),
    case("61 letters", [Person("P" * 61), LUIS], "text_too_long", "player_1"),
    case("surname", [Person("P", "G" * 81), LUIS], "text_too_long", "player_1"),
    case("unfolds", [Person("ﷺ" * 60), LUIS], "text_too_long", "player_1"),
)
def test_what_cannot_be_a_pair_is_refused_and_nothing_is_kept(casino, players, code, field):
    refused = _refused(lambda: _pair(casino, *players))
    assert (refused.code, refused.field, refused.status) == (code, field, 400)
    assert str(refused)
    assert not Player.objects.exists()


def test_a_town_is_a_text_like_any_other(casino):
    refused = _refused(lambda: _pair(casino, PACO, LUIS, town="=HYPERLINK()"))
    assert (refused.code, refused.field) == ("text_formula", "town")


@cases("name", "🃏", "👨‍👩‍👧 Los Gil", "محمد", "שרה", "Zoë", "Þór", "Nguyễn", "O'Hara", "王伟", "P")
def test_every_people_of_the_world_may_play(casino, name):
    entry = _pair(casino, Person(name), LUIS)
    assert [seat.player.name for seat in entry.seats.all()] == [name, "Luis"]


def test_a_pair_is_corrected_and_who_is_gone_leaves_no_row(casino, pilar):
    entry = _pair(casino, PACO, LUIS)
    edited = edit_entry(
        entry=entry, author=pilar, players=[Person("Paco", "Gíl"), CHEMA], town="Luco"
    )
    assert (edited.title_for(EVERYTHING), edited.town) == ("Paco Gíl · Chema", "Luco")
    assert sorted(Player.objects.values_list("identity", flat=True)) == [
        "chema|luco",
        "paco gil|luco",
    ]
    line = AuditLine.objects.filter(act="edit_entry").get()
    assert line.before["players"] == ["Paco Gil", "Luis Sanz"]
    assert line.after["players"] == ["Paco Gíl (Luco)", "Chema (Luco)"]


def test_a_pair_cannot_take_a_player_of_another(casino):
    _pair(casino, PACO, LUIS)
    other = _pair(casino, PILAR, CHEMA)
    refused = _refused(lambda: edit_entry(entry=other, author=None, players=[PILAR, LUIS], town=""))
    assert (refused.code, refused.field) == ("already_plays", "player_2")
    assert Entry.objects.get(pk=other.pk).title_for(EVERYTHING) == "Pilar Lahoz · Chema"


def test_who_has_left_is_corrected_though_its_people_play_with_another_now(casino):
    left = _pair(casino, PACO, LUIS)
    withdraw(entry=left, author=None, reason="Se ha puesto malo")
    _pair(casino, PACO, CHEMA)
    edited = edit_entry(entry=left, author=None, players=[Person("Paco", "Gíl"), LUIS], town="")
    assert edited.title_for(EVERYTHING) == "Paco Gíl · Luis Sanz"


def test_paid_and_present_are_noted_once(casino):
    entry = _pair(casino, PACO, LUIS)
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


def test_who_withdraws_may_play_with_another_and_then_the_old_pair_cannot_come_back(casino):
    entry = _pair(casino, PACO, LUIS)
    withdraw(entry=entry, author=None, reason="Se ha puesto malo")
    assert not EntryPlayer.objects.filter(live=True).exists()
    again = _pair(casino, LUIS, CHEMA)
    assert (again.number, Player.objects.count()) == (2, 3)

    refused = _refused(lambda: reinstate(entry=entry, author=None))
    assert (refused.code, refused.status) == ("already_plays", 409)
    assert "Luis Sanz ya juega con el número 2" in str(refused)

    withdraw(entry=again, author=None, reason="- también")
    back = reinstate(entry=entry, author=None)
    assert (back.number, back.live, EntryPlayer.objects.filter(live=True).count()) == (1, True, 2)


def test_a_withdrawal_needs_a_reason_and_happens_once(casino):
    entry = _pair(casino, PACO, LUIS)
    assert _refused(lambda: withdraw(entry=entry, author=None, reason=" ")).field == "reason"
    withdraw(entry=entry, author=None, reason="Se marchan")
    assert _refused(lambda: withdraw(entry=entry, author=None, reason="x")).status == 409
    assert (
        _refused(lambda: reinstate(entry=_pair(casino, PILAR, CHEMA), author=None)).code
        == "not_withdrawn"
    )


def test_hundreds_of_people_fit(casino, pairs):
    count = size(100, long=300)
    assert [entry.number for entry in pairs(casino, count)] == list(range(1, count + 1))


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
@cases(
    "first, second, codes",
    case("the same person", (PACO, LUIS), (LUIS, CHEMA), {"already_plays"}),
    case("two identical posts", (PACO, LUIS), (PACO, LUIS), {"already_entered"}),
)
def test_two_desks_enter_the_same_personat_once(casino, first, second, codes):
    results = at_once(
        lambda: _pair(Tournament.objects.get(pk=casino.pk), *first),
        lambda: _pair(Tournament.objects.get(pk=casino.pk), *second),
    )
    assert [type(r) for r in results].count(Entry) == 1
    assert {r.code for r in results if isinstance(r, Refused)} == codes
    assert EntryPlayer.objects.filter(live=True).count() == 2


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_two_desks_get_two_numbers(casino):
    results = at_once(
        lambda: _pair(Tournament.objects.get(pk=casino.pk), PACO, LUIS),
        lambda: _pair(Tournament.objects.get(pk=casino.pk), PILAR, CHEMA),
    )
    assert sorted(entry.number for entry in results) == [1, 2]


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_the_database_itself_refuses_what_slips_past_the_checks(casino, monkeypatch):
    """Two desks whose checks both saw nobody: the second insert breaks on the constraint."""
    from tournaments.people.services import registering

    _pair(casino, PACO, LUIS)
    monkeypatch.setattr(registering, "refuse_double_entry", lambda *args, **more: None)
    refused = _refused(lambda: _pair(casino, PILAR, PACO))
    assert (refused.code, refused.status) == ("already_plays", 409)
    assert Entry.objects.count() == 1
