"""The matches of the rounds to come, as far as anybody can know them."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.selectors.rounds.calendar import rounds_ahead
from scoring.selectors.standings import stage_situation
from tournaments.forecast.outline import outline
from tournaments.formats.core import Entrant, Situation, teams
from tournaments.models import Round, Stage
from tournaments.names.audience import Audience
from tournaments.selectors.rounds import latest_round, next_serial


@dataclass(frozen=True, slots=True)
class ToCome:
    """A round to come: its number in the event, and for each match the numbers on each side.

    `known`: it is in the calendar; of others only how many meet at each table is true.
    """

    serial: int
    matches: tuple[tuple[tuple[int, ...], ...], ...]
    known: bool


def rounds_to_come(stage: Stage, rounds: int, audience: Audience) -> list[ToCome]:
    """Return so many rounds at most. A draft is still to come, and nobody is told who meets in it;
    nor is a calendar before its first round is published."""
    if not stage.has_people:
        return []
    drawn = latest_round(stage)
    published = stage.rounds.filter(state=Round.State.PUBLISHED).count()
    first = drawn.serial if drawn and drawn.number > published else next_serial(stage.tournament)
    known = stage.has_calendar and published > 0
    partners = stage.system.partners
    following = (
        _known(stage, published, audience)
        if known
        else _outlined(stage, published, rounds, audience)
    )
    return [
        ToCome(serial, tuple(teams(sides, partners) for sides in matches), known)
        for serial, matches in enumerate(following[:rounds], first)
    ]


def rounds_after(stage: Stage, entrants: int, first: int, rounds: int) -> list[ToCome]:
    """Return so many rounds at most of a stage that is not open yet, for as many entrants as will
    reach it; the serial of its first one is `first`. Nobody knows who meets in them."""
    people = tuple(Entrant(number, seed=number) for number in range(1, entrants + 1))
    situation = Situation(people, sides=stage.sides())
    drawn = outline(stage.system, stage.format_rules(), situation, stage.seed, rounds)
    partners = stage.system.partners
    return [
        ToCome(serial, tuple(teams(sides, partners) for sides in matches), known=False)
        for serial, matches in enumerate(drawn[:rounds], first)
    ]


def _known(stage: Stage, published: int, audience: Audience) -> list[Sequence[tuple[int, ...]]]:
    return [
        [pairing.sides for pairing in pairings if not pairing.rest]
        for pairings in rounds_ahead(stage, published, audience)
    ]


def _outlined(
    stage: Stage, published: int, rounds: int, audience: Audience
) -> list[Sequence[tuple[int, ...]]]:
    situation, options = stage_situation(stage, audience, published + 1), stage.format_rules()
    found = outline(stage.system, options, situation, stage.seed, rounds)
    if not stage.has_lives:
        return list(found)
    # Nobody knows how many lose their last life: as many as if nobody did.
    alive = sorted(stage.system.still_in(situation, options))
    most = list(zip(alive[::2], alive[1::2], strict=False))
    return [most for _round in found]
