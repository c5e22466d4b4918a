"""How the standings of a stage go unless the organiser says otherwise, by its game and format.

A format brings its chain of tie-breaks. Where it is a league, a group or a league of teams
(`LEAGUE`), what the rules of the game say of leagues goes before it (`rules.core.Game`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import MATCHES, Game
from tournaments.formats.contract import Format
from tournaments.formats.core import DRAW, NOTHING


def usual_chain(game: Game, length: Any, format: Format, options: Any) -> tuple[str, ...]:
    """The tie-breaks of this format for matches of this game and length, in order."""
    chain = format.CHAIN_WITH_DRAWS if length.can_draw else format.CHAIN
    if hasattr(format, "chain"):
        chain = format.chain(options)
    if not getattr(format, "LEAGUE", False):
        return tuple(chain)
    added_up = "" if getattr(options, "boards", 0) else length.counted_tally
    return tuple(dict.fromkeys((*_led_by(game.league_order, chain[0], added_up), *chain)))


def usual_counting(game: Game, length: Any, format: Format, options: Any) -> Mapping[str, object]:
    """Return what the options of the format and the length change in the counting, by the fields of
    `Counting`. What the length says of a rest is for those that are not won, and is no difference
    with anybody."""
    found = format.counting(options, length.sides) if hasattr(format, "counting") else {}
    rest = None if getattr(options, "boards", 0) else length.rest_counted
    if rest is None or format.rest(options) not in (DRAW, NOTHING):
        return found
    return {**found, "bye_counted": rest, "bye_in_difference": False}


def _led_by(order: Sequence[str], matches: str, added_up: str) -> list[str]:
    """Return what the game says, as tie-breaks: `matches` is that of the format for matches won,
    and `added_up` the tally that the stage counts (boards, and none of the game's, between teams).
    """
    keys = {MATCHES: matches, added_up: "counted_won"}
    return [keys.get(one, f"for:{one}") for one in order]
