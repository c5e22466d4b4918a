"""Sidebar context of a table for its referee: clock, calls, lateness, earlier rulings."""

from typing import Any

from django.utils import timezone
from django.utils.translation import ngettext

from scoring.actas.selectors.actas import Record
from scoring.refereeing.forms import ruling_rows
from scoring.refereeing.ladders import DRAW
from scoring.refereeing.selectors.clock import (
    MatchClock,
    call_of,
    clock_of,
    is_level,
    minutes_since,
    refereeing_at,
    time_up_in_words,
)
from scoring.refereeing.selectors.rulings import rulings_of_match
from tournaments.models import Match
from tournaments.permissions import allows


def referee_sidebar(match: Match, record: Record, role: str) -> dict[str, Any]:
    """Return the context of `scoring/refereeing/referee.html`."""
    now = timezone.now()
    clock = clock_of(match, now)
    return {
        "judges": allows("penalise", role, True),
        "clock": clock,
        "time_up": time_up_in_words(match, record) if clock and clock.up else "",
        "stop": stop_fields(match, record, clock),
        "late": _lateness_sentence(match, record, minutes_since(match.called_at, now)),
        "call": call_of(match, now),
        "rulings": ruling_rows(rulings_of_match(match), {}, match.tournament.game),
    }


def stop_fields(match: Match, record: Record, clock: MatchClock | None) -> dict[str, Any] | None:
    """Return the fields of the line that closes a match whose time is up.

    Return None if time is not up, the match is over, or it is tied and the format needs a winner.
    """
    if clock is None or not clock.up or record.score.over:
        return None
    draws = match.round.stage.system.can_draw
    if is_level(match, record.score) and not draws:
        return None
    ends_drawn = draws and refereeing_at(match).time_up == DRAW
    return {"number": len(record.steps) + 1, "ends": "drawn" if ends_drawn else "stands"}


def _lateness_sentence(match: Match, record: Record, minutes: int | None) -> str | None:
    """Return a sentence on the price of lateness so far, or None.

    Return None if nothing is owed, if the match is not in play, or once the acta has a line.
    """
    if record.steps or minutes is None or match.state != Match.State.PLAYING:
        return None
    price = refereeing_at(match).lateness_price(minutes, match.round.number)
    if not price:
        return None
    if price.forfeit:
        sentence = ngettext(
            "Llamada a mesa hace %(n)s minuto: quien no esté pierde el encuentro.",
            "Llamada a mesa hace %(n)s minutos: quien no esté pierde el encuentro.",
            minutes,
        )
    else:
        sentence = ngettext(
            "Llamada a mesa hace %(n)s minuto. Si alguien no está, pierde %(units)s de lo que se "
            "juega (partidas, chicos o juegos).",
            "Llamada a mesa hace %(n)s minutos. Si alguien no está, pierde %(units)s de lo que se "
            "juega (partidas, chicos o juegos).",
            minutes,
        )
    return sentence % {"n": minutes, "units": price.units}
