"""Webhooks: the organiser adds them, each act queues deliveries, the worker sends them."""

import json
import logging
from base64 import b64encode
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError as BrokerAway

from tournaments.audit.services import note
from tournaments.models import (
    AuditLine,
    ChangeKind,
    Match,
    Round,
    Tournament,
    Webhook,
    WebhookDelivery,
)
from tournaments.programs.addresses import checked_address
from tournaments.programs.selectors import change_of, is_public_now, webhooks_for
from tournaments.programs.signing import PREFIX, signature
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.rounds.services.tables import lock_tournament
from tournaments.site.public_address import url_without_request

log = logging.getLogger(__name__)
State = WebhookDelivery.State
MAX_WEBHOOKS, URL_LENGTH = 10, 300
TEST = "test"
# Seconds from each try to the next try: five tries in half an hour, the last try after about three
# days.
PAUSES = (10, 60, 300, 1200, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600)
LEASE = timedelta(seconds=60)  # while a worker sends a message, no other worker takes it
SWITCH_OFF_AFTER = timedelta(days=3)  # a webhook that fails for so long is switched off
# Age and number of the deliveries that the log of a webhook keeps.
LOG_AGE, MAX_LOG = timedelta(days=30), 200


def webhook_secret(webhook: Webhook) -> str:
    """Return the secret of a webhook, in the form of «Standard Webhooks»."""
    digest = salted_hmac("tapete.webhook", webhook.pk.hex, algorithm="sha256").digest()
    return PREFIX + b64encode(digest).decode()


# --- The organiser --------------------------------------------------------------------------------
@transaction.atomic
def add_webhook(*, tournament: Tournament, author: User, url: str, kinds: Sequence[str]) -> Webhook:
    """Add an address that gets changes of these kinds.

    Raises Refused: 400 `kinds_needed`, `unknown_choice`, and as `checked_address`; 409
    `too_many_webhooks`.
    """
    if not kinds:
        raise Refused("kinds_needed", _("Marque al menos una clase de cambio."), field="kinds")
    for kind in kinds:
        refuse_unknown_choice("kinds", kind, ChangeKind.values)
    checked_address(url)
    lock_tournament(tournament)
    if tournament.webhooks.count() >= MAX_WEBHOOKS:
        sentence = _("Este torneo ya avisa a %(most)s direcciones: quite antes alguna.")
        raise Conflict("too_many_webhooks", sentence, most=MAX_WEBHOOKS)
    ordered_kinds = [kind for kind in ChangeKind.values if kind in kinds]
    webhook = Webhook.objects.create(
        tournament=tournament, url=url, kinds=ordered_kinds, author=author
    )
    note(tournament, author, "add_webhook", _host(webhook), after={"kinds": ordered_kinds})
    return webhook


@transaction.atomic
def remove_webhook(*, webhook: Webhook, author: User) -> None:
    """Delete a webhook with its log."""
    note(webhook.tournament, author, "remove_webhook", _host(webhook))
    webhook.delete()


@transaction.atomic
def resume_webhook(*, webhook: Webhook, author: User) -> None:
    """Switch a webhook on again, and clear the time of its first failure."""
    Webhook.objects.filter(pk=webhook.pk).update(active=True, failing_since=None)
    note(webhook.tournament, author, "resume_webhook", _host(webhook))


@transaction.atomic
def test_webhook(*, webhook: Webhook) -> WebhookDelivery:
    """Queue a message of the kind `test`; return its delivery."""
    delivery = WebhookDelivery.objects.create(webhook=webhook, kind=TEST)
    _send_soon([delivery])
    return delivery


@transaction.atomic
def send_again(*, delivery: WebhookDelivery) -> None:
    """Queue a delivery again, due now, with its count of tries back at 0."""
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        state=State.WAITING, tries=0, due_at=timezone.now()
    )
    _send_soon([delivery])


# --- Changes --------------------------------------------------------------------------------------
def queue_deliveries(sender: type[AuditLine], instance: AuditLine, **signal: Any) -> None:
    """Receive `post_save` of an audit line: queue its deliveries in the transaction of the act."""
    if not signal.get("created") or signal.get("raw"):
        return
    webhooks = webhooks_for(instance)
    if not webhooks:
        return
    change = change_of(instance)
    rows = [
        WebhookDelivery(webhook=webhook, kind=change.kind, resource=change.resource)
        for webhook in webhooks
    ]
    _send_soon(WebhookDelivery.objects.bulk_create(rows))


def _send_soon(deliveries: Sequence[WebhookDelivery]) -> None:
    """Send deliveries after the commit; without a broker, the worker's clock sends them later."""
    from tournaments.tasks import send_webhook  # tasks.py imports this module

    def send() -> None:
        for delivery in deliveries:
            try:
                send_webhook.delay(delivery.pk)
            except (BrokerAway, OSError) as error:
                log.error("the queue of jobs does not answer: %s", error)
                return

    transaction.on_commit(send)


