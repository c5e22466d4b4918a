"""Parsers of request bodies: JSON in UTF-8 and files, both with limits."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser, MultiPartParser

from tournaments.people.imports.core import MAX_BYTES

MAX_FORM_BYTES = 100_000  # of a form without its file


class TooBig(APIException):
    status_code = 400
    default_code = "too_big"
    default_detail = _("Lo enviado ocupa demasiado.")


class Json(JSONParser):
    """One JSON value. NaN, infinities, other encodings and deep nesting are refused."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(raw) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooBig
        try:
            return json.loads(raw.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise ParseError(_("No es un JSON válido en UTF-8.")) from None


class Upload(MultiPartParser):
    """A form with a file no bigger than an import takes."""

    max_bytes = MAX_BYTES

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        length = (parser_context or {})["request"].META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > self.max_bytes + MAX_FORM_BYTES:
            raise TooBig
        return super().parse(stream, media_type, parser_context)


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
