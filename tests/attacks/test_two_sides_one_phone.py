"""One telephone cannot confirm for both sides of a table, unless it says so and is seen."""

import pytest
from django.utils import timezone

from scoring.actas.selectors.actas import live_acta
from scoring.actas.services import correct_acta, record_hand, sign_acta
from scoring.actas.table_links import table_url
from scoring.models import Acta, Result, Signature
from scoring.refereeing.selectors.matters import HANDED, count_matters, open_matters
from tests.refusals import is_refused
from tests.scoring.halls import LINES, seat_round
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
    four = pairs(casino, 4)
    return seat_round(casino, [four[:2], four[2:]]).matches.get(position=1)


@world
def phone(client_as, match):
    """A phone that has read the QR and says that it plays on side A."""
    browser = client_as(None)
    plays(browser, match, 0)
    return browser


def page(match, end=""):
    return f"{HALL}mesa/{match.code}/{end}"


def plays(browser, match, side):
    browser.get(table_url("", match))
    browser.post(page(match, "lado/"), {"side": side})


def line(number):
    a, b = COTOS[number - 1]
    return {"como": "coto", "number": number, "partidas_a": a, "partidas_b": b}


def write(browser, match, numbers=(1, 2, 3)):
    for number in numbers:
        assert browser.post(page(match), line(number)).status_code == 302


def confirm(browser, match, side, **more):
    return browser.post(page(match, "confirmar/"), {"version": 1, "side": side, **more})


def handed(browser, match):
    write(browser, match)
    confirm(browser, match, 1, handed_over=1)


def counts(match):
    return Result.objects.filter(match=match).exists()


def seen_by(referee, kept=""):
    return [
        one for one in open_matters(referee, kept, timezone.now(), EVERYTHING) if one.kind == HANDED
    ]


# --- What one phone tries -------------------------------------------------------------------------
def names_the_other_side(browser, match):
    confirm(browser, match, 1)


def changes_side_first(browser, match):
    browser.post(page(match, "lado/"), {"side": 1})
    confirm(browser, match, 1)


def reads_the_link_again(browser, match):
    plays(browser, match, 1)
    confirm(browser, match, 1)


def throws_its_mark_away(browser, match):
    del browser.cookies[DEVICE_COOKIE]
    changes_side_first(browser, match)


def takes_another_mark(browser, match):
    browser.cookies[DEVICE_COOKIE] = "f" * 32
    changes_side_first(browser, match)


def forgets_its_session(browser, match):
    del browser.cookies["sessionid"]
    reads_the_link_again(browser, match)


def writes_the_same_last_line(browser, match):
    browser.post(page(match, "lado/"), {"side": 1})
    assert browser.post(page(match), line(3)).status_code == 302


def sends_the_same_last_line_as_kept(browser, match):
    sent = {**line(3), "uid": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "lado": 1}
    assert browser.post(page(match, "enviar/"), sent).status_code == 200


def disputes_it_with_the_same_lines(browser, match):
    browser.post(page(match, "lado/"), {"side": 1})
    browser.post(page(match, "discutir/"), {"version": 1, "lines": "\n".join(LINES)})


def disputes_it_and_grants_it(browser, match):
    browser.post(page(match, "lado/"), {"side": 1})
    turned = {"version": 1, "lines": "coto 1-3\ncoto 2-3"}
    assert browser.post(page(match, "discutir/"), turned).status_code == 302
    browser.post(page(match, "confirmar/"), {"version": 2, "side": 0})


@pytest.mark.parametrize(
    "tries",
    [
        names_the_other_side,
        changes_side_first,
        reads_the_link_again,
        throws_its_mark_away,
        takes_another_mark,
        forgets_its_session,
        writes_the_same_last_line,
        sends_the_same_last_line_as_kept,
        disputes_it_with_the_same_lines,
        disputes_it_and_grants_it,
    ],
    ids=lambda tries: tries.__name__,
)
def test_one_phone_does_not_confirm_for_both_sides(phone, match, tries):
    write(phone, match)
    tries(phone, match)
    assert not counts(match) and not Signature.objects.exists()


