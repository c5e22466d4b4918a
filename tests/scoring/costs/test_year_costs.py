"""Queries of the pages of money, sign-up, clubs, seasons and halls, with the data of a big club."""

from decimal import Decimal

import pytest
from django.utils import timezone

from scoring.refereeing.services.acts import set_refereeing
from scoring.seasons.services import put_in_season, save_season
from tests.attacks.crowd import enter
from tests.costs import page_and_queries
from tests.scoring.played_rounds import finish, publish
from tournaments.halls.services import place_tournament, save_hall
from tournaments.models import (
    Charge,
    Club,
    ClubOfficer,
    ClubPerson,
    EntryRequest,
    Movement,
    SignUpSettings,
)
from tournaments.money.services.prices import set_prices
from tournaments.site import page_cache

pytestmark = pytest.mark.slow
LONGEST_STATEMENT = 20_000  # letters; an SQL statement with a list of thousands of keys has more


def query_count(browser, path):
    """Return the number of queries of the page with nothing cached."""
    page_cache.PAGES.clear()
    page_cache.clear_memory()
    _answer, queries = page_and_queries(browser, path)
    assert max(len(query["sql"]) for query in queries) < LONGEST_STATEMENT, path
    return len(queries)


@pytest.fixture
def club(pilar):
    club = Club.objects.create(slug="la-nueva", name="Peña La Nueva")
    ClubOfficer.objects.create(club=club, user=pilar)
    return club


def test_the_accounts_of_200_entries_take_few_queries(make_tournament, pilar, client_as):
    tournament = make_tournament(name="Con cuota")
    enter(tournament, 200)
    tournament = set_prices(tournament=tournament, author=pilar, fee=Decimal(20))
    Movement.objects.all().delete()
    entries = list(tournament.entries.all())
    Movement.objects.bulk_create(
        Movement(tournament=tournament, entry=entry, kind="payment", number=number, amount=20)
        for number, entry in enumerate(entries, 1)
    )
    Charge.objects.bulk_create(
        Charge(entry=entry, kind="extra", concept="Comida", amount=12) for entry in entries
    )
    browser, accounts = client_as(pilar), f"/t/{tournament.slug}/cuentas/"
    assert query_count(browser, accounts) <= 16
    assert query_count(browser, f"{accounts}?ver=debe") <= 16
    assert query_count(browser, f"{accounts}caja/") <= 16
    assert query_count(browser, f"{accounts}caja/descargar/?como=csv") <= 10
    assert query_count(browser, f"{accounts}7/") <= 20
    assert query_count(browser, f"/api/v1/tournaments/{tournament.slug}/money/entries/") <= 12


def test_the_page_of_300_requests_takes_few_queries(make_tournament, pilar, client_as):
    tournament = make_tournament(name="Con solicitudes")
    enter(tournament, 50)
    SignUpSettings.objects.create(tournament=tournament, opened=True)
    EntryRequest.objects.bulk_create(
        EntryRequest(
            tournament=tournament,
            digest=str(number),
            players=[[f"Ana{number}", "Gil", "Luco"], [f"Eva{number}", "Yus", "Luco"]],
        )
        for number in range(300)
    )
    browser = client_as(pilar)
    assert query_count(browser, f"/t/{tournament.slug}/inscripciones/solicitudes/") <= 20
    assert query_count(browser, f"/api/v1/tournaments/{tournament.slug}/requests/") <= 10


def test_the_pages_of_a_club_of_2000_people_take_few_queries(club, pilar, client_as):
    ClubPerson.objects.bulk_create(
        ClubPerson(club=club, name=f"Ana{number}", surname="Gil", identity=f"ana{number} gil|")
        for number in range(2_000)
    )
    browser, person = client_as(pilar), club.people.first()
    for page in ("", "personas/", "personas/?q=gil", f"personas/{person.pk}/"):
        assert query_count(browser, f"/club/la-nueva/{page}") <= 20, page
    assert query_count(browser, "/api/v1/clubs/la-nueva/people/") <= 12


def test_the_pages_of_a_season_of_20_tournaments_take_few_queries(
    club, make_tournament, pairs, pilar, client_as
):
    season = save_season(
        club=club, name="Liga", counts="people", table="2: 10 6 4 4", taking_part=1
    )
    for number in range(20):
        tournament = make_tournament(name=f"Viernes {number}")
        pairs(tournament, 4)
        publish(tournament, pilar)
        finish(tournament, pilar)
        put_in_season(season=season, author=pilar, tournament=tournament)
    browser, page = client_as(pilar), "/club/la-nueva/temporadas/liga/"
    assert query_count(browser, page) <= 12 + 10 * 20
    assert query_count(browser, f"{page}descargar/") <= 12 + 10 * 20
    assert query_count(browser, f"{page}nivel/") <= 15 + 3 * 20
    assert query_count(browser, f"{page}torneos/") <= 20


def test_the_pages_of_a_hall_of_5_tournaments_take_few_queries(
    make_tournament, pairs, pilar, client, client_as
):
    hall = save_hall(author=pilar, name="Pabellón", tables=60)
    for number in range(5):
        tournament = make_tournament(name=f"Copa {number}", starts_at=timezone.now())
        place_tournament(
            tournament=tournament, author=pilar, hall=hall, first_table=1 + 10 * number
        )
        pairs(tournament, 8)
        set_refereeing(stage=tournament.stage, author=pilar, options={"minutes": 45})
        publish(tournament, pilar)
    browser = client_as(pilar)
    screen = f"/salas/{hall.code}/pantalla/"
    assert query_count(browser, f"/salas/{hall.code}/") <= 10 + 4 * 5
    assert query_count(client, screen) <= 5 + 28 * 5, (
        "more queries than five screens of one tournament"
    )
    assert query_count(browser, f"/t/{tournament.slug}/control/") <= 22
