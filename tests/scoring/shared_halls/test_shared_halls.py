"""Several tournaments in one hall: tables, clock, screen, and a person called to two matches."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.editions.services import copy_tournament
from scoring.forecast.simulation.copies import create_rehearsal
from scoring.models import RoundClock
from scoring.refereeing.services.acts import set_refereeing
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.shared_halls.services import change_hall_clock
from tests.rows import cases, each
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.halls.selectors import busy_elsewhere, days_of, halls_of
from tournaments.halls.services import place_tournament, save_hall
from tournaments.models import (
    Club,
    ClubPerson,
    Entry,
    Match,
    Player,
    Role,
    Round,
    Tournament,
    Visibility,
)
from tournaments.names.audience import EVERYTHING, NOBODY
from tournaments.refusal import Refused
from tournaments.rounds.services.announcing import set_dates
from tournaments.rounds.services.tables import move_match, set_in_service
from tournaments.setup.services.tournament import edit_tournament

MADRID = ZoneInfo("Europe/Madrid")


@world
def hall(pilar):
    return save_hall(author=pilar, name="Pabellón", tables=40)


@world
def trophy(make_tournament, hall, pilar):
    """The trophy, at tables 21 to 40 of the hall, today."""
    trophy = make_tournament(name="Trofeo", tables=20, starts_at=timezone.now())
    return place_tournament(tournament=trophy, author=pilar, hall=hall, first_table=21)


@world
def cup(make_tournament, hall, pilar):
    """The cup, at tables 1 to 8 of the hall, today."""
    cup = make_tournament(name="Copa", starts_at=timezone.now())
    return place_tournament(tournament=cup, author=pilar, hall=hall)


@world
def two_tournaments(trophy, cup, pairs, pilar):
    """The trophy and the cup with the same four pairs, and their first round published."""
    for tournament in (trophy, cup):
        pairs(tournament, 4)
        set_refereeing(stage=tournament.stage, author=pilar, options={"minutes": 45})
        round = open_next_round(stage=tournament.stage, author=pilar)
        publish_round(round=round, author=pilar)
    return trophy, cup


def refusal_of(service, **values) -> Refused:
    with pytest.raises(Refused) as refusal:
        service(**values)
    return refusal.value


# --- Tables ---------------------------------------------------------------------------------------
def test_the_tables_have_the_numbers_of_the_hall(two_tournaments):
    trophy, cup = two_tournaments
    assert trophy.tables_in_service == list(range(21, 41))
    assert sorted(trophy.matches.values_list("table", flat=True)) == [21, 22]
    assert sorted(cup.matches.values_list("table", flat=True)) == [1, 2]


def test_a_match_moves_only_to_tables_of_its_tournament(two_tournaments, pilar):
    match = two_tournaments[0].matches.get(table=21)
    assert move_match(match=match, author=pilar, table=40).table == 40
    refusal = refusal_of(move_match, match=match, author=pilar, table=20)
    assert refusal.code == "table_unknown" and "21" in str(refusal)
    refusal = refusal_of(
        set_in_service, tournament=two_tournaments[0], author=pilar, table=3, in_service=False
    )
    assert refusal.code == "table_unknown"


def test_the_desk_shows_the_tables_of_the_hall(two_tournaments, client_as, chema):
    page = client_as(chema).get(f"/t/{two_tournaments[0].slug}/control/")
    assert [tile.table for tile in page.context["hall"].tiles] == list(range(21, 41))


def test_two_tournaments_do_not_have_the_same_table_on_the_same_day(trophy, cup, hall, pilar):
    refusal = refusal_of(
        place_tournament, tournament=cup, author=pilar, hall=hall, first_table=15, tables=8
    )
    assert (refusal.code, refusal.status, refusal.field) == ("tables_taken", 409, "first_table")
    assert "«Trofeo»" in str(refusal) and "21-22" in str(refusal)
    cup.refresh_from_db()
    assert cup.first_table == 1


def test_the_page_of_a_hall_offers_the_tournaments_without_a_hall(
    trophy, hall, make_tournament, client_as, pilar
):
    browser, cup = client_as(pilar), make_tournament(name="Otra copa", starts_at=timezone.now())
    page = browser.get(f"/salas/{hall.code}/").content.decode()
    address = f"/t/{cup.slug}/ajustes/sala/?sala={hall.pk}"
    assert address in page and f"/t/{trophy.slug}/ajustes/sala/" not in page
    assert browser.get(address).context["form"]["hall"].value() == str(hall.pk)


def test_on_another_day_the_tables_are_free(trophy, cup, hall, pilar):
    Tournament.objects.filter(pk=cup.pk).update(starts_at=timezone.now() + timedelta(days=2))
    place_tournament(tournament=cup, author=pilar, hall=hall, first_table=21)
    refusal = refusal_of(edit_tournament, tournament=cup, author=pilar, starts_at=trophy.starts_at)
    assert refusal.code == "tables_taken"


def test_the_dates_of_a_league_count_as_its_days(trophy, hall, make_tournament, pilar):
    league = make_tournament(format="league", format_options={}, name="Liga")
    place_tournament(tournament=league, author=pilar, hall=hall, first_table=21)
    refusal = refusal_of(
        set_dates, stage=league.stage, author=pilar, dates=[None, trophy.starts_at]
    )
    assert refusal.code == "tables_taken"
    league.refresh_from_db()
    assert len(days_of(league)) == 1


def test_added_tables_may_not_reach_the_tables_of_another_tournament(trophy, cup, pilar):
    assert edit_tournament(tournament=cup, author=pilar, tables=20).tables == 20
    refusal = refusal_of(edit_tournament, tournament=cup, author=pilar, tables=21)
    assert refusal.code == "tables_taken"


@each(
    "first_table, tables, code",
    (0, 8, "tables_out_of_range"),
    (1, 501, "tables_out_of_range"),
    (41, 8, "hall_too_small"),
    (1, 41, "hall_too_small"),
)
def test_a_range_outside_of_the_hall_is_refused(cup, hall, pilar, first_table, tables, code):
    refusal = refusal_of(
        place_tournament,
        tournament=cup,
        author=pilar,
        hall=hall,
        first_table=first_table,
        tables=tables,
    )
    assert refusal.code == code


def test_a_hall_keeps_the_tables_of_its_tournaments(trophy, hall, pilar):
    refusal = refusal_of(save_hall, author=pilar, name="Pabellón", tables=39, hall=hall)
    assert refusal.code == "hall_too_small" and "«Trofeo»" in str(refusal)


def test_a_range_with_matches_in_play_does_not_move(two_tournaments, hall, pilar):
    refusal = refusal_of(
        place_tournament, tournament=two_tournaments[0], author=pilar, hall=hall, first_table=20
    )
    assert (refusal.code, refusal.status) == ("tables_in_play", 409)


def test_fixed_tables_and_referee_tables_move_with_the_range(cup, hall, pairs, pilar):
    entry = pairs(cup, 2)[0]
    Entry.objects.filter(pk=entry.pk).update(fixed_table=3)
    set_in_service(tournament=cup, author=pilar, table=8, in_service=False)
    grant_role(tournament=cup, author=pilar, username="raul", role=Role.REFEREE, tables="1-4, 6")
    place_tournament(tournament=cup, author=pilar, hall=hall, first_table=11)
    cup.refresh_from_db()
    assert cup.out_of_service == [18] and cup.entries.get(pk=entry.pk).fixed_table == 13
    assert cup.team.get(user__username="raul").tables == "11-14, 16"
    place_tournament(tournament=cup, author=pilar, hall=None)
    cup.refresh_from_db()
    assert (cup.hall, cup.first_table, cup.out_of_service) == (None, 1, [8])


def test_the_next_edition_leaves_a_hall_whose_tables_are_taken(trophy, cup, pilar):
    values = {"tournament": trophy, "author": pilar}
    assert (
        copy_tournament(
            **values, name="Mañana", starts_at=trophy.starts_at + timedelta(days=1)
        ).first_table
        == 21
    )
    today = copy_tournament(**values, name="Hoy", starts_at=trophy.starts_at)
    assert (today.hall, today.first_table) == (None, 1)


def test_templates_and_rehearsals_are_in_no_hall(trophy, hall, pilar, pairs):
    pairs(trophy, 2)
    rehearsal = create_rehearsal(trophy, pilar, "x", 2)
    assert rehearsal.hall is None
    template = copy_tournament(
        tournament=trophy, author=pilar, name="M", starts_at=trophy.starts_at, as_template=True
    )
    for tournament, code in ((rehearsal, "is_rehearsal"), (template, "is_template")):
        refusal = refusal_of(place_tournament, tournament=tournament, author=pilar, hall=hall)
        assert refusal.code == code


# --- Two matches at once --------------------------------------------------------------------------
def test_the_staff_sees_a_person_called_to_two_matches(two_tournaments, client_as, client, chema):
    _trophy, cup = two_tournaments
    busy_people = busy_elsewhere(cup, EVERYTHING)
    assert len(busy_people) == 8 and {person.tournament for person in busy_people} == {"Trofeo"}
    assert {person.table for person in busy_people} == {21, 22}
    assert busy_elsewhere(cup, NOBODY) == []
    for place in ("control", "panel"):
        page = client_as(chema).get(f"/t/{cup.slug}/{place}/").content.decode()
        assert "juega ahora en la mesa 21 de «Trofeo»" in page
    assert "juega ahora" not in client.get(f"/t/{cup.slug}/emparejamientos/").content.decode()


def test_a_draft_shows_its_players_who_play_elsewhere(two_tournaments, client_as, pilar):
    _trophy, cup = two_tournaments
    cup.matches.update(state=Match.State.FINISHED)
    cup.rounds.update(state=Round.State.DRAFT)
    cup.matches.update(state=Match.State.PLANNED)
    assert busy_elsewhere(cup, EVERYTHING) == []
    page = client_as(pilar).get(f"/t/{cup.slug}/rondas/1/").content.decode()
    assert "juega ahora en la mesa 21 de «Trofeo»" in page


def test_the_people_of_the_club_decide_which_players_are_the_same_person(two_tournaments):
    """Link two spellings to one club person, and two namesakes to two club people."""
    trophy, cup = two_tournaments
    club = Club.objects.create(slug="la-nueva", name="Peña La Nueva")
    cup_players, trophy_players = (
        tournament.players.order_by("pk") for tournament in (cup, trophy)
    )
    respelt_player, namesake_player = cup_players[0], cup_players[1]
    paco = ClubPerson.objects.create(club=club, name="Paco", identity="paco")
    luis = ClubPerson.objects.create(club=club, name="Luis", identity="luis")
    Player.objects.filter(pk__in=[respelt_player.pk, trophy_players[0].pk]).update(club_person=paco)
    Player.objects.filter(pk=respelt_player.pk).update(name="Francisco", identity="francisco")
    Player.objects.filter(pk=namesake_player.pk).update(club_person=luis)
    Player.objects.filter(pk=trophy_players[1].pk).update(club_person=paco)
    names = [person.name for person in busy_elsewhere(cup, EVERYTHING)]
    assert any(name.startswith("Francisco") for name in names)
    assert namesake_player.full_name not in names and cup_players[2].full_name in names


def test_a_partner_who_plays_only_elsewhere_is_not_shown(two_tournaments):
    trophy, cup = two_tournaments
    entry = trophy.entries.get(number=1)
    Player.objects.filter(pk=entry.seats.first().player_id).update(name="Otro", identity="otro")
    assert len(busy_elsewhere(cup, EVERYTHING)) == 7


def test_no_person_is_shown_once_the_other_match_is_over(two_tournaments):
    trophy, cup = two_tournaments
    trophy.matches.update(state=Match.State.FINISHED)
    assert busy_elsewhere(cup, EVERYTHING) == []


def test_no_person_is_shown_if_the_halls_differ(two_tournaments):
    trophy, cup = two_tournaments
    Tournament.objects.filter(pk=trophy.pk).update(hall=None)
    assert busy_elsewhere(cup, EVERYTHING) == []


# --- Clock of the hall ----------------------------------------------------------------------------
def test_one_button_starts_every_clock_of_the_hall(two_tournaments, hall, client_as, pilar):
    browser, url = client_as(pilar), f"/salas/{hall.code}/"
    browser.post(f"{url}reloj/", {"act": "start"})
    clocks = RoundClock.objects.filter(started_at__isnull=False)
    assert {clock.round.tournament for clock in clocks} == set(two_tournaments)
    assert all(
        tournament.audit.filter(act="start_clock").count() == 1 for tournament in two_tournaments
    )
    page = browser.get(url).content.decode()
    assert "Trofeo" in page and "Copa" in page


def test_a_running_clock_is_not_started_again(two_tournaments, hall, pilar):
    assert change_hall_clock(hall=hall, author=pilar, act="start") == 2
    assert refusal_of(change_hall_clock, hall=hall, author=pilar, act="start").status == 409
    assert change_hall_clock(hall=hall, author=pilar, act="stop") == 2
    assert change_hall_clock(hall=hall, author=pilar, act="resume") == 2
    assert refusal_of(change_hall_clock, hall=hall, author=pilar, act="x").status == 400


# --- Screen of the hall ---------------------------------------------------------------------------
def test_the_screen_shows_each_tournament_in_turn_with_its_name(
    two_tournaments, hall, client, pilar
):
    url = f"/salas/{hall.code}/pantalla/"
    page = client.get(url)
    titles = [slide.title for _tournament, slide in page.context["hall_screen"].pages]
    assert any(title.startswith("Trofeo · ") for title in titles)
    assert any(title.startswith("Copa · ") for title in titles)
    assert len(page.context["hall_screen"].clocks) == 2
    live_url = page.context["live_url"]
    assert client.get(live_url).status_code == 204
    change_hall_clock(hall=hall, author=pilar, act="start")
    assert client.get(live_url).status_code == 200
    assert "X-Tapete-Now" in client.get(live_url).headers


def test_the_screen_hides_private_tournaments_and_hidden_names(
    two_tournaments, hall, client, client_as, pilar
):
    trophy, cup = two_tournaments
    Tournament.objects.filter(pk=trophy.pk).update(visibility=Visibility.PRIVATE)
    Tournament.objects.filter(pk=cup.pk).update(public_names="numbers")
    name = cup.players.first().surname
    for browser in (client, client_as(pilar)):
        page = browser.get(f"/salas/{hall.code}/pantalla/").content.decode()
        assert name not in page.split("Trofeo ·")[0]
    assert "Trofeo" not in client.get(f"/salas/{hall.code}/pantalla/").content.decode()


def test_the_screen_says_that_no_tournament_is_played_today(hall, client):
    page = client.get(f"/salas/{hall.code}/pantalla/").content.decode()
    assert "Hoy no se juega" in page


# --- Organisers of a hall -------------------------------------------------------------------------
def test_a_hall_belongs_to_its_creator_and_the_organisers_in_it(trophy, hall, pilar, chema, vecino):
    assert list(halls_of(pilar)) == [hall]
    assert not halls_of(chema) and not halls_of(vecino)
    grant_role(tournament=trophy, author=pilar, username="vecino", role=Role.ORGANISER)
    assert list(halls_of(vecino)) == [hall]


@cases("user", "chema", "vecino")
def test_only_its_organisers_run_a_hall(trophy, hall, client_as, request, user):
    browser = client_as(request.getfixturevalue(user))
    assert browser.get(f"/salas/{hall.code}/").status_code == 404
    assert browser.post(f"/salas/{hall.code}/", {"name": "x", "tables": 1}).status_code == 404
    assert browser.post(f"/salas/{hall.code}/reloj/", {"act": "start"}).status_code == 404
    assert "Pabellón" not in browser.get("/salas/").content.decode()


def test_an_organiser_places_a_tournament_only_in_his_own_halls(casino, client_as, pilar, vecino):
    foreign_hall = save_hall(author=vecino, name="Otra", tables=10)
    url = f"/t/{casino.slug}/ajustes/sala/"
    own_hall = save_hall(author=pilar, name="Mía", tables=10)
    page = client_as(pilar).get(url)
    assert "Otra" not in page.content.decode()
    values = {"first_table": 3, "tables": 8}
    assert client_as(pilar).post(url, {**values, "hall": foreign_hall.pk}).status_code == 400
    answer = client_as(pilar).post(url, {**values, "hall": own_hall.pk, "tables": 9})
    assert answer.status_code == 409 and "hasta la 11" in answer.content.decode()
    assert client_as(pilar).post(url, {**values, "hall": own_hall.pk}).status_code == 302
    casino.refresh_from_db()
    assert (casino.hall, casino.first_table) == (own_hall, 3)


def test_a_hall_is_created_and_changed_on_its_page(client_as, pilar):
    browser = client_as(pilar)
    refused_answer = browser.post("/salas/", {"name": "Casino", "tables": 0})
    assert refused_answer.status_code == 400 and "Casino" in refused_answer.content.decode()
    url = browser.post("/salas/", {"name": "Casino", "tables": 12}).url
    browser.post(url, {"name": "Casino nuevo", "tables": 14})
    assert (halls_of(pilar).get().name, halls_of(pilar).get().tables) == ("Casino nuevo", 14)
    assert "Casino nuevo" in browser.get("/salas/").content.decode()


def test_a_hall_is_deleted_once_no_tournament_is_in_it(trophy, hall, client_as, pilar, vecino):
    browser, url = client_as(pilar), f"/salas/{hall.code}/"
    assert "Borrar la sala" not in browser.get(url).content.decode()
    refused_answer = browser.post(f"{url}borrar/", follow=True)
    assert "En la sala está «Trofeo»" in refused_answer.content.decode()
    place_tournament(tournament=trophy, author=pilar, hall=None)
    assert "Borrar la sala" in browser.get(url).content.decode()
    assert client_as(vecino).post(f"{url}borrar/").status_code == 404
    assert browser.post(f"{url}borrar/").url == "/salas/"
    assert not halls_of(pilar)