def test_it_does_not_by_writing_the_last_line_for_the_other_side(phone, match):
    write(phone, match, (1, 2))
    phone.post(page(match, "lado/"), {"side": 1})
    write(phone, match, (3,))
    confirm(phone, match, 0)
    assert not counts(match)


def test_it_is_told_why_and_what_to_do(phone, match):
    write(phone, match)
    confirm(phone, match, 1)
    told = phone.get(page(match)).text
    assert "Los rivales ya han confirmado con este teléfono" in told
    assert "Nos pasamos el teléfono" in told and 'name="handed_over" value="1"' in told


def test_a_browser_that_has_thrown_everything_away_is_another_phone(phone, client_as, match):
    """Not promised: see docs/security.md. Nothing tells it from the rival's own phone."""
    write(phone, match)
    phone.cookies.clear()
    plays(phone, match, 1)
    confirm(phone, match, 1)
    assert counts(match) and not Signature.objects.get().handed_over


# --- Two phones, and a phone handed over ----------------------------------------------------------
def test_the_phone_of_the_other_side_says_nothing_of_handing_over(phone, client_as, match):
    write(phone, match)
    theirs = client_as(None)
    plays(theirs, match, 1)
    assert "Nos pasamos el teléfono." not in theirs.get(page(match)).text
    confirm(theirs, match, 1)
    assert counts(match) and not Signature.objects.get().handed_over
    assert AuditLine.objects.get(act="sign_acta").after == {"version": 1}
    assert seen_by(match.tournament) == []


def test_a_phone_handed_over_is_written_down(phone, match, client_as, pilar):
    handed(phone, match)
    assert counts(match) and Signature.objects.get().handed_over
    assert AuditLine.objects.get(act="sign_acta").after == {"version": 1, "handed_over": True}
    audit = client_as(pilar).get(f"{HALL}historial/").text
    assert "desde el mismo teléfono que los rivales, como dijeron: sí" in audit


def test_an_account_that_says_more_than_granted_may_be_granted_on_a_phone_handed_over(phone, match):
    write(phone, match)
    phone.post(page(match, "lado/"), {"side": 1})
    phone.post(page(match, "discutir/"), {"version": 1, "lines": "coto 1-3\ncoto 2-3"})
    phone.post(page(match, "lado/"), {"side": 0})
    assert "Nos pasamos el teléfono, y ahora lo tiene" in phone.get(page(match)).text
    phone.post(page(match, "confirmar/"), {"version": 2, "side": 0, "handed_over": 1})
    match.refresh_from_db()
    assert match.result.winner == 1 and Signature.objects.get().handed_over


# --- Who sees it, at once -------------------------------------------------------------------------
@pytest.mark.parametrize("where", ["panel/", "arbitraje/", "control/", "mis-mesas/"])
def test_the_referee_sees_it_wherever_he_looks(phone, match, client_as, raul, where):
    referee = client_as(raul)
    assert "desde el mismo teléfono" not in referee.get(HALL + where).text
    handed(phone, match)
    told = referee.get(HALL + where).text
    assert "Un resultado confirmado por los dos desde el mismo teléfono" in told
    assert "1 asunto espera al árbitro" in told


def test_the_desk_and_the_acta_keep_the_mark(phone, match, client_as, chema):
    handed(phone, match)
    desk = client_as(chema)
    signature = Signature.objects.get()
    for _time in range(2):
        assert MARK in desk.get(f"{HALL}control/").text
        assert MARK in desk.get(f"{HALL}acta/{match.code}/").text
        desk.post(f"{HALL}arbitraje/vistos/", {"firma": [signature.pk, "x", "9" * 30]})
    assert seen_by(match.tournament) == []
    assert AuditLine.objects.get(act="review_handovers").after == {"matches": [match.number]}


