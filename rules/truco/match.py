"""The match: how each line changes chicos and tantos."""

from dataclasses import replace

from rules.chance import Chance
from rules.core import Event, Score
from rules.lines import Forfeit, Stop
from rules.reading import add_to_side, dashed_text
from rules.truco.chico import check_result, count_awards
from rules.truco.codes import refuse
from rules.truco.faults import PENALTY, awards_of_hand
from rules.truco.hands import Chico, Deal, ExtraCards, Hand, Misdeal, Ruling, Signs
from rules.truco.mano import Award, Mano, hand_after
from rules.truco.options import Options
from rules.truco.score import (
    State,
    award,
    award_chico,
    best_rivals,
    end_chico,
    next_seating,
    rival_of,
    score_after,
    state_after_passed_deal,
)
from rules.truco.seats import Seating, check_side, seat_index, seat_name, side_at


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _play_deal(score, hand, options)
        case Chico():
            return _play_chico(score, hand, options)
        case Misdeal():
            return _play_misdeal(score, hand, options)
        case ExtraCards():
            return _apply_extra_cards(score, hand, options)
        case Signs():
            return _apply_signs(score, hand, options)
        case Ruling():
            return _apply_ruling(score, hand, options)
        case Forfeit():
            return _apply_forfeit(score, hand, options)
        case Stop():
            return _apply_stop(score, hand, options)


def _play_deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    """Return the score after a hand, with its faults."""
    seating = next_seating(score, options, deal.dealer, deal.gallo)
    mano = hand_after(deal.acts, seating)
    if mano.winner is None:
        _check_stopped(score, mano)
    count = count_awards(score.tallies[2], awards_of_hand(deal, mano), seating)
    remarks = (Event("truco.round_ignored"),) if mano.round_ignored else ()
    new_score = score_after(score, count, seating, options, remarks)
    if seating.dealer is None or all(fault.kind != "+" for fault in deal.faults):
        return new_score
    return _record_misdeal(new_score, seating.dealer, options)


def _check_stopped(score: Score[State], mano: Mano) -> None:
    """Raise `RuleError` unless the envido, before any penalties, ended the chico and so stopped the
    hand.

    Source: Truco 4.6.5, 4.6.6, 6.4.3, 9.2.
    """
    envido_awards = mano.envido_awards
    if (
        mano.envido_state != "closed"
        or not count_awards(score.tallies[2], envido_awards, mano.seating).over
    ):
        mano.check_answered()
        raise refuse("truco.hand_unfinished", "rounds")


def _play_chico(score: Score[State], hand: Chico, options: Options) -> Score[State]:
    """Return the score after a chico with only its result recorded; a line with only the winner may
    end the chico in play.
    """
    state = replace(score.state, dealer=None)
    if hand.points is None:
        winner = 0 if hand.winner is None else hand.winner
        check_side(winner, options, "chico")
        return award_chico(score, winner, state, options)
    winner = check_result(hand, hand.points, options)
    if any(score.tallies[2]) or state.duel:
        raise refuse("truco.chico_begun", "chico", value=dashed_text(score.tallies[2]))
    return end_chico(score, hand.points, winner, state, options)


def _play_misdeal(score: Score[State], hand: Misdeal, options: Options) -> Score[State]:
    dealer = score.state.dealer
    if hand.dealer is not None:
        dealer = seat_index(hand.dealer, options)
    if dealer is None:
        raise refuse("truco.dealer_missing", "dealer")
    return _deal_again(replace(score, points=(0,) * options.sides, events=()), dealer, options)


def _deal_again(score: Score[State], dealer: int, options: Options) -> Score[State]:
    """Record a misdeal: `dealer` deals again, but after his second misdeal he loses his turn,
    unless a pica-pica is in play (6.5).
    """
    state = replace(_add_misdeal(score.state, dealer), dealer=dealer)
    code = "truco.deal_again"
    if state.misdeals[dealer] > 1 and not state.duel:
        state = replace(state, dealer=(dealer + 1) % options.players)
        code = "truco.dealer_skipped"
    return replace(score, state=state, events=(*score.events, _dealer_event(code, dealer, options)))


def _record_misdeal(score: Score[State], dealer: int, options: Options) -> Score[State]:
    """Record that `dealer` misdealt the hand just counted: the hand stands, and the next player
    deals (6.5).
    """
    if score.over:
        return score
    event = _dealer_event("truco.misdeal_counted", dealer, options)
    state = _add_misdeal(score.state, dealer)
    return replace(score, state=state, events=(*score.events, event))


