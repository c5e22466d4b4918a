"""How the faults of a hand change its awards."""

from rules.truco.acts import Fault
from rules.truco.codes import refuse
from rules.truco.hands import Deal
from rules.truco.mano import Award, Mano

PENALTY = 2  # tantos of a penalty (6.4.2, 6.4.3, 10.4.1)


def awards_of_hand(deal: Deal, mano: Mano) -> list[Award]:
    """Return the awards of a hand in counting order (Rulings T3), after applying its faults.

    Raises `RuleError` for a fault that this hand cannot have, and for the same fault by both
    bandos.
    """
    awards = [*mano.envido_awards, *mano.truco_awards]
    if not deal.faults:
        return awards
    _check_one_bando(deal, mano)
    for fault in deal.faults:
        bando = mano.seating.bando(fault.side, "faults")
        if fault.kind in "sx":
            _check_tantos(fault, bando, mano)
            awards = _awards_given_to_rival(awards, bando, "not_shown")
    for fault in deal.faults:
        bando = mano.seating.bando(fault.side, "faults")
        if fault.kind == "i":
            awards = _infraction(awards, bando, mano, fault)
        elif fault.kind == "+":
            rival_awards = [award for award in awards if award.bando != bando]
            awards = [*rival_awards, Award("cards", 1 - bando, PENALTY)]
    return awards


def _awards_given_to_rival(awards: list[Award], bando: int, way: str) -> list[Award]:
    """Return the awards with every award of `bando` given to the rival (4.6.6; Rulings T13)."""
    return [
        Award(way, 1 - bando, award.points) if award.bando == bando else award for award in awards
    ]


def _infraction(awards: list[Award], bando: int, mano: Mano, fault: Fault) -> list[Award]:
    """Apply article 10.4.1: the rival gets the offender's awards, and 2 more tantos if the rival
    won the truco (Rulings T17).
    """
    if not mano.seating.duel:
        raise refuse("truco.infraction_outside", "faults", value=str(fault))
    rival_awards = _awards_given_to_rival(awards, bando, "infraction")
    if mano.winner == 1 - bando:
        rival_awards.append(Award("infraction", 1 - bando, PENALTY))
    return rival_awards


def _check_tantos(fault: Fault, bando: int, mano: Mano) -> None:
    """Check that a fault on the tantos of the envido is possible.

    Only the winner of the envido has to show the tantos (4.6.9). Only a side that declared tantos
    can have declared wrong tantos.
    """
    if fault.kind == "s":
        winning_bandos = [
            award.bando for award in mano.envido_awards if award.way in ("envido", "falta")
        ]
        if winning_bandos != [bando]:
            raise refuse("truco.shown_unasked", "faults", value=str(fault))
    elif mano.tantos is None or mano.tantos.declarations[fault.side] is None:
        raise refuse("truco.wrong_undeclared", "faults", value=str(fault))


def _check_one_bando(deal: Deal, mano: Mano) -> None:
    """Refuse the same fault by both bandos: the judge decides its cost with an `arbitro` line."""
    for kinds in ("sx", "+", "i"):
        faulty_bandos = {
            mano.seating.bando(fault.side, "faults") for fault in deal.faults if fault.kind in kinds
        }
        if len(faulty_bandos) > 1:
            raise refuse("truco.faults_both", "faults")
