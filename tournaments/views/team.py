"""The people who help: who they are, what each does, and leaving."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.team import MemberForm, RoleForm
from tournaments.models import Membership, Role
from tournaments.permissions import act
from tournaments.selectors.invitations import open_invitations
from tournaments.services.access.roles import grant_role, revoke_role
from tournaments.views.submit import posted, submit


@require_safe
@act("enter")
def enter(request: HttpRequest) -> HttpResponse:
    """Where each one goes on logging in to a tournament: a referee, to the tables that play."""
    pages = {"": "tournament", Role.REFEREE: "my_tables"}
    return redirect(pages.get(request.role, "panel"), slug=request.tournament.slug)


@act("manage_team")
def team(request: HttpRequest) -> HttpResponse:
    form = MemberForm(posted(request))
    sent = submit(
        form,
        lambda: grant_role(tournament=request.tournament, author=request.user, **form.cleaned_data),
    )
    if sent.done:
        member = sent.made
        return _granted(request, member)
    members = request.tournament.team.select_related("user").order_by("user__username")
    members = sorted(members, key=lambda member: Role.values.index(member.role))
    invitations = open_invitations(request.tournament)
    context = {"form": form, "members": members, "invitations": invitations}
    return render(request, "tournaments/team/team.html", context, status=sent.status)


@act("manage_team")
def team_member(request: HttpRequest, user: int) -> HttpResponse:
    """Change somebody's role and tables."""
    members = request.tournament.team.select_related("user")
    member = get_object_or_404(members, user=user)
    now = {"role": member.role, "tables": member.tables}
    form = RoleForm(posted(request), initial=now)
    sent = submit(
        form,
        lambda: grant_role(
            tournament=request.tournament,
            author=request.user,
            username=member.user.username,
            **form.cleaned_data,
        ),
    )
    if sent.done:
        member = sent.made
        return _granted(request, member)
    context = {"form": form, "member": member}
    return render(request, "tournaments/team/team_member.html", context, status=sent.status)


@act("manage_team")
@require_POST
def team_remove(request: HttpRequest, user: int) -> HttpResponse:
    person = get_object_or_404(User, pk=user)
    revoke_role(tournament=request.tournament, author=request.user, user=person)
    messages.success(request, _("%(user)s ya no está en el equipo.") % {"user": person})
    if person == request.user:
        return redirect("home")
    return redirect("team", slug=request.tournament.slug)


@act("leave_team")
def team_leave(request: HttpRequest) -> HttpResponse:
    """Leave by oneself, after being asked once."""
    if request.method != "POST":
        return render(request, "tournaments/team/team_leave.html")
    revoke_role(tournament=request.tournament, author=request.user, user=request.user)
    messages.success(request, _("Ya no está en el equipo de «%s».") % request.tournament)
    return redirect("home")


def _granted(request: HttpRequest, member: Membership) -> HttpResponse:
    message = _("%(user)s: %(role)s.") % {"user": member.user, "role": member.get_role_display()}
    if member.tables:
        message += " " + _("Mesas %(tables)s.") % {"tables": member.tables}
    messages.success(request, message)
    return redirect("team", slug=request.tournament.slug)
