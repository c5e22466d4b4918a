"""Tests of simultaneous acts in one club."""

import pytest

from tests.at_once import outcomes
from tournaments.clubs.services.clubs import add_officer, remove_officer, set_club
from tournaments.clubs.services.people import add_person, merge_people
from tournaments.models import ClubPerson, Tournament

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.each_database]


def test_person_entered_in_two_tournaments_at_once_is_stored_once(
    club_casino, club, enter, make_tournament, sofia
):
    second_tournament = make_tournament(name="Otro día")
    second_tournament.team.create(user=sofia, role="organiser")
    set_club(tournament=second_tournament, author=sofia, club=club)
    fresh_tournaments = [
        Tournament.objects.get(pk=tournament_row.pk)
        for tournament_row in (club_casino, second_tournament)
    ]

    def registration_in(tournament, partner):
        return lambda: enter(tournament, "Paco Gil (Luco)", partner)

    registrations = [
        registration_in(fresh_tournaments[0], "Ana Yus (Luco)"),
        registration_in(fresh_tournaments[1], "Eva Sanz (Luco)"),
    ]
    assert outcomes(*registrations) == ["done", "done"]
    assert ClubPerson.objects.filter(surname="Gil").count() == 1
    assert ClubPerson.objects.get(surname="Gil").players.count() == 2


def test_last_officer_stays_when_two_officers_remove_each_other_at_once(club, sofia, chema):
    add_officer(club=club, author=sofia, username="chema")

    def removal_of(user):
        return lambda: remove_officer(club=club, author=sofia, user=user)

    assert sorted(outcomes(removal_of(sofia), removal_of(chema))) == ["done", "last_officer"]
    assert club.officers.count() == 1


def test_second_of_two_opposite_merges_is_refused(club_casino, club, enter, sofia):
    enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    paco = club_casino.players.get(name="Paco").club_person
    francisco = add_person(club=club, name="Francisco", surname="Gil")

    def merge_of(kept_person, merged_person):
        people = [ClubPerson.objects.get(pk=person.pk) for person in (kept_person, merged_person)]
        return lambda: merge_people(target=people[0], other=people[1], author=sofia)

    assert sorted(outcomes(merge_of(paco, francisco), merge_of(francisco, paco))) == [
        "done",
        "person_gone",
    ]
    assert club_casino.players.get(name="Paco").club_person is not None
