"""Context processor for users with a role: the matters that wait for a referee."""

from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from scoring.corrections.settled import old_draws
from scoring.hall.selectors.desk import PENDING, TIME, Tile, hall_map
from scoring.refereeing.selectors.matters import (
    HANDED,
    Matter,
    count_matters,
    matters_version,
    open_matters,
)
from tournaments.permissions import allows
from tournaments.site.requests import PageRequest


def matters(request: PageRequest) -> dict[str, Any]:
    """Return the open matters of the user's tables, their number and the address to poll.

    The context also has the tables whose time is up or whose result waits for a confirmation, and
    the draws made from an older result. It is empty for the public. The values are lazy: nothing is
    queried until a template shows a value, and the number of matters costs one query.
    """
    tournament = getattr(request, "tournament", None)
    if tournament is None or not request.role:
        return {}
    tables: str = request.tables

    @cache
    def count() -> int:
        return count_matters(tournament, tables)

    @cache
    def all_matters() -> list[Matter]:
        if not count():
            return []
        return open_matters(tournament, tables, timezone.now(), request.audience)

    def matters_to_settle() -> list[Matter]:
        return [matter for matter in all_matters() if matter.kind != HANDED]

    def matters_to_review() -> list[Matter]:
        return [matter for matter in all_matters() if matter.kind == HANDED]

    @cache
    def url() -> str:
        address = reverse("matters", kwargs={"slug": tournament.slug})
        return f"{address}?{urlencode({'v': matters_version(request)})}"

    @cache
    def tiles_that_wait() -> dict[str, list[Tile]]:
        tiles = hall_map(tournament, timezone.now(), request.audience).tiles
        tiles_by_state = {
            state: [tile for tile in tiles if tile.state == state] for state in (TIME, PENDING)
        }
        return {state: state_tiles for state, state_tiles in tiles_by_state.items() if state_tiles}

    return {
        "may_draw": allows("draw_round", request.role, True),
        "old_draws": cache(partial(old_draws, tournament)),
        "hall_waits": tiles_that_wait,
        "matters_count": count,
        "matters": matters_to_settle,
        "matters_seen": matters_to_review,
        "matters_url": url,
    }
