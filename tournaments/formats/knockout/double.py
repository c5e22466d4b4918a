"""Double elimination: losers drop to the losers' bracket, whose winner plays the grand final.

Rounds L1, L2, … of the losers' bracket are drawn with rounds 2, 3, … of the stage.
`docs/draw/second-chances.md` («Double elimination») lists the positions that meet in them. If
each round is drawn anew (`redraw`), undefeated entries meet each other, and so do entries with one
loss.
"""

from collections.abc import Sequence

from tournaments.formats.core import PlayedMatch, Situation
from tournaments.formats.history import losses
from tournaments.formats.knockout.options import GRAND_FINAL, LOSERS, Options
from tournaments.formats.knockout.pieces import ANEW, FOLLOWS, SectionPiece, Sides, main_piece
from tournaments.formats.knockout.sections import (
    THE_MAIN,
    Couples,
    Section,
    Slots,
    beaten_side,
    couples_in_section,
    full_rounds,
    incomplete_error,
    loser,
    main_entries_after,
    matches_by_couple,
    section_rounds,
    section_sides,
    section_winners,
    sections,
)

THE_LOSERS: Section = (LOSERS, "")
THE_GRAND_FINAL: Section = (GRAND_FINAL, "")


def next_pieces(situation: Situation, options: Options) -> list[SectionPiece]:
    """Return the pieces of the next round, once earlier rounds are finished; [] at the end."""
    grand_finals = section_rounds(situation, THE_GRAND_FINAL)
    if grand_finals:
        return _repeated_final(situation, options, grand_finals)
    if options.redraw:
        return _redrawn_pieces(situation)
    return _bracket_pieces(situation)


