"""Every public address, with a round that is not announced and with names that are not said."""

import re
from collections import Counter
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from scoring.actas.table_links import link_secret
from scoring.models import Acta, Hand
from scoring.models.screen import Show
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.rounds.services.commitments import close_list, draw_with_word
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.access.test_roles import path_of
from tests.attacks.test_private import PUBLIC_API, PUBLIC_PAGES
from tests.conftest import places_of
from tests.rows import each
from tests.scoring.days import play_all, publish
from tests.scoring.prints.printed import sheet_pages
from tests.sizes import size
from tournaments.models import Announcing, Player, PublicNames, Tournament
from tournaments.names.people import Person
from tournaments.people.services.substitutions import substitute_player
from tournaments.people.services.wishes import set_wishes
from tournaments.refusal import Conflict
from tournaments.rounds.services.announcing import announce_round, reveal, start_ceremony
from tournaments.setup.services.tournament import edit_tournament

HOME = "/t/casino-de-calamocha/"
FORMATS = {
    "knockout": {"format": "knockout", "format_options": {"third_place": True}},
    "swiss": {"format": "swiss", "format_options": {"rounds": 3}},
    "league": {"format": "league", "format_options": {}},
    "melee": {"format": "melee", "format_options": {"rounds": 3}},
}
EVERY = [*FORMATS, "teams"]
TEAMS = {"format": "teams", "format_options": {"boards": 2}, "squad": 4}
PAGES, API = "/t/<slug:slug>/", "/api/v1/tournaments/<slug:slug>/"
QUERIES = {
    PAGES: ["?page=2"],
    f"{PAGES}emparejamientos/": ["?por=apellido", "?n=1", "?marco=1"],
    f"{PAGES}mesa/": ["?q=1", "?q=gil", "?q=1&kiosco=1"],
    f"{PAGES}clasificacion/": ["?n=1", "?marco=1"],
    f"{PAGES}pantalla/": [f"?ver={show}" for show in Show.values],
    f"{PAGES}dibujos/": ["?numeros=1,2"],
    f"{API}where/": ["?q=1", "?q=gil"],
}
# In small each format tries some of the addresses, the next one others; and all of them those that
# not every format has. Each is asked as a page or as a piece, by turns.
TURNS, SILENT_TURNS, MOST_FORMATS = size((3, 6, 2), long=(1, 1, 4))
OF_SOME = re.compile(r"/(calendar|calendario|cuadro)/")
ASKED: list[dict[str, str]] = [{}, {"HX-Request": "true"}]
# What says when a page was made, or how many acts there have been.
TIMES = re.compile(
    r"v=\d+&(?:amp;)?d=\w+|v=\d+|\d\d:\d\d(?::\d\d)?|data-\w+=\"\d{10,}\"|DTSTAMP:\S+|"
    r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+[\d:]+)|\"(?:version|cursor)\":\d+"
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


def paths(places, format, turns=TURNS):
    """The public addresses of the tournament that this format tries, and what they are asked."""
    found = [
        path_of(address, places) + asked
        for address in [*PUBLIC_PAGES, *PUBLIC_API]
        for asked in ["", *QUERIES.get(str(address), [])]
    ]
    own = [path for path in found if OF_SOME.search(path)]
    return list(dict.fromkeys([*found[EVERY.index(format) % turns :: turns], *own]))


def told(browser, path, **headers):
    """The status and what is said, without what tells the time."""
    answer = browser.get(path, headers=headers)
    said = answer.content.decode(errors="replace") if not answer.streaming else ""
    return answer.status_code, TIMES.sub("", unescape(said))


def by_hand(tournament, pilar):
    """The tournament, whose rounds are announced by hand."""
    return edited(tournament, pilar, announcing=Announcing.BY_HAND)


def in_numbers(tournament, pilar):
    """The tournament, where the public reads numbers and no names."""
    return edited(tournament, pilar, public_names=PublicNames.NUMBERS)


def publish_in_numbers(tournament, pilar):
    """The tournament, with a round of numbers without names."""
    publish(in_numbers(tournament, pilar), pilar)
    return Tournament.objects.get(pk=tournament.pk)


def edited(tournament, pilar, **changes):
    edit_tournament(tournament=tournament, author=pilar, **changes)
    return Tournament.objects.get(pk=tournament.pk)


