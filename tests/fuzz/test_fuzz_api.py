"""Requests made up from the schema itself, sent as an organiser, as a neighbour and as nobody."""

import json
import re
from functools import cache

import pytest
import schemathesis
from django.core.cache import cache as cache_of_tries
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import given
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config import wsgi
from tests.addresses import METHODS
from tests.api.conftest import Api
from tests.fuzz.conftest import FUZZED
from tests.sizes import size
from tournaments.models import AuditLine

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def application(environ, start_response):
    """The site, asked from an address as a server would say it."""
    return wsgi.application({"REMOTE_ADDR": "127.0.0.1", **environ}, start_response)


def _schema():
    written = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(written, default=str)))
    schema.app = application
    return schema


@cache
def operations():
    """The operations of the schema, by method and path."""
    found = (one.ok() for one in _schema().get_all_operations())
    return {f"{one.method.upper()} {one.path}": one for one in found}


def _strategy(operation, places, mode):
    """Made-up requests to the addresses of a tournament in play; wrong ones are wrong elsewhere
    than in the address, which `tests/api/test_hostile.py` looks after."""
    named = re.findall(r"{(\w+)}", operation.path)
    return operation.as_strategy(mode, path_parameters={name: places[name] for name in named})


def _strategies(operation, places, place):
    """Return what is right and what is wrong; in small, one operation that writes is sent the one
    and the next the other."""
    found = [_strategy(operation, places, GenerationMode.POSITIVE)]
    if operation.body or operation.query:
        found.append(_strategy(operation, places, GenerationMode.NEGATIVE))
    few = found[:1] if operation.method == "get" else found[place % len(found) :][:1]
    return size(few, long=found)


def _sent(case, user):
    with transaction.atomic():
        before = AuditLine.objects.count()
        headers = {**Api(user).headers, "Accept-Encoding": "identity"}
        answer = case.call(headers=headers)
        written = AuditLine.objects.count() - before
        transaction.set_rollback(True)
    return answer, written


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_the_api_says_what_its_schema_says_and_nobody_from_outside_writes(
    method, places, pilar, vecino
):
    tried = [one for name, one in operations().items() if name.startswith(f"{method} ")]
    assert tried
    for place, operation in enumerate(tried[:: size(2, long=1)]):
        cache_of_tries.clear()
        outsiders = [vecino, None] if method != "GET" and "{slug}" in operation.path else []
        for strategy in _strategies(operation, places, place):
            _try(strategy, pilar, outsiders)


def _try(strategy, organiser, outsiders):
    @FUZZED
    @given(strategy)
    def try_it(case):
        answer, _written = _sent(case, organiser)
        case.validate_response(answer, checks=CHECKS)
        for user in outsiders:
            answer, written = _sent(case, user)
            assert (answer.status_code in (401, 403, 404), written) == (True, 0)
            assert user is None or answer.status_code != 401

    try_it()


@pytest.mark.slow
def test_every_method_is_tried():
    assert {name.split()[0] for name in operations()} == {*METHODS}
