"""The score of a match: the dealer, the next hand, the end of a chico, the award of a match."""

from dataclasses import dataclass, replace

from rules.core import Event, Score, Side
from rules.reading import Tally, add_to_side, dashed_text, leaders, sum_of_tallies
from rules.truco.acts import Act, Seat
from rules.truco.chico import Count
from rules.truco.codes import refuse
from rules.truco.mano import possible_acts
from rules.truco.options import Options
from rules.truco.seats import Seating, check_side, seat_index, seating


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of truco that its tallies do not show.

    chicos: the tantos of each side in each finished chico. dealer: the seat that deals next; None
    if the record does not show it. duel: the number of recorded duels of the pica-pica in play, 0
    to 2. pica: whether the last hands were a pica-pica. misdeals: the number of misdeals of each
    seat in the match (6.5).
    """

    chicos: tuple[Tally, ...] = ()
    dealer: int | None = None
    duel: int = 0
    pica: bool = False
    misdeals: Tally = ()


def start(options: Options) -> Score[State]:
    """Return the score before the first line."""
    none = (0,) * options.sides
    state = State(misdeals=(0,) * options.players)
    return Score(tallies=(none, none, none), state=state)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`, credited with the missing chicos and tantos."""
    chicos, tantos, chico_tantos = score.tallies
    lacking = options.chicos_to_win - chicos[winner]
    finished_chicos = [
        replace_number(chico_tantos, winner, max(chico_tantos[winner], options.target))
    ]
    none = (0,) * options.sides
    finished_chicos += [replace_number(none, winner, options.target)] * (lacking - 1)
    credited_tantos = sum(chico[winner] for chico in finished_chicos) - chico_tantos[winner]
    tallies = (
        replace_number(chicos, winner, options.chicos_to_win),
        add_to_side(tantos, winner, credited_tantos),
        none,
    )
    state = replace(score.state, chicos=(*score.state.chicos, *finished_chicos), duel=0, pica=False)
    events = (*events, _match_won_event(winner, tallies))
    return Score(tallies, state, winner, over=True, points=none, events=events)


def next_seating(
    score: Score[State], options: Options, dealer: Seat | None = None, gallo: Side | None = None
) -> Seating:
    """Return the seating of the next hand; `dealer` and `gallo`, if given, replace the seats that
    the record shows.

    Raises `RuleError` for a dealer or a gallo that these options do not allow, and
    `truco.gallo_missing` if the record does not show who plays alone.
    """
    seat = score.state.dealer if dealer is None else seat_index(dealer, options)
    if gallo is not None and options.rotates:
        check_side(gallo, options, "gallo")
    return seating(options, seat, next_duel(score, options), gallo)


def next_acts(
    score: Score[State],
    acts: tuple[Act, ...],
    options: Options,
    dealer: Seat | None = None,
    gallo: Side | None = None,
) -> tuple[Act | None, ...]:
    """Return the acts that can follow these acts in the hand in play; None stands for the
    tantos.
    """
    return possible_acts(acts, next_seating(score, options, dealer, gallo))


def next_duel(score: Score[State], options: Options) -> int:
    """Return the number of the next duel of a pica-pica, 1 to 3, or 0 if all players play the next
    hand (10.2).
    """
    state = score.state
    if state.duel:
        return state.duel + 1
    if options.players != 6 or state.pica:
        return 0
    return int(options.pica_from <= max(score.tallies[2]) < options.pica_until)


def score_after(
    score: Score[State],
    count: Count,
    seating: Seating,
    options: Options,
    remarks: tuple[Event, ...] = (),
    *,
    dealt: bool = True,
) -> Score[State]:
    """Return the score after a hand with this count; with `dealt`, the next player deals.

    `seating` is the seating of the hand. `remarks` are events that follow the events of the count.
    """
    state = _pass_deal(score.state, seating, options, count.over) if dealt else score.state
    events = (*count.events, *remarks)
    if count.winner is not None:
        return end_chico(score, count.gains, count.winner, state, options, *events)
    tantos, chico_tantos = (sum_of_tallies(tally, count.gains) for tally in score.tallies[1:])
    tallies = (score.tallies[0], tantos, chico_tantos)
    new_score = Score(tallies, state, points=count.gains, events=events)
    return _announce_turn(new_score, score, options) if options.players == 6 else new_score