def publish_silent(tournament, pilar, **at):
    """Draw the next round, and publish it unannounced."""
    drawn = open_next_round(stage=tournament.stage, author=pilar)
    return publish_round(round=drawn, author=pilar, **at)


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.parametrize("format", FORMATS)
def test_a_silent_round_changes_nothing_of_what_the_public_sees(day, format, pilar):
    tournament, places = day(format)
    tournament = by_hand(tournament, pilar)
    before = {path: told(Client(), path) for path in paths(places, format, SILENT_TURNS)}
    changing = [HOME, f"{HOME}emparejamientos/", f"{HOME}pantalla/"]
    before |= {path: told(Client(), path) for path in changing}
    drawn = publish_silent(tournament, pilar)
    after = {path: told(Client(), path) for path in before}
    assert {path for path in before if before[path] != after[path]} == set()
    announce_round(round=drawn, author=pilar)
    assert [path for path in changing if told(Client(), path) == before[path]] == []


@pytest.mark.slow
@pytest.mark.always
@each("format", "knockout", "swiss")
def test_its_own_addresses_say_that_it_is_not_announced(day, format, pilar):
    tournament, _places = day(format)
    silent = publish_silent(by_hand(tournament, pilar), pilar)
    match = silent.matches.exclude(number=None).first()
    names, home = names_of(tournament), f"/t/{tournament.slug}/"
    pages = [
        f"{home}ronda/2/",
        f"{home}partida/{match.code}/",
        f"/m/{match.code}/{link_secret(match)}/",
        f"{home}mesa/{match.code}/",
    ]
    for path in pages:
        answer = Client().get(path, follow=True)
        said = answer.content.decode(errors="replace")
        assert answer.status_code in (403, 404), path
        assert "aún no se ha anunciado" in said and not names & words_in(said), path
    api = f"/api/v1/tournaments/{tournament.slug}/"
    for path in (f"rounds/{silent.serial}/", f"matches/{match.code}/", "rounds/2/check/"):
        assert Client().get(api + path).status_code == 404, path
    assert Client().get(f"{home}ronda/2/comprobar/").status_code == 404


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


