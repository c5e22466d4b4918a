"""Checks of a line against the options, after the checks common to all lines."""

from rules.core import Side
from rules.marcador.codes import refuse
from rules.marcador.hands import Juegos, Mano, numbers_text
from rules.marcador.options import Numbers, Options
from rules.reading import SIDE_NAMES, side_name


def check_side(side: Side, options: Options, field: str) -> None:
    """Check that the match has this side."""
    if side >= options.sides:
        allowed = ", ".join(SIDE_NAMES[: options.sides])
        raise refuse("marcador.side_absent", field, value=side_name(side), allowed=allowed)


def check_sides(numbers: Numbers, options: Options, field: str) -> None:
    """Check that `numbers` has one number for each side."""
    if len(numbers) != options.sides:
        value, allowed = len(numbers), options.sides
        raise refuse("marcador.sides_count", field, value=value, allowed=allowed)


def check_mano(mano: Mano, options: Options) -> None:
    """Check that the points are possible in `mano.manos` manos: each side's points are within
    bounds and multiples of the step, and their sum is right.

    On a ladder, the points of one mano must also differ.
    """
    points, manos = mano.points, mano.manos
    check_sides(points, options, "points")
    low, high = options.mano_range
    for side, number in enumerate(points):
        if not low * manos <= number <= high * manos:
            raise refuse(
                "marcador.points_range",
                "points",
                side=side_name(side),
                value=number,
                low=low * manos,
                high=high * manos,
            )
        if number % options.step:
            name = side_name(side)
            raise refuse(
                "marcador.points_step", "points", side=name, value=number, step=options.step
            )
    if options.ladder and manos == 1 and len(set(points)) < len(points):
        value, places = numbers_text(points), numbers_text(tuple(range(options.sides, 0, -1)))
        raise refuse("marcador.points_ladder", "points", value=value, allowed=places)
    total = options.mano_sum
    if total is not None and sum(points) != total * manos:
        points_sum, allowed = sum(points), total * manos
        raise refuse("marcador.points_sum", "points", value=points_sum, allowed=allowed)


def check_exact(
    tantos_before: Numbers, tantos_after: Numbers, options: Options, field: str
) -> None:
    """Check that no side passes an exact target, and that only one side reaches the target."""
    if not options.exact:
        return
    target = options.target
    for side, number in enumerate(tantos_after):
        if number > target:
            raise refuse(
                "marcador.past_target",
                field,
                side=side_name(side),
                value=number,
                target=target,
                allowed=target - tantos_before[side],
            )
    if tantos_after.count(target) > 1:
        value = numbers_text(tantos_after)
        raise refuse("marcador.both_target", field, value=value, target=target)


def check_juegos(line: Juegos, juegos_won: Numbers, juegos_played: int, options: Options) -> None:
    """Check that the juegos of `line` can follow the `juegos_won` of each side.

    With `play_all`, the new juegos must not be more than are left after `juegos_played` juegos.
    Otherwise no side may pass `options.juegos`, and only one side may reach this number.
    """
    check_sides(line.juegos, options, "juegos")
    if options.play_all:
        juegos_left = max(options.juegos - juegos_played, 1)
        if sum(line.juegos) > juegos_left:
            added_juegos = sum(line.juegos)
            raise refuse("marcador.juegos_left", "juegos", value=added_juegos, allowed=juegos_left)
        return
    new_juegos = [
        old_number + added_number
        for old_number, added_number in zip(juegos_won, line.juegos, strict=True)
    ]
    for side, number in enumerate(new_juegos):
        if number > options.juegos:
            name = side_name(side)
            raise refuse(
                "marcador.juegos_past", "juegos", side=name, value=number, allowed=options.juegos
            )
    if new_juegos.count(options.juegos) > 1:
        value, allowed = numbers_text(tuple(new_juegos)), options.juegos
        raise refuse("marcador.juegos_both", "juegos", value=value, allowed=allowed)
