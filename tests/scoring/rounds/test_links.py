"""The desk shows the link of a table again, revokes it, and prints the cards of a round."""

from scoring.actas.services import record_hand
from scoring.actas.table_links import table_url
from scoring.hall.services import revoke_link
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from tests.refusals import is_refused
from tests.scoring.halls import seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Match

BASE = "http://tapete.example"


@world
def hall(casino, pairs):
    entries = pairs(casino, 5)
    return seat_round(casino, [entries[:2], entries[2:4], entries[4:]])


def page(match, end=""):
    return f"/t/{match.tournament.slug}/acta/{match.code}/enlace/{end}"


def test_it_is_shown_large_with_its_address(desk, match):
    shown = desk.get(page(match))
    assert table_url("http://testserver", match) in shown.text and "<svg" in shown.text
    assert "no-store" in shown["Cache-Control"]
    assert page(match) in desk.get(f"/t/{match.tournament.slug}/acta/{match.code}/").text


def test_only_who_may_sees_it(client_as, raul, match):
    acta = client_as(raul).get(f"/t/{match.tournament.slug}/acta/{match.code}/").text
    assert page(match) not in acta


def test_revoking_shuts_the_phones_and_gives_another(desk, client_as, match):
    old, phone = table_url("", match), client_as(None)
    phone.get(old)
    table = f"/t/{match.tournament.slug}/mesa/{match.code}/"
    assert phone.get(table).status_code == 200
    answer = desk.post(page(match, "anular/"), follow=True)
    assert "Enlace anulado" in answer.text
    match.refresh_from_db()
    assert table_url("http://testserver", match) in answer.text
    assert (phone.get(table).status_code, phone.get(old).status_code) == (403, 404)
    assert AuditLine.objects.filter(act="revoke_link").count() == 1


def test_a_line_sent_while_its_link_is_revoked_is_not_written(match, chema):
    """The phone's request read the match before the desk revoked the link."""
    as_the_phone_read_it = Match.objects.select_related("tournament", "round__stage").get(
        pk=match.pk
    )
    revoke_link(match=match, author=chema)
    with is_refused("conflict", status=409):
        record_hand(match=as_the_phone_read_it, author=chema, line="coto 3-1", number=1)
    assert not match.actas.exists()


def test_all_those_of_a_round_at_once(desk, hall):
    path = f"/t/{hall.tournament.slug}/ronda/{hall.serial}/enlaces/anular/"
    assert "Anulados 2 enlaces" in desk.post(path, follow=True).text
    serials = Match.objects.order_by("position").values_list("link_serial", flat=True)
    assert list(serials) == [2, 2, 1]
    assert desk.post(f"/t/{hall.tournament.slug}/ronda/99/enlaces/anular/").status_code == 404


def test_a_program_does_the_same(desk, hall, match):
    path = f"/api/v1/tournaments/{hall.tournament.slug}"
    first = desk.get(f"{path}/matches/{match.code}/link/").json()["url"]
    second = desk.post(f"{path}/matches/{match.code}/link/revoke/").json()["url"]
    assert first == table_url("http://testserver", match) != second
    assert desk.post(f"{path}/rounds/1/links/revoke/").json() == {"revoked": 2}


def test_a_card_for_each_match_and_none_for_who_rests(hall, match):
    (chunk,) = SHEETS["table_cards"].pieces(hall.tournament, PrintAsk("table_cards", base_url=BASE))
    cards = chunk.context["cards"]
    assert [(card["table"], card["number"]) for card in cards] == [(1, 1), (2, 2)]
    assert [number for number, _name in cards[0]["lines"] if number] == ["1", "2"]
    assert all(card["qr"].startswith("data:image/png;") for card in cards)
