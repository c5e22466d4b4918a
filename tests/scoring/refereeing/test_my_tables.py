"""A referee of some tables: the page with his tables, and 403 at every other table."""

import json

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actas.services import record_hand
from scoring.models import Photo, RefereeCall, Ruling
from scoring.refereeing.selectors.my_tables import my_tables
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.access.test_roles import ADDRESSES, PLACE
from tests.api.conftest import Api
from tests.rows import each
from tests.sizes import size
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.models import Membership

PAGE = "/t/casino-de-calamocha/mis-mesas/"
ABILITIES_AT_A_TABLE = {"enter_result", "correct_result", "penalise", "call_tables"}
# Addresses not tested here: pages of several tables, and addresses tested elsewhere.
ADDRESSES_NOT_TESTED = {
    "/t/<slug:slug>/control/",
    "/t/<slug:slug>/mis-mesas/",
    "/t/<slug:slug>/acta/<slug:code>/fotos/<int:photo>/",  # GET only
    "/t/<slug:slug>/acta/<slug:code>/fotos/lista/",
    # Reviewed signatures: see tests/attacks/test_two_sides_one_phone.py.
    "/t/<slug:slug>/arbitraje/vistos/",
    "/api/v1/tournaments/<slug:slug>/matters/reviewed/",
}
WRITING_ADDRESSES = {
    str(address): address
    for address in ADDRESSES
    if (address.acts or {}).get("POST") in ABILITIES_AT_A_TABLE
    and str(address) not in ADDRESSES_NOT_TESTED
}


@world
def tournament(casino, pairs, pilar):
    """A tournament of eight pairs at tables 1 to 4; table 1 has a line in its acta and a ruling."""
    pairs(casino, 8)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    match = casino.matches.get(table=1)
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    entry = match.sides.first().entry
    Ruling.objects.create(
        stage=casino.stage, entry=entry, follows="points", points=1, reason="grita"
    )
    return casino


def assign_tables(tournament, pilar, tables):
    grant_role(tournament=tournament, author=pilar, username="raul", role="referee", tables=tables)


def test_the_tested_addresses_include_actas_calls_rulings_and_the_api():
    assert {
        "/t/<slug:slug>/acta/<slug:code>/",
        "/t/<slug:slug>/control/llamar/",
        "/t/<slug:slug>/inscripciones/<int:number>/sanciones/",
        "/api/v1/tournaments/<slug:slug>/matches/<str:code>/hands/",
    } <= set(WRITING_ADDRESSES)


@pytest.mark.slow
def test_every_address_of_another_table_answers_403_with_a_sentence(
    tournament, client_as, raul, pilar
):
    match, ruling = tournament.matches.get(table=1), Ruling.objects.get()
    values = {
        "slug": tournament.slug,
        "code": match.code,
        "number": ruling.entry.number,
        "ruling": ruling.pk,
        "call": RefereeCall.objects.create(match=match).pk,
        "photo": Photo.objects.create(match=match, file="actas/none.jpg", width=1, height=1).pk,
    }
    browser, program = client_as(raul), Api(raul)
    form = {"reason": "x", "table": "8", "undo": f"{match.code}.1.1", "linea": f"{match.code} 2-1"}

    def post(name):
        address = WRITING_ADDRESSES[name]
        path = "/" + PLACE.sub(lambda place: str(values[place[1]]), address.route)
        with transaction.atomic():
            if address.is_api:
                body = _valid_body(name.rstrip("/").rpartition("/")[2])
                answer = program.send("POST", path.removeprefix("/api/v1/"), body)
            else:
                answer = browser.post(path, form)
            transaction.set_rollback(True)
        return answer

    assign_tables(tournament, pilar, "2-4")
    for name, address in WRITING_ADDRESSES.items():
        answer = post(name)
        assert answer.status_code == 403, name
        message = json.loads(answer.text)["error"]["message"] if address.is_api else answer.text
        assert "arbitra las mesas 2-4" in message, name
    for turn, tables in enumerate(("1, 5-8", "")):
        assign_tables(tournament, pilar, tables)
        for name in list(WRITING_ADDRESSES)[size(turn, 0) :: size(2, 1)]:
            assert post(name).status_code not in (403, 404, 500), (tables, name)


