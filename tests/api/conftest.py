"""Somebody with a token, and the casino with a round in play."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from rest_framework.authtoken.models import Token

from scoring.services.rounds import open_next_round, publish_round
from tournaments.models import Tournament


class Api:
    """A program with somebody's token, or with none."""

    def __init__(self, user: User | None) -> None:
        token = Token.objects.get_or_create(user=user)[0].key if user else ""
        self.headers = {"Authorization": f"Token {token}"} if token else {}
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


@pytest.fixture(autouse=True)
def _no_tries_yet() -> None:
    """Tries at a token are counted in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def api_as() -> Callable[[User | None], Api]:
    return Api


@pytest.fixture
def api(pilar: User) -> Api:
    """Pilar's program: she organises."""
    return Api(pilar)


@pytest.fixture
def playing(casino: Tournament, pairs, pilar: User) -> Tournament:
    """The casino with 6 pairs and its first round published: matches 1 and 2, two byes."""
    pairs(casino, 6)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    return casino
