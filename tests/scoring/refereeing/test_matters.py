"""A dispute is heard: what waits for a referee reaches whoever referees, until it is settled."""

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
from tests.scoring.days import publish
from tests.sizes import size
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.names.audience import EVERYTHING
from tournaments.writer import Channel, Writer

HALL = "/t/casino-de-calamocha/"
A, B = (
    Writer(channel=Channel.TABLE, device=name, side=side, name=f"La pareja {name}")
    for side, name in enumerate("AB")
)
LISTS = ("panel/", "arbitraje/", "control/", "mis-mesas/")
STAFF = (*LISTS, "emparejamientos/", "clasificacion/", "imprimir/")
HTMX = {"HTTP_HX_REQUEST": "true"}


@world
def hall(casino, pairs, pilar):
    """Eight pairs at tables 1 to 4: table 1 calls, in 2 something is wrong, of 3 there are two
    versions, and 4 plays in peace."""
    pairs(casino, 8)
    publish(casino, pilar)
    for match in casino.matches.all():
        record_hand(match=match, author=A, line="coto 3-1", number=1)
    call_referee(match=at(casino, 1), author=A, side=0)
    dispute_acta(match=at(casino, 2), author=B, version=1, lines=[], reason="fue 3-2")
    dispute_acta(match=at(casino, 3), author=B, version=1, lines=["coto 1-3"], reason="al revés")
    return casino


def at(hall, table):
    return hall.matches.select_related("round__stage", "tournament").get(table=table)


def kinds(hall, kept=""):
    return [
        (one.match.table, one.kind) for one in open_matters(hall, kept, timezone.now(), EVERYTHING)
    ]


# --- What there is ------------------------------------------------------------------------------
@each(
    "kept, mine",
    ("", [(1, CALL), (2, WRONG), (3, VERSIONS)]),
    ("1, 4", [(1, CALL)]),
    ("2-3", [(2, WRONG), (3, VERSIONS)]),
    ("4-8", []),
)
def test_a_call_something_wrong_and_two_versions_wait_for_who_referees_that_table(hall, kept, mine):
    assert kinds(hall, kept) == mine
    assert count_matters(hall, kept) == len(mine)


def test_a_dispute_says_who_and_what(hall):
    _call, wrong, versions = open_matters(hall, "", timezone.now(), EVERYTHING)
    assert (wrong.by, wrong.said) == ("La pareja B", "fue 3-2")
    assert [[line.notation for line in one.lines] for one in wrong.accounts] == [["coto 3-1"], []]
    told = [[line.notation for line in one.lines] for one in versions.accounts]
    assert told == [["coto 3-1"], ["coto 1-3"]]


def settle_call(hall, raul):
    answer_call(call=RefereeCall.objects.get(), author=raul)


def settle_wrong(hall, raul):
    correct_acta(match=at(hall, 2), author=raul, lines=["coto 3-2"], reason="lo dicen los dos")


def settle_versions(hall, raul):
    resolve_dispute(match=at(hall, 3), author=raul, keep=2, reason="lo dicen los dos")


@cases("settle, kind", (settle_call, CALL), (settle_wrong, WRONG), (settle_versions, VERSIONS))
def test_it_waits_until_it_is_settled(hall, raul, settle, kind):
    settle(hall, raul)
    assert count_matters(hall, "") == 2
    assert kind not in [told for _table, told in kinds(hall)]


def test_a_finished_match_is_still_disputed(hall, pilar):
    record_hand(match=at(hall, 4), author=pilar, line="coto 3-0", number=2)
    assert at(hall, 4).state == "finished"
    dispute_acta(match=at(hall, 4), author=B, version=1, lines=[], reason="no fue así")
    assert (4, WRONG) in kinds(hall) and count_matters(hall, "4") == 1


def test_one_matter_costs_the_same_as_many(hall):
    costs = []
    for kept in ("1", "2", "3", "1-3"):
        with CaptureQueriesContext(connection) as asked:
            open_matters(hall, kept, timezone.now(), EVERYTHING)
        costs.append(len(asked))
        with CaptureQueriesContext(connection) as asked:
            count_matters(hall, kept)
        assert len(asked) == 1
    assert max(costs) == costs[-1] == 7


