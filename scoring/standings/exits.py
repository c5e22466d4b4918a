"""How far each got, in the formats in which one is out at some moment."""

import numpy as np

from scoring.standings.columns import PURPOSES, Bools, Ints
from scoring.standings.field import Field, by_number
from tournaments.formats.core import FINAL, THIRD_PLACE

# exit_round is 10 · round + one of these; read it back with `exit_reading`.
EXIT_STEPS = {"lost": 0, "fourth": 1, "third": 2, "yet_to_play": 5, "through": 6, "champion": 9}
NO_PLACE, PLACES = 10**8, 10**4  # of `bracket_place`
IS_FINAL, IS_THIRD = PURPOSES.index(FINAL), PURPOSES.index(THIRD_PLACE)


def exit_round(field: Field, who: Ints, tied: Ints) -> Ints:
    """How far in a knockout: 10 · round + step, to be read with `exit_reading`.

    Who has not lost stands above all who have. The loser of a semifinal stands at that round,
    raised by the third-place match when it is decided. Who won a round and was left out of the
    next, by a correction, stands as if it had lost there. 0: nothing decided yet, or never drawn.
    """
    rows = field.slots[who]
    bracket = field.row_purpose[rows] != IS_THIRD
    # Who rests goes on, whatever the stage says a rest is worth.
    lost = field.results.lost[rows] & bracket
    won = (field.results.won | field.row_bye)[rows] & bracket
    rounds = field.row_round[rows]
    out_in = np.where(lost, rounds, field.last_round + 1).min(axis=1)
    through = np.where(won, rounds, 0).max(axis=1)
    champion = (won & (field.row_purpose[rows] == IS_FINAL)).any(axis=1)
    # In round r + 1 stand those who won round r; without a bracket match before, only in round 1.
    never_drawn = np.isin(field.numbers[who], list(field.extras.undrawn))
    left_out = through < field.last_round - 1
    never_drawn |= (through == 0) & (left_out | ~field.active[who])
    still = 10 * field.last_round + np.where(
        through == field.last_round, EXIT_STEPS["through"], EXIT_STEPS["yet_to_play"]
    )
    still = np.where(left_out, 10 * (through + 1) + EXIT_STEPS["lost"], still)
    still = np.where(never_drawn | (field.last_round == 0), 0, still)
    alive = np.where(champion, 10 * through + EXIT_STEPS["champion"], still)
    return np.where(lost.any(axis=1), 10 * out_in + _consolation(field, rows), alive)


def survival(field: Field, who: Ints, tied: Ints) -> Ints:
    """How long where one is out at the Nth lost match: 10 · round + step, as in `exit_round`.

    Who is out stands at the round of his last match, that for the third place apart; whoever is
    alive (`Extras.alive`, or whoever has not withdrawn) at the round in play, above all who are
    out; the last one alive, of several entered, at the step of the champion. 0: never drawn.
    """
    rows = field.slots[who]
    alive = _alive(field)
    lives = field.row_purpose[rows] != IS_THIRD
    last = np.where(lives, field.row_round[rows], 0).max(axis=1)
    alone = np.count_nonzero(alive) == 1 and len(field.who) > 1
    won = (field.results.won | field.row_bye)[rows]
    through = (won & (field.row_round[rows] == field.last_round)).any(axis=1)
    step = np.where(through, EXIT_STEPS["through"], EXIT_STEPS["yet_to_play"])
    step = np.where(alone, EXIT_STEPS["champion"], step)
    still = np.where(field.last_round > 0, 10 * field.last_round + step, 0)
    out = np.where(last > 0, 10 * last + _consolation(field, rows), 0)
    return np.where(alive[who], still, out)


def format_order(field: Field, who: Ints, tied: Ints) -> Ints:
    """One more than it leaves below in the order of the format itself; 0 without a place in it."""
    below, places = 1, dict[int, int]()
    for level in reversed(field.extras.order):
        places.update(dict.fromkeys(level, below))
        below += len(level)
    return by_number(places, field.numbers[who])


def bracket_place(field: Field, who: Ints, tied: Ints) -> Ints:
    """The places decided by brackets: 10⁸ − 10⁴ · best − worst (`place_reading`); 0 undrawn."""
    found: dict[int, int] = {}
    best = 1
    for group in field.extras.places:
        worst = best + len(group) - 1
        found |= dict.fromkeys(group, NO_PLACE - PLACES * best - worst)
        best = worst + 1
    return by_number(found, field.numbers[who])


def place_reading(value: int) -> tuple[int, int]:
    """The best and the worst place that a `bracket_place` value says; (0, 0) for none.

    >>> place_reading(99_949_992), place_reading(0)
    ((5, 8), (0, 0))
    """
    best, worst = divmod(NO_PLACE - value, PLACES)
    return (best, worst) if value else (0, 0)


def exit_reading(value: int) -> tuple[str, int]:
    """Return what an `exit_round` value says: a key of EXIT_STEPS and the round; ("", 0) for
    nothing.

    >>> exit_reading(30), exit_reading(62), exit_reading(79), exit_reading(0)
    (('lost', 3), ('third', 6), ('champion', 7), ('', 0))
    """
    if value == 0:
        return "", 0
    number, step = divmod(value, 10)
    return next(name for name, digit in EXIT_STEPS.items() if digit == step), number


def _consolation(field: Field, rows: Ints) -> Ints:
    """The step of who has lost: raised by the third-place match, once it is decided."""
    third = field.row_purpose[rows] == IS_THIRD
    won = (third & field.results.won[rows]).any(axis=1)
    lost = (third & field.results.lost[rows]).any(axis=1)
    return np.where(won, EXIT_STEPS["third"], np.where(lost, EXIT_STEPS["fourth"], 0))


def _alive(field: Field) -> Bools:
    if field.extras.alive is None:
        return field.active
    alive = np.zeros(field.nobody + 1, dtype=np.bool_)
    alive[np.isin(field.numbers, list(field.extras.alive)).nonzero()[0]] = True
    return alive
