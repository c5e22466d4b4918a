"""The lines of an acta of revesino. A line that exists is one that the cards allow.

Each type checks what can be known from the line alone; what depends on who deals, on the
options or on the score is checked when it is played.
"""

from dataclasses import dataclass

from rules.core import Forfeit, Side
from rules.reading import clean_reason, side_name
from rules.revesino.cards import SEATS
from rules.revesino.checks import check_bazas, check_fates, check_points
from rules.revesino.codes import refuse
from rules.revesino.fates import Fate

Four = tuple[int, int, int, int]
MOST_AMOUNT = 1000  # tantos in a line that only keeps amounts


@dataclass(frozen=True, slots=True)
class Deal:
    """An ordinary hand: bazas and points of each, what became of the five pay cards.

    `renuncios` are those caught in one, two at most; `dealer` who dealt, where the record does
    not know it yet.

    >>> fates = [Fate("ao", "sold", 0, 2), Fate("ac", "drawn", 1, 3), Fate("ae", "asleep")]
    >>> fates += [Fate("ab", "led", None, 2), Fate("cc", "sold", 0, 2)]
    >>> print(Deal((0, 3, 5, 3), (0, 9, 19, 6), tuple(fates), dealer=3))
    0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD
    """

    bazas: Four
    points: Four
    fates: tuple[Fate, ...]
    renuncios: tuple[Side, ...] = ()
    dealer: Side | None = None

    def __post_init__(self) -> None:
        fates = check_fates(self.fates)
        check_bazas(self.bazas, fates)
        check_points(self.bazas, self.points, fates)
        _check_renuncios(self.renuncios)
        object.__setattr__(self, "fates", fates)

    def __str__(self) -> str:
        words = [f"{bazas}/{points}" for bazas, points in zip(self.bazas, self.points, strict=True)]
        words += [str(fate) for fate in self.fates]
        return " ".join(words + _endings(self.renuncios, self.dealer))


DUTIES = ("", "levanta", "otra")


@dataclass(frozen=True, slots=True)
class Revesino:
    """A hand of revesino: made by `goer`, or cut in time by the first who beat his card.

    `napolitana` is who plays the four ases against it; `duty` what he did when another cut:
    "levanta", he lifted that same baza; "otra", he took the other of the last two; "", neither.

    >>> print(Revesino(0), "·", Revesino(0, 1, 2, "otra"))
    revesino A · revesino A corta B napolitana C otra
    """

    goer: Side
    cutter: Side | None = None
    napolitana: Side | None = None
    duty: str = ""
    renuncios: tuple[Side, ...] = ()
    dealer: Side | None = None

    def __post_init__(self) -> None:
        if self.cutter == self.goer:
            raise refuse("revesino.cut_by_goer", "cutter", side=side_name(self.goer))
        if self.napolitana == self.goer:
            raise refuse("revesino.napolitana_of_goer", "napolitana", side=side_name(self.goer))
        if self.duty and (
            self.napolitana is None or self.cutter is None or self.cutter == self.napolitana
        ):
            raise refuse("revesino.duty_alone", "duty", value=self.duty)
        _check_renuncios(self.renuncios, self.napolitana)

    def __str__(self) -> str:
        words = [f"revesino {side_name(self.goer)}"]
        if self.cutter is not None:
            words.append(f"corta {side_name(self.cutter)}")
        if self.napolitana is not None:
            words.append(f"napolitana {side_name(self.napolitana)}")
        if self.duty:
            words.append(self.duty)
        return " ".join(words + _endings(self.renuncios, self.dealer))


@dataclass(frozen=True, slots=True)
class Napolitana:
    """A hand of cuatro ases, won by `holder` without a baza, or lost with one.

    `introducer` is who made him take it. `left`: he was mano and his first low lead was left to
    him, a baza that does not count (Rulings R3).

    >>> print(Napolitana(0), "·", Napolitana(0, lost=True, introducer=1))
    napolitana A · napolitana A pierde B
    """

    holder: Side
    lost: bool = False
    introducer: Side | None = None
    left: bool = False
    renuncios: tuple[Side, ...] = ()
    dealer: Side | None = None

    def __post_init__(self) -> None:
        if self.introducer == self.holder:
            side = side_name(self.holder)
            raise refuse("revesino.introducer_himself", "introducer", side=side)
        if self.introducer is not None:
            object.__setattr__(self, "lost", True)
        _check_renuncios(self.renuncios, self.holder)
        if self.renuncios and self.lost:
            allowed = "arbitro mano 4 4 4 -12: …"
            raise refuse("revesino.renuncio_lost_napolitana", "renuncios", allowed=allowed)

    def __str__(self) -> str:
        words = [f"napolitana {side_name(self.holder)}"]
        if self.lost:
            words.append("pierde")
        if self.introducer is not None:
            words.append(side_name(self.introducer))
        if self.left:
            words.append("dejada")
        return " ".join(words + _endings(self.renuncios, self.dealer))


