"""Rounds of single elimination: winners, placements, third place, consolation."""

from collections.abc import Collection, Sequence

from tournaments.formats.core import FINAL, THIRD_PLACE, PlayedMatch, Situation
from tournaments.formats.history import losses
from tournaments.formats.knockout.options import CONSOLATION, MAIN, PLACEMENT, PREVIOUS, Options
from tournaments.formats.knockout.pieces import (
    ANEW,
    BRACKET,
    FOLLOWS,
    IN_ORDER,
    SectionPiece,
    Sides,
    consolation_piece,
    main_piece,
)
from tournaments.formats.knockout.sections import (
    THE_MAIN,
    Section,
    Slots,
    couples_in_section,
    entries_that_have_played,
    full_rounds,
    incomplete_error,
    losers,
    losers_of_first_match,
    losers_who_may_play_on,
    section_rounds,
    section_sides,
    section_winners,
    sections,
    winners,
)


def next_pieces(situation: Situation, options: Options) -> list[SectionPiece]:
    """Return the pieces of the next round, once earlier rounds are finished; [] at the end.

    The winners of each section play on, and its losers play for lower places. The consolation
    begins as soon as everybody has played.
    """
    sections_played = sections(situation.rounds[-1])
    spared_losers = _spared_losers(situation, options)
    pieces: list[SectionPiece] = []
    for section, ties in sections_played.items():
        pieces += _next_round_piece(situation, options, section, ties)
    for section, ties in sections_played.items():
        pieces += _placement_pieces(situation, options, section, ties, spared_losers)
    return pieces + _consolation(situation, options)


def returning_entries(situation: Situation, options: Options) -> tuple[int, ...]:
    """Return entries that play again: they lost their first match and paid for every loss.

    Such an entry may return only while its last match is a loss in the main bracket, so that it
    plays in no other section. Return () unless every round is drawn anew.
    """
    if not options.redraw:
        return ()
    loss_counts = losses(situation.rounds)
    lost_first_match = set(losers_of_first_match(situation))
    return tuple(
        entrant.number
        for entrant in sorted(situation.entrants, key=lambda entrant: entrant.number)
        if entrant.active
        and entrant.number in lost_first_match
        and loss_counts[entrant.number] <= entrant.again
        and _lost_last_match_in_main(situation, entrant.number)
    )


def best_place_of_section(situation: Situation, section: Section) -> int:
    """Return the best place that a section plays for."""
    name, place = section
    if name == THIRD_PLACE:
        return 3
    if place:
        return int(place)
    if name == CONSOLATION:
        everybody = {n for matches in situation.rounds for match in matches for n in match.sides}
        return len(everybody) - len(_consolation_players(situation)) + 1
    return 1


def _next_round_piece(
    situation: Situation, options: Options, section: Section, ties: Sequence[PlayedMatch]
) -> list[SectionPiece]:
    """Return the piece of the section's next round, or [] if it has none.

    If both sides of a tie lost, the entry that would have met its winner rests. An entry left alone
    rests too, and this bye is its final.
    """
    name, _place = section
    slots = _advancing_entries(situation, options, section, ties)
    numbers = tuple(number for number in slots if number is not None)
    if name == PREVIOUS or len(slots) < 2 or not numbers:
        return []
    if not options.redraw and len(slots) % 2:
        raise incomplete_error(situation)
    how = ANEW if options.redraw else FOLLOWS
    sides: Sides = ()
    if len(numbers) < len(slots):
        sides = section_sides(couples_in_section(slots))
        if options.redraw:
            sides = (numbers,) if len(numbers) == 1 else ()
    if name == MAIN:
        return [main_piece(numbers, how, sides=sides)]
    if section == (CONSOLATION, ""):
        return [consolation_piece(numbers, how, sides)]
    return [SectionPiece(section, name, numbers, how, sides=sides)]


