"""Ways to play that finish by the deadline: other formats and match lengths in this hall."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import islice

from django.utils.translation import get_language

from scoring.forecast.selectors.day import DayForecast, hall_times
from tournaments import formats
from tournaments.forecast.day import EventTimes, forecast
from tournaments.forecast.lengths import Length, usual_length
from tournaments.forecast.plans import plan_stage, unopened_situation
from tournaments.formats.base import AnyFormat, FormatOptions
from tournaments.formats.teams import Teams
from tournaments.formats.words import format_in_words
from tournaments.games.refusals import length_in_words
from tournaments.models import Stage, Tournament
from tournaments.site.page_cache import PAGES
from tournaments.site.wall_clock import minute

CACHE_SECONDS = 900
# least chance, in percent, of a way called sure, and of a way that is offered
SURE, LIKELY = 90, 80
ROUNDS = range(3, 10)
MOST_LENGTHS = 4
MOST_WAYS = 12


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A way to play: a format and a length of match, in words.

    `key` is the key of the format. `percent` is the chance to end in time. `own` is whether the
    tournament is played this way.
    """

    key: str
    format: str
    length: str
    matches: int
    end: EventTimes[datetime]
    percent: int
    own: bool

    @property
    def sure(self) -> bool:
        return self.percent >= SURE


def ways_to_play(tournament: Tournament, day: DayForecast) -> list[WayToPlay]:
    """Return up to `MOST_WAYS` ways to play with a chance of at least `LIKELY` to end in time.

    Returns [] without a deadline, or once something is drawn.

    Ways that are `sure` come first, then ways with more matches. Each format comes once for each
    length of match.
    """
    if day.deadline is None or day.state != "ahead":
        return []
    stage = tournament.stage
    own = (stage.pk, stage.format, stage.format_options, stage.game_options)
    known = (*own, day.deadline, day.length, day.entries, day.venue, get_language())
    key = f"ways-{sha256(repr(known).encode()).hexdigest()}"
    ways: list[WayToPlay] = PAGES.get_or_set(key, lambda: _best_ways(stage, day), CACHE_SECONDS)
    return ways


def _best_ways(stage: Stage, day: DayForecast) -> list[WayToPlay]:
    best: dict[tuple[str, str], WayToPlay] = {}
    for way in sorted(_ways(stage, day), key=lambda way: (not way.sure, -way.matches)):
        if way.percent >= LIKELY:
            best.setdefault((way.key, way.length), way)
    return list(best.values())[:MOST_WAYS]


def _ways(stage: Stage, day: DayForecast) -> Iterator[WayToPlay]:
    assert day.deadline is not None
    own = stage.format_rules() if stage.tournament.stages.count() == 1 else None
    situation = unopened_situation(day.entries, stage.sides())
    for format, options in _systems(stage):
        plan = plan_stage(format, options, situation, day.length)
        for words, length in _lengths(stage, day.length):
            venue = replace(day.venue, bell=minute(day.deadline) - 1.5 * length.median)
            rounds, _end = forecast([replace(plan, length=length)], venue)
            by_rounds = format.length_option == "rounds" and options != own
            for last in ROUNDS if by_rounds else [len(rounds)]:
                if not rounds:  # the entries are too few for the format
                    continue
                played = replace(options, rounds=last) if by_rounds else options
                end = rounds[:last][-1].end
                yield WayToPlay(
                    format.key,
                    format_in_words(format.key, asdict(played)),
                    words,
                    sum(round.matches for round in rounds[:last]),
                    hall_times(end),
                    end.percent_by(minute(day.deadline)),
                    (format.key, played, length) == (stage.format, own, day.length),
                )


def _systems(stage: Stage) -> Iterator[tuple[AnyFormat, FormatOptions]]:
    """Yield the stage's own format, then formats for as many sides, with their usual options.

    Formats with partners or teams are left out.
    """
    yield stage.system, stage.format_rules()
    for format in formats.FORMATS.values():
        if stage.sides() in format.sides and format.partners == 1 and not isinstance(format, Teams):
            most = {"rounds": ROUNDS[-1]} if format.length_option == "rounds" else {}
            yield format, format.options_class(**most)


def _lengths(stage: Stage, length: Length) -> Iterator[tuple[str, Length]]:
    """Yield the stage's current length, then at most `MOST_LENGTHS` others at the same pace."""
    game, own = stage.tournament.rules, stage.game_rules()
    yield length_in_words(game.key, stage.game_options), length
    alike = (
        options
        for options in game.presets.values()
        if options != own
        and (options.sides, options.people) == (stage.sides(), own.people)
        and not options.by_time
    )
    for options in islice(alike, MOST_LENGTHS):
        minutes = (
            usual_length(game, options).median * length.median / usual_length(game, own).median
        )
        yield length_in_words(game.key, asdict(options)), Length(minutes)
