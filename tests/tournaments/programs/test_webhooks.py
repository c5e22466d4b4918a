"""Tests of webhooks: signed, retried, logged, and never sent to the private network of the site."""

import hmac
import json
import threading
from base64 import b64decode, b64encode
from datetime import timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import requests
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from scoring.actas.services import record_hand
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.api.conftest import Api
from tests.rows import each
from tournaments import tasks
from tournaments.models import Announcing, AuditLine, Webhook, WebhookDelivery
from tournaments.people.services.registering import set_paid
from tournaments.programs import sending, services
from tournaments.programs.addresses import checked_address
from tournaments.programs.services import add_webhook, forget_old_deliveries, webhook_secret
from tournaments.refusal import Refused
from tournaments.rounds.services.announcing import announce_round

State = WebhookDelivery.State
pytestmark = pytest.mark.django_db(transaction=True)
ALL_KINDS = ["match", "round", "entry", "tournament"]
PAGE = "/t/casino-de-calamocha/ajustes/avisos/"


class Receiver(HTTPServer):
    """A program that stores the messages it receives and answers with `status`.

    If `length` is not 0, its answer announces so many bytes and sends none.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = 204
        self.received = []
        self.length = 0

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_port}/hook?x=1"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((dict(self.headers), body))
        self.send_response(self.server.status)
        if 300 <= self.server.status < 400:
            self.send_header("Location", self.server.url)
        if self.server.length:
            self.send_header("Content-Length", str(self.server.length))
        self.end_headers()

    def log_message(self, *_values: object) -> None:
        pass


@pytest.fixture
def receiver(settings):
    settings.TAPETE_WEBHOOKS_LOCAL = True
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def hook(casino, pairs, pilar, receiver):
    pairs(casino, 4)
    return add_webhook(tournament=casino, author=pilar, url=receiver.url, kinds=ALL_KINDS)


def received_bodies(receiver: Receiver) -> list[dict]:
    return [json.loads(body) for _headers, body in receiver.received]


def test_change_is_sent_signed_and_without_names(casino, hook, pilar, receiver):
    entry = casino.entries.get(number=2)
    set_paid(entry=entry, author=pilar, paid=False)
    ((headers, body),) = receiver.received
    message = json.loads(body)
    assert message["type"] == "entry.changed"
    assert message["data"]["tournament"] == casino.slug
    assert message["data"]["address"].endswith(f"/api/v1/tournaments/{casino.slug}/entries/2/")
    assert set(message["data"]) == {"tournament", "address"}
    key = b64decode(webhook_secret(hook).removeprefix("whsec_"))
    signed_text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = b64encode(hmac.new(key, signed_text, sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert headers["Host"] == f"localhost:{receiver.server_port}"
    assert WebhookDelivery.objects.get().state == State.DONE


def test_only_the_chosen_kinds_of_change_are_sent(casino, hook, pilar, receiver):
    Webhook.objects.update(kinds=["round"])
    set_paid(entry=casino.entries.get(number=2), author=pilar, paid=False)
    assert receiver.received == []
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    assert {body["type"] for body in received_bodies(receiver)} == {"round.changed"}


def test_rolled_back_act_sends_nothing(casino, hook, pilar, receiver):
    from django.db import transaction

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        set_paid(entry=casino.entries.get(number=2), author=pilar, paid=False)
        raise ZeroDivisionError
    assert receiver.received == [] and not WebhookDelivery.objects.exists()


def test_round_is_sent_when_it_is_announced(casino, hook, pilar, receiver):
    casino.announcing = Announcing.BY_HAND
    casino.save()
    round = open_next_round(stage=casino.stage, author=pilar)
    publish_round(round=round, author=pilar)
    record_hand(match=casino.matches.first(), author=pilar, line="coto 3-1", number=1)
    assert receiver.received == []
    round.refresh_from_db()
    announce_round(round=round, author=pilar, moment=timezone.now() + timedelta(hours=1))
    assert receiver.received == []
    delivery = WebhookDelivery.objects.get(state=State.WAITING)
    assert delivery.due_at > timezone.now() + timedelta(minutes=50)
    casino.rounds.update(announced_at=timezone.now())
    WebhookDelivery.objects.filter(pk=delivery.pk).update(due_at=timezone.now())
    assert tasks.send_due_webhooks() == 1
    assert received_bodies(receiver)[0]["data"]["address"].endswith("/rounds/1/")


def test_failed_delivery_is_retried_later_with_the_same_id(casino, hook, pilar, receiver):
    receiver.status = 500
    set_paid(entry=casino.entries.get(number=2), author=pilar, paid=False)
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.status, delivery.tries) == (State.WAITING, 500, 1)
    assert tasks.send_due_webhooks() == 0  # not due yet
    receiver.status = 200
    WebhookDelivery.objects.update(due_at=timezone.now())
    assert tasks.send_due_webhooks() == 1
    first_id, second_id = (headers["webhook-id"] for headers, _body in receiver.received)
    assert first_id == second_id
    hook.refresh_from_db()
    assert WebhookDelivery.objects.get().state == State.DONE and hook.failing_since is None


def test_delivery_lost_by_the_queue_is_sent_by_the_periodic_task(casino, hook, pilar, receiver):
    WebhookDelivery.objects.create(webhook=hook, kind="entry", resource="entries/1/")
    assert tasks.send_due_webhooks() == 1 and len(receiver.received) == 1


def test_redirect_is_not_followed(casino, hook, pilar, receiver):
    receiver.status = 302
    set_paid(entry=casino.entries.get(number=2), author=pilar, paid=False)
    assert len(receiver.received) == 1
    assert WebhookDelivery.objects.get().status == 302


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (SoftTimeLimitExceeded(), "timeout"),
        (requests.exceptions.ReadTimeout(), "timeout"),
        (requests.exceptions.InvalidURL(), "unreachable"),
    ],
)
def test_every_error_of_a_receiver_counts_as_a_try(
    casino, hook, pilar, monkeypatch, error, failure
):
    """A message whose error does not count would be sent every minute, and block the worker."""

    def fail(*_values):
        raise error

    monkeypatch.setattr(sending, "post", fail)
    set_paid(entry=casino.entries.get(number=1), author=pilar, paid=False)
    delivery = WebhookDelivery.objects.get()
    assert (delivery.tries, delivery.error, delivery.state) == (1, failure, State.WAITING)


def test_delivery_with_a_truncated_answer_is_done(casino, hook, pilar, receiver):
    receiver.length = 100  # the receiver announces 100 bytes and sends none
    set_paid(entry=casino.entries.get(number=1), author=pilar, paid=False)
    assert WebhookDelivery.objects.get().state == State.DONE


def test_international_host_name_is_resolved_in_punycode(monkeypatch):
    addresses = [(2, 1, 6, "", ("93.184.215.14", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_values, **_keywords: addresses)
    parts, address = checked_address("https://EJEMPLO.例え.jp:8443/x")
    assert (parts.netloc, parts.port) == ("ejemplo.xn--r8jz45g.jp:8443", 8443)
    assert (parts.hostname, address) == ("ejemplo.xn--r8jz45g.jp", "93.184.215.14")


def test_webhook_failing_for_days_is_stopped_with_an_audit_line(casino, hook, pilar, receiver):
    receiver.status = 500
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=4))
    set_paid(entry=casino.entries.get(number=2), author=pilar, paid=False)
    hook.refresh_from_db()
    assert not hook.active
    assert AuditLine.objects.filter(act="stop_webhook", subject="localhost").exists()
    count = len(receiver.received)
    set_paid(entry=casino.entries.get(number=2), author=pilar, paid=True)
    assert len(receiver.received) == count


def test_log_of_deliveries_is_limited_by_number_and_age(hook):
    rows = [WebhookDelivery(webhook=hook, kind="test", state=State.DONE) for _ in range(205)]
    WebhookDelivery.objects.bulk_create(rows)
    forget_old_deliveries()
    assert hook.deliveries.count() == services.MAX_LOG
    hook.deliveries.update(at=timezone.now() - timedelta(days=31))
    forget_old_deliveries()
    assert hook.deliveries.count() == 0


@each(
    "url, code",
    ("http://example.org/", "url_not_https"),
    ("ftp://example.org/", "url_not_https"),
    ("https://pilar:clave@example.org/", "url_not_https"),
    ("https://[::1", "url_not_https"),
    ("https://example.org:99999/", "url_not_https"),
    ("https://127.0.0.1/", "url_private"),
    ("https://localhost/", "url_private"),
    ("https://[::1]/", "url_private"),
    ("https://10.1.2.3/", "url_private"),
    ("https://169.254.169.254/latest/", "url_private"),
    ("https://2130706433/", "url_private"),
    ("https://[::ffff:127.0.0.1]/", "url_private"),
    ("https://[::10.0.0.1]/", "url_private"),
    ("https://[fec0::1]/", "url_private"),
    ("https://0x7f.1/", "url_private"),
    ("https://no-existe.invalid/", "url_unknown_host"),
)
def test_webhook_with_an_unsafe_address_is_refused(casino, pilar, url, code):
    with pytest.raises(Refused) as refusal:
        add_webhook(tournament=casino, author=pilar, url=url, kinds=ALL_KINDS)
    assert (refusal.value.code, refusal.value.field) == (code, "url")


def test_webhook_whose_address_became_private_is_not_sent(casino, hook, pilar, receiver, settings):
    settings.TAPETE_WEBHOOKS_LOCAL = False
    Webhook.objects.update(url=f"https://localhost:{receiver.server_port}/")
    set_paid(entry=casino.entries.get(number=2), author=pilar, paid=False)
    assert receiver.received == []
    assert WebhookDelivery.objects.get().error == "url_private"


def test_page_shows_the_secret_once_and_the_log_of_deliveries(
    casino, pairs, client_as, pilar, receiver
):
    pairs(casino, 4)
    organiser = client_as(pilar)
    page = organiser.post(PAGE, {"url": receiver.url, "kinds": ["match"]})
    hook = Webhook.objects.get()
    assert page.status_code == 200 and webhook_secret(hook) in page.text
    assert webhook_secret(hook) not in organiser.get(PAGE).text
    assert organiser.post(f"{PAGE}{hook.pk}/probar/").status_code == 302
    assert received_bodies(receiver)[0]["type"] == "test"
    delivery = WebhookDelivery.objects.get()
    assert "Recibido" in organiser.get(PAGE).text
    assert organiser.post(f"{PAGE}enviados/{delivery.pk}/repetir/").status_code == 302
    assert len(receiver.received) == 2
    Webhook.objects.update(active=False, failing_since=timezone.now())
    assert "no responde" in organiser.get(PAGE).text
    organiser.post(f"{PAGE}{hook.pk}/reanudar/")
    assert Webhook.objects.get().active
    organiser.post(f"{PAGE}{hook.pk}/quitar/")
    assert not Webhook.objects.exists()


def test_refused_address_stays_in_the_form(casino, client_as, pilar):
    page = client_as(pilar).post(PAGE, {"url": "https://localhost/x", "kinds": ["match"]})
    assert page.status_code == 400
    assert 'value="https://localhost/x"' in page.text and "red privada" in page.text


def test_page_warns_of_a_delivery_that_has_waited_too_long(casino, client_as, pilar, hook):
    WebhookDelivery.objects.create(
        webhook=hook, kind="test", due_at=timezone.now() - timedelta(minutes=6)
    )
    assert "más de cinco minutos" in client_as(pilar).get(PAGE).text


# --- API ------------------------------------------------------------------------------------------
def test_the_api_tests_an_address_lists_the_log_and_repeats_a_message(
    casino, hook, pilar, receiver
):
    root, program = f"tournaments/{casino.slug}/webhooks/", Api(pilar)
    receiver.status = 500
    answer = program.post(f"{root}{hook.pk}/test/")
    assert answer.status_code == 201 and answer.json()["kind"] == "test"
    (row,) = program.get(f"{root}deliveries/").json()["results"]
    assert (row["state"], row["status"], row["tries"]) == ("failed", 500, 1)
    receiver.status = 204
    again = program.post(f"{root}deliveries/{row['id']}/again/")
    assert again.status_code == 200 and again.json()["state"] == "done"
    assert [body["type"] for body in received_bodies(receiver)] == ["test", "test"]
