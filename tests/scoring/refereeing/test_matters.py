"""Tests of matters: calls and disputes are listed to the referees of a table until settled."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import correct_acta, dispute_acta, record_hand, resolve_dispute
from scoring.models import RefereeCall
from scoring.refereeing.selectors.matters import CALL, VERSIONS, WRONG, count_matters, open_matters
from scoring.refereeing.services.acts import answer_call, call_referee
from tests.api.conftest import Api
from tests.rows import cases, each
from tests.scoring.played_rounds import publish
from tests.sizes import size
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.names.audience import EVERYTHING
from tournaments.writer import Channel, Writer

SITE = "/t/casino-de-calamocha/"
A, B = (
    Writer(channel=Channel.TABLE, device=name, side=side, name=f"La pareja {name}")
    for side, name in enumerate("AB")
)
PAGES_WITH_A_LIST = ("panel/", "arbitraje/", "control/", "mis-mesas/")
STAFF_PAGES = (*PAGES_WITH_A_LIST, "emparejamientos/", "clasificacion/", "imprimir/")
HTMX = {"HTTP_HX_REQUEST": "true"}


@world
def tournament(casino, pairs, pilar):
    """A tournament of eight pairs: table 1 calls the referee, table 2 disputes its acta, table 3
    has two versions of its acta, and table 4 has no matter."""
    pairs(casino, 8)
    publish(casino, pilar)
    for match in casino.matches.all():
        record_hand(match=match, author=A, line="coto 3-1", number=1)
    call_referee(match=match_at(casino, 1), author=A, side=0)
    dispute_acta(match=match_at(casino, 2), author=B, version=1, lines=[], reason="fue 3-2")
    dispute_acta(
        match=match_at(casino, 3), author=B, version=1, lines=["coto 1-3"], reason="al revés"
    )
    return casino


def match_at(tournament, table):
    return tournament.matches.select_related("round__stage", "tournament").get(table=table)


def matters_at(tournament, tables=""):
    return [
        (matter.match.table, matter.kind)
        for matter in open_matters(tournament, tables, timezone.now(), EVERYTHING)
    ]


# --- Open matters -------------------------------------------------------------------------------
@each(
    "tables, expected",
    ("", [(1, CALL), (2, WRONG), (3, VERSIONS)]),
    ("1, 4", [(1, CALL)]),
    ("2-3", [(2, WRONG), (3, VERSIONS)]),
    ("4-8", []),
)
def test_a_referee_sees_the_matters_of_his_tables(tournament, tables, expected):
    assert matters_at(tournament, tables) == expected
    assert count_matters(tournament, tables) == len(expected)


def test_a_dispute_has_its_author_its_reason_and_both_accounts(tournament):
    _call, wrong_acta, versions = open_matters(tournament, "", timezone.now(), EVERYTHING)
    assert (wrong_acta.author, wrong_acta.text) == ("La pareja B", "fue 3-2")
    assert [[line.notation for line in account.lines] for account in wrong_acta.accounts] == [
        ["coto 3-1"],
        [],
    ]
    accounts = [[line.notation for line in account.lines] for account in versions.accounts]
    assert accounts == [["coto 3-1"], ["coto 1-3"]]


def settle_call(tournament, raul):
    answer_call(call=RefereeCall.objects.get(), author=raul)


def settle_wrong(tournament, raul):
    correct_acta(
        match=match_at(tournament, 2), author=raul, lines=["coto 3-2"], reason="lo dicen los dos"
    )


def settle_versions(tournament, raul):
    resolve_dispute(match=match_at(tournament, 3), author=raul, keep=2, reason="lo dicen los dos")


@cases("settle, kind", (settle_call, CALL), (settle_wrong, WRONG), (settle_versions, VERSIONS))
def test_a_settled_matter_is_no_longer_listed(tournament, raul, settle, kind):
    settle(tournament, raul)
    assert count_matters(tournament, "") == 2
    assert kind not in [open_kind for _table, open_kind in matters_at(tournament)]


def test_a_finished_match_can_be_disputed(tournament, pilar):
    record_hand(match=match_at(tournament, 4), author=pilar, line="coto 3-0", number=2)
    assert match_at(tournament, 4).state == "finished"
    dispute_acta(match=match_at(tournament, 4), author=B, version=1, lines=[], reason="no fue así")
    assert (4, WRONG) in matters_at(tournament) and count_matters(tournament, "4") == 1


def test_three_matters_cost_seven_queries_and_their_count_costs_one(tournament):
    costs = []
    for tables in ("1", "2", "3", "1-3"):
        with CaptureQueriesContext(connection) as queries:
            open_matters(tournament, tables, timezone.now(), EVERYTHING)
        costs.append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            count_matters(tournament, tables)
        assert len(queries) == 1
    assert max(costs) == costs[-1] == 7


# --- Pages with the matters ---------------------------------------------------------------------
def test_every_page_of_the_staff_counts_the_open_matters(tournament, client_as, pilar, chema, raul):
    """Open each page as each user of the staff; in a short run, as one of the users."""
    for turn, user in enumerate((pilar, chema, raul)):
        for page in STAFF_PAGES[size(turn, 0) :: size(3, 1)]:
            text = client_as(user).get(SITE + page).text
            assert "3 asuntos esperan al árbitro" in text, (user, page)


def test_the_public_pages_show_no_matters(tournament, client):
    for page in ("", "emparejamientos/", "clasificacion/", "mesa/"):
        text = client.get(SITE + page).text
        assert "espera al árbitro" not in text and "esperan al árbitro" not in text


@each("page", *PAGES_WITH_A_LIST)
def test_four_pages_of_the_staff_list_the_matters(tournament, client_as, raul, page):
    text = client_as(raul).get(SITE + page).text
    assert "llaman al árbitro" in text and "fue 3-2" in text and "no están de acuerdo" in text
    # The live version of tables 2 and 3, and the other version of table 3.
    assert text.count("Dar por buena esta versión") == 3


def test_a_referee_of_some_tables_sees_their_matters_only(tournament, client_as, raul, pilar):
    grant_role(tournament=tournament, author=pilar, username="raul", role="referee", tables="2, 4")
    for page in PAGES_WITH_A_LIST:
        text = client_as(raul).get(SITE + page).text
        assert "1 asunto espera al árbitro" in text
        assert "fue 3-2" in text and "al revés" not in text


def test_the_count_of_matters_refreshes_by_itself(tournament, client_as, raul):
    browser, url = client_as(raul), f"{SITE}arbitraje/cuantos/?v="
    assert browser.get(f"{url}3", **HTMX).status_code == 204
    settle_call(tournament, raul)
    refresh_answer = browser.get(f"{url}3", **HTMX)
    assert (
        refresh_answer.status_code == 200 and "2 asuntos esperan al árbitro" in refresh_answer.text
    )
    assert 'id="asuntos-arbitraje" hx-swap-oob="true"' in refresh_answer.text
    settle_wrong(tournament, raul)
    settle_versions(tournament, raul)
    assert "badge" not in browser.get(f"{url}2", **HTMX).text


def test_the_list_of_matters_refreshes_by_itself(tournament, client_as, raul):
    browser = client_as(raul)
    text = browser.get(f"{SITE}panel/").text
    url = text[text.index(f"{SITE}arbitraje/asuntos/") :].split('"')[0]
    minute = timezone.now().minute
    if browser.get(url, **HTMX).status_code != 204:
        assert timezone.now().minute != minute
    settle_wrong(tournament, raul)
    refresh_answer = browser.get(url, **HTMX)
    assert (
        refresh_answer.status_code == 200
        and "fue 3-2" not in refresh_answer.text
        and "<html" not in refresh_answer.text
    )


# --- Decisions from the list --------------------------------------------------------------------
def test_a_referee_decides_from_the_list_and_returns_to_it(tournament, client_as, raul):
    match = match_at(tournament, 3)
    form = {"keep": 2, "reason": "lo dicen los dos", "desde": "arbitraje"}
    answer = client_as(raul).post(f"{SITE}acta/{match.code}/decidir/", form)
    assert (answer.status_code, answer.url) == (302, f"{SITE}arbitraje/")
    assert lines_written(live_acta(match)) == ["coto 1-3"]
    assert matters_at(tournament) == [(1, CALL), (2, WRONG)]


def test_the_api_lists_the_matters(tournament, raul, pilar):
    matters = Api(raul).get("tournaments/casino-de-calamocha/matters/").json()["results"]
    assert [(row["table"], row["kind"]) for row in matters] == matters_at(tournament)
    assert matters[0]["call"] == RefereeCall.objects.get().pk and matters[1]["said"] == "fue 3-2"
    assert [account["lines"] for account in matters[2]["accounts"]] == [["coto 3-1"], ["coto 1-3"]]
    assert [account["live"] for account in matters[2]["accounts"]] == [True, False]
    grant_role(tournament=tournament, author=pilar, username="raul", role="referee", tables="1")
    own_matters = Api(raul).get("tournaments/casino-de-calamocha/matters/").json()["results"]
    assert [matter["table"] for matter in own_matters] == [1]
