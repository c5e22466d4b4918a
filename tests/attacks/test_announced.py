"""Tests of every public address with an unannounced round, and with numbers instead of names."""

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
from tests.scoring.played_rounds import play_all, publish
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
EVERY_FORMAT = [*FORMATS, "teams"]
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
# In a short run each format tries a part of the addresses, and every address that some formats
# lack. Each address is opened as a page or as a fragment, in turn.
TURNS, SILENT_TURNS, MOST_FORMATS = size((3, 6, 2), long=(1, 1, 4))
NOT_IN_EVERY_FORMAT = re.compile(r"/(calendar|calendario|cuadro)/")
HEADERS: list[dict[str, str]] = [{}, {"HX-Request": "true"}]
# The parts of a page that depend on the time, or on the number of acts.
TIMES = re.compile(
    r"v=\d+&(?:amp;)?d=\w+|v=\d+|\d\d:\d\d(?::\d\d)?|data-\w+=\"\d{10,}\"|DTSTAMP:\S+|"
    r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+[\d:]+)|\"(?:version|cursor)\":\d+"
)


@pytest.fixture
def day(make_tournament, pairs, pilar, chema):
    """Return a function that plays round 1 of a new tournament.

    The function returns the tournament and the values of its address parameters.
    """

    def make(format, **changes):
        tournament = make_tournament(**FORMATS.get(format, TEAMS), **changes)
        pairs(tournament, 8)
        play_all(publish(tournament, pilar), pilar)
        return tournament, places_of(tournament, pilar, chema)

    return make


def paths(places, format, turns=TURNS):
    """Return the public addresses that this format tries, one in `turns`, with their queries."""
    all_paths = [
        path_of(address, places) + query
        for address in [*PUBLIC_PAGES, *PUBLIC_API]
        for query in ["", *QUERIES.get(str(address), [])]
    ]
    special_paths = [path for path in all_paths if NOT_IN_EVERY_FORMAT.search(path)]
    return list(
        dict.fromkeys([*all_paths[EVERY_FORMAT.index(format) % turns :: turns], *special_paths])
    )


def visible_answer(browser, path, **headers):
    """Return the status and the text of an answer, without times and versions."""
    answer = browser.get(path, headers=headers)
    text = answer.content.decode(errors="replace") if not answer.streaming else ""
    return answer.status_code, TIMES.sub("", unescape(text))


def announce_by_hand(tournament, pilar):
    """Set the tournament to announce its rounds by hand, and return it."""
    return edit_and_reload(tournament, pilar, announcing=Announcing.BY_HAND)


def show_numbers(tournament, pilar):
    """Set the tournament to show numbers instead of names, and return it."""
    return edit_and_reload(tournament, pilar, public_names=PublicNames.NUMBERS)


def publish_in_numbers(tournament, pilar):
    """Publish a round of a tournament that shows numbers, and return the tournament."""
    publish(show_numbers(tournament, pilar), pilar)
    return Tournament.objects.get(pk=tournament.pk)


def edit_and_reload(tournament, pilar, **changes):
    edit_tournament(tournament=tournament, author=pilar, **changes)
    return Tournament.objects.get(pk=tournament.pk)


def publish_silent(tournament, pilar, **options):
    """Draw the next round, publish it unannounced and return it."""
    round = open_next_round(stage=tournament.stage, author=pilar)
    return publish_round(round=round, author=pilar, **options)


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.parametrize("format", FORMATS)
def test_a_silent_round_changes_no_public_page(day, format, pilar):
    tournament, places = day(format)
    tournament = announce_by_hand(tournament, pilar)
    before = {path: visible_answer(Client(), path) for path in paths(places, format, SILENT_TURNS)}
    changing = [HOME, f"{HOME}emparejamientos/", f"{HOME}pantalla/"]
    before |= {path: visible_answer(Client(), path) for path in changing}
    round = publish_silent(tournament, pilar)
    after = {path: visible_answer(Client(), path) for path in before}
    assert {path for path in before if before[path] != after[path]} == set()
    announce_round(round=round, author=pilar)
    assert [path for path in changing if visible_answer(Client(), path) == before[path]] == []