@dataclass(frozen=True, slots=True)
class Null:
    """A hand that is void: dealt again by the same player, or by the next one.

    >>> print(Null(), "·", Null(passes=True))
    nula · nula pasa
    """

    passes: bool = False
    dealer: Side | None = None

    def __str__(self) -> str:
        words = ["nula", "pasa"] if self.passes else ["nula"]
        return " ".join(words + _endings((), self.dealer))


# Partidas, of four tantos, that a fault costs, and whether it is paid to one drawn by lot.
FAULTS = {
    "descarte": (2, True),  # changed a discard or took a card that was not his: the hand is void
    "doble": (2, False),  # discarded two cards or twice: two partidas to each; void
    "repite": (1, True),  # a renuncio again, after the one already paid
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault with its price; `to` is who won it by lot, where it is not paid to each.

    >>> print(Fault("descarte", 0, 2), "·", Fault("doble", 1))
    falta descarte A C · falta doble B
    """

    fault: str
    side: Side
    to: Side | None = None

    def __post_init__(self) -> None:
        _, by_lot = FAULTS[self.fault]
        if by_lot and self.to in (None, self.side):
            rivals = [side_name(side) for side in range(SEATS) if side != self.side]
            raise refuse("revesino.fault_to", "to", allowed=", ".join(rivals))
        if not by_lot and self.to is not None:
            raise refuse("revesino.fault_each", "to", value=side_name(self.to))

    @property
    def void(self) -> bool:
        """The hand is dealt again."""
        return self.fault != "repite"

    def __str__(self) -> str:
        to = "" if self.to is None else f" {side_name(self.to)}"
        return f"falta {self.fault} {side_name(self.side)}{to}"


RESULTS = {"mano": 1, "vuelta": SEATS}  # hands of each


@dataclass(frozen=True, slots=True)
class Result:
    """A hand, or a whole vuelta, of which only what each won or lost was kept.

    >>> print(Result("mano", (8, -4, -4, 0)))
    mano 8 -4 -4 0
    """

    of: str
    tantos: Four
    dealer: Side | None = None

    def __post_init__(self) -> None:
        _check_amounts(self.tantos)

    def __str__(self) -> str:
        return " ".join([f"{self.of} {_spaced(self.tantos)}", *_endings((), self.dealer)])


@dataclass(frozen=True, slots=True)
class Plate:
    """What each puts in the plate; below zero, what he takes back.

    >>> print(Plate((16, 16, 16, 16)))
    platillo 16 16 16 16
    """

    tantos: Four

    def __post_init__(self) -> None:
        _check_amounts(self.tantos)

    def __str__(self) -> str:
        return f"platillo {_spaced(self.tantos)}"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's: "mano" settles the hand in play, "tantos" moves tantos between hands.

    >>> print(Ruling("mano", (4, 4, 4, -12), "D tenía doce cartas"))
    arbitro mano 4 4 4 -12: D tenía doce cartas
    """

    act: str
    tantos: Four
    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", clean_reason(self.reason))
        _check_amounts(self.tantos)
        if total := sum(self.tantos):
            raise refuse("revesino.amounts_sum", "tantos", value=total, allowed=0)

    def __str__(self) -> str:
        return f"arbitro {self.act} {_spaced(self.tantos)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class DealerRuling:
    """The referee says who deals the next hand.

    >>> print(DealerRuling(1, "dio dos veces A"))
    arbitro pie B: dio dos veces A
    """

    dealer: Side
    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", clean_reason(self.reason))

    def __str__(self) -> str:
        return f"arbitro pie {side_name(self.dealer)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class End:
    """The time is over.

    >>> print(End())
    fin
    """

    def __str__(self) -> str:
        return "fin"


Hand = (
    Deal | Revesino | Napolitana | Null | Fault | Result | Plate | Ruling | DealerRuling | End
    | Forfeit
)  # fmt: skip


def _endings(renuncios: tuple[Side, ...], dealer: Side | None) -> list[str]:
    words = [f"r{side_name(side)}" for side in renuncios]
    return words if dealer is None else [*words, f"d{side_name(dealer)}"]


def _spaced(amounts: Four) -> str:
    return " ".join(str(amount) for amount in amounts)


def _check_renuncios(renuncios: tuple[Side, ...], privileged: Side | None = None) -> None:
    """Two at most, each by another player; who plays the four ases may renounce."""
    if not renuncios:
        return
    if len(renuncios) > 2:
        raise refuse("revesino.renuncio_third", "renuncios", value=len(renuncios), allowed=2)
    if len(set(renuncios)) < len(renuncios):
        raise refuse("revesino.renuncio_twice", "renuncios", side=side_name(renuncios[0]))
    if privileged in renuncios:
        side = side_name(renuncios[renuncios.index(privileged)])
        raise refuse("revesino.renuncio_of_napolitana", "renuncios", side=side)


def _check_amounts(tantos: Four) -> None:
    for side, value in enumerate(tantos):
        if not -MOST_AMOUNT <= value <= MOST_AMOUNT:
            raise refuse(
                "revesino.amounts_range",
                "tantos",
                side=side_name(side),
                value=value,
                low=-MOST_AMOUNT,
                high=MOST_AMOUNT,
            )
