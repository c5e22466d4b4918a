"""The picture of a double elimination."""

from collections.abc import Iterable
from dataclasses import replace

from tournaments.formats.knockout.brackets.tie import (
    Bracket,
    Rounds,
    Tie,
    TieSide,
    completed,
    loser_of,
    ties_of,
    winner_of,
)
from tournaments.formats.knockout.double import crossed, rounds_to_play
from tournaments.formats.knockout.options import GRAND_FINAL, LOSERS, MAIN, Options
from tournaments.formats.knockout.sections import THE_MAIN, Section


def double(drawn: dict[Section, Rounds], options: Options) -> tuple[Bracket, ...]:
    losers, grand = (LOSERS, ""), (GRAND_FINAL, "")
    main = tuple(
        tuple(replace(tie, purpose="") for tie in ties)
        for ties in completed(THE_MAIN, drawn[THE_MAIN], options)
    )
    below = drawn.get(losers, ())
    if not options.redraw:
        below = _losers_rounds(main, below)
    pictured = [Bracket(MAIN, "", main)]
    if below:
        pictured.append(Bracket(LOSERS, "", below))
    return (
        *pictured,
        Bracket(GRAND_FINAL, "", drawn.get(grand) or _grand_final(main, below, options)),
    )


def _grand_final(main: Rounds, below: Rounds, options: Options) -> Rounds:
    up = winner_of(THE_MAIN, main[-1][0])
    down: TieSide | None = TieSide()
    if not options.redraw:
        last = below[-1][0] if below else None
        down = winner_of((LOSERS, ""), last) if last else loser_of(THE_MAIN, main[0][0])
    number = rounds_to_play(len(main[0])) if not options.redraw else 0
    return ((Tie(number, 1, (up or TieSide(), down or TieSide()), GRAND_FINAL),),)


def _losers_rounds(main: Rounds, drawn: Rounds) -> Rounds:
    """The losers' bracket, as drawn and as it will be: see `double`."""
    section = (LOSERS, "")
    came: list[TieSide | None] = [loser_of(THE_MAIN, tie) for tie in main[0]]
    rounds: list[tuple[Tie, ...]] = []
    for number in range(1, 2 * len(main) - 1):
        if number % 2:
            couples = list(zip(came[::2], came[1::2], strict=True))
        else:
            ties, step = main[number // 2], number // 2
            fallen = [loser_of(THE_MAIN, tie) for tie in ties]
            fallen += [None] * (len(came) - len(ties))  # those that nobody reached
            couples = [
                (winner, fallen[crossed(place, len(came), step) - 1])
                for place, winner in enumerate(came, start=1)
            ]
        sides = [tuple(_known(couple)) for couple in couples]
        ties = ties_of(section, number + 1, [side for side in sides if side])
        ties = drawn[number - 1] if number <= len(drawn) else ties
        left = iter(ties)
        came = [
            winner_of(section, tie) if side and (tie := next(left, None)) else None
            for side in sides
        ]
        if ties:
            rounds.append(ties)
    return tuple(rounds)


def _known(places: Iterable[TieSide | None]) -> list[TieSide]:
    return [place for place in places if place is not None]
