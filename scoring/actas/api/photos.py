"""API of the photos of a match's paper acta, for users with a role."""

from django.http import FileResponse, Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.actas.api.matches import find_match_to_write
from scoring.actas.photos import MOST_BYTES
from scoring.actas.selectors.actas import get_photo, photos_of
from scoring.actas.services.photos import order_photo, remove_photo
from scoring.actas.views.photos import photo_response
from scoring.models import Photo
from tournaments.jobs.api import JobSerializer, job_accepted
from tournaments.site.api.fields import Body
from tournaments.site.api.parsers import Upload
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class PhotoUpload(Upload):
    """Parser of a form with one photo of at most MOST_BYTES."""

    max_bytes = MOST_BYTES


class PhotoSerializer(serializers.ModelSerializer):
    id = serializers.IntegerField(source="pk")
    author = serializers.CharField(source="author_name", allow_blank=True)

    class Meta:
        model = Photo
        fields = ("id", "width", "height", "author", "at")


class PhotoBody(Body):
    photo = serializers.FileField(
        allow_empty_file=True, help_text="JPEG, PNG or WebP of at most 8 MB."
    )


class PhotosView(ApiView):
    acts = {"GET": "enter_result", "POST": "enter_result"}
    parser_classes = (PhotoUpload,)

    @extend_schema(responses=PhotoSerializer(many=True))
    def get(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Return the photos of a match's paper, oldest first."""
        return self.list_answer(PhotoSerializer, photos_of(find_match_to_write(request, code)))

    @extend_schema(request={"multipart/form-data": PhotoBody}, responses={202: JobSerializer})
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Store a photo of the paper.

        A job makes it smaller and removes the phone's metadata.
        """
        match, file = find_match_to_write(request, code), self.body(PhotoBody)["photo"]
        job = order_photo(match=match, author=self.writer, content=file.read(MOST_BYTES + 1))
        return job_accepted(self, job)


class PhotoView(ApiView):
    acts = {"GET": "enter_result", "DELETE": "correct_result"}

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: ApiRequest, slug: str, code: str, photo: int) -> FileResponse:
        """Return the picture."""
        return photo_response(self._photo(request, code, photo))

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, code: str, photo: int) -> Response:
        """Delete a photo."""
        stored_photo = self._photo(request, code, photo)
        remove_photo(photo=stored_photo, author=self.writer)
        return Response(status=204)

    def _photo(self, request: ApiRequest, code: str, key: int) -> Photo:
        photo = get_photo(find_match_to_write(request, code), key)
        if photo is None:
            raise Http404
        return photo