def loser_origin(place: int, ties: int, step: int) -> int:
    """Return the main bracket position whose loser drops to position `place` of L(2 · `step`).

    In odd steps the order is reversed; in even steps its two halves are swapped. So two entries
    that have met meet again as late as possible. `ties` is the number of positions of that round.

    >>> [loser_origin(place, 4, 1) for place in (1, 2, 3, 4)]
    [4, 3, 2, 1]
    >>> [loser_origin(place, 4, 2) for place in (1, 2, 3, 4)]
    [3, 4, 1, 2]
    """
    if step % 2:
        return ties + 1 - place
    return (place - 1 + ties // 2) % ties + 1


def rounds_to_play(positions: int) -> int:
    """Return the number of rounds, grand final included, if round 1 has `positions` positions.

    >>> [rounds_to_play(positions) for positions in (1, 2, 4, 64)]
    [2, 4, 6, 14]
    """
    return 2 * positions.bit_length()


def _repeated_final(
    situation: Situation,
    options: Options,
    grand_finals: Sequence[tuple[int, tuple[PlayedMatch, ...]]],
) -> list[SectionPiece]:
    """Return the repeated grand final, or [].

    The grand final is repeated once, if `reset` is set and its loser had not lost before.
    """
    (match,) = grand_finals[-1][1][:1]
    beaten_finalist = loser(match)
    was_undefeated = beaten_finalist is not None and losses(situation.rounds)[beaten_finalist] == 1
    if not (options.reset and was_undefeated and len(grand_finals) == 1):
        return []
    return [_grand_final(match.sides)]


def _grand_final(numbers: Sequence[int]) -> SectionPiece:
    return SectionPiece(
        THE_GRAND_FINAL, GRAND_FINAL, tuple(numbers), FOLLOWS, sides=(tuple(numbers),)
    )


def _redrawn_pieces(situation: Situation) -> list[SectionPiece]:
    everybody = sorted({n for matches in situation.rounds for m in matches for n in m.sides})
    loss_counts = losses(situation.rounds)
    unbeaten_entries = [number for number in everybody if not loss_counts[number]]
    once_beaten_entries = [number for number in everybody if loss_counts[number] == 1]
    if len(unbeaten_entries) == 1 and len(once_beaten_entries) == 1:
        return [_grand_final((*unbeaten_entries, *once_beaten_entries))]
    pieces = [main_piece(unbeaten_entries, ANEW, "")] if len(unbeaten_entries) > 1 else []
    if len(once_beaten_entries) > 1:
        pieces.append(SectionPiece(THE_LOSERS, LOSERS, tuple(once_beaten_entries), ANEW))
    return pieces


def _bracket_pieces(situation: Situation) -> list[SectionPiece]:
    number = len(situation.rounds)
    pieces: list[SectionPiece] = []
    main = section_rounds(situation, THE_MAIN)
    winners = section_winners(full_rounds(situation, THE_MAIN)[main[-1][0]])
    if main[-1][0] == number and len(winners) > 1:
        if len(winners) % 2:
            raise incomplete_error(situation)
        present_winners = tuple(slot for slot in winners if slot is not None)
        if present_winners:
            sides = section_sides(couples_in_section(winners))
            pieces.append(main_piece(present_winners, FOLLOWS, "", sides))
    positions = len(main[0][1])
    if number == rounds_to_play(positions) - 1:
        bracket_winners = _best_winner(situation, main), _best_loser(situation, main)
        finalists = tuple(number for number in bracket_winners if number is not None)
        return [_grand_final(finalists)] if finalists else []
    sides = _losers_round(situation, number)
    numbers = tuple(number for side in sides for number in side)
    if sides:
        pieces.append(SectionPiece(THE_LOSERS, LOSERS, numbers, FOLLOWS, sides=sides))
    return pieces


def _dropping_loser(situation: Situation, number: int, match: PlayedMatch) -> int | None:
    """Return the loser of this match of round `number`; None after a bye or if both lost."""
    if match.lost:
        return None
    return next(iter(beaten_side(match, main_entries_after(situation, number))), None)


def _best_winner(
    situation: Situation, main: Sequence[tuple[int, tuple[PlayedMatch, ...]]]
) -> int | None:
    """Return the winner of the main bracket: the finalist outside the losers' bracket.

    Return None if both finalists lost.
    """
    match = main[-1][1][0]
    if match.lost:
        return None
    losers_bracket_entries = {
        side
        for _number, ties in section_rounds(situation, THE_LOSERS)
        for tie in ties
        for side in tie.sides
    }
    undefeated_finalists = [side for side in match.sides if side not in losers_bracket_entries]
    return undefeated_finalists[0] if len(undefeated_finalists) == 1 else match.winner


def _best_loser(
    situation: Situation, main: Sequence[tuple[int, tuple[PlayedMatch, ...]]]
) -> int | None:
    """Return the winner of the losers' bracket, or None if nobody won it.

    With two entries, it is the loser of their match.
    """
    if len(main[0][1]) == 1:
        return loser(main[0][1][0])
    return next(iter(_losers_round_winners(situation, len(situation.rounds))), None)


def _losers_round(situation: Situation, number: int) -> Sides:
    """Return the matches of L`number`, drawn once all earlier rounds are over."""
    return section_sides(_losers_couples(situation, number))


def _losers_couples(situation: Situation, number: int) -> Couples:
    """Return the two slots of each match of L`number`; None for an empty slot."""
    main = full_rounds(situation, THE_MAIN)
    winners = _losers_round_winners(situation, number)
    if number == 1:
        return couples_in_section([None if match is None else loser(match) for match in main[1]])
    if number % 2:
        return couples_in_section(winners)
    step = number // 2
    ties = main.get(step + 1, [None] * len(winners))
    if len(ties) != len(winners):
        raise incomplete_error(situation)
    dropping_matches = [
        ties[loser_origin(place, len(winners), step) - 1] for place in range(1, len(winners) + 1)
    ]
    return [
        (winner, None if match is None else _dropping_loser(situation, step + 1, match))
        for winner, match in zip(winners, dropping_matches, strict=True)
    ]


def _losers_round_winners(situation: Situation, number: int) -> Slots:
    """Return the winners of L(number − 1) by position; None for an empty position."""
    if number < 2:
        return []
    ties = sections(situation.rounds[number - 1]).get(THE_LOSERS, ())
    return section_winners(matches_by_couple(_losers_couples(situation, number - 1), ties))
