"""API of the desk for requests for an entry. Players send requests only on the page."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.models import EntryRequest, Tournament
from tournaments.people.api.entries import EntrySerializer, find_entry
from tournaments.people.services.registering import REASON_LENGTH
from tournaments.sign_up.services import accept_request, refuse_requests
from tournaments.site.api.fields import Body, Text
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class RequestedPersonSerializer(serializers.Serializer):
    name = serializers.CharField()
    surname = serializers.CharField(allow_blank=True)
    town = serializers.CharField(allow_blank=True)


class EntryRequestSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=EntryRequest.State.choices)
    name = serializers.CharField(allow_blank=True, help_text="Name of a team.")
    players = RequestedPersonSerializer(many=True, source="people")
    town = serializers.CharField(allow_blank=True)
    single = serializers.BooleanField(help_text="Whether the person looks for a partner.")
    phone = serializers.CharField(allow_blank=True)
    guardian = serializers.CharField(
        allow_blank=True, help_text="Adult who consents to the entry of a minor."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Reason of a refusal.")
    entry = serializers.IntegerField(
        source="entry.number", default=None, allow_null=True, help_text="Number of its entry."
    )
    created_at = serializers.DateTimeField()


class RequestFilter(serializers.Serializer):
    state = serializers.ChoiceField(choices=EntryRequest.State.choices, required=False)


class RefuseRequestBody(Body):
    reason = Text(max_length=REASON_LENGTH, required=False, default="", allow_blank=True)


class RequestsView(ApiView):
    acts = {"GET": "manage_entries"}
    queries = {"GET": RequestFilter}
    is_private = True

    @extend_schema(responses=EntryRequestSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the requests for an entry, the oldest first."""
        requests = request.tournament.requests.select_related("tournament", "entry")
        rows = requests.filter(**self.query()).order_by("pk")
        return self.list_answer(EntryRequestSerializer, rows)


class RequestAcceptView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=None, responses=EntrySerializer)
    def post(self, request: ApiRequest, slug: str, asked: int) -> Response:
        """Accept a request: register its entry, with the checks of any entry."""
        entry_request = _request_at(request.tournament, asked)
        entry = accept_request(request=entry_request, author=self.user)
        return self.answer(EntrySerializer, find_entry(request.tournament, entry.number))


class RequestRefuseView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=RefuseRequestBody, responses=EntryRequestSerializer)
    def post(self, request: ApiRequest, slug: str, asked: int) -> Response:
        """Refuse a request; the players read the reason. A request with an answer is unchanged."""
        entry_request = _request_at(request.tournament, asked)
        reason = self.body(RefuseRequestBody)["reason"]
        refuse_requests(
            tournament=request.tournament,
            author=self.user,
            requests=[entry_request.pk],
            reason=reason,
        )
        return self.answer(EntryRequestSerializer, _request_at(request.tournament, asked))


def _request_at(tournament: Tournament, key: int) -> EntryRequest:
    requests = tournament.requests.select_related("tournament", "entry")
    return get_object_or_404(requests, pk=key)
