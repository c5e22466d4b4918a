"""Eliminatoria: who loses is out, with or without a second chance. Any number of entries.

As it comes: byes by draw in the first round, as many as are missing to the next power of two; the
bracket is then fixed: position p of a round receives the winners of positions 2p-1 and 2p of the
round before. The third-place match needs two losers of semifinals, so with three entries there is
none: the one beaten in the only semifinal is third.

`options` has what may be chosen. A round is made of pieces, one for each section that plays in it
(main bracket, consolation, places 5 to 8…): `single`, `double` and `best_losers` say which, and
`pieces` draws them. Everything is read again from the rounds played: see `history`.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import (
    FINAL,
    INTO_BYE,
    TOO_LATE,
    WIN,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
)
from tournaments.formats.history import (
    active_numbers,
    active_set,
    all_finished,
    losses,
    refuse_unfinished,
)
from tournaments.formats.knockout import best_losers, double, single
from tournaments.formats.knockout.brackets import picture
from tournaments.formats.knockout.groups import with_groups
from tournaments.formats.knockout.history import (
    losers,
    lost_the_first,
    refuse_incomplete,
    section_of,
    sections,
)
from tournaments.formats.knockout.length import rounds_in_all
from tournaments.formats.knockout.options import (
    BEST_LOSERS,
    CHOICES,
    CONSOLATION,
    DOUBLE,
    KEY,
    MAIN,
    NONE,
    PREVIOUS,
    RESTED,
    Options,
)
from tournaments.formats.knockout.pieces import ANEW, BRACKET, Piece, main_piece, pairings
from tournaments.formats.knockout.places import places
from tournaments.formats.looks import at_winners
from tournaments.formats.report import report
from tournaments.formats.senseless import AMONG_EQUALS, OWN_ORDER, RIVALS

__all__ = [
    "BALLS",
    "CHAIN",
    "CHAIN_WITH_DRAWS",
    "CHOICES",
    "DRAWS",
    "KEY",
    "OVERLAPS",
    "PARTNERS",
    "PLAYS_WITHDRAWN",
    "SENSELESS",
    "SIDES",
    "Options",
    "by_lot",
    "by_results",
    "chain",
    "concessions",
    "is_over",
    "late",
    "looks_at",
    "next_round",
    "picture",
    "places",
    "rest",
    "room",
    "rounds_in_all",
    "still_in",
]

CHAIN = ("exit_round", "counted_won", "counted_diff")
CHAIN_WITH_DRAWS = CHAIN
SENSELESS = RIVALS | OWN_ORDER | AMONG_EQUALS | {"survival", "wins_per_match", "first_there"}
BALLS = KEY
DRAWS = False
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = True
RESULTS_STAND = True  # a bracket does not move back


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The first round from the seed; the following ones from the bracket, or drawn anew.

    Entries that arrive after the first round have no place in the bracket and are not drawn. A
    winner who has withdrawn is still paired: his match is then lost as any other absence.
    Raises DrawError: `too_few_entrants`, `round_unfinished`, `bracket_incomplete`, `stage_over`.
    """
    if not situation.rounds:
        return _draw(situation, options, [_first(situation, options)], seed)
    refuse_unfinished(situation)
    refuse_incomplete(situation)
    pieces = _pieces(situation, options, seed)
    if not pieces:
        raise DrawError("stage_over", rounds=len(situation.rounds))
    return _draw(situation, options, pieces, seed)


def is_over(situation: Situation, options: Options) -> bool:
    """True when nothing is left to play: final, third place, and whatever else was asked for."""
    if not situation.rounds or not all_finished(situation):
        return False
    return not _pieces(situation, options, "")


def chain(options: Options) -> tuple[str, ...]:
    """By the round one falls in, in a fixed bracket without second chances; else by the places
    that the brackets have decided."""
    plain = not (options.redraw or options.placements) and options.repesca == NONE
    return CHAIN if plain else ("bracket_place", *CHAIN[1:])


def rest(options: Options) -> str:
    return WIN


def by_results(options: Options) -> bool:
    return True


def looks_at(situation: Situation, options: Options) -> Situation:
    """At who won each match; where a bracket is filled, also at how its losers stand."""
    return best_losers.looked_at(situation) if _filling(situation) else at_winners(situation)


