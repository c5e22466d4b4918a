"""Tests of webhooks over https: the certificate of the other program is verified."""

import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme

from tests.tournaments.programs.test_webhooks import PAGE, Receiver
from tournaments.models import Webhook, WebhookDelivery
from tournaments.programs import services

State = WebhookDelivery.State
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """A certificate authority of the tests, which no machine trusts."""
    return trustme.CA()


@pytest.fixture
def trust_authority(authority, tmp_path, monkeypatch) -> Path:
    """Make the site trust the authority, by `SSL_CERT_FILE`."""
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(file)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return file


@pytest.fixture
def serve(authority, settings) -> Iterator[Callable[[str], Receiver]]:
    """Return a function that serves https at 127.0.0.1 with a certificate for the given name."""
    settings.TAPETE_WEBHOOKS_LOCAL = True
    servers = []

    def start(name: str) -> Receiver:
        server, context = Receiver(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(name).configure_cert(context)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        servers.append((server, thread))
        return server

    yield start
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def send(casino, pilar) -> Callable[[Receiver], WebhookDelivery]:
    """Return a function that sends a test message to `localhost` and returns its delivery."""

    def post(server: Receiver) -> WebhookDelivery:
        url = server.url.replace("http://", "https://")
        webhook = services.add_webhook(tournament=casino, author=pilar, url=url, kinds=["match"])
        return WebhookDelivery.objects.get(pk=services.test_webhook(webhook=webhook).pk)

    return post


def test_a_certificate_of_a_trusted_authority_is_accepted(serve, send, trust_authority):
    server = serve("localhost")
    delivery = send(server)
    assert (delivery.state, delivery.status, delivery.error) == (State.DONE, 204, "")
    assert len(server.received) == 1


def test_a_certificate_of_an_unknown_authority_is_refused_and_the_log_says_why(
    serve, send, monkeypatch, client_as, pilar
):
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    server = serve("localhost")
    delivery = send(server)
    assert (delivery.state, delivery.status, delivery.error) == (State.FAILED, 0, "tls")
    assert server.received == []
    assert "No recibido: su certificado no vale" in client_as(pilar).get(PAGE).text
    assert Webhook.objects.get().active


def test_a_certificate_for_another_name_is_refused(serve, send, trust_authority):
    server = serve("otro.example")
    assert send(server).error == "tls" and server.received == []
