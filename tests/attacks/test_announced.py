"""Every public address, with a round that is not announced and with names that are not said."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Acta, Hand
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.services.draws.commitments import close_list, draw_with_word
from scoring.services.draws.rounds import open_next_round, publish_round
from scoring.table_links import secret_of
from tests.attacks.test_private import PUBLIC_API, PUBLIC_PAGES
from tests.conftest import places_of
from tests.rows import each
from tests.scoring.days import play_all, publish
from tests.scoring.prints.printed import sheet_pages
from tests.test_roles import path_of
from tournaments.models import Announcing, Player, PublicNames, Tournament
from tournaments.names.audience import Audience, seen_by
from tournaments.names.people import Person
from tournaments.permissions import unit_for_public
from tournaments.refusal import Conflict
from tournaments.services.draws.announcing import announce_round
from tournaments.services.entries.substitutions import substitute_player
from tournaments.services.setup.tournament import edit_tournament

HOME = "/t/casino-de-calamocha/"
FORMATS = {
    "knockout": {"format": "knockout", "format_options": {"third_place": True}},
    "swiss": {"format": "swiss", "format_options": {"rounds": 3}},
    "league": {"format": "league", "format_options": {}},
    "melee": {"format": "melee", "format_options": {"rounds": 3}},
}
TEAMS = {"format": "teams", "format_options": {"boards": 2}, "squad": 4}
QUERIES = {
    "tournament": ["?page=2"],
    "pairings": ["?por=apellido", "?numero=1", "?marco=1"],
    "where": ["?q=1", "?q=gil", "?q=1&kiosco=1"],
    "standings": ["?numero=1", "?marco=1"],
    "screen": [f"?ver={show}" for show in ("tables", "standings", "bracket", "list", "clock")],
    "day_pictures": ["?numeros=1,2"],
}
# What says when a page was made, or how many acts there have been.
TIMES = re.compile(
    r"v=\d+&(?:amp;)?d=\w+|v=\d+|\d\d:\d\d(?::\d\d)?|data-\w+=\"\d{10,}\"|DTSTAMP:\S+|"
    r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+[\d:]+)"
)


@pytest.fixture
def day(make_tournament, pairs, pilar, chema):
    """A day of the format with its first round played, and what stands in its addresses."""

    def make(format, **changes):
        tournament = make_tournament(**FORMATS.get(format, TEAMS), **changes)
        pairs(tournament, 8)
        play_all(publish(tournament, pilar), pilar)
        return tournament, places_of(tournament, pilar, chema)

    return make


def paths(places):
    """Every public address of the tournament, and those of what a page is asked for."""
    found = []
    for address in [*PUBLIC_PAGES, *PUBLIC_API]:
        path = path_of(address, places)
        found.append(path)
        name = address.route.rstrip("/").rpartition("/")[2]
        for asked in QUERIES.get(PAGES.get(name, name), ()):
            found.append(path + asked)
    return found


PAGES = {
    "<slug:slug>": "tournament",
    "emparejamientos": "pairings",
    "mesa": "where",
    "clasificacion": "standings",
    "pantalla": "screen",
    "dibujos": "day_pictures",
}


def told(browser, path, **headers):
    """The status and what is said, without what tells the time."""
    answer = browser.get(path, headers=headers)
    said = answer.content.decode(errors="replace") if not answer.streaming else ""
    return answer.status_code, TIMES.sub("", unescape(said))


def by_hand(tournament, pilar):
    """The tournament, whose rounds are announced by hand."""
    edit_tournament(tournament=tournament, author=pilar, announcing=Announcing.BY_HAND)
    return Tournament.objects.get(pk=tournament.pk)


def publish_silent(tournament, pilar, **at):
    """Draw the next round, and publish it unannounced."""
    drawn = open_next_round(stage=tournament.stage, author=pilar)
    return publish_round(round=drawn, author=pilar, **at)


@pytest.mark.parametrize("format", FORMATS)
def test_a_silent_round_changes_nothing_of_what_the_public_sees(day, format, pilar):
    tournament, places = day(format)
    tournament = by_hand(tournament, pilar)
    before = {path: told(Client(), path) for path in paths(places)}
    drawn = publish_silent(tournament, pilar)
    after = {path: told(Client(), path) for path in before}
    assert {path for path in before if before[path] != after[path]} == set()
    announce_round(round=drawn, author=pilar)
    now = {path: told(Client(), path) for path in before}
    changed = {path for path in before if before[path] != now[path]}
    assert {HOME, f"{HOME}emparejamientos/", f"{HOME}pantalla/"} <= changed


@pytest.mark.parametrize("format", ["knockout", "swiss"])
def test_its_own_addresses_say_that_it_is_not_announced(day, format, pilar):
    tournament, _places = day(format)
    silent = publish_silent(by_hand(tournament, pilar), pilar)
    match = silent.matches.exclude(number=None).first()
    names = names_of(tournament)
    pages = [
        f"{HOME}ronda/2/",
        f"{HOME}partida/{match.code}/",
        f"/m/{match.code}/{secret_of(match)}/",
        reverse("table", args=[tournament.slug, match.code]),
    ]
    for path in pages:
        answer = Client().get(path, follow=True)
        said = answer.content.decode(errors="replace")
        assert answer.status_code in (403, 404), path
        assert "aún no se ha anunciado" in said and not names & words_in(said), path
    api = f"/api/v1/tournaments/{tournament.slug}/"
    for path in (f"rounds/{silent.serial}/", f"matches/{match.code}/", "rounds/2/check/"):
        assert Client().get(api + path).status_code == 404, path
    assert Client().get(f"{HOME}ronda/2/comprobar/").status_code == 404


def test_a_word_of_the_hall_does_not_tell_the_seed_of_a_silent_round(day, pilar):
    tournament, _places = day("swiss")
    tournament = by_hand(tournament, pilar)
    close_list(stage=tournament.stage, author=pilar)
    drawn = draw_with_word(stage=tournament.stage, author=pilar, word="ochenta")
    publish_round(round=drawn, author=pilar)
    secret, api = drawn.commitments.get().secret, f"/api/v1/tournaments/{tournament.slug}/"
    for path in (f"{HOME}sorteo/", f"{api}commitments/"):
        assert secret not in Client().get(path).content.decode(), path
    announce_round(round=drawn, author=pilar)
    assert secret in Client().get(f"{HOME}sorteo/").content.decode()


def test_those_who_help_see_it_with_its_badge(day, pilar, raul, client_as):
    tournament, _places = day("knockout")
    silent = publish_silent(by_hand(tournament, pilar), pilar)
    match = silent.matches.exclude(number=None).first()
    for who in (pilar, raul):
        browser = client_as(who)
        for path in ("emparejamientos/", "ronda/2/", "panel/", "control/", f"acta/{match.code}/"):
            answer = browser.get(HOME + path)
            assert answer.status_code == 200 and "Sin anunciar" in answer.content.decode(), path
    answer = client_as(raul).get(f"/m/{match.code}/{secret_of(match)}/", follow=True)
    assert answer.status_code == 200 and answer.redirect_chain[-1][0].endswith(f"{match.code}/")


def test_at_its_hour_it_is_seen_without_an_act(day, pilar, monkeypatch):
    tournament, _places = day("knockout")
    hour = timezone.now() + timedelta(minutes=30)
    publish_silent(by_hand(tournament, pilar), pilar, announce_at=hour)
    browser = Client()
    page = f"{HOME}emparejamientos/"
    before = browser.get(page)
    shown = re.search(r"[?&;]v=(\d+)", before.content.decode())[1]
    again = f"{page}?v={shown}&d=x"
    assert f"{page.replace('emparejamientos/', 'ronda/2/')}" not in before.content.decode()
    monkeypatch.setattr(timezone, "now", lambda: hour + timedelta(seconds=3))
    answer = browser.get(again, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and "Ronda 2" in answer.content.decode()
    assert "Ronda 2" in browser.get(page).content.decode()


def names_of(tournament):
    """List what nobody may read: words of the names of people and teams; who helps says hers."""
    people = Player.objects.filter(tournament=tournament)
    said = {word for one in people for word in one.full_name.split()}
    teams = tournament.entries.exclude(name="").values_list("name", flat=True)
    return (said | {word for name in teams for word in name.split()}) - {"Pilar", "Peña"}


def words_in(page):
    return set(re.findall(r"[^\W\d_]+", page))


@pytest.mark.parametrize("format", [*FORMATS, "teams"])
def test_where_only_numbers_are_said_no_address_says_a_name(day, format, pilar, client_as):
    tournament, places = day(format)
    entry = tournament.entries.get(number=1)
    substitute_player(
        entry=entry,
        author=pilar,
        leaves=entry.seats.first().player,
        comes=Person("Zacarías", "Zorita"),
        reason="se marea",
    )
    edit_tournament(tournament=tournament, author=pilar, public_names=PublicNames.NUMBERS)
    tournament = Tournament.objects.get(pk=tournament.pk)
    if format in ("swiss", "melee"):
        close_list(stage=tournament.stage, author=pilar)
        drawn = draw_with_word(stage=tournament.stage, author=pilar, word="ochenta")
        publish_round(round=drawn, author=pilar)
    else:
        publish(tournament, pilar)
    names, said = names_of(tournament), {}
    match = tournament.matches.filter(state="playing").order_by("number").first()
    own = [f"{HOME}partida/{match.code}/", f"{HOME}ronda/2/", f"{HOME}ronda/2/comprobar/"]
    link = f"/m/{match.code}/{secret_of(match)}/"
    for path in [*paths(places), *own]:
        for headers in ({}, {"HX-Request": "true"}):
            _status, page = told(Client(), path.replace("?q=gil", "?q=zzz"), **headers)
            if found := names & words_in(page):
                said[path] = found
    table = Client().get(link, follow=True)
    assert table.status_code == 200 and not names & words_in(table.content.decode())
    assert said == {}
    assert "se busca solo por número" in told(Client(), f"{HOME}mesa/?q=gil")[1]
    staff = client_as(pilar)
    for path in ("clasificacion/", "emparejamientos/", f"acta/{match.code}/"):
        assert names & words_in(told(staff, HOME + path)[1]), path


@each("format", "knockout", "league", "melee", "teams")
def test_sheets_for_the_wall_say_numbers_and_those_of_the_desk_names(day, format, pilar):
    tournament, _places = day(format)
    edit_tournament(tournament=tournament, author=pilar, public_names=PublicNames.NUMBERS)
    publish(tournament, pilar)
    tournament = Tournament.objects.get(pk=tournament.pk)
    names, wrong = names_of(tournament), []
    for key, sheet in SHEETS.items():
        ask = Ask(sheet=key, base_url="https://tapete.example")
        try:
            sheet.ready(tournament, ask)
        except Conflict:
            continue
        chunks = sheet.pieces(tournament, ask)
        with seen_by(Audience(unit=unit_for_public(tournament) if sheet.wall else None)):
            pages = [render_to_string(chunk.template, chunk.context) for chunk in chunks]
        stamps = [str(one) for chunk in chunks for one in chunk.stamps]
        said = names & words_in(" ".join([*pages, *stamps]))
        if bool(said) and sheet.wall:
            wrong.append((key, said))
    assert wrong == []


@each("sheet", "pairings_surname", "pairings_table", "table_cards", "place_cards")
def test_a_number_that_stands_for_a_name_is_said_once(sheet, day, pilar):
    tournament, _places = day("swiss")
    edit_tournament(tournament=tournament, author=pilar, public_names=PublicNames.NUMBERS)
    publish(tournament, pilar)
    tournament = Tournament.objects.get(pk=tournament.pk)
    text = " ".join(" ".join(sheet_pages(tournament, sheet)).split())
    for number in tournament.entries.values_list("number", flat=True):
        assert not re.search(rf"\b{number} Pareja {number}\b|Pareja {number} {number}\b", text)
    for path in ("emparejamientos/", "pantalla/?ver=mesas", "pantalla/?ver=numeros"):
        page = Client().get(HOME + path).text
        assert "Pareja 3" in page and not re.search(r">3</(b|span)>\s*(<[^>]*>)?\s*Pareja 3", page)


def test_the_lists_of_the_whole_round_say_numbers_and_its_actas_names(day, pilar):
    tournament, _places = day("swiss")
    edit_tournament(tournament=tournament, author=pilar, public_names=PublicNames.NUMBERS)
    publish(tournament, pilar)
    tournament = Tournament.objects.get(pk=tournament.pk)
    names = names_of(tournament)
    said = [bool(names & words_in(page)) for page in sheet_pages(tournament, "whole_round")]
    assert said[:2] == [False, False] and all(said[2:]) and len(said) > 2


def test_a_list_closed_with_names_shows_numbers_since_they_are_not_said(day, pilar):
    tournament, _places = day("swiss")
    close_list(stage=tournament.stage, author=pilar)
    edit_tournament(tournament=tournament, author=pilar, public_names=PublicNames.NUMBERS)
    for path in ("sorteo/", "sorteo/lista.txt"):
        page = told(Client(), HOME + path)[1]
        assert "1: Pareja 1" in page and not names_of(tournament) & words_in(page), path


def test_a_player_who_wrote_under_his_name_is_the_letter_of_his_side(day, pilar):
    tournament, places = day("melee")
    edit_tournament(tournament=tournament, author=pilar, public_names=PublicNames.NUMBERS)
    Hand.objects.update(author_name="Paco Gil", side=0)
    Acta.objects.update(author_name="Paco Gil", side=0)
    for path in (f"{HOME}partida/", f"/api/v1/tournaments/{tournament.slug}/matches/"):
        page = told(Client(), f"{path}{places['code']}/")[1]
        assert "Paco" not in page, path


def test_the_privacy_page_says_that_names_are_not_shown(day, pilar):
    tournament, _places = day("knockout")
    before = told(Client(), f"{HOME}privacidad/")[1]
    edit_tournament(tournament=tournament, author=pilar, public_names=PublicNames.NUMBERS)
    now = told(Client(), f"{HOME}privacidad/")[1]
    assert "solo los números" in now and "solo los números" not in before
    assert "son públicos en esta página" in before and "son públicos en esta página" not in now
