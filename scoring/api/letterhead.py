"""The letterhead of the sheets: logo, sponsor and colour."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.models import Letterhead
from scoring.models.letterhead import SPONSOR
from scoring.photos import MOST_LOGO_BYTES
from scoring.selectors.hall.letterheads import letterhead_of
from scoring.services.letterheads import edit_letterhead, order_logo, remove_logo
from scoring.views.hall.letterhead import shown_logo
from tournaments.api.fields import Body, Text
from tournaments.api.jobs import JobSerializer, accepted
from tournaments.api.parsers import Upload
from tournaments.api.view import ApiView


class LogoUpload(Upload):
    """A form with a logo no bigger than one may be."""

    most = MOST_LOGO_BYTES


class LetterheadBody(Body):
    sponsor = Text(
        max_length=SPONSOR, allow_blank=True, help_text="One line, at the foot of each sheet."
    )
    colour = Text(
        max_length=20,
        allow_blank=True,
        help_text='"#7a1f2b", with a contrast with white of 4.5 at least; "" is black.',
    )


class LogoBody(Body):
    logo = serializers.FileField(
        allow_empty_file=True, help_text="PNG or JPEG, two megabytes at most."
    )


class LetterheadSerializer(serializers.ModelSerializer):
    has_logo = serializers.BooleanField(source="logo")

    class Meta:
        model = Letterhead
        fields = ("sponsor", "colour", "has_logo")


class LetterheadView(ApiView):
    acts = {"GET": "edit_tournament", "PATCH": "edit_tournament"}

    @extend_schema(responses=LetterheadSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return what the sheets of the tournament bear."""
        return self.answer(LetterheadSerializer, letterhead_of(request.tournament))

    @extend_schema(request=LetterheadBody, responses=LetterheadSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the sponsor or the colour; what is left out stays."""
        kept = letterhead_of(request.tournament)
        asked = {"sponsor": kept.sponsor, "colour": kept.colour, **self.changes(LetterheadBody)}
        changed = edit_letterhead(tournament=request.tournament, author=self.writer, **asked)
        return self.answer(LetterheadSerializer, changed)


class LogoView(ApiView):
    acts = {"GET": "edit_tournament", "POST": "edit_tournament", "DELETE": "edit_tournament"}
    parser_classes = [LogoUpload]

    @extend_schema(responses={(200, "image/png"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The logo as it is printed: small, on white."""
        return shown_logo(letterhead_of(request.tournament))

    @extend_schema(request={"multipart/form-data": LogoBody}, responses={202: JobSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Put a logo in the place of the one there was. A job draws it anew."""
        content = self.body(LogoBody)["logo"].read(MOST_LOGO_BYTES + 1)
        job = order_logo(tournament=request.tournament, author=self.writer, content=content)
        return accepted(self, job)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Have no logo any more."""
        remove_logo(tournament=request.tournament, author=self.writer)
        return Response(status=204)
