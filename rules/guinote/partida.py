"""The winner of a partida: one deal, or two if no side has 101 after the first deal."""

from dataclasses import dataclass

from rules.core import Side
from rules.guinote.codes import refuse
from rules.guinote.hands import Deal

TANTOS_TO_WIN = 101
MALAS = 50
LEAST_WITHOUT_CANTES = 30


@dataclass(frozen=True, slots=True)
class Ida:
    """The first deal of a partida that goes on de vueltas."""

    tantos: tuple[int, int]
    tantos_without_cantes: tuple[int, int]  # tantos without cantes, with the ten of últimas
    dealer: Side | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of the partida after a deal; if `winner` is None, the partida goes on de
    vueltas.
    """

    winner: Side | None
    way: str  # one of WAYS; "" without a winner
    tantos: tuple[int, int]


def judge(ida: Ida | None, deal: Deal) -> Verdict:
    """Return the verdict after this deal: the first deal or, with an `ida`, the second deal.

    After the second deal a side has always won, because two deals hold at least 260 tantos (Rulings
    G3). In a partida de vueltas every side has 30 without cantes: if a side has at most 29 in the
    first deal, its rival has at least 101 (Rulings G1), and the partida is over. Raises
    `guinote.declared_in_ida` for a declaration in the first deal.

    >>> judge(None, Deal((91, 29), last=0))
    Verdict(winner=0, way='reached', tantos=(101, 29))
    """
    if ida is None and deal.declared is not None:
        raise refuse("guinote.declared_in_ida", "declared")
    tantos, bare_tantos = deal.tantos, deal.tantos_without_cantes
    if ida is not None:
        tantos = _sum_of_pairs(ida.tantos, tantos)
        bare_tantos = _sum_of_pairs(ida.tantos_without_cantes, bare_tantos)
    eligible_sides = [
        side
        for side in (0, 1)
        if tantos[side] >= TANTOS_TO_WIN and bare_tantos[side] >= LEAST_WITHOUT_CANTES
    ]
    if deal.declared is not None:
        if deal.declared in eligible_sides:
            return Verdict(deal.declared, "declared", tantos)
        return Verdict(1 - deal.declared, "false_declaration", tantos)
    if len(eligible_sides) == 2:
        return Verdict(deal.last, "ultimas", tantos)
    if len(eligible_sides) == 1:
        way = "thirty" if min(tantos) >= TANTOS_TO_WIN else "reached"
        return Verdict(eligible_sides[0], way, tantos)
    return Verdict(None, "", tantos)


def malas_o_buenas(tantos: int) -> tuple[int, str]:
    """Return tantos as players say them: up to 50 they are malas; above 50, the excess is buenas.

    >>> malas_o_buenas(50), malas_o_buenas(51), malas_o_buenas(101)
    ((50, 'malas'), (1, 'buenas'), (51, 'buenas'))
    """
    return (tantos, "malas") if tantos <= MALAS else (tantos - MALAS, "buenas")


def _sum_of_pairs(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    return first[0] + second[0], first[1] + second[1]
