"""Tests of table links: the desk shows and revokes them, and prints the cards of a round."""

from scoring.actas.services import record_hand
from scoring.actas.table_links import table_url
from scoring.hall.services import revoke_link
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from tests.refusals import is_refused
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Match

BASE = "http://tapete.example"


@world
def first_round(casino, pairs):
    entries = pairs(casino, 5)
    return seat_round(casino, [entries[:2], entries[2:4], entries[4:]])


def link_url(match, path=""):
    return f"/t/{match.tournament.slug}/acta/{match.code}/enlace/{path}"


def test_the_page_of_a_link_shows_its_qr_code_and_its_address(desk, match):
    answer = desk.get(link_url(match))
    assert table_url("http://testserver", match) in answer.text and "<svg" in answer.text
    assert "no-store" in answer["Cache-Control"]
    assert link_url(match) in desk.get(f"/t/{match.tournament.slug}/acta/{match.code}/").text


def test_a_referee_sees_no_link_of_a_table(client_as, raul, match):
    acta = client_as(raul).get(f"/t/{match.tournament.slug}/acta/{match.code}/").text
    assert link_url(match) not in acta


def test_a_revoked_link_refuses_phones_and_is_replaced(desk, client_as, match):
    old_link, phone = table_url("", match), client_as(None)
    phone.get(old_link)
    table_page = f"/t/{match.tournament.slug}/mesa/{match.code}/"
    assert phone.get(table_page).status_code == 200
    answer = desk.post(link_url(match, "anular/"), follow=True)
    assert "Enlace anulado" in answer.text
    match.refresh_from_db()
    assert table_url("http://testserver", match) in answer.text
    assert (phone.get(table_page).status_code, phone.get(old_link).status_code) == (403, 404)
    assert AuditLine.objects.filter(act="revoke_link").count() == 1


def test_a_line_sent_while_its_link_is_revoked_is_not_written(match, chema):
    """Write with a match that the phone's request read before the link was revoked."""
    match_read_earlier = Match.objects.select_related("tournament", "round__stage").get(pk=match.pk)
    revoke_link(match=match, author=chema)
    with is_refused("conflict", status=409):
        record_hand(match=match_read_earlier, author=chema, line="coto 3-1", number=1)
    assert not match.actas.exists()


def test_all_links_of_a_round_are_revoked_at_once(desk, first_round):
    path = f"/t/{first_round.tournament.slug}/ronda/{first_round.serial}/enlaces/anular/"
    assert "Anulados 2 enlaces" in desk.post(path, follow=True).text
    serials = Match.objects.order_by("position").values_list("link_serial", flat=True)
    assert list(serials) == [2, 2, 1]
    assert (
        desk.post(f"/t/{first_round.tournament.slug}/ronda/99/enlaces/anular/").status_code == 404
    )


def test_the_api_shows_and_revokes_links(desk, first_round, match):
    path = f"/api/v1/tournaments/{first_round.tournament.slug}"
    first = desk.get(f"{path}/matches/{match.code}/link/").json()["url"]
    second = desk.post(f"{path}/matches/{match.code}/link/revoke/").json()["url"]
    assert first == table_url("http://testserver", match) != second
    assert desk.post(f"{path}/rounds/1/links/revoke/").json() == {"revoked": 2}


def test_each_match_has_a_table_card_and_a_bye_has_none(first_round, match):
    (chunk,) = SHEETS["table_cards"].pieces(
        first_round.tournament, PrintAsk("table_cards", base_url=BASE)
    )
    cards = chunk.context["cards"]
    assert [(card["table"], card["number"]) for card in cards] == [(1, 1), (2, 2)]
    assert [number for number, _name in cards[0]["lines"] if number] == ["1", "2"]
    assert all(card["qr"].startswith("data:image/png;") for card in cards)
