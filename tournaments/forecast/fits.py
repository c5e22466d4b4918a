"""Ways to play that fit in the time there is: the same simulation, asked of many ways to play."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tournaments.forecast.core import Ask, Forecast, Outlines, Quantiles, Venue
from tournaments.forecast.day import forecast
from tournaments.forecast.lengths import Length
from tournaments.forecast.outline import outline
from tournaments.formats.base import Format
from tournaments.formats.clock import CLOCK
from tournaments.formats.core import DrawError, Entrant, Situation

SURE, LIKELY = 0.9, 0.8
RUNS = 60


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play, under a `key` of the caller; of the first `rounds` only, unless 0."""

    key: str
    format: Format[Any]
    options: Any
    length: Length
    sides: int = 2
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of the whole and its chance of being in time: `fits` means SURE, `may_fit` LIKELY.

    `rounds` and `matches` are those of a middling day.
    """

    way: Way
    end: Quantiles
    chance: float
    rounds: int
    matches: int

    @property
    def fits(self) -> bool:
        return self.chance >= SURE

    @property
    def may_fit(self) -> bool:
        return self.chance >= LIKELY


def fits(
    ways: Iterable[Way], entrants: int, venue: Venue, minutes: float, seed: str = "fits"
) -> tuple[Answer, ...]:
    """Every way that so many can play from `venue.opens` on, and whether it is over in `minutes`.

    First those that fit, then those that may; among them, most matches first. A way that cannot be
    drawn is left out. One by the clock has its bell a median match before the end.
    """
    situation = Situation(tuple(Entrant(number) for number in range(1, entrants + 1)))
    until = venue.opens + minutes
    answers: list[Answer] = []
    drawn: dict[tuple[str, Any], Outlines] = {}
    forecasts: dict[tuple[str, Any, Length], Forecast] = {}
    for way in ways:
        ask = Ask(
            way.format,
            way.options,
            replace(situation, sides=way.sides),
            way.length,
            venue,
            now=venue.opens,
            bell=max(until - way.length.median * 1.5, venue.opens + 1),
            seed=seed,
            runs=RUNS,
        )
        system = way.format.key, way.options
        if system not in drawn:  # the length of a match does not change who meets whom
            drawn[system] = _outline_of(ask)
        if not drawn[system]:
            continue
        if (*system, way.length) not in forecasts:  # nor how many rounds are played, the first ones
            forecasts[*system, way.length] = forecast(replace(ask, outlines=drawn[system]))
        answers.append(_answer(way, forecasts[*system, way.length], until))
    return tuple(sorted(answers, key=_best_first))


def _outline_of(ask: Ask) -> Outlines:
    """One way it may come out; () where it cannot even begin."""
    try:
        ask.format.next_round(ask.situation, ask.options, ask.seed)
    except DrawError:
        return ()
    if ask.format is CLOCK:
        return ((),)
    return (outline(ask.format, ask.options, ask.situation, ask.seed),)


def _answer(way: Way, whole: Forecast, until: float) -> Answer:
    rounds = whole.rounds[: way.rounds or None]
    last = whole if len(rounds) == len(whole.rounds) else rounds[-1]
    chance = sum(end <= until for end in last.ends) / len(last.ends)
    matches = sum(round.matches for round in rounds)
    return Answer(way, last.end, chance, len(rounds), matches)


def _best_first(answer: Answer) -> tuple[bool, bool, int, float, str]:
    return (not answer.fits, not answer.may_fit, -answer.matches, answer.end.likely, answer.way.key)
