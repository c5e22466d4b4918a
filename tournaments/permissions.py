"""Permissions: one table of acts, for pages and API alike.

Every view says which act it is (`@act("draw_round")`, or `@public`); `docs/roles.md` is written
from this table.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django_htmx.http import HttpResponseClientRefresh

from tournaments.models import Membership, RequestCache, Role, Tournament
from tournaments.visibility import visible_to

ORGANISER, DESK, REFEREE = Role.ORGANISER, Role.DESK, Role.REFEREE
HELPERS = frozenset({ORGANISER, DESK, REFEREE})
PUBLIC = "public"  # anybody, without an account
ACCOUNT = "account"  # anybody who has logged in
SITE = "superuser"  # looks after the whole site; no role of a tournament
AT_TABLE = "write_at_table"  # whoever holds the link of a table, and no account at all

ACTS: dict[str, frozenset[str]] = {
    "view_public": frozenset({PUBLIC}),
    "create_tournament": frozenset({ACCOUNT}),
    "enter": frozenset({ACCOUNT}),
    "own_account": frozenset({ACCOUNT}),
    "manage_accounts": frozenset({SITE}),
    "leave_team": HELPERS,
    "view_panel": HELPERS,
    "edit_tournament": frozenset({ORGANISER}),
    "delete_tournament": frozenset({ORGANISER}),
    "anonymise": frozenset({ORGANISER}),
    "export_person": frozenset({ORGANISER}),
    "manage_entries": frozenset({ORGANISER, DESK}),
    "withdraw_entry": frozenset({ORGANISER, DESK}),
    "draw_round": frozenset({ORGANISER}),
    "call_tables": HELPERS,
    "see_forecast": frozenset({ORGANISER, DESK}),
    "rehearse_day": frozenset({ORGANISER, DESK}),
    "print_sheets": HELPERS,
    "enter_result": HELPERS,
    AT_TABLE: frozenset(),  # no role gives it: see scoring/views/actas/pieces.py
    "table_links": frozenset({ORGANISER, DESK}),  # shown and revoked
    "correct_result": HELPERS,  # in the round in play
    "correct_closed_round": frozenset({ORGANISER}),
    "catch_up": frozenset({ORGANISER, DESK}),
    "seat_late": frozenset({ORGANISER, DESK}),  # whoever comes while somebody rests
    "penalise": frozenset({ORGANISER, REFEREE}),
    "manage_team": frozenset({ORGANISER}),
    "view_audit": frozenset({ORGANISER}),
}


def membership_of(user: User | AnonymousUser, tournament: Tournament) -> Membership:
    """Return the user's role in a tournament, "" for none, with the ranges of its tables.

    Read anew each time, so that a member taken off is out at once; a superuser is an organiser.
    """
    member = None
    if user.is_authenticated and not user.is_superuser:
        member = Membership.objects.filter(user=user, tournament=tournament).first()
    return member or Membership(role=ORGANISER if user.is_superuser else "")


def role_of(user: User | AnonymousUser, tournament: Tournament) -> str:
    """The user's role in a tournament, "" for none."""
    return membership_of(user, tournament).role


def allows(act_name: str, role: str, authenticated: bool) -> bool:
    """Whether somebody with this role ("" for none) may do the act."""
    allowed = ACTS[act_name]
    return PUBLIC in allowed or (ACCOUNT in allowed and authenticated) or role in allowed


def may(user: User | AnonymousUser, act_name: str, tournament: Tournament) -> bool:
    """Whether this user may do the act in this tournament."""
    return allows(act_name, role_of(user, tournament), user.is_authenticated)


def act(act_name: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a page's view run only for those who may do the act.

    `slug` becomes `request.tournament`, `request.role` and `request.tables` ("" all). Without an
    account: to the login; without the right: 403; where the tournament is not shown: 404.
    """
    assert act_name in ACTS, act_name

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            tournament, member = None, Membership(role=SITE if request.user.is_superuser else "")
            if "slug" in kwargs:
                tournament = get_object_or_404(visible_to(request), slug=kwargs.pop("slug"))
                tournament.request_cache = RequestCache(
                    tournament, asked_stage(request), reads=reads(request)
                )
                member = membership_of(request.user, tournament)
            if not allows(act_name, member.role, request.user.is_authenticated):
                return _kept_out(request)
            request.tournament, request.role = tournament, member.role  # type: ignore[attr-defined]
            request.tables = member.tables  # type: ignore[attr-defined]
            return view(request, *args, **kwargs)

        guarded.act = act_name  # type: ignore[attr-defined]
        return guarded

    return decorate


def _kept_out(request: HttpRequest) -> HttpResponse:
    """To the door of accounts, or 403; a piece of a page that refreshes reloads it whole."""
    if request.user.is_authenticated:
        raise PermissionDenied
    if getattr(request, "htmx", False) and request.method == "GET":
        return HttpResponseClientRefresh()
    return redirect_to_login(request.get_full_path())


def asked_stage(request: HttpRequest) -> int | None:
    """The stage asked for with `?fase=2` (`?stage=2`, in the API); None is the one in play."""
    asked = request.GET.get("fase") or request.GET.get("stage") or ""
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None


def reads(request: HttpRequest) -> bool:
    """Whether the request changes nothing, so that what it asks stays as it was told."""
    return request.method in ("GET", "HEAD")


def act_of(view: Any) -> str:
    """Return PUBLIC for a page that anybody may see, else its act, "" where it says none."""
    name = getattr(view, "act", "")
    return PUBLIC if PUBLIC in ACTS.get(name, ()) else name


public = act("view_public")
