"""Clubs, their officers and their people, as services."""

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


def refused(act, **values):
    with pytest.raises(Refused) as error:
        act(**values)
    return error.value.code


# --- Officers -------------------------------------------------------------------------------------
def test_the_founder_runs_the_club(club, sofia):
    assert [officer.user for officer in club.officers.all()] == [sofia]
    assert club.slug == "pena-el-as"


def test_two_clubs_of_one_name_have_two_addresses(club, vecino, sofia):
    assert create_club(author=vecino, name="Peña El As").slug == "pena-el-as-2"
    assert refused(create_club, author=sofia, name="peña el as") == "club_exists"


def test_as_many_clubs_as_the_quota(club, sofia, settings):
    settings.TAPETE_QUOTA_TOURNAMENTS = 1
    assert refused(create_club, author=sofia, name="Otro") == "quota_clubs"


def test_the_last_officer_cannot_leave(club, sofia, chema):
    assert refused(remove_officer, club=club, author=sofia, user=sofia) == "last_officer"
    add_officer(club=club, author=sofia, username="CHEMA")
    remove_officer(club=club, author=sofia, user=sofia)
    assert refused(remove_officer, club=club, author=sofia, user=sofia) == "not_officer"
    assert refused(remove_officer, club=club, author=sofia, user=chema) == "last_officer"
    assert refused(add_officer, club=club, author=sofia, username="nadie") == "user_unknown"


def test_the_account_of_a_last_officer_stays(club, sofia):
    assert refused(delete_account, user=sofia) == "sole_officer"
    delete_club(club=club, name=club.name)
    delete_account(user=sofia)


def test_a_deleted_club_leaves_its_tournaments(day, club, enter):
    enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert refused(delete_club, club=club, name="otro") == "name_differs"
    delete_club(club=club, name="peña el as")
    day.refresh_from_db()
    assert day.club is None and day.players.count() == 2
    assert not ClubPerson.objects.exists()


def test_only_an_officer_puts_a_tournament_in_the_club(casino, club, pilar):
    assert refused(set_club, tournament=casino, author=pilar, club=club) == "not_officer"


# --- People ---------------------------------------------------------------------------------------
def test_a_person_is_once_in_a_club(club, other_club):
    add_person(club=club, name="Paco", surname="Gil", town="Luco")
    add_person(club=other_club, name="Paco", surname="Gil", town="Luco")
    twice = {"club": club, "name": "PACO", "surname": "Gíl", "town": "luco"}
    assert refused(add_person, **twice) == "person_exists"


def test_a_licence_is_of_one_person_of_a_club(club, other_club):
    ana = add_person(club=club, name="Ana", licence="A-1")
    eva = add_person(club=club, name="Eva")
    add_person(club=other_club, name="Eva", licence="A-1")
    assert refused(edit_person, person=eva, licence="A-1") == "licence_taken"
    assert edit_person(person=ana, contact="+34 600 000 000").licence == "A-1"


@cases("words, found", ("gil", 2), ("GÍL luco", 1), ("paco gil", 1), ("zzz", 0), ("", 3))
def test_people_are_found_by_any_word(club, words, found):
    add_person(club=club, name="Paco", surname="Gil", town="Luco")
    add_person(club=club, name="Ana", surname="Gil", town="Daroca")
    add_person(club=club, name="Eva", surname="Yus")
    assert people_matching(club, words).count() == found


# --- Merging --------------------------------------------------------------------------------------
def test_two_spellings_become_one_person(day, club, enter, make_tournament, sofia, pilar):
    """And the next time it is typed in the other way, it is that person."""
    kept = add_person(club=club, name="Francisco", surname="Gil", town="Luco", licence="7")
    enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    other = day.players.get(surname="Gil").club_person
    other = edit_person(person=other, contact="paco@luco.es", hidden=True)
    merged = merge_people(kept=kept, other=other, author=sofia)
    assert (merged.name, merged.licence, merged.contact) == ("Francisco", "7", "paco@luco.es")
    assert merged.hidden
    assert day.players.get(surname="Gil").club_person == merged
    assert not club.people.filter(pk=other.pk).exists()
    line = day.audit.first()
    assert (line.act, line.after, line.subject) == ("merge_people", {"numbers": [1]}, "")
    assert "Paco" not in f"{line.before}{line.after}{line.reason}"

    second = make_tournament(name="Otro día")
    second.team.create(user=sofia, role="organiser")
    set_club(tournament=second, author=sofia, club=club)
    second.refresh_from_db()
    enter(second, "Paco Gil (Luco)", "Ana Yus (Luco)")
    assert second.players.get(surname="Gil").club_person == merged


def test_people_who_play_together_are_two(day, club, enter, sofia):
    enter(day, "Paco Gil (Luco)", "Ana Yus (Luco)")
    paco, ana = (day.players.get(name=name).club_person for name in ("Paco", "Ana"))
    assert refused(merge_people, kept=paco, other=ana, author=sofia) == "played_together"
    assert refused(merge_people, kept=paco, other=paco, author=sofia) == "same_person"


def test_two_licences_are_two_people(club, sofia):
    one = add_person(club=club, name="Ana", licence="1")
    two = add_person(club=club, name="Anna", licence="2")
    assert refused(merge_people, kept=one, other=two, author=sofia) == "two_licences"


def test_a_person_merged_meanwhile_is_gone(club, sofia):
    one, two = (add_person(club=club, name=name) for name in ("Ana", "Anna"))
    merge_people(kept=one, other=two, author=sofia)
    assert refused(merge_people, kept=one, other=two, author=sofia) == "person_gone"
    assert refused(edit_person, person=two, name="Eva") == "person_gone"


# --- Doubts ---------------------------------------------------------------------------------------
def test_an_officer_decides_a_doubt(day, club, enter, sofia):
    known = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(day, "Paco Gil", "Ana Yus (Luco)")
    player = unjoined_players(club).get()
    assert join_player(player=player, person=known, author=sofia) == known
    assert refused(join_player, player=player, person=known, author=sofia) == "already_joined"
    assert day.audit.first().act == "join_player"


def test_an_officer_makes_another_person(day, club, enter, sofia):
    known = add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(day, "Paco Gil", "Ana Yus (Luco)")
    made = join_player(player=unjoined_players(club).get(), person=None, author=sofia)
    assert made != known and not unjoined_players(club).exists()


def test_a_person_in_play_takes_no_other_player(day, club, enter, sofia):
    add_person(club=club, name="Paco", surname="Gil", town="Luco")
    enter(day, "Paco Gil", "Ana Yus (Luco)")
    ana = day.players.get(name="Ana").club_person
    player = unjoined_players(club).get()
    assert refused(join_player, player=player, person=ana, author=sofia) == "played_together"


def test_the_settings_of_a_club(club, sofia):
    changed = edit_club(club=club, author=sofia, name="El As", town="Luco", shows_people=True)
    assert (changed.name, changed.town, changed.shows_people) == ("El As", "Luco", True)
    assert (
        refused(edit_club, club=club, author=sofia, name=" ", town="", shows_people=True)
        == "text_missing"
    )
