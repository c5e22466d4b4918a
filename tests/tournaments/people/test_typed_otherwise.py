"""The same name typed otherwise: one person at the desk, in searches, and after the upgrade."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection

from tests.rows import each
from tournaments.accounts.selectors import accounts_matching
from tournaments.models import EntryPlayer, Player, Tournament
from tournaments.names.people import Person, identity
from tournaments.people.selectors.entries import entry_list
from tournaments.people.services.registering import edit_entry, register_entry
from tournaments.refusal import Refused

upgrade = import_module("tournaments.migrations.0028_names_typed_otherwise")
EDITOR = SimpleNamespace(connection=connection)  # all that the migration wants of one


def _pair(casino: Tournament, *names: str, **more):
    people = [Person(*name.split("|")) for name in names]
    return register_entry(tournament=casino, author=None, players=people, **more)


@each(
    "typed, otherwise",
    ("Mª Pilar|Gil", "María Pilar|Gil"),
    ("Sean|O’Hara", "Sean|O'Hara"),
    ("Ana-Belén|Sanz", "Ana Belen|Sanz"),
    ("Søren|Łuk", "Soren|Luk"),
)
def test_nobody_enters_twice_under_two_spellings(casino, typed, otherwise):
    with pytest.raises(Refused) as twice:
        _pair(casino, typed, otherwise)
    assert twice.value.code == "same_person_twice"
    entry = _pair(casino, typed, f"{typed} bis")
    with pytest.raises(Refused) as taken:
        _pair(casino, otherwise, "Luis|Lahoz")
    assert (taken.value.code, taken.value.field) == ("already_plays", "player_1")
    edited = edit_entry(
        entry=entry,
        author=None,
        players=[Person(*otherwise.split("|")), Person(*f"{typed} bis".split("|"))],
        town="",
    )
    assert edited.seats.first().player.name == otherwise.split("|")[0]
    assert casino.players.count() == 2
    EntryPlayer.objects.all().delete()
    casino.entries.all().delete()
    casino.players.all().delete()


def test_two_teams_are_the_same_with_another_apostrophe(casino):
    Tournament.objects.filter(pk=casino.pk).update(squad=4)
    casino.refresh_from_db()
    register_entry(tournament=casino, author=None, players=[], name="Peña L’Alacrán–Sta. Fe")
    with pytest.raises(Refused) as taken:
        register_entry(tournament=casino, author=None, players=[], name="PEÑA L'Alacrán-Santa Fe")
    assert taken.value.code == "team_taken"


@each(
    "search, numbers",
    ("maria", [1]),
    ("mª", [1]),
    ("ohara", [1]),
    ("o'hara", [1]),
    ("francisco", [2]),
    ("fco.", [2]),
    ("lopez ibor", [2]),
    ("lópez–ibor", [2]),
    ("santa eulalia", [2]),
    ("luk soren", [1]),
)
def test_the_list_of_entries_is_searched_however_one_types(casino, search, numbers):
    if not casino.entries.exists():
        _pair(casino, "Mª Pilar|O’Hara", "Søren|Łuk")
        _pair(casino, "Fco. Javier|López-Ibor", "Eva|Gil", town="Sta. Eulalia")
    assert [entry.number for entry in entry_list(casino, search)] == numbers


def test_accounts_are_searched_without_accents_and_capitals(db):
    User.objects.create_user("ines", first_name="Inés Ágreda", email="INES@example.org")
    for words in ("agreda", "ÁGREDA inés", "ines@EXAMPLE", "INÉS"):
        assert [user.username for user in accounts_matching(words)] == ["ines"], words


def _old(casino: Tournament, former: str, name: str, surname: str = "", town: str = "") -> Player:
    return Player.objects.create(
        tournament=casino, identity=former, name=name, surname=surname, town=town
    )


def test_the_upgrade_writes_every_identity_again(casino):
    pilar = _old(casino, "ma pilar gil|luco", "Mª Pilar", "Gil", "Luco")
    paco = _old(casino, "paco o’hara|", "Paco", "O’Hara")
    same = _old(casino, "luis sanz|", "Luis", "Sanz")
    upgrade.identify_again(apps, EDITOR)
    for player in (pilar, paco, same):
        player.refresh_from_db()
        assert player.identity == identity(player.person)


def test_two_who_come_to_be_the_same_both_stay_and_are_told_apart(casino):
    """One whose former identity another takes as its new one breaks nothing either."""
    first = _old(casino, "ma gil|luco", "Mª", "Gil", "Luco")
    second = _old(casino, "maria gil|luco", "María", "Gil", "Luco")
    third = _old(casino, "maria gil|daroca", "María", "Gil", "Daroca")
    hyphen = _old(casino, "x o-donnell|", "X", "O-Donnell")
    accent = _old(casino, "x o donnell|", "X", "O´Donnell")
    for _time in range(2):  # once more changes nothing
        upgrade.identify_again(apps, EDITOR)
    for player in (first, second, third, hyphen, accent):
        player.refresh_from_db()
    assert first.identity == "maria gil|luco" and second.identity == f"{first.identity}|{second.pk}"
    assert (first.apart, third.apart) == ("Luco", "Daroca")
    assert (hyphen.identity, accent.identity) == ("x o donnell|", "x odonnell|")
