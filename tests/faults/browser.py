"""A browser without a window: cookies, forms and one open connection. It never retries."""

import http.client
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

PATIENCE = 10.0  # seconds of a request, as in static/js/queue.js
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class NoAnswer(Exception):
    """The connection was refused, broken or too slow: the server may have acted, or not."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def is_json(self) -> bool:
        return self.headers.get("content-type", "").startswith("application/json")

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def goes_to(self) -> str:
        """Return the path that a redirect leads to."""
        return urlsplit(self.headers.get("location", "")).path


class Browser:
    """A browser of one server; `move` changes to another server of the site, with its cookies."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.cookies: dict[str, str] = {}
        self.asked = 0
        self._connection: http.client.HTTPConnection | None = None
        self.url = url

    def move(self, url: str) -> None:
        if url != self.url:
            self.close()
            self.url = url

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, form: Mapping[str, object], **headers: str) -> Answer:
        """Send a form with the CSRF token of the cookie in a header, as the page's script does."""
        body = urlencode({name: str(text) for name, text in form.items()})
        sent_headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            **headers,
        }
        return self._ask("POST", path, body.encode(), sent_headers)

    def post_json(self, path: str, body: object) -> Answer:
        """Send JSON to the API, with the session of the logged-in user."""
        sent_headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
        }
        return self._ask("POST", path, json.dumps(body).encode(), sent_headers)

    def post_unheard(self, path: str, form: Mapping[str, object]) -> None:
        """Send a form and hang up before the answer: the server may have acted on it, or not."""
        body = urlencode({name: str(text) for name, text in form.items()}).encode()
        sent_headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
        }
        with suppress(OSError, http.client.HTTPException):
            self._send("POST", path, body, sent_headers)
        self.close()
        raise NoAnswer("hung up")

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        try:
            response = self._send(method, path, body, headers).getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        for line in response.headers.get_all("Set-Cookie", []):
            name, _equals, value = line.partition("=")
            self.cookies[name] = value.partition(";")[0]
        headers_received = {name.lower(): value for name, value in response.headers.items()}
        if headers_received.get("connection", "").lower() == "close":
            self.close()
        return Answer(response.status, headers_received, text)

    def _send(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> http.client.HTTPConnection:
        if self._connection is None:
            address = urlsplit(self.url)
            self._connection = http.client.HTTPConnection(
                str(address.hostname), address.port, timeout=self.patience
            )
        self.asked += 1
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self._connection.request(method, path, body, {**headers, "Cookie": cookies})
        return self._connection


def log_in(url: str, username: str, password: str, patience: float = PATIENCE) -> Browser:
    """Return a browser in which this user has logged in."""
    browser = Browser(url, patience)
    browser.get("/cuenta/login/")
    answer = browser.post("/cuenta/login/", {"login": username, "password": password})
    assert answer.status == 302, answer.text
    return browser
