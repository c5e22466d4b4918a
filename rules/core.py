"""What all games share: the base of their options, their description (`Game`) and the fold.

A match is an acta: an ordered list of lines. A game defines how one line changes the score; the
score of a match is the fold of its lines. Folded values are never stored.

The package of each game makes its `Game`; this file imports no game.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, Self, TypeVar

from rules.chance import Chance
from rules.errors import CODES, Code, RuleError, refusal
from rules.penal import COMMON, Fault, Penal
from rules.reading import SIDE_NAMES, Side, check_option, check_switch, parse_json, quoting
from rules.score import Event, Score, Step
from rules.shorthands import Shorthand

__all__ = [
    "CODES",
    "MATCHES",
    "SIDE_NAMES",
    "AnyGame",
    "Code",
    "Event",
    "Game",
    "GameOptions",
    "RuleError",
    "Score",
    "Side",
    "Step",
    "changed_options",
    "check_options",
    "fold",
    "match_by_chance",
    "options_of",
    "parse_json",
    "refusal",
]

# in `league_order`, this word stands for the points that a stage gives for matches won
MATCHES = "matches"


@dataclass(frozen=True)
class GameOptions:
    """How a match is played: the properties that the site reads from the options of any game.

    The `Options` of a game is a frozen dataclass that overrides these defaults.
    """

    __slots__ = ()

    @property
    def sides(self) -> int:
        """The number of sides in a match."""
        return 2

    @property
    def people(self) -> int:
        """The number of players on each side; 0 where the sides have different numbers."""
        return 1

    @property
    def can_draw(self) -> bool:
        """Whether a match may be over without a winner."""
        return False

    @property
    def by_time(self) -> bool:
        """Whether a match ends when its time is over."""
        return False

    @property
    def counted_tally(self) -> str:
        """The tally that standings add up."""
        raise NotImplementedError

    @property
    def match_tally(self) -> str:
        """The tally that wins a match: cotos, vacas."""
        return self.counted_tally

    @property
    def unit(self) -> int:
        """The number of tally units in one unit that people count: 2 where tallies count halves."""
        return 1

    @property
    def plays(self) -> float:
        """The approximate number of deals, partidas or tantos in a match; each game chooses one of
        these units.

        This number scales the usual minutes of a preset to options that a user has changed.
        """
        raise NotImplementedError

    @property
    def rest_counted(self) -> int | None:
        """The number that a bye adds to the counted tally, if a bye is not a win; otherwise
        None.
        """
        return None

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The numbers of sides that a table may have, in order; () if a table has only the usual
        number.
        """
        return ()

    def with_sides(self, sides: int) -> Self:
        """Return these options for a table of `sides` sides, one of `table_sizes`."""
        raise NotImplementedError


# The minutes of a match without play: until the players sit, and until the result is written.
SITTING_DOWN = 4


def expected_units(wins: int) -> float:
    """Return the approximate number of units played until a side wins `wins` of them.

    The number is midway between the fewest and the most units.

    >>> expected_units(1), expected_units(3)
    (1.0, 4.0)
    """
    return (3 * wins - 1) / 2


OptionsT = TypeVar("OptionsT", bound=GameOptions)
Line = TypeVar("Line")
State = TypeVar("State")


@dataclass(frozen=True, slots=True, eq=False)
class Game(Generic[OptionsT, Line, State]):
    """A game, generic in its options, its lines and the state of its score. `rules.guinote` is the
    model to copy.

    tallies: the counted units, outermost first. `match_tallies` are the tallies of a whole match,
        which have tie-breaks of their own.
    codes, events: the refusals of the game and the events of its lines, with their parameters.
    Options, presets, limits: how a match is played, the usual options by name, and the lowest and
        highest value of each numeric option. minutes: the usual duration of a match of each preset.
    schema: the schema of the JSON object of a line.
    award: gives the match to a side, credited with the units that it lacked to win; every other
        side keeps its match tallies. A bye is `award(start(options), 0, options)`.
    line_by_chance: a random line that can follow this score, for demonstrations and rehearsals;
        enough of these lines end the match.
    penal: the faults and penalties of a match with these options.
    league_order: the criteria that rank a league by the rules of the game, before the criteria of
        the format: MATCHES and tallies of the game, in order; () if the rules of the game set no
        order.
    unstated_tallies: the match tallies that a line does not state because it names only a winner;
        the rules then count them. The result is () for a line that states all tallies.
    resets: by the name of a numeric option, the options that it overrides, each with its new value.
    shorthands: the shorthands («2-1») that the desk may type for lines of a match with these
        options, the usual shorthand first.
    overruling: the referee's ruling that can record a refused line, as a JSON object without a
        reason; None if no ruling can record the line.
    """

    key: str
    name: str
    tallies: tuple[str, ...]
    match_tallies: tuple[str, ...]
    codes: Mapping[str, Code]
    events: Mapping[str, tuple[str, ...]]
    Options: type[OptionsT]
    presets: Mapping[str, OptionsT]
    minutes: Mapping[str, int]
    limits: Mapping[str, tuple[int, int]]
    schema: Mapping[str, Any]
    parse: Callable[[str], Line]
    to_json: Callable[[Line], dict[str, object]]
    from_json: Callable[[object], Line]
    start: Callable[[OptionsT], Score[State]]
    play: Callable[[Score[State], Line, OptionsT], Score[State]]
    award: Callable[[Score[State], Side, OptionsT], Score[State]]
    line_by_chance: Callable[[Score[State], OptionsT, Chance], Line]
    penal: Callable[[OptionsT], Penal]
    league_order: tuple[str, ...] = ()
    shorthands: Callable[[OptionsT], tuple[Shorthand[State], ...]] = lambda options: ()
    unstated_tallies: Callable[[Line], tuple[str, ...]] = lambda hand: ()
    resets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    overruling: Callable[[Line, str, Score[State], OptionsT], dict[str, object] | None] = (
        lambda hand, code, score, options: None
    )

    def usual_minutes(self, options: OptionsT) -> int:
        """Return the minutes of the nearest preset, scaled to the length of these options.

        >>> from rules import GAMES
        >>> guinote = GAMES["guinote"]
        >>> [guinote.usual_minutes(guinote.Options(cotos=cotos)) for cotos in (1, 2, 3)]
        [22, 50, 78]
        """

        def difference(key: str) -> tuple[int, float]:
            preset = self.presets[key]
            names = [option.name for option in fields(preset)]
            changes = sum(getattr(preset, name) != getattr(options, name) for name in names)
            return changes, abs(preset.plays - options.plays)

        nearest = min(self.presets, key=difference)
        ratio: float = options.plays / self.presets[nearest].plays
        return round(SITTING_DOWN + (self.minutes[nearest] - SITTING_DOWN) * ratio)

    def faults(self, options: OptionsT) -> dict[str, Fault]:
        """Return the faults of this game, then the common faults, by key."""
        return {fault.key: fault for fault in (*self.penal(options).faults, *COMMON)}


