"""The lines of an acta of guiñote."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from rules.codec import BoundedFields, Member, check_bounds, record, variants
from rules.guinote.codes import CODES, refuse
from rules.kinds import (
    EitherSide,
    Kind,
    Reason,
    enumeration_schema,
    list_kind,
    one_of,
    one_per_side,
    whole_number,
)
from rules.lines import Forfeit, LineWithReason, Stop, line_codec
from rules.reading import SUITS, Tally, dashed_text, side_name, sign_and_side

CARD_TANTOS = 120  # four suits × (as 11, tres 10, rey 4, sota 3, caballo 2)
ULTIMAS = 10
MOST_PARTIDAS = 99  # partidas in a coto: the longest «mejor de X» (LIMITS of the options)


@dataclass(frozen=True, slots=True)
class Cante:
    """A cante: the rey and the sota of a suit in one hand. It is worth 40 tantos in trumps, 20 in
    another suit.

    `suit` is None for a veinte of the arrastre that was sung without naming the suit.

    >>> print(Cante(0, 20, "o"))
    A20o
    """

    side: EitherSide
    value: Annotated[int, one_of((20, 40), "guinote.cante_value", CODES)]
    suit: Annotated[str, Kind(enumeration_schema(SUITS))] | None = None

    def __post_init__(self) -> None:
        check_bounds(self, field="cantes")
        if self.suit not in (None, *SUITS):
            raise refuse("guinote.cante_suit", "cantes", value=self.suit, allowed=list(SUITS))
        if self.value == 40 and self.suit is None:
            raise refuse("guinote.forty_without_suit", "cantes", allowed=list(SUITS))

    def __str__(self) -> str:
        return f"{side_name(self.side)}{self.value}{self.suit or ''}"


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: the tantos by cards of A and B, the side that took the last baza, the cantes.

    `cards` excludes the ten of últimas and the cantes. A deal stopped by `declared`, the side that
    claimed the partida, has no `last`, and `cards` counts the bazas before the claim. `dealer` is
    the side that dealt, recorded only if another side should have dealt (Rulings G9).

    >>> deal = Deal((62, 58), last=0, cantes=(Cante(0, 20, "o"), Cante(1, 40, "e")))
    >>> print(deal)
    62-58 uA A20o B40e
    >>> deal.tantos_without_cantes, deal.tantos
    ((72, 58), (92, 98))
    """

    cards: Annotated[
        Tally, one_per_side(whole_number(0, CARD_TANTOS, "guinote.cards_range", CODES))
    ]
    last: EitherSide | None = None
    cantes: Annotated[tuple[Cante, ...], list_kind(record(Cante), max_length=4)] = ()
    declared: EitherSide | None = None
    dealer: EitherSide | None = None

    def __post_init__(self) -> None:
        check_bounds(self)
        _check_cards(self.cards, stopped=self.declared is not None)
        _check_cantes(self.cantes)
        if self.declared is None and self.last is None:
            raise refuse("guinote.last_missing", "last")
        if self.declared is not None and self.last is not None:
            raise refuse("guinote.last_and_declared", "declared")

    @property
    def tantos_without_cantes(self) -> tuple[int, int]:
        """Return the tantos without cantes, including the ten of últimas (Rulings G1)."""
        a, b = (tantos + ULTIMAS * (self.last == side) for side, tantos in enumerate(self.cards))
        return a, b

    @property
    def tantos(self) -> tuple[int, int]:
        """Return all the tantos of the deal: cards, últimas and cantes."""
        a, b = self.tantos_without_cantes
        for cante in self.cantes:
            a, b = (a + cante.value, b) if cante.side == 0 else (a, b + cante.value)
        return a, b

    def __str__(self) -> str:
        words = [dashed_text(self.cards)]
        words += sign_and_side("u", self.last)
        words += [str(cante) for cante in self.cantes]
        words += sign_and_side("!", self.declared)
        words += sign_and_side("d", self.dealer)
        return " ".join(words)


