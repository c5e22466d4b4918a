"""Sign-up, lost passwords and the names that sign acts do not reveal which accounts exist."""

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
from tournaments.accounts.forms import MOST_ACCOUNTS_PER_ADDRESS
from tournaments.accounts.services.accounts import password_link
from tournaments.models import AuditLine, Match, Round, Tournament
from tournaments.writer import display_name

pytestmark = pytest.mark.django_db

GOOD = {"username": "Paco Gil", "password1": "guiñote-1987", "password2": "guiñote-1987"}
TAKEN_ADDRESS, FREE_ADDRESS = "pilar@example.org", "nadie@example.org"
TOKEN = re.compile(r'value="[\w-]{64}"|"X-CSRFToken": "[^"]+"')


@world
def pilar_with_mail(pilar) -> User:
    pilar.email = TAKEN_ADDRESS
    pilar.save()
    return pilar


def comparable(answer, *addresses: str) -> tuple[int, str, str]:
    """Return the status, redirect and page of an answer, with the given addresses removed."""
    page = TOKEN.sub("", answer.content.decode())
    for address in addresses:
        page = page.replace(address, "")
    return answer.status_code, answer.headers.get("Location", ""), page


# --- Sign-up and lost passwords -----------------------------------------------------------------
def test_sign_up_answers_the_same_for_an_address_with_an_account(pilar_with_mail):
    answers = [
        comparable(Client().post("/cuenta/signup/", {**GOOD, "username": name, "email": address}))
        for name, address in (("uno", TAKEN_ADDRESS), ("dos", FREE_ADDRESS))
    ]
    assert answers[0] == answers[1] and answers[0][0] == 302
    assert User.objects.filter(email=TAKEN_ADDRESS).count() == 2


@each(
    "path, form, status", ("signup", {**GOOD, "password2": "x"}, 200), ("password/reset", {}, 302)
)
def test_errors_and_lost_passwords_answer_the_same_for_an_address_with_an_account(
    path, form, status, pilar_with_mail
):
    answers = [
        comparable(Client().post(f"/cuenta/{path}/", {**form, "email": address}), address)
        for address in (TAKEN_ADDRESS, FREE_ADDRESS)
    ]
    assert answers[0] == answers[1] and answers[0][0] == status


def test_the_page_of_your_addresses_answers_the_same_for_an_address_with_an_account(
    pilar_with_mail, vecino, client_as
):
    answers = [
        comparable(
            client_as(vecino).post("/cuenta/email/", {"action_add": "", "email": address}), address
        )
        for address in (TAKEN_ADDRESS, FREE_ADDRESS)
    ]
    assert answers[0] == answers[1]


def test_an_address_has_a_limited_number_of_accounts_and_its_first_owner_logs_in(pilar_with_mail):
    for number in range(MOST_ACCOUNTS_PER_ADDRESS + 2):
        Client().post("/cuenta/signup/", {**GOOD, "username": f"n{number}", "email": TAKEN_ADDRESS})
    assert User.objects.count() == MOST_ACCOUNTS_PER_ADDRESS + 3
    assert User.objects.filter(email=TAKEN_ADDRESS).count() == MOST_ACCOUNTS_PER_ADDRESS
    login = Client().post("/cuenta/login/", {"login": TAKEN_ADDRESS, "password": PASSWORD})
    assert login.status_code == 302


def test_a_wrong_password_answers_the_same_with_and_without_an_account(pilar_with_mail):
    answers = [
        comparable(
            Client().post("/cuenta/login/", {"login": login, "password": "no es esta"}), login
        )
        for login in ("pilar", "nadie")
    ]
    assert answers[0] == answers[1]


# --- Links in letters ---------------------------------------------------------------------------
def test_without_mail_no_password_link_is_printed_or_logged(
    pilar_with_mail, settings, capfd, caplog
):
    settings.EMAIL_BACKEND = "tournaments.accounts.mail.NoMail"
    page = Client().get("/cuenta/password/reset/")
    assert "no envía correo" in page.text and "password_link" in page.text
    assert 'name="email"' not in page.text
    answer = Client().post("/cuenta/password/reset/", {"email": TAKEN_ADDRESS})
    assert answer.status_code == 200 and "no envía correo" in answer.text
    mail.send_mail(
        "Contraseña", "http://x/cuenta/password/reset/key/1-abc-def/", None, [TAKEN_ADDRESS]
    )
    output = "".join(capfd.readouterr()) + caplog.text
    assert "letter(s) not sent" in output
    assert "reset/key" not in output and TAKEN_ADDRESS not in output


@pytest.mark.slow
def test_without_a_mail_server_the_site_prints_no_letter(tmp_path):
    """A new process reads the settings of a laptop."""
    process = run_python(
        "-c",
        "from config import settings as s; print(s.EMAIL_BACKEND)",
        env={"TAPETE_VAR": str(tmp_path)},
    )
    assert process.stdout.split() == ["tournaments.accounts.mail.NoMail"]


def test_with_mail_the_password_link_arrives_and_opens(pilar_with_mail):
    Client().post("/cuenta/password/reset/", {"email": TAKEN_ADDRESS})
    (letter,) = mail.outbox
    (path,) = re.findall(r"http://testserver(/cuenta/password/reset/key/\S+)", letter.body)
    assert Client().get(path).status_code == 302


def test_an_address_is_confirmed_by_the_link_of_its_letter(pilar_with_mail, client_as, raul):
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
def test_an_invalid_link_is_not_in_the_log(path, caplog):
    Client().get(path + "more/")
    logging.getLogger("django.request").warning("Not Found: %s", path)
    assert "zz-yy" not in caplog.text and "abc:def" not in caplog.text


