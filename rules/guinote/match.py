"""The match: how each line changes cotos, partidas and tantos."""

from dataclasses import dataclass, replace

from rules.chance import Chance
from rules.core import Event, Score, Side
from rules.guinote.codes import refuse
from rules.guinote.hands import (
    CARD_TANTOS,
    Cante,
    Coto,
    CotoWinner,
    Deal,
    Hand,
    Partida,
    Renuncio,
    Ruling,
)
from rules.guinote.options import Options
from rules.guinote.partida import Ida, judge
from rules.lines import Forfeit, Stop
from rules.reading import SUITS, Tally, add_to_side, dashed_text, sum_of_tallies

NONE: Tally = (0, 0)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match of guiñote that its tallies do not show.

    cotos: partidas of A and B in each finished coto. ida: the first deal of the partida in play,
    once recorded. dealer: the side that deals next; None if the record does not show it (Rulings
    G9).
    """

    cotos: tuple[Tally, ...] = ()
    ida: Ida | None = None
    dealer: Side | None = None


def start(options: Options) -> Score[State]:
    """Return the score before the first line."""
    return Score(tallies=(NONE, NONE, NONE, NONE), state=State())


def play(score: Score[State], hand: Hand, options: Options) -> Score[State]:
    """Return the score after one more line; raises `RuleError` for a line that cannot come now."""
    if score.over:
        raise refuse("match_over", "hand")
    match hand:
        case Deal():
            return _play_deal(score, hand, options)
        case Renuncio():
            return _win_partida(score, 1 - hand.side, "renuncio", options, dealer=1 - hand.side)
        case Partida():
            return _win_partida(score, hand.winner, "written", options, dealer=None)
        case Ruling():
            return _apply_ruling(score, hand, options)
        case Coto():
            return _play_coto(score, hand, options)
        case CotoWinner():
            return _play_coto_winner(score, hand, options)
        case Forfeit():
            forfeit_event = hand.event("guinote.match_forfeited", hand.loser)
            return award(score, 1 - hand.loser, options, forfeit_event)
        case Stop():
            return _apply_stop(score, hand, options)


def award(score: Score[State], winner: Side, options: Options, *events: Event) -> Score[State]:
    """Return the match won by `winner`, credited with the missing partidas.

    If all X partidas are played, the credit is at most the number of partidas left to play.
    """
    cotos, partidas, coto_partidas, _ = score.tallies
    lacking = max(options.partidas_to_win - coto_partidas[winner], 0)
    if options.play_all:
        lacking = min(lacking, options.best_of - sum(coto_partidas))
    finished_cotos = [add_to_side(coto_partidas, winner, lacking)]
    while cotos[winner] + len(finished_cotos) < options.cotos_to_win:
        finished_cotos.append(add_to_side(NONE, winner, options.partidas_to_win))
    credited_partidas = lacking + sum(sum(coto) for coto in finished_cotos[1:])
    tallies = (
        add_to_side(cotos, winner, len(finished_cotos)),
        add_to_side(partidas, winner, credited_partidas),
        NONE,
        NONE,
    )
    state = replace(score.state, cotos=(*score.state.cotos, *finished_cotos), ida=None)
    events += (_end_event(winner, tallies),)
    return Score(tallies, state, winner, over=True, points=NONE, events=events)


def _play_deal(score: Score[State], deal: Deal, options: Options) -> Score[State]:
    """Return the score after a deal, which wins the partida or leaves it de vueltas."""
    verdict = judge(score.state.ida, deal)
    if verdict.winner is not None:
        # The side that took the last baza deals next. A declaration stops the deal before the last
        # baza: then the winner deals next.
        dealer = verdict.winner if deal.last is None else deal.last
        new_score = _win_partida(
            score, verdict.winner, verdict.way, options, dealer=dealer, tantos=verdict.tantos
        )
        return replace(new_score, points=deal.tantos)
    ida_dealer = score.state.dealer if deal.dealer is None else deal.dealer
    ida = Ida(
        tantos=deal.tantos, tantos_without_cantes=deal.tantos_without_cantes, dealer=ida_dealer
    )
    return replace(
        score,
        tallies=(*score.tallies[:3], deal.tantos),
        state=replace(score.state, ida=ida, dealer=deal.last),
        points=deal.tantos,
        events=(Event("guinote.vueltas", None, (("tantos", verdict.tantos),)),),
    )


def _win_partida(
    score: Score[State],
    winner: Side,
    way: str,
    options: Options,
    *,
    dealer: Side | None,
    tantos: Tally | None = None,
) -> Score[State]:
    """Return the score with one partida for `winner`.

    `way` is one of WAYS. `tantos` are the tantos that decided the partida, if they were counted.
    """
    coto_partidas = add_to_side(score.tallies[2], winner, 1)
    params = (("by", way), ("tantos", tantos), ("partidas", coto_partidas))
    event = Event("guinote.partida_won", winner, params)
    return _add_partidas(score, add_to_side(NONE, winner, 1), options, dealer, event)


def _play_coto(score: Score[State], coto: Coto, options: Options) -> Score[State]:
    """Return the score after a coto with only its partidas recorded."""
    _check_not_begun(score)
    winner, loser = max(coto.partidas), min(coto.partidas)
    results = options.coto_results()
    if (winner, loser) not in results:
        value, allowed = dashed_text(coto.partidas), [dashed_text(result) for result in results]
        raise refuse("guinote.coto_result", "partidas", value=value, allowed=allowed)
    return _add_partidas(score, coto.partidas, options, None)


def _play_coto_winner(score: Score[State], hand: CotoWinner, options: Options) -> Score[State]:
    """Return the score with a coto won; the rival gets no partidas of it (Rulings G12).

    Raises `guinote.coto_begun` within a coto, and `guinote.coto_partidas` if one coto wins the
    match.
    """
    _check_not_begun(score)
    if options.cotos_to_win == 1:
        allowed = [f"coto {dashed_text(result)}" for result in options.coto_results()]
        raise refuse("guinote.coto_partidas", "partidas", allowed=allowed)
    gains = add_to_side(NONE, hand.winner, options.partidas_to_win)
    return _add_partidas(score, gains, options, None, coto_event="guinote.coto_written")


def _check_not_begun(score: Score[State]) -> None:
    coto_partidas = score.tallies[2]
    if coto_partidas != NONE or score.state.ida is not None:
        raise refuse("guinote.coto_begun", "partidas", value=dashed_text(coto_partidas))


def _apply_ruling(score: Score[State], ruling: Ruling, options: Options) -> Score[State]:
    """Award the partida in play, or void it. After a void partida, the dealer of its first deal
    deals again.
    """
    if ruling.winner is not None:
        return _win_partida(score, ruling.winner, "ruling", options, dealer=ruling.winner)
    ida = score.state.ida
    dealer = score.state.dealer if ida is None else ida.dealer
    return replace(
        score,
        tallies=(*score.tallies[:3], NONE),
        state=replace(score.state, ida=None, dealer=dealer),
        points=NONE,
        events=(ruling.event("guinote.partida_void"),),
    )


def _apply_stop(score: Score[State], hand: Stop, options: Options) -> Score[State]:
    """End the match as it stands.

    The cotos decide the winner, then the partidas of the coto in play, then the tantos recorded in
    the partida in play.
    """
    cotos, _partidas, coto_partidas, tantos = score.tallies
    winner = hand.winner(cotos, coto_partidas, tantos)
    events = (hand.event("guinote.match_stopped"), _end_event(winner, score.tallies))
    return replace(score, winner=winner, over=True, points=NONE, events=events)


def _add_partidas(
    score: Score[State],
    gains: Tally,
    options: Options,
    dealer: Side | None,
    *events: Event,
    coto_event: str = "guinote.coto_won",
) -> Score[State]:
    """Return the score with the partidas in `gains` added, and with the coto and the match that
    they win.

    `coto_event` is the code of the event for a coto.
    """
    cotos = score.tallies[0]
    partidas, coto_partidas = (sum_of_tallies(tally, gains) for tally in score.tallies[1:3])
    state = replace(score.state, ida=None, dealer=dealer)
    winner: Side | None = None
    if options.coto_is_over(coto_partidas):
        leading_side = 0 if coto_partidas[0] > coto_partidas[1] else 1
        events += (Event(coto_event, leading_side, (("partidas", coto_partidas),)),)
        cotos = add_to_side(cotos, leading_side, 1)
        state = replace(state, cotos=(*state.cotos, coto_partidas))
        coto_partidas = NONE
        winner = leading_side if cotos[leading_side] == options.cotos_to_win else None
    tallies = (cotos, partidas, coto_partidas, NONE)
    if winner is not None:
        events += (_end_event(winner, tallies),)
    return Score(tallies, state, winner, winner is not None, points=NONE, events=events)


def _end_event(winner: Side | None, tallies: tuple[Tally, ...]) -> Event:
    code = "guinote.match_drawn" if winner is None else "guinote.match_won"
    return Event(code, winner, (("cotos", tallies[0]), ("partidas", tallies[1])))


# --- By chance ------------------------------------------------------------------------------------
# A random deal of guiñote, as a table could write it.
USUAL_TANTOS = range(20, CARD_TANTOS - 20)


def line_by_chance(score: Score[State], options: Options, chance: Chance) -> Hand:
    """Return a random deal; de vueltas, a side usually declares that it has won."""
    tantos = USUAL_TANTOS[chance.below(len(USUAL_TANTOS))]
    cantes = _random_cantes(chance)
    if score.state.ida is not None and not chance.one_in(4):
        return Deal((10 + chance.below(30), 10 + chance.below(30)), None, cantes, chance.below(2))
    return Deal((tantos, CARD_TANTOS - tantos), chance.below(2), cantes)


def _random_cantes(chance: Chance) -> tuple[Cante, ...]:
    if not chance.one_in(2):
        return ()
    value = 40 if chance.one_in(4) else 20
    return (Cante(chance.below(2), value, chance.pick(SUITS)),)
