"""The lines of an acta of malilla."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import Member, check_bounds, record, variants
from rules.core import Side
from rules.kinds import Reason, a_side, list_kind, one_per_side, or_null, whole_number, word_kind
from rules.lines import Forfeit, LineWithReason, Stop, line_codec
from rules.malilla.amounts import AMOUNTS, amounts_text, check_amounts, check_zero
from rules.malilla.codes import CODES, refuse
from rules.malilla.forms import FAULTS, MOST_ASLEEP, MOST_SIDES, POINTS, RANKS
from rules.reading import SUITS, dashed_text, side_name, sign_and_side

MOST_FAULTS = 8  # the most faults of a deal that fit in a line
MOST_SPLIT = 1200  # tantos; the faults of a deal cost 320 at most, if the deal pays ×4

ASide = Annotated[Side, a_side(MOST_SIDES)]
Suit = Annotated[str, word_kind(SUITS)]


@dataclass(frozen=True, slots=True)
class Card:
    """The card turned up, the dealer's last: the alce. Its suit is the trump.

    The suit may be omitted if the match has no favorito.

    >>> print(Card("R", "o")), Card("R", "o").value
    Ro
    (None, 3)
    """

    rank: Annotated[str, word_kind(RANKS)]
    suit: Suit | None = None

    def __post_init__(self) -> None:
        if self.rank not in RANKS:
            raise refuse("malilla.card_rank", "card", value=self.rank, allowed=RANKS)
        if self.suit is not None and (len(self.suit) != 1 or self.suit not in SUITS):
            raise refuse("malilla.card_suit", "card", value=self.suit, allowed=list(SUITS))

    @property
    def value(self) -> int:
        """Return the tantos of the alce; 0 for a blank card."""
        return RANKS[self.rank]

    def __str__(self) -> str:
        return f"{self.rank}{self.suit or ''}"


@dataclass(frozen=True, slots=True)
class SideFault:
    """A fault, one of FAULTS, and the side that made it.

    >>> print(SideFault(0, "cargar"))
    A/cargar
    """

    side: ASide
    fault: Annotated[str, word_kind(FAULTS)]

    def __str__(self) -> str:
        return f"{side_name(self.side)}/{self.fault}"


_POINTS = whole_number(0, POINTS, "malilla.points_range", CODES)
_AMOUNT = whole_number(-MOST_SPLIT, MOST_SPLIT, "malilla.tantos_range", CODES)
_SPLIT = or_null(one_per_side(_AMOUNT, 2, MOST_SIDES))
_FAULTS = or_null(list_kind(record(SideFault), MOST_FAULTS, uniqueItems=True), null_value=())


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: the points of each side, the alce, the capote, the dealer and the faults.

    points: the points of each side, including one for each baza; their sum is 72 less `asleep`.
    asleep: with closed cards, the points of the cards left out of play; otherwise None.
    card: the alce, if recorded.
    capote: whether one side made every baza. A line may omit this (None) if the points show it.
        With open piles they do not show it, because a side may have made a baza without points
        (M9).
    dealer: the side that dealt, needed if the record does not show it, as in the first deal.
    faults: the faults of each side, each fault at most once.
    split: the judge's division of the tantos paid for faults, if they do not divide equally: one
        amount for each side (Rulings M5).

    >>> deal = Deal((40, 32), card=Card("R", "o"), faults=(SideFault(0, "cargar"),))
    >>> print(deal)
    40-32 Ro A/cargar
    """

    points: Annotated[tuple[int, ...], one_per_side(_POINTS, 2, MOST_SIDES)]
    asleep: Annotated[int, whole_number(0, MOST_ASLEEP, "malilla.asleep_range", CODES)] | None = (
        None
    )
    card: Card | None = None
    capote: bool | None = None
    dealer: ASide | None = None
    faults: Annotated[tuple[SideFault, ...], _FAULTS] = ()
    split: Annotated[tuple[int, ...] | None, _SPLIT] = None

    def __post_init__(self) -> None:
        _check_points(self)
        if self.capote is not None and sum(self.points) not in self.points:
            raise refuse("malilla.capote_points", "capote", value=dashed_text(self.points))
        if self.faults:
            _check_faults(self.faults)
        if self.split is not None:
            _check_split(self, self.split)

    def sides_with(self, fault: str) -> tuple[Side, ...]:
        """Return the sides that made this fault."""
        return tuple(side_fault.side for side_fault in self.faults if side_fault.fault == fault)

    def __str__(self) -> str:
        words = [dashed_text(self.points)]
        if self.asleep is not None:
            words.append(f"s{self.asleep}")
        if self.card is not None:
            words.append(str(self.card))
        if self.capote is not None:
            words.append("capote" if self.capote else "sincapote")
        words += sign_and_side("d", self.dealer)
        words += [str(fault) for fault in self.faults]
        if self.split is not None:
            words.append(f"r{amounts_text(tuple(2 * amount for amount in self.split))}")
        return " ".join(words)


def _check_points(deal: Deal) -> None:
    """Check that the points of the sides add up to those of the cards played.

    Every split of that sum is possible: a side with points won a baza, and cards without points can
    always fill its bazas. The tests try every split.
    """
    points, asleep = deal.points, deal.asleep
    if not 2 <= len(points) <= MOST_SIDES:
        raise refuse("malilla.points_count", "points", value=len(points), allowed=f"2–{MOST_SIDES}")
    check_bounds(deal, "points")
    total = sum(points)
    if asleep is None:
        if total != POINTS:
            raise refuse("malilla.points_sum", "points", value=total, allowed=POINTS)
        return
    check_bounds(deal, "asleep")
    if total != POINTS - asleep:
        allowed = POINTS - asleep
        raise refuse("malilla.points_asleep", "points", value=total, allowed=allowed, asleep=asleep)


