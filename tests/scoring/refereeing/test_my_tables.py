"""A referee of some tables: the page of them, and 403 at every other one."""

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
JUDGES = {"enter_result", "correct_result", "penalise", "call_tables"}
# Those of no match: the lists, and their file.
OF_NO_TABLE = {
    "/t/<slug:slug>/control/",
    "/t/<slug:slug>/mis-mesas/",
    "/t/<slug:slug>/acta/<slug:code>/fotos/<int:photo>/",  # only to be read
    "/t/<slug:slug>/acta/<slug:code>/fotos/lista/",
    # Of the signatures it names, in tests/attacks/test_two_sides_one_phone.py.
    "/t/<slug:slug>/arbitraje/vistos/",
    "/api/v1/tournaments/<slug:slug>/matters/reviewed/",
}
WRITES = {
    str(address): address
    for address in ADDRESSES
    if (address.acts or {}).get("POST") in JUDGES and str(address) not in OF_NO_TABLE
}


@world
def hall(casino, pairs, pilar):
    """Eight pairs at tables 1 to 4 of 8, with an acta begun and a ruling at table 1."""
    pairs(casino, 8)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    match = casino.matches.get(table=1)
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    entry = match.sides.first().entry
    Ruling.objects.create(
        stage=casino.stage, entry=entry, follows="points", points=1, reason="grita"
    )
    return casino


def looks_after(hall, pilar, tables):
    grant_role(tournament=hall, author=pilar, username="raul", role="referee", tables=tables)


def test_there_are_addresses_of_judges():
    assert {
        "/t/<slug:slug>/acta/<slug:code>/",
        "/t/<slug:slug>/control/llamar/",
        "/t/<slug:slug>/inscripciones/<int:number>/sanciones/",
        "/api/v1/tournaments/<slug:slug>/matches/<str:code>/hands/",
    } <= set(WRITES)


@pytest.mark.slow
def test_another_table_is_403_with_a_sentence(hall, client_as, raul, pilar):
    match, ruling = hall.matches.get(table=1), Ruling.objects.get()
    places = {
        "slug": hall.slug,
        "code": match.code,
        "number": ruling.entry.number,
        "ruling": ruling.pk,
        "call": RefereeCall.objects.create(match=match).pk,
        "photo": Photo.objects.create(match=match, file="actas/none.jpg", width=1, height=1).pk,
    }
    browser, program = client_as(raul), Api(raul)
    typed = {"reason": "x", "table": "8", "undo": f"{match.code}.1.1", "linea": f"{match.code} 2-1"}

    def posted(name):
        address = WRITES[name]
        path = "/" + PLACE.sub(lambda place: str(places[place[1]]), address.route)
        with transaction.atomic():
            if address.is_api:
                body = _good(name.rstrip("/").rpartition("/")[2])
                answer = program.send("POST", path.removeprefix("/api/v1/"), body)
            else:
                answer = browser.post(path, typed)
            transaction.set_rollback(True)
        return answer

    looks_after(hall, pilar, "2-4")
    for name, address in WRITES.items():
        answer = posted(name)
        assert answer.status_code == 403, name
        said = json.loads(answer.text)["error"]["message"] if address.is_api else answer.text
        assert "arbitra las mesas 2-4" in said, name
    for turn, mine in enumerate(("1, 5-8", "")):
        looks_after(hall, pilar, mine)
        for name in list(WRITES)[size(turn, 0) :: size(2, 1)]:
            assert posted(name).status_code not in (403, 404, 500), (mine, name)


def _good(last):
    """A body that the address ending so takes."""
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


def test_neither_to_a_table_that_is_not_mine_nor_one_without_table(hall, client_as, raul, pilar):
    looks_after(hall, pilar, "1-2")
    browser = client_as(raul)
    first = hall.matches.get(table=1)
    moved = f"/t/{hall.slug}/acta/{first.code}/mesa/"
    assert browser.post(moved, {"table": "6"}).status_code == 403
    type(first).objects.filter(pk=first.pk).update(table=None, state="waiting")
    answer = browser.get(f"/t/{hall.slug}/acta/{first.code}/")
    assert (answer.status_code, "no tiene mesa" in answer.content.decode()) == (403, True)
    assert browser.post(moved, {"table": "1"}).status_code == 302  # called to one of mine


def test_the_code_on_the_paper_opens_what_each_may(hall, client_as, raul, chema, pilar):
    looks_after(hall, pilar, "2")
    codes = {table: hall.matches.get(table=table).code for table in (1, 2)}
    opened = {
        (who.username, table): client_as(who).get(f"/a/{code}/").url.split("/")[3]
        for who in (raul, chema)
        for table, code in codes.items()
    }
    assert opened == {
        ("raul", 1): "partida",
        ("raul", 2): "acta",
        ("chema", 1): "acta",
        ("chema", 2): "acta",
    }


def test_the_page_has_my_tables_and_what_is_missing(hall, client_as, raul, pilar):
    looks_after(hall, pilar, "1, 3")
    page = client_as(raul).get(PAGE)
    shown = [(one.match.table, one.lines, score) for one, score in page.context["rows"]]
    assert [(table, lines) for table, lines, _score in shown] == [(1, 1), (3, 0)]
    text = page.content.decode()
    assert "1 anotación hecha" in text and "No se ha anotado nada" in text and shown[0][2] in text
    looks_after(hall, pilar, "")
    tables = [one.match.table for one, _score in client_as(raul).get(PAGE).context["rows"]]
    assert tables == [1, 2, 3, 4]


def test_it_refreshes_itself(hall, client_as, raul, pilar):
    browser = client_as(raul)
    page = browser.get(PAGE)
    again = page.context["live_url"]
    minute = timezone.now().minute
    told = browser.get(again, headers={"HX-Request": "true"})
    if minute == timezone.now().minute:
        assert (told.status_code, told.content) == (204, b"")
    record_hand(match=hall.matches.get(table=3), author=pilar, line="coto 3-0", number=1)
    told = browser.get(again, headers={"HX-Request": "true"})
    assert told.status_code == 200 and "<html" not in told.content.decode()
    looks_after(hall, pilar, "4")
    told = browser.get(told.context["live_url"], headers={"HX-Request": "true"})
    assert [one.match.table for one, _score in told.context["rows"]] == [4]


def test_as_many_queries_for_one_as_for_many(hall):
    counts = []
    for kept in ("1", "1-4"):
        with CaptureQueriesContext(connection) as asked:
            my_tables(hall, kept, timezone.now())
        counts.append(len(asked))
    assert counts == [5, 5]


@each(
    "who, where", ("raul", "mis-mesas/"), ("chema", "panel/"), ("pilar", "panel/"), ("vecino", "")
)
def test_where_each_lands(casino, vecino, client_as, who, where, django_user_model):
    user = django_user_model.objects.get(username=who)
    answer = client_as(user).get("/t/casino-de-calamocha/entrar/")
    assert answer.url == f"/t/casino-de-calamocha/{where}"


def test_a_referee_logs_in_and_is_at_the_tables(casino, client, raul):
    from tests.conftest import PASSWORD

    door = client.get("/t/casino-de-calamocha/entrar/").url
    answer = client.post(door, {"login": "raul", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == PAGE
    assert Membership.objects.get(user=raul).role == "referee"