@pytest.mark.slow
@pytest.mark.always
@each("format", "knockout", "swiss")
def test_the_addresses_of_a_silent_round_say_that_it_is_not_announced(day, format, pilar):
    tournament, _places = day(format)
    silent_round = publish_silent(announce_by_hand(tournament, pilar), pilar)
    match = silent_round.matches.exclude(number=None).first()
    names, home = names_of(tournament), f"/t/{tournament.slug}/"
    pages = [
        f"{home}ronda/2/",
        f"{home}partida/{match.code}/",
        f"/m/{match.code}/{link_secret(match)}/",
        f"{home}mesa/{match.code}/",
    ]
    for path in pages:
        answer = Client().get(path, follow=True)
        text = answer.content.decode(errors="replace")
        assert answer.status_code in (403, 404), path
        assert "aún no se ha anunciado" in text and not names & words_in(text), path
    api = f"/api/v1/tournaments/{tournament.slug}/"
    for path in (f"rounds/{silent_round.serial}/", f"matches/{match.code}/", "rounds/2/check/"):
        assert Client().get(api + path).status_code == 404, path
    assert Client().get(f"{home}ronda/2/comprobar/").status_code == 404


def test_a_word_of_the_hall_does_not_reveal_the_seed_of_a_silent_round(day, pilar):
    tournament, _places = day("swiss")
    tournament = announce_by_hand(tournament, pilar)
    close_list(stage=tournament.stage, author=pilar)
    round = draw_with_word(stage=tournament.stage, author=pilar, word="ochenta")
    publish_round(round=round, author=pilar)
    secret, api = round.commitments.get().secret, f"/api/v1/tournaments/{tournament.slug}/"
    for path in (f"{HOME}sorteo/", f"{api}commitments/"):
        assert secret not in Client().get(path).content.decode(), path
    announce_round(round=round, author=pilar)
    assert secret in Client().get(f"{HOME}sorteo/").content.decode()


@pytest.mark.slow
@pytest.mark.always
def test_the_team_sees_a_silent_round_with_a_badge(day, pilar, raul, client_as):
    tournament, _places = day("knockout")
    silent_round = publish_silent(announce_by_hand(tournament, pilar), pilar)
    match = silent_round.matches.exclude(number=None).first()
    for user in (pilar, raul):
        browser = client_as(user)
        for path in ("emparejamientos/", "ronda/2/", "panel/", "control/", f"acta/{match.code}/"):
            answer = browser.get(HOME + path)
            assert answer.status_code == 200 and "Sin anunciar" in answer.content.decode(), path
    answer = client_as(raul).get(f"/m/{match.code}/{link_secret(match)}/", follow=True)
    assert answer.status_code == 200 and answer.redirect_chain[-1][0].endswith(f"{match.code}/")


