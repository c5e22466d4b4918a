"""The OpenAPI schema, with what every operation may refuse."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from tournaments.api.errors import ErrorBodySerializer
from tournaments.api.fields import Body
from tournaments.permissions import ACTS, PUBLIC

WRITES = ("POST", "PUT", "PATCH", "DELETE")
WHO = {"public": "anybody", "account": "anybody with an account"}
ERRORS = {
    "400": "What came cannot be read or cannot be: see `fields`.",
    "401": "No token or session, or a wrong one.",
    "403": "The account's role may not do this.",
    "404": "Nothing at this address.",
    "409": "The state of things forbids it, or somebody else was first.",
    "415": "The body is not JSON.",
    "429": "Too many wrong tries at this password or link.",
}


class TapeteSchema(AutoSchema):
    """Adds to each operation its group, who may call it and its errors, all of one form."""

    def get_summary(self) -> str:
        """The first sentence of what the method says of itself."""
        return " ".join(super().get_description().split()).partition(". ")[0].rstrip(".") + "."

    def get_description(self) -> str:
        """All it says, and who may."""
        who = ", ".join(sorted(ACTS[self.view.acts[self.method]]))
        return f"{super().get_description()}\n\nFor: {WHO.get(who, who)}."

    def get_tags(self) -> list[str]:
        """The subject: the first fixed part of the path after the tournament's."""
        parts = [part for part in self.path.split("/") if part][2:]
        return [parts[2] if len(parts) > 2 else parts[0]]

    def get_auth(self) -> list[Any]:
        found = super().get_auth()
        return [*found, {}] if self._is_public() else found

    def _map_basic_serializer(self, serializer: Any, direction: str) -> Any:
        mapped = super()._map_basic_serializer(serializer, direction)
        if isinstance(serializer, Body):
            mapped["additionalProperties"] = False
        return mapped

    def _get_response_bodies(self, direction: str = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        component = self.resolve_serializer(ErrorBodySerializer(), direction)
        for status in self._refusals():
            bodies[status] = {
                "description": ERRORS[status],
                "content": {"application/json": {"schema": component.ref}},
            }
        return bodies

    def _refusals(self) -> list[str]:
        reads = self._get_request_body() is not None
        found = {
            "400": reads or bool(self._get_parameters()),
            "401": bool(self.view.get_authenticators()),
            "403": not self._is_public(),
            "404": "{" in self.path or self._is_list_view(),
            "409": self.method in WRITES and not self._is_public(),
            "415": reads,
            "429": self.view.slows_guesses,
        }
        return [status for status, may_be in found.items() if may_be]

    def _is_public(self) -> bool:
        act = getattr(self.view, "acts", {}).get(self.method)
        return act is not None and PUBLIC in ACTS[act]
