"""A key for programs: a token instead of a session."""

from django.contrib.auth import authenticate
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.authtoken.models import Token
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Body, Text
from tournaments.api.view import ApiView
from tournaments.refusal import Refused
from tournaments.slowing import LOGIN, note_wrong, refuse_if_slowed


class CredentialsBody(Body):
    username = Text(max_length=150)
    password = Text(max_length=128, trim_whitespace=False)


class TokenSerializer(serializers.Serializer):
    token = serializers.CharField(help_text="Send it as `Authorization: Token …`.")


class TokenView(ApiView):
    """Change a username and password for the account's token, always the same one."""

    acts = {"POST": "view_public"}
    slows_guesses = True
    authentication_classes = []  # a session is of no use here, nor its CSRF token

    @extend_schema(request=CredentialsBody, responses=TokenSerializer)
    def post(self, request: Request) -> Response:
        given = self.body(CredentialsBody)
        refuse_if_slowed(request._request, LOGIN, given["username"])
        user = authenticate(request._request, **given)
        if user is None:
            note_wrong(request._request, LOGIN, given["username"])
            raise Refused("wrong_password", _("El usuario o la contraseña no son correctos."))
        token, _made = Token.objects.get_or_create(user=user)
        return self.answer(TokenSerializer, {"token": token.key})
