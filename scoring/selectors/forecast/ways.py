"""Ways to play that fit until the deadline: other systems and lengths for the same hall."""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, asdict, dataclass, fields, replace
from hashlib import sha256
from typing import Any

from django.utils.translation import get_language

from scoring.selectors.forecast.day import KEPT_SECONDS, Clock, DayForecast, Times, Wanted, venue_of
from tournaments import formats
from tournaments.forecast.fits import Way, fits
from tournaments.forecast.lengths import Length, usual
from tournaments.formats.base import Format
from tournaments.formats.core import DrawError
from tournaments.formats.teams import Teams
from tournaments.kept import PAGES
from tournaments.models import Stage, Tournament
from tournaments.wording.formats import format_in_words
from tournaments.wording.games import length_in_words

ROUNDS = range(3, 10)
MOST_LENGTHS = 4
SHOWN = 12


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A way to play: `percent` in time, `sure` at nine in ten, `own` of the tournament."""

    format: str
    length: str
    matches: int
    end: Times
    percent: int
    sure: bool
    own: bool


@dataclass(frozen=True, slots=True)
class System:
    """A format with the options to play it out with and those to say; `rounds` of them, 0 all."""

    format: Format
    options: Any
    told: Any
    rounds: int = 0
    own: bool = False


@dataclass(frozen=True, slots=True)
class LengthToPlay:
    name: str
    length: Length
    own: bool = False


def ways_to_play(tournament: Tournament, base: DayForecast, wanted: Wanted) -> list[WayToPlay]:
    """Return what is in time eight times in ten, most play first; [] without a deadline."""
    if base.deadline is None or base.state != "ahead":
        return []
    stage = tournament.stage
    lengths = list(_lengths(tournament, stage, base))
    known = (
        tournament.game,
        stage.format,
        stage.format_options,
        base.entries,
        base.begins,
        lengths,
        wanted,
        base.tables,
        get_language(),
    )
    key = f"ways-{sha256(repr(known).encode()).hexdigest()}"
    return PAGES.get_or_set(key, lambda: _ways(stage, base, wanted, lengths), KEPT_SECONDS)


def _ways(
    stage: Stage, base: DayForecast, wanted: Wanted, lengths: Sequence[LengthToPlay]
) -> list[WayToPlay]:
    assert base.deadline is not None
    clock, systems = Clock(base.begins), list(_systems(stage))
    ways = [
        Way(f"{at} {of}", system.format, system.options, each.length, stage.sides(), system.rounds)
        for at, system in enumerate(systems)
        for of, each in enumerate(lengths)
    ]
    venue = venue_of(base, wanted, clock)
    best: dict[tuple[str, str], WayToPlay] = {}
    for answer in fits(ways, base.entries, venue, clock.minute(base.deadline)):
        if answer.may_fit:
            at, of = map(int, answer.way.key.split())
            system, each = systems[at], lengths[of]
            said = WayToPlay(
                format_in_words(system.format.key, asdict(system.told)),
                each.name,
                answer.matches,
                clock.times(answer.end),
                round(100 * answer.chance),
                answer.fits,
                system.own and each.own,
            )
            best.setdefault((system.format.key, each.name), said)
    return list(best.values())[:SHOWN]


def _systems(stage: Stage) -> Iterator[System]:
    """Return the stage's own system if it is the only one, and every other this game can play."""
    own = stage.format_rules()
    if stage.tournament.stages.count() == 1:
        yield System(formats.format(stage.format), own, own, own=True)
    for format in formats.FORMATS.values():
        if stage.sides() not in format.sides or format.partners > 1 or isinstance(format, Teams):
            continue
        by_rounds = _needs(format) == {"rounds"}
        try:
            most = format.options_class(rounds=ROUNDS[-1]) if by_rounds else format.options_class()
        except (DrawError, TypeError):  # it asks for more than can be guessed
            continue
        for rounds in ROUNDS if by_rounds else [0]:
            told = replace(most, rounds=rounds) if rounds else most
            if (format.key, told) != (stage.format, own):
                yield System(format, most, told, rounds)


def _needs(format: Format) -> set[str]:
    """The options that have no usual value."""
    return {
        one.name
        for one in fields(format.options_class)
        if one.default is MISSING and one.default_factory is MISSING
    }


def _lengths(tournament: Tournament, stage: Stage, base: DayForecast) -> Iterator[LengthToPlay]:
    """The stage's length as it is now, and others of the game by the same pace."""
    game, own = tournament.rules, stage.game_rules()
    name = length_in_words(tournament.game, stage.game_options)
    yield LengthToPlay(name, base.length, own=True)
    pace = base.length.median / usual(game, own).median
    alike = [
        options
        for options in game.presets.values()
        if options != own
        and options.sides == stage.sides()
        and options.people == own.people
        and not options.by_time
    ]
    for options in alike[:MOST_LENGTHS]:
        minutes = usual(game, options)
        words = length_in_words(tournament.game, asdict(options))
        yield LengthToPlay(words, Length(minutes.median * pace, minutes.spread))
