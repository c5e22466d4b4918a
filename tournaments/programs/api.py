"""API of the changes of a tournament since a cursor, and of its webhooks."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.models import ChangeKind, Webhook, WebhookDelivery
from tournaments.permissions import allows
from tournaments.programs.selectors import deliveries_of, reported_changes, webhooks_of
from tournaments.programs.services import (
    URL_LENGTH,
    add_webhook,
    remove_webhook,
    resume_webhook,
    send_again,
    test_webhook,
    webhook_secret,
)
from tournaments.site.api.fields import Body, Text
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


class WebhookSerializer(serializers.Serializer):
    id = serializers.UUIDField(source="pk")
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=ChangeKind.choices))
    active = serializers.BooleanField(help_text="False after three days of failures.")
    failing_since = serializers.DateTimeField(allow_null=True)


class NewWebhookSerializer(WebhookSerializer):
    secret = serializers.SerializerMethodField(
        help_text="It verifies the signature of each message. Only this answer has it."
    )

    def get_secret(self, webhook: Webhook) -> str:
        return webhook_secret(webhook)


class DeliverySerializer(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    webhook = serializers.UUIDField(source="webhook_id")
    kind = serializers.CharField(help_text="A kind of change, or `test`.")
    at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=WebhookDelivery.State.choices)
    tries = serializers.IntegerField()
    status = serializers.IntegerField(help_text="HTTP status of the last answer; 0: no answer.")
    error = serializers.ChoiceField(
        choices=WebhookDelivery.Failure.choices,
        allow_blank=True,
        help_text="Why no answer came to the last try.",
    )


class WebhookBody(Body):
    url = Text(max_length=URL_LENGTH)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=ChangeKind.choices), max_length=len(ChangeKind)
    )


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
        authenticated = request.user.is_authenticated
        answer = reported_changes(
            tournament,
            self.query().get("since"),
            request.audience,
            entries=allows("manage_entries", request.role, authenticated),
            drafts=allows("draw_round", request.role, authenticated),
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


class WebhooksView(ApiView):
    acts = {"GET": "manage_webhooks", "POST": "manage_webhooks"}

    @extend_schema(responses=WebhookSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the addresses of other programs that get the changes."""
        return self.list_answer(WebhookSerializer, webhooks_of(request.tournament))

    @extend_schema(request=WebhookBody, responses={201: NewWebhookSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Add an address."""
        webhook = add_webhook(
            tournament=request.tournament, author=self.user, **self.body(WebhookBody)
        )
        return self.answer(NewWebhookSerializer, webhook, status=201)


class WebhookView(ApiView):
    acts = {"DELETE": "manage_webhooks"}

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, webhook: UUID) -> Response:
        """Remove an address and its log."""
        remove_webhook(webhook=_webhook(request, webhook), author=self.user)
        return Response(status=204)


class WebhookResumeView(ApiView):
    acts = {"POST": "manage_webhooks"}

    @extend_schema(request=None, responses=WebhookSerializer)
    def post(self, request: ApiRequest, slug: str, webhook: UUID) -> Response:
        """Switch on an address that was switched off after three days of failures."""
        resume_webhook(webhook=_webhook(request, webhook), author=self.user)
        return self.answer(WebhookSerializer, _webhook(request, webhook))


class WebhookTestView(ApiView):
    acts = {"POST": "manage_webhooks"}

    @extend_schema(request=None, responses={201: DeliverySerializer})
    def post(self, request: ApiRequest, slug: str, webhook: UUID) -> Response:
        """Send a message of the type `test` to an address."""
        delivery = test_webhook(webhook=_webhook(request, webhook))
        return self.answer(DeliverySerializer, delivery, status=201)


class DeliveriesView(ApiView):
    acts = {"GET": "manage_webhooks"}

    @extend_schema(responses=DeliverySerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the messages sent, the last one first."""
        return self.list_answer(DeliverySerializer, deliveries_of(request.tournament))


class DeliveryAgainView(ApiView):
    acts = {"POST": "manage_webhooks"}

    @extend_schema(request=None, responses=DeliverySerializer)
    def post(self, request: ApiRequest, slug: str, delivery: int) -> Response:
        """Send a message again now, with its count of tries back at 0."""
        deliveries = deliveries_of(request.tournament)
        send_again(delivery=get_object_or_404(deliveries, pk=delivery))
        return self.answer(DeliverySerializer, deliveries.get(pk=delivery))


def _webhook(request: ApiRequest, webhook: UUID) -> Webhook:
    return get_object_or_404(webhooks_of(request.tournament), pk=webhook)
