"""Random requests made from the API schema, sent as an organiser, an outsider and anonymously."""

import json
import re
from functools import cache

import pytest
import schemathesis
from django.core.cache import cache as token_tries
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
    """Call the site as a WSGI server does, with the address of the client."""
    return wsgi.application({"REMOTE_ADDR": "127.0.0.1", **environ}, start_response)


def _schema():
    document = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(document, default=str)))
    schema.app = application
    return schema


@cache
def operations():
    """Return the operations of the schema, by method and path."""
    loaded = (result.ok() for result in _schema().get_all_operations())
    return {f"{operation.method.upper()} {operation.path}": operation for operation in loaded}


def _strategy(operation, places, mode):
    """Return a strategy of random requests to the addresses of a tournament in play.

    The address is always right; `tests/api/test_hostile.py` tests wrong addresses.
    """
    names = re.findall(r"{(\w+)}", operation.path)
    return operation.as_strategy(mode, path_parameters={name: places[name] for name in names})


def _strategies(operation, places, index):
    """Return the strategies of right and of wrong requests.

    In a short run, operations that write get only one strategy: right and wrong requests in turn.
    """
    strategies = [_strategy(operation, places, GenerationMode.POSITIVE)]
    if operation.body or operation.query:
        strategies.append(_strategy(operation, places, GenerationMode.NEGATIVE))
    few = strategies[:1] if operation.method == "get" else strategies[index % len(strategies) :][:1]
    return size(few, long=strategies)


def _send(case, user):
    """Send the request, then roll it back. Return the answer and the number of audit lines."""
    with transaction.atomic():
        before = AuditLine.objects.count()
        headers = {**Api(user).headers, "Accept-Encoding": "identity"}
        answer = case.call(headers=headers)
        audit_lines = AuditLine.objects.count() - before
        transaction.set_rollback(True)
    return answer, audit_lines


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_api_answers_match_the_schema_and_outsiders_write_nothing(method, places, pilar, vecino):
    same_method = [
        operation for name, operation in operations().items() if name.startswith(f"{method} ")
    ]
    assert same_method
    for index, operation in enumerate(same_method[:: size(2, long=1)]):
        token_tries.clear()
        outsiders = [vecino, None] if method != "GET" and "{slug}" in operation.path else []
        for strategy in _strategies(operation, places, index):
            _fuzz_operation(strategy, pilar, outsiders)


def _fuzz_operation(strategy, organiser, outsiders):
    @FUZZED
    @given(strategy)
    def send_and_check(case):
        answer, _audit_lines = _send(case, organiser)
        case.validate_response(answer, checks=CHECKS)
        for user in outsiders:
            answer, audit_lines = _send(case, user)
            assert (answer.status_code in (401, 403, 404), audit_lines) == (True, 0)
            assert user is None or answer.status_code != 401

    send_and_check()


@pytest.mark.slow
def test_the_schema_has_operations_of_every_http_method():
    assert {name.split()[0] for name in operations()} == {*METHODS}
