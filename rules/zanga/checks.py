"""Checks of the named pair and of the players of the hand, once the mano is known."""

from rules.core import Side
from rules.reading import Tally, side_name
from rules.zanga.bidding import side_that_plays
from rules.zanga.codes import refuse
from rules.zanga.hands import Deal
from rules.zanga.renuncios import Offenders, check_offenders
from rules.zanga.seats import BAZAS, Seat, seat_to_right, side_of_seat


def check_deal(deal: Deal, mano: Seat) -> None:
    """Check a hand whose mano is known; raises `todas_against`, `estuche_solo` or an error of
    `check_offenders`.
    """
    named_pair = side_that_plays(mano, deal)
    if deal.five == 1 - named_pair and deal.todas_made is False:
        raise refuse("zanga.todas_against", "todas", side=side_name(1 - named_pair))
    if deal.alone and deal.estuche == named_pair and deal.bazas is not None:
        least_bazas, bazas_won = least_bazas_alone(deal.bazas), deal.bazas[named_pair]
        if bazas_won < least_bazas:
            name = side_name(named_pair)
            raise refuse(
                "zanga.estuche_solo", "estuche", side=name, value=bazas_won, low=least_bazas
            )
    if deal.offender is not None:
        lone_offender = deal.alone and deal.offender == named_pair
        offenders = Offenders(lone_offender, leads_first(deal, mano, deal.offender))
        check_offenders(deal.renuncios, deal.bazas, deal.estuche, offenders, todas=deal.todas)


def least_bazas_alone(bazas: Tally) -> int:
    """Return the fewest bazas of a lone player with the whole estuche, because each piece wins a
    baza.

    `bazas` are the bazas of A and B when the hand ended.

    >>> least_bazas_alone((5, 3)), least_bazas_alone((1, 5))
    (3, 1)
    """
    return max(0, bazas[0] + bazas[1] - BAZAS + 3)


def leads_first(deal: Deal, mano: Seat, side: Side) -> bool:
    """Return whether this side certainly leads the first baza.

    The mano leads, or the next player if the mano's partner plays alone.

    >>> [leads_first(Deal(2, way, bazas=(5, 0)), 0, 0) for way in ("solo", "juega")]
    [False, True]
    """
    if not deal.alone or side_of_seat(mano) != side_that_plays(mano, deal):
        return side == side_of_seat(mano)
    if deal.way == "obligado":  # either player of the pair may have taken the hand
        return False
    sits_out = seat_to_right(mano, deal.passes) != mano
    return (side == side_of_seat(mano)) != sits_out
