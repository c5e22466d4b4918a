"""The effect of the faults of a hand on what it scored."""

from rules.truco.acts import Fault
from rules.truco.codes import refuse
from rules.truco.hands import Deal
from rules.truco.mano import Award, Mano

PENALTY = 2  # 6.4.2, 6.4.3, 10.4.1


def scored(deal: Deal, mano: Mano) -> list[Award]:
    """The awards of a hand in the order in which they count (Rulings T3), after its faults.

    Raises for a fault that this hand cannot have.
    """
    awards = [*mano.envido_awards, *mano.truco_awards]
    if not deal.faults:
        return awards
    _check_one_bando(deal, mano)
    for fault in deal.faults:
        bando = mano.seating.bando(fault.side, "faults")
        if fault.kind in "sx":
            _check_tantos(fault, bando, mano)
            awards = _given_up(awards, bando, "not_shown")
    for fault in deal.faults:
        bando = mano.seating.bando(fault.side, "faults")
        if fault.kind == "i":
            awards = _infraction(awards, bando, mano, fault)
        elif fault.kind == "+":
            kept = [award for award in awards if award.bando != bando]
            awards = [*kept, Award("cards", 1 - bando, PENALTY)]
    return awards


def _given_up(awards: list[Award], bando: int, by: str) -> list[Award]:
    """All that `bando` won goes to the rival (4.6.6; Rulings T13)."""
    return [
        Award(by, 1 - bando, award.points) if award.bando == bando else award for award in awards
    ]


def _infraction(awards: list[Award], bando: int, mano: Mano, fault: Fault) -> list[Award]:
    """10.4.1: what it won goes to the rival, who adds 2 if he won the truco (Rulings T17)."""
    if not mano.seating.duel:
        raise refuse("truco.infraction_outside", "faults", value=str(fault))
    given = _given_up(awards, bando, "infraction")
    if mano.winner == 1 - bando:
        given.append(Award("infraction", 1 - bando, PENALTY))
    return given


def _check_tantos(fault: Fault, bando: int, mano: Mano) -> None:
    """Only who won the envido has to show (4.6.9); only who declared can have declared wrong."""
    if fault.kind == "s":
        won = [award.bando for award in mano.envido_awards if award.by in ("envido", "falta")]
        if won != [bando]:
            raise refuse("truco.shown_unasked", "faults", value=str(fault))
    elif mano.tantos is None or mano.tantos.said[fault.side] is None:
        raise refuse("truco.wrong_undeclared", "faults", value=str(fault))


def _check_one_bando(deal: Deal, mano: Mano) -> None:
    """The same fault by both is for the judge: an `arbitro` line says what it costs."""
    for kinds in ("sx", "+", "i"):
        faulty = {
            mano.seating.bando(fault.side, "faults") for fault in deal.faults if fault.kind in kinds
        }
        if len(faulty) > 1:
            raise refuse("truco.faults_both", "faults")
