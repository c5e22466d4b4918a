"""A phone confirms for both sides only if it declares so, and then the referee sees it."""

import pytest
from django.utils import timezone

from scoring.actas.selectors.actas import live_acta
from scoring.actas.services import correct_acta, record_hand, sign_acta
from scoring.actas.table_links import table_url
from scoring.models import Acta, Result, Signature
from scoring.refereeing.selectors.matters import HANDED, count_matters, open_matters
from tests.refusals import is_refused
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.accounts.devices import DEVICE_COOKIE
from tournaments.accounts.services.roles import grant_role
from tournaments.models import AuditLine
from tournaments.names.audience import EVERYTHING
from tournaments.writer import Channel, Writer

HALL = "/t/casino-de-calamocha/"
API = "/api/v1/tournaments/casino-de-calamocha/"
MARK = "Confirmado por los dos desde el mismo teléfono"
COTOS = ((3, 1), (2, 3), (3, 0))


@world
def match(casino, pairs):
    entries = pairs(casino, 4)
    return seat_round(casino, [entries[:2], entries[2:]]).matches.get(position=1)


@world
def phone(client_as, match):
    """A phone that has read the QR of the table and chosen side A."""
    browser = client_as(None)
    join_side(browser, match, 0)
    return browser


def table_page(match, action=""):
    return f"{HALL}mesa/{match.code}/{action}"


def join_side(browser, match, side):
    browser.get(table_url("", match))
    browser.post(table_page(match, "lado/"), {"side": side})


def line_form(number):
    partidas_a, partidas_b = COTOS[number - 1]
    return {"como": "coto", "number": number, "partidas_a": partidas_a, "partidas_b": partidas_b}


def write(browser, match, numbers=(1, 2, 3)):
    for number in numbers:
        assert browser.post(table_page(match), line_form(number)).status_code == 302


def confirm(browser, match, side, **options):
    return browser.post(table_page(match, "confirmar/"), {"version": 1, "side": side, **options})


def confirm_handed_over(browser, match):
    write(browser, match)
    confirm(browser, match, 1, handed_over=1)


def has_result(match):
    return Result.objects.filter(match=match).exists()


def handovers_of(tournament, tables=""):
    return [
        matter
        for matter in open_matters(tournament, tables, timezone.now(), EVERYTHING)
        if matter.kind == HANDED
    ]


# --- Tricks of one phone --------------------------------------------------------------------------
def confirm_for_the_other_side(browser, match):
    confirm(browser, match, 1)


def change_side_and_confirm(browser, match):
    browser.post(table_page(match, "lado/"), {"side": 1})
    confirm(browser, match, 1)


def open_the_link_again_and_confirm(browser, match):
    join_side(browser, match, 1)
    confirm(browser, match, 1)


def delete_the_device_mark(browser, match):
    del browser.cookies[DEVICE_COOKIE]
    change_side_and_confirm(browser, match)


def use_another_device_mark(browser, match):
    browser.cookies[DEVICE_COOKIE] = "f" * 32
    change_side_and_confirm(browser, match)


def delete_the_session(browser, match):
    del browser.cookies["sessionid"]
    open_the_link_again_and_confirm(browser, match)


def write_the_same_last_line(browser, match):
    browser.post(table_page(match, "lado/"), {"side": 1})
    assert browser.post(table_page(match), line_form(3)).status_code == 302


def send_the_same_last_line_from_the_offline_queue(browser, match):
    line = {**line_form(3), "uid": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "lado": 1}
    assert browser.post(table_page(match, "enviar/"), line).status_code == 200


def dispute_with_the_same_lines(browser, match):
    browser.post(table_page(match, "lado/"), {"side": 1})
    browser.post(table_page(match, "discutir/"), {"version": 1, "lines": "\n".join(LINES)})


def dispute_and_confirm_the_dispute(browser, match):
    browser.post(table_page(match, "lado/"), {"side": 1})
    dispute = {"version": 1, "lines": "coto 1-3\ncoto 2-3"}
    assert browser.post(table_page(match, "discutir/"), dispute).status_code == 302
    browser.post(table_page(match, "confirmar/"), {"version": 2, "side": 0})


