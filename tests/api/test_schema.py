"""The schema is valid and complete, and its page obeys the site's security policy."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from rules.core import SIDE_NAMES
from scoring import api_urls as scoring_urls
from tournaments import api_urls as tournaments_urls

pytestmark = pytest.mark.slow

PLACE = re.compile(r"<\w+:(\w+)>")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The schema that `manage.py spectacular --validate --fail-on-warn` writes."""
    output = StringIO()
    options = {"format": "openapi-json", "validate": True, "fail_on_warn": True}
    call_command("spectacular", **options, stdout=output)
    return json.loads(output.getvalue())


def operations(schema: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method.upper(), path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_schema_has_the_version_of_the_program(schema):
    assert schema["info"]["version"] == settings.TAPETE_VERSION


def test_every_act_of_every_address_is_in_the_schema(schema):
    declared_addresses = {
        (method, "/api/v1/" + PLACE.sub(r"{\1}", str(pattern.pattern)))
        for pattern in [*tournaments_urls.urlpatterns, *scoring_urls.urlpatterns]
        for method in pattern.callback.cls.acts
    }
    operations_in_schema = {(method, path) for method, path, _operation in operations(schema)}
    assert operations_in_schema == declared_addresses


def test_every_refusal_is_documented_with_the_common_error(schema):
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}
    for method, path, operation in operations(schema):
        refusals = {status for status in operation["responses"] if status.startswith("4")}
        if method != "GET" and "{slug}" in path:
            assert refusals >= {"401", "403", "404", "409"}, (method, path)
        if operation.get("requestBody"):
            assert refusals >= {"400", "415"}, (method, path)
        for status in refusals:
            assert operation["responses"][status]["content"] == error, (method, path, status)


def test_every_member_of_a_body_has_a_type(schema):
    bodies = {
        name: body
        for name, body in schema["components"]["schemas"].items()
        if name.endswith("BodyRequest")
    }
    assert len(bodies) > 20
    for name, body in bodies.items():
        assert body["additionalProperties"] is False, name
        for member, member_schema in body["properties"].items():
            type_keys = member_schema.keys() & {"type", "oneOf", "anyOf", "allOf", "$ref"}
            assert type_keys, f"{name}.{member}: {member_schema}"


@pytest.mark.django_db
def test_a_side_may_have_the_letter_of_any_seat(schema):
    assert schema["components"]["schemas"]["SideLetter"]["enum"] == list(SIDE_NAMES)


def test_the_page_of_the_schema_has_nothing_inline(client):
    page = client.get("/api/v1/docs/")
    html = page.content.decode()
    assert "<style" not in html and " style=" not in html
    assert "<script>" not in html and html.count("<script src=") == 3
    # Without `script-src`, `default-src 'self'` applies to scripts.
    assert "script-src" not in page.headers["Content-Security-Policy"]
    script = client.get("/api/v1/docs/?script=")
    assert script.headers["Content-Type"] == "application/javascript"
    assert "/api/v1/schema/" in script.content.decode()
    assert client.get("/api/v1/schema/").status_code == 200