def _check_cards(cards: Tally, *, stopped: bool) -> None:
    """Check that both sides can have won these tantos; a stopped deal may leave tantos in play.

    Every number from 0 to 120 except 1 and 119 is the sum of some cards. Any two such numbers are
    possible together unless they leave 1 tanto in play, because no group of cards makes 1 (the
    tests try every split). That cards are taken in bazas adds no condition: the twenty blank cards
    complete any count of honours to a multiple of four, or of two with two players. A side may also
    have taken only blanks, so a side without tantos may have sung or taken the last baza.
    """
    total = sum(cards)
    for tantos in cards:
        if tantos in (1, CARD_TANTOS - 1):
            raise refuse("guinote.cards_one", "cards", value=tantos)
    if not stopped and total != CARD_TANTOS:
        raise refuse("guinote.cards_sum", "cards", value=total, allowed=CARD_TANTOS)
    if total > CARD_TANTOS:
        raise refuse("guinote.cards_over", "cards", value=total, allowed=CARD_TANTOS)
    if total == CARD_TANTOS - 1:
        raise refuse("guinote.cards_rest", "cards", value=total)


def _check_cantes(cantes: tuple[Cante, ...]) -> None:
    """Check that a deal has at most one forty and three twenties, and that no suit is sung twice.

    The suit of the forty is the trump, so no deal has two forties.
    """
    values = Counter(cante.value for cante in cantes)
    if values[40] > 1:
        raise refuse("guinote.forty_twice", "cantes")
    if values[20] > 3:
        raise refuse("guinote.twenty_fourth", "cantes", value=values[20], allowed=3)
    suits = Counter(cante.suit for cante in cantes if cante.suit is not None)
    for suit, times in suits.items():
        if times > 1:
            raise refuse("guinote.suit_twice", "cantes", suit=suit)


@dataclass(frozen=True, slots=True)
class Renuncio(BoundedFields):
    """A renuncio by a player of `side`, who loses the partida: point 1–6 of «El renuncio».

    >>> print(Renuncio(0, 5))
    renuncio A 5
    """

    side: EitherSide
    point: Annotated[int, whole_number(1, 6, "guinote.renuncio_point", CODES)]

    def __str__(self) -> str:
        return f"renuncio {side_name(self.side)} {self.point}"


@dataclass(frozen=True, slots=True)
class Partida:
    """A partida with only its winner recorded.

    >>> print(Partida(0))
    partida A
    """

    winner: EitherSide

    def __str__(self) -> str:
        return f"partida {side_name(self.winner)}"


@dataclass(frozen=True, slots=True)
class Coto(BoundedFields):
    """A whole coto with only the partidas of A and B recorded.

    >>> print(Coto((3, 1)))
    coto 3-1
    """

    partidas: Annotated[
        Tally, one_per_side(whole_number(0, MOST_PARTIDAS, "guinote.partidas_range", CODES))
    ]

    def __str__(self) -> str:
        return f"coto {dashed_text(self.partidas)}"


@dataclass(frozen=True, slots=True)
class CotoWinner:
    """A whole coto with only its winner recorded.

    The coto counts as won, and the rival gets no partidas (Rulings G12).

    >>> print(CotoWinner(0))
    coto A
    """

    winner: EitherSide

    def __str__(self) -> str:
        return f"coto {side_name(self.winner)}"


@dataclass(frozen=True, slots=True)
class Ruling(LineWithReason):
    """A ruling that awards the partida in play to `winner`, or voids it if `winner` is None.

    The judge decides cases that the reglamento leaves open, such as a renuncio by both sides
    (Rulings G10).

    >>> print(Ruling(None, "renuncio de las dos parejas"))
    arbitro anula: renuncio de las dos parejas
    """

    winner: Annotated[EitherSide | None, Member("side")]
    reason: Reason

    @property
    def act(self) -> str:
        return "anula" if self.winner is None else "partida"

    def __str__(self) -> str:
        act = "anula" if self.winner is None else f"partida {side_name(self.winner)}"
        return f"arbitro {act}: {self.reason}"


Hand = Deal | Renuncio | Partida | Coto | CotoWinner | Ruling | Forfeit | Stop

CODEC = line_codec(
    "Guiñote",
    sides=2,
    kinds={
        "deal": Deal,
        "renuncio": Renuncio,
        "partida": Partida,
        "coto": Coto,
        "coto_winner": CotoWinner,
        "ruling": variants(Ruling, "ruling", "act", {"partida": ("winner",), "anula": ()}),
    },
)