@pytest.mark.parametrize(
    "trick",
    [
        confirm_for_the_other_side,
        change_side_and_confirm,
        open_the_link_again_and_confirm,
        delete_the_device_mark,
        use_another_device_mark,
        delete_the_session,
        write_the_same_last_line,
        send_the_same_last_line_from_the_offline_queue,
        dispute_with_the_same_lines,
        dispute_and_confirm_the_dispute,
    ],
    ids=lambda trick: trick.__name__,
)
def test_one_phone_does_not_confirm_for_both_sides(phone, match, trick):
    write(phone, match)
    trick(phone, match)
    assert not has_result(match) and not Signature.objects.exists()


def test_one_phone_does_not_confirm_by_writing_the_last_line_for_the_other_side(phone, match):
    write(phone, match, (1, 2))
    phone.post(table_page(match, "lado/"), {"side": 1})
    write(phone, match, (3,))
    confirm(phone, match, 0)
    assert not has_result(match)


def test_the_page_explains_why_one_phone_cannot_confirm_and_what_to_do(phone, match):
    write(phone, match)
    confirm(phone, match, 1)
    text = phone.get(table_page(match)).text
    assert "Los rivales ya han confirmado con este teléfono" in text
    assert "Nos pasamos el teléfono" in text and 'name="handed_over" value="1"' in text


def test_a_browser_without_its_cookies_is_another_phone(phone, client_as, match):
    """The site cannot tell it from the rival's own phone, as docs/security/tables.md says."""
    write(phone, match)
    phone.cookies.clear()
    join_side(phone, match, 1)
    confirm(phone, match, 1)
    assert has_result(match) and not Signature.objects.get().handed_over


# --- Two phones, and a phone handed over ----------------------------------------------------------
def test_the_phone_of_the_other_side_confirms_without_handing_over(phone, client_as, match):
    write(phone, match)
    rival_phone = client_as(None)
    join_side(rival_phone, match, 1)
    assert "Nos pasamos el teléfono." not in rival_phone.get(table_page(match)).text
    confirm(rival_phone, match, 1)
    assert has_result(match) and not Signature.objects.get().handed_over
    assert AuditLine.objects.get(act="sign_acta").after == {"version": 1}
    assert handovers_of(match.tournament) == []


def test_a_confirmation_on_a_handed_over_phone_is_recorded(phone, match, client_as, pilar):
    confirm_handed_over(phone, match)
    assert has_result(match) and Signature.objects.get().handed_over
    assert AuditLine.objects.get(act="sign_acta").after == {"version": 1, "handed_over": True}
    audit = client_as(pilar).get(f"{HALL}historial/").text
    assert "desde el mismo teléfono que los rivales, como dijeron: sí" in audit


def test_a_disputed_acta_can_be_confirmed_on_a_handed_over_phone(phone, match):
    write(phone, match)
    phone.post(table_page(match, "lado/"), {"side": 1})
    phone.post(table_page(match, "discutir/"), {"version": 1, "lines": "coto 1-3\ncoto 2-3"})
    phone.post(table_page(match, "lado/"), {"side": 0})
    assert "Nos pasamos el teléfono, y ahora lo tiene" in phone.get(table_page(match)).text
    phone.post(table_page(match, "confirmar/"), {"version": 2, "side": 0, "handed_over": 1})
    match.refresh_from_db()
    assert match.result.winner == 1 and Signature.objects.get().handed_over


# --- The matter for the referee -------------------------------------------------------------------
@pytest.mark.parametrize("page", ["panel/", "arbitraje/", "control/", "mis-mesas/"])
def test_every_page_of_the_referee_shows_the_handover(phone, match, client_as, raul, page):
    referee = client_as(raul)
    assert "desde el mismo teléfono" not in referee.get(HALL + page).text
    confirm_handed_over(phone, match)
    text = referee.get(HALL + page).text
    assert "Un resultado confirmado por los dos desde el mismo teléfono" in text
    assert "1 asunto espera al árbitro" in text


def test_the_desk_and_the_acta_show_the_mark_even_after_the_review(phone, match, client_as, chema):
    confirm_handed_over(phone, match)
    desk = client_as(chema)
    signature = Signature.objects.get()
    for _time in range(2):
        assert MARK in desk.get(f"{HALL}control/").text
        assert MARK in desk.get(f"{HALL}acta/{match.code}/").text
        desk.post(f"{HALL}arbitraje/vistos/", {"firma": [signature.pk, "x", "9" * 30]})
    assert handovers_of(match.tournament) == []
    assert AuditLine.objects.get(act="review_handovers").after == {"matches": [match.number]}


