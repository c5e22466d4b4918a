"""Renuncios: the side that made them, and the most that the bazas and the estuche allow."""

from dataclasses import dataclass

from rules.core import Side
from rules.kinds import EitherSide
from rules.reading import Tally, side_name
from rules.zanga.codes import refuse
from rules.zanga.seats import BAZAS, BAZAS_TO_WIN

# The number of bazas with a possible renuncio: in the eighth, every player has one card left.
RENUNCIO_BAZAS = BAZAS - 1
MOST_RENUNCIOS = 2 * RENUNCIO_BAZAS  # renuncios of two players in a hand


@dataclass(frozen=True, slots=True)
class Renuncio:
    """One renuncio of `side`.

    matador: whether the player kept back a piece of the estuche. eight: whether the rivals showed a
    hand for all eight bazas (art. 29, 30).

    >>> print(Renuncio(0), Renuncio(1, matador=True), Renuncio(1, matador=True, eight=True))
    rA rBe rBe8
    """

    side: EitherSide
    matador: bool = False
    eight: bool = False

    def __post_init__(self) -> None:
        if self.eight and not self.matador:
            raise refuse("zanga.eight_alone", "renuncios")

    def __str__(self) -> str:
        return f"r{side_name(self.side)}{'e' * self.matador}{'8' * self.eight}"


def check_renuncios(
    renuncios: tuple[Renuncio, ...], bazas: Tally | None, estuche: Side | None, *, todas: bool
) -> None:
    """Refuse renuncios of both sides, and more renuncios than these bazas allow, whoever led the
    bazas.

    More than one renuncio counts only if the other pair made five bazas (art. 31). A side without a
    piece of the estuche cannot renounce with a piece, and the rivals show no hand for all eight
    bazas once the side has taken a baza (art. 30).
    """
    count, offender = len(renuncios), renuncios[0].side
    if any(renuncio.side != offender for renuncio in renuncios):
        raise refuse("zanga.renuncio_both", "renuncios")
    if count > 1 and (bazas is None or bazas[1 - offender] < BAZAS_TO_WIN):
        raise refuse("zanga.renuncios_without_five", "renuncios", value=count)
    if bazas is not None:
        _check_number(count, offender, 2 * _bazas_begun(bazas, offender, todas=todas))
    name = side_name(offender)
    if estuche == 1 - offender and any(renuncio.matador for renuncio in renuncios):
        raise refuse("zanga.matador_of_rivals", "renuncios", side=name)
    bazas_won = 0 if bazas is None else bazas[offender]
    if bazas_won and any(renuncio.eight for renuncio in renuncios):
        raise refuse("zanga.eight_lost", "renuncios", side=name, value=bazas_won)


@dataclass(frozen=True, slots=True)
class Offenders:
    """Whether the offending side plays with one player, and whether it leads the first baza."""

    alone: bool
    leads_first: bool


def check_offenders(
    renuncios: tuple[Renuncio, ...],
    bazas: Tally | None,
    estuche: Side | None,
    offenders: Offenders,
    *,
    todas: bool,
) -> None:
    """Refuse more renuncios than the players can make, because a player cannot renounce in a baza
    that he leads.
    """
    side = renuncios[0].side
    matadores = sum(renuncio.matador for renuncio in renuncios)
    most_matadores = _most_matadores(own=estuche == side, alone=offenders.alone)
    if matadores and not most_matadores:
        raise refuse("zanga.matador_undemanded", "renuncios", side=side_name(side))
    if matadores > most_matadores:
        name = side_name(side)
        raise refuse(
            "zanga.matadores_many", "renuncios", side=name, value=matadores, high=most_matadores
        )
    if bazas is None:
        return
    bazas_begun = _bazas_begun(bazas, side, todas=todas)
    # The side leads once after each baza that it won, if the next baza has begun.
    bazas_without_next = bazas[0] + bazas[1] - bazas_begun + 1
    bazas_led = min(bazas_begun, offenders.leads_first + max(0, bazas[side] - bazas_without_next))
    _check_number(
        len(renuncios),
        side,
        (bazas_begun - bazas_led) if offenders.alone else 2 * bazas_begun - bazas_led,
    )


def _bazas_begun(bazas: Tally, offender: Side, *, todas: bool) -> int:
    """Return the number of bazas in which a player can have renounced.

    These are the finished bazas and, while the rivals have not won the hand or go for all eight,
    the baza in play.
    """
    baza_in_play = todas or bazas[1 - offender] < BAZAS_TO_WIN
    return min(RENUNCIO_BAZAS, bazas[0] + bazas[1] + baza_in_play)


def _check_number(count: int, side: Side, high: int) -> None:
    if not high:
        raise refuse("zanga.renuncio_unled", "renuncios", side=side_name(side))
    if count > high:
        raise refuse("zanga.renuncios_many", "renuncios", value=count, high=high)


def _most_matadores(*, own: bool, alone: bool) -> int:
    """Return the most pieces of the estuche that a side can keep back although it must play them.

    A player must play a piece when another player leads a higher piece, which happens once for each
    higher piece (art. 28). `own`: whether the side holds the estuche. `alone`: whether one player
    plays alone.

    >>> [_most_matadores(own=own, alone=alone) for own in (False, True) for alone in (False, True)]
    [3, 2, 2, 0]
    """
    return 0 if own and alone else 3 - own - alone
