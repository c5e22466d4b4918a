"""Tests of a league: dates, weeks of rest, substitutes for one round, venues, calendar file."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.people_data.services.forgetting import anonymise_entries
from scoring.public.share import calendar_file
from scoring.rounds.selectors.calendar import calendar_rounds, crowded_venues
from scoring.standings.selectors.rows import columns, headings
from tests.refusals import refusal_of
from tests.rows import each
from tests.scoring.played_rounds import plan_stage, play, play_all, publish
from tests.scoring.prints.printed import sheet_pages
from tests.scoring.prints.printed import words as printed
from tests.scoring.rounds.test_round_pages import visible_text
from tests.worlds import world
from tournaments.models import AuditLine, Match, Player, PublicNames, Substitution, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.imports.lines import write_person
from tournaments.people.selectors.entries import reserves_of
from tournaments.people.services.registering import set_venues, withdraw
from tournaments.people.services.substitutions import (
    add_reserve,
    remove_reserve,
    substitute_for_round,
)
from tournaments.rounds.services.announcing import move_date, set_dates, set_rests
from tournaments.rounds.services.tables import postpone_match
from tournaments.setup.selectors.tournaments import tournaments_in_play

PAGE = "/t/casino-de-calamocha/calendario/"
MADRID = ZoneInfo("Europe/Madrid")
FIRST_DATE = datetime(2027, 3, 5, 20, 0, tzinfo=MADRID)
EVA, ANA = Person("Eva", "Royo"), Person("Ana", "Yus")


@world
def league(make_tournament, pairs):
    """A league of four pairs and three rounds."""
    tournament = make_tournament(format="league", format_options={})
    pairs(tournament, 4)
    return tournament


def weekly_dates(count: int) -> list[datetime]:
    return [FIRST_DATE + timedelta(days=7 * week) for week in range(count)]


def fresh_tournament(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def stored_days(stage) -> list[str]:
    stage.refresh_from_db(fields=["dates"])
    return [moment[:10] for moment in stage.dates]


# --- Dates ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("format", ["league", "swiss", "knockout", "lives", "groups", "melee"])
def test_every_format_with_rounds_has_dates(
    make_tournament, pairs, client, client_as, pilar, format
):
    options = {"rounds": 3} if format in ("swiss", "melee") else {}
    tournament = make_tournament(format=format, format_options=options)
    pairs(tournament, 8)
    browser = client_as(pilar)
    form = {"first": "2027-03-05T20:00", "days": "7", "rounds": "3"}
    assert browser.post(PAGE + "cada/", form).status_code == 302
    assert stored_days(tournament.stage)[:2] == ["2027-03-05", "2027-03-12"]
    assert "viernes, 12 de marzo de 2027, 20:00" in visible_text(browser.get(PAGE))
    publish(tournament, pilar)
    assert tournament.stage.rounds.get().scheduled_at == FIRST_DATE
    assert client.get(PAGE).status_code == 200
    assert client.get(f"/api/v1/tournaments{PAGE[2:].replace('calendario', 'calendar')}").json()


def test_several_rounds_may_have_dates_on_one_day(league, client_as, pilar):
    form = {"first": "2027-03-05T20:00", "days": "7", "a_day": "2", "minutes": "90"}
    assert client_as(pilar).post(PAGE + "cada/", form).status_code == 302
    league.stage.refresh_from_db()
    assert [moment[5:16] for moment in league.stage.dates] == [
        "03-05T20:00",
        "03-05T21:30",
        "03-12T20:00",
    ]


def test_a_week_of_rest_moves_the_following_dates(league, client, client_as, pilar):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    publish(league, pilar)
    browser = client_as(pilar)
    assert browser.post(PAGE + "descansos/", {"rests": "10/3/2027"}).status_code == 302
    assert stored_days(league.stage) == ["2027-03-05", "2027-03-19", "2027-03-26"]
    page = visible_text(client.get(PAGE))
    assert "Semanas de descanso: 10/03/2027" in page
    line = AuditLine.objects.filter(act="set_dates").latest("id")
    assert line.after["rest_dates"] == ["2027-03-10"]
    interval_form = {"first": "2027-03-05T20:00", "days": "7"}
    assert browser.post(PAGE + "cada/", interval_form).status_code == 302
    assert stored_days(league.stage)[1] == "2027-03-19", "new dates skip the week of rest too"


def test_a_week_of_rest_does_not_move_a_drawn_round(league, pilar):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    publish(league, pilar)
    set_rests(stage=league.stage, author=pilar, rests=[date(2027, 3, 1)])
    assert stored_days(league.stage) == ["2027-03-05", "2027-03-12", "2027-03-19"]


def test_a_week_of_rest_without_a_date_is_refused_and_stays_in_the_form(league, client_as, pilar):
    page = client_as(pilar).post(PAGE + "descansos/", {"rests": "Semana Santa"})
    assert page.status_code == 400
    assert (
        "«Semana» no es una fecha" in visible_text(page) and "Semana Santa" in page.content.decode()
    )


@each(
    "following, days",
    (True, ["2027-03-05", "2027-03-16", "2027-03-23"]),
    (False, ["2027-03-05", "2027-03-16", "2027-03-19"]),
)
def test_a_date_moves_alone_or_with_the_following_ones(league, client_as, pilar, following, days):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    form = {"number": "2", "to": "2027-03-16T20:00", **({"following": "on"} if following else {})}
    assert client_as(pilar).post(PAGE + "mover/", form).status_code == 302
    assert stored_days(league.stage) == days


def test_dates_out_of_order_are_refused_and_both_are_named(league, client_as, pilar):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    page = client_as(pilar).post(PAGE + "mover/", {"number": "2", "to": "2027-04-16T20:00"})
    assert page.status_code == 400
    assert (
        "La jornada 3 (19/03/2027 20:00) es anterior a la jornada 2 (16/04/2027 20:00)"
        in visible_text(page)
    )
    assert stored_days(league.stage) == ["2027-03-05", "2027-03-12", "2027-03-19"]


def test_a_date_twice_is_refused(league, pilar):
    assert refusal_of(
        lambda: set_dates(stage=league.stage, author=pilar, dates=[FIRST_DATE, None, FIRST_DATE])
    ) == ("date_twice", "dates", 400)


def test_the_dates_of_a_stage_come_after_the_stage_before(
    make_tournament, pairs, pilar, bracket_after
):
    _tournament, groups, final = bracket_after
    set_dates(stage=groups, author=pilar, dates=weekly_dates(3))
    early_date = FIRST_DATE + timedelta(days=7)
    assert refusal_of(lambda: set_dates(stage=final, author=pilar, dates=[early_date])) == (
        "before_previous_stage",
        "dates",
        409,
    )
    set_dates(stage=final, author=pilar, dates=[FIRST_DATE + timedelta(days=21)])
    assert refusal_of(
        lambda: move_date(
            stage=groups, author=pilar, number=3, to=FIRST_DATE + timedelta(days=30), following=True
        )
    ) == ("after_next_stage", "dates", 409)


@world
def bracket_after(make_tournament, pairs, pilar):
    """A stage of groups, and a knockout for the first two of each group."""
    tournament = make_tournament(format="groups", format_options={})
    pairs(tournament, 8)
    final = plan_stage(tournament, pilar, [{"stage": 1, "per": "group", "first": 1, "last": 2}])
    return tournament, tournament.stages.get(number=1), final


# --- Substitutes ----------------------------------------------------------------------------------
@world
def first_round(league, pilar):
    """The first round of the league, published."""
    return publish(league, pilar)


def _substitute(league, round, number=1, comes=EVA, position=1, reason="de viaje"):
    entry = league.entries.get(number=number)
    leaves = entry.seats.order_by("position")[position].player
    return substitute_for_round(
        entry=entry, round=round, author=None, leaves=leaves, comes=comes, reason=reason
    )


def _match(round, number: int) -> Match:
    return round.matches.get(sides__entry__number=number)


def test_a_substitute_for_one_round_is_on_the_acta_the_sheets_and_the_pages(
    league, first_round, client, client_as, pilar
):
    entry = league.entries.get(number=1)
    partner, replaced_player = (seat.player for seat in entry.seats.order_by("position"))
    _substitute(league, first_round)
    names = f"{partner.full_name} · Eva Royo (suplente)"
    match = _match(first_round, 1)
    pages = [
        client.get(f"/t/casino-de-calamocha/ronda/{first_round.serial}/"),
        client.get(f"/t/casino-de-calamocha/partida/{match.code}/"),
        client_as(pilar).get(f"/t/casino-de-calamocha/acta/{match.code}/"),
    ]
    for page in pages:
        assert names in visible_text(page).replace("\xa0", " "), page.request["PATH_INFO"]
        assert replaced_player.full_name not in visible_text(page), page.request["PATH_INFO"]
    assert "Eva Royo (suplente)" in printed(sheet_pages(league, "actas"))
    entry_page = visible_text(client.get("/t/casino-de-calamocha/inscripcion/1/"))
    assert f"Eva Royo entró por {replaced_player.full_name}. Solo en Ronda 1." in entry_page


def test_the_next_round_has_the_regular_player_again(league, first_round, pilar):
    _substitute(league, first_round)
    play_all(first_round, pilar)
    second_round = publish(league, pilar)
    side = _match(second_round, 1).sides.get(entry__number=1)
    assert side.names == "" and not side.lined_up.exists()
    assert league.entries.get(number=1).seats.count() == 2
    assert not Player.objects.get(name="Eva").seats.exists()


def test_a_wrong_substitute_is_refused(league, first_round, pilar):
    player_of_another = league.entries.get(number=2).seats.first().player.person
    assert refusal_of(lambda: _substitute(league, first_round, comes=player_of_another))[1:] == (
        "comes",
        409,
    )
    _substitute(league, first_round)
    assert refusal_of(lambda: _substitute(league, first_round, number=2)) == (
        "substitutes_elsewhere",
        "comes",
        409,
    )
    second_substitute = refusal_of(lambda: _substitute(league, first_round, comes=ANA, position=0))
    assert second_substitute == ("never_both", "leaves", 409)
    assert refusal_of(lambda: _substitute(league, first_round, reason=""))[1] == "reason"
    play(_match(first_round, 2), pilar)
    refusal_after_match = refusal_of(lambda: _substitute(league, first_round, number=2, comes=ANA))
    assert refusal_after_match == ("match_finished", "round", 409)


def test_a_name_without_a_town_means_the_person_of_that_name(league, first_round, pilar):
    player_of_another = league.entries.get(number=2).seats.first().player
    person_without_town = Person(player_of_another.name, player_of_another.surname)
    refusal = ("name_of_another", "comes", 409)
    assert (
        refusal_of(lambda: _substitute(league, first_round, comes=person_without_town)) == refusal
    )
    reserve = Person("Eva", "Royo", "Luco")
    eva = add_reserve(tournament=league, author=pilar, person=reserve)
    assert _substitute(league, first_round, comes=EVA).comes == eva
    assert refusal_of(
        lambda: add_reserve(tournament=league, author=pilar, person=person_without_town)
    ) == ("name_of_another", "person", 409)


def test_the_name_of_the_regular_player_removes_the_substitute(league, first_round):
    _substitute(league, first_round)
    regular_player = league.entries.get(number=1).seats.order_by("position")[1].player.person
    assert _substitute(league, first_round, comes=regular_player) is None
    assert not Substitution.objects.exists() and _match(first_round, 1).sides.first().names == ""


def test_reserves_are_offered_as_substitutes_and_removed(league, first_round, client_as, pilar):
    browser = client_as(pilar)
    address = "/t/casino-de-calamocha/inscripciones/suplentes/"
    assert browser.post(address, {"person": "Eva Royo (Luco)"}).status_code == 302
    (eva,) = reserves_of(league)
    assert "Eva Royo" in visible_text(browser.get(address))
    form_page = browser.get("/t/casino-de-calamocha/inscripciones/1/sustituir/")
    assert '<option value="Eva Royo (Luco)">' in form_page.content.decode()
    seat = league.entries.get(number=1).seats.first()
    form = {
        "leaves": seat.player_id,
        "round": first_round.serial,
        "comes": "Eva Royo (Luco)",
        "reason": "de viaje",
    }
    page = browser.post("/t/casino-de-calamocha/inscripciones/1/sustituir/", form)
    assert page.status_code == 302
    assert Substitution.objects.get().comes == eva
    remove_reserve(player=eva, author=pilar)
    assert Player.objects.filter(pk=eva.pk).exists() and not reserves_of(league)


def test_a_player_of_an_entry_is_refused_as_a_reserve_and_stays_in_the_form(
    league, client_as, pilar
):
    player_of_another = league.entries.get(number=2).seats.first().player
    text = write_person(player_of_another.person)
    page = client_as(pilar).post(
        "/t/casino-de-calamocha/inscripciones/suplentes/", {"person": text}
    )
    assert page.status_code == 409 and f'value="{text}"' in page.content.decode()


def test_anonymising_deletes_reserves_and_substitutes(league, first_round, pilar):
    _substitute(league, first_round)
    add_reserve(tournament=league, author=pilar, person=ANA)
    anonymise_entries(tournament=league, author=pilar)
    assert not league.players.exists() and not Substitution.objects.exists()
    assert not first_round.sides.exclude(names="").exists()
    lines = [f"{line.act} {line.subject} {line.after}" for line in AuditLine.objects.all()]
    assert [line for line in lines if "Eva Royo" in line or "Ana Yus" in line] == []


def test_public_pages_with_numbers_hide_the_substitute(league, first_round, client):
    league.public_names = "numbers"
    league.save()
    _substitute(league, first_round)
    for address in (f"ronda/{first_round.serial}/", "inscripcion/1/", "calendario/"):
        assert "Eva" not in visible_text(client.get(f"/t/casino-de-calamocha/{address}")), address


def test_the_api_substitutes_for_a_round(league, first_round, client_as, pilar):
    address = "/api/v1/tournaments/casino-de-calamocha/entries/1/substitutions/"
    body = {
        "leaves": 2,
        "comes": {"name": "Eva"},
        "reason": "de viaje",
        "round": first_round.serial,
    }
    browser = client_as(pilar)
    assert browser.post(address, body, content_type="application/json").status_code == 201
    (change,) = browser.get(address).json()["results"]
    assert change["round"] == first_round.serial


# --- Venues ---------------------------------------------------------------------------------------
def test_the_venue_of_the_home_side_is_on_the_page_the_sheet_and_the_calendar_file(
    league, client, client_as, pilar
):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    browser = client_as(pilar)
    form = {
        "at_home": "on",
        **{f"venue_{number}": f"Bar {'ABCD'[number - 1]}" for number in range(1, 5)},
    }
    assert browser.post(PAGE + "sedes/", form).status_code == 302
    publish(league, pilar)
    league = fresh_tournament(league)
    home = calendar_rounds(league.stage, EVERYTHING, ahead=True)[0].fixtures[0].home.number
    venue = f"Bar {'ABCD'[home - 1]}"
    assert f"Sede: {venue}" in visible_text(client.get(PAGE))
    assert f"Sede: {venue}" in printed(sheet_pages(fresh_tournament(league), "calendar"))
    file = calendar_file(league, "https://x.es", timezone.now(), EVERYTHING, home)
    assert f"LOCATION:{venue}" in file and file.count("BEGIN:VEVENT") == 3
    league.stage.at_home = False
    league.stage.save()
    assert "Bar" not in visible_text(client.get(PAGE))


def test_the_venue_is_hidden_if_names_are_hidden(league, client, client_as, pilar):
    """Hide the venue, because a name like «Casa de Paco» reveals the home side."""
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    venues = {number: f"Bar {'ABCD'[number - 1]}" for number in range(1, 5)}
    set_venues(stage=league.stage, author=pilar, at_home=True, venues=venues)
    publish(league, pilar)
    Tournament.objects.filter(pk=league.pk).update(public_names=PublicNames.NUMBERS)
    api = "/api/v1/tournaments/casino-de-calamocha/calendar/"
    for path in (PAGE, f"{PAGE}?n=1", "/t/casino-de-calamocha/calendario.ics?entry=1", api):
        assert "Bar " not in client.get(path).content.decode(), path
    assert "Sede: Bar" in visible_text(client_as(pilar).get(PAGE))


def test_two_matches_at_one_venue_at_the_same_time_are_announced(league, client_as, pilar):
    venues = dict.fromkeys(range(1, 5), "Bar Paco")
    set_venues(stage=league.stage, author=pilar, at_home=True, venues=venues)
    venue_rows = crowded_venues(calendar_rounds(league.stage, EVERYTHING, ahead=True))
    assert [(venue, matches) for _date, venue, matches in venue_rows] == [("Bar Paco", 2)] * 3
    assert "en «Bar Paco» hay 2 encuentros a la vez" in visible_text(client_as(pilar).get(PAGE))


# --- Calendar file --------------------------------------------------------------------------------
def test_a_moved_match_keeps_the_identifier_of_its_calendar_event(league, client, pilar):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    publish(league, pilar)

    def events() -> dict[str, str]:
        file = client.get("/t/casino-de-calamocha/calendario.ics?entry=1").content.decode()
        lines = [line for line in file.split("\r\n") if line.startswith(("UID:", "DTSTART:"))]
        return dict(zip(lines[::2], lines[1::2], strict=True))

    page = client.get("/t/casino-de-calamocha/inscripcion/1/").content.decode()
    assert "calendario.ics?entry=1" in page
    events_before = events()
    match = league.matches.filter(sides__entry__number=1).first()
    later = FIRST_DATE + timedelta(days=3)
    postpone_match(match=match, author=pilar, to=later)
    set_rests(stage=league.stage, author=pilar, rests=[date(2027, 3, 8)])
    events_after = events()
    assert list(events_before) == list(events_after) and len(events_after) == 3
    assert later.astimezone(UTC).strftime("DTSTART:%Y%m%dT%H%M%SZ") in events_after.values()
    assert client.get("/t/casino-de-calamocha/calendario.ics?entry=99").status_code == 404


def test_the_calendar_file_has_no_matches_before_the_first_round(league, client, pilar):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    file = client.get("/t/casino-de-calamocha/calendario.ics?entry=1").content.decode()
    assert " – " not in file


# --- Columns of the standings ---------------------------------------------------------------------
def test_the_standings_of_a_league_show_won_drawn_and_lost(league, client, pilar):
    play_all(publish(league, pilar), pilar)
    assert columns(league.stage, [])[:4] == ["played", "won", "drawn", "lost"]
    heads = headings(league.stage, columns(league.stage, []))
    assert [heads[key] for key in ("played", "won", "drawn", "lost")] == ["J", "G", "E", "P"]
    assert "JGEP" in visible_text(client.get("/t/casino-de-calamocha/clasificacion/"))


# --- Leagues in play, withdrawals -----------------------------------------------------------------
@pytest.mark.parametrize("postponed", [False, True])
def test_a_league_is_in_play_until_its_last_date(league, pilar, postponed):
    set_dates(stage=league.stage, author=pilar, dates=weekly_dates(3))
    publish(league, pilar)
    last_date = (FIRST_DATE + timedelta(days=14)).date()
    assert tournaments_in_play(last_date, EVERYTHING) == [league]
    if postponed:
        match = league.matches.filter(state=Match.State.PLAYING).first()
        postpone_match(match=match, author=pilar, to=FIRST_DATE + timedelta(days=30))
    tournaments_later = tournaments_in_play(last_date + timedelta(days=7), EVERYTHING)
    assert tournaments_later == ([league] if postponed else [])


def test_a_withdrawn_entry_frees_its_substitute(league, first_round, pilar):
    _substitute(league, first_round)
    play(_match(first_round, 1), pilar)
    withdraw(entry=league.entries.get(number=1), author=pilar, reason="de viaje")
    other_match = next(
        match for match in first_round.matches.all() if match.state != Match.State.FINISHED
    )
    number = other_match.sides.first().entry.number
    assert _substitute(league, first_round, number=number) is not None
