"""The people who help."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.refusals import REFUSALS, put_on
from tournaments.forms.team import MemberForm
from tournaments.models import Role
from tournaments.permissions import act
from tournaments.services.roles import grant_role, revoke_role


@act("manage_team")
def team(request: HttpRequest) -> HttpResponse:
    form = MemberForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                member = grant_role(
                    tournament=request.tournament, author=request.user, **form.cleaned_data
                )
                messages.success(
                    request,
                    _("%(user)s: %(role)s.")
                    % {"user": member.user, "role": member.get_role_display()},
                )
                return redirect("team", slug=request.tournament.slug)
            except REFUSALS as error:
                status = put_on(form, error)
    members = request.tournament.team.select_related("user").order_by("user__username")
    members = sorted(members, key=lambda member: Role.values.index(member.role))
    context = {"form": form, "members": members}
    return render(request, "tournaments/team.html", context, status=status)


@act("manage_team")
@require_POST
def team_remove(request: HttpRequest, user: int) -> HttpResponse:
    person = get_object_or_404(User, pk=user)
    revoke_role(tournament=request.tournament, author=request.user, user=person)
    messages.success(request, _("%(user)s ya no está en el equipo.") % {"user": person})
    if person == request.user:
        return redirect("home")
    return redirect("team", slug=request.tournament.slug)
