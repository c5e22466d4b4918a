"""API of the changes of a tournament since a cursor."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.models import ChangeKind
from tournaments.permissions import allows
from tournaments.programs.selectors import changes_since
from tournaments.site.api.view import ApiView
from tournaments.site.page_cache import revision
from tournaments.site.requests import ApiRequest


class SinceFilter(serializers.Serializer):
    since = serializers.IntegerField(
        min_value=0,
        max_value=2**62,
        required=False,
        help_text="The `cursor` of an earlier answer. Without it, the answer has only a cursor.",
    )


class ChangeSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=ChangeKind.choices)
    address = serializers.CharField(
        help_text="Address to read again; 404 means that it was deleted."
    )
    at = serializers.DateTimeField()


class ChangesSerializer(serializers.Serializer):
    cursor = serializers.IntegerField(help_text="Send it as `since` in the next call.")
    everything = serializers.BooleanField(
        help_text="Too many changes, or an unknown cursor: read everything again."
    )
    version = serializers.IntegerField(
        help_text="It rises with every write, also with writes that no change reports."
    )
    changes = ChangeSerializer(many=True)


class ChangesView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": SinceFilter}
    pagination_class = None

    @extend_schema(responses=ChangesSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the changes since a cursor, each address once, oldest first.

        The next answer repeats the changes of the last minute, so that none is missed.
        """
        tournament = request.tournament
        by_account = request.user.is_authenticated
        answer = changes_since(
            tournament,
            self.query().get("since"),
            request.audience,
            entries=allows("manage_entries", request.role, by_account),
            drafts=allows("draw_round", request.role, by_account),
        )
        root = reverse("api_tournament", kwargs={"slug": tournament.slug})
        changes = [
            {"kind": change.kind, "address": root + change.resource, "at": change.at}
            for change in answer.changes
        ]
        body = {
            "cursor": answer.cursor,
            "everything": answer.everything,
            "version": revision(tournament, request.audience),
            "changes": changes,
        }
        return self.answer(ChangesSerializer, body)