# A game known only by its key: its own types stay inside its package.
AnyGame = Game[GameOptions, object, object]


def fold(
    game: Game[OptionsT, Line, State], options: OptionsT, lines: Iterable[Line | str]
) -> list[Step[State]]:
    """Return a `Step` for each line of a match, with the score after the line. A line is a hand or
    the text of a hand.

    Raises the `RuleError` of the first impossible line, with the number of the line in `hand`.
    """
    steps: list[Step[State]] = []
    score = game.start(options)
    for number, line in enumerate(lines, 1):
        try:
            with quoting(line):
                hand = game.parse(line) if isinstance(line, str) else line
                score = game.play(score, hand, options)
        except RuleError as error:
            error.hand = number
            raise
        steps.append(Step(number, hand, score))
    return steps


def match_by_chance(game: Game[OptionsT, Line, State], options: OptionsT, seed: str) -> list[Line]:
    """Return the lines of a whole random match; the same seed gives the same match."""
    chance = Chance(seed)
    score = game.start(options)
    lines = list[Line]()
    while not score.over:
        lines.append(game.line_by_chance(score, options, chance))
        score = game.play(score, lines[-1], options)
    return lines


# --- Options --------------------------------------------------------------------------------
def options_of(
    game: Game[OptionsT, Line, State], preset: str = "", changes: Mapping[str, object] | None = None
) -> OptionsT:
    """Return the options of a preset, or the game's defaults, with `changes` applied.

    Raises `preset_unknown`, or the errors of `changed_options`.
    """
    if preset and preset not in game.presets:
        raise refusal("preset_unknown", "preset", value=preset, allowed=game.presets)
    return changed_options(game.presets[preset] if preset else game.Options(), changes or {})


def changed_options(options: OptionsT, changes: Mapping[str, object]) -> OptionsT:
    """Return these options with `changes` applied; numbers and booleans may come as text.

    Raises `option_unknown`, `option_type`, or the errors of the game's Options.
    """
    types = {option.name: type(getattr(options, option.name)) for option in fields(options)}
    values = {}
    for name, value in changes.items():
        if name not in types:
            raise refusal("option_unknown", "options", value=name, allowed=types)
        values[name] = _option_value(name, value, types[name])
    return replace(options, **values)


def check_options(options: GameOptions, limits: Mapping[str, tuple[int, int]]) -> None:
    """Check the numbers with limits and the booleans of these options.

    Raises `option_range` for a number outside its limits, and `option_type` for another type.
    """
    for name, (low, high) in limits.items():
        check_option(name, getattr(options, name), low, high)
    for option in fields(options):
        if isinstance(option.default, bool):
            check_switch(option.name, getattr(options, option.name))


_BOOLEANS = {
    **dict.fromkeys(("true", "yes", "si", "sí", "1"), True),
    **dict.fromkeys(("false", "no", "0"), False),
}


def _option_value(name: str, value: object, kind: type) -> object:
    if isinstance(value, str) and kind is not str:
        text = value.strip().lower()
        if kind is bool and text in _BOOLEANS:
            return _BOOLEANS[text]
        digits = text.removeprefix("-")
        if kind is int and digits.isascii() and digits.isdecimal() and len(digits) < 10:
            return int(text)
    if type(value) is not kind:
        raise refusal("option_type", name, value=value, allowed=kind.__name__)
    return value
