"""Manos that a referee may write against the arithmetic of the options."""

from rules.core import Score
from rules.marcador.hands import CODEC, Hand, Mano, Ruling
from rules.marcador.match import State
from rules.marcador.options import Options

# The refusals of numbers: bounds, steps, sums and places. Refusals of lines out of turn are not
# here.
ARITHMETIC = frozenset(
    {
        "marcador.points_range",
        "marcador.points_step",
        "marcador.points_sum",
        "marcador.points_ladder",
    }
)


def overruling_line(
    hand: Hand, code: str, score: Score[State], options: Options
) -> dict[str, object] | None:
    """Return the JSON object of the referee's line that records a line refused with `code`.

    The object has no reason. Return None if no line of the referee can record the refused line.

    >>> from rules.marcador.match import start
    >>> options = Options(manos=12, fixed_sum=True, total=162)
    >>> overruling_line(Mano((1000, 940), manos=12), "marcador.points_sum", start(options), options)
    {'kind': 'ruling', 'ruling': 'mano', 'points': [1000, 940], 'manos': 12}
    >>> overruling_line(Mano((40, 25)), "match_over", start(options), options)
    """
    if not isinstance(hand, Mano) or code not in ARITHMETIC:
        return None
    line = CODEC.to_json(Ruling("mano", "…", points=hand.points, manos=hand.manos))
    return {name: value for name, value in line.items() if name != "reason"}
