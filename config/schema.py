"""The OpenAPI schema, with the possible errors of every operation."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema

from scoring.actas.api.line_schema import line_components
from tournaments.permissions import ACTS, PUBLIC
from tournaments.site.api.errors import ErrorBodySerializer
from tournaments.site.api.fields import Body
from tournaments.site.api.view import ApiView

WRITES = ("POST", "PUT", "PATCH", "DELETE")
CALLERS = {"public": "anybody", "account": "anybody with an account"}
ERRORS = {
    "400": "The request cannot be read, or a value is not valid: see `fields`.",
    "401": "No token or session, or a wrong one.",
    "403": "The account's role may not do this.",
    "404": "Nothing at this address.",
    "409": "The current state forbids it, or somebody else was first.",
    "415": "The body is not JSON.",
    "429": "Too many wrong tries at this password or link.",
}


class TapeteSchema(AutoSchema):
    """A schema that adds to each operation its group, its roles and its errors."""

    view: ApiView  # type: ignore[override]  # the only views of the API

    def get_summary(self) -> str:
        """Return the first sentence of the method's docstring."""
        return " ".join(super().get_description().split()).partition(". ")[0].rstrip(".") + "."

    def get_description(self) -> str:  # type: ignore[override]  # no lazy text
        """Return the description, ending with the roles allowed to call it."""
        roles = ", ".join(sorted(ACTS[self.view.acts[self.method]].roles))
        return f"{super().get_description()}\n\nFor: {CALLERS.get(roles, roles)}."

    def get_tags(self) -> list[str]:
        """Return one tag: the third part of the path after `/api/v1/`, else its first part."""
        parts = [part for part in self.path.split("/") if part][2:]
        return [parts[2] if len(parts) > 2 else parts[0]]

    def get_override_parameters(self) -> list[Any]:
        """Return the query parameters that the view declares."""
        query = self.view.queries.get(self.method)
        return [query] if query else []

    def get_auth(self) -> list[Any]:
        auth = super().get_auth()
        return [*auth, {}] if self._is_public() else auth

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation with its possible errors."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is not None:
            component = self.resolve_serializer(ErrorBodySerializer(), "response")
            for status in self._refusals(operation):
                operation["responses"][status] = {
                    "description": ERRORS[status],
                    "content": {"application/json": {"schema": component.ref}},
                }
        return operation

    def _refusals(self, operation: dict[str, Any]) -> list[str]:
        has_body = "requestBody" in operation
        parameters = operation.get("parameters", [])
        is_paginated = any(parameter["name"] == "page" for parameter in parameters)
        statuses = {
            "400": has_body or bool(parameters),
            "401": bool(self.view.get_authenticators()),
            "403": not self._is_public(),
            "404": "{" in self.path or is_paginated,
            "409": self.method in WRITES and not self._is_public(),
            "415": has_body,
            "429": self.view.slows_guesses,
        }
        return [status for status, may_be in statuses.items() if may_be]

    def _is_public(self) -> bool:
        act = getattr(self.view, "acts", {}).get(self.method)
        return act is not None and PUBLIC in ACTS[act].roles


class BodySchema(OpenApiSerializerExtension):
    """The schema of a request body, which allows only the members of its serializer."""

    target_class = Body
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False}


def add_lines(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Return the schema of drf-spectacular with a component for the acta lines of each game."""
    result["components"]["schemas"] |= line_components()
    return result
