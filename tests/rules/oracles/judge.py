"""Judge the rules of a game by a table that deals real cards and counts them itself.

A table plays whole matches, each from a seed of its own. The rules must accept every line that it
wrote and give the table's count; they must refuse every line made false where they can tell. Also,
one figure
of each line is changed by one: the result may be a hand of other cards, so only the number of
refusals is counted.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Protocol

from rules.core import Game, RuleError, Score

Made = Callable[[], Any]  # builds the hand of a false line, if its constructor allows it
_FIGURES = re.compile(r"\d+")


@dataclass(frozen=True)
class Match:
    """A finished match as its table saw it: the lines it wrote, and its count after each."""

    options: Any
    lines: Sequence[str]
    counted: Sequence[Any]
    hands: Sequence[Any]  # what the table knows of each line, in a type of its own
    deals: int  # 0 if the same cards are also in another acta


class Oracle(Protocol):
    """The module of a game.

    FORMS are the presets and forms that its table can play, KINDS the ways to make a line false,
    and MEETS what `met` must have reported after some thousands of deals.
    """

    GAME: Game
    FORMS: Sequence[str]
    KINDS: frozenset[str]
    MEETS: frozenset[str]

    def matches(self, rng: Random, form: str) -> Iterable[Match]: ...
    def seen(self, hand: Any, score: Score[Any]) -> Any: ...
    def falsified(
        self, match: Match, place: int, hand: Any, before: Score[Any]
    ) -> Iterable[tuple[str, Made]]: ...
    def met(self, match: Match) -> Iterable[str]: ...


class Contradiction(AssertionError):
    """A disagreement of the rules and the table: the match, by its seed, and the line."""

    def __init__(self, oracle: Oracle, form: str, seed: str, lines: Sequence[str], what: str):
        self.found = (oracle.GAME.key, form, seed)
        *before, line = lines
        acta = "".join(f"    {previous_line}\n" for previous_line in before)
        super().__init__(f"{what}\n  {self.found}\n{acta}  > {line}")


@dataclass
class Tally:
    """Counts of what was judged."""

    deals: int = 0
    lines: int = 0
    false: Counter[str] = field(default_factory=Counter)  # all of them refused
    moved: int = 0
    moved_refused: int = 0
    met: set[str] = field(default_factory=set)

    def add(self, other: "Tally") -> None:
        self.deals += other.deals
        self.lines += other.lines
        self.false += other.false
        self.moved += other.moved
        self.moved_refused += other.moved_refused
        self.met |= other.met


def judge_many(oracle: Oracle, seed: str, deals: int) -> Tally:
    """Judge matches of every form, with equally many deals of each, until there are enough."""
    tally, each, number = Tally(), Counter(dict.fromkeys(oracle.FORMS, 0)), 0
    while tally.deals < deals:
        form = min(each, key=each.__getitem__)
        match_tally = judge(oracle, form, f"{seed}/{number}")
        each[form] += match_tally.deals
        tally.add(match_tally)
        number += 1
    return tally


def judge(oracle: Oracle, form: str, seed: str) -> Tally:
    """Judge one match of this form; raises `Contradiction`."""
    tally, rng = Tally(), Random(seed)
    for match in oracle.matches(rng, form):
        try:
            fault = _judge_lines(oracle, match, rng, tally)
        except Exception as error:  # no line may raise anything but RuleError
            raise Contradiction(oracle, form, seed, match.lines, repr(error)) from error
        if fault:
            lines, what = fault
            raise Contradiction(oracle, form, seed, lines, what)
        tally.deals += match.deals
        tally.lines += len(match.lines)
        tally.met |= oracle.MEETS.intersection(oracle.met(match))
    return tally


def _judge_lines(
    oracle: Oracle, match: Match, rng: Random, tally: Tally
) -> tuple[Sequence[str], str] | None:
    """Return an error and its line, or None."""
    game, options = oracle.GAME, match.options
    after, ending = game.start(options), None  # the line that ended the match
    for place, (line, counted) in enumerate(zip(match.lines, match.counted, strict=True)):
        before, so_far = after, match.lines[: place + 1]
        try:
            hand = game.parse(line)
            after = game.play(before, hand, options)
        except RuleError as error:
            return so_far, f"a true line refused: {error}"
        ending = ending or (hand if after.over else None)
        if (written := str(hand)) != line and game.parse(written) != hand:
            return so_far, f"read as {written}"
        if (seen := oracle.seen(hand, after)) != counted:
            return so_far, f"the table counted {counted} and the rules {seen}"
        if wrong := _false_line(oracle, match, place, hand, before, tally):
            return so_far, wrong
        _move_a_figure(oracle, match, line, before, rng, tally)
    if not after.over:
        return match.lines, "the rules go on after this line"
    if _plays(game, after, ending, options):
        return [*match.lines, str(ending)], "a line accepted after the end"
    return None


def _false_line(
    oracle: Oracle, match: Match, place: int, hand: Any, before: Score[Any], tally: Tally
) -> str:
    """Return a false line that the rules should refuse and accept; "" if they refuse all."""
    for name, make in oracle.falsified(match, place, hand, before):
        false = _made(make)
        if false is not None and _plays(oracle.GAME, before, false, match.options):
            return f"a false line accepted, {name}: {false}"
        tally.false[name] += 1
    return ""


def _move_a_figure(
    oracle: Oracle, match: Match, line: str, before: Score[Any], rng: Random, tally: Tally
) -> None:
    figures = list(_FIGURES.finditer(line))
    if not figures:
        return
    figure = rng.choice(figures)
    number = int(figure[0]) + rng.choice((1, -1) if int(figure[0]) else (1,))
    moved = _made(
        partial(oracle.GAME.parse, f"{line[: figure.start()]}{number}{line[figure.end() :]}")
    )
    tally.moved += 1
    if moved is None or not _plays(oracle.GAME, before, moved, match.options):
        tally.moved_refused += 1


def _made(make: Made) -> Any:
    try:
        return make()
    except RuleError:
        return None


def _plays(game: Game, score: Score[Any], hand: Any, options: Any) -> bool:
    try:
        game.play(score, hand, options)
    except RuleError:
        return False
    return True