def by_lot(number: int, options: Options) -> bool:
    """Only the first round, unless all are drawn anew; also the start of a repesca's bracket."""
    if options.redraw:
        return True
    return number <= {CONSOLATION: 3, BEST_LOSERS: 2}.get(options.repesca, 1)


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    """Return who has not lost, or may still be drawn after losing; when it is over, the
    champion."""
    if is_over(situation, options):
        return active_set(situation) & set(places(situation, options)[0])
    return active_set(situation) & (
        active_set(situation) - losses(situation.rounds).keys() | _second_chance(situation, options)
    )


def late(situation: Situation, options: Options) -> str:
    return INTO_BYE if len(situation.rounds) <= 1 else TOO_LATE


def room(situation: Situation, options: Options) -> tuple[Room, ...]:
    """Against the exempt, in the first round."""
    return rooms(situation) if len(situation.rounds) == 1 else ()


def _first(situation: Situation, options: Options) -> Piece:
    numbers = active_numbers(situation)
    if options.repesca == BEST_LOSERS and len(numbers) > 2:
        return Piece((PREVIOUS, ""), PREVIOUS, numbers, ANEW)
    if options.repesca == DOUBLE:
        return main_piece(numbers, ANEW if options.redraw else BRACKET, "")
    return main_piece(numbers, ANEW if options.redraw else BRACKET)


def _pieces(situation: Situation, options: Options, seed: str) -> list[Piece]:
    if options.repesca == DOUBLE:
        return double.next_pieces(situation, options)
    if _filling(situation):
        return best_losers.next_pieces(situation, options, seed)
    return single.next_pieces(situation, options)


def _filling(situation: Situation) -> bool:
    """Whether a bracket has to be filled now: only the previous round has been played."""
    return len(situation.rounds) == 1 and any(
        section_of(match)[0] == PREVIOUS for match in situation.rounds[0]
    )


def _second_chance(situation: Situation, options: Options) -> frozenset[int]:
    """Those who have lost and may still be drawn, some of them perhaps only if others lose."""
    if not situation.rounds:
        return frozenset()
    lost = losses(situation.rounds)
    if options.repesca == DOUBLE:
        return frozenset(number for number, times in lost.items() if times == 1)
    waiting: set[int] = set()
    if all_finished(situation):
        for piece in _pieces(situation, options, ""):
            waiting.update(piece.numbers)
    else:
        waiting.update(_hopeful(situation, options))
    if options.repesca == CONSOLATION and not _begun(situation):
        waiting.update(lost_the_first(situation))
    return frozenset(waiting)


def _hopeful(situation: Situation, options: Options) -> set[int]:
    """With the round half played: its losers whom something may await, and who is playing."""
    found: set[int] = set()
    for section, ties in sections(situation.rounds[-1]).items():
        found.update(n for match in ties if not match.finished for n in match.sides)
        if len(ties) > 1:  # whoever has won one of several goes on in it
            found.update(match.winner for match in ties if match.winner is not None)
        semifinals = section[0] == MAIN and len(ties) == 2 and options.third_place
        if semifinals or section[0] == PREVIOUS or (options.placements and len(ties) > 1):
            found.update(losers(ties))
    if options.redraw:
        found.update(single.come_back(situation, options))
    return found


def _begun(situation: Situation) -> bool:
    return any(section_of(m)[0] == CONSOLATION for matches in situation.rounds for m in matches)


def concessions(situation: Situation, drawn: Sequence[Pairing], options: Options) -> Report:
    """Return what these matches concede. A bye can be unfair only where it belongs to who rested
    least."""
    main = [one for one in drawn if one.purpose in ("", FINAL, PREVIOUS)]
    fair = (options.redraw or options.byes == RESTED) and any(one.rest for one in main)
    judged = main if fair else [one for one in drawn if one.rest]
    living = {number for one in judged for number in one.sides}
    # Who waits for another section to play has not been away.
    known = replace(situation, absence_rests=False)
    found = report(known, drawn, living=living, byes_by_points=False)
    begins = not situation.rounds or _filling(situation)
    return with_groups(found, situation, main) if begins else found


def _draw(situation: Situation, options: Options, pieces: Sequence[Piece], seed: str) -> Draw:
    drawn = pairings(situation, options, pieces, seed)
    found = concessions(situation, drawn, options)
    unfilled = best_losers.filled(situation, seed)[1] if _filling(situation) else 0
    if unfilled:
        found = replace(
            found,
            broken=(*found.broken, "unfilled"),
            broken_by=(*found.broken_by, ("unfilled", (unfilled,))),
        )
    return Draw(drawn, found)
