"""Eliminatoria: who loses is out. Any number of entries, byes by draw in the first round only.

The first balls drawn are exempt, as many as are missing to the next power of two; the bracket is
then fixed: position p of a round receives the winners of positions 2p-1 and 2p of the round
before. The third-place match needs two losers of semifinals, so with three entries there is none:
the one beaten in the only semifinal is third.
"""

from dataclasses import dataclass

from tournaments.formats.core import (
    FINAL,
    INTO_BYE,
    THIRD_PLACE,
    TOO_LATE,
    WIN,
    Draw,
    DrawError,
    Pairing,
    Played,
    Report,
    Situation,
    active_numbers,
    active_set,
    all_finished,
    losses,
    refuse_unfinished,
)
from tournaments.pairing.byes import bracket_size, bye_positions
from tournaments.pairing.draw import shuffled

KEY = "knockout"
CHAIN = ("exit_round", "counted_won", "counted_diff")
CHAIN_WITH_DRAWS = CHAIN
CHOICES: dict[str, tuple[str, ...]] = {}
DRAWS = False
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = True


@dataclass(frozen=True, slots=True)
class Options:
    third_place: bool = False


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The first round from the seed; the following ones from the bracket, without any drawing.

    Entries that arrive after the first round have no place in the bracket and are not drawn. A
    winner who has withdrawn is still paired: his match is then lost as any other absence.
    Raises DrawError: `too_few_entrants`, `round_unfinished`, `bracket_incomplete`, `stage_over`.
    """
    if not situation.rounds:
        return _first_round(active_numbers(situation), seed)
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=len(situation.rounds))
    return Draw(_from_bracket(situation, options), Report())


def is_over(situation: Situation, options: Options) -> bool:
    """True when the final, and the third-place match where there is one, are decided."""
    if not situation.rounds or not all_finished(situation):
        return False
    return len(situation.rounds) == len(situation.rounds[0]).bit_length()


def rounds_in_all(entrants: int, options: Options) -> int:
    """7 rounds for 107 entries; the third-place match belongs to the round of the final."""
    return max(entrants - 1, 0).bit_length()


def rest(options: Options) -> str:
    return WIN


def by_results(options: Options) -> bool:
    return True


def by_lot(number: int, options: Options) -> bool:
    return number == 1


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation) - losses(situation.rounds).keys()


def late(situation: Situation, options: Options) -> str:
    return INTO_BYE if len(situation.rounds) <= 1 else TOO_LATE


def _first_round(numbers: tuple[int, ...], seed: str) -> Draw:
    drawn = shuffled(numbers, seed, KEY)
    exempt_at = bye_positions(len(drawn))
    exempt = dict(zip(exempt_at, drawn, strict=False))
    rest = iter(drawn[len(exempt) :])
    positions = bracket_size(len(drawn)) // 2
    pairings = tuple(
        Pairing(position, (exempt[position],))
        if position in exempt
        else Pairing(position, (next(rest), next(rest)), FINAL if positions == 1 else "")
        for position in range(1, positions + 1)
    )
    return Draw(pairings, Report(byes=tuple(sorted(exempt.values()))))


def _from_bracket(situation: Situation, options: Options) -> tuple[Pairing, ...]:
    before = _by_position(situation)
    if len(before) == 2:
        final = Pairing(1, (_winner(before[1]), _winner(before[2])), FINAL)
        losers = tuple(_loser(match) for match in before.values() if len(match.sides) == 2)
        if options.third_place and len(losers) == 2:
            return final, Pairing(2, losers, THIRD_PLACE)
        return (final,)
    return tuple(
        Pairing(position, (_winner(before[2 * position - 1]), _winner(before[2 * position])))
        for position in range(1, len(before) // 2 + 1)
    )


def _by_position(situation: Situation) -> dict[int, Played]:
    """The last round by position, in order, with none missing."""
    last = {match.position: match for match in situation.rounds[-1]}
    wanted = len(situation.rounds[0]) >> (len(situation.rounds) - 1)
    missing = tuple(position for position in range(1, wanted + 1) if position not in last)
    if missing or len(last) != wanted:
        raise DrawError("bracket_incomplete", round=len(situation.rounds), positions=missing)
    return dict(sorted(last.items()))


def _winner(match: Played) -> int:
    assert match.winner is not None
    return match.winner


def _loser(match: Played) -> int:
    return next(side for side in match.sides if side != match.winner)
