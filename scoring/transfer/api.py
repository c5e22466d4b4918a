"""API of the tournament file."""

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.transfer.forms import MAX_UPLOAD
from scoring.transfer.services import import_tournament
from scoring.transfer.views import file_response, import_arguments
from tournaments.jobs.api import AnyAccept
from tournaments.site.api.fields import Body, YesNo
from tournaments.site.api.parsers import Upload
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class FileFilter(serializers.Serializer):
    photos = serializers.BooleanField(
        required=False, default=True, help_text="Whether the file has the photos of the actas."
    )


class TransferBody(Body):
    file = serializers.FileField(allow_empty_file=True, help_text="A `.tapete` file, up to 10 MB.")
    as_another = YesNo(
        required=False,
        default=False,
        help_text="With a new identity and new codes, if the tournament is here already.",
    )


class BroughtSerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()


class TransferUpload(Upload):
    max_bytes = MAX_UPLOAD


class TournamentFileView(ApiView):
    acts = {"GET": "export_tournament"}
    queries = {"GET": FileFilter}
    content_negotiation_class = AnyAccept

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the whole tournament as one file, with the secrets of draws to come."""
        return file_response(request.tournament, photos=self.query()["photos"])  # type: ignore[attr-defined]


class TournamentFilesView(ApiView):
    acts = {"POST": "create_tournament"}
    parser_classes = (TransferUpload,)

    @extend_schema(
        request={"multipart/form-data": TransferBody}, responses={201: BroughtSerializer}
    )
    def post(self, request: ApiRequest) -> Response:
        """Create the tournament of a file. The user becomes its organiser.

        Refusals write nothing: 409 `already_here` or `already_here_different` if the tournament is
        here already, 409 `codes_taken` if another tournament has its codes; 400, such as
        `later_version`, `file_incomplete`, `file_wrong` or `acta_differs`, for a file that cannot
        be imported whole.
        """
        tournament = import_tournament(
            author=self.user, **import_arguments(self.body(TransferBody))
        )
        answer = self.answer(BroughtSerializer, tournament, status=201)
        answer.headers["Location"] = reverse("api_tournament", args=[tournament.slug])
        return answer