def _advancing_entries(
    situation: Situation, options: Options, section: Section, ties: Sequence[PlayedMatch]
) -> Slots:
    """Return the winner of each tie, None if both sides lost.

    If every round is drawn anew, add the re-entries to the main bracket until its final is played.
    """
    is_decided = section != THE_MAIN or any(match.purpose == FINAL for match in ties)
    if not options.redraw:
        ties_in_place = full_rounds(situation, section)[len(situation.rounds)]
        return section_winners(ties_in_place)
    return [*section_winners(ties), *(() if is_decided else returning_entries(situation, options))]


def _placement_pieces(
    situation: Situation,
    options: Options,
    section: Section,
    ties: Sequence[PlayedMatch],
    spared_losers: Collection[int],
) -> list[SectionPiece]:
    """Return the piece in which the losers of a section's last round play for places, or []."""
    name, _place = section
    if name == PREVIOUS:
        return []
    advancing_count = len(_advancing_entries(situation, options, section, ties))
    numbers = tuple(
        number for number in losers_who_may_play_on(ties) if number not in spared_losers
    )
    plays_third_place = options.third_place and section == THE_MAIN and advancing_count == 2
    single_loser = plays_third_place and len(numbers) == 1 and any(match.lost for match in ties)
    if (len(numbers) < 2 and not single_loser) or not (plays_third_place or options.placements):
        return []
    best_place = best_place_of_section(situation, section) + advancing_count
    if best_place == 3 and len(numbers) <= 2:
        return [SectionPiece((THIRD_PLACE, ""), THIRD_PLACE, numbers, FOLLOWS, sides=(numbers,))]
    kind = CONSOLATION if name == CONSOLATION else PLACEMENT
    return [
        SectionPiece((kind, str(best_place)), kind, numbers, ANEW if options.redraw else IN_ORDER)
    ]


def _consolation(situation: Situation, options: Options) -> list[SectionPiece]:
    if options.repesca != CONSOLATION or _consolation_players(situation):
        return []
    last_ties = sections(situation.rounds[-1]).get(THE_MAIN, ())
    main_winners = winners(last_ties)
    if len(main_winners) > 1 and not entries_that_have_played(situation).issuperset(main_winners):
        return []
    numbers = _consolation_entries(situation, options)
    if len(numbers) < 2:
        return []
    return [consolation_piece(numbers, ANEW if options.redraw else BRACKET)]


def _consolation_entries(situation: Situation, options: Options) -> tuple[int, ...]:
    """Return the entries of a consolation: neither withdrawn nor back in the main bracket."""
    active = {entrant.number for entrant in situation.entrants if entrant.active}
    back_in_main = {*returning_entries(situation, options), *_returned_entries(situation)}
    return tuple(
        n for n in losers_of_first_match(situation) if n in active and n not in back_in_main
    )


def _returned_entries(situation: Situation) -> frozenset[int]:
    """Return the entries that played in the main bracket after losing in it."""
    losers_so_far: set[int] = set()
    returned_entries: set[int] = set()
    for _number, ties in section_rounds(situation, THE_MAIN):
        returned_entries.update(
            number for match in ties for number in match.sides if number in losers_so_far
        )
        losers_so_far.update(losers(ties))
    return frozenset(returned_entries)


def _spared_losers(situation: Situation, options: Options) -> frozenset[int]:
    """Return losers who play in the consolation or again in the bracket, not for places."""
    spared_losers = set(returning_entries(situation, options))
    if options.repesca == CONSOLATION and not _consolation_players(situation):
        spared_losers.update(set(losers_of_first_match(situation)) - _returned_entries(situation))
    return frozenset(spared_losers)


def _consolation_players(situation: Situation) -> frozenset[int]:
    """Return the entries drawn in the consolation."""
    return frozenset(
        number
        for _number, ties in section_rounds(situation, (CONSOLATION, ""))
        for match in ties
        for number in match.sides
    )


def _lost_last_match_in_main(situation: Situation, number: int) -> bool:
    """Return whether this entry's last match is a loss in the main bracket."""
    for matches in reversed(situation.rounds):
        for section, ties in sections(matches).items():
            for match in ties:
                if number in match.sides:
                    return section[0] in (MAIN, PREVIOUS) and number in match.losers
    return False
