"""The pieces of a table that ask again: while a line is written, whether another phone has written
one; after the last line, whether the other side has confirmed, and the next match."""

from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from scoring import acta_words
from scoring.disputes import Said
from scoring.public.held import played_by
from scoring.selectors.matches.actas import Record
from tournaments.kept import revision
from tournaments.models import Match
from tournaments.names.audience import Audience

FOLLOWS = "sigue"  # in the query of a page that still writes, or is disputed


def asks_again(request: HttpRequest) -> bool:
    """Whether a piece of the table asks whether something has happened."""
    return bool(request.htmx) and "v" in request.GET  # type: ignore[attr-defined]


def follows(request: HttpRequest) -> bool:
    """Whether who asks again has the table before its end."""
    return FOLLOWS in request.GET


def following_of(match: Match, record: Record, said: Said) -> dict[str, Any]:
    """Return what a phone shows of a table before its end, as a mark that another phone's line
    changes (`shows`), and the address where it asks for it."""
    version = match.shown_acta and match.shown_acta.version
    seen = f"{match.state} {version} {len(record.steps)} {[one.acta.pk for one in said.accounts]}"
    return _asking(match, seen, {FOLLOWS: 1})


def waiting_of(
    match: Match,
    side: int,
    said: Said,
    signers: list[tuple[int, str]],
    handed_to: set[int],
    audience: Audience,
) -> dict[str, Any]:
    """Return what a table waits for, as one side sees it: `signs`, whether it may say on this
    telephone that the result is right; `others`, those who may once it is handed over; `for` whom
    it waits; its own `number`, and its `next` match once it has one. `url` is where it asks again.
    """
    names, entry = acta_words.side_names(match), match.entries[side]
    here = side not in handed_to and side in dict(signers)
    found = {
        "signs": here,
        "others": [(one, title) for one, title in signers if not (here and one == side)],
        "for": ", ".join(str(names[one]) for one, _title in signers),
        "alone": match.tournament.entry_size == 1 and not match.tournament.squad,
        "number": entry.number,
        "next": None if said.pending else _next_match(match, entry.number, audience),
    }
    seen = f"{match.state} {match.shown_acta and match.shown_acta.version} {found}"
    return {**found, **_asking(match, seen, {})}


def _asking(match: Match, seen: str, more: dict[str, Any]) -> dict[str, Any]:
    asked = {"v": revision(match.tournament), "d": sha256(seen.encode()).hexdigest()[:10]}
    address = reverse("table", kwargs={"slug": match.tournament.slug, "code": match.code})
    return {"shows": asked["d"], "url": f"{address}?{urlencode({**asked, **more})}"}


def _next_match(match: Match, number: int, audience: Audience) -> dict[str, Any] | None:
    """Return the table and the rivals of the next match of an entry; None while there is none."""
    for one in played_by(match.tournament.stage, [number], audience).meetings:
        here = match.code in (one.code, *(board.code for board in one.boards))
        if one.has(number) and not (here or one.is_finished or one.is_bye):
            rivals = [f"{rival.label} · {rival.title}" for rival in one.rivals_of(number)]
            return {"table": next(iter(one.tables), one.table), "rivals": ", ".join(rivals)}
    return None
