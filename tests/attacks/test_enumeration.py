"""Nobody learns who has an account: not from sign-up, not from a lost password, not from what
people sign."""

import importlib
import logging
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from scoring.models import RefereeCall, Ruling
from scoring.rounds.services.rounds import publish_round
from tests.access.test_roles import ADDRESSES, path_of
from tests.api.bodies import GOOD as BODIES
from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.programs import run_python
from tests.rows import each
from tests.worlds import world
from tournaments.accounts.forms import MOST_OF_AN_ADDRESS
from tournaments.accounts.services.accounts import password_link
from tournaments.models import AuditLine, Match, Round, Tournament
from tournaments.writer import display_name

pytestmark = pytest.mark.django_db

GOOD = {"username": "Paco Gil", "password1": "guiñote-1987", "password2": "guiñote-1987"}
TAKEN, FREE = "pilar@example.org", "nadie@example.org"
TOKEN = re.compile(r'value="[\w-]{64}"|"X-CSRFToken": "[^"]+"')


@world
def with_mail(pilar) -> User:
    pilar.email = TAKEN
    pilar.save()
    return pilar


def told(answer, *addresses: str) -> tuple[int, str, str]:
    """Return what an answer says, whatever the address that was asked about."""
    page = TOKEN.sub("", answer.content.decode())
    for address in addresses:
        page = page.replace(address, "")
    return answer.status_code, answer.headers.get("Location", ""), page


# --- Sign-up and lost passwords -----------------------------------------------------------------
def test_sign_up_says_the_same_of_an_address_with_an_account(with_mail):
    answers = [
        told(Client().post("/cuenta/signup/", {**GOOD, "username": name, "email": address}))
        for name, address in (("uno", TAKEN), ("dos", FREE))
    ]
    assert answers[0] == answers[1] and answers[0][0] == 302
    assert User.objects.filter(email=TAKEN).count() == 2


@each(
    "path, form, status", ("signup", {**GOOD, "password2": "x"}, 200), ("password/reset", {}, 302)
)
def test_an_error_and_a_lost_password_say_the_same_too(path, form, status, with_mail):
    answers = [
        told(Client().post(f"/cuenta/{path}/", {**form, "email": one}), one)
        for one in (TAKEN, FREE)
    ]
    assert answers[0] == answers[1] and answers[0][0] == status


def test_the_page_of_ones_own_addresses_says_the_same(with_mail, vecino, client_as):
    answers = [
        told(client_as(vecino).post("/cuenta/email/", {"action_add": "", "email": one}), one)
        for one in (TAKEN, FREE)
    ]
    assert answers[0] == answers[1]


def test_an_address_taken_by_many_is_one_more_password_a_few_times_only(with_mail):
    for number in range(MOST_OF_AN_ADDRESS + 2):
        Client().post("/cuenta/signup/", {**GOOD, "username": f"n{number}", "email": TAKEN})
    assert User.objects.count() == MOST_OF_AN_ADDRESS + 3
    assert User.objects.filter(email=TAKEN).count() == MOST_OF_AN_ADDRESS
    mine = Client().post("/cuenta/login/", {"login": TAKEN, "password": PASSWORD})
    assert mine.status_code == 302


def test_a_wrong_password_says_the_same_with_an_account_and_without(with_mail):
    answers = [
        told(Client().post("/cuenta/login/", {"login": one, "password": "no es esta"}), one)
        for one in ("pilar", "nadie")
    ]
    assert answers[0] == answers[1]


# --- Links that are written nowhere -------------------------------------------------------------
def test_without_mail_a_link_is_written_nowhere(with_mail, settings, capfd, caplog):
    settings.EMAIL_BACKEND = "tournaments.accounts.mail.NoMail"
    page = Client().get("/cuenta/password/reset/")
    assert "no envía correo" in page.text and "password_link" in page.text
    assert 'name="email"' not in page.text
    sent = Client().post("/cuenta/password/reset/", {"email": TAKEN})
    assert sent.status_code == 200 and "no envía correo" in sent.text
    mail.send_mail("Contraseña", "http://x/cuenta/password/reset/key/1-abc-def/", None, [TAKEN])
    written = "".join(capfd.readouterr()) + caplog.text
    assert "letter(s) not sent" in written
    assert "reset/key" not in written and TAKEN not in written


@pytest.mark.slow
def test_without_a_server_of_mail_the_site_prints_no_letter(tmp_path):
    """The settings of a laptop, read by a process of its own."""
    told = run_python(
        "-c",
        "from config import settings as s; print(s.EMAIL_BACKEND)",
        env={"TAPETE_VAR": str(tmp_path)},
    )
    assert told.stdout.split() == ["tournaments.accounts.mail.NoMail"]


def test_with_mail_the_link_arrives_and_opens(with_mail):
    Client().post("/cuenta/password/reset/", {"email": TAKEN})
    (letter,) = mail.outbox
    (path,) = re.findall(r"http://testserver(/cuenta/password/reset/key/\S+)", letter.body)
    assert Client().get(path).status_code == 302


def test_an_address_is_confirmed_by_the_link_of_its_letter(with_mail, client_as, raul):
    client = client_as(raul)
    assert "Su cuenta no tiene correo" in client.get("/cuenta/email/").text
    client.post("/cuenta/email/", {"action_add": "", "email": "raul@calamocha.test"})
    (letter,) = mail.outbox
    assert f"porque la cuenta {raul.username} de testserver ha dado esta" in letter.body
    (path,) = re.findall(r"http://testserver(/\S+)", letter.body)
    assert "raul@calamocha.test" in client.get(path).text
    client.post(path)
    assert EmailAddress.objects.get(user=raul, verified=True).email == "raul@calamocha.test"


