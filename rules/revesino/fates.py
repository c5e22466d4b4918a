"""The fates of the five pay cards: the four ases and the caballo de copas."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import record, variants
from rules.kinds import choice
from rules.reading import side_name
from rules.revesino.cards import ASide
from rules.revesino.codes import CARDS, refuse

FATES = ("sold", "drawn", "led", "asleep")


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a pay card.

    sold: `gains` discarded it in a fallo on a baza that `pays` wins. drawn: `gains` led the suit
    and `pays` had to play it. led: `pays` played it first, freely or forced; the winner of the
    partida gains. asleep: it stayed in the baceta.

    >>> print(Fate("ao", "sold", 0, 1), Fate("cc", "drawn", 0, 1), Fate("ab", "led", None, 3))
    ao=AvB cc=AsB ab=Dj
    """

    card: Annotated[str, choice(CARDS)]
    fate: Annotated[str, choice(FATES)]
    gains: ASide | None = None
    pays: ASide | None = None

    def __post_init__(self) -> None:
        if self.gains is not None and self.gains == self.pays:
            side = side_name(self.gains)
            raise refuse("revesino.card_to_himself", "fates", card=self.card, side=side)

    def __str__(self) -> str:
        if self.fate == "asleep":
            return f"{self.card}=d"
        pays = side_name(self.pays or 0)
        if self.fate == "led":
            return f"{self.card}={pays}j"
        return f"{self.card}={side_name(self.gains or 0)}{self.fate[0].translate(_SIGN)}{pays}"


FATE = record(
    variants(
        Fate,
        "fate",
        "fate",
        {("sold", "drawn"): ("gains", "pays"), ("led",): ("pays",), ("asleep",): ()},
    )
)

_SIGN = str.maketrans("sd", "vs")  # sold is «vende», drawn is «saca»
