"""Tests of other spellings of a name: at the desk, in searches and in migration 0028."""

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

migration = import_module("tournaments.migrations.0028_names_typed_otherwise")
EDITOR = SimpleNamespace(connection=connection)  # the migration uses only the connection


def _register_pair(casino: Tournament, *names: str, **options):
    people = [Person(*name.split("|")) for name in names]
    return register_entry(tournament=casino, author=None, players=people, **options)


@each(
    "spelling, other_spelling",
    ("Mª Pilar|Gil", "María Pilar|Gil"),
    ("Sean|O’Hara", "Sean|O'Hara"),
    ("Ana-Belén|Sanz", "Ana Belen|Sanz"),
    ("Søren|Łuk", "Soren|Luk"),
)
def test_person_cannot_be_registered_twice_with_two_spellings(casino, spelling, other_spelling):
    with pytest.raises(Refused) as error:
        _register_pair(casino, spelling, other_spelling)
    assert error.value.code == "same_person_twice"
    entry = _register_pair(casino, spelling, f"{spelling} bis")
    with pytest.raises(Refused) as second_error:
        _register_pair(casino, other_spelling, "Luis|Lahoz")
    assert (second_error.value.code, second_error.value.field) == ("already_plays", "player_1")
    edited_entry = edit_entry(
        entry=entry,
        author=None,
        players=[Person(*other_spelling.split("|")), Person(*f"{spelling} bis".split("|"))],
        town="",
    )
    assert edited_entry.seats.first().player.name == other_spelling.split("|")[0]
    assert casino.players.count() == 2
    EntryPlayer.objects.all().delete()
    casino.entries.all().delete()
    casino.players.all().delete()


def test_team_name_with_another_apostrophe_is_taken(casino):
    Tournament.objects.filter(pk=casino.pk).update(squad=4)
    casino.refresh_from_db()
    register_entry(tournament=casino, author=None, players=[], name="Peña L’Alacrán–Sta. Fe")
    with pytest.raises(Refused) as error:
        register_entry(tournament=casino, author=None, players=[], name="PEÑA L'Alacrán-Santa Fe")
    assert error.value.code == "team_taken"


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
def test_search_of_entries_accepts_other_spellings(casino, search, numbers):
    if not casino.entries.exists():
        _register_pair(casino, "Mª Pilar|O’Hara", "Søren|Łuk")
        _register_pair(casino, "Fco. Javier|López-Ibor", "Eva|Gil", town="Sta. Eulalia")
    assert [entry.number for entry in entry_list(casino, search)] == numbers


def test_search_of_accounts_ignores_accents_and_capitals(db):
    User.objects.create_user("ines", first_name="Inés Ágreda", email="INES@example.org")
    for words in ("agreda", "ÁGREDA inés", "ines@EXAMPLE", "INÉS"):
        assert [user.username for user in accounts_matching(words)] == ["ines"], words


def _player_with_old_identity(
    casino: Tournament, old_identity: str, name: str, surname: str = "", town: str = ""
) -> Player:
    return Player.objects.create(
        tournament=casino, identity=old_identity, name=name, surname=surname, town=town
    )


def test_migration_rewrites_every_identity(casino):
    pilar = _player_with_old_identity(casino, "ma pilar gil|luco", "Mª Pilar", "Gil", "Luco")
    paco = _player_with_old_identity(casino, "paco o’hara|", "Paco", "O’Hara")
    luis = _player_with_old_identity(casino, "luis sanz|", "Luis", "Sanz")
    migration.identify_again(apps, EDITOR)
    for player in (pilar, paco, luis):
        player.refresh_from_db()
        assert player.identity == identity(player.person)


def test_migration_keeps_players_whose_identities_become_equal(casino):
    """The new identity of one player may also be the old identity of another."""
    abbreviated_player = _player_with_old_identity(casino, "ma gil|luco", "Mª", "Gil", "Luco")
    full_player = _player_with_old_identity(casino, "maria gil|luco", "María", "Gil", "Luco")
    daroca_player = _player_with_old_identity(casino, "maria gil|daroca", "María", "Gil", "Daroca")
    hyphen_player = _player_with_old_identity(casino, "x o-donnell|", "X", "O-Donnell")
    accent_player = _player_with_old_identity(casino, "x o donnell|", "X", "O´Donnell")
    for _time in range(2):  # a second run changes nothing
        migration.identify_again(apps, EDITOR)
    for player in (abbreviated_player, full_player, daroca_player, hyphen_player, accent_player):
        player.refresh_from_db()
    assert (
        abbreviated_player.identity == "maria gil|luco"
        and full_player.identity == f"{abbreviated_player.identity}|{full_player.pk}"
    )
    assert (abbreviated_player.apart, daroca_player.apart) == ("Luco", "Daroca")
    assert (hyphen_player.identity, accent_player.identity) == ("x o donnell|", "x odonnell|")