@pytest.mark.slow
@pytest.mark.always
def test_those_who_help_see_it_with_its_badge(day, pilar, raul, client_as):
    tournament, _places = day("knockout")
    silent = publish_silent(by_hand(tournament, pilar), pilar)
    match = silent.matches.exclude(number=None).first()
    for who in (pilar, raul):
        browser = client_as(who)
        for path in ("emparejamientos/", "ronda/2/", "panel/", "control/", f"acta/{match.code}/"):
            answer = browser.get(HOME + path)
            assert answer.status_code == 200 and "Sin anunciar" in answer.content.decode(), path
    answer = client_as(raul).get(f"/m/{match.code}/{link_secret(match)}/", follow=True)
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


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.parametrize("format", EVERY)
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
    tournament = in_numbers(tournament, pilar)
    if format in ("swiss", "melee"):
        close_list(stage=tournament.stage, author=pilar)
        drawn = draw_with_word(stage=tournament.stage, author=pilar, word="ochenta")
        publish_round(round=drawn, author=pilar)
    else:
        publish(tournament, pilar)
    names, said = names_of(tournament), {}
    match = tournament.matches.filter(state="playing").order_by("number").first()
    own = [f"{HOME}partida/{match.code}/", f"{HOME}ronda/2/", f"{HOME}ronda/2/comprobar/"]
    link = f"/m/{match.code}/{link_secret(match)}/"
    for place, path in enumerate([*paths(places, format), *own], EVERY.index(format) // TURNS):
        for headers in ASKED[place % TURNS :: TURNS]:
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


@pytest.mark.slow
@pytest.mark.always
def test_sheets_for_the_wall_say_numbers_and_those_of_the_desk_names(day, pilar):
    """Each sheet with the first formats that have it."""
    tried, named, wrong = Counter(), set(), []
    for format in ("teams", "melee", "knockout", "league"):
        tournament = publish_in_numbers(day(format)[0], pilar)
        names = names_of(tournament)
        for key, sheet in SHEETS.items():
            ask = PrintAsk(sheet=key, base_url="https://tapete.example")
            if tried[key] == MOST_FORMATS or not has(tournament, sheet, ask):
                continue
            tried[key] += 1
            if names & words_in(said_on(tournament, sheet, ask)):
                (wrong.append if sheet.wall else named.add)(key)
    assert wrong == [] and {"actas", "entries"} <= named


def has(tournament, sheet, ask):
    try:
        sheet.ready(tournament, ask)
    except Conflict:
        return False
    return True


def said_on(tournament, sheet, ask):
    """All that a sheet says, as it says it on the wall."""
    chunks = sheet.pieces(tournament, ask)
    pages = [chunk.html() for chunk in chunks]
    return " ".join([*pages, *(str(one) for chunk in chunks for one in chunk.stamps)])


@pytest.mark.slow
@pytest.mark.always
def test_a_number_that_stands_for_a_name_is_said_once(day, pilar):
    tournament, _places = day("swiss")
    tournament = publish_in_numbers(tournament, pilar)
    for sheet in ("pairings_surname", "pairings_table", "table_cards", "place_cards"):
        cells = "\n".join(sheet_pages(tournament, sheet)).splitlines()
        for number in tournament.entries.values_list("number", flat=True):
            again = rf"\b{number} Pareja {number}\b|Pareja {number} {number}\b"
            assert not [cell for cell in cells if re.search(again, cell)], sheet
    for path in ("emparejamientos/", "pantalla/?ver=mesas", "pantalla/?ver=numeros"):
        page = Client().get(HOME + path).text
        assert "Pareja 3" in page and not re.search(r">3</(b|span)>\s*(<[^>]*>)?\s*Pareja 3", page)


@pytest.mark.slow
@pytest.mark.always
def test_the_lists_of_the_whole_round_say_numbers_and_its_actas_names(day, pilar):
    tournament, _places = day("swiss")
    tournament = publish_in_numbers(tournament, pilar)
    names = names_of(tournament)
    said = [bool(names & words_in(page)) for page in sheet_pages(tournament, "whole_round")]
    assert said[:2] == [False, False] and all(said[2:]) and len(said) > 2


def test_a_list_closed_with_names_shows_numbers_since_they_are_not_said(day, pilar):
    tournament, _places = day("swiss")
    close_list(stage=tournament.stage, author=pilar)
    in_numbers(tournament, pilar)
    for path in ("sorteo/", "sorteo/lista.txt"):
        page = told(Client(), HOME + path)[1]
        assert "1: Pareja 1" in page and not names_of(tournament) & words_in(page), path


def test_a_concession_of_a_draw_says_no_town_and_no_surname(
    make_tournament, pairs, pilar, client_as
):
    tournament = make_tournament(**FORMATS["swiss"])
    pairs(tournament, 6)
    set_wishes(
        stage=tournament.stage, author=pilar, apart={"town": (5, 0), "family": (3, 0)}, together={}
    )
    tournament = publish_in_numbers(tournament, pilar)
    kept = names_of(tournament) | {"Calamocha"}
    page, concessions = client_as(None).get(f"{HOME}ronda/1/"), "conceded"
    assert any(one["touched"] for one in page.context[concessions])
    assert not kept & words_in(str(page.context[concessions]))
    staff = client_as(pilar).get(f"{HOME}ronda/1/").context[concessions]
    assert {"Calamocha", "Gil"} <= words_in(str(staff))


def test_a_ball_in_public_is_called_by_its_number(make_tournament, pairs, pilar):
    tournament = make_tournament(**FORMATS["knockout"])
    pairs(tournament, 4)
    tournament = in_numbers(tournament, pilar)
    drawn = open_next_round(stage=tournament.stage, author=pilar)
    start_ceremony(round=drawn, author=pilar, in_public=True)
    for ball in range(4):
        reveal(round=drawn, balls=ball + 1)
    page = Client().get(f"{HOME}ronda/1/ceremonia/")
    assert page.context["ball"].names == f"Pareja {page.context['ball'].entry.number}"
    assert "…" not in page.context["ball"].sentence


def test_a_player_who_wrote_under_his_name_is_the_letter_of_his_side(day, pilar):
    tournament, places = day("melee")
    in_numbers(tournament, pilar)
    Hand.objects.update(author_name="Paco Gil", side=0)
    Acta.objects.update(author_name="Paco Gil", side=0)
    for path in (f"{HOME}partida/", f"/api/v1/tournaments/{tournament.slug}/matches/"):
        page = told(Client(), f"{path}{places['code']}/")[1]
        assert "Paco" not in page, path


def test_the_privacy_page_says_that_names_are_not_shown(day, pilar):
    tournament, _places = day("knockout")
    before = told(Client(), f"{HOME}privacidad/")[1]
    in_numbers(tournament, pilar)
    now = told(Client(), f"{HOME}privacidad/")[1]
    assert "solo los números" in now and "solo los números" not in before
    assert "son públicos en esta página" in before and "son públicos en esta página" not in now
