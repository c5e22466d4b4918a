"""The lines and how they are written: in the notation and in JSON."""

from dataclasses import dataclass

from rules.core import Code
from rules.kinds import EitherSide
from rules.lines import Forfeit, Stop, line_codec
from rules.notation import Notation, Words, only_word, side_in, unreadable_error
from rules.reading import side_name

CODES: dict[str, Code] = {}
EVENTS = {
    "cinquillo.mano_won": (),
    "cinquillo.match_won": ("manos",),
    "cinquillo.match_forfeited": ("reason",),
    "cinquillo.match_stopped": ("reason",),
}


@dataclass(frozen=True, slots=True)
class Mano:
    """A mano, won by the side that ran out of cards first."""

    winner: EitherSide

    def __str__(self) -> str:
        return f"mano {side_name(self.winner)}"


Hand = Mano | Forfeit | Stop


def _mano(words: Words, line: str) -> Mano:
    return Mano(side_in(only_word(words, line, "mano A"), "winner"))


def _refuse_line(words: Words, line: str) -> Mano:
    raise unreadable_error(line, "mano A")


CODEC = line_codec("Cinquillo", sides=2, kinds={"mano": Mano})
NOTATION = Notation(2, "pierde A: …", _refuse_line, readers={"mano": _mano})