def test_many_are_one_thing_to_see(casino, match, client_as, raul):
    for place in (1, 2):
        browser, found = client_as(None), casino.matches.get(position=place)
        plays(browser, found, 0)
        handed(browser, found)
    assert (count_matters(casino, ""), len(seen_by(casino))) == (1, 2)
    assert (count_matters(casino, "2"), len(seen_by(casino, "2"))) == (1, 1)
    told = client_as(raul).get(f"{HALL}arbitraje/").text
    assert "2 resultados confirmados por los dos" in told and MARK not in told


def test_a_referee_of_other_tables_neither_sees_it_nor_says_so(
    phone, match, client_as, raul, pilar
):
    handed(phone, match)
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
    assert [one.status_code for one in answers] == [403, 403]
    assert Signature.objects.get().reviewed_at is None


def test_a_program_reads_it_and_says_that_it_was_seen(phone, match, client_as, raul):
    handed(phone, match)
    program, known = client_as(raul), Signature.objects.get()
    (told,) = program.get(f"{API}matters/").json()["results"]
    assert (told["kind"], told["match"], told["signature"]) == ("handed", match.code, known.pk)
    said = program.post(
        f"{API}matters/reviewed/", {"signatures": [known.pk]}, content_type="application/json"
    )
    assert (said.json(), program.get(f"{API}matters/").json()["results"]) == ({"reviewed": 1}, [])


def test_what_a_referee_corrects_himself_waits_for_nobody(phone, match, raul):
    handed(phone, match)
    correct_acta(match=match, author=raul, lines=["coto 1-3", "coto 2-3"], reason="al revés")
    assert seen_by(match.tournament) == []


# --- Where two confirmations are asked for --------------------------------------------------------
def asks_two(match):
    match.tournament.confirmations = 2
    match.tournament.save()


def test_who_confirms_for_the_tournament_sees_it_before(phone, match, client_as, chema):
    asks_two(match)
    handed(phone, match)
    assert not counts(match)
    desk, acta = client_as(chema), f"{HALL}acta/{match.code}/"
    tile = f"{HALL}control/?mesa={match.table}"
    assert MARK in desk.get(acta).text and MARK in desk.get(tile).text
    desk.post(f"{acta}confirmar/", {"version": 1})
    assert counts(match) and seen_by(match.tournament) == []


def test_an_account_on_the_phone_of_a_player_says_so_too(phone, match, raul):
    asks_two(match)
    write(phone, match)
    acta = f"{HALL}acta/{match.code}/"
    phone.force_login(raul)
    assert "Me han pasado el teléfono: confirmar" in phone.get(acta).text
    phone.post(f"{acta}confirmar/", {"version": 1})
    assert not counts(match)
    phone.post(f"{acta}confirmar/", {"version": 1, "handed_over": 1})
    assert counts(match) and Signature.objects.get().handed_over


def test_two_accounts_on_one_computer_are_two_passwords(match, chema, raul):
    asks_two(match)
    typed, confirmed = (Writer(user, Channel.DESK, device="desk") for user in (chema, raul))
    for number, text in enumerate(LINES, 1):
        record_hand(match=match, author=typed, line=text, number=number)
    sign_acta(match=match, author=confirmed, version=1)
    assert counts(match)


def test_the_word_of_who_helps_is_enough_on_any_device(match, raul):
    player = Writer(channel=Channel.TABLE, device="one", side=0, name="La pareja 1")
    for number, text in enumerate(LINES, 1):
        record_hand(match=match, author=player, line=text, number=number)
    with is_refused("same_device", status=409):
        other = Writer(channel=Channel.TABLE, device="one", side=1, name="La pareja 2")
        sign_acta(match=match, author=other, version=1)
    sign_acta(match=match, author=Writer(raul, Channel.REFEREE, device="one"), version=1)
    assert counts(match) and not Acta.objects.filter(pending_since__isnull=False)
    assert live_acta(match).signatures.get().handed_over is False
