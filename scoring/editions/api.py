"""The API of the next edition."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.editions.services import PeopleToCopy, copy_tournament
from tournaments.setup.services.checks import NAME_LENGTH
from tournaments.site.api.fields import Body, Moment, Text, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class CopyBody(Body):
    name = Text(max_length=NAME_LENGTH)
    starts_at = Moment(help_text="The dates of the rounds shift by the same days.")
    people = serializers.ChoiceField(
        choices=PeopleToCopy.choices,
        required=False,
        help_text="Entries to copy, unpaid, absent and unseeded: none, live, all.",
    )
    staff = YesNo(required=False, help_text="Copy the roles of the other users; true by default.")
    as_template = YesNo(
        required=False, help_text="Make a template, which is private and not drawn."
    )


class CopySerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    visibility = serializers.CharField()
    is_template = serializers.BooleanField()


class CopiesView(ApiView):
    acts = {"POST": "copy_tournament"}

    @extend_schema(request=CopyBody, responses={201: CopySerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Create the next edition of a tournament, or a template of it."""
        values = self.body(CopyBody)
        copy = copy_tournament(tournament=request.tournament, author=self.user, **values)
        answer = self.answer(CopySerializer, copy, status=201)
        answer.headers["Location"] = reverse("api_tournament", args=[copy.slug])
        return answer
