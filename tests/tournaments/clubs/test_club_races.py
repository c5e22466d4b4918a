"""Two people at once in one club: the database decides."""

import pytest

from tests.at_once import outcomes
from tournaments.clubs.services.clubs import add_officer, remove_officer, set_club
from tournaments.clubs.services.people import add_person, merge_people
from tournaments.models import ClubPerson, Tournament

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.each_database]


def test_one_person_entered_in_two_tournaments_at_once_is_one(
    day, club, enter, make_tournament, sofia
):
    second = make_tournament(name="Otro día")
    second.team.create(user=sofia, role="organiser")
    set_club(tournament=second, author=sofia, club=club)
    both = [Tournament.objects.get(pk=one.pk) for one in (day, second)]

    def entering(tournament, partner):
        return lambda: enter(tournament, "Paco Gil (Luco)", partner)

    acts = [entering(both[0], "Ana Yus (Luco)"), entering(both[1], "Eva Sanz (Luco)")]
    assert outcomes(*acts) == ["done", "done"]
    assert ClubPerson.objects.filter(surname="Gil").count() == 1
    assert ClubPerson.objects.get(surname="Gil").players.count() == 2


def test_two_officers_who_remove_each_other_leave_one(club, sofia, chema):
    add_officer(club=club, author=sofia, username="chema")

    def removing(user):
        return lambda: remove_officer(club=club, author=sofia, user=user)

    assert sorted(outcomes(removing(sofia), removing(chema))) == ["done", "last_officer"]
    assert club.officers.count() == 1


def test_two_merges_of_the_same_people_leave_one(day, club, enter, sofia):
    enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    one = day.players.get(name="Paco").club_person
    other = add_person(club=club, name="Francisco", surname="Gil")

    def merging(kept, other):
        fresh = [ClubPerson.objects.get(pk=person.pk) for person in (kept, other)]
        return lambda: merge_people(kept=fresh[0], other=fresh[1], author=sofia)

    assert sorted(outcomes(merging(one, other), merging(other, one))) == ["done", "person_gone"]
    assert day.players.get(name="Paco").club_person is not None
