"""Tests of joining the players of a club's tournaments to the people of the club."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.rows import cases, each
from tournaments.clubs.selectors import may_be_same, players_with_candidates, unjoined_players
from tournaments.clubs.services.clubs import set_club
from tournaments.clubs.services.linking import link_people
from tournaments.clubs.services.people import add_person, edit_person
from tournaments.models import Player
from tournaments.names.people import Person
from tournaments.people.services.imports import accept_import, preview_import
from tournaments.people.services.registering import delete_entry, edit_entry
from tournaments.people.services.substitutions import substitute_player


def names_of_people(club):
    return sorted(person.filed_name for person in club.people.all())


def person_of(tournament, surname):
    return tournament.players.get(surname=surname).club_person


def test_every_entered_player_becomes_a_person(club_casino, club, enter):
    enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert names_of_people(club) == ["Gil, Paco", "Yus, Ana"]
    assert unjoined_players(club).count() == 0


def test_tournament_without_a_club_makes_no_people(casino, club, enter):
    enter(casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert names_of_people(club) == []
    assert not Player.objects.exclude(club_person=None).exists()


@cases("spelling", "Paco Gil (Luco)", "PACO  GIL (luco)", "Don Paco Gil (Luco)", "Pacó Gíl (LUCO)")
def test_another_spelling_is_the_same_person(club_casino, club, enter, spelling):
    person = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(club_casino, spelling, "Ana Yus (Luco)")
    assert (
        person_of(club_casino, club_casino.players.exclude(surname="Yus").get().surname) == person
    )


@cases("spelling", "Paco Gil", "Paco Gil Sanz (Luco)", "Paco Gil Sanz")
def test_doubtful_player_stays_unjoined_with_its_candidates(club_casino, club, enter, spelling):
    person = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(club_casino, spelling, "Ana Yus (Luco)")
    (unjoined_player,) = players_with_candidates(club, unjoined_players(club))
    assert unjoined_player.candidates == [person]
    assert unjoined_player.player.club_person is None


def test_a_namesake_of_another_town_is_another_person(club_casino, club, enter):
    person = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(club_casino, "Paco Gil (Daroca)", "Ana Yus (Luco)")
    assert person_of(club_casino, "Gil") not in (None, person)


def test_two_players_of_one_pair_are_two_people(club_casino, club, enter):
    enter(club_casino, "Paco Gil (Luco)", "Paco Gil Sanz (Luco)")
    assert names_of_people(club) == ["Gil Sanz, Paco", "Gil, Paco"]


@each(
    "key, other_key, same",
    ("ana gil|luco", "ana gil|", True),
    ("ana gil|luco", "ana gil sanz|luco", True),
    ("ana gil|luco", "ana gil|daroca", False),
    ("ana gil|luco", "ana yus|luco", False),
    ("ana gil sanz|", "ana gil yus|", False),
)
def test_two_keys_may_be_the_same_person(key, other_key, same):
    assert may_be_same(key, other_key) == may_be_same(other_key, key) == same


def test_corrected_name_removes_the_misspelt_person(club_casino, club, enter, pilar):
    entry = enter(club_casino, "Paco Gill (Luco)", "Ana Yus (Luco)")
    players = [Person("Paco", "Gil", "Luco"), Person("Ana", "Yus", "Luco")]
    edit_entry(entry=entry, author=pilar, players=players, town="Luco")
    assert names_of_people(club) == ["Gil, Paco", "Yus, Ana"]


def test_person_edited_by_the_club_stays_when_its_entry_is_deleted(club_casino, club, enter, pilar):
    entry = enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    edit_person(person=person_of(club_casino, "Gil"), licence="12")
    delete_entry(entry=entry, author=pilar)
    assert names_of_people(club) == ["Gil, Paco"]


def test_player_whose_town_is_added_later_is_the_same_person(club_casino, club, enter, pilar):
    person = add_person(club=club, name="Paco", surname="Gil", licence="12")
    entry = enter(club_casino, "Paco Gil", "Ana Yus (Luco)")
    players = [Person("Paco", "Gil", "Luco"), Person("Ana", "Yus", "Luco")]
    edit_entry(entry=entry, author=pilar, players=players, town="Luco")
    assert person_of(club_casino, "Gil") == person


def test_substitute_becomes_a_person(club_casino, club, enter, pilar):
    entry = enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    leaving = club_casino.players.get(surname="Yus")
    arriving = Person("Eva", "Roche", "Luco")
    substitute_player(entry=entry, author=pilar, leaves=leaving, comes=arriving, reason="enferma")
    assert "Roche, Eva" in names_of_people(club)


def test_people_stay_when_a_tournament_leaves_the_club_and_returns(club_casino, club, enter, sofia):
    enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    tournament_without_club = set_club(tournament=club_casino, author=sofia, club=None)
    assert not tournament_without_club.players.exclude(club_person=None).exists()
    assert names_of_people(club) == ["Gil, Paco", "Yus, Ana"]
    tournament_in_club = set_club(tournament=tournament_without_club, author=sofia, club=club)
    assert not tournament_in_club.players.filter(club_person=None).exists()
    assert club.people.count() == 2
    line = tournament_in_club.audit.first()
    assert (line.act, line.before, line.after) == ("set_club", {"club": ""}, {"club": club.name})


def _queries_of_import(tournament, author, count):
    names = "\n".join(
        f"Paco Apellido{number} / Luis Apellido{number} (Luco)" for number in range(count)
    )
    preview = preview_import(tournament=tournament, author=author, text=names)
    with CaptureQueriesContext(connection) as queries:
        accept_import(preview=preview, author=author)
    return len(queries)


def test_long_list_is_joined_in_about_as_many_queries_as_a_short_one(club_casino, club, pilar):
    person = add_person(club=club, name="Paco", surname="Apellido3", town="Luco")
    few_queries = _queries_of_import(club_casino, pilar, 5)
    club_casino.entries.all().delete()
    club_casino.players.all().delete()
    many_queries = _queries_of_import(club_casino, pilar, 500)
    assert club_casino.players.get(name="Paco", surname="Apellido3").club_person == person
    assert not club_casino.players.filter(club_person=None).exists()
    assert club.people.count() == 1000
    # PostgreSQL and SQLite write a thousand rows in batches.
    assert many_queries <= few_queries + 40
    with CaptureQueriesContext(connection) as second_link:
        link_people(club_casino.pk)
    assert len(second_link) == 1
