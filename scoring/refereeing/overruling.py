"""A result refused for its numbers, written as the line of a referee."""

from collections.abc import Mapping
from urllib.parse import urlencode

from rules.core import RuleError
from scoring.actas.selectors.actas import Record
from scoring.games import GAMES
from scoring.games.lines import AnyLineForm, kinds_after
from tournaments.models import Match
from tournaments.refusal import Refused


def referees_line(
    match: Match, record: Record, line: str, refusal: Refused
) -> dict[str, object] | None:
    """Return the fields of the line with which a referee may write the refused result, or None."""
    game, options = match.tournament.rules, match.game_rules()
    try:
        hand = game.parse(line)
    except RuleError:
        return None
    return game.overruling(hand, refusal.code, record.score, options)


def overruling_query(match: Match, record: Record, line: str, refusal: Refused) -> str:
    """Return the query that opens the form with the referee's line; "" if there is no such line."""
    fields = referees_line(match, record, line, refusal)
    if fields is None:
        return ""
    forms = GAMES[match.tournament.game].forms
    kinds = kinds_after(forms, record.score, match.game_rules())
    kind = str(fields["kind"])
    return urlencode({"como": kind, **kinds[kind].initial_values(fields)}) if kind in kinds else ""


def referee_notation(match: Match, line: dict[str, object]) -> str:
    """Return the referee's line in notation, with the reason «…»; "" if its numbers are wrong."""
    game = match.tournament.rules
    try:
        return str(game.from_json({**line, "reason": "…"}))
    except RuleError:
        return ""


def carried_fields(form: AnyLineForm, query: Mapping[str, str]) -> dict[str, str]:
    """Return the values that a query of `overruling_query` has for the form's fields, by name."""
    names = (name for name, field in form.fields.items() if not field.widget.is_hidden)
    return {name: query[name][:20] for name in names if name in query}
