"""The parts that every game shares: sides, scores, the one error, the fold.

A match is an acta: an ordered list of lines. A game says how one line changes the score; the
score of a match is the fold of its lines. Nothing that can be folded is stored.

A game is a `Game`, made by its own package. This file knows no game.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, NamedTuple, Self, TypeVar

from rules.chance import Chance
from rules.errors import CODES, Code, RuleError, refusal
from rules.penal import COMMON, Fault, Penal
from rules.reading import SIDE_NAMES, Side, check_option, check_switch, parse_json, quoting
from rules.typed_results import ResultWay

__all__ = [
    "CODES",
    "MATCHES",
    "SIDE_NAMES",
    "Code",
    "Event",
    "Game",
    "GameOptions",
    "RuleError",
    "Score",
    "Side",
    "Step",
    "changed",
    "check_options",
    "fold",
    "match_by_chance",
    "options_of",
    "parse_json",
    "refusal",
]

State = TypeVar("State")

MATCHES = "matches"  # in `league_order`: the matches won, by the points that a stage gives them


# --- Scores ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Event:
    """Something a line brought, for whoever watches: a partida won, a coto won, the match won."""

    code: str
    side: Side | None = None
    params: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Score(Generic[State]):
    """A match after some of its lines.

    `tallies` is aligned with the game's tallies, outermost first, each with one number a side;
    `over` without `winner` is a draw; `points` and `events` are what the last line brought, the
    points a side in the innermost tally (nobody's when the line holds no count); `state` is what
    the game must remember.
    """

    tallies: tuple[tuple[int, ...], ...]
    state: State
    winner: Side | None = None
    over: bool = False
    points: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()


class Step(NamedTuple):
    """One line of an acta and the score after it; `number` counts from 1."""

    number: int
    hand: Any
    score: Score[Any]


class GameOptions:
    """How a match is played: what the site asks of the options of any game.

    The `Options` of a game is a frozen dataclass that says what is otherwise.
    """

    __slots__ = ()

    @property
    def sides(self) -> int:
        """How many sides meet in a match."""
        return 2

    @property
    def people(self) -> int:
        """How many play on each side; 0 where the sides are not of as many."""
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
        """How many units of the tallies make one that people count: 2 where they go by halves."""
        return 1

    @property
    def plays(self) -> float:
        """About how many deals, partidas or tantos a match has: one unit in each game, by which the
        minutes of a preset are scaled to options changed by hand."""
        raise NotImplementedError

    @property
    def rest_counted(self) -> int | None:
        """The number that a rest adds to the counted tally, where resting is not winning."""
        return None

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """By how many sides a match can also be played, in order; () when only by its own."""
        return ()

    def at_table(self, seated: int) -> Self:
        """Return these options at a table of so many sides, one of `table_sizes`."""
        raise NotImplementedError


# Minutes from the call until they sit, and from the last card until the result is written.
SITTING_DOWN = 4


def first_to(wins: int) -> float:
    """About how many are played until somebody has won so many: half-way from the least to the
    most.

    >>> first_to(1), first_to(3)
    (1.0, 4.0)
    """
    return (3 * wins - 1) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game. `rules.guinote` is the one to copy.

    tallies: what is counted, outermost first; `match_tallies` are those of a whole match,
        which have tie-breaks of their own.
    codes, events: the refusals of the game and what its lines bring, with their parameters.
    Options, presets, limits: how a match is played, the usual ways, and the least and the most of
        its numbers. minutes: how long a match of each preset usually takes.
    schema: of the JSON object of a line.
    award: the match given to a side, who is credited with what he lacked to win it; the others keep
        what they had. A bye is `award(start(options), 0, options)`.
    line_by_chance: a line that can come after this score, for demonstrations and rehearsals; enough
        of them end the match.
    penal: what a referee may charge in a match of these options.
    league_order: what decides a league by the rules of the game, before anything of the format:
        MATCHES won and tallies of the game, in order; () where its rules do not say.
    unstated: the tallies of a match that a line leaves to the rules to count, for it only says who
        won; () for a line that states them all.
    resets: what a number of the options puts out of force, by its name: the other options and their
        values.
    result_ways: how numbers alone make the result of a match of these options, the usual way first.
    overruled: the JSON object of the referee's line that writes what a refused one says, without
        its reason; None where there is none.
    """

    key: str
    name: str
    tallies: tuple[str, ...]
    match_tallies: tuple[str, ...]
    codes: Mapping[str, Code]
    events: Mapping[str, tuple[str, ...]]
    Options: Callable[..., Any]
    presets: Mapping[str, Any]
    minutes: Mapping[str, int]
    limits: Mapping[str, tuple[int, int]]
    schema: Mapping[str, Any]
    parse: Callable[[str], Any]
    to_json: Callable[[Any], dict[str, object]]
    from_json: Callable[[object], Any]
    start: Callable[[Any], Score[Any]]
    play: Callable[[Any, Any, Any], Score[Any]]
    award: Callable[[Any, Side, Any], Score[Any]]
    line_by_chance: Callable[[Any, Any, Chance], Any]
    penal: Callable[[Any], Penal]
    league_order: tuple[str, ...] = ()
    result_ways: Callable[[Any], tuple[ResultWay, ...]] = lambda options: ()
    unstated: Callable[[Any], tuple[str, ...]] = lambda hand: ()
    resets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    overruled: Callable[[Any, str, Score[Any], Any], dict[str, object] | None] = (
        lambda hand, code, score, options: None
    )

    def usual_minutes(self, options: Any) -> int:
        """Return the minutes of the preset most like these options, by how much longer they are.

        >>> from rules import GAMES
        >>> guinote = GAMES["guinote"]
        >>> [guinote.usual_minutes(guinote.Options(cotos=cotos)) for cotos in (1, 2, 3)]
        [22, 50, 78]
        """

        def difference(key: str) -> tuple[int, float]:
            preset = self.presets[key]
            names = [option.name for option in fields(preset)]
            changed = sum(getattr(preset, name) != getattr(options, name) for name in names)
            return changed, abs(preset.plays - options.plays)

        nearest = min(self.presets, key=difference)
        longer: float = options.plays / self.presets[nearest].plays
        return round(SITTING_DOWN + (self.minutes[nearest] - SITTING_DOWN) * longer)

    def faults(self, options: Any) -> dict[str, Fault]:
        """Return the faults of this game, and then those of any, by key."""
        return {fault.key: fault for fault in (*self.penal(options).faults, *COMMON)}


def fold(game: Game, options: Any, lines: Iterable[Any]) -> list[Step]:
    """Return every line of a match, a hand or its text, with the score after it.

    Raises the `RuleError` of the first line that cannot be, with its number in `hand`.
    """
    steps: list[Step] = []
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


def match_by_chance(game: Game, options: Any, seed: str) -> list[Any]:
    """The lines of a whole match by chance, the same for the same seed."""
    chance, score, lines = Chance(seed), game.start(options), list[Any]()
    while not score.over:
        lines.append(game.line_by_chance(score, options, chance))
        score = game.play(score, lines[-1], options)
    return lines


# --- Options --------------------------------------------------------------------------------
def options_of(game: Game, preset: str = "", changes: Mapping[str, object] | None = None) -> Any:
    """The options of a preset, or the game's own without one, with some of them changed.

    Raises `preset_unknown` or what `changed` raises.
    """
    if preset and preset not in game.presets:
        raise refusal("preset_unknown", "preset", value=preset, allowed=game.presets)
    return changed(game.presets[preset] if preset else game.Options(), changes or {})


def changed(options: Any, changes: Mapping[str, object]) -> Any:
    """These options with some of them changed; numbers and yes or no may come as text.

    Raises `option_unknown`, `option_type` or whatever the game's Options refuse.
    """
    kinds = {option.name: type(getattr(options, option.name)) for option in fields(options)}
    values = {}
    for name, value in changes.items():
        if name not in kinds:
            raise refusal("option_unknown", "options", value=name, allowed=kinds)
        values[name] = _option_value(name, value, kinds[name])
    return replace(options, **values)


def check_options(options: Any, limits: Mapping[str, tuple[int, int]]) -> None:
    """Check that numbers are within these limits, and that a yes or no is one."""
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
