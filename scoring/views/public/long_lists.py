"""Parts of long lists: the row on top of who is followed, and the way to a number."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest

from tournaments.live import Piece


def own_piece(
    template: str, number: int, context: Callable[[Any, int], dict[str, Any]], of: Any
) -> Piece | None:
    """Return what goes on top of a long list for who follows this number; None for nobody."""
    if not number:
        return None
    return Piece(id="suyo", template=template, context=partial(context, of, number), news="")


def search(request: HttpRequest, **asked: str) -> dict[str, Any]:
    """Return what the address of the page keeps when somebody goes to a number."""
    stage = request.tournament.chosen_stage
    keeps = {**({"fase": str(stage)} if stage else {}), **asked}
    return {"keeps": {name: said for name, said in keeps.items() if said}}
