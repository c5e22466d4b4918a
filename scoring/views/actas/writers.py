"""The writer of this request: an account, or whoever holds the link of a table."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from scoring.selectors.matches.actas import get_match
from scoring.sheets import side_names
from scoring.table_links import is_open
from tournaments.login.devices import device
from tournaments.models import Match, Role
from tournaments.permissions import AT_TABLE, allows, membership_of
from tournaments.table_ranges import includes
from tournaments.visibility import show_tournament, visible_to
from tournaments.writer import Road, Writer

TABLES = "tables"  # in the session: by the code of a match, its serial and the side chosen
DEVICE = "device"  # in the session: the mark of the browser when it first opened a table's link


def writer(request: HttpRequest) -> Writer:
    """Whoever has logged in, by the road of his role in the tournament of the page."""
    road = Road.REFEREE if request.role == Role.REFEREE else Road.DESK
    return Writer(user=request.user, road=road, device=device(request))


def player(request: HttpRequest, match: Match, side: int) -> Writer:
    """One of the sides of the table whose link this browser holds.

    The mark is that of the session that opened the link: a browser that throws away the cookie of
    its mark alone is still the same.
    """
    name, mark = side_names(match)[side], request.session.get(DEVICE) or device(request)
    return Writer(road=Road.TABLE, device=mark, side=side, name=name)


def marked(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose browser keeps a mark of its own, which is written with each line."""

    @wraps(view)
    def marking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        device(request)
        return view(request, *args, **kwargs)

    return marking


def writes(request: HttpRequest, match: Match) -> bool:
    """Whether who looks helps at the tournament and may write the acta of this match."""
    member = membership_of(request.user, match.tournament)
    helps = allows("enter_result", member.role, request.user.is_authenticated)
    return helps and includes(member.tables, match.table)


def at_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a page run only in a browser that has opened the link of its match, while it is valid.

    The view's `slug` becomes `request.tournament`, its `code` the match. Anybody else, whatever
    his role, is told to read the QR: 403.
    """

    @wraps(view)
    @marked
    def guarded(request: HttpRequest, slug: str, code: str, **kwargs: Any) -> HttpResponse:
        tournament = get_object_or_404(visible_to(request), slug=slug)
        match = get_match(tournament, code)
        if match is None:
            raise Http404
        request.tournament, request.role = tournament, ""
        if not holds_link(request, match):
            return render(request, "scoring/table/closed.html", {"match": match}, status=403)
        return view(request, match=match, **kwargs)

    guarded.act = AT_TABLE
    return guarded


def holds_link(request: HttpRequest, match: Match) -> bool:
    """Whether this browser has opened the link of this match, and it is still good."""
    held = request.session.get(TABLES, {}).get(match.code, {})
    return held.get("serial") == match.link_serial and is_open(match, timezone.now())


def keep_link(request: HttpRequest, match: Match) -> None:
    """Remember in the session that this browser has the link of this match: it may write while
    the link is open, and look at the tournament for as long as it is not revoked."""
    show_tournament(request, match)
    held = request.session.get(TABLES, {})
    held[match.code] = {**held.get(match.code, {}), "serial": match.link_serial}
    request.session[TABLES] = held
    request.session.setdefault(DEVICE, device(request))


def side_of(request: HttpRequest, match: Match) -> int | None:
    """On which side the holder of the link said to play; None before saying it."""
    side: int | None = request.session[TABLES][match.code].get("side")
    return side


def keep_side(request: HttpRequest, match: Match, side: int) -> None:
    request.session[TABLES][match.code]["side"] = side
    request.session.modified = True
