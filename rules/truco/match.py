"""The match: what each line does to chicos and tantos."""

from dataclasses import dataclass, replace

from rules.core import Event, Forfeit, Score, Side
from rules.truco.acts import Act
from rules.truco.chico import Count, check_result, count, shown
from rules.truco.codes import refuse
from rules.truco.faults import PENALTY, scored
from rules.truco.hands import Chico, Deal, ExtraCards, Hand, Misdeal, Ruling, Signs
from rules.truco.mano import Award, offered, run
from rules.truco.options import Options
from rules.truco.seats import Seating, check_side, seat_index, seating, side_at

Tally = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What a match of truco must remember besides its tallies.

    chicos: the tantos of each side in each chico that is over.
    dealer: the seat that deals next; None when the record does not say.
    duel: how many duels of the pica-pica in play are on record, 0 to 2.
    pica: whether the last round of hands was a pica-pica.
    misdeals: how many times each seat has dealt badly in the match (6.5).
    """

    chicos: tuple[Tally, ...] = ()
    dealer: int | None = None
    duel: int = 0
    pica: bool = False
    misdeals: Tally = ()


def start(options: Options) -> Score[State]:
    """A match before its first line."""
    none = (0,) * options.sides
    state = State(misdeals=(0,) * options.players)
    return Score(tallies=(none, none, none), state=state)


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """The match after one more line.

    Raises `RuleError` when the line cannot come after what is on record.
    """
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _deal(score, hand, options)
        case Chico():
            return _chico(score, hand, options)
        case Misdeal():
            return _misdeal(score, hand, options)
        case ExtraCards():
            return _extra_cards(score, hand, options)
        case Signs():
            return _signs(score, hand, options)
        case Ruling():
            return _ruling(score, hand, options)
        case Forfeit():
            event = Event("truco.match_forfeited", hand.loser, (("reason", hand.reason),))
            return award(score, _rival(score, hand.loser, options, "loser"), options, event)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """The match given to `winner`, who is credited with the chicos and tantos that he lacked.

    The others keep what they had. A bye is `award(start(options), 0, options)`.
    """
    chicos, tantos, in_play = score.tallies
    lacking = options.chicos_to_win - chicos[winner]
    finished = [_set(in_play, winner, max(in_play[winner], options.target))]
    none = (0,) * options.sides
    finished += [_set(none, winner, options.target)] * (lacking - 1)
    credited = sum(chico[winner] for chico in finished) - in_play[winner]
    tallies = (
        _set(chicos, winner, options.chicos_to_win),
        _set(tantos, winner, tantos[winner] + credited),
        none,
    )
    state = replace(score.state, chicos=(*score.state.chicos, *finished), duel=0, pica=False)
    events = (*events, _match_won(winner, tallies))
    return Score(tallies, state, winner, over=True, points=none, events=events)


def seated(score: Score[State], options: Options) -> Seating:
    """The hand that is to be played now, by the record so far.

    Raises `truco.gallo_missing` when nothing tells who plays alone.
    """
    state = score.state
    return seating(options, state.dealer, _duel(score, options), None)


def next_acts(
    score: Score[State], acts: tuple[Act, ...], options: Options
) -> tuple[Act | None, ...]:
    """What can still happen in the hand in play after these acts; None stands for the tantos."""
    return offered(acts, seated(score, options))


def _duel(score: Score[State], options: Options) -> int:
    """Which duel of the pica-pica comes now, 1 to 3, or 0 when all play (10.2)."""
    state = score.state
    if state.duel:
        return state.duel + 1
    if options.players != 6 or state.pica:
        return 0
    return int(options.pica_from <= max(score.tallies[2]) < options.pica_until)


def _deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    dealer = score.state.dealer if deal.dealer is None else seat_index(deal.dealer, options)
    if deal.gallo is not None and options.rotates:
        check_side(deal.gallo, options, "gallo")
    place = seating(options, dealer, _duel(score, options), deal.gallo)
    mano = run(deal.acts, place)
    awards = scored(deal, mano)
    counted = count(score.tallies[2], awards, place)
    if mano.winner is None:
        stopped = counted.over or count(score.tallies[2], mano.envido_awards, place).over
        if not stopped or mano.envido_is != "closed":
            mano.check_answered()
            raise refuse("truco.hand_unfinished", "rounds")
    remarks = (Event("truco.round_ignored"),) if mano.round_ignored else ()
    return _counted(score, counted, place, options, remarks)


def _counted(
    score: Score[State],
    counted: Count,
    place: Seating,
    options: Options,
    remarks: tuple[Event, ...] = (),
    *,
    dealt: bool = True,
) -> Score[State]:
    """The score after a hand that gave these tantos; when `dealt`, the deal passes on."""
    state = _passed(score.state, place, options, counted.over) if dealt else score.state
    events = (*counted.events, *remarks)
    if counted.winner is not None:
        return _chico_over(score, counted.gained, counted.winner, state, options, *events)
    tantos, in_play = (_sum(tally, counted.gained) for tally in score.tallies[1:])
    tallies = (score.tallies[0], tantos, in_play)
    after = Score(tallies, state, points=counted.gained, events=events)
    return _with_turn(after, score, options) if options.players == 6 else after


def _passed(state: State, place: Seating, options: Options, chico_over: bool) -> State:
    """The deal passes to the right (3.7; Rulings T21), after the third duel of a pica-pica."""
    if 0 < place.duel < 3 and not chico_over:
        return replace(state, dealer=place.dealer, duel=place.duel)
    dealer = None if place.dealer is None else (place.dealer + 1) % options.players
    return replace(state, dealer=dealer, duel=0, pica=place.duel == 3)


def _with_turn(after: Score[State], before: Score[State], options: Options) -> Score[State]:
    """A word when the hands turn from redondas to pica-pica, or back (10.2)."""
    was, now = _duel(before, options), _duel(after, options)
    if bool(was) == bool(now):
        return after
    code = "truco.pica_pica" if now else "truco.redonda"
    return replace(after, events=(*after.events, Event(code)))


def _chico_over(
    score: Score[State],
    gained: Tally,
    winner: Side,
    state: State,
    options: Options,
    *events: Event,
) -> Score[State]:
    """The chico is the winner's with these tantos more; perhaps the match too."""
    ended = _sum(score.tallies[2], gained)
    chicos = _set(score.tallies[0], winner, score.tallies[0][winner] + 1)
    tallies = (chicos, _sum(score.tallies[1], gained), (0,) * options.sides)
    state = replace(state, chicos=(*state.chicos, ended), duel=0, pica=False)
    events = (*events, Event("truco.chico_won", winner, (("points", ended),)))
    over = chicos[winner] == options.chicos_to_win
    if over:
        events = (*events, _match_won(winner, tallies))
    return Score(tallies, state, winner if over else None, over, gained, events)