# --- The worker -----------------------------------------------------------------------------------
def send_delivery(delivery_id: int) -> None:
    """Send a due delivery, unless another worker is sending it, and store the outcome.

    A delivery about a hidden round waits for its announcement, or is dropped if none is set.
    """
    import requests  # every process imports this module, and few send

    now = timezone.now()
    due_delivery = WebhookDelivery.objects.filter(
        pk=delivery_id, state=State.WAITING, due_at__lte=now
    )
    if not due_delivery.update(due_at=now + LEASE):
        return
    delivery = WebhookDelivery.objects.select_related("webhook__tournament").get(pk=delivery_id)
    webhook = delivery.webhook
    if not is_public_now(webhook.tournament, delivery.resource):
        _wait_for_announcement(delivery)
        return
    status, error = 0, ""
    try:
        status = _post(delivery)
    except Refused as refused:
        error = refused.code
    except requests.exceptions.SSLError:
        error = WebhookDelivery.Failure.TLS
    except (requests.exceptions.Timeout, SoftTimeLimitExceeded):
        error = WebhookDelivery.Failure.TIMEOUT
    except OSError:
        error = WebhookDelivery.Failure.UNREACHABLE
    delivery.tries = delivery.tries + 1
    delivery.status = status
    delivery.error = error
    if 200 <= status < 300:
        delivery.state = State.DONE
        Webhook.objects.filter(pk=webhook.pk).update(failing_since=None)
    elif delivery.tries > len(PAUSES) or delivery.kind == TEST:
        delivery.state = State.FAILED
    else:
        delivery.due_at = timezone.now() + timedelta(seconds=PAUSES[delivery.tries - 1])
    delivery.save(update_fields=["tries", "status", "error", "state", "due_at"])
    if delivery.state != State.DONE and delivery.kind != TEST:
        _note_failure(webhook)


def due_deliveries() -> list[int]:
    """Return the keys of due deliveries of active webhooks, oldest first, at most 100."""
    deliveries = WebhookDelivery.objects.filter(
        state=State.WAITING, due_at__lte=timezone.now(), webhook__active=True
    )
    return list(deliveries.order_by("id").values_list("pk", flat=True)[:100])


def forget_old_deliveries() -> None:
    """Delete deliveries older than `LOG_AGE`, and all but the last `MAX_LOG` of each webhook.

    A delivery that still waits is deleted only for its age.
    """
    WebhookDelivery.objects.filter(at__lt=timezone.now() - LOG_AGE).delete()
    for webhook in Webhook.objects.all():
        keys = webhook.deliveries.order_by("-id").values_list("pk", flat=True)
        first_beyond = next(iter(keys[MAX_LOG : MAX_LOG + 1]), None)
        if first_beyond is not None:
            webhook.deliveries.filter(pk__lte=first_beyond).exclude(state=State.WAITING).delete()


def _post(delivery: WebhookDelivery) -> int:
    """Sign and send the message of a delivery; return the HTTP status. Raises as `post`."""
    from tournaments.programs.sending import post  # imported late: it imports requests

    webhook = delivery.webhook
    slug = webhook.tournament.slug
    address = reverse("api_tournament", kwargs={"slug": slug}) + delivery.resource
    message = {
        "type": TEST if delivery.kind == TEST else f"{delivery.kind}.changed",
        "timestamp": delivery.at.isoformat(),
        "data": {"tournament": slug, "address": url_without_request() + address},
    }
    body = json.dumps(message).encode()
    message_id, moment = f"msg_{webhook.pk.hex}_{delivery.pk}", int(timezone.now().timestamp())
    headers = {
        "webhook-id": message_id,
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(webhook_secret(webhook), message_id, moment, body),
    }
    return post(webhook.url, body, headers)


def _wait_for_announcement(delivery: WebhookDelivery) -> None:
    """Make a delivery due when its round is announced; drop it if no announcement is set."""
    round = None
    subject, _slash, name = delivery.resource.strip("/").partition("/")
    tournament = delivery.webhook.tournament
    if subject == "rounds" and name:
        round = Round.objects.filter(tournament=tournament, serial=name).first()
    elif subject == "matches" and name:
        match = Match.objects.filter(tournament=tournament, code=name).first()
        round = match.round if match else None
    row = WebhookDelivery.objects.filter(pk=delivery.pk)
    announced_at = round.announced_at if round else None
    if announced_at is not None and announced_at > timezone.now():
        row.update(due_at=announced_at)
    else:
        row.update(state=State.DROPPED)


def _note_failure(webhook: Webhook) -> None:
    """Store when the first failure happened; switch the webhook off after `SWITCH_OFF_AFTER`."""
    now = timezone.now()
    row = Webhook.objects.filter(pk=webhook.pk)
    row.filter(failing_since=None).update(failing_since=now)
    with transaction.atomic():
        if row.filter(failing_since__lt=now - SWITCH_OFF_AFTER, active=True).update(active=False):
            webhook.deliveries.filter(state=State.WAITING).update(state=State.FAILED)
            note(webhook.tournament, None, "stop_webhook", _host(webhook))


def _host(webhook: Webhook) -> str:
    """Return the host of a webhook for the audit; the rest of its address may be secret."""
    return urlsplit(webhook.url).hostname or ""
