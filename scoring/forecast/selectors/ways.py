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
SURE_PERCENT = 90  # the least chance of a way that is called sure
OFFERED_PERCENT = 80  # the least chance of a way that is offered
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
        return self.percent >= SURE_PERCENT


def ways_to_play(tournament: Tournament, day: DayForecast) -> list[WayToPlay]:
    """Return the ways to play that end in time with a chance of at least `OFFERED_PERCENT`.

    The list has at most `MOST_WAYS` ways, and only one for each format and length of match. Ways
    that are `sure` come first, then ways with more matches. Returns [] without a deadline, or once
    something is drawn.
    """
    if day.deadline is None or day.state != "ahead":
        return []
    stage = tournament.stage
    stage_values = (stage.pk, stage.format, stage.format_options, stage.game_options)
    inputs = (*stage_values, day.deadline, day.length, day.entries, day.venue, get_language())
    key = f"ways-{sha256(repr(inputs).encode()).hexdigest()}"
    ways: list[WayToPlay] = PAGES.get_or_set(key, lambda: _best_ways(stage, day), CACHE_SECONDS)
    return ways


def _best_ways(stage: Stage, day: DayForecast) -> list[WayToPlay]:
    best_ways: dict[tuple[str, str], WayToPlay] = {}
    for way in sorted(_ways(stage, day), key=lambda way: (not way.sure, -way.matches)):
        if way.percent >= OFFERED_PERCENT:
            best_ways.setdefault((way.key, way.length), way)
    return list(best_ways.values())[:MOST_WAYS]


def _ways(stage: Stage, day: DayForecast) -> Iterator[WayToPlay]:
    assert day.deadline is not None
    own_options = stage.format_rules() if stage.tournament.stages.count() == 1 else None
    situation = unopened_situation(day.entries, stage.sides())
    for format, options in _formats_with_options(stage):
        plan = plan_stage(format, options, situation, day.length)
        for length_words, length in _lengths(stage, day.length):
            venue = replace(day.venue, bell=minute(day.deadline) - 1.5 * length.median)
            rounds, _end = forecast([replace(plan, length=length)], venue)
            varies_rounds = format.length_option == "rounds" and options != own_options
            for round_count in ROUNDS if varies_rounds else [len(rounds)]:
                if not rounds:  # the entries are too few for the format
                    continue
                played_options = replace(options, rounds=round_count) if varies_rounds else options
                end = rounds[:round_count][-1].end
                yield WayToPlay(
                    format.key,
                    format_in_words(format.key, asdict(played_options)),
                    length_words,
                    sum(round.matches for round in rounds[:round_count]),
                    hall_times(end),
                    end.percent_by(minute(day.deadline)),
                    (format.key, played_options, length) == (stage.format, own_options, day.length),
                )


def _formats_with_options(stage: Stage) -> Iterator[tuple[AnyFormat, FormatOptions]]:
    """Yield the stage's own format, then formats for as many sides, with their usual options.

    Formats with partners or teams are left out.
    """
    yield stage.system, stage.format_rules()
    for format in formats.FORMATS.values():
        if stage.sides() in format.sides and format.partners == 1 and not isinstance(format, Teams):
            longest_options = {"rounds": ROUNDS[-1]} if format.length_option == "rounds" else {}
            yield format, format.options_class(**longest_options)


def _lengths(stage: Stage, length: Length) -> Iterator[tuple[str, Length]]:
    """Yield the stage's current length, then at most `MOST_LENGTHS` others at the same pace."""
    game, own_options = stage.tournament.rules, stage.game_rules()
    yield length_in_words(game.key, stage.game_options), length
    similar_options = (
        options
        for options in game.presets.values()
        if options != own_options
        and (options.sides, options.people) == (stage.sides(), own_options.people)
        and not options.by_time
    )
    for options in islice(similar_options, MOST_LENGTHS):
        minutes = (
            usual_length(game, options).median
            * length.median
            / usual_length(game, own_options).median
        )
        yield length_in_words(game.key, asdict(options)), Length(minutes)
