"""What fits until the deadline: other systems and other lengths for the same people and tables."""

from collections.abc import Iterator
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

from scoring.selectors.forecast import Clock, DayForecast, Times, Wanted, hall_of
from tournaments import formats
from tournaments.forecast import Answer, Length, Way, fits, typical
from tournaments.formats.core import DrawError, Format
from tournaments.models import Stage, Tournament
from tournaments.wording.formats import format_in_words
from tournaments.wording.games import length_in_words

ROUNDS = range(3, 10)
MOST_LENGTHS = 4
SHOWN = 12


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """`percent` is the chance of being over in time; `sure`: nine times in ten; `own`: the
    tournament's own."""

    format: str
    length: str
    matches: int
    end: Times
    percent: int
    sure: bool
    own: bool


def ways_to_play(tournament: Tournament, base: DayForecast, wanted: Wanted) -> list[WayToPlay]:
    """What is over by the deadline at least eight times in ten, most play first: of each system
    and length the most rounds that fit. [] without a deadline or once something is drawn. 1
    query."""
    if base.deadline is None or base.state != "ahead":
        return []
    stage, clock = tournament.stage, Clock(base.begins)
    lengths = dict(_lengths(tournament, stage, base))
    ways = {
        f"{format.KEY} {at} {name}": (Way("", format, options, length, stage.sides()), name)
        for format, at, options in _systems(stage)
        for name, (length, _own) in lengths.items()
    }
    asked = [
        Way(key, way.format, way.options, way.length, way.sides)
        for key, (way, _name) in ways.items()
    ]
    hall = hall_of(base, wanted, clock)
    answers = fits(asked, base.entries, hall, clock.minute(base.deadline))
    own = formats.format(stage.format), stage.format_rules()
    best: dict[tuple[str, str], WayToPlay] = {}
    for answer in answers:
        name = ways[answer.way.key][1]
        if answer.may_fit:
            said = _said(answer, name, lengths, own, clock)
            best.setdefault((answer.way.format.KEY, name), said)
    return list(best.values())[:SHOWN]


def _systems(stage: Stage) -> Iterator[tuple[Format, int, Any]]:
    """Every format that this game can be played in: with so many rounds where it asks for them,
    with its usual options where it does not, and the stage's own."""
    yield formats.format(stage.format), 0, stage.format_rules()
    for format in formats.FORMATS.values():
        if stage.sides() not in format.SIDES or format.PARTNERS > 1:
            continue
        rounds = ROUNDS if _needs(format) == {"rounds"} else [0]
        for number in rounds:
            try:
                options = format.Options(**({"rounds": number} if number else {}))
            except (DrawError, TypeError):  # it asks for more than can be guessed
                continue
            if (format.KEY, options) != (stage.format, stage.format_rules()):
                yield format, number, options


def _needs(format: Format) -> set[str]:
    """The options that have no usual value."""
    return {
        one.name
        for one in fields(format.Options)
        if one.default is MISSING and one.default_factory is MISSING
    }


def _lengths(
    tournament: Tournament, stage: Stage, base: DayForecast
) -> Iterator[tuple[str, tuple[Length, bool]]]:
    """The stage's length as it is counted now, and others of the game as much quicker or slower
    than usual as that one."""
    game, own = tournament.rules, stage.game_rules()
    yield length_in_words(tournament.game, stage.game_options), (base.length, True)
    pace = base.length.median / typical(game, own).median
    alike = [
        options
        for options in game.PRESETS.values()
        if options != own
        and game.sides(options) == stage.sides()
        and game.people(options) == game.people(own)
        and not getattr(options, "by_time", False)
    ]
    for options in alike[:MOST_LENGTHS]:
        usual = typical(game, options)
        words = length_in_words(tournament.game, asdict(options))
        yield words, (Length(usual.median * pace, usual.spread), False)


def _said(
    answer: Answer,
    name: str,
    lengths: dict[str, tuple[Length, bool]],
    own: tuple[Format, Any],
    clock: Clock,
) -> WayToPlay:
    way = answer.way
    return WayToPlay(
        format_in_words(way.format.KEY, asdict(way.options)), name, answer.matches,
        clock.times(answer.forecast.end), round(100 * answer.chance), answer.fits,
        (way.format, way.options) == own and lengths[name][1],
    )  # fmt: skip
