"""Views of the team: members, roles, leaving, invitations."""

from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.accounts.forms import InvitationForm, MemberForm, RoleForm
from tournaments.accounts.selectors import (
    INVITATION_KEY,
    invitation_of,
    is_invitation_open,
    open_invitations,
    opened_invitation,
)
from tournaments.accounts.services.roles import (
    accept_invitation,
    grant_role,
    invite,
    link_digest,
    revoke_invitation,
    revoke_role,
)
from tournaments.accounts.throttling import INVITATION, WrongSecret, throttle_guesses
from tournaments.models import Invitation, Membership, Role
from tournaments.permissions import act, public, role_of
from tournaments.site.public_address import base_url, is_only_here
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, submit


@require_safe
@act("enter")
def enter(request: UserRequest) -> HttpResponse:
    """Redirect a referee to his tables, another member to «Hoy», anybody else to the tournament."""
    pages = {"": "tournament", Role.REFEREE: "my_tables"}
    return redirect(pages.get(request.role, "panel"), slug=request.tournament.slug)


@act("manage_team")
def team(request: UserRequest) -> HttpResponse:
    form = MemberForm(posted_data(request))
    submission = submit(
        form,
        lambda: grant_role(tournament=request.tournament, author=request.user, **form.cleaned_data),
    )
    if submission.done:
        member = submission.result
        return _redirect_to_team(request, member)
    team = request.tournament.team.select_related("user").order_by("user__username")
    members = sorted(team, key=lambda member: Role.values.index(member.role))
    invitations = open_invitations(request.tournament)
    context = {"form": form, "members": members, "invitations": invitations}
    return render(request, "tournaments/accounts/team/team.html", context, status=submission.status)


@act("manage_team")
def team_member(request: UserRequest, user: int) -> HttpResponse:
    """Change the role of a member, with its tables or its stage."""
    members = request.tournament.team.select_related("user")
    member = get_object_or_404(members, user=user)
    initial = {"role": member.role, "tables": member.tables, "stage": member.stage or None}
    form = RoleForm(posted_data(request), initial=initial)
    submission = submit(
        form,
        lambda: grant_role(
            tournament=request.tournament,
            author=request.user,
            username=member.user.username,
            **form.cleaned_data,
        ),
    )
    if submission.done:
        member = submission.result
        return _redirect_to_team(request, member)
    context = {"form": form, "member": member}
    return render(
        request, "tournaments/accounts/team/team_member.html", context, status=submission.status
    )


@act("manage_team")
@require_POST
def team_remove(request: UserRequest, user: int) -> HttpResponse:
    person = get_object_or_404(User, pk=user)
    revoke_role(tournament=request.tournament, author=request.user, user=person)
    messages.success(request, _("%(user)s ya no es colaborador.") % {"user": person})
    if person == request.user:
        return redirect("home")
    return redirect("team", slug=request.tournament.slug)


@act("leave_team")
def team_leave(request: UserRequest) -> HttpResponse:
    """Ask for confirmation, then leave the team."""
    if request.method != "POST":
        return render(request, "tournaments/accounts/team/team_leave.html")
    revoke_role(tournament=request.tournament, author=request.user, user=request.user)
    messages.success(request, _("Ya no es colaborador de «%s».") % request.tournament)
    return redirect("home")


def _redirect_to_team(request: PageRequest, member: Membership) -> HttpResponse:
    message = _("%(user)s: %(role)s.") % {"user": member.user, "role": member.get_role_display()}
    if member.tables:
        message += " " + _("Mesas %(tables)s.") % {"tables": member.tables}
    if member.stage:
        message += " " + _("Fase %(number)s.") % {"number": member.stage}
    messages.success(request, message)
    return redirect("team", slug=request.tournament.slug)


# --- Invitations ----------------------------------------------------------------------------------
@act("manage_team")
@never_cache
def invitation_new(request: UserRequest) -> HttpResponse:
    """Make an invitation; only the answer to the form shows its link."""
    form = InvitationForm(posted_data(request))
    submission = submit(
        form,
        lambda: invite(tournament=request.tournament, author=request.user, **form.cleaned_data),
    )
    if submission.done:
        invitation, secret = submission.result
        return _invitation_page(request, invitation, secret)
    context = {"form": form}
    return render(
        request, "tournaments/accounts/team/invitation_new.html", context, status=submission.status
    )


@act("manage_team")
@require_POST
def invitation_revoke(request: UserRequest, invitation: int) -> HttpResponse:
    link = get_object_or_404(request.tournament.invitations, pk=invitation)
    revoke_invitation(invitation=link, author=request.user)
    messages.success(request, _("Invitación retirada: el enlace ya no vale."))
    return redirect("team", slug=request.tournament.slug)


@require_safe
@public
@throttle_guesses(INVITATION, place="secret")
@never_cache
def invitation_open(request: HttpRequest, secret: str) -> HttpResponse:
    """Remember the invitation of the link; the redirect takes its secret off the address bar."""
    invitation = invitation_of(link_digest(secret))
    if invitation is None:
        raise WrongSecret
    request.session[INVITATION_KEY] = invitation.pk
    answer = redirect("invitation")
    # No other page has this header: without a referrer a form sends no origin, and Django refuses
    # the form.
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


@require_safe
@public
@never_cache
def invitation(request: HttpRequest) -> HttpResponse:
    """Show the invitation opened in this browser; 410 if it is no longer open."""
    invitation = opened_invitation(request.session)
    status = 200 if invitation and is_invitation_open(invitation) else 410
    context: dict[str, Any] = {"invitation": invitation, "is_open": status == 200}
    if invitation:
        context["my_role"] = role_of(request.user, invitation.tournament)
    return render(request, "tournaments/accounts/team/invitation.html", context, status=status)


@act("enter")
@require_POST
def invitation_accept(request: UserRequest) -> HttpResponse:
    invitation = opened_invitation(request.session)
    if invitation is None:
        return redirect("invitation")
    member = accept_invitation(invitation=invitation, user=request.user)
    del request.session[INVITATION_KEY]
    message = _("Ya es colaborador: %(role)s.") % {"role": member.get_role_display()}
    messages.success(request, message)
    return redirect("enter", slug=invitation.tournament.slug)


def _invitation_page(request: HttpRequest, invitation: Invitation, secret: str) -> HttpResponse:
    link = base_url(request) + reverse("invitation_open", kwargs={"secret": secret})
    qr = ""
    if not is_only_here(link):
        qr = segno.make(link, error="m", micro=False).svg_inline(border=2, omitsize=True)
    context = {"invitation": invitation, "link": link, "qr": mark_safe(qr)}
    return render(request, "tournaments/accounts/team/invitation_made.html", context)