def _pass_deal(state: State, seating: Seating, options: Options, chico_over: bool) -> State:
    """Return the state with the deal passed to the right; in a pica-pica the deal passes only after
    the third duel, or when the chico ends (3.7; Rulings T21).
    """
    if 0 < seating.duel < 3 and not chico_over:
        return replace(state, dealer=seating.dealer, duel=seating.duel)
    dealer = None if seating.dealer is None else (seating.dealer + 1) % options.players
    return replace(state, dealer=dealer, duel=0, pica=seating.duel == 3)


def _announce_turn(new_score: Score[State], score: Score[State], options: Options) -> Score[State]:
    """Add an event if the play changes from redondas to pica-pica, or back to redondas (10.2)."""
    duel_before, duel_now = next_duel(score, options), next_duel(new_score, options)
    if bool(duel_before) == bool(duel_now):
        return new_score
    code = "truco.pica_pica" if duel_now else "truco.redonda"
    return replace(new_score, events=(*new_score.events, Event(code)))


def end_chico(
    score: Score[State], gains: Tally, winner: Side, state: State, options: Options, *events: Event
) -> Score[State]:
    """Add the tantos that end the chico for `winner`, and end the match if this chico ends it."""
    final_tantos = sum_of_tallies(score.tallies[2], gains)
    chicos = add_to_side(score.tallies[0], winner, 1)
    tallies = (chicos, sum_of_tallies(score.tallies[1], gains), (0,) * options.sides)
    state = replace(state, chicos=(*state.chicos, final_tantos), duel=0, pica=False)
    events = (*events, Event("truco.chico_won", winner, (("points", final_tantos),)))
    over = chicos[winner] == options.chicos_to_win
    if over:
        events = (*events, _match_won_event(winner, tallies))
    return Score(tallies, state, winner if over else None, over, gains, events)


def award_chico(
    score: Score[State], winner: Side, state: State, options: Options, *events: Event
) -> Score[State]:
    """Award the chico in play to `winner`, credited with the missing tantos."""
    lacking = options.target - score.tallies[2][winner]
    gains = replace_number((0,) * options.sides, winner, lacking)
    return end_chico(score, gains, winner, state, options, *events)


def state_after_passed_deal(score: Score[State], options: Options) -> State:
    """Return the state with the deal passed to the right, after a ruling that awards the chico in
    play.
    """
    dealer = score.state.dealer
    return replace(score.state, dealer=None if dealer is None else (dealer + 1) % options.players)


def rival_of(score: Score[State], side: Side, options: Options, field: str) -> Side:
    """Return the side that gains when `side` loses a whole unit; with three sides, the better
    rival.

    Raises `truco.rivals_tied` if the rivals are equal: then the judge names the winner.
    """
    rivals = best_rivals(score, side, options, field)
    if len(rivals) > 1:
        raise refuse("truco.rivals_tied", field, value=dashed_text(score.tallies[2]))
    return rivals[0]


def best_rivals(score: Score[State], side: Side, options: Options, field: str) -> list[Side]:
    """Return a list with the rival of `side`; with three sides, the better rival, or both rivals if
    they are equal.

    The chicos decide who leads, then the tantos of the chico in play, as when the time is over. The
    tantos of finished chicos do not count.
    """
    check_side(side, options, field)
    chicos, _tantos, chico_tantos = score.tallies
    return leaders(list(zip(chicos, chico_tantos, strict=True)), excluded_side=side)


def _match_won_event(winner: Side, tallies: tuple[Tally, ...]) -> Event:
    return Event("truco.match_won", winner, (("chicos", tallies[0]), ("tantos", tallies[1])))


def replace_number(tally: Tally, place: int, number: int) -> Tally:
    """Return the tally with the number at `place` replaced by `number`."""
    return (*tally[:place], number, *tally[place + 1 :])
