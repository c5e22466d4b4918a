"""A player entered in a tournament of a club is joined to a person of it."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.rows import cases, each
from tournaments.clubs.selectors import may_be_same, unjoined_players, with_candidates
from tournaments.clubs.services.clubs import set_club
from tournaments.clubs.services.linking import link_people
from tournaments.clubs.services.people import add_person, edit_person
from tournaments.models import Player
from tournaments.names.people import Person
from tournaments.people.services.imports import accept_import, preview_import
from tournaments.people.services.registering import delete_entry, edit_entry
from tournaments.people.services.substitutions import substitute_player


def people(club):
    return sorted(person.filed_name for person in club.people.all())


def person_of(tournament, surname):
    return tournament.players.get(surname=surname).club_person


def test_everybody_entered_becomes_a_person(day, club, enter):
    enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert people(club) == ["Gil, Paco", "Yus, Ana"]
    assert unjoined_players(club).count() == 0


def test_no_person_without_a_club(casino, club, enter):
    enter(casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert people(club) == []
    assert not Player.objects.exclude(club_person=None).exists()


@cases("typed", "Paco Gil (Luco)", "PACO  GIL (luco)", "Don Paco Gil (Luco)", "Pacó Gíl (LUCO)")
def test_another_spelling_is_the_same_person(day, club, enter, typed):
    known = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(day, typed, "Ana Yus (Luco)")
    assert person_of(day, day.players.exclude(surname="Yus").get().surname) == known


@cases("typed", "Paco Gil", "Paco Gil Sanz (Luco)", "Paco Gil Sanz")
def test_a_doubt_waits_for_an_officer(day, club, enter, typed):
    known = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(day, typed, "Ana Yus (Luco)")
    (unjoined,) = with_candidates(club, unjoined_players(club))
    assert unjoined.candidates == [known]
    assert unjoined.player.club_person is None


def test_a_namesake_of_another_town_is_another_person(day, club, enter):
    known = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(day, "Paco Gil (Daroca)", "Ana Yus (Luco)")
    assert person_of(day, "Gil") not in (None, known)


def test_two_of_one_list_are_two_people(day, club, enter):
    enter(day, "Paco Gil (Luco)", "Paco Gil Sanz (Luco)")
    assert people(club) == ["Gil Sanz, Paco", "Gil, Paco"]


@each(
    "one, other, same",
    ("ana gil|luco", "ana gil|", True),
    ("ana gil|luco", "ana gil sanz|luco", True),
    ("ana gil|luco", "ana gil|daroca", False),
    ("ana gil|luco", "ana yus|luco", False),
    ("ana gil sanz|", "ana gil yus|", False),
)
def test_who_may_be_the_same(one, other, same):
    assert may_be_same(one, other) == may_be_same(other, one) == same


def test_a_corrected_name_leaves_no_wrong_person(day, club, enter, pilar):
    entry = enter(day, "Paco Gill (Luco)", "Ana Yus (Luco)")
    players = [Person("Paco", "Gil", "Luco"), Person("Ana", "Yus", "Luco")]
    edit_entry(entry=entry, author=pilar, players=players, town="Luco")
    assert people(club) == ["Gil, Paco", "Yus, Ana"]


def test_a_person_written_by_the_club_stays(day, club, enter, pilar):
    entry = enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    edit_person(person=person_of(day, "Gil"), licence="12")
    delete_entry(entry=entry, author=pilar)
    assert people(club) == ["Gil, Paco"]


def test_a_town_written_later_is_the_same_person(day, club, enter, pilar):
    known = add_person(club=club, name="Paco", surname="Gil", licence="12")
    entry = enter(day, "Paco Gil", "Ana Yus (Luco)")
    players = [Person("Paco", "Gil", "Luco"), Person("Ana", "Yus", "Luco")]
    edit_entry(entry=entry, author=pilar, players=players, town="Luco")
    assert person_of(day, "Gil") == known


def test_a_substitute_is_a_person_too(day, club, enter, pilar):
    entry = enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    leaves = day.players.get(surname="Yus")
    comes = Person("Eva", "Roche", "Luco")
    substitute_player(entry=entry, author=pilar, leaves=leaves, comes=comes, reason="enferma")
    assert "Roche, Eva" in people(club)


def test_a_tournament_that_leaves_keeps_the_people(day, club, enter, sofia):
    enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    left = set_club(tournament=day, author=sofia, club=None)
    assert not left.players.exclude(club_person=None).exists()
    assert people(club) == ["Gil, Paco", "Yus, Ana"]
    back = set_club(tournament=left, author=sofia, club=club)
    assert not back.players.filter(club_person=None).exists()
    assert club.people.count() == 2
    line = back.audit.first()
    assert (line.act, line.before, line.after) == ("set_club", {"club": ""}, {"club": club.name})


def _imported(tournament, author, count):
    names = "\n".join(f"Paco Apellido{n} / Luis Apellido{n} (Luco)" for n in range(count))
    preview = preview_import(tournament=tournament, author=author, text=names)
    with CaptureQueriesContext(connection) as queries:
        accept_import(preview=preview, author=author)
    return len(queries)


def test_a_long_list_is_joined_in_as_many_queries_as_a_short_one(day, club, pilar):
    known = add_person(club=club, name="Paco", surname="Apellido3", town="Luco")
    few = _imported(day, pilar, 5)
    day.entries.all().delete()
    day.players.all().delete()
    many = _imported(day, pilar, 500)
    assert day.players.get(name="Paco", surname="Apellido3").club_person == known
    assert not day.players.filter(club_person=None).exists()
    assert club.people.count() == 1000
    assert many <= few + 40  # PostgreSQL and SQLite write a thousand rows in batches
    with CaptureQueriesContext(connection) as again:
        link_people(day.pk)
    assert len(again) == 1
