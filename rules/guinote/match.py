"""The match: what each line does to cotos, partidas and tantos."""

from dataclasses import dataclass, replace

from rules.core import Event, Score, Side
from rules.guinote.codes import refuse
from rules.guinote.hands import Coto, Deal, Hand, Partida, Renuncio, Ruling
from rules.guinote.options import Options
from rules.guinote.partida import Ida, judge
from rules.lines import Forfeit, Stop

Pair = tuple[int, int]
NONE: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of guiñote besides its tallies.

    cotos: partidas of A and B in each coto that is over.
    ida: the first deal of the partida in play, once it is on record.
    dealer: the side that deals next; None when the record does not say (Rulings G9).
    """

    cotos: tuple[Pair, ...] = ()
    ida: Ida | None = None
    dealer: Side | None = None


def start(options: Options) -> Score[State]:
    """A match before its first line."""
    return Score(tallies=(NONE, NONE, NONE, NONE), state=State())


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """The match after one more line.

    Raises `RuleError` when the line cannot come after what is on record.
    """
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _deal(score, hand, options)
        case Renuncio():
            return _partida(score, 1 - hand.side, "renuncio", options, dealer=1 - hand.side)
        case Partida():
            return _partida(score, hand.winner, "written", options, dealer=None)
        case Ruling():
            return _ruling(score, hand, options)
        case Coto():
            return _coto(score, hand, options)
        case Forfeit():
            event = Event("guinote.match_forfeited", hand.loser, (("reason", hand.reason),))
            return award(score, 1 - hand.loser, options, event)
        case Stop():
            return _stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """The match given to `winner`, who is credited with the partidas that he lacked to win it.

    The loser keeps what he had. A bye is `award(start(options), 0, options)`. Where all X are
    played no more is credited than was left to play.
    """
    cotos, partidas, in_play, _ = score.tallies
    lacking = max(options.partidas_to_win - in_play[winner], 0)
    if options.play_all:
        lacking = min(lacking, options.best_of - sum(in_play))
    finished = [_add(_pair(in_play), winner, lacking)]
    while cotos[winner] + len(finished) < options.cotos_to_win:
        finished.append(_add(NONE, winner, options.partidas_to_win))
    credited = lacking + sum(sum(coto) for coto in finished[1:])
    tallies = (
        _add(_pair(cotos), winner, len(finished)),
        _add(_pair(partidas), winner, credited),
        NONE,
        NONE,
    )
    state = replace(score.state, cotos=(*score.state.cotos, *finished), ida=None)
    won = _match_won(winner, tallies)
    return Score(tallies, state, winner, over=True, points=NONE, events=(*events, won))


def _deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    verdict = judge(score.state.ida, deal)
    if verdict.winner is not None:
        # Whoever took the last baza deals next; after a declaration there was none: the winner.
        dealer = verdict.winner if deal.last is None else deal.last
        after = _partida(
            score, verdict.winner, verdict.by, options, dealer=dealer, tantos=verdict.tantos
        )
        return replace(after, points=deal.tantos)
    dealt = score.state.dealer if deal.dealer is None else deal.dealer
    ida = Ida(tantos=deal.tantos, bare=deal.bare, dealer=dealt)
    return replace(
        score,
        tallies=(*score.tallies[:3], deal.tantos),
        state=replace(score.state, ida=ida, dealer=deal.last),
        points=deal.tantos,
        events=(Event("guinote.vueltas", None, (("tantos", verdict.tantos),)),),
    )


def _partida(
    score: Score[State],
    winner: Side,
    by: str,
    options: Options,
    *,
    dealer: Side | None,
    tantos: Pair | None = None,
) -> Score[State]:
    """One partida for `winner`; `tantos` are those of the count that decided it, if any."""
    in_play = _add(_pair(score.tallies[2]), winner, 1)
    params = (("by", by), ("tantos", tantos), ("partidas", in_play))
    event = Event("guinote.partida_won", winner, params)
    return _won(score, _add(NONE, winner, 1), options, dealer, event)


def _coto(score: Score[State], hand: Coto, options: Options) -> Score[State]:
    in_play = _pair(score.tallies[2])
    if in_play != NONE or score.state.ida is not None:
        raise refuse("guinote.coto_begun", "partidas", value=_dash(in_play))
    winner, loser = max(hand.partidas), min(hand.partidas)
    if (winner, loser) not in options.coto_results():
        allowed = ", ".join(_dash(result) for result in options.coto_results())
        raise refuse("guinote.coto_result", "partidas", value=_dash(hand.partidas), allowed=allowed)
    return _won(score, hand.partidas, options, None)


def _ruling(score: Score[State], ruling: Ruling, options: Options) -> Score[State]:
    """A partida awarded, or the one in play voided: dealt again by who dealt its first deal."""
    if ruling.winner is not None:
        return _partida(score, ruling.winner, "ruling", options, dealer=ruling.winner)
    ida = score.state.ida
    dealer = score.state.dealer if ida is None else ida.dealer
    return replace(
        score,
        tallies=(*score.tallies[:3], NONE),
        state=replace(score.state, ida=None, dealer=dealer),
        points=NONE,
        events=(Event("guinote.partida_void", None, (("reason", ruling.reason),)),),
    )


def _stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """As it stands: by cotos, by the partidas of the one in play, by the tantos of the first
    deal of the partida in play."""
    cotos, partidas, in_play, tantos = score.tallies
    winner = hand.winner(cotos, in_play, tantos)
    code = "guinote.match_drawn" if winner is None else "guinote.match_won"
    events = (
        Event("guinote.match_stopped", None, (("reason", hand.reason),)),
        Event(code, winner, (("cotos", cotos), ("partidas", partidas))),
    )
    return replace(score, winner=winner, over=True, points=NONE, events=events)


def _won(
    score: Score[State], gained: Pair, options: Options, dealer: Side | None, *events: Event
) -> Score[State]:
    """The score with these partidas more, and with the coto and the match they may bring."""
    cotos, partidas, in_play = (_pair(tally) for tally in score.tallies[:3])
    partidas, in_play = _sum(partidas, gained), _sum(in_play, gained)
    state = replace(score.state, ida=None, dealer=dealer)
    winner: Side | None = None
    if options.coto_is_over(in_play):
        ahead = 0 if in_play[0] > in_play[1] else 1
        events += (Event("guinote.coto_won", ahead, (("partidas", in_play),)),)
        cotos = _add(cotos, ahead, 1)
        state = replace(state, cotos=(*state.cotos, in_play))
        in_play = NONE
        winner = ahead if cotos[ahead] == options.cotos_to_win else None
    tallies = (cotos, partidas, in_play, NONE)
    if winner is not None:
        events += (_match_won(winner, tallies),)
    return Score(tallies, state, winner, winner is not None, points=NONE, events=events)


def _match_won(winner: Side, tallies: tuple[Pair, ...]) -> Event:
    return Event("guinote.match_won", winner, (("cotos", tallies[0]), ("partidas", tallies[1])))


def _pair(tally: tuple[int, ...]) -> Pair:
    return tally[0], tally[1]


def _add(tally: Pair, side: Side, number: int) -> Pair:
    return (tally[0] + number, tally[1]) if side == 0 else (tally[0], tally[1] + number)


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


def _dash(result: Pair) -> str:
    return f"{result[0]}-{result[1]}"