def _chico(score: Score[State], hand: Chico, options: Options) -> Score[State]:
    """A chico by its result; with the winner only, it may close one that is in play."""
    state = replace(score.state, dealer=None)
    if hand.points is None:
        winner = 0 if hand.winner is None else hand.winner
        check_side(winner, options, "chico")
        return _chico_to(score, winner, state, options)
    winner = check_result(hand, hand.points, options)
    if any(score.tallies[2]) or state.duel:
        raise refuse("truco.chico_begun", "chico", value=shown(score.tallies[2]))
    return _chico_over(score, hand.points, winner, state, options)


def _chico_to(
    score: Score[State], winner: Side, state: State, options: Options, *events: Event
) -> Score[State]:
    """The chico in play for `winner`, who is credited with the tantos that he lacked."""
    lacking = options.target - score.tallies[2][winner]
    gained = _set((0,) * options.sides, winner, lacking)
    return _chico_over(score, gained, winner, state, options, *events)


def _misdeal(score: Score[State], hand: Misdeal, options: Options) -> Score[State]:
    dealer = score.state.dealer
    if hand.dealer is not None:
        dealer = seat_index(hand.dealer, options)
    if dealer is None:
        raise refuse("truco.dealer_missing", "dealer")
    return _dealt_badly(score, score, dealer, options)