def _valid_body(last):
    """Return a body that the API address ending in `last` accepts."""
    line, number = {"number": 2, "line": "coto 3-1"}, Ruling.objects.get().entry.number
    return {
        "hands": line,
        "preview": line,
        "correct": {"lines": ["coto 3-2"], "reason": "x"},
        "forfeit": {"loser": number, "reason": "x"},
        "names": {"entry": number, "names": "Ana"},
        "table": {"table": 8},
        "call": {},
        "rulings": {"entry": number, "follows": "warning", "reason": "x"},
        "lift": {"reason": "x"},
    }.get(last, {"reason": "x"})


def test_a_referee_moves_no_match_to_a_foreign_table_and_opens_none_without_a_table(
    tournament, client_as, raul, pilar
):
    assign_tables(tournament, pilar, "1-2")
    browser = client_as(raul)
    match = tournament.matches.get(table=1)
    move_url = f"/t/{tournament.slug}/acta/{match.code}/mesa/"
    assert browser.post(move_url, {"table": "6"}).status_code == 403
    type(match).objects.filter(pk=match.pk).update(table=None, state="waiting")
    answer = browser.get(f"/t/{tournament.slug}/acta/{match.code}/")
    assert (answer.status_code, "no tiene mesa" in answer.content.decode()) == (403, True)
    assert browser.post(move_url, {"table": "1"}).status_code == 302  # table 1 is his


def test_the_code_of_a_sheet_opens_the_acta_only_to_those_who_may_write_it(
    tournament, client_as, raul, chema, pilar
):
    assign_tables(tournament, pilar, "2")
    codes = {table: tournament.matches.get(table=table).code for table in (1, 2)}
    page_opened = {
        (user.username, table): client_as(user).get(f"/a/{code}/").url.split("/")[3]
        for user in (raul, chema)
        for table, code in codes.items()
    }
    assert page_opened == {
        ("raul", 1): "partida",
        ("raul", 2): "acta",
        ("chema", 1): "acta",
        ("chema", 2): "acta",
    }


def test_the_page_shows_the_referees_tables_and_their_scores(tournament, client_as, raul, pilar):
    assign_tables(tournament, pilar, "1, 3")
    page = client_as(raul).get(PAGE)
    rows = [(row.match.table, row.lines, score) for row, score in page.context["rows"]]
    assert [(table, lines) for table, lines, _score in rows] == [(1, 1), (3, 0)]
    text = page.content.decode()
    assert "1 anotación hecha" in text and "No se ha anotado nada" in text and rows[0][2] in text
    assign_tables(tournament, pilar, "")
    tables = [row.match.table for row, _score in client_as(raul).get(PAGE).context["rows"]]
    assert tables == [1, 2, 3, 4]


def test_the_page_refreshes_itself(tournament, client_as, raul, pilar):
    browser = client_as(raul)
    page = browser.get(PAGE)
    live_url = page.context["live_url"]
    minute = timezone.now().minute
    answer = browser.get(live_url, headers={"HX-Request": "true"})
    if minute == timezone.now().minute:
        assert (answer.status_code, answer.content) == (204, b"")
    record_hand(match=tournament.matches.get(table=3), author=pilar, line="coto 3-0", number=1)
    answer = browser.get(live_url, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and "<html" not in answer.content.decode()
    assign_tables(tournament, pilar, "4")
    answer = browser.get(answer.context["live_url"], headers={"HX-Request": "true"})
    assert [row.match.table for row, _score in answer.context["rows"]] == [4]


def test_one_table_costs_as_many_queries_as_four(tournament):
    counts = []
    for tables in ("1", "1-4"):
        with CaptureQueriesContext(connection) as queries:
            my_tables(tournament, tables, timezone.now())
        counts.append(len(queries))
    assert counts == [5, 5]


@each(
    "username, path",
    ("raul", "mis-mesas/"),
    ("chema", "panel/"),
    ("pilar", "panel/"),
    ("vecino", ""),
)
def test_after_logging_in_each_role_opens_its_own_page(
    casino, vecino, client_as, username, path, django_user_model
):
    user = django_user_model.objects.get(username=username)
    answer = client_as(user).get("/t/casino-de-calamocha/entrar/")
    assert answer.url == f"/t/casino-de-calamocha/{path}"


def test_a_referee_logs_in_and_lands_on_his_tables(casino, client, raul):
    from tests.conftest import PASSWORD

    login_url = client.get("/t/casino-de-calamocha/entrar/").url
    answer = client.post(login_url, {"login": "raul", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == PAGE
    assert Membership.objects.get(user=raul).role == "referee"
