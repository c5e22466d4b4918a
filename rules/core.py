"""The parts that every game shares: sides, scores, the one error, the fold.

A match is an acta: an ordered list of lines. A game says how one line changes the score; the
score of a match is the fold of its lines. Nothing that can be folded is stored.

A game is a module (or a package) that offers the names of `Game`. This file knows no game.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rules.errors import CODES, Code, RuleError, refusal
from rules.reading import SIDE_NAMES, Side, parse_json

__all__ = [
    "CODES",
    "MATCHES",
    "SIDE_NAMES",
    "Code",
    "Event",
    "Game",
    "RuleError",
    "Score",
    "Side",
    "Step",
    "changed",
    "counted",
    "fold",
    "match_tally",
    "options_of",
    "parse_json",
    "refusal",
    "replay",
    "rest_counted",
    "tally_unit",
]

State = TypeVar("State")

MATCHES = "matches"  # in LEAGUE_ORDER: the matches won, by the points that a stage gives them


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

    `tallies` is aligned with the game's TALLIES, outermost first, each with one number a side;
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


class Game(Protocol):
    """The interface of a game module. `rules.guinote` is the one to copy.

    `sides` is how many meet in a match of these options and `people` how many play on each side, 0
    where they are not of as many;
    `can_draw`, whether such a match may be over without a winner. `LEVELS` are what `play_match`
    can keep of a match, in the order a rehearsal takes them in turn. `LEAGUE_ORDER` is what decides
    a league by the rules of the game, before anything of the format: MATCHES won and tallies of the
    game, in order; () where its rules do not say.
    """

    @property
    def KEY(self) -> str: ...
    @property
    def NAME(self) -> str: ...
    @property
    def SIDES(self) -> int: ...
    @property
    def TALLIES(self) -> tuple[str, ...]: ...
    @property
    def COUNTED(self) -> str: ...
    @property
    def LEAGUE_ORDER(self) -> tuple[str, ...]: ...
    @property
    def LEVELS(self) -> tuple[str, ...]: ...
    @property
    def CODES(self) -> Mapping[str, Code]: ...
    @property
    def EVENTS(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def Options(self) -> Callable[..., Any]: ...
    @property
    def PRESETS(self) -> Mapping[str, Any]: ...
    @property
    def SCHEMA(self) -> Mapping[str, Any]: ...
    def sides(self, options: Any, /) -> int: ...
    def people(self, options: Any, /) -> int: ...
    def can_draw(self, options: Any, /) -> bool: ...
    def parse(self, text: str, /) -> Any: ...
    def to_json(self, hand: Any, /) -> dict[str, object]: ...
    def from_json(self, obj: object, /) -> Any: ...
    def start(self, options: Any, /) -> Score[Any]: ...
    def play(self, score: Any, hand: Any, options: Any, /) -> Score[Any]: ...
    def award(self, score: Any, winner: Side, options: Any, /) -> Score[Any]: ...
    def play_match(self, options: Any, seed: str, level: Any, /) -> list[Any]: ...


def sides(game: Game, options: Any) -> int:
    """How many sides meet in a match: the game's SIDES, unless its options have `sides`."""
    number: int = getattr(options, "sides", game.SIDES)
    return number


def table_sizes(game: Game, options: Any) -> tuple[int, ...]:
    """By how many sides a match of these options can also be played, in order; () when only by
    its own: a game that can offers `table_sizes` and `at_table`."""
    own = getattr(game, "table_sizes", None)
    return own(options) if own else ()


def at_table(game: Game, options: Any, seated: int) -> Any:
    """These options at a table of so many sides."""
    if seated == sides(game, options):
        return options
    return game.at_table(options, seated)  # type: ignore[attr-defined]


def overruled(
    game: Game, hand: Any, code: str, score: Score[Any], options: Any
) -> dict[str, object] | None:
    """The JSON object of the referee's line that writes what this one says, without its reason,
    when its numbers were refused with `code`; None where the game has none: one that has offers
    `overruled`."""
    own = getattr(game, "overruled", None)
    return own(hand, code, score, options) if own else None


def counted(game: Game, options: Any) -> str:
    """The tally that standings add up: the game's COUNTED, unless its options have
    `counted_tally`."""
    name: str = getattr(options, "counted_tally", game.COUNTED)
    return name


def match_tally(game: Game, options: Any) -> str:
    """The tally that wins a match (cotos, vacas): the one standings add up, unless the options have
    `match_tally`."""
    name: str = getattr(options, "match_tally", "")
    return name or counted(game, options)


def rest_counted(options: Any) -> int | None:
    """What a round at rest adds to the tally that standings add up where resting is not winning;
    None, unless the options have `rest_counted`."""
    number: int | None = getattr(options, "rest_counted", None)
    return number


def tally_unit(options: Any) -> int:
    """How many units of the tallies make one of what people count: 2 where they go by halves."""
    number: int = getattr(options, "unit", 1)
    return number


def fold(game: Game, options: Any, hands: Iterable[Any]) -> list[Step]:
    """Every line of a match with the score after it.

    Raises the `RuleError` of the first line that cannot be, with its number in `hand`.
    """
    return _run(game, options, hands, lambda hand: hand)


def replay(game: Game, options: Any, lines: Iterable[str]) -> list[Step]:
    """The same from lines in the game's notation."""
    return _run(game, options, lines, game.parse)


def _run(game: Game, options: Any, lines: Iterable[Any], read: Callable[[Any], Any]) -> list[Step]:
    steps: list[Step] = []
    score = game.start(options)
    for number, line in enumerate(lines, 1):
        try:
            hand = read(line)
            score = game.play(score, hand, options)
        except RuleError as error:
            error.hand = number
            raise
        steps.append(Step(number, hand, score))
    return steps


# --- Options --------------------------------------------------------------------------------
def options_of(game: Game, preset: str = "", changes: Mapping[str, object] | None = None) -> Any:
    """The options of a preset, or the game's own without one, with some of them changed.

    Raises `preset_unknown` or what `changed` raises.
    """
    if preset and preset not in game.PRESETS:
        allowed = ", ".join(game.PRESETS)
        raise refusal("preset_unknown", "preset", value=preset, allowed=allowed)
    return changed(game.PRESETS[preset] if preset else game.Options(), changes or {})


def changed(options: Any, changes: Mapping[str, object]) -> Any:
    """These options with some of them changed; numbers and yes or no may come as text.

    Raises `option_unknown`, `option_type` or whatever the game's Options refuse.
    """
    kinds = {option.name: type(getattr(options, option.name)) for option in fields(options)}
    values = {}
    for name, value in changes.items():
        if name not in kinds:
            raise refusal("option_unknown", "options", value=name, allowed=", ".join(kinds))
        values[name] = _option_value(name, value, kinds[name])
    return replace(options, **values)


_BOOLEANS = {"true": True, "yes": True, "si": True, "sí": True, "1": True} | {
    "false": False,
    "no": False,
    "0": False,
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
