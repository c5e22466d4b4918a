"""Fixtures of the tests of the API: programs with a token, and the casino with a round in play."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.worlds import world
from tournaments.accounts.selectors import token_digest
from tournaments.models import ApiToken, Tournament


def token_for(user: User) -> str:
    """Return a token of the account for the API; it does not count towards its limit of tokens."""
    secret = f"{user.pk}-of-the-tests"
    ApiToken.objects.get_or_create(
        digest=token_digest(secret),
        defaults={
            "user": user,
            "name": "Pruebas",
            "session_hash": user.get_session_auth_hash(),
            "expires_at": timezone.now() + timedelta(days=1),
        },
    )
    return secret


class Api:
    """A program that calls the API with a user's token, or without a token."""

    def __init__(self, user: User | None) -> None:
        self.headers = {"Authorization": f"Token {token_for(user)}"} if user else {}
        self.browser = Client()

    def get(self, path: str, **query: Any) -> HttpResponse:
        return self.browser.get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path: str, body: Any = None) -> HttpResponse:
        return self.send("POST", path, body)

    def patch(self, path: str, body: Any) -> HttpResponse:
        return self.send("PATCH", path, body)

    def send(self, method: str, path: str, body: Any = None) -> HttpResponse:
        raw = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
        return self.browser.generic(
            method, f"/api/v1/{path}", raw, "application/json", headers=self.headers
        )


@pytest.fixture
def api_as() -> Callable[[User | None], Api]:
    return Api


@world
def api(pilar: User) -> Api:
    """The program of Pilar, the organiser."""
    return Api(pilar)


@world
def playing(casino: Tournament, pairs, pilar: User) -> Tournament:
    """The casino with 6 pairs and round 1 published: matches 1 and 2, and two byes."""
    pairs(casino, 6)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    return casino
