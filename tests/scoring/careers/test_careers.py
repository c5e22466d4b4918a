"""The page of a person: days, titles and rivals, and who may see it."""

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

SECRET = ("LIC-4711", "600 123 456")


@world
def club(sofia):
    return create_club(author=sofia, name="Peña El As")


@world
def played(casino, club, pairs, pilar, sofia):
    """A knockout of four pairs of the club, played to its end."""
    pairs(casino, 4)
    casino.team.create(user=sofia, role="organiser")
    set_club(tournament=casino, author=sofia, club=club)
    casino.refresh_from_db()
    for _step in play_day(casino, pilar, "seed", most_rounds=9, most_called=99):
        pass
    return Tournament.objects.get(pk=casino.pk)


@world
def champion(played):
    """The first person of the pair that won, with a licence and a contact."""
    final = Match.objects.get(tournament=played, purpose="final")
    side = final.sides.get(side=final.result.winner)
    person = side.entry.seats.first().player.club_person
    return edit_person(person=person, licence=SECRET[0], contact=SECRET[1])


@pytest.fixture
def page(champion):
    return f"/club/{champion.club.slug}/personas/{champion.pk}/"


def open_to_all(club):
    officer = club.officers.get().user
    return edit_club(club=club, author=officer, name=club.name, town="", shows_people=True)


# --- What it says ---------------------------------------------------------------------------------
def test_the_champion_has_a_title_and_beat_each_rival(champion, played):
    career = career_of(champion, in_public=False)
    (day,) = career.days
    assert (day.place, day.entries, day.is_title) == (1, 4, True)
    (partner,) = day.partners
    assert partner[1] is not None
    assert career.titles == [day]
    # Two matches won, each against a pair: four rivals.
    assert [(one.won, one.drawn, one.lost) for one in career.rivals] == [(1, 0, 0)] * 4


def test_the_rivals_of_a_loser(champion, played):
    (rival, *_others) = career_of(champion, in_public=False).rivals
    seen = {one.rival: one for one in career_of(rival.rival, in_public=False).rivals}
    assert (seen[champion].won, seen[champion].lost) == (0, 1)


def test_no_place_before_the_end(casino, club, pairs, pilar, sofia):
    pairs(casino, 4)
    casino.team.create(user=sofia, role="organiser")
    set_club(tournament=casino, author=sofia, club=club)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    for person in club.people.all():
        (day,) = career_of(person, in_public=False).days
        assert day.place is None


def test_results_by_absence_do_not_count(champion, played):
    Match.objects.get(tournament=played, purpose="final")
    for match in played.matches.all():
        match.result.forfeit = True
        match.result.save()
    assert career_of(champion, in_public=False).rivals == []


def test_rivals_cost_as_many_queries_for_any_number_of_matches(champion, played):
    career_of(champion, in_public=False)
    with CaptureQueriesContext(connection) as queries:
        career_of(champion, in_public=False)
    assert len(queries) <= 30


# --- Who may see it -------------------------------------------------------------------------------
def test_the_public_sees_it_if_the_club_says_so(client_as, champion, club, page, sofia, vecino):
    for user in (None, vecino):
        assert client_as(user).get(page).status_code == 404
    assert client_as(sofia).get(page).status_code == 200
    open_to_all(club)
    for user in (None, vecino):
        shown = client_as(user).get(page).content.decode()
        assert champion.full_name in shown and "1 título" in shown
        assert not any(word in shown for word in SECRET)
        assert "/cambiar/" not in shown


def test_a_person_may_say_no(client_as, champion, club, page, sofia):
    open_to_all(club)
    edit_person(person=champion, hidden=True)
    assert client_as(None).get(page).status_code == 404
    assert client_as(sofia).get(page).status_code == 200
    rival = career_of(champion, in_public=False).rivals[0].rival
    theirs = client_as(None).get(f"/club/{club.slug}/personas/{rival.pk}/").content.decode()
    assert champion.full_name not in theirs
    partner = career_of(champion, in_public=False).days[0].partners[0][1]
    mates = client_as(None).get(f"/club/{club.slug}/personas/{partner}/").content.decode()
    assert champion.full_name not in mates


@cases(
    "changes", {"public_names": "numbers"}, {"visibility": "private"}, {"visibility": "unlisted"}
)
def test_a_day_without_public_names_is_left_out(client_as, club, played, page, sofia, changes):
    open_to_all(club)
    Tournament.objects.filter(pk=played.pk).update(**changes)
    assert client_as(None).get(page).status_code == 404
    assert played.name in client_as(sofia).get(page).content.decode()


def test_no_public_page_has_a_licence_or_a_contact(client_as, club, played, champion, page):
    open_to_all(club)
    browser = client_as(None)
    slug = played.slug
    paths = (page, f"/t/{slug}/", f"/t/{slug}/clasificacion/", f"/t/{slug}/cuadro/")
    api = (f"/api/v1/tournaments/{slug}/", f"/api/v1/tournaments/{slug}/standings/")
    for path in (*paths, *api, f"/api/v1/tournaments/{slug}/entries/"):
        answer = browser.get(path)
        assert answer.status_code in (200, 401), path
        assert not any(word in answer.content.decode() for word in SECRET), path


# --- Erasure --------------------------------------------------------------------------------------
def test_an_erased_person_leaves_no_name(client_as, champion, club, played, page, sofia):
    name = champion.full_name
    browser = client_as(sofia)
    assert SECRET[0] in browser.get(f"{page}datos/").content.decode()
    assert "número" in browser.get(f"{page}borrar/").content.decode()
    assert browser.post(f"{page}borrar/").status_code == 302
    assert not ClubPerson.objects.filter(pk=champion.pk).exists()
    assert played.entries.exclude(anonymised_at=None).count() == 1
    assert not played.players.filter(name=champion.name, surname=champion.surname).exists()
    assert name not in str(list(AuditLine.objects.values()))
    assert Erasure.objects.filter(kind="person", counts={"entries": 1}).exists()


def test_people_of_an_anonymised_tournament_leave_the_club(champion, club, played, sofia):
    """Those whom only its entries made; the one whom the club wrote stays."""
    from scoring.people_data.services.forgetting import anonymise_entries

    anonymise_entries(tournament=played, author=sofia)
    assert list(club.people.all()) == [champion]
    assert erase_person(person=champion, author=sofia) == 0
