"""Tests of the home page: tournaments by date, search, and the tournaments of the user."""

from datetime import timedelta

from django.utils import timezone

from tests.costs import count_queries
from tests.rows import cases, each
from tests.scoring.played_rounds import publish
from tests.worlds import world
from tournaments.models import Round
from tournaments.people.services.registering import withdraw


@world
def around_today(make_tournament):
    """Tournaments of last year, two days ago, today, tomorrow and next summer, by name."""
    now = timezone.localtime().replace(hour=17, minute=0)
    days = {"Año pasado": -365, "Anteayer": -2, "Hoy": 0, "Mañana": 1, "Verano": 200}
    tournaments = {
        name: make_tournament(name=name, starts_at=now + timedelta(days=days[name]))
        for name in days
    }
    for name in ("Año pasado", "Anteayer"):
        Round.objects.create(
            tournament=tournaments[name],
            stage=tournaments[name].stage,
            number=1,
            serial=1,
            seed="x",
            state="published",
        )
    return tournaments


def _names(tournaments):
    return [tournament.name for tournament in tournaments]


def test_home_lists_today_coming_and_past_tournaments(around_today, client):
    context = client.get("/").context
    assert (
        _names(context["today"]),
        _names(context["coming_tournaments"]),
        _names(context["page"]),
    ) == (["Hoy"], ["Mañana", "Verano"], ["Anteayer", "Año pasado"])


def test_home_without_tournaments_links_to_the_creation_page(client, db):
    page = client.get("/").content.decode()
    assert "Aún no hay ningún torneo" in page
    assert 'href="/torneos/nuevo/"' in page


def test_home_counts_entries_without_withdrawals(casino, pairs, pilar, client):
    withdraw(entry=pairs(casino, 3)[0], author=pilar, reason="no viene")
    assert "2 parejas" in client.get("/", {"q": "calamocha"}).content.decode()


def test_home_lists_the_tournaments_of_a_helper_with_the_role(casino, client_as, chema, vecino):
    page = client_as(chema).get("/")
    assert [(tournament.name, role) for tournament, role in page.context["own_tournaments"]] == [
        ("Casino de Calamocha", "Mesa de control")
    ]
    assert 'href="/t/casino-de-calamocha/entrar/"' in page.content.decode()
    assert client_as(vecino).get("/").context["own_tournaments"] == []


@cases(
    "words, names",
    ("maraton", ["Maratón de Ágreda"]),
    ("AGREDA", ["Maratón de Ágreda"]),
    ("MARATÓN ágreda", ["Maratón de Ágreda"]),
    ("SALÓN", ["Maratón de Ágreda", "Casino de Calamocha"]),
    ("salon", ["Maratón de Ágreda", "Casino de Calamocha"]),
    ("casino-de-calamocha", ["Casino de Calamocha"]),
    ("salón", ["Maratón de Ágreda", "Casino de Calamocha"]),
    ("🃏", []),
    ("%", []),
)
def test_search_finds_tournaments_by_name_venue_or_slug(
    casino, make_tournament, client, words, names
):
    make_tournament(name="Maratón de Ágreda")
    assert _names(client.get("/", {"q": words}).context["page"]) == names


def test_pages_of_results_keep_the_search(make_tournament, client):
    for number in range(14):
        make_tournament(name=f"Guiñote {number}")
    second_page = client.get("/", {"q": "guiñote", "page": "2"})
    assert second_page.context["page"].paginator.num_pages == 2
    assert "?q=gui%C3%B1ote&amp;page=1" in second_page.content.decode()


@each("query, status", ("q=%00", 400), ("page=x", 200), ("page=-9", 200))
def test_home_answers_absurd_queries(casino, client, query, status):
    assert client.get(f"/?{query}").status_code == status


def test_home_with_ten_tournaments_needs_at_most_four_queries(make_tournament, client):
    for number in range(10):
        make_tournament(name=f"Guiñote {number}")
    assert count_queries(client, "/") <= 4


def test_league_is_in_play_until_its_last_date(make_tournament, pairs, pilar, client):
    last_week = timezone.localtime() - timedelta(days=7)
    league = make_tournament(
        format="league", format_options={"legs": 1}, starts_at=last_week, name="Liga de invierno"
    )
    pairs(league, 4)
    publish(league, pilar)
    context = client.get("/").context
    assert (_names(context["in_play"]), _names(context["page"])) == (["Liga de invierno"], [])
    stage = league.stage
    stage.dates = ["2020-01-01T17:00:00+01:00"]
    stage.save(update_fields=["dates"])
    context = client.get("/").context
    assert (_names(context["in_play"]), _names(context["page"])) == ([], ["Liga de invierno"])


def test_home_links_to_the_list_of_all_tournaments(around_today, client):
    assert 'href="/?todos=1"' in client.get("/").content.decode()
    names = _names(client.get("/", {"todos": "1"}).context["page"])
    assert names == ["Verano", "Mañana", "Hoy", "Anteayer", "Año pasado"]
