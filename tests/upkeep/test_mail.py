"""Mail is sent as the environment says, to a real SMTP server with TLS."""

import ssl
import subprocess
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from tests.programs import free_port, run_python
from tests.rows import cases

USER, PASSWORD = "tapete", "c@sino:guinote"
SENDER = "Tapete del Casino <tapete@casino.example>"


class Post:
    """The letters that the server has received, and the logins tried."""

    def __init__(self) -> None:
        self.letters: list[Any] = []
        self.logins: list[tuple[str, str]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.letters.append(message_from_bytes(envelope.content))
        return "250 OK"

    def authenticate(self, server: Any, session: Any, envelope: Any, method: str, login_data: Any):
        assert isinstance(login_data, LoginPassword)
        self.logins.append((login_data.login.decode(), login_data.password.decode()))
        return AuthResult(success=self.logins[-1] == (USER, PASSWORD))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a certificate of 127.0.0.1 and its key."""
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-subj",
            "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-days",
            "2",
            "-keyout",
            folder / "key.pem",
            "-out",
            folder / "cert.pem",
        ],
        check=True,
        capture_output=True,
    )
    certificate_and_key = folder / "both.pem"
    certificate_and_key.write_text(
        (folder / "cert.pem").read_text() + (folder / "key.pem").read_text()
    )
    return certificate_and_key


@pytest.fixture(params=["starttls", "tls"])
def post_office(request: pytest.FixtureRequest, certificate: Path) -> Iterator[Any]:
    post = Post()
    security = request.param
    port = free_port()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)

    class Office(Controller):
        def factory(self) -> SMTP:
            starttls = {"tls_context": tls, "require_starttls": True}
            return SMTP(
                post,
                authenticator=post.authenticate,
                auth_required=True,
                auth_require_tls=security == "starttls",
                **(starttls if security == "starttls" else {}),
            )

    office = Office(
        post, hostname="127.0.0.1", port=port, ssl_context=tls if security == "tls" else None
    )
    office.start()
    try:
        yield post, security, port
    finally:
        office.stop(no_assert=True)


SEND = """
from django.core.mail import send_mail
send_mail("Prueba", "Hola", None, ["pilar@casino.example"])
"""


def send(port: int, security: str, var: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Send a letter from a process that reads its settings from this environment."""
    env = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TAPETE_VAR": str(var),
        "TAPETE_EMAIL_HOST": "127.0.0.1",
        "TAPETE_EMAIL_PORT": str(port),
        "TAPETE_EMAIL_SECURITY": security,
        "TAPETE_EMAIL_USER": USER,
        "TAPETE_EMAIL_PASSWORD": PASSWORD,
        "TAPETE_EMAIL_FROM": SENDER,
        **variables,
    }
    return run_python("-c", SEND, env=env, status=None)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Requiring AUTH")
def test_mail_is_sent_with_the_host_user_tls_and_sender_of_the_environment(
    post_office, certificate, tmp_path
):
    post, security, port = post_office
    process = send(port, security, tmp_path, SSL_CERT_FILE=str(certificate))
    assert process.returncode == 0, process.stderr
    (letter,) = post.letters
    assert (letter["From"], letter["To"]) == (SENDER, "pilar@casino.example")
    assert post.logins == [(USER, PASSWORD)]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Requiring AUTH")
def test_a_server_with_an_untrusted_certificate_gets_neither_password_nor_letter(
    post_office, tmp_path
):
    post, security, port = post_office
    assert "CERTIFICATE_VERIFY_FAILED" in send(port, security, tmp_path).stderr
    assert (post.letters, post.logins) == ([], [])


def mail_port(**env: str) -> subprocess.CompletedProcess[str]:
    """Run a process that prints the mail port of the settings in this environment."""
    return run_python(
        "-c", "from config.settings import EMAIL_PORT; print(EMAIL_PORT)", env=env, status=None
    )


@cases(
    "env, port",
    ({}, 587),
    ({"TAPETE_EMAIL_SECURITY": "starttls"}, 587),
    ({"TAPETE_EMAIL_SECURITY": "tls"}, 465),
    ({"TAPETE_EMAIL_SECURITY": "none"}, 25),
    ({"TAPETE_EMAIL_SECURITY": "none", "TAPETE_EMAIL_PORT": "2525"}, 2525),
)
def test_each_kind_of_security_has_its_usual_port(env, port, tmp_path):
    process = mail_port(TAPETE_VAR=str(tmp_path), **env)
    assert process.stdout.split() == [str(port)], process.stderr


def test_an_unknown_kind_of_security_stops_the_start(tmp_path):
    process = mail_port(TAPETE_VAR=str(tmp_path), TAPETE_EMAIL_SECURITY="ssl")
    assert process.returncode == 1
    assert "TAPETE_EMAIL_SECURITY: starttls, tls, none" in process.stderr
