"""Base class of the API's views."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.site.api.fields import refuse_unknown_members
from tournaments.site.api.once import KEY_HEADER, answer_once
from tournaments.site.api.parsers import Json
from tournaments.site.pages import LANGUAGE_PARAMETER
from tournaments.site.requests import ApiRequest
from tournaments.writer import Channel, Writer

SerializerClass = type[Serializer]
ANY_QUERY = {LANGUAGE_PARAMETER}
STAGE_QUERY, PAGE_QUERY = {"stage", "fase"}, {"page", "page_size"}


class StageFilter(serializers.Serializer):
    """Query of the stage, which `ActPermission` reads."""

    stage = serializers.IntegerField(
        min_value=1,
        max_value=999,
        required=False,
        help_text="Number of the stage. Default: the stage in play. `fase` is a synonym.",
    )


class ApiView(GenericAPIView):
    """A view with its act for each method: `acts = {"GET": "view_public"}` (see `ActPermission`).

    An address without its final slash is a 404, never a redirect, which would lose the body of a
    POST.
    """

    request: ApiRequest
    acts: ClassVar[dict[str, str]] = {}
    # For each HTTP method, the parameters that it reads besides the stage and the page.
    queries: ClassVar[dict[str, SerializerClass]] = {}
    # Whether the answers have private data, which a token reads only in the scope of the act.
    is_private: ClassVar[bool] = False
    slows_guesses: ClassVar[bool] = False  # whether wrong tries are throttled, with a 429
    parser_classes: Sequence[type[BaseParser]] = (Json,)
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        view.should_append_slash = False  # type: ignore[attr-defined]
        return view

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Keep Django's request as `http_request`, for functions that pages call too."""
        self.http_request = request
        return super().dispatch(request, *args, **kwargs)

    @property
    def user(self) -> User:
        """Return the caller, in an act that needs an account."""
        user = self.request.user
        assert user.is_authenticated
        return user

    @property
    def writer(self) -> Writer:
        return Writer(user=self.user, channel=Channel.API)

    def body(self, serializer_class: SerializerClass) -> dict[str, Any]:
        """Return the checked body. Raises ValidationError with the errors of each field."""
        return _validated_data(serializer_class(data=self.request.data))

    def changes(self, serializer_class: SerializerClass) -> dict[str, Any]:
        """Return the checked body, which may lack any member. Raises as `body`."""
        serializer = serializer_class(data=self.request.data)
        for field in serializer.fields.values():  # DRF's `partial` would also apply inside a field
            field.required = False
        return _validated_data(serializer)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse an unknown query parameter, and prepare a POST with an idempotency key.

        Without the refusal, a misspelt filter would filter nothing.
        """
        super().initial(request, *args, **kwargs)
        names = set(ANY_QUERY)
        if query_class := self.queries.get(self._method()):
            names |= query_class().fields.keys()
        if "slug" in self.kwargs:
            names |= STAGE_QUERY
        if self._method() == "GET":
            names |= PAGE_QUERY
        refuse_unknown_members(request.query_params, names)
        key = request.headers.get(KEY_HEADER)
        if key is not None and request.method == "POST" and request.user.is_authenticated:
            handler = getattr(self, "post", self.http_method_not_allowed)
            # REST framework asks the view for its handler next.
            vars(self)["post"] = partial(answer_once, user=self.user, key=key, handler=handler)

    def _method(self) -> str:
        return "GET" if self.request.method == "HEAD" else str(self.request.method)

    def query(self) -> dict[str, Any]:
        """Return the checked parameters of the address."""
        return _validated_data(self.queries[self._method()](data=self.request.query_params.dict()))

    def answer(self, serializer_class: SerializerClass, value: Any, status: int = 200) -> Response:
        return Response(self._serializer(serializer_class, value).data, status=status)

    def list_answer(self, serializer_class: SerializerClass, rows: Any) -> Response:
        """Return a page of the rows, as `?page=` and `?page_size=` ask."""
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self._serializer(serializer_class, page, many=True).data)

    def _serializer(
        self, serializer_class: SerializerClass, value: Any, **options: Any
    ) -> Serializer:
        """Return the serializer, with the audience for the fields that write names."""
        return serializer_class(value, context={"audience": self.request.audience}, **options)


def _validated_data(serializer: Serializer) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values
