"""The lines of an acta of tarot. Points are stored as half points: `halves` 91 is 45.5 points."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from rules.codec import Member, check_bounds, record, variants
from rules.core import Side
from rules.kinds import Reason, list_kind, one_of, whole_number, word_kind
from rules.lines import End, Forfeit, LineWithReason, Stop, line_codec
from rules.reading import side_name, sign_and_side
from rules.tarot.cards import CAMPS, DEFENCE, HALVES, OUDLERS, POIGNEES, TAKER, TRUMPS
from rules.tarot.codes import CODES, refuse
from rules.tarot.faults import MOST_FAULTS, PRIMA, WRONG_CARDS, WRONG_NUMBER, Fault
from rules.tarot.options import CONTRACTS, CONTRACTS_WITH_DISCARD, SEATS, ASide
from rules.tarot.points import (
    POINTS_BY_SEAT,
    check_results,
    points_in_notation,
    points_kind,
    points_text,
)

CALLED_RANKS = ("rey", "dama", "caballo", "jota")
POIGNEE_SIZES = tuple(sorted({trumps for numbers in POIGNEES.values() for trumps in numbers}))
MOST_DEALS = 99


@dataclass(frozen=True, slots=True)
class Poignee:
    """A poignée: the player and the number of trumps shown: 8, 10, 13, 15 or 18.

    >>> print(Poignee(2, 10))
    C10
    """

    side: ASide
    trumps: Annotated[int, one_of(POIGNEE_SIZES, "tarot.poignee_range", CODES)]

    def __post_init__(self) -> None:
        check_bounds(self, field="poignees")

    def __str__(self) -> str:
        return f"{side_name(self.side)}{self.trumps}"


Camp = Annotated[str, word_kind(CAMPS)]
# The reader accepts as many poignées as seats, so that the dataclass itself refuses more than two.
_POIGNEES = list_kind(record(Poignee), SEATS, maxItems=2)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal that was played: the taker, the contract, and the result of his camp.

    halves: the half points of the taker's camp, including the discard or the reserve if these count
        for the taker.
    petit: the camp that took the last trick with the petit in it, "taker" or "defence".
    partner: with five players, the holder of the called card; the taker if he plays alone.
    called: the rank of the called card, if recorded.
    announced: whether the taker announced a chelem. slam: the camp that took every trick, or None.
    dealer: the player who dealt, if recorded.

    >>> deal = Deal(1, "guardia", 98, 2, petit="taker", poignees=(Poignee(1, 10),))
    >>> print(deal)
    B guardia 49 2o p+ B10
    """

    taker: ASide
    contract: Annotated[str, word_kind(CONTRACTS)]
    halves: Annotated[int, points_kind(0, HALVES // 2), Member("points")]
    oudlers: Annotated[int, whole_number(0, OUDLERS, "tarot.oudlers_range", CODES)]
    petit: Camp | None = None
    partner: ASide | None = None
    called: Annotated[str, word_kind(CALLED_RANKS)] | None = None
    poignees: Annotated[tuple[Poignee, ...], _POIGNEES] = ()
    announced: bool = False
    slam: Camp | None = None
    faults: Annotated[tuple[Fault, ...], list_kind(record(Fault), MOST_FAULTS)] = ()
    dealer: ASide | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.halves <= HALVES:
            value = points_text(self.halves) if abs(self.halves) < 10**9 else self.halves
            raise refuse("tarot.points_range", "points", value=value, high=HALVES // 2)
        check_bounds(self)
        if self.called is not None and self.partner is None:
            raise refuse("tarot.called_alone", "called")
        if self.petit is not None:
            _check_petit(self)
        if self.poignees:
            _check_poignees(self.poignees)
            if self.slam is not None:
                _check_slam_trumps(self)
        if self.faults:
            _check_faults(self)

    @property
    def camp(self) -> tuple[Side, ...]:
        """Return the taker, and his partner if he plays with a partner."""
        if self.partner is None or self.partner == self.taker:
            return (self.taker,)
        return self.taker, self.partner

    @property
    def points(self) -> str:
        """Return the points of the taker's camp, as written."""
        return points_text(self.halves)

    def has_fault(self, point: int) -> bool:
        return any(fault.point == point for fault in self.faults)

    def __str__(self) -> str:
        words = [side_name(self.taker)]
        if self.partner == self.taker:
            words.append("solo")
        elif self.partner is not None:
            words[0] += f"+{side_name(self.partner)}"
        if self.called is not None:
            words.append(self.called)
        words += [self.contract, self.points, f"{self.oudlers}o"]
        if self.petit is not None:
            words.append("p" + _SIGN[self.petit])
        words += [str(poignee) for poignee in self.poignees]
        if self.announced:
            words.append("!ch")
        if self.slam is not None:
            words.append("ch" + _SIGN[self.slam])
        words += [str(fault) for fault in self.faults]
        words += sign_and_side("d", self.dealer)
        return " ".join(words)


_SIGN = dict(zip(CAMPS, "+-", strict=True))


def _check_petit(deal: Deal) -> None:
    """Check that the camp with the petit has it among its oudlers, and that a camp with every trick
    has the petit.
    """
    low, high = (1, OUDLERS) if deal.petit == TAKER else (0, OUDLERS - 1)
    if not low <= deal.oudlers <= high:
        allowed = range(low, high + 1)
        raise refuse("tarot.petit_oudlers", "petit", value=deal.oudlers, allowed=allowed)
    if deal.slam is not None and deal.slam != deal.petit:
        raise refuse("tarot.slam_petit", "petit")


def _check_poignees(poignees: tuple[Poignee, ...]) -> None:
    """Check that each player has at most one poignée, and that all poignées together show at most
    the trumps of the pack, including the Excuse.
    """
    for side, count in Counter(poignee.side for poignee in poignees).items():
        if count > 1:
            raise refuse("tarot.poignee_twice", "poignees", side=side_name(side))
    trumps_shown = sum(poignee.trumps for poignee in poignees)
    if trumps_shown > TRUMPS:
        raise refuse("tarot.poignee_trumps", "poignees", value=trumps_shown, allowed=TRUMPS)


def _check_slam_trumps(deal: Deal) -> None:
    """Check that the camp without tricks can have lost all its trumps (Tarot 16).

    Each trump of a losing player was beaten in another trick. So the winning camp had at least as
    many trumps as each losing player, and higher trumps. The Excuse beats nothing; in case of
    doubt, the check assumes that the Excuse was among the shown trumps.
    """
    losing_camp = DEFENCE if deal.slam == TAKER else TAKER
    trumps_of_camp = {
        camp: [
            poignee.trumps
            for poignee in deal.poignees
            if (poignee.side in deal.camp) == (camp == TAKER)
        ]
        for camp in CAMPS
    }
    loser_trumps = sorted(trumps_of_camp.pop(losing_camp), reverse=True)
    if not loser_trumps:
        return
    (winner_trumps,) = trumps_of_camp.values()
    loser_trumps[0] -= 1  # one of the shown trumps may be the Excuse, which no trump had to beat
    if sum(loser_trumps) + max(*loser_trumps, 0, sum(winner_trumps)) > TRUMPS - 1:
        loser_poignees = [
            poignee
            for poignee in deal.poignees
            if (poignee.side in deal.camp) == (losing_camp == TAKER)
        ]
        raise refuse("tarot.slam_trumps", "poignees", value=", ".join(map(str, loser_poignees)))


def _check_faults(deal: Deal) -> None:
    """Check the number of faults, the players who pay a prima, and the faults of the discard.

    Nobody in the taker's camp pays a prima. Only the taker discards, once, and only in some
    contracts.

    Every other fault can happen several times in a deal, also by the same player.
    """
    if len(deal.faults) > MOST_FAULTS:
        number = len(deal.faults)
        raise refuse("tarot.faults_many", "faults", value=number, allowed=MOST_FAULTS)
    for fault, times in Counter(deal.faults).items():
        if times > 1 and fault.point in (WRONG_NUMBER, WRONG_CARDS):
            raise refuse("tarot.fault_twice", "faults", value=str(fault))
        if fault.effect == PRIMA and fault.side in deal.camp:
            raise refuse("tarot.fault_prima", "faults", side=side_name(fault.side))
        if fault.point in (WRONG_NUMBER, WRONG_CARDS):
            if fault.side != deal.taker:
                taker = side_name(deal.taker)
                raise refuse("tarot.fault_taker", "faults", value=fault.point, allowed=taker)
            if deal.contract not in CONTRACTS_WITH_DISCARD:
                raise refuse(
                    "tarot.fault_discard",
                    "faults",
                    value=fault.point,
                    allowed=CONTRACTS_WITH_DISCARD,
                )


@dataclass(frozen=True, slots=True)
class PassedDeal:
    """A deal that everybody passed: it is annulled and the next player deals (Tarot 16).

    >>> print(PassedDeal())
    paso
    """

    dealer: ASide | None = None

    def __str__(self) -> str:
        return " ".join(["paso", *sign_and_side("d", self.dealer)])


@dataclass(frozen=True, slots=True)
class PetitAlone:
    """A deal annulled by a player whose only trump was the petit (Tarot 15, Rulings A14).

    >>> print(PetitAlone(1))
    petit B
    """

    player: ASide
    dealer: ASide | None = None

    def __str__(self) -> str:
        return " ".join(["petit", side_name(self.player), *sign_and_side("d", self.dealer)])


@dataclass(frozen=True, slots=True)
class Results:
    """One or several deals with only each player's gain or loss recorded.

    `halves` are the half points of each player, from A on; they sum to zero. The results exclude
    fines and other points of the referee, which have lines of their own.

    >>> print(Results(1, (636, -212, -212, -212)))
    repartos 1 318 -106 -106 -106
    """

    deals: Annotated[int, whole_number(1, MOST_DEALS, "tarot.deals_range", CODES)]
    halves: Annotated[tuple[int, ...], POINTS_BY_SEAT, Member("points")]
    dealer: ASide | None = None

    def __post_init__(self) -> None:
        check_bounds(self)
        check_results(self.halves)

    def __str__(self) -> str:
        words = [
            f"repartos {self.deals} {points_in_notation(self.halves)}",
            *sign_and_side("d", self.dealer),
        ]
        return " ".join(words)


ACTS = {"redeal": "anula", "points": "puntos"}  # the words of the notation for each act


@dataclass(frozen=True, slots=True)
class Ruling(LineWithReason):
    """A ruling of the referee: "redeal", or "points" to move points between players.

    `halves` are the half points that "points" moves, from A on, and sum to zero; () for "redeal".

    >>> print(Ruling("points", "enseña una carta", (-20, 20, 0, 0)))
    arbitro puntos -10 10 0 0: enseña una carta
    """

    act: Annotated[str, word_kind(ACTS), Member("ruling")]
    reason: Reason
    halves: Annotated[tuple[int, ...], POINTS_BY_SEAT, Member("points")] = ()

    def __post_init__(self) -> None:
        LineWithReason.__post_init__(self)
        if self.act == "points":
            check_results(self.halves)

    def __str__(self) -> str:
        numbers = f" {points_in_notation(self.halves)}" if self.halves else ""
        return f"arbitro {ACTS[self.act]}{numbers}: {self.reason}"


Hand = Deal | PassedDeal | PetitAlone | Results | End | Ruling | Forfeit | Stop

CODEC = line_codec(
    "Tarot",
    SEATS,
    {
        "deal": Deal,
        "passed": PassedDeal,
        "petit": PetitAlone,
        "results": Results,
        "end": End,
        "ruling": variants(Ruling, "ruling", "act", {"points": ("halves",), "redeal": ()}),
    },
)

# The contracts by their own names and by other names that clubs use.
VOICES = {name: name for name in CONTRACTS} | {
    "prise": "tomo",
    "petite": "tomo",
    "pousse": "subo",
    "garde": "guardia",
    "sans": "sin",
    "contre": "contra",
}
