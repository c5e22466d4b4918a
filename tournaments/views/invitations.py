"""Invitations by link: made and taken back by the organiser, opened and accepted by somebody."""

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.team import InvitationForm
from tournaments.login.throttling import INVITATION, WrongSecret, throttle_guesses
from tournaments.models import Invitation
from tournaments.permissions import act, public, role_of
from tournaments.public_address import base_url, is_only_here
from tournaments.selectors.invitations import KEPT, invitation_of, is_open, opened_invitation
from tournaments.services.access.invitations import (
    accept_invitation,
    digest_of,
    invite,
    revoke_invitation,
)
from tournaments.views.submit import posted, submit


@act("manage_team")
@never_cache
def invitation_new(request: HttpRequest) -> HttpResponse:
    """The link is on the answer to the form and nowhere else: it is seen once."""
    form = InvitationForm(posted(request))
    sent = submit(
        form,
        lambda: invite(tournament=request.tournament, author=request.user, **form.cleaned_data),
    )
    if sent.done:
        invitation, secret = sent.made
        return _made(request, invitation, secret)
    context = {"form": form}
    return render(request, "tournaments/team/invitation_new.html", context, status=sent.status)


@act("manage_team")
@require_POST
def invitation_revoke(request: HttpRequest, invitation: int) -> HttpResponse:
    link = get_object_or_404(request.tournament.invitations, pk=invitation)
    revoke_invitation(invitation=link, author=request.user)
    messages.success(request, _("Invitación retirada: el enlace ya no vale."))
    return redirect("team", slug=request.tournament.slug)


@require_safe
@public
@throttle_guesses(INVITATION, place="secret")
@never_cache
def invitation_open(request: HttpRequest, secret: str) -> HttpResponse:
    """Remember the invitation that the link opens; its secret leaves the address bar."""
    invitation = invitation_of(digest_of(secret))
    if invitation is None:
        raise WrongSecret
    request.session[KEPT] = invitation.pk
    answer = redirect("invitation")
    # Only here: a form on a page without referrer sends no origin, and Django refuses it.
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


@require_safe
@public
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    """Return what one is invited to, for whoever has opened the link in this browser."""
    opened = opened_invitation(request.session)
    status = 200 if opened and is_open(opened) else 410
    context = {"invitation": opened, "is_open": status == 200}
    if opened:
        context["my_role"] = role_of(request.user, opened.tournament)
    return render(request, "tournaments/team/invitation.html", context, status=status)


@act("enter")
@require_POST
def invitation_accept(request: HttpRequest) -> HttpResponse:
    opened = opened_invitation(request.session)
    if opened is None:
        return redirect("invitation")
    member = accept_invitation(invitation=opened, user=request.user)
    del request.session[KEPT]
    message = _("Ya está en el equipo: %(role)s.") % {"role": member.get_role_display()}
    messages.success(request, message)
    return redirect("enter", slug=opened.tournament.slug)


def _made(request: HttpRequest, invitation: Invitation, secret: str) -> HttpResponse:
    link = base_url(request) + reverse("invitation_open", kwargs={"secret": secret})
    qr = ""
    if not is_only_here(link):
        qr = segno.make(link, error="m", micro=False).svg_inline(border=2, omitsize=True)
    context = {"invitation": invitation, "link": link, "qr": mark_safe(qr)}
    return render(request, "tournaments/team/invitation_made.html", context)
