"""The page of the desk: the map of tables, the open tile, calling and moving matches."""

from datetime import timedelta

from django.utils import timezone

from scoring.actas.selectors.typed_number import number_ranges
from scoring.actas.services import record_hand
from scoring.models import Acta
from scoring.refereeing.services.acts import call_referee
from tests.costs import count_queries
from tests.rows import each
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.models import Match, Stage

DESK = "/t/casino-de-calamocha/control/"


@world
def first_round(casino, pairs):
    """Round 1 with twelve matches at eight tables; matches 9 to 12 wait."""
    entries = pairs(casino, 24)
    return seat_round(casino, [entries[first : first + 2] for first in range(0, 24, 2)])


@world
def desk(first_round, chema, client_as):
    return client_as(chema)


def play(match, author):
    for number, line in enumerate(LINES, 1):
        record_hand(match=match, author=author, line=line, number=number)


def test_each_tile_of_the_map_shows_the_state_of_its_table(desk, casino, first_round, chema):
    casino.tables, casino.out_of_service = 10, [1, 10]  # the match in play stays at table 1
    casino.save()
    Stage.objects.update(refereeing={"minutes": 40})
    matches = {match.table: match for match in first_round.matches.filter(table__isnull=False)}
    Match.objects.filter(number=5).update(called_at=timezone.now() - timedelta(minutes=42))
    for table in (2, 3, 4):
        record_hand(match=matches[table], author=chema, line="coto 3-1", number=1)
    Acta.objects.filter(match=matches[3]).update(pending_since=timezone.now())
    Acta.objects.create(match=matches[4], version=2, live=False, rival=True)
    call_referee(match=matches[6], author=chema)
    play(matches[7], chema)  # match 9 is called to table 7, and 10 to table 9
    Match.objects.filter(number=9).update(table=None, state="waiting")
    page = desk.get(DESK)
    states = {tile.table: tile.state for tile in page.context["hall"].tiles}
    assert states == {
        1: "playing",
        2: "playing",
        3: "pending",
        4: "disputed",
        5: "time",
        6: "called",
        7: "done",
        8: "playing",
        9: "playing",
        10: "out",
    }
    assert page.context["hall"].tiles[4].minutes == 42
    assert [match.number for match in page.context["hall"].waiting] == [9, 11, 12]
    hall_map = page.text.split('class="hall-map"')[1]
    for state in (
        "jugando",
        "falta confirmar",
        "reclamación",
        "¡tiempo!",
        "piden árbitro",
        "hecho",
        "fuera",
    ):
        assert state in hall_map
    assert "Faltan 8 mesas" in page.text and "Reclamaciones: 1" in page.text


def test_a_tile_opens_beside_the_map(desk, first_round, chema):
    play(first_round.matches.get(number=2), chema)  # match 9 is called to table 2
    Match.objects.filter(number=9).update(table=None, state="waiting")
    for table, content in (("3", "R1P003"), ("2", "La pareja 3 gana el encuentro")):
        fragment = desk.get(DESK, {"mesa": table}, headers={"HX-Request": "true"})
        assert "<html" not in fragment.text
        assert f"Mesa {table}" in fragment.text and content in fragment.text
    page = desk.get(DESK, {"mesa": "2"})  # without JavaScript
    assert 'id="ficha-mesa"' in page.text and "acta/R1P002/corregir/" in page.text
    assert "no hay ningún encuentro" in desk.get(DESK, {"mesa": "77"}).text
    assert "ficha-mesa" not in desk.get(DESK, {"mesa": "nada"}).text


def test_the_open_tile_refreshes_only_after_a_new_line(desk, first_round, chema, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr("scoring.hall.views.desk.timezone.now", lambda: now)
    url = desk.get(DESK, {"mesa": "2"}).context["panel"]["url"]
    htmx = {"headers": {"HX-Request": "true"}}
    assert desk.get(url, **htmx).status_code == 204
    record_hand(match=first_round.matches.get(number=2), author=chema, line="coto 3-1", number=1)
    assert "coto 3-1" in desk.get(url, **htmx).text


def test_the_latest_matches_show_their_result(desk, first_round, chema):
    play(first_round.matches.get(number=2), chema)
    page = desk.get(DESK)
    assert [(match.number, result) for match, result in page.context["latest"]] == [
        (2, "gana la pareja 3, 8–4")
    ]


def test_the_map_refreshes_only_after_a_new_line(desk, first_round, chema, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr("scoring.hall.views.desk.timezone.now", lambda: now)
    url = desk.get(DESK).context["live_url"]
    assert desk.get(url).status_code == 204
    record_hand(match=first_round.matches.get(number=2), author=chema, line="coto 3-1", number=1)
    response = desk.get(url)
    assert (response.status_code, "<html" in response.text) == (200, False)
    assert 'id="mesas"' in response.text


def test_calling_fills_the_free_tables(desk, first_round):
    first_round.tournament = first_round.stage.tournament
    Match.objects.filter(number=1).update(state="waiting", table=None, called_at=None)
    page = desk.post("/t/casino-de-calamocha/control/llamar/", follow=True)
    assert "1 encuentro llamado" in page.text
    assert Match.objects.get(number=1).table == 1


def test_a_match_moves_to_a_free_table(desk, casino, first_round):
    casino.tables = 9
    casino.save()
    Match.objects.filter(number__gt=8).delete()
    assert desk.post("/t/casino-de-calamocha/acta/R1P003/mesa/", {"table": "9"}).url == DESK
    assert Match.objects.get(number=3).table == 9


@each(
    "table, status, message",
    ("4", 409, "En la mesa 4 se está jugando el encuentro 4."),
    ("9", 400, "Las mesas van de la 1 a la 8."),
    ("0", 400, "Las mesas van de la 1 a la 8."),
    ("-1", 400, "Las mesas van de la 1 a la 8."),
    ("", 400, "obligatorio"),
    ("cuatro", 400, "número entero"),
    ("9" * 5000, 400, "entero"),
)
def test_a_taken_or_impossible_table_is_refused(desk, table, status, message):
    page = desk.post("/t/casino-de-calamocha/acta/R1P003/mesa/", {"table": table})
    assert page.status_code == status
    assert message in page.text
    assert Match.objects.get(number=3).table == 3


def test_the_desk_costs_the_same_with_one_table_and_with_ten(
    make_tournament, pairs, chema, client_as
):
    costs = []
    for count in (1, 10):
        tournament = make_tournament(name=f"Casino {count}", tables=count)
        entries = pairs(tournament, 2 * count + 2)
        pairings = [entries[first : first + 2] for first in range(0, 2 * count + 2, 2)]
        round = seat_round(tournament, pairings, letter="AB"[count > 1])
        play(round.matches.get(position=1), chema)
        browser = client_as(chema)
        browser.get(f"/t/{tournament.slug}/control/")
        costs.append(count_queries(browser, f"/t/{tournament.slug}/control/"))
    assert costs[0] == costs[1] <= 26


def test_consecutive_numbers_are_shown_as_ranges():
    assert number_ranges([]) == ""
    assert number_ranges([12, 1, 2, 3, 3, 5]) == "1–3, 5, 12"
