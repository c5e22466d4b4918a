"""Checks of a deal against the cards of its form, after the checks common to all deals."""

from rules.core import Side
from rules.malilla.codes import refuse
from rules.malilla.forms import RANKS
from rules.malilla.hands import Deal, Misdeal
from rules.malilla.options import Options
from rules.reading import SIDE_NAMES, dashed_text, side_name

MALILLA = "9"


def check_side(side: Side | None, options: Options, field: str) -> None:
    """Check that this form has the side."""
    if side is not None and side >= options.sides:
        allowed = ", ".join(SIDE_NAMES[: options.sides])
        raise refuse("malilla.side_absent", field, value=side_name(side), allowed=allowed)


def dealer_of(deal: Deal | Misdeal, turn: Side | None, options: Options) -> Side | None:
    """Return the side that dealt, as the turn, the line or a fault `turno` shows.

    Return None if nothing shows the dealer. Raises `RuleError` if the line names another dealer
    than the turn or the fault does, or if the turn belonged to the side at fault.
    """
    sides_out_of_turn = deal.sides_with("turno") if isinstance(deal, Deal) and deal.faults else ()
    if sides_out_of_turn:
        return _dealer_out_of_turn(sides_out_of_turn[0], deal.dealer, turn, options)
    if deal.dealer is None:
        return turn
    check_side(deal.dealer, options, "dealer")
    if turn is not None and turn != deal.dealer:
        value, allowed = side_name(deal.dealer), side_name(turn)
        raise refuse("malilla.dealer_turn", "dealer", value=value, allowed=allowed)
    return deal.dealer


def _dealer_out_of_turn(
    side: Side, stated_dealer: Side | None, turn: Side | None, options: Options
) -> Side:
    """Return `side`, which dealt out of turn; raises as `dealer_of` does.

    `stated_dealer` is the dealer that the line names, and `turn` the side whose turn it was.
    Between pairs, `side` may be that pair, because a player may have taken his partner's turn.
    """
    check_side(side, options, "faults")
    if stated_dealer not in (None, side):
        value, allowed = side_name(stated_dealer or 0), side_name(side)
        raise refuse("malilla.turno_dealer", "dealer", value=value, allowed=allowed)
    if turn == side and options.players == options.sides:
        raise refuse("malilla.turno_his", "faults", side=side_name(side))
    return side


def check_deal(deal: Deal, dealer: Side | None, options: Options) -> None:
    """Check that the deal is possible in this form, dealt by this side."""
    form = options.form_rules
    if len(deal.points) != form.sides:
        value, allowed = dashed_text(deal.points), form.sides
        raise refuse("malilla.points_count", "points", value=value, allowed=allowed)
    if options.form == "cubiertas":
        if deal.asleep is None:
            raise refuse("malilla.asleep_missing", "asleep")
    elif deal.asleep is not None:
        raise refuse("malilla.asleep_form", "asleep", value=deal.asleep)
    if deal.faults:
        _check_faults(deal, options)
    if deal.card is not None:
        _check_card(deal, dealer, options)
    _check_capote(deal, options)


def _check_faults(deal: Deal, options: Options) -> None:
    allowed = options.form_rules.faults
    for side_fault in deal.faults:
        check_side(side_fault.side, options, "faults")
        if side_fault.fault not in allowed:
            raise refuse("malilla.fault_form", "faults", fault=side_fault.fault, allowed=allowed)
    if options.players == options.sides:
        for side in deal.sides_with("mas"):
            if side in deal.sides_with("menos"):
                name = side_name(side)
                raise refuse("malilla.fault_more_and_less", "faults", side=name)


def _check_card(deal: Deal, dealer: Side | None, options: Options) -> None:
    """Check that the alce is in the pack, that an alce with points has a known dealer and, if it is
    a malilla, that the dealer has the points of its baza.

    The malilla of trumps wins its own five points and the point of its baza; with open piles the
    sides may share that point (M9). A malilla that was perhaps not played is not checked: with
    closed cards it may have been put away, and a player with a card too many may still hold it.
    """
    card = deal.card
    assert card is not None
    if card.rank not in options.form_rules.ranks:
        raise refuse(
            "malilla.card_out", "card", value=card.rank, allowed=list(options.form_rules.ranks)
        )
    if card.value and dealer is None:
        raise refuse("malilla.dealer_missing", "dealer", allowed=list(SIDE_NAMES[: options.sides]))
    if card.rank != MALILLA or dealer is None or options.form == "cubiertas":
        return
    low = RANKS[MALILLA] + (options.form != "vistas")
    points = deal.points[dealer]
    if points < low and not deal.sides_with("mas"):
        name = side_name(dealer)
        raise refuse("malilla.malilla_taken", "points", side=name, value=points, low=low)


def _check_capote(deal: Deal, options: Options) -> None:
    """Check the capote of a side with all the points (Rulings M9).

    Only with open piles may such a side have lost a baza, so there the line must state whether it
    made a capote.
    """
    total = sum(deal.points)
    if total not in deal.points:
        return
    side = deal.points.index(total)
    if options.form == "vistas" and deal.capote is None:
        raise refuse("malilla.capote_unsaid", "capote", value=dashed_text(deal.points))
    short = bool(deal.faults) and side in deal.sides_with("menos")
    if deal.capote and short:
        raise refuse("malilla.capote_short", "capote", side=side_name(side))
    if deal.capote is False and options.form != "vistas" and not short:
        raise refuse("malilla.capote_plain", "capote", value=dashed_text(deal.points))