def test_a_round_with_an_hour_is_announced_at_that_hour_without_an_act(day, pilar, monkeypatch):
    tournament, _places = day("knockout")
    hour = timezone.now() + timedelta(minutes=30)
    publish_silent(announce_by_hand(tournament, pilar), pilar, announce_at=hour)
    browser = Client()
    page = f"{HOME}emparejamientos/"
    before = browser.get(page)
    version = re.search(r"[?&;]v=(\d+)", before.content.decode())[1]
    poll = f"{page}?v={version}&d=x"
    assert f"{page.replace('emparejamientos/', 'ronda/2/')}" not in before.content.decode()
    monkeypatch.setattr(timezone, "now", lambda: hour + timedelta(seconds=3))
    answer = browser.get(poll, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and "Ronda 2" in answer.content.decode()
    assert "Ronda 2" in browser.get(page).content.decode()


def names_of(tournament):
    """Return the words of the names of people and teams, except the organiser's name."""
    players = Player.objects.filter(tournament=tournament)
    words = {word for player in players for word in player.full_name.split()}
    teams = tournament.entries.exclude(name="").values_list("name", flat=True)
    return (words | {word for name in teams for word in name.split()}) - {"Pilar", "Peña"}


def words_in(page):
    return set(re.findall(r"[^\W\d_]+", page))


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.parametrize("format", EVERY_FORMAT)
def test_with_numbers_no_public_address_shows_a_name(day, format, pilar, client_as):
    tournament, places = day(format)
    entry = tournament.entries.get(number=1)
    substitute_player(
        entry=entry,
        author=pilar,
        leaves=entry.seats.first().player,
        comes=Person("Zacarías", "Zorita"),
        reason="se marea",
    )
    tournament = show_numbers(tournament, pilar)
    if format in ("swiss", "melee"):
        close_list(stage=tournament.stage, author=pilar)
        round = draw_with_word(stage=tournament.stage, author=pilar, word="ochenta")
        publish_round(round=round, author=pilar)
    else:
        publish(tournament, pilar)
    names, leaks = names_of(tournament), {}
    match = tournament.matches.filter(state="playing").order_by("number").first()
    silent_paths = [f"{HOME}partida/{match.code}/", f"{HOME}ronda/2/", f"{HOME}ronda/2/comprobar/"]
    link = f"/m/{match.code}/{link_secret(match)}/"
    for place, path in enumerate(
        [*paths(places, format), *silent_paths], EVERY_FORMAT.index(format) // TURNS
    ):
        for headers in HEADERS[place % TURNS :: TURNS]:
            _status, page = visible_answer(Client(), path.replace("?q=gil", "?q=zzz"), **headers)
            if leaked_words := names & words_in(page):
                leaks[path] = leaked_words
    table = Client().get(link, follow=True)
    assert table.status_code == 200 and not names & words_in(table.content.decode())
    assert leaks == {}
    assert "se busca solo por número" in visible_answer(Client(), f"{HOME}mesa/?q=gil")[1]
    staff = client_as(pilar)
    for path in ("clasificacion/", "emparejamientos/", f"acta/{match.code}/"):
        assert names & words_in(visible_answer(staff, HOME + path)[1]), path


@pytest.mark.slow
@pytest.mark.always
def test_wall_sheets_show_numbers_and_desk_sheets_names(day, pilar):
    """Try each sheet with the first formats that have it."""
    tries = Counter()
    sheets_with_names = set()
    wrong = []
    for format in ("teams", "melee", "knockout", "league"):
        tournament = publish_in_numbers(day(format)[0], pilar)
        names = names_of(tournament)
        for key, sheet in SHEETS.items():
            ask = PrintAsk(sheet=key, base_url="https://tapete.example")
            if tries[key] == MOST_FORMATS or not has_sheet(tournament, sheet, ask):
                continue
            tries[key] += 1
            if names & words_in(text_of_sheet(tournament, sheet, ask)):
                (wrong.append if sheet.wall else sheets_with_names.add)(key)
    assert wrong == [] and {"actas", "entries"} <= sheets_with_names


def has_sheet(tournament, sheet, ask):
    try:
        sheet.refuse(tournament, ask)
    except Conflict:
        return False
    return True


def text_of_sheet(tournament, sheet, ask):
    """Return the whole text of a sheet, as printed."""
    chunks = sheet.pieces(tournament, ask)
    pages = [chunk.html() for chunk in chunks]
    return " ".join([*pages, *(str(stamp) for chunk in chunks for stamp in chunk.stamps)])


@pytest.mark.slow
@pytest.mark.always
def test_a_number_that_replaces_a_name_is_shown_once(day, pilar):
    tournament, _places = day("swiss")
    tournament = publish_in_numbers(tournament, pilar)
    for sheet in ("pairings_surname", "pairings_table", "table_cards", "place_cards"):
        cells = "\n".join(sheet_pages(tournament, sheet)).splitlines()
        for number in tournament.entries.values_list("number", flat=True):
            twice = rf"\b{number} Pareja {number}\b|Pareja {number} {number}\b"
            assert not [cell for cell in cells if re.search(twice, cell)], sheet
    for path in ("emparejamientos/", "pantalla/?ver=mesas", "pantalla/?ver=numeros"):
        page = Client().get(HOME + path).text
        assert "Pareja 3" in page and not re.search(r">3</(b|span)>\s*(<[^>]*>)?\s*Pareja 3", page)


@pytest.mark.slow
@pytest.mark.always
def test_the_lists_of_a_whole_round_show_numbers_and_its_actas_names(day, pilar):
    tournament, _places = day("swiss")
    tournament = publish_in_numbers(tournament, pilar)
    names = names_of(tournament)
    has_names = [bool(names & words_in(page)) for page in sheet_pages(tournament, "whole_round")]
    assert has_names[:2] == [False, False] and all(has_names[2:]) and len(has_names) > 2


def test_a_list_closed_with_names_shows_numbers_once_names_are_hidden(day, pilar):
    tournament, _places = day("swiss")
    close_list(stage=tournament.stage, author=pilar)
    show_numbers(tournament, pilar)
    for path in ("sorteo/", "sorteo/lista.txt"):
        page = visible_answer(Client(), HOME + path)[1]
        assert "1: Pareja 1" in page and not names_of(tournament) & words_in(page), path


def test_a_concession_of_a_draw_shows_no_town_and_no_surname(
    make_tournament, pairs, pilar, client_as
):
    tournament = make_tournament(**FORMATS["swiss"])
    pairs(tournament, 6)
    set_wishes(
        stage=tournament.stage, author=pilar, apart={"town": (5, 0), "family": (3, 0)}, together={}
    )
    tournament = publish_in_numbers(tournament, pilar)
    hidden_words = names_of(tournament) | {"Calamocha"}
    page, concessions = client_as(None).get(f"{HOME}ronda/1/"), "concessions"
    assert any(concession["touched"] for concession in page.context[concessions])
    assert not hidden_words & words_in(str(page.context[concessions]))
    staff = client_as(pilar).get(f"{HOME}ronda/1/").context[concessions]
    assert {"Calamocha", "Gil"} <= words_in(str(staff))


def test_a_ball_in_public_is_called_by_the_number_of_its_entry(make_tournament, pairs, pilar):
    tournament = make_tournament(**FORMATS["knockout"])
    pairs(tournament, 4)
    tournament = show_numbers(tournament, pilar)
    round = open_next_round(stage=tournament.stage, author=pilar)
    start_ceremony(round=round, author=pilar, in_public=True)
    for ball in range(4):
        reveal(round=round, balls=ball + 1)
    page = Client().get(f"{HOME}ronda/1/ceremonia/")
    assert page.context["ball"].names == f"Pareja {page.context['ball'].entry.number}"
    assert "…" not in page.context["ball"].sentence


def test_the_name_of_a_player_who_wrote_a_line_is_hidden(day, pilar):
    tournament, places = day("melee")
    show_numbers(tournament, pilar)
    Hand.objects.update(author_name="Paco Gil", side=0)
    Acta.objects.update(author_name="Paco Gil", side=0)
    for path in (f"{HOME}partida/", f"/api/v1/tournaments/{tournament.slug}/matches/"):
        page = visible_answer(Client(), f"{path}{places['code']}/")[1]
        assert "Paco" not in page, path


def test_the_privacy_page_says_that_names_are_not_shown(day, pilar):
    tournament, _places = day("knockout")
    before = visible_answer(Client(), f"{HOME}privacidad/")[1]
    show_numbers(tournament, pilar)
    now = visible_answer(Client(), f"{HOME}privacidad/")[1]
    assert "solo los números" in now and "solo los números" not in before
    assert "son públicos en esta página" in before and "son públicos en esta página" not in now
