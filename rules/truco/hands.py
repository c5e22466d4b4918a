"""The lines of an acta of truco.

The module `mano` judges the acts of a hand when `play` adds the hand to an acta, because in the
gallo only the acta shows who plays with whom.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from rules.codec import Member, check_bounds, record, variants
from rules.core import refusal
from rules.kinds import Reason, list_kind, or_null, whole_number, word_kind
from rules.lines import Forfeit, LineWithReason, Stop, line_codec
from rules.reading import dashed_text, side_name, sign_and_side
from rules.truco.acts import ACT, FAULTS, SIDES, Act, ASide, Fault, Round, SeatOrNull, Tantos
from rules.truco.codes import CODES, refuse

MOST_ACTS = 24  # acts in a hand: the longest possible hand has 15
MOST_TANTOS = 99  # tantos of a side in a chico, whatever the target
MOST_AT_ONCE = 7  # tantos of envido, envido, real envido, the highest chants except the falta
MISDEALS = ("mas", "menos", "vuelta")
RULINGS = ("anula", "tantos", "chico", "partido")
_FAULTS = list_kind(record(Fault), len(FAULTS) * SIDES, maxItems=None, uniqueItems=True)
_TANTOS = or_null(
    list_kind(whole_number(0, MOST_TANTOS, "option_range"), SIDES, sides=True, minItems=2)
)
_RULING_POINTS = or_null(whole_number(1, MOST_AT_ONCE, "truco.ruling_points", CODES))


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand: its acts in order, and its faults.

    `dealer` is recorded only if he is not the expected dealer, or was drawn by lot. `gallo` is the
    side that played alone against two, recorded only if it was not the dealer.

    >>> from rules.truco.acts import Answer, Chant, Round, Tanto
    >>> tantos = Tantos((Tanto(31), Tanto(27)))
    >>> rounds = (Round(0), Round(1), Round(0))
    >>> print(Deal((Chant(0, "e"), Answer(True), tantos, *rounds)))
    Ae q 31-27 ABA
    """

    acts: Annotated[tuple[Act, ...], list_kind(ACT, MOST_ACTS, minItems=1)]
    faults: Annotated[tuple[Fault, ...], _FAULTS] = ()
    dealer: SeatOrNull = None
    gallo: ASide | None = None

    def __post_init__(self) -> None:
        if not self.acts:
            raise refuse("truco.hand_empty", "acts")
        if len(self.acts) > MOST_ACTS:
            raise refuse("truco.acts_many", "acts", value=len(self.acts), allowed=MOST_ACTS)
        tantos_acts = [act for act in self.acts if type(act) is Tantos]
        if len(tantos_acts) > 1:
            raise refuse("truco.tantos_twice", "tantos", value=str(tantos_acts[1]))
        if self.faults and len(set(self.faults)) < len(self.faults):
            raise refuse("truco.word_twice", "faults", value=str(self.faults[-1]))

    def __str__(self) -> str:
        words: list[str] = []
        for rounds, acts in groupby(self.acts, lambda act: type(act) is Round):
            texts = [str(act) for act in acts]
            words += ["".join(texts)] if rounds else texts
        words += [str(fault) for fault in self.faults]
        if self.dealer is not None:
            words.append(f"d{self.dealer}")
        words += sign_and_side("g", self.gallo)
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A misdeal, dealt again: too many or too few cards, or a card turned up (6.3, 6.4.1).

    `dealer` is the seat that misdealt, recorded if the acta does not show the dealer.

    >>> from rules.truco.acts import Seat
    >>> print(Misdeal("vuelta", Seat(0, 2)))
    maldada vuelta A2
    """

    kind: Annotated[str | None, or_null(word_kind(MISDEALS)), Member("cards", field="misdeal")] = (
        None
    )
    dealer: SeatOrNull = None

    def __str__(self) -> str:
        words = ["maldada", self.kind, None if self.dealer is None else str(self.dealer)]
        return " ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class ExtraCards:
    """Too many cards, hidden by a player of `side` before the first card was played (6.4.2).

    `dealer` is recorded only if he is not the expected dealer, or was drawn by lot.

    >>> from rules.truco.acts import Seat
    >>> print(ExtraCards(0), "·", ExtraCards(0, Seat(1, 2)))
    sobra A · sobra A dB2
    """

    side: ASide
    dealer: SeatOrNull = None

    def __str__(self) -> str:
        dealer_word = "" if self.dealer is None else f" d{self.dealer}"
        return f"sobra {side_name(self.side)}{dealer_word}"


@dataclass(frozen=True, slots=True)
class Signs(LineWithReason):
    """A ruling of the judge: `side` used signs that the reglamento does not allow (7.1.2).

    >>> print(Signs(1, "señas con los pies"))
    senas B: señas con los pies
    """

    side: ASide
    reason: Reason

    def __str__(self) -> str:
        return f"senas {side_name(self.side)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Chico:
    """A chico with only its tantos, or only its winner, recorded.

    If the tantos are recorded, the line names the winner only if two of three sides reached the
    target with equal tantos.

    >>> print(Chico((30, 24)), "·", Chico(None, 0), "·", Chico((30, 30, 12), 1))
    chico 30-24 · chico A · chico 30-30-12 B
    """

    points: Annotated[tuple[int, ...] | None, _TANTOS, Member(field="chico")] = None
    winner: Annotated[ASide | None, Member(field="chico")] = None

    def __post_init__(self) -> None:
        if self.points is None:
            if self.winner is None:
                raise refusal("json_missing", "chico", allowed="points, winner")
            return
        if not 2 <= len(self.points) <= 3:
            raise refuse("truco.chico_sides", "chico", value=len(self.points), allowed="2, 3")
        check_bounds(self)

    def __str__(self) -> str:
        words = ["chico"]
        if self.points is not None:
            words.append(dashed_text(self.points))
        return " ".join(words + sign_and_side("", self.winner))


@dataclass(frozen=True, slots=True)
class Ruling(LineWithReason):
    """A ruling that voids the hand in play, or awards tantos, the chico or the partido to a side.

    `act` is one of RULINGS; only "tantos" has `points`, and only "anula" has no `side`.

    >>> print(Ruling("tantos", 0, 2, "avisó al compañero"))
    arbitro tantos A 2: avisó al compañero
    """

    act: Annotated[str, word_kind(RULINGS), Member("ruling")]
    side: ASide | None
    points: Annotated[int | None, _RULING_POINTS, Member(field="ruling")]
    reason: Reason

    def __post_init__(self) -> None:
        LineWithReason.__post_init__(self)
        check_bounds(self)

    def __str__(self) -> str:
        words = ["arbitro", self.act, *sign_and_side("", self.side)]
        if self.points is not None:
            words.append(str(self.points))
        return f"{' '.join(words)}: {self.reason}"


Hand = Deal | Misdeal | ExtraCards | Signs | Chico | Ruling | Forfeit | Stop

CODEC = line_codec(
    "Truco",
    SIDES,
    {
        "deal": Deal,
        "chico": Chico,
        "misdeal": Misdeal,
        "extra_cards": ExtraCards,
        "signs": Signs,
        "ruling": variants(
            Ruling,
            "ruling",
            "act",
            {"anula": (), "tantos": ("side", "points"), ("chico", "partido"): ("side",)},
        ),
    },
)