def _dealt_badly(
    before: Score[State], after: Score[State], dealer: int, options: Options
) -> Score[State]:
    """`after`, with one more misdeal of `dealer`: from the second on he loses his turn (6.5)."""
    misdeals = _set(before.state.misdeals, dealer, before.state.misdeals[dealer] + 1)
    state = replace(after.state, misdeals=misdeals, dealer=dealer)
    event = Event("truco.deal_again", side_at(dealer, options))
    if misdeals[dealer] > 1 and not state.duel:
        state = replace(state, dealer=(dealer + 1) % options.players)
        event = Event("truco.dealer_skipped", side_at(dealer, options))
    same = after is before
    none = (0,) * options.sides
    return replace(
        after,
        state=state,
        points=none if same else after.points,
        events=(event,) if same else (*after.events, event),
    )


def _extra_cards(score: Score[State], hand: ExtraCards, options: Options) -> Score[State]:
    """2 for the rival, and dealt again; it was a misdeal of the dealer too (6.4.2, 6.5)."""
    place = seated(score, options)
    award = Award("cards", 1 - place.bando(hand.side, "side"), PENALTY)
    counted = count(score.tallies[2], [award], place)
    after = _counted(score, counted, place, options, dealt=False)
    if place.dealer is None:
        return after
    return _dealt_badly(score, after, place.dealer, options)


def _signs(score: Score[State], hand: Signs, options: Options) -> Score[State]:
    """7.1.2, by the option: the match, the chico, or the mano as one left at once (8.4)."""
    event = Event("truco.disqualified", hand.side, (("reason", hand.reason),))
    if options.signs_lose_mano:
        place = seated(score, options)
        points = Award("signs", 1 - place.bando(hand.side, "side"), PENALTY)
        counted = count(score.tallies[2], [points], place)
        after = _counted(score, counted, place, options)
        return replace(after, events=(event, *after.events))
    winner = _rival(score, hand.side, options, "side")
    if options.signs_lose_chico:
        return _chico_to(score, winner, _next_dealer(score, options), options, event)
    return award(score, winner, options, event)


def _ruling(score: Score[State], hand: Ruling, options: Options) -> Score[State]:
    """The judge's: a hand void is dealt again by the same; tantos come on top of the hands."""
    if hand.side is None:
        event = Event("truco.hand_void", None, (("reason", hand.reason),))
        return replace(score, points=(0,) * options.sides, events=(event,))
    check_side(hand.side, options, "side")
    if hand.what == "partido":
        return award(score, hand.side, options)
    if hand.what == "chico":
        return _chico_to(score, hand.side, _next_dealer(score, options), options)
    bandos = tuple(int(side != hand.side) for side in range(options.sides))
    place = Seating(options, score.state.dealer, 0, bandos)
    counted = count(score.tallies[2], [Award("ruling", 0, hand.points)], place)
    return _counted(score, counted, place, options, dealt=False)


def _next_dealer(score: Score[State], options: Options) -> State:
    """After a hand that a ruling cut short: the deal has passed to the right."""
    dealer = score.state.dealer
    return replace(score.state, dealer=None if dealer is None else (dealer + 1) % options.players)


def _rival(score: Score[State], side: Side, options: Options, field: str) -> Side:
    """Who gains what `side` loses whole: of three, who is ahead of the other two.

    Raises `truco.rivals_tied` when neither is ahead: then the judge says who.
    """
    check_side(side, options, field)
    chicos, tantos, in_play = score.tallies
    others = [other for other in range(options.sides) if other != side]
    standing = {other: (chicos[other], in_play[other], tantos[other]) for other in others}
    best = max(standing.values())
    ahead = [other for other in others if standing[other] == best]
    if len(ahead) > 1:
        raise refuse("truco.rivals_tied", field, value=shown(in_play))
    return ahead[0]


def _match_won(winner: Side, tallies: tuple[Tally, ...]) -> Event:
    return Event("truco.match_won", winner, (("chicos", tallies[0]), ("tantos", tallies[1])))


def _set(tally: Tally, place: int, number: int) -> Tally:
    return (*tally[:place], number, *tally[place + 1 :])


def _sum(one: Tally, other: Tally) -> Tally:
    return tuple(map(int.__add__, one, other))
