"""A random mano or juego of any game.

The points of a mano are within the options, and more for one lucky side, so that the match ends.
"""

from rules.chance import Chance
from rules.core import Score, Side
from rules.lines import End
from rules.marcador.hands import Hand, Juego, Mano
from rules.marcador.match import State
from rules.marcador.options import Numbers, Options

USUAL = 30  # tantos of a mano, if nothing limits them
BY_TIME = 4  # the least manos, or juegos, before the end


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    """Return the next mano or juego; in a match by time, sometimes the end."""
    played = score.state.manos if options.counts_tantos else score.state.juegos
    if options.clock and not score.state.time and played >= BY_TIME and chance.one_in(4):
        return End()
    return _line(chance, score, chance.below(options.sides), options)


def _line(chance: Chance, score: Score[State], lucky: Side, options: Options) -> Hand:
    if not options.by_tantos:
        if options.juego_can_draw and chance.one_in(8):
            return Juego(None)
        return Juego(chance.below(options.sides))
    return Mano(points_by_chance(score, lucky, options, chance))


def points_by_chance(score: Score[State], lucky: Side, options: Options, chance: Chance) -> Numbers:
    """Return the points of each side in a mano, more to the `lucky` one."""
    if options.ladder:
        places = chance.shuffled(range(1, options.sides + 1))
        return tuple(places)
    step = options.step
    low, high = -(-options.low // step), options.high // step  # in steps
    usual = max(min(high, (options.target // 4 or USUAL) // step), 1)
    low = max(low, -usual)
    if options.fixed_sum:
        return _shared(chance, lucky, options, low, high)
    points = [max(chance.below(usual + 1), low) for _ in range(options.sides)]
    points[lucky] = max(1, usual // 2 + chance.below(usual + 1 - usual // 2))
    if low < 0 and chance.one_in(6):
        points[chance.below(options.sides)] = -1
    scaled = tuple(step * min(number, high) for number in points)
    return _up_to_target(scaled, score, options) if options.exact else scaled


def _shared(chance: Chance, lucky: Side, options: Options, low: int, high: int) -> Numbers:
    """Divide a fixed total at random, one step or a handful at a time, more to the lucky side."""
    total = options.total // options.step
    while options.sides * low > total:
        low -= 1
    points = [low] * options.sides
    left = total - sum(points)
    while left:
        side = lucky if chance.one_in(3) else chance.below(options.sides)
        handful = min(1 + chance.below(max(left // 2, 1)), left, high - points[side])
        points[side] += handful
        left -= handful
    return tuple(options.step * number for number in points)


def _up_to_target(points: Numbers, score: Score[State], options: Options) -> Numbers:
    """Cut the points at the target: counting stops with the first side to reach it, the others stay
    short.
    """
    room = [options.target - had for had in score.tallies[3]]
    cut = [min(number, left) for number, left in zip(points, room, strict=True)]
    reached = [side for side, left in enumerate(room) if cut[side] == left]
    return tuple(
        number if side not in reached[1:] else number - options.step
        for side, number in enumerate(cut)
    )
