"""Judge the rules of a game by a table that deals real cards and counts them itself.

A table plays whole matches, each from a seed of its own. The rules must accept every line of the
table, give the same counts, and refuse every line of `false_hands`. The judge also adds 1 to a
figure of each line, or takes 1 from it. The new line may be true for other cards, so the judge only
counts how many of these lines the rules refuse.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Protocol

from rules.core import Game, RuleError, Score

HandBuilder = Callable[[], Any]  # builds the hand of a false line, or raises `RuleError`
_FIGURES = re.compile(r"\d+")


@dataclass(frozen=True)
class Match:
    """A finished match of a table: its lines, and the table's count after each line."""

    options: Any
    lines: Sequence[str]
    counts: Sequence[Any]
    hands: Sequence[Any]  # the hand behind each line, in a type of the table
    deals: int  # number of deals; 0 if another acta has the same cards


class Oracle(Protocol):
    """The oracle module of a game.

    FORMS are the presets and other options that its table can play. FALSE_KINDS are the kinds of
    false lines of `false_hands`. SPECIAL_CASES are cases that `special_cases` must yield within
    some thousands of deals. `rules_count` is the count of the rules, to compare with the table's.
    """

    GAME: Game
    FORMS: Sequence[str]
    FALSE_KINDS: frozenset[str]
    SPECIAL_CASES: frozenset[str]

    def matches(self, rng: Random, form: str) -> Iterable[Match]: ...
    def rules_count(self, hand: Any, score: Score[Any]) -> Any: ...
    def false_hands(
        self, match: Match, place: int, hand: Any, score_before: Score[Any]
    ) -> Iterable[tuple[str, HandBuilder]]: ...
    def special_cases(self, match: Match) -> Iterable[str]: ...


class Contradiction(AssertionError):
    """A disagreement of rules and table, with the seed of the match and its lines so far."""

    def __init__(
        self, oracle: Oracle, form: str, seed: str, lines: Sequence[str], description: str
    ):
        self.match_id = (oracle.GAME.key, form, seed)
        *previous_lines, line = lines
        acta = "".join(f"    {previous_line}\n" for previous_line in previous_lines)
        super().__init__(f"{description}\n  {self.match_id}\n{acta}  > {line}")


@dataclass
class Tally:
    """Numbers of judged deals and lines, and the special cases among them."""

    deals: int = 0
    lines: int = 0
    refused_by_kind: Counter[str] = field(default_factory=Counter)  # refused false lines by kind
    changed_lines: int = 0  # lines with a changed figure
    refused_changed_lines: int = 0
    special_cases: set[str] = field(default_factory=set)

    def add(self, other_tally: "Tally") -> None:
        self.deals += other_tally.deals
        self.lines += other_tally.lines
        self.refused_by_kind += other_tally.refused_by_kind
        self.changed_lines += other_tally.changed_lines
        self.refused_changed_lines += other_tally.refused_changed_lines
        self.special_cases |= other_tally.special_cases


def judge_many(oracle: Oracle, seed: str, deals: int) -> Tally:
    """Judge matches until `deals` deals are judged, about as many of each form."""
    tally = Tally()
    deals_by_form = Counter(dict.fromkeys(oracle.FORMS, 0))
    number = 0
    while tally.deals < deals:
        form = min(deals_by_form, key=deals_by_form.__getitem__)
        match_tally = judge(oracle, form, f"{seed}/{number}")
        deals_by_form[form] += match_tally.deals
        tally.add(match_tally)
        number += 1
    return tally


def judge(oracle: Oracle, form: str, seed: str) -> Tally:
    """Judge one match of this form. Raises `Contradiction` if the rules and the table disagree."""
    tally, rng = Tally(), Random(seed)
    for match in oracle.matches(rng, form):
        try:
            fault = _judge_lines(oracle, match, rng, tally)
        except Exception as error:  # no line may raise anything but RuleError
            raise Contradiction(oracle, form, seed, match.lines, repr(error)) from error
        if fault:
            lines, description = fault
            raise Contradiction(oracle, form, seed, lines, description)
        tally.deals += match.deals
        tally.lines += len(match.lines)
        tally.special_cases |= oracle.SPECIAL_CASES.intersection(oracle.special_cases(match))
    return tally


def _judge_lines(
    oracle: Oracle, match: Match, rng: Random, tally: Tally
) -> tuple[Sequence[str], str] | None:
    """Return the lines up to the first error, and its description; None if there is no error."""
    game, options = oracle.GAME, match.options
    score, ending = game.start(options), None  # `ending` is the line that ends the match
    for place, (line, table_count) in enumerate(zip(match.lines, match.counts, strict=True)):
        score_before, lines_so_far = score, match.lines[: place + 1]
        try:
            hand = game.parse(line)
            score = game.play(score_before, hand, options)
        except RuleError as error:
            return lines_so_far, f"a true line refused: {error}"
        ending = ending or (hand if score.over else None)
        if (notation := str(hand)) != line and game.parse(notation) != hand:
            return lines_so_far, f"read as {notation}"
        if (rules_count := oracle.rules_count(hand, score)) != table_count:
            return lines_so_far, f"the table counted {table_count} and the rules {rules_count}"
        if false_line := _false_line(oracle, match, place, hand, score_before, tally):
            return lines_so_far, false_line
        _change_a_figure(oracle, match, line, score_before, rng, tally)
    if not score.over:
        return match.lines, "the rules go on after this line"
    if _is_playable(game, score, ending, options):
        return [*match.lines, str(ending)], "a line accepted after the end"
    return None


def _false_line(
    oracle: Oracle, match: Match, place: int, hand: Any, score_before: Score[Any], tally: Tally
) -> str:
    """Return a description of a false line that the rules accept, or "" if they refuse all."""
    for name, build in oracle.false_hands(match, place, hand, score_before):
        false_hand = _built_hand(build)
        if false_hand is not None and _is_playable(
            oracle.GAME, score_before, false_hand, match.options
        ):
            return f"a false line accepted, {name}: {false_hand}"
        tally.refused_by_kind[name] += 1
    return ""


def _change_a_figure(
    oracle: Oracle, match: Match, line: str, score_before: Score[Any], rng: Random, tally: Tally
) -> None:
    """Change one figure of the line by 1, and count the line as refused or not."""
    figures = list(_FIGURES.finditer(line))
    if not figures:
        return
    figure = rng.choice(figures)
    number = int(figure[0]) + rng.choice((1, -1) if int(figure[0]) else (1,))
    changed_hand = _built_hand(
        partial(oracle.GAME.parse, f"{line[: figure.start()]}{number}{line[figure.end() :]}")
    )
    tally.changed_lines += 1
    if changed_hand is None or not _is_playable(
        oracle.GAME, score_before, changed_hand, match.options
    ):
        tally.refused_changed_lines += 1


def _built_hand(build: HandBuilder) -> Any:
    """Return the hand that `build` makes, or None if the rules refuse it."""
    try:
        return build()
    except RuleError:
        return None


def _is_playable(game: Game, score: Score[Any], hand: Any, options: Any) -> bool:
    try:
        game.play(score, hand, options)
    except RuleError:
        return False
    return True
