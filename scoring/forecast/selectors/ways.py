"""Ways to play that finish by the deadline: other formats and match lengths in this hall."""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, asdict, dataclass, fields, replace
from hashlib import sha256
from typing import Any

from django.utils.translation import get_language

from scoring.forecast.selectors.day import Clock, DayForecast, Times, Wanted, venue_of
from tournaments import formats
from tournaments.forecast.day import forecast
from tournaments.forecast.lengths import Length, usual
from tournaments.forecast.planned import planned
from tournaments.formats.base import AnyFormat, FormatOptions
from tournaments.formats.core import DrawError
from tournaments.formats.teams import Teams
from tournaments.formats.words import format_in_words
from tournaments.games.refusals import length_in_words
from tournaments.models import Stage, Tournament
from tournaments.site.kept import PAGES

KEPT_SECONDS = 900
SURE, LIKELY = 0.9, 0.8
ROUNDS = range(3, 10)
MOST_LENGTHS = 4
SHOWN = 12


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A way to play: a format and a length of match.

    `percent` is the chance to end in time, and `sure` whether that is at least nine in ten. `own`
    is whether the tournament is played this way.
    """

    format: str
    length: str
    matches: int
    end: Times
    percent: int
    sure: bool
    own: bool


def ways_to_play(tournament: Tournament, base: DayForecast, wanted: Wanted) -> list[WayToPlay]:
    """Return the ways with a chance of at least eight in ten to end in time; [] without a deadline.

    Ways that are `sure` come first, then ways with more matches.
    """
    if base.deadline is None or base.state != "ahead":
        return []
    stage = tournament.stage
    now = (tournament.pk, stage.format, stage.format_options, stage.game_options, wanted)
    known = (*now, base.length, base.entries, base.begins, base.tables, get_language())
    key = f"ways-{sha256(repr(known).encode()).hexdigest()}"
    ways: list[WayToPlay] = PAGES.get_or_set(key, lambda: _ways(stage, base, wanted), KEPT_SECONDS)
    return ways


def _ways(stage: Stage, base: DayForecast, wanted: Wanted) -> list[WayToPlay]:
    assert base.deadline is not None
    clock, lengths = Clock(base.begins), list(_lengths(stage, base.length))
    venue, until = venue_of(base, wanted, clock), clock.minute(base.deadline)
    own = stage.format_rules() if stage.tournament.stages.count() == 1 else None
    ways: list[tuple[str, WayToPlay]] = []
    for format, options in _systems(stage):
        try:
            ask = planned(format, options, base.entries, stage.sides(), base.length, venue)
        except DrawError:
            continue
        for name, length in lengths:
            bell = max(until - length.median * 1.5, 1.0)
            rounds = forecast([replace(ask, length=length, bell=bell)]).rounds
            for last in ROUNDS if _by_rounds(format) and options != own else [len(rounds)]:
                end = rounds[:last][-1].end
                played = replace(options, rounds=last) if last != len(rounds) else options
                way = WayToPlay(
                    format_in_words(format.key, asdict(played)),
                    name,
                    sum(round.matches for round in rounds[:last]),
                    clock.times(end),
                    round(100 * end.chance_by(until)),
                    end.chance_by(until) >= SURE,
                    (format.key, played, length) == (stage.format, own, base.length),
                )
                if end.chance_by(until) >= LIKELY:
                    ways.append((format.key, way))
    best: dict[tuple[str, str], WayToPlay] = {}
    for key, way in sorted(ways, key=lambda pair: (not pair[1].sure, -pair[1].matches)):
        best.setdefault((key, way.length), way)
    return list(best.values())[:SHOWN]


def _systems(stage: Stage) -> Iterator[tuple[AnyFormat, FormatOptions]]:
    """Yield the stage's own format, and every format the game can play, with usual options."""
    yield stage.system, stage.format_rules()
    for format in formats.FORMATS.values():
        if stage.sides() in format.sides and format.partners == 1 and not isinstance(format, Teams):
            most = {"rounds": ROUNDS[-1]} if _by_rounds(format) else {}
            try:
                yield format, format.options_class(**most)
            except (DrawError, TypeError):  # the format needs an option without a usual value
                continue


def _by_rounds(format: AnyFormat) -> bool:
    """Return whether the number of rounds is the format's only option without a default."""
    return {"rounds"} == {
        option.name
        for option in fields(format.options_class)
        if option.default is MISSING and option.default_factory is MISSING
    }


def _lengths(stage: Stage, length: Length) -> Iterator[tuple[str, Length]]:
    """Yield the stage's current length, and other lengths of the game at the same pace."""
    game, own = stage.tournament.rules, stage.game_rules()
    yield length_in_words(game.key, stage.game_options), length
    alike: Sequence[Any] = [
        options
        for options in game.presets.values()
        if options != own
        and options.sides == stage.sides()
        and options.people == own.people
        and not options.by_time
    ]
    for options in alike[:MOST_LENGTHS]:
        minutes = usual(game, options).median * length.median / usual(game, own).median
        yield length_in_words(game.key, asdict(options)), Length(minutes)
