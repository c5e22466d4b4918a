"""Permissions of the API, from the same table of acts as the pages."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission

from tournaments.accounts.second_factor import second_factor_refusal
from tournaments.models import ApiToken, Club, Membership, RequestCache, Visibility
from tournaments.names.audience import NOBODY
from tournaments.permissions import (
    allows,
    audience_of,
    club_role_of,
    is_in_scope,
    is_read_only,
    lacks_second_factor,
    membership_of,
    refuse_other_stage,
    requested_stage,
    visible_tournament,
)
from tournaments.refusal import Refused
from tournaments.site.requests import ApiRequest


class ActPermission(BasePermission):
    """Allow the method if the caller may do its act.

    A view lists its acts as `acts = {"GET": "view_public", "POST": "draw_round"}`. With a `slug`
    in the address, the view gets `request.tournament`, `request.role` and `request.tables` (the
    tables of the role). The tournament shows the stage of `?stage=2`; an unknown stage is a 404.
    With a `club` in the address, the view gets `request.club` and the role of the club's officers.
    """

    def has_permission(self, request: ApiRequest, view: Any) -> bool:  # type: ignore[override]  # every view is an ApiView
        method = "GET" if request.method in ("HEAD", "OPTIONS") else request.method
        request.tournament = None  # type: ignore[assignment]  # none without `slug`
        request.role = request.tables = ""
        request.audience = NOBODY
        member = Membership()
        if "slug" in view.kwargs:
            request.tournament = visible_tournament(request, view.kwargs["slug"])
            member = membership_of(request.user, request.tournament)
            if _is_elsewhere(request):  # the token gives no role in this tournament
                if request.tournament.visibility == Visibility.PRIVATE:
                    raise Http404
                member = Membership(role="")
            request.role, request.tables = member.role, member.tables
            request.tournament.request_cache = _request_cache(request)
            request.audience = audience_of(request.tournament, member.role)
        elif "club" in view.kwargs:
            request.club = get_object_or_404(Club, slug=view.kwargs["club"])
            if not _is_elsewhere(request):
                request.role = club_role_of(request.user, request.club)
        if lacks_second_factor(request.user):
            raise second_factor_refusal()
        act = view.acts.get(method)
        token: object = request.auth
        if act is not None and isinstance(token, ApiToken):
            reading = is_read_only(request) and not view.is_private
            _refuse_out_of_scope(request, token, act, reading=reading)
        if act is None:  # the view itself answers with 405
            return True
        if not allows(act, request.role, request.user.is_authenticated):
            return False
        if request.tournament is not None:
            refuse_other_stage(request, act, request.tournament, member, view.kwargs)
        return True


def _refuse_out_of_scope(request: ApiRequest, token: ApiToken, act: str, *, reading: bool) -> None:
    """Raise Refused 403 `scope` if the token was not made for this act or this tournament."""
    is_elsewhere = act != "view_public" and _is_elsewhere(request)
    if is_elsewhere or not is_in_scope(token, act, reading=reading):
        raise Refused(
            "scope",
            _("Este token no vale para esto (%(scopes)s). Haga otro en «Mis tokens»."),
            status=403,
            scopes=token.scopes_in_words,
        )


def _is_elsewhere(request: ApiRequest) -> bool:
    """Return whether the token was made for one tournament and the request is not about it."""
    token_tournament = getattr(request.auth, "tournament_id", None)
    return token_tournament not in (None, getattr(request.tournament, "pk", None))


def _request_cache(request: ApiRequest) -> RequestCache:
    """Return the request cache of the requested stage (404 if unknown), or of the stage in play."""
    number = requested_stage(request)
    request_cache = RequestCache(request.tournament, number, reads=is_read_only(request))
    stage_parameters = {"stage", "fase"} & request.query_params.keys()
    if stage_parameters and number not in {stage.number for stage in request_cache.stages}:
        raise Http404
    return request_cache
