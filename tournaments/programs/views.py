"""Page of the webhooks of a tournament."""

from datetime import timedelta
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.models import Webhook, WebhookDelivery
from tournaments.permissions import act
from tournaments.programs.forms import WebhookForm
from tournaments.programs.selectors import LOG_LENGTH, deliveries_of, webhooks_of
from tournaments.programs.services import (
    add_webhook,
    remove_webhook,
    resume_webhook,
    send_again,
    test_webhook,
    webhook_secret,
)
from tournaments.site.requests import UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit

LATE_AFTER = timedelta(minutes=5)  # a delivery without a try for so long shows that no worker runs


@act("manage_webhooks")
@never_cache
def webhooks(request: UserRequest) -> HttpResponse:
    """List the webhooks and the log; add a webhook. Only the answer to adding shows its secret."""
    tournament = request.tournament
    form, new_webhook = WebhookForm(posted_data(request)), None
    submission = submit(
        form, lambda: add_webhook(tournament=tournament, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        new_webhook, form = submission.result, WebhookForm()
    log = deliveries_of(tournament)
    late_deliveries = log.filter(
        state=WebhookDelivery.State.WAITING, tries=0, due_at__lt=timezone.now() - LATE_AFTER
    )
    context = {
        "form": form,
        "new_webhook": new_webhook,
        "secret": webhook_secret(new_webhook) if new_webhook else "",
        "webhooks": webhooks_of(tournament),
        "log": log[:LOG_LENGTH],
        "has_late_deliveries": late_deliveries.exists(),
    }
    return render(request, "tournaments/programs/webhooks.html", context, status=submission.status)


@require_POST
@act("manage_webhooks")
def webhook_remove(request: UserRequest, webhook: UUID) -> HttpResponse:
    with show_outcome(request, _("Dirección quitada: ya no recibe avisos.")):
        remove_webhook(webhook=_webhook(request, webhook), author=request.user)
    return redirect("webhooks", slug=request.tournament.slug)


@require_POST
@act("manage_webhooks")
def webhook_resume(request: UserRequest, webhook: UUID) -> HttpResponse:
    with show_outcome(request, _("La dirección vuelve a recibir avisos.")):
        resume_webhook(webhook=_webhook(request, webhook), author=request.user)
    return redirect("webhooks", slug=request.tournament.slug)


@require_POST
@act("manage_webhooks")
def webhook_test(request: UserRequest, webhook: UUID) -> HttpResponse:
    with show_outcome(request, _("Aviso de prueba en camino: mire abajo si se ha recibido.")):
        test_webhook(webhook=_webhook(request, webhook))
    return redirect("webhooks", slug=request.tournament.slug)


@require_POST
@act("manage_webhooks")
def webhook_send_again(request: UserRequest, delivery: int) -> HttpResponse:
    with show_outcome(request, _("El aviso se envía otra vez.")):
        send_again(delivery=get_object_or_404(deliveries_of(request.tournament), pk=delivery))
    return redirect("webhooks", slug=request.tournament.slug)


def _webhook(request: UserRequest, webhook: UUID) -> Webhook:
    return get_object_or_404(webhooks_of(request.tournament), pk=webhook)