# --- Names that sign acts -----------------------------------------------------------------------
LOGIN_PREFIX = "entra-"


def body_of(address: str) -> dict[str, Any]:
    return BODIES[f"POST tournaments/{{slug}}/{address}"]


@world
def casino(make_tournament) -> Tournament:
    """A Swiss, whose draws can be changed by hand."""
    return make_tournament(format="swiss", format_options={"rounds": 3})


@world
def nameless_team(casino, pilar, chema, raul) -> list[User]:
    """The team, without shown names, and with logins like no other word on a page."""
    for user in (pilar, chema, raul):
        user.username, user.first_name = LOGIN_PREFIX + user.username, ""
        user.save()
    return [pilar, chema, raul]


@world
def signed_acts(nameless_team, places, pilar) -> dict[str, Any]:
    """A round in play with a signed act of each kind, all by Pilar's program."""
    program, tournament_path = Api(pilar), f"tournaments/{places['slug']}"
    match_path = f"{tournament_path}/matches/{places['code']}"
    hands = [
        (f"{tournament_path}/matches/{code}/hands/", {"number": number, "line": "coto 3-1"})
        for code in Match.objects.order_by("number").values_list("code", flat=True)
        for number in (1, 2)
    ]
    for path, body in (
        (f"{tournament_path}/entries/1/substitutions/", body_of("entries/{number}/substitutions/")),
        (f"{match_path}/call-referee/", {"side": "A"}),
        *hands,
        (f"{match_path}/correct/", {"lines": ["coto 3-1", "coto 3-2"], "reason": "bailado"}),
        (f"{tournament_path}/entries/2/rulings/", body_of("entries/{number}/rulings/")),
        (f"{tournament_path}/rounds/", {"number": 2}),
        (f"{tournament_path}/rounds/2/redraw/", {"seed": "otra", "reason": "x"}),
    ):
        answer = program.post(path, body)
        assert answer.status_code in (200, 201), (path, answer.content)
    first, second = Match.objects.filter(round__number=2).order_by("number")[:2]
    numbers = [match.sides.get(side=0).entry.number for match in (first, second)]
    swap = {"first": numbers[0], "second": numbers[1], "reason": "x"}
    assert program.post(f"{tournament_path}/rounds/2/swap/", swap).status_code in (200, 201)
    publish_round(round=Round.objects.get(number=2), author=pilar)
    return places


@pytest.mark.slow
def test_no_login_is_on_a_public_page_or_in_the_api(signed_acts):
    public_addresses = [
        address for address in ADDRESSES if (address.acts or {}).get("GET") == "view_public"
    ]
    assert len(public_addresses) > 30
    pages_with_account, wrong = 0, []
    for address in public_addresses:
        page = Client().get(path_of(address, signed_acts)).content.decode(errors="replace")
        pages_with_account += "Cuenta " in page
        if LOGIN_PREFIX in page:
            wrong.append(str(address))
    assert wrong == [] and pages_with_account >= 3


@pytest.mark.slow
def test_no_login_is_in_the_audit_lines(signed_acts, pilar):
    authors = set(AuditLine.objects.filter(author=pilar).values_list("author_name", flat=True))
    assert authors == {"pilar", f"Cuenta {pilar.pk}"}  # «pilar» is the shown name
    assert display_name(pilar) == f"Cuenta {pilar.pk}"


def test_logins_written_by_older_versions_are_removed(signed_acts, pilar):
    """Migration 0019 writes «Cuenta» and a number instead."""
    old_name = LOGIN_PREFIX + "pilar"
    AuditLine.objects.filter(author=pilar).update(author_name=old_name)
    report = {"redraws": [{"by": old_name, "reason": old_name}], "late": []}
    Round.objects.filter(number=2).update(report=report)
    Ruling.objects.update(lifted_by=old_name)
    RefereeCall.objects.update(answered_by=pilar, answered_name=old_name)
    names = importlib.import_module("tournaments.migrations.0019_names_and_tokens")
    names.show_no_login(apps, None)
    new = f"Cuenta {pilar.pk}"
    assert set(AuditLine.objects.filter(author=pilar).values_list("author_name", flat=True)) == {
        new
    }
    assert Round.objects.get(number=2).report["redraws"] == [{"by": new, "reason": old_name}]
    assert set(Ruling.objects.values_list("lifted_by", flat=True)) == {new}
    assert set(RefereeCall.objects.values_list("answered_name", flat=True)) == {new}


def test_other_people_see_the_name_that_a_user_chooses(pilar, client_as, casino, pairs):
    pilar.first_name = ""
    pilar.save()
    answer = client_as(pilar).post("/mi-cuenta/", {"shown_name": "Pilar la del casino"})
    assert answer.status_code == 302
    pilar.refresh_from_db()
    pairs(casino, 1)
    assert AuditLine.objects.first().author_name == "Pilar la del casino"


def test_a_program_signs_with_the_name_of_its_user(pilar, casino):
    pilar.first_name = "Pilar la del casino"
    pilar.save()
    body = {"role": "desk", "hours": 1}
    invitation = Api(pilar).post(f"tournaments/{casino.slug}/invitations/", body).json()
    assert invitation["author"] == "Pilar la del casino"


def test_a_password_link_sets_a_new_password_once(pilar, client_as):
    path = password_link(user=pilar, author=None)
    browser = Client()
    form = browser.get(path, follow=True)
    new = {"password1": "otra-cosa-1987", "password2": "otra-cosa-1987"}
    assert browser.post(form.request["PATH_INFO"], new).status_code == 302
    pilar.refresh_from_db()
    assert pilar.check_password("otra-cosa-1987")
    assert "no" in Client().get(path, follow=True).text.lower()  # the link works once
