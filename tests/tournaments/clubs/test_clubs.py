"""Tests of the services of clubs, officers and people."""

import pytest

from scoring.people_data.services.accounts import delete_account
from tests.rows import cases
from tournaments.clubs.selectors import people_matching, unjoined_players
from tournaments.clubs.services.clubs import (
    add_officer,
    create_club,
    delete_club,
    edit_club,
    remove_officer,
    set_club,
)
from tournaments.clubs.services.people import add_person, edit_person, join_player, merge_people
from tournaments.models import ClubPerson
from tournaments.refusal import Refused


def refusal_code(act, **values):
    with pytest.raises(Refused) as error:
        act(**values)
    return error.value.code


# --- Officers -------------------------------------------------------------------------------------
def test_the_founder_runs_the_club(club, sofia):
    assert [officer.user for officer in club.officers.all()] == [sofia]
    assert club.slug == "pena-el-as"


def test_clubs_with_the_same_name_have_different_addresses(club, vecino, sofia):
    assert create_club(author=vecino, name="Peña El As").slug == "pena-el-as-2"
    assert refusal_code(create_club, author=sofia, name="peña el as") == "club_exists"


def test_club_over_the_quota_is_refused(club, sofia, settings):
    settings.TAPETE_QUOTA_TOURNAMENTS = 1
    assert refusal_code(create_club, author=sofia, name="Otro") == "quota_clubs"


def test_the_last_officer_cannot_leave(club, sofia, chema):
    assert refusal_code(remove_officer, club=club, author=sofia, user=sofia) == "last_officer"
    add_officer(club=club, author=sofia, username="CHEMA")
    remove_officer(club=club, author=sofia, user=sofia)
    assert refusal_code(remove_officer, club=club, author=sofia, user=sofia) == "not_officer"
    assert refusal_code(remove_officer, club=club, author=sofia, user=chema) == "last_officer"
    assert refusal_code(add_officer, club=club, author=sofia, username="nadie") == "user_unknown"


def test_account_of_the_last_officer_cannot_be_deleted(club, sofia):
    assert refusal_code(delete_account, user=sofia) == "sole_officer"
    delete_club(club=club, name=club.name)
    delete_account(user=sofia)


def test_deleted_club_leaves_its_tournaments_without_a_club(club_casino, club, enter):
    enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert refusal_code(delete_club, club=club, name="otro") == "name_differs"
    delete_club(club=club, name="peña el as")
    club_casino.refresh_from_db()
    assert club_casino.club is None and club_casino.players.count() == 2
    assert not ClubPerson.objects.exists()


def test_only_an_officer_puts_a_tournament_in_the_club(casino, club, pilar):
    assert refusal_code(set_club, tournament=casino, author=pilar, club=club) == "not_officer"


# --- People ---------------------------------------------------------------------------------------
def test_second_registration_of_a_person_in_a_club_is_refused(club, other_club):
    add_person(club=club, name="Paco", surname="Gil", town="Luco")
    add_person(club=other_club, name="Paco", surname="Gil", town="Luco")
    duplicate = {"club": club, "name": "PACO", "surname": "Gíl", "town": "luco"}
    assert refusal_code(add_person, **duplicate) == "person_exists"


def test_licence_belongs_to_one_person_of_a_club(club, other_club):
    ana = add_person(club=club, name="Ana", licence="A-1")
    eva = add_person(club=club, name="Eva")
    add_person(club=other_club, name="Eva", licence="A-1")
    assert refusal_code(edit_person, person=eva, licence="A-1") == "licence_taken"
    assert edit_person(person=ana, contact="+34 600 000 000").licence == "A-1"


@cases("words, count", ("gil", 2), ("GÍL luco", 1), ("paco gil", 1), ("zzz", 0), ("", 3))
def test_people_are_found_by_any_word(club, words, count):
    add_person(club=club, name="Paco", surname="Gil", town="Luco")
    add_person(club=club, name="Ana", surname="Gil", town="Daroca")
    add_person(club=club, name="Eva", surname="Yus")
    assert people_matching(club, words).count() == count