def _check_faults(faults: tuple[SideFault, ...]) -> None:
    """Check that no side repeats a fault (Rulings M3), and that at most one side dealt out of
    turn.
    """
    if len(faults) > MOST_FAULTS:
        raise refuse("malilla.fault_many", "faults", value=len(faults), allowed=MOST_FAULTS)
    if len(set(faults)) < len(faults):
        repeated_fault = next(
            fault for place, fault in enumerate(faults) if fault in faults[:place]
        )
        side = side_name(repeated_fault.side)
        raise refuse("malilla.fault_twice", "faults", side=side, fault=repeated_fault.fault)
    if sum(repeated_fault.fault == "turno" for repeated_fault in faults) > 1:
        raise refuse("malilla.turno_twice", "faults")


def _check_split(deal: Deal, split: tuple[int, ...]) -> None:
    """Check that each side has one amount, and that payments and receipts cancel out."""
    if len(split) != len(deal.points):
        raise refuse("malilla.split_sides", "split", value=len(split), allowed=len(deal.points))
    check_bounds(deal, "split")
    if sum(split) != 0:
        raise refuse("malilla.split_sum", "split", value=sum(split))


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A misdeal: the alce is lost and the deal passes on; after a short pack, the same side deals
    again.

    >>> print(Misdeal()), print(Misdeal(short_pack=True, dealer=0))
    mal
    baraja dA
    (None, None)
    """

    short_pack: bool = False
    dealer: ASide | None = None

    def __str__(self) -> str:
        return " ".join(["baraja" if self.short_pack else "mal", *sign_and_side("d", self.dealer)])


@dataclass(frozen=True, slots=True)
class Favorito:
    """The suit drawn at the start; hands with this trump pay double in the whole match.

    >>> print(Favorito("o"))
    favorito o
    """

    suit: Suit

    def __post_init__(self) -> None:
        if len(self.suit) != 1 or self.suit not in SUITS:
            raise refuse("malilla.card_suit", "suit", value=self.suit, allowed=list(SUITS))

    def __str__(self) -> str:
        return f"favorito {self.suit}"


@dataclass(frozen=True, slots=True)
class Vuelta:
    """A whole vuelta (a deal by each player) with only each side's gain or loss recorded.

    `halves` are half tantos; in a match with a target, all are gains. The amounts exclude tantos
    moved by the judge, which have a line of their own.

    >>> print(Vuelta((40, -40)))
    vuelta +20-20
    """

    halves: Annotated[tuple[int, ...], AMOUNTS, Member("tantos")]

    def __post_init__(self) -> None:
        check_amounts(self.halves, "tantos")

    def __str__(self) -> str:
        return f"vuelta {amounts_text(self.halves)}"


@dataclass(frozen=True, slots=True)
class Partida:
    """A whole match with only each side's gain or loss recorded.

    `halves` are half tantos; in a match with a target, all are gains.

    >>> print(Partida((40, -40)))
    partida +20-20
    """

    halves: Annotated[tuple[int, ...], AMOUNTS, Member("tantos")]

    def __post_init__(self) -> None:
        check_amounts(self.halves, "tantos")

    def __str__(self) -> str:
        return f"partida {amounts_text(self.halves)}"


RULINGS = ("anula", "da", "partida", "tantos", "mano")


@dataclass(frozen=True, slots=True)
class Ruling(LineWithReason):
    """A ruling of the judge, for cases that the text leaves open.

    `anula` voids the hand in play, and the same side deals again; `da` names the next dealer;
    `partida` gives the match to a side; `tantos` moves half tantos among the sides; `mano` sets the
    gain or loss of each side in the hand.

    >>> print(Ruling("tantos", "barajas marcadas", halves=(-20, 20)))
    arbitro -10+10: barajas marcadas
    >>> print(Ruling("mano", "los diez no se reparten", halves=(-16, 8, 4, 4)))
    arbitro mano -8+4+2+2: los diez no se reparten
    """

    act: Annotated[str, word_kind(RULINGS), Member("ruling")]
    reason: Reason
    side: ASide | None = None
    halves: Annotated[tuple[int, ...], AMOUNTS, Member("tantos")] = ()

    def __post_init__(self) -> None:
        LineWithReason.__post_init__(self)
        if self.act in ("tantos", "mano"):
            check_amounts(self.halves, "tantos")
            check_zero(self.halves, "tantos")

    def __str__(self) -> str:
        if self.act == "tantos":
            act = amounts_text(self.halves)
        elif self.act == "mano":
            act = f"mano {amounts_text(self.halves)}"
        elif self.side is not None:
            act = f"{self.act} {side_name(self.side)}"
        else:
            act = self.act
        return f"arbitro {act}: {self.reason}"


Hand = Deal | Misdeal | Favorito | Vuelta | Partida | Ruling | Forfeit | Stop

CODEC = line_codec(
    "Malilla",
    MOST_SIDES,
    {
        "deal": Deal,
        "misdeal": Misdeal,
        "favorito": Favorito,
        "vuelta": Vuelta,
        "partida": Partida,
        "ruling": variants(
            Ruling,
            "ruling",
            "act",
            {
                "anula": (),
                "da": ("side",),
                "partida": ("side",),
                "tantos": ("halves",),
                "mano": ("halves",),
            },
        ),
    },
)