@pytest.mark.parametrize("path", ["/cuenta/password/reset/key/1-zz-yy/", "/confirm-email/abc:def/"])
def test_a_link_that_does_not_open_is_not_in_the_log(path, caplog):
    Client().get(path + "more/")
    logging.getLogger("django.request").warning("Not Found: %s", path)
    assert "zz-yy" not in caplog.text and "abc:def" not in caplog.text


# --- What people sign ---------------------------------------------------------------------------
LOGIN = "entra-"


def body_of(address: str) -> dict[str, Any]:
    return BODIES[f"POST tournaments/{{slug}}/{address}"]


@world
def casino(make_tournament) -> Tournament:
    """One whose draws may be changed by hand."""
    return make_tournament(format="swiss", format_options={"rounds": 3})


@world
def nameless(casino, pilar, chema, raul) -> list[User]:
    """The team, without a name for others, and with logins like nothing else that is on a page."""
    for user in (pilar, chema, raul):
        user.username, user.first_name = LOGIN + user.username, ""
        user.save()
    return [pilar, chema, raul]


@world
def signed(nameless, places, pilar) -> dict[str, Any]:
    """A round in play with something of each kind that is signed, all of it by Pilar's program."""
    program, here = Api(pilar), f"tournaments/{places['slug']}"
    match = f"{here}/matches/{places['code']}"
    hands = [
        (f"{here}/matches/{code}/hands/", {"number": number, "line": "coto 3-1"})
        for code in Match.objects.order_by("number").values_list("code", flat=True)
        for number in (1, 2)
    ]
    for path, body in (
        (f"{here}/entries/1/substitutions/", body_of("entries/{number}/substitutions/")),
        (f"{match}/call-referee/", {"side": "A"}),
        *hands,
        (f"{match}/correct/", {"lines": ["coto 3-1", "coto 3-2"], "reason": "bailado"}),
        (f"{here}/entries/2/rulings/", body_of("entries/{number}/rulings/")),
        (f"{here}/rounds/", {"number": 2}),
        (f"{here}/rounds/2/redraw/", {"seed": "otra", "reason": "x"}),
    ):
        answer = program.post(path, body)
        assert answer.status_code in (200, 201), (path, answer.content)
    one, other = Match.objects.filter(round__number=2).order_by("number")[:2]
    two = [each.sides.get(side=0).entry.number for each in (one, other)]
    swap = {"first": two[0], "second": two[1], "reason": "x"}
    assert program.post(f"{here}/rounds/2/swap/", swap).status_code in (200, 201)
    publish_round(round=Round.objects.get(number=2), author=pilar)
    return places


@pytest.mark.slow
def test_no_login_is_on_a_public_page_or_in_the_api(signed):
    public = [one for one in ADDRESSES if (one.acts or {}).get("GET") == "view_public"]
    assert len(public) > 30
    shown, wrong = 0, []
    for address in public:
        page = Client().get(path_of(address, signed)).content.decode(errors="replace")
        shown += "Cuenta " in page
        if LOGIN in page:
            wrong.append(str(address))
    assert wrong == [] and shown >= 3


@pytest.mark.slow
def test_no_login_is_in_what_is_kept_of_an_act(signed, pilar):
    authors = set(AuditLine.objects.filter(author=pilar).values_list("author_name", flat=True))
    assert authors == {"pilar", f"Cuenta {pilar.pk}"}  # the first from before it lost its name
    assert display_name(pilar) == f"Cuenta {pilar.pk}"


def test_the_logins_that_old_sites_had_written_are_taken_away(signed, pilar):
    """The migration does it."""
    old = LOGIN + "pilar"
    AuditLine.objects.filter(author=pilar).update(author_name=old)
    report = {"redraws": [{"by": old, "reason": old}], "late": []}
    Round.objects.filter(number=2).update(report=report)
    Ruling.objects.update(lifted_by=old)
    RefereeCall.objects.update(answered_by=pilar, answered_name=old)
    names = importlib.import_module("tournaments.migrations.0019_names_and_tokens")
    names.show_no_login(apps, None)
    new = f"Cuenta {pilar.pk}"
    assert set(AuditLine.objects.filter(author=pilar).values_list("author_name", flat=True)) == {
        new
    }
    assert Round.objects.get(number=2).report["redraws"] == [{"by": new, "reason": old}]
    assert set(Ruling.objects.values_list("lifted_by", flat=True)) == {new}
    assert set(RefereeCall.objects.values_list("answered_name", flat=True)) == {new}


def test_the_name_that_one_chooses_is_the_one_others_see(pilar, client_as, casino, pairs):
    pilar.first_name = ""
    pilar.save()
    sent = client_as(pilar).post("/mi-cuenta/", {"shown_name": "Pilar la del casino"})
    assert sent.status_code == 302
    pilar.refresh_from_db()
    pairs(casino, 1)
    assert AuditLine.objects.first().author_name == "Pilar la del casino"


def test_the_program_of_one_signs_with_the_same_name(pilar, casino):
    pilar.first_name = "Pilar la del casino"
    pilar.save()
    body = {"role": "desk", "hours": 1}
    made = Api(pilar).post(f"tournaments/{casino.slug}/invitations/", body).json()
    assert made["author"] == "Pilar la del casino"


def test_the_link_of_a_password_is_made_for_the_one_who_asks(pilar, client_as):
    path = password_link(user=pilar, author=None)
    browser = Client()
    form = browser.get(path, follow=True)
    new = {"password1": "otra-cosa-1987", "password2": "otra-cosa-1987"}
    assert browser.post(form.request["PATH_INFO"], new).status_code == 302
    pilar.refresh_from_db()
    assert pilar.check_password("otra-cosa-1987")
    assert "no" in Client().get(path, follow=True).text.lower()  # once
