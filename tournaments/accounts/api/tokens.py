"""API of the tokens of programs."""

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.second_factor import (
    has_second_factor,
    is_code_right,
    second_factor_refusal,
)
from tournaments.accounts.selectors import tokens_of
from tournaments.accounts.services.tokens import NAME_LENGTH, make_token, revoke_token
from tournaments.accounts.throttling import CODE, LOGIN, note_wrong, refuse_if_throttled
from tournaments.models import ApiToken, Scope
from tournaments.permissions import lacks_second_factor
from tournaments.refusal import Refused
from tournaments.site.api.errors import ErrorBodySerializer
from tournaments.site.api.fields import Body, Text, WholeNumber
from tournaments.site.api.view import ApiView


class CredentialsBody(Body):
    username = Text(max_length=150)
    password = Text(max_length=128, trim_whitespace=False)
    code = Text(
        max_length=20,
        required=False,
        allow_blank=True,
        default="",
        help_text="Code of the second factor, if the account has one.",
    )
    name = Text(
        max_length=NAME_LENGTH,
        required=False,
        allow_blank=True,
        default="",
        help_text="Purpose of the token, shown in its owner's list.",
    )
    days = WholeNumber(
        min_value=1,
        max_value=3650,
        required=False,
        help_text="Days of validity. Default: the maximum of the site.",
    )
    scopes = serializers.MultipleChoiceField(
        choices=Scope.choices,
        required=False,
        allow_empty=False,
        help_text="What the token may do, at most. Default: all that its owner may (`full`).",
    )
    tournament = Text(
        max_length=80,
        required=False,
        allow_blank=True,
        default="",
        help_text="Slug of the only tournament of its owner's that the token opens. Default: all.",
    )


class TokenSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="Rounded to the hour.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    tournament = serializers.SlugField(
        source="tournament.slug",
        default=None,
        allow_null=True,
        help_text="Slug of the only tournament that the token opens; null for all.",
    )


class NewTokenSerializer(TokenSerializer):
    token = serializers.CharField(
        help_text="Shown only once. Send it as `Authorization: Token …`.", source="secret"
    )


class TokenView(ApiView):
    """Token from a username and its password."""

    acts = {"POST": "view_public"}
    slows_guesses = True
    authentication_classes = []  # a session and its CSRF token are of no use here

    @extend_schema(
        request=CredentialsBody,
        responses={200: NewTokenSerializer, 403: ErrorBodySerializer, 409: ErrorBodySerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a token: it lasts until it expires, is revoked or the password changes."""
        credentials = self.body(CredentialsBody)
        user = _authenticated_user(self.http_request, credentials)
        token, secret = make_token(
            user=user,
            name=credentials["name"],
            days=credentials.get("days"),
            scopes=sorted(credentials.get("scopes", {Scope.FULL})),
            tournament=credentials["tournament"],
        )
        token.secret = secret  # type: ignore[attr-defined]
        answer = self.answer(NewTokenSerializer, token)
        answer.headers["Cache-Control"] = "no-store"
        return answer


class TokensView(ApiView):
    acts = {"GET": "own_account"}

    @extend_schema(responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the account's tokens, newest first."""
        return self.list_answer(TokenSerializer, tokens_of(self.user))


class OneTokenView(ApiView):
    acts = {"DELETE": "own_account"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token: int) -> Response:
        """Revoke one of your tokens: its program loses access immediately."""
        revoke_token(token=get_object_or_404(ApiToken, pk=token, user=request.user))
        return Response(status=204)


def _authenticated_user(request: HttpRequest, credentials: dict[str, str]) -> User:
    """Return the account that the username and password open, with its code if it needs one.

    Raises Refused `throttled`, `wrong_password`, `second_factor_needed`, `code_needed`,
    `wrong_code`.
    """
    login = credentials["username"]
    refuse_if_throttled(request, LOGIN, login)
    user = authenticate(request, username=login, password=credentials["password"])
    if not isinstance(user, User):
        note_wrong(request, LOGIN, login)
        raise Refused("wrong_password", _("El usuario o la contraseña no son correctos."))
    if lacks_second_factor(user):
        raise second_factor_refusal()
    if has_second_factor(user):
        _check_code(request, user, credentials["code"])
    return user


def _check_code(request: HttpRequest, user: User, code: str) -> None:
    if not code:
        raise Refused(
            "code_needed",
            _("Esta cuenta pide además un código: mande en «code» el de su aplicación."),
            field="code",
        )
    refuse_if_throttled(request, CODE, str(user.pk), user)
    if not is_code_right(user, code):
        note_wrong(request, CODE, str(user.pk), user=user)
        raise Refused("wrong_code", _("El código no es correcto."), field="code")