# --- Merging --------------------------------------------------------------------------------------
def test_two_spellings_are_merged_into_one_person(
    club_casino, club, enter, make_tournament, sofia, pilar
):
    """A player entered later with the other spelling is joined to the merged person."""
    francisco = add_person(club=club, name="Francisco", surname="Gil", town="Luco", licence="7")
    enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    paco = club_casino.players.get(surname="Gil").club_person
    paco = edit_person(person=paco, contact="paco@luco.es", hidden=True)
    merged_person = merge_people(target=francisco, other=paco, author=sofia)
    assert (merged_person.name, merged_person.licence, merged_person.contact) == (
        "Francisco",
        "7",
        "paco@luco.es",
    )
    assert merged_person.hidden
    assert club_casino.players.get(surname="Gil").club_person == merged_person
    assert not club.people.filter(pk=paco.pk).exists()
    line = club_casino.audit.first()
    assert (line.act, line.after, line.subject) == ("merge_people", {"numbers": [1]}, "")
    assert "Paco" not in f"{line.before}{line.after}{line.reason}"

    second_tournament = make_tournament(name="Otro día")
    second_tournament.team.create(user=sofia, role="organiser")
    set_club(tournament=second_tournament, author=sofia, club=club)
    second_tournament.refresh_from_db()
    enter(second_tournament, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert second_tournament.players.get(surname="Gil").club_person == merged_person


def test_partners_cannot_be_merged(club_casino, club, enter, sofia):
    enter(club_casino, "Paco Gil (Luco)", "Ana Yus (Luco)")
    paco, ana = (club_casino.players.get(name=name).club_person for name in ("Paco", "Ana"))
    assert refusal_code(merge_people, target=paco, other=ana, author=sofia) == "played_together"
    assert refusal_code(merge_people, target=paco, other=paco, author=sofia) == "same_person"


def test_people_with_different_licences_cannot_be_merged(club, sofia):
    ana = add_person(club=club, name="Ana", licence="1")
    anna = add_person(club=club, name="Anna", licence="2")
    assert refusal_code(merge_people, target=ana, other=anna, author=sofia) == "two_licences"


def test_person_already_merged_is_gone(club, sofia):
    ana, anna = (add_person(club=club, name=name) for name in ("Ana", "Anna"))
    merge_people(target=ana, other=anna, author=sofia)
    assert refusal_code(merge_people, target=ana, other=anna, author=sofia) == "person_gone"
    assert refusal_code(edit_person, person=anna, name="Eva") == "person_gone"


# --- Players not joined to a person ---------------------------------------------------------------
def test_officer_joins_a_player_to_a_known_person(club_casino, club, enter, sofia):
    person = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(club_casino, "Paco Gil", "Ana Yus (Luco)")
    player = unjoined_players(club).get()
    assert join_player(player=player, person=person, author=sofia) == person
    assert refusal_code(join_player, player=player, person=person, author=sofia) == "already_joined"
    assert club_casino.audit.first().act == "join_player"


def test_officer_makes_a_new_person_of_a_player(club_casino, club, enter, sofia):
    person = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(club_casino, "Paco Gil", "Ana Yus (Luco)")
    new_person = join_player(player=unjoined_players(club).get(), person=None, author=sofia)
    assert new_person != person and not unjoined_players(club).exists()


def test_player_cannot_be_joined_to_the_person_of_the_partner(club_casino, club, enter, sofia):
    add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(club_casino, "Paco Gil", "Ana Yus (Luco)")
    ana = club_casino.players.get(name="Ana").club_person
    player = unjoined_players(club).get()
    assert refusal_code(join_player, player=player, person=ana, author=sofia) == "played_together"


def test_officer_edits_the_settings_of_a_club(club, sofia):
    edited_club = edit_club(club=club, author=sofia, name="El As", town="Luco", shows_people=True)
    assert (edited_club.name, edited_club.town, edited_club.shows_people) == ("El As", "Luco", True)
    assert (
        refusal_code(edit_club, club=club, author=sofia, name=" ", town="", shows_people=True)
        == "text_missing"
    )
