"""The front page: what is on, search, and one's own tournaments."""

from datetime import timedelta

from django.utils import timezone

from tests.costs import asked
from tests.rows import cases, each
from tests.scoring.days import publish
from tests.worlds import world
from tournaments.models import Round
from tournaments.people.services.registering import withdraw


@world
def around_today(make_tournament):
    """Tournaments of the last year, of today and to come."""
    now = timezone.localtime().replace(hour=17, minute=0)
    days = {"Año pasado": -365, "Anteayer": -2, "Hoy": 0, "Mañana": 1, "Verano": 200}
    made = {
        name: make_tournament(name=name, starts_at=now + timedelta(days=days[name]))
        for name in days
    }
    for name in ("Año pasado", "Anteayer"):
        Round.objects.create(
            tournament=made[name],
            stage=made[name].stage,
            number=1,
            serial=1,
            seed="x",
            state="published",
        )
    return made


def _names(tournaments):
    return [tournament.name for tournament in tournaments]


def test_past_todays_and_to_come(around_today, client):
    shown = client.get("/").context
    assert (_names(shown["today"]), _names(shown["coming"]), _names(shown["page"])) == (
        ["Hoy"],
        ["Mañana", "Verano"],
        ["Anteayer", "Año pasado"],
    )


def test_the_empty_house_invites_to_create(client, db):
    page = client.get("/").content.decode()
    assert "Aún no hay ningún torneo" in page
    assert 'href="/torneos/nuevo/"' in page


def test_pairs_are_counted_without_the_withdrawn(casino, pairs, pilar, client):
    withdraw(entry=pairs(casino, 3)[0], author=pilar, reason="no viene")
    assert "2 parejas" in client.get("/", {"q": "calamocha"}).content.decode()


def test_helpers_find_their_tournaments_with_their_role(casino, client_as, chema, vecino):
    page = client_as(chema).get("/")
    assert [(one.name, role) for one, role in page.context["mine"]] == [
        ("Casino de Calamocha", "Mesa de control")
    ]
    assert 'href="/t/casino-de-calamocha/entrar/"' in page.content.decode()
    assert client_as(vecino).get("/").context["mine"] == []


@cases(
    "words, found",
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
def test_searching_by_name_or_place(casino, make_tournament, client, words, found):
    make_tournament(name="Maratón de Ágreda")
    assert _names(client.get("/", {"q": words}).context["page"]) == found


def test_many_come_in_pages_that_keep_the_search(make_tournament, client):
    for number in range(14):
        make_tournament(name=f"Guiñote {number}")
    second = client.get("/", {"q": "guiñote", "page": "2"})
    assert second.context["page"].paginator.num_pages == 2
    assert "?q=gui%C3%B1ote&amp;page=1" in second.content.decode()


@each("query, status", ("q=%00", 400), ("page=x", 200), ("page=-9", 200))
def test_absurd_queries(casino, client, query, status):
    assert client.get(f"/?{query}").status_code == status


def test_the_same_queries_for_one_and_for_ten(make_tournament, client):
    for number in range(10):
        make_tournament(name=f"Guiñote {number}")
    assert asked(client, "/") <= 4


def test_a_league_in_play_is_not_past_after_its_first_day(make_tournament, pairs, pilar, client):
    last_week = timezone.localtime() - timedelta(days=7)
    league = make_tournament(
        format="league", format_options={"legs": 1}, starts_at=last_week, name="Liga de invierno"
    )
    pairs(league, 4)
    publish(league, pilar)
    shown = client.get("/").context
    assert (_names(shown["in_play"]), _names(shown["page"])) == (["Liga de invierno"], [])
    stage = league.stage
    stage.dates = ["2020-01-01T17:00:00+01:00"]
    stage.save(update_fields=["dates"])
    shown = client.get("/").context
    assert (_names(shown["in_play"]), _names(shown["page"])) == ([], ["Liga de invierno"])


def test_the_front_page_leads_to_all_of_them(around_today, client):
    assert 'href="/?todos=1"' in client.get("/").content.decode()
    names = _names(client.get("/", {"todos": "1"}).context["page"])
    assert names == ["Verano", "Mañana", "Hoy", "Anteayer", "Año pasado"]
