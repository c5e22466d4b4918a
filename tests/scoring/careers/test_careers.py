"""The page of a person of a club: tournaments played, titles and rivals, and who may read it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.careers.selectors import career_of
from scoring.forecast.simulation.copies import play_day
from scoring.people_data.services.club_people import erase_person
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.rows import cases
from tests.worlds import world
from tournaments.clubs.services.clubs import create_club, edit_club, set_club
from tournaments.clubs.services.people import edit_person
from tournaments.models import AuditLine, ClubPerson, Erasure, Match, Tournament

PRIVATE_DATA = ("LIC-4711", "600 123 456")


@world
def club(sofia):
    return create_club(author=sofia, name="Peña El As")


@world
def tournament(casino, club, pairs, pilar, sofia):
    """A knockout of four pairs of the club, played to its end."""
    pairs(casino, 4)
    casino.team.create(user=sofia, role="organiser")
    set_club(tournament=casino, author=sofia, club=club)
    casino.refresh_from_db()
    for _step in play_day(casino, pilar, "seed", most_rounds=9, most_called=99):
        pass
    return Tournament.objects.get(pk=casino.pk)


@world
def champion(tournament):
    """The first person of the winning pair, with a licence and a contact."""
    final = Match.objects.get(tournament=tournament, purpose="final")
    side = final.sides.get(side=final.result.winner)
    person = side.entry.seats.first().player.club_person
    return edit_person(person=person, licence=PRIVATE_DATA[0], contact=PRIVATE_DATA[1])


@pytest.fixture
def person_url(champion):
    return f"/club/{champion.club.slug}/personas/{champion.pk}/"


def publish_people(club):
    """Let everybody see the pages of the people of the club."""
    officer = club.officers.get().user
    return edit_club(club=club, author=officer, name=club.name, town="", shows_people=True)


# --- Days, titles and rivals ----------------------------------------------------------------------
def test_the_champion_has_a_title_and_a_win_over_each_rival(champion, tournament):
    career = career_of(champion, in_public=False)
    (day,) = career.days
    assert (day.place, day.entries, day.is_title) == (1, 4, True)
    (partner,) = day.partners
    assert partner[1] is not None
    assert career.titles == [day]
    # Two matches won, each against a pair: four rivals.
    assert [(rival.won, rival.drawn, rival.lost) for rival in career.rivals] == [(1, 0, 0)] * 4


def test_a_loser_has_a_defeat_against_the_champion(champion, tournament):
    (loser, *_others) = career_of(champion, in_public=False).rivals
    rivals = {rival.rival: rival for rival in career_of(loser.rival, in_public=False).rivals}
    assert (rivals[champion].won, rivals[champion].lost) == (0, 1)


def test_a_day_has_no_place_before_the_end(casino, club, pairs, pilar, sofia):
    pairs(casino, 4)
    casino.team.create(user=sofia, role="organiser")
    set_club(tournament=casino, author=sofia, club=club)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    for person in club.people.all():
        (day,) = career_of(person, in_public=False).days
        assert day.place is None


def test_forfeits_do_not_count_among_the_rivals(champion, tournament):
    Match.objects.get(tournament=tournament, purpose="final")
    for match in tournament.matches.all():
        match.result.forfeit = True
        match.result.save()
    assert career_of(champion, in_public=False).rivals == []


def test_a_career_takes_at_most_thirty_queries(champion, tournament):
    career_of(champion, in_public=False)
    with CaptureQueriesContext(connection) as queries:
        career_of(champion, in_public=False)
    assert len(queries) <= 30


# --- Readers of the page --------------------------------------------------------------------------
def test_the_public_sees_the_page_only_if_the_club_allows_it(
    client_as, champion, club, person_url, sofia, vecino
):
    for user in (None, vecino):
        assert client_as(user).get(person_url).status_code == 404
    assert client_as(sofia).get(person_url).status_code == 200
    publish_people(club)
    for user in (None, vecino):
        text = client_as(user).get(person_url).content.decode()
        assert champion.full_name in text and "1 título" in text
        assert not any(word in text for word in PRIVATE_DATA)
        assert "/cambiar/" not in text


def test_a_hidden_person_is_on_no_public_page(client_as, champion, club, person_url, sofia):
    publish_people(club)
    edit_person(person=champion, hidden=True)
    assert client_as(None).get(person_url).status_code == 404
    assert client_as(sofia).get(person_url).status_code == 200
    rival = career_of(champion, in_public=False).rivals[0].rival
    rival_page = client_as(None).get(f"/club/{club.slug}/personas/{rival.pk}/").content.decode()
    assert champion.full_name not in rival_page
    partner = career_of(champion, in_public=False).days[0].partners[0][1]
    partner_page = client_as(None).get(f"/club/{club.slug}/personas/{partner}/").content.decode()
    assert champion.full_name not in partner_page


@cases(
    "changes", {"public_names": "numbers"}, {"visibility": "private"}, {"visibility": "unlisted"}
)
def test_a_person_without_a_tournament_with_public_names_has_no_public_page(
    client_as, club, tournament, person_url, sofia, changes
):
    publish_people(club)
    Tournament.objects.filter(pk=tournament.pk).update(**changes)
    assert client_as(None).get(person_url).status_code == 404
    assert tournament.name in client_as(sofia).get(person_url).content.decode()


def test_no_public_page_shows_the_licence_or_the_contact(
    client_as, club, tournament, champion, person_url
):
    publish_people(club)
    browser = client_as(None)
    slug = tournament.slug
    paths = (person_url, f"/t/{slug}/", f"/t/{slug}/clasificacion/", f"/t/{slug}/cuadro/")
    api = (f"/api/v1/tournaments/{slug}/", f"/api/v1/tournaments/{slug}/standings/")
    for path in (*paths, *api, f"/api/v1/tournaments/{slug}/entries/"):
        answer = browser.get(path)
        assert answer.status_code in (200, 401), path
        assert not any(word in answer.content.decode() for word in PRIVATE_DATA), path


# --- Erasure --------------------------------------------------------------------------------------
def test_erasing_a_person_erases_the_name_everywhere(
    client_as, champion, club, tournament, person_url, sofia
):
    name = champion.full_name
    browser = client_as(sofia)
    assert PRIVATE_DATA[0] in browser.get(f"{person_url}datos/").content.decode()
    assert "número" in browser.get(f"{person_url}borrar/").content.decode()
    assert browser.post(f"{person_url}borrar/").status_code == 302
    assert not ClubPerson.objects.filter(pk=champion.pk).exists()
    assert tournament.entries.exclude(anonymised_at=None).count() == 1
    assert not tournament.players.filter(name=champion.name, surname=champion.surname).exists()
    assert name not in str(list(AuditLine.objects.values()))
    assert Erasure.objects.filter(kind="person", counts={"entries": 1}).exists()


def test_people_of_an_anonymised_tournament_leave_the_club(champion, club, tournament, sofia):
    """Only the champion stays, because the club edited that person."""
    from scoring.people_data.services.forgetting import anonymise_entries

    anonymise_entries(tournament=tournament, author=sofia)
    assert list(club.people.all()) == [champion]
    assert erase_person(person=champion, author=sofia) == 0
