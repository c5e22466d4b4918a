"""The match: how each line changes the tantos of the juego in play, the juegos and the vacas."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.core import Event, Score, Side
from rules.lines import End, Forfeit, Stop
from rules.marcador.checks import check_exact, check_juegos, check_mano, check_side, check_sides
from rules.marcador.codes import refuse
from rules.marcador.hands import CODEC, Hand, Juego, Juegos, Mano, Ruling, numbers_text
from rules.marcador.options import Numbers, Options
from rules.reading import leader, sum_of_tallies

Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match that its tallies do not show.

    manos: the number of recorded manos of the juego in play. limit: the number of manos that ends
    this juego; 0 if there is no limit. column: the tantos after each mano or ruling of the juego in
    play, as the players write them. juegos: the number of finished juegos, including draws. time:
    whether the time is over.
    """

    manos: int = 0
    limit: int = 0
    column: tuple[Numbers, ...] = ()
    juegos: int = 0
    time: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line while it is applied: the score so far, and the events of the line."""

    options: Options
    cuenta: Numbers
    vacas: Numbers
    juegos: Numbers
    tantos: Numbers
    state: State
    points: Numbers
    events: Events = ()

    def add_event(self, event: Event) -> "Line":
        return replace(self, events=(*self.events, event))

    def score(self, winner: Side | None = None, *, over: bool = False) -> Score[State]:
        """Return the score after the line."""
        cuenta = self.cuenta
        if self.options.counts_tantos:
            cuenta = self.options.cuenta(self.tantos)
        tallies = (cuenta, self.vacas, self.juegos, self.tantos)
        return Score(tallies, self.state, winner, over, self.points, self.events)


def start(options: Options) -> Score[State]:
    """Return the score before the first line, with the tantos of a bye, if any, as `cuenta`."""
    none = (0,) * options.sides
    bye_tantos = (options.rest_counted or 0,) * options.sides
    return Score(tallies=(bye_tantos, none, none, none), state=State(limit=options.manos))


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if score.over:
        raise refuse("match_over", "hand")
    line = _begin_line(score, options)
    match hand:
        case Mano():
            if not options.by_tantos:
                raise refuse("marcador.no_tantos", "points")
            check_mano(hand, options)
            return _play_mano(line, hand, _mano_event(hand))
        case Juego():
            return _play_juego(line, hand)
        case Juegos():
            return _play_juegos(line, hand)
        case End():
            return _apply_end(line)
        case Ruling():
            return _apply_ruling(line, hand)
        case Forfeit():
            return _apply_forfeit(line, hand)
        case Stop():
            return _apply_stop(line, hand)


def award(score: Score[State], winner: Side, options: Options) -> Score[State]:
    """Return the match won by `winner`, credited with the units that it lacked.

    In a match that counts tantos, the winner gets at least the target, and at least one tanto more
    than its best rival; without a target, it gets at least `bye_tantos`. Where the lowest total
    wins, it gets `bye_tantos` if no tantos are recorded, and otherwise keeps its tantos.
    """
    return _award(_begin_line(score, options), winner)


def standing(score: Score[State], options: Options) -> list[tuple[int, int, int]]:
    """Return the vacas, juegos and tantos of each side; the side with the highest tuple is ahead.

    Where the lowest total wins, the tantos are negative.
    """
    return _standing(_begin_line(score, options))


def _begin_line(score: Score[State], options: Options) -> Line:
    """Return a `Line` that starts from this score, without points or events."""
    cuenta, vacas, juegos, tantos = score.tallies
    return Line(options, cuenta, vacas, juegos, tantos, score.state, (0,) * options.sides)


def _standing(line: Line) -> list[tuple[int, int, int]]:
    sign = -1 if line.options.lowest else 1
    return [
        (vacas, juegos, sign * tantos)
        for vacas, juegos, tantos in zip(line.vacas, line.juegos, line.tantos, strict=True)
    ]


def _leader(line: Line, excluded_side: Side | None = None) -> Side | None:
    """Return the leader, without counting the side `excluded_side`; None if several sides share the
    lead.
    """
    return leader(_standing(line), excluded_side)


# --- Manos and tantos -------------------------------------------------------------------------
def _mano_event(mano: Mano) -> Event:
    points = ("points", numbers_text(mano.points))
    if mano.manos == 1:
        return Event("marcador.mano", None, (points,))
    return Event("marcador.manos", None, (("manos", mano.manos), points))


def _play_mano(line: Line, mano: Mano, event: Event) -> Score[State]:
    state = line.state
    manos_left = state.limit - state.manos
    if state.limit and mano.manos > manos_left:
        raise refuse("marcador.manos_left", "manos", value=mano.manos, allowed=manos_left)
    state = replace(state, manos=state.manos + mano.manos)
    return _add_tantos(replace(line, state=state).add_event(event), mano.points, "points")


def _add_tantos(line: Line, points: Numbers, field: str) -> Score[State]:
    """Return the score with the tantos added; end the juego if these tantos end it."""
    options, tantos_before = line.options, line.tantos
    tantos = sum_of_tallies(tantos_before, points)
    check_exact(tantos_before, tantos, options, field)
    state = replace(line.state, column=(*line.state.column, tantos))
    line = replace(line, tantos=tantos, points=points, state=state)
    if options.target and max(tantos) >= options.target:
        winner = options.leader(tantos)
        if winner is not None and _margin(tantos) >= options.margin:
            return _end_juego(line, winner)
    return _apply_limit(line) if state.limit and state.manos >= state.limit else line.score()


def _margin(tantos: Numbers) -> int:
    """Return the tantos by which the leader is ahead of the second side."""
    highest, second = sorted(tantos, reverse=True)[:2]
    return highest - second


def _apply_limit(line: Line) -> Score[State]:
    """Apply the limit of manos: the last mano ends the juego or, if the time is over, the match.

    If no side is ahead, the `extra` manos of the options are added to the limit.
    """
    options, state = line.options, line.state
    winner = _leader(line) if state.time else options.leader(line.tantos)
    if winner is None and options.extra:
        state = replace(state, limit=state.limit + options.extra)
        return replace(line, state=state).add_event(_extra_event(options)).score()
    if state.time:
        return _end_match(line, winner)
    return _end_juego(line, winner)


def _extra_event(options: Options) -> Event:
    if options.by_tantos:
        return Event("marcador.extra_manos", None, (("manos", options.extra),))
    return Event("marcador.extra_juego")


# --- Juegos and vacas -------------------------------------------------------------------------
def _end_juego(line: Line, winner: Side | None) -> Score[State]:
    """End a juego, won or drawn."""
    if line.options.counts_tantos:
        return _end_match(line, winner)
    if winner is None:
        return _add_juegos(line.add_event(Event("marcador.juego_drawn")), None)
    params = (("tantos", numbers_text(line.tantos)),)
    return _add_juegos(
        line.add_event(Event("marcador.juego_won", winner, params)), _one_unit_for(winner, line)
    )


def _play_juego(line: Line, juego: Juego) -> Score[State]:
    _check_unbegun(line)
    if juego.winner is None:
        if not line.options.juego_can_draw:
            raise refuse("marcador.juego_no_draw", "winner")
        return _end_juego(line, None)
    check_side(juego.winner, line.options, "winner")
    event = Event("marcador.juego_written", juego.winner)
    return _add_juegos(line.add_event(event), _one_unit_for(juego.winner, line))


def _play_juegos(line: Line, hand: Juegos) -> Score[State]:
    _check_unbegun(line)
    check_juegos(hand, line.juegos, line.state.juegos, line.options)
    event = Event("marcador.juegos", None, (("juegos", numbers_text(hand.juegos)),))
    return _add_juegos(line.add_event(event), hand.juegos)


def _check_unbegun(line: Line) -> None:
    """Check that a line can record a juego without tantos: the juego in play has no recorded
    tantos, and the match does not count tantos.
    """
    if line.options.counts_tantos:
        raise refuse("marcador.tantos_wanted", "hand")
    if line.state.column:
        raise refuse("marcador.juego_begun", "hand", value=numbers_text(line.tantos))


def _one_unit_for(side: Side, line: Line) -> Numbers:
    """Return a tally with 1 for this side and 0 for all others."""
    return tuple(int(other_side == side) for other_side in range(line.options.sides))


def _add_juegos(line: Line, juegos_won: Numbers | None) -> Score[State]:
    """Add the juegos that each side won; None adds one juego without a winner."""
    options, state = line.options, line.state
    state = replace(state, juegos=state.juegos + (1 if juegos_won is None else sum(juegos_won)))
    if juegos_won is not None:
        line = replace(
            line,
            cuenta=sum_of_tallies(line.cuenta, juegos_won),
            juegos=sum_of_tallies(line.juegos, juegos_won),
        )
    line = replace(line, state=state, tantos=(0,) * options.sides)
    if options.single:
        return _end_match(line, None if juegos_won is None else juegos_won.index(1))
    if options.play_all:
        return _end_after_last_juego(line) if state.juegos >= options.juegos else _next_juego(line)
    if options.juegos not in line.juegos:
        return _next_juego(line)
    winner = line.juegos.index(options.juegos)
    line = replace(line, vacas=sum_of_tallies(line.vacas, _one_unit_for(winner, line)))
    if options.vacas > 1:
        params = (("juegos", numbers_text(line.juegos)),)
        line = line.add_event(Event("marcador.vaca_won", winner, params))
    if line.vacas[winner] == options.vacas:
        return _end_match(line, winner)
    return _next_juego(replace(line, juegos=(0,) * options.sides))


def _end_after_last_juego(line: Line) -> Score[State]:
    """End the match after its last juego: the side with most juegos wins; if several sides lead,
    play one more juego or draw.
    """
    winner = leader(line.juegos)
    if winner is not None:
        return _end_match(line, winner)
    return (
        _next_juego(line.add_event(Event("marcador.extra_juego")))
        if line.options.extra
        else _end_match(line)
    )


def _next_juego(line: Line) -> Score[State]:
    """Start the next juego from zero.

    If the time is over, the match ends, unless no side is ahead.
    """
    options, state = line.options, line.state
    limit = options.extra if state.time else options.manos
    state = replace(state, manos=0, limit=limit, column=())
    line = replace(line, state=state)
    winner = _leader(line) if state.time else None
    return line.score() if winner is None else _end_match(line, winner)


# --- The end ----------------------------------------------------------------------------------
def _end_match(line: Line, winner: Side | None = None) -> Score[State]:
    """End the match, won by `winner` or drawn."""
    options = line.options
    if winner is not None and options.vacas == 1:
        unit = _one_unit_for(winner, line)
        line = replace(line, vacas=unit, juegos=unit if options.single else line.juegos)
    tally_name, result = _deciding_tally(line, winner)
    code = "marcador.match_drawn" if winner is None else "marcador.match_won"
    event = Event(code, winner, (("by", tally_name), ("result", numbers_text(result))))
    return line.add_event(event).score(winner, over=True)


def _deciding_tally(line: Line, winner: Side | None) -> tuple[str, Numbers]:
    """Return the name and the numbers of the tally that decided the match.

    This is the outermost tally in which only the winner leads; without such a tally, the outermost
    tally.
    """
    if line.options.counts_tantos:
        return "tantos", line.tantos
    tallies = [("juegos", line.juegos), ("tantos", line.tantos)]
    if line.options.vacas > 1:
        tallies.insert(0, ("vacas", line.vacas))
    winner_tallies = (tally for tally in tallies if tally[1].index(max(tally[1])) == winner)
    return next(
        (tally for tally in winner_tallies if tally[1].count(max(tally[1])) == 1), tallies[0]
    )


def _apply_end(line: Line) -> Score[State]:
    """Return the score after the line «fin»: the match ends, or goes on for the extra manos."""
    options, state = line.options, line.state
    if not options.clock:
        raise refuse("marcador.fin_off", "hand")
    if state.time:
        raise refuse("marcador.fin_twice", "hand")
    if not state.manos and not state.juegos:
        raise refuse("marcador.fin_unplayed", "hand")
    winner = _leader(line)
    line = line.add_event(Event("marcador.time_over"))
    if winner is not None or not options.extra:
        return _end_match(line, winner)
    limit = state.manos + options.extra if options.by_tantos else 0
    line = replace(line, state=replace(state, time=True, limit=limit))
    return line.add_event(_extra_event(options)).score()


def _apply_stop(line: Line, hand: Stop) -> Score[State]:
    """End the match as it stands, even if the options set no end by time."""
    event = hand.event("marcador.match_stopped")
    return _end_match(line.add_event(event), None if hand.drawn else _leader(line))


def _apply_ruling(line: Line, ruling: Ruling) -> Score[State]:
    options, reason_param = line.options, ("reason", ruling.reason)
    if ruling.act in ("tantos", "mano") and not options.by_tantos:
        raise refuse("marcador.no_tantos", "ruling")
    if ruling.act == "mano":
        check_sides(ruling.points, options, "points")
        mano, points = Mano(ruling.points, ruling.manos), ("points", numbers_text(ruling.points))
        event = Event("marcador.mano_ruled", None, (points, reason_param))
        if ruling.manos > 1:
            manos_param = ("manos", ruling.manos)
            event = Event("marcador.manos_ruled", None, (manos_param, points, reason_param))
        return _play_mano(line, mano, event)
    if ruling.act == "tantos":
        return _move_tantos(line, ruling)
    side = ruling.side or 0
    check_side(side, options, "side")
    if ruling.act == "aviso":
        return line.add_event(ruling.event("marcador.warned", side)).score()
    if ruling.act == "partida" or options.counts_tantos:
        return _award(line.add_event(ruling.event("marcador.match_ruled", side)), side)
    line = line.add_event(ruling.event("marcador.juego_ruled", side))
    return _add_juegos(line, _one_unit_for(side, line))


def _move_tantos(line: Line, ruling: Ruling) -> Score[State]:
    """Apply tantos given or taken between manos, which may end the juego in play."""
    points = [0] * line.options.sides
    for side, amount in ruling.amounts:
        check_side(side, line.options, "tantos")
        points[side] = amount
        params = (("tantos", f"{amount:+}"), ("reason", ruling.reason))
        line = line.add_event(Event("marcador.tantos_ruled", side, params))
    return _add_tantos(line, tuple(points), "tantos")


def _apply_forfeit(line: Line, hand: Forfeit) -> Score[State]:
    """Award the match to the rival.

    With three or more sides, the best rival wins. If the best rivals are equal, nobody wins and all
    sides keep their tantos.
    """
    check_side(hand.loser, line.options, "loser")
    line = line.add_event(hand.event("marcador.match_forfeited", hand.loser))
    best_rival = _leader(line, excluded_side=hand.loser)
    return _end_match(line) if best_rival is None else _award(line, best_rival)


def _award(line: Line, winner: Side) -> Score[State]:
    """Return the match won by `winner`, credited with the juegos and vacas that it lacked."""
    options = line.options
    if options.counts_tantos:
        return _end_match(_credit_tantos(line, winner), winner)
    lacking = options.juegos - line.juegos[winner]
    if options.play_all:
        juegos_left = max(options.juegos - line.state.juegos, 0)
        lacking = min(max(options.juegos // 2 + 1 - line.juegos[winner], 0), juegos_left)
    vacas = options.vacas - line.vacas[winner]
    all_juegos = lacking + options.juegos * (vacas - 1)
    unit = _one_unit_for(winner, line)
    line = replace(
        line,
        cuenta=sum_of_tallies(line.cuenta, tuple(all_juegos * share for share in unit)),
        juegos=sum_of_tallies(line.juegos, tuple(lacking * share for share in unit)),
        vacas=sum_of_tallies(line.vacas, tuple(vacas * share for share in unit)),
        tantos=(0,) * options.sides,
    )
    return _end_match(line, winner)


def _credit_tantos(line: Line, winner: Side) -> Line:
    """Return the line with the tantos that win the only juego for `winner`."""
    options, credit = line.options, line.tantos[winner]
    if options.lowest:
        credit = credit if line.state.column else options.bye_tantos
    elif options.target:
        rivals = (number for side, number in enumerate(line.tantos) if side != winner)
        credit = max(credit, options.target, max(rivals) + 1)
    else:
        credit = max(credit, options.bye_tantos)
    tantos = tuple(
        credit if side == winner else tantos_before
        for side, tantos_before in enumerate(line.tantos)
    )
    return replace(line, tantos=tantos)


# --- By chance ------------------------------------------------------------------------------------
# A random mano or juego, as the options allow. One lucky side usually gets more points in a mano
# than its rivals, so that the match ends.
USUAL_TANTOS = 30  # tantos of a mano, if nothing limits them
UNITS_BEFORE_END = 4  # the fewest manos, or juegos, before the line «fin»


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    """Return a random mano or juego; in a match by time, sometimes the line «fin»."""
    units_played = score.state.manos if options.counts_tantos else score.state.juegos
    if (
        options.clock
        and not score.state.time
        and units_played >= UNITS_BEFORE_END
        and chance.one_in(4)
    ):
        return End()
    return _line_by_chance(chance, score, chance.below(options.sides), options)


def _line_by_chance(chance: Chance, score: Score[State], lucky: Side, options: Options) -> Hand:
    if not options.by_tantos:
        if options.juego_can_draw and chance.one_in(8):
            return Juego(None)
        return Juego(chance.below(options.sides))
    return Mano(points_by_chance(score, lucky, options, chance))


def points_by_chance(score: Score[State], lucky: Side, options: Options, chance: Chance) -> Numbers:
    """Return random points of each side in a mano; the side `lucky` usually gets more, but not on a
    ladder.
    """
    if options.ladder:
        places = chance.shuffled(range(1, options.sides + 1))
        return tuple(places)
    step = options.step
    low, high = -(-options.low // step), options.high // step  # the bounds, counted in steps
    usual_steps = max(min(high, (options.target // 4 or USUAL_TANTOS) // step), 1)
    low = max(low, -usual_steps)
    if options.fixed_sum:
        return _share_total(chance, lucky, options, low, high)
    points = [max(chance.below(usual_steps + 1), low) for _ in range(options.sides)]
    points[lucky] = max(1, usual_steps // 2 + chance.below(usual_steps + 1 - usual_steps // 2))
    if low < 0 and chance.one_in(6):
        points[chance.below(options.sides)] = -1
    scaled_points = tuple(step * min(number, high) for number in points)
    return _cut_at_target(scaled_points, score, options) if options.exact else scaled_points


def _share_total(chance: Chance, lucky: Side, options: Options, low: int, high: int) -> Numbers:
    """Divide a fixed total at random, one or a few steps at a time; the side `lucky` usually gets
    more.

    `low` and `high` are the bounds of a side, in steps.
    """
    total = options.total // options.step
    while options.sides * low > total:
        low -= 1
    points = [low] * options.sides
    steps_left = total - sum(points)
    while steps_left:
        side = lucky if chance.one_in(3) else chance.below(options.sides)
        part = min(1 + chance.below(max(steps_left // 2, 1)), steps_left, high - points[side])
        points[side] += part
        steps_left -= part
    return tuple(options.step * number for number in points)


def _cut_at_target(points: Numbers, score: Score[State], options: Options) -> Numbers:
    """Cut the points at the target: counting stops when the first side reaches the target, and
    every rival stays below the target.
    """
    room = [options.target - tantos_before for tantos_before in score.tallies[3]]
    cut_points = [
        min(number, tantos_left) for number, tantos_left in zip(points, room, strict=True)
    ]
    sides_at_target = [
        side for side, tantos_left in enumerate(room) if cut_points[side] == tantos_left
    ]
    return tuple(
        number if side not in sides_at_target[1:] else number - options.step
        for side, number in enumerate(cut_points)
    )


# --- Manos that a referee may record although the options exclude their numbers -------------
# The refusals of numbers: bounds, steps, sums and ladders. A referee cannot overrule any other
# refusal.
ARITHMETIC = frozenset(
    {
        "marcador.points_range",
        "marcador.points_step",
        "marcador.points_sum",
        "marcador.points_ladder",
    }
)


def overruling_line(
    hand: Hand, code: str, score: Score[State], options: Options
) -> dict[str, object] | None:
    """Return the JSON object of the referee's line that can record a line refused with `code`.

    The object has no reason. Return None if no ruling can record the refused line.

    >>> from rules.marcador.match import start
    >>> options = Options(manos=12, fixed_sum=True, total=162)
    >>> overruling_line(Mano((1000, 940), manos=12), "marcador.points_sum", start(options), options)
    {'kind': 'ruling', 'ruling': 'mano', 'points': [1000, 940], 'manos': 12}
    >>> overruling_line(Mano((40, 25)), "match_over", start(options), options)
    """
    if not isinstance(hand, Mano) or code not in ARITHMETIC:
        return None
    line = CODEC.to_json(Ruling("mano", "…", points=hand.points, manos=hand.manos))
    return {name: value for name, value in line.items() if name != "reason"}
