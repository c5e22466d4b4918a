"""The match: how each line changes the points of the players, and who deals."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.core import Event, Score, Side
from rules.lines import End, Forfeit, Stop
from rules.reading import Tally, leaders, side_name, sum_of_tallies
from rules.tarot.checks import check_deal, check_results, check_seat, halves_in_units
from rules.tarot.codes import refuse
from rules.tarot.count import count
from rules.tarot.hands import Deal, Hand, PassedDeal, PetitAlone, Results, Ruling
from rules.tarot.options import Options
from rules.tarot.payments import pay, shares
from rules.tarot.points import points_text


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of tarot that its tallies do not show.

    deals: the number of deals that count towards the length of the match. dealer: the next dealer;
    None until the record shows the first dealer. column: the totals of the players, in half points,
    after each line that moved points.
    """

    deals: int = 0
    dealer: Side | None = None
    column: tuple[Tally, ...] = ()


def start(options: Options) -> Score[State]:
    """Return the score before the first line."""
    none = (0,) * options.players
    return Score(tallies=(none, none), state=State())


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _play_deal(score, hand, options)
        case PassedDeal():
            dealer = _dealer(score, hand.dealer, options)
            code = "tarot.passed_again" if options.resting_dealer else "tarot.passed"
            return _annul_deal(score, dealer, options, Event(code))
        case PetitAlone():
            return _play_petit_alone(score, hand, options)
        case Results():
            return _play_results(score, hand, options)
        case End():
            return _apply_end(score, options)
        case Ruling():
            return _apply_ruling(score, hand, options)
        case Forfeit():
            return _apply_forfeit(score, hand, options)
        case Stop():
            return _apply_stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`.

    The players keep their points, because there is no target.
    """
    none = (0,) * options.players
    return _win_match(replace(score, points=none, events=events), winner, options)


def _dealer(
    score: Score[State], stated_dealer: Side | None, options: Options, deals: int = 1
) -> Side | None:
    """Return the dealer of the first of `deals` deals: the dealer that the line states or, if none,
    the next dealer by the record.

    Raises `RuleError` for a dealer who is not at the table. With `resting_dealer`, also
    for an unknown dealer, unless all players rest equally often in these deals.
    """
    dealer = score.state.dealer if stated_dealer is None else stated_dealer
    if dealer is None:
        if options.resting_dealer and deals % options.players:
            raise refuse("tarot.dealer_missing", "dealer", allowed=f"d{side_name(0)}")
    elif dealer >= options.players:
        check_seat(dealer, options, None, "dealer")
    return dealer


def _next_dealer(dealer: Side | None, options: Options, deals: int = 1) -> Side | None:
    """Return the dealer after `deals` deals; the turn to deal goes to the right (Tarot 15)."""
    return None if dealer is None else (dealer + deals) % options.players


def _playing_seats(dealer: Side | None, options: Options) -> list[Side]:
    """Return the sides that hold cards in a deal of this dealer."""
    return [
        seat for seat in range(options.players) if not (options.resting_dealer and seat == dealer)
    ]


def _play_deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    """Return the score after a deal that was played."""
    dealer = _dealer(score, deal.dealer, options)
    check_deal(deal, options, dealer if options.resting_dealer else None)
    payments = pay(deal, count(deal, options), _playing_seats(dealer, options), options)
    counts = not payments.void or options.annulled_count
    new_score = _add_points(score, payments.points, dealer, counts, options, payments.events)
    if options.resting_dealer and not counts:
        return replace(new_score, state=replace(new_score.state, dealer=dealer))
    return new_score


def _annul_deal(
    score: Score[State], dealer: Side | None, options: Options, event: Event
) -> Score[State]:
    """Record a deal that nobody played; the next player deals (Tarot 16).

    A dealer who rests deals again until a player takes, so that all players rest equally often.
    """
    if options.resting_dealer:
        return _keep_dealer(score, dealer, options, event)
    none = (0,) * options.players
    return _add_points(score, none, dealer, options.annulled_count, options, (event,))


def _keep_dealer(
    score: Score[State], dealer: Side | None, options: Options, event: Event
) -> Score[State]:
    """Record a deal that did not count; the same dealer deals again."""
    state = replace(score.state, dealer=dealer)
    return replace(score, state=state, points=(0,) * options.players, events=(event,))


def _play_petit_alone(score: Score[State], hand: PetitAlone, options: Options) -> Score[State]:
    """Record a deal annulled because a player's only trump was the petit.

    In *fft* the next player deals, unless the dealer rests; in *naipes* the same player deals again
    (Rulings A14).
    """
    dealer = _dealer(score, hand.dealer, options)
    check_seat(hand.player, options, dealer if options.resting_dealer else None, "player")
    event = Event("tarot.petit_alone", hand.player)
    record_deal = _keep_dealer if options.naipes else _annul_deal
    return record_deal(score, dealer, options, event)


def _add_points(
    score: Score[State],
    points: Tally,
    dealer: Side | None,
    counts: bool,
    options: Options,
    events: tuple[Event, ...],
) -> Score[State]:
    """Return the score with the points of a deal; the next player deals."""
    deals_played, totals = score.tallies
    deals = score.state.deals
    if counts:
        deals += 1
        resting_side = dealer if options.resting_dealer else None
        deals_played = tuple(
            number + (seat != resting_side) for seat, number in enumerate(deals_played)
        )
    totals = sum_of_tallies(totals, points)
    column = _next_column(score, points, totals, options)
    state = State(deals, _next_dealer(dealer, options), column)
    new_score = Score((deals_played, totals), state, None, False, points, events)
    return _end_match(new_score, options) if deals == options.last_deal else new_score


def _next_column(
    score: Score[State], points: Tally, totals: Tally, options: Options
) -> tuple[Tally, ...]:
    """Return the column of totals after a line that moved these points."""
    if not any(points):
        return score.state.column
    halves = totals if options.unit == 2 else tuple([2 * total for total in totals])
    return (*score.state.column, halves)


def _play_results(score: Score[State], results: Results, options: Options) -> Score[State]:
    """Return the score after deals with only their results recorded."""
    dealer = _dealer(score, results.dealer, options, results.deals)
    deals_left = options.deals - score.state.deals
    if not options.by_time and results.deals > deals_left:
        raise refuse("tarot.deals_left", "deals", value=results.deals, allowed=deals_left)
    points = check_results(results, options, dealer if options.resting_dealer else None)
    deals_played = list(score.tallies[0])
    for turn in range(results.deals):
        for seat in _playing_seats(_next_dealer(dealer or 0, options, turn), options):
            deals_played[seat] += 1
    totals = sum_of_tallies(score.tallies[1], points)
    deals = score.state.deals + results.deals
    column = _next_column(score, points, totals, options)
    new_score = Score(
        (tuple(deals_played), totals),
        State(deals, _next_dealer(dealer, options, results.deals), column),
        points=points,
        events=(Event("tarot.results", None, (("deals", results.deals),)),),
    )
    return _end_match(new_score, options) if deals == options.last_deal else new_score


def _apply_end(score: Score[State], options: Options) -> Score[State]:
    if not options.by_time:
        raise refuse("tarot.end_by_deals", "hand", value=options.deals)
    if not score.state.deals:
        raise refuse("tarot.end_unplayed", "hand")
    return _end_match(replace(score, points=(0,) * options.players, events=()), options)


def _apply_ruling(score: Score[State], ruling: Ruling, options: Options) -> Score[State]:
    """Apply a ruling: the same dealer deals again, or points move."""
    none = (0,) * options.players
    if ruling.act == "redeal":
        return replace(score, points=none, events=(ruling.event("tarot.redealt"),))
    points = halves_in_units(ruling.halves, options)
    totals = sum_of_tallies(score.tallies[1], points)
    return replace(
        score,
        tallies=(score.tallies[0], totals),
        state=replace(score.state, column=_next_column(score, points, totals, options)),
        points=points,
        events=(ruling.event("tarot.adjusted"),),
    )


def _apply_forfeit(score: Score[State], hand: Forfeit, options: Options) -> Score[State]:
    """End a match that a player leaves: the best remaining player wins; nobody wins if several
    share the lead.
    """
    check_seat(hand.loser, options, None, "loser")
    event = hand.event("tarot.match_forfeited", hand.loser)
    new_score = replace(score, points=(0,) * options.players, events=(event,))
    return _end_match(new_score, options, hand.loser)


def _apply_stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands, even if deals are left to play."""
    event = hand.event("tarot.match_stopped")
    new_score = replace(score, points=(0,) * options.players, events=(event,))
    if not hand.drawn:
        return _end_match(new_score, options)
    draw_event = Event("tarot.match_drawn")
    return replace(new_score, winner=None, over=True, events=(event, draw_event))


def _end_match(
    score: Score[State], options: Options, excluded_side: Side | None = None
) -> Score[State]:
    """End the match: the highest total wins; nobody wins if several players share it (Rulings
    A16).
    """
    totals = score.tallies[1]
    leading_sides = leaders(totals, excluded_side)
    if len(leading_sides) == 1:
        return _win_match(score, leading_sides[0], options)
    names = ", ".join(side_name(side) for side in leading_sides)
    params = (("points", _total_text(totals[leading_sides[0]], options)), ("sides", names))
    event = Event("tarot.match_shared", None, params)
    return replace(score, winner=None, over=True, events=(*score.events, event))


def _win_match(score: Score[State], winner: Side, options: Options) -> Score[State]:
    points = _total_text(score.tallies[1][winner], options)
    event = Event("tarot.match_won", winner, (("points", points),))
    return replace(score, winner=winner, over=True, events=(*score.events, event))


def _total_text(total: int, options: Options) -> str:
    """Return a total as the notation writes it."""
    return points_text(total if options.unit == 2 else 2 * total)


# --- By chance ------------------------------------------------------------------------------------
# A random deal of tarot: the gain or loss of each player.
DEALS_BEFORE_END = 12  # deals before the line «fin», in a match by time
GAPS = 30  # the points over or under the target of a contract are fewer than this number


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Results | End:
    """Return a random deal, played by its taker alone.

    In a match by time, return the line that ends the match after SEQUENCE deals.
    """
    if options.by_time and score.state.deals == DEALS_BEFORE_END:
        return End()
    dealer: Side | None = score.state.dealer
    drawn_dealer = chance.below(options.players) if dealer is None else None
    dealer_or_drawn = dealer if drawn_dealer is None else drawn_dealer
    seats = [
        seat
        for seat in range(options.players)
        if not (options.resting_dealer and seat == dealer_or_drawn)
    ]
    value = options.coefficient(chance.pick(options.contracts))
    value *= options.prima + chance.below(GAPS)
    points = shares(-value if chance.one_in(2) else value, chance.pick(seats), None, seats, options)
    halves_per_unit = 2 // options.unit
    return Results(1, tuple(halves_per_unit * number for number in points), drawn_dealer)