# --- Where it is heard --------------------------------------------------------------------------
def test_every_page_of_the_staff_counts_what_waits(hall, client_as, pilar, chema, raul):
    """To each of them; on each run each page to one of them."""
    for turn, who in enumerate((pilar, chema, raul)):
        for page in STAFF[size(turn, 0) :: size(3, 1)]:
            said = client_as(who).get(HALL + page).text
            assert "3 asuntos esperan al árbitro" in said, (who, page)


def test_the_public_hears_nothing(hall, client):
    for page in ("", "emparejamientos/", "clasificacion/", "mesa/"):
        text = client.get(HALL + page).text
        assert "espera al árbitro" not in text and "esperan al árbitro" not in text


@each("page", *LISTS)
def test_the_list_is_on_arbitraje_panel_desk_and_the_referees_own_page(hall, client_as, raul, page):
    text = client_as(raul).get(HALL + page).text
    assert "llaman al árbitro" in text and "fue 3-2" in text and "no están de acuerdo" in text
    assert (
        text.count("Dar por buena esta versión") == 3
    )  # the version in force twice, and the other one


def test_a_referee_of_some_tables_sees_his(hall, client_as, raul, pilar):
    grant_role(tournament=hall, author=pilar, username="raul", role="referee", tables="2, 4")
    for page in LISTS:
        text = client_as(raul).get(HALL + page).text
        assert "1 asunto espera al árbitro" in text
        assert "fue 3-2" in text and "al revés" not in text


def test_the_count_refreshes_by_itself(hall, client_as, raul):
    browser, asked = client_as(raul), f"{HALL}arbitraje/cuantos/?v="
    assert browser.get(f"{asked}3", **HTMX).status_code == 204
    settle_call(hall, raul)
    again = browser.get(f"{asked}3", **HTMX)
    assert again.status_code == 200 and "2 asuntos esperan al árbitro" in again.text
    assert 'id="asuntos-arbitraje" hx-swap-oob="true"' in again.text
    settle_wrong(hall, raul)
    settle_versions(hall, raul)
    assert "badge" not in browser.get(f"{asked}2", **HTMX).text


def test_the_list_refreshes_by_itself(hall, client_as, raul):
    browser = client_as(raul)
    text = browser.get(f"{HALL}panel/").text
    asked = text[text.index(f"{HALL}arbitraje/asuntos/") :].split('"')[0]
    minute = timezone.now().minute
    if browser.get(asked, **HTMX).status_code != 204:
        assert timezone.now().minute != minute
    settle_wrong(hall, raul)
    again = browser.get(asked, **HTMX)
    assert again.status_code == 200 and "fue 3-2" not in again.text and "<html" not in again.text


# --- Settled from the list ----------------------------------------------------------------------
def test_the_referee_decides_from_the_list_and_is_back_at_it(hall, client_as, raul):
    match = at(hall, 3)
    typed = {"keep": 2, "reason": "lo dicen los dos", "desde": "arbitraje"}
    answer = client_as(raul).post(f"{HALL}acta/{match.code}/decidir/", typed)
    assert (answer.status_code, answer.url) == (302, f"{HALL}arbitraje/")
    assert lines_written(live_acta(match)) == ["coto 1-3"]
    assert kinds(hall) == [(1, CALL), (2, WRONG)]


def test_a_program_reads_them(hall, raul, pilar):
    told = Api(raul).get("tournaments/casino-de-calamocha/matters/").json()["results"]
    assert [(one["table"], one["kind"]) for one in told] == kinds(hall)
    assert told[0]["call"] == RefereeCall.objects.get().pk and told[1]["said"] == "fue 3-2"
    assert [one["lines"] for one in told[2]["accounts"]] == [["coto 3-1"], ["coto 1-3"]]
    assert [one["live"] for one in told[2]["accounts"]] == [True, False]
    grant_role(tournament=hall, author=pilar, username="raul", role="referee", tables="1")
    mine = Api(raul).get("tournaments/casino-de-calamocha/matters/").json()["results"]
    assert [one["table"] for one in mine] == [1]
