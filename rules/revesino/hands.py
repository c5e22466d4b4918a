"""The hands of revesino."""

from dataclasses import dataclass
from typing import Annotated

from rules.core import Side, refusal
from rules.kinds import a_side, list_kind, one_per_side, whole_number, word_kind
from rules.lines import End, Forfeit, Stop, line_codec
from rules.reading import Tally, side_name, sign_and_side
from rules.revesino.cards import BAZAS, DECK_POINTS, SEATS, ASide
from rules.revesino.checks import check_bazas, check_fates, check_points
from rules.revesino.codes import CARDS, refuse
from rules.revesino.renuncios import FATE, Fate, check_renuncios
from rules.revesino.results import Plate, Result, last_words
from rules.revesino.rulings import RULINGS, DealerRuling, Fault, Ruling, VoidHand

Renuncios = Annotated[tuple[Side, ...], list_kind(a_side(SEATS), 2, uniqueItems=True)]


@dataclass(frozen=True, slots=True)
class Deal:
    """An ordinary hand: the bazas and points of each player, and the fates of the five pay cards.

    `renuncios` has the players caught in a renuncio, at most two. `dealer` is the player who dealt,
    if the record does not show the dealer yet.

    >>> fates = [Fate("ao", "sold", 0, 2), Fate("ac", "drawn", 1, 3), Fate("ae", "asleep")]
    >>> fates += [Fate("ab", "led", None, 2), Fate("cc", "sold", 0, 2)]
    >>> print(Deal((0, 3, 5, 3), (0, 9, 19, 6), tuple(fates), dealer=3))
    0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD
    """

    bazas: Annotated[Tally, one_per_side(whole_number(0, BAZAS - 1), SEATS)]
    points: Annotated[Tally, one_per_side(whole_number(0, DECK_POINTS), SEATS)]
    fates: Annotated[tuple[Fate, ...], list_kind(FATE, len(CARDS), minItems=len(CARDS))]
    renuncios: Renuncios = ()
    dealer: ASide | None = None

    def __post_init__(self) -> None:
        fates = check_fates(self.fates)
        check_bazas(self.bazas, fates)
        check_points(self.bazas, self.points, fates)
        check_renuncios(self.renuncios)
        object.__setattr__(self, "fates", fates)

    def __str__(self) -> str:
        words = [f"{bazas}/{points}" for bazas, points in zip(self.bazas, self.points, strict=True)]
        words += [str(fate) for fate in self.fates]
        return " ".join(words + last_words(self.renuncios, self.dealer))


DUTIES = ("", "levanta", "otra")


@dataclass(frozen=True, slots=True)
class Revesino:
    """A hand of revesino, made by `goer`, or cut by `cutter`, the first player to beat the goer's
    card in one of the last two bazas.

    `napolitana` is the player who holds the four ases against the revesino. `duty` is what this
    player did when another player cut: "levanta" if he won the baza of the cut, "otra" if he won
    only the other one of the last two bazas, "" if he won neither.

    >>> print(Revesino(0), "·", Revesino(0, 1, 2, "otra"))
    revesino A · revesino A corta B napolitana C otra
    """

    goer: ASide
    cutter: ASide | None = None
    napolitana: ASide | None = None
    duty: Annotated[str, word_kind(DUTIES)] = ""
    renuncios: Renuncios = ()
    dealer: ASide | None = None

    def __post_init__(self) -> None:
        if self.cutter == self.goer:
            raise refuse("revesino.cut_by_goer", "cutter", side=side_name(self.goer))
        if self.napolitana == self.goer:
            raise refuse("revesino.napolitana_of_goer", "napolitana", side=side_name(self.goer))
        if self.duty and (
            self.napolitana is None or self.cutter is None or self.cutter == self.napolitana
        ):
            raise refuse("revesino.duty_alone", "duty", value=self.duty)
        check_renuncios(self.renuncios, self.goer, self.napolitana)

    def __str__(self) -> str:
        words = [f"revesino {side_name(self.goer)}"]
        words += sign_and_side("corta ", self.cutter) + sign_and_side(
            "napolitana ", self.napolitana
        )
        if self.duty:
            words.append(self.duty)
        return " ".join(words + last_words(self.renuncios, self.dealer))


@dataclass(frozen=True, slots=True)
class Napolitana:
    """A hand of cuatro ases, won by `holder` without a baza, or lost with a baza.

    `introducer` is the player who made the holder take a baza. `left`: whether the holder was mano
    and his rivals let him win his first low lead, a baza that does not count (Rulings R3).

    >>> print(Napolitana(0), "·", Napolitana(0, lost=True, introducer=1))
    napolitana A · napolitana A pierde B
    """

    holder: ASide
    lost: bool = False
    introducer: ASide | None = None
    left: bool = False
    renuncios: Renuncios = ()
    dealer: ASide | None = None

    def __post_init__(self) -> None:
        if self.introducer is not None and not self.lost:
            value = side_name(self.introducer)
            raise refusal("not_a_choice", "introducer", value=value, allowed="null")
        if self.introducer == self.holder:
            side = side_name(self.holder)
            raise refuse("revesino.introducer_himself", "introducer", side=side)
        # The holder has lost his right to renounce, so only a referee can say what it costs.
        if self.renuncios and self.lost:
            allowed = "arbitro mano 4 4 4 -12: …"
            raise refuse("revesino.renuncio_lost_napolitana", "renuncios", allowed=allowed)
        check_renuncios(self.renuncios, holder=self.holder)

    def __str__(self) -> str:
        words = [f"napolitana {side_name(self.holder)}"]
        if self.lost:
            words.append("pierde")
        words += sign_and_side("", self.introducer)
        if self.left:
            words.append("dejada")
        return " ".join(words + last_words(self.renuncios, self.dealer))


Hand = (
    Deal
    | Revesino
    | Napolitana
    | VoidHand
    | Fault
    | Result
    | Plate
    | Ruling
    | DealerRuling
    | End
    | Forfeit
    | Stop
)

CODEC = line_codec(
    "Revesino",
    SEATS,
    {
        "deal": Deal,
        "revesino": Revesino,
        "napolitana": Napolitana,
        "null": VoidHand,
        "fault": Fault,
        "result": Result,
        "plate": Plate,
        "ruling": RULINGS,
        "end": End,
    },
)
