"""A key for programs: a token instead of a session."""

from hashlib import sha256
from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.authtoken.models import Token
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle

from tournaments.api.fields import Body, Text
from tournaments.api.view import ApiView
from tournaments.refusal import Refused


class CredentialsBody(Body):
    username = Text(max_length=150)
    password = Text(max_length=128, trim_whitespace=False)


class TokenSerializer(serializers.Serializer):
    token = serializers.CharField(help_text="Send it as `Authorization: Token …`.")


class PerAccount(SimpleRateThrottle):
    """Ten tries in five minutes for each username: a whole hall may share one address."""

    rate = "10/5m"

    def parse_rate(self, rate: str | None) -> tuple[int, int]:
        return 10, 5 * 60

    def get_cache_key(self, request: Request, view: Any) -> str:
        given = request.data if isinstance(request.data, dict) else {}
        name = str(given.get("username", "")).casefold().encode("utf-8", "replace")
        return f"token/{sha256(name).hexdigest()}"


class TokenView(ApiView):
    """Change a username and password for the account's token, always the same one."""

    acts = {"POST": "view_public"}
    authentication_classes = []  # a session is of no use here, nor its CSRF token
    throttle_classes = [PerAccount]

    @extend_schema(request=CredentialsBody, responses=TokenSerializer)
    def post(self, request: Request) -> Response:
        given = self.body(CredentialsBody)
        user = authenticate(request._request, **given)
        if user is None:
            raise Refused("wrong_password", _("El usuario o la contraseña no son correctos."))
        token, _made = Token.objects.get_or_create(user=user)
        return self.answer(TokenSerializer, {"token": token.key})