def test_several_handovers_are_one_matter(casino, match, client_as, raul):
    for place in (1, 2):
        browser, table_match = client_as(None), casino.matches.get(position=place)
        join_side(browser, table_match, 0)
        confirm_handed_over(browser, table_match)
    assert (count_matters(casino, ""), len(handovers_of(casino))) == (1, 2)
    assert (count_matters(casino, "2"), len(handovers_of(casino, "2"))) == (1, 1)
    text = client_as(raul).get(f"{HALL}arbitraje/").text
    assert "2 resultados confirmados por los dos" in text and MARK not in text


def test_a_referee_of_other_tables_neither_sees_nor_reviews_a_handover(
    phone, match, client_as, raul, pilar
):
    confirm_handed_over(phone, match)
    signature = Signature.objects.get()
    grant_role(
        tournament=match.tournament, author=pilar, username="raul", role="referee", tables="2"
    )
    referee = client_as(raul)
    assert "mismo teléfono" not in referee.get(f"{HALL}arbitraje/").text
    answers = [
        referee.post(f"{HALL}arbitraje/vistos/", {"firma": signature.pk}),
        referee.post(
            f"{API}matters/reviewed/",
            {"signatures": [signature.pk]},
            content_type="application/json",
        ),
    ]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert Signature.objects.get().reviewed_at is None


def test_a_program_reads_and_reviews_a_handover(phone, match, client_as, raul):
    confirm_handed_over(phone, match)
    program, signature = client_as(raul), Signature.objects.get()
    (matter,) = program.get(f"{API}matters/").json()["results"]
    assert (matter["kind"], matter["match"], matter["signature"]) == (
        "handed",
        match.code,
        signature.pk,
    )
    answer = program.post(
        f"{API}matters/reviewed/", {"signatures": [signature.pk]}, content_type="application/json"
    )
    assert (answer.json(), program.get(f"{API}matters/").json()["results"]) == ({"reviewed": 1}, [])


def test_a_correction_by_the_referee_ends_the_matter(phone, match, raul):
    confirm_handed_over(phone, match)
    correct_acta(match=match, author=raul, lines=["coto 1-3", "coto 2-3"], reason="al revés")
    assert handovers_of(match.tournament) == []


# --- Tournaments that need two confirmations ------------------------------------------------------
def require_two_confirmations(match):
    match.tournament.confirmations = 2
    match.tournament.save()


def test_the_desk_sees_the_handover_before_it_confirms(phone, match, client_as, chema):
    require_two_confirmations(match)
    confirm_handed_over(phone, match)
    assert not has_result(match)
    desk, acta = client_as(chema), f"{HALL}acta/{match.code}/"
    tile = f"{HALL}control/?mesa={match.table}"
    assert MARK in desk.get(acta).text and MARK in desk.get(tile).text
    desk.post(f"{acta}confirmar/", {"version": 1})
    assert has_result(match) and handovers_of(match.tournament) == []


def test_a_user_who_confirms_on_a_players_phone_must_declare_it(phone, match, raul):
    require_two_confirmations(match)
    write(phone, match)
    acta = f"{HALL}acta/{match.code}/"
    phone.force_login(raul)
    assert "Me han pasado el teléfono: confirmar" in phone.get(acta).text
    phone.post(f"{acta}confirmar/", {"version": 1})
    assert not has_result(match)
    phone.post(f"{acta}confirmar/", {"version": 1, "handed_over": 1})
    assert has_result(match) and Signature.objects.get().handed_over


def test_two_accounts_on_one_computer_are_two_confirmations(match, chema, raul):
    require_two_confirmations(match)
    writer, signer = (Writer(user, Channel.DESK, device="desk") for user in (chema, raul))
    for number, text in enumerate(LINES, 1):
        record_hand(match=match, author=writer, line=text, number=number)
    sign_acta(match=match, author=signer, version=1)
    assert has_result(match)


def test_the_confirmation_of_a_referee_is_enough_on_any_device(match, raul):
    player = Writer(channel=Channel.TABLE, device="one", side=0, name="La pareja 1")
    for number, text in enumerate(LINES, 1):
        record_hand(match=match, author=player, line=text, number=number)
    with is_refused("same_device", status=409):
        other_writer = Writer(channel=Channel.TABLE, device="one", side=1, name="La pareja 2")
        sign_acta(match=match, author=other_writer, version=1)
    sign_acta(match=match, author=Writer(raul, Channel.REFEREE, device="one"), version=1)
    assert has_result(match) and not Acta.objects.filter(pending_since__isnull=False)
    assert live_acta(match).signatures.get().handed_over is False