def _dealer_event(code: str, dealer: int, options: Options) -> Event:
    return Event(code, side_at(dealer, options), (("dealer", seat_name(dealer, options)),))


def _add_misdeal(state: State, dealer: int) -> State:
    return replace(state, misdeals=add_to_side(state.misdeals, dealer, 1))


def _apply_extra_cards(score: Score[State], hand: ExtraCards, options: Options) -> Score[State]:
    """Add 2 tantos for the rival; the cards are dealt again, and the dealer also has a misdeal
    (6.4.2, 6.5).

    If the two tantos end the match, there is no new deal.
    """
    seating = next_seating(score, options, hand.dealer)
    penalty_award = Award("cards", 1 - seating.bando(hand.side, "side"), PENALTY)
    count = count_awards(score.tallies[2], [penalty_award], seating)
    new_score = score_after(score, count, seating, options, dealt=False)
    if seating.dealer is None or new_score.over:
        return new_score
    return _deal_again(new_score, seating.dealer, options)


def _apply_signs(score: Score[State], hand: Signs, options: Options) -> Score[State]:
    """Apply article 7.1.2: as the options define, the side loses the match, the chico, or the mano
    as if it went al mazo immediately (8.4).
    """
    event = hand.event("truco.disqualified", hand.side)
    if options.signs_lose_mano:
        seating = next_seating(score, options)
        penalty_award = Award("signs", 1 - seating.bando(hand.side, "side"), PENALTY)
        count = count_awards(score.tallies[2], [penalty_award], seating)
        new_score = score_after(score, count, seating, options)
        return replace(new_score, events=(event, *new_score.events))
    winner = rival_of(score, hand.side, options, "side")
    if options.signs_lose_chico:
        return award_chico(score, winner, state_after_passed_deal(score, options), options, event)
    return award(score, winner, options, event)


def _apply_forfeit(score: Score[State], hand: Forfeit, options: Options) -> Score[State]:
    """Award the match to the rival.

    Of three sides, the better rival wins. If the rivals are equal, as they are before the first
    hand, nobody wins and all sides keep their tallies.
    """
    event = hand.event("truco.match_forfeited", hand.loser)
    winners = best_rivals(score, hand.loser, options, "loser")
    if len(winners) == 1:
        return award(score, winners[0], options, event)
    chicos, tantos, _chico_tantos = score.tallies
    draw_event = Event("truco.match_drawn", None, (("chicos", chicos), ("tantos", tantos)))
    no_points = (0,) * options.sides
    return replace(score, over=True, points=no_points, events=(event, draw_event))


def _apply_stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands; the chicos decide, then the tantos of the chico in play."""
    chicos, tantos, chico_tantos = score.tallies
    winner = hand.winner(chicos, chico_tantos)
    code = "truco.match_drawn" if winner is None else "truco.match_won"
    events = (
        hand.event("truco.match_stopped"),
        Event(code, winner, (("chicos", chicos), ("tantos", tantos))),
    )
    return replace(score, winner=winner, over=True, points=(0,) * options.sides, events=events)


def _apply_ruling(score: Score[State], hand: Ruling, options: Options) -> Score[State]:
    """Apply a ruling of the judge; after a void hand, the same dealer deals again.

    Awarded tantos are added to the score.
    """
    if hand.side is None:
        event = hand.event("truco.hand_void")
        return replace(score, points=(0,) * options.sides, events=(event,))
    check_side(hand.side, options, "side")
    if hand.act == "partido":
        return award(score, hand.side, options)
    if hand.act == "chico":
        return award_chico(score, hand.side, state_after_passed_deal(score, options), options)
    bandos = tuple(int(side != hand.side) for side in range(options.sides))
    seating = Seating(options, score.state.dealer, 0, bandos)
    count = count_awards(score.tallies[2], [Award("ruling", 0, hand.points)], seating)
    return score_after(score, count, seating, options, dealt=False)


# --- By chance ------------------------------------------------------------------------------------
# A random chico of truco: its tantos, as a table could write them.
def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    tantos = [chance.below(options.target) for _side in range(options.sides)]
    tantos[chance.below(options.sides)] = options.target
    return Chico(tuple(tantos))
