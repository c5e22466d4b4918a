"""Matches by section, read from their purposes, even after corrections of results."""

from collections.abc import Collection, Sequence

from tournaments.formats.core import DrawError, PlayedMatch, Situation
from tournaments.formats.knockout.options import MAIN, SECTION

# A section: its name, and the best place it plays for, "" for the first place.
Section = tuple[str, str]

THE_MAIN: Section = (MAIN, "")


def section_of(match: PlayedMatch) -> Section:
    word, _space, place = match.purpose.partition(" ")
    return SECTION.get(word, MAIN), place


def sections(matches: Sequence[PlayedMatch]) -> dict[Section, tuple[PlayedMatch, ...]]:
    """Return the matches of a round by section, both in order of position."""
    ties_by_section: dict[Section, list[PlayedMatch]] = {}
    for match in sorted(matches, key=lambda match: match.position):
        ties_by_section.setdefault(section_of(match), []).append(match)
    return {section: tuple(ties) for section, ties in ties_by_section.items()}


def section_rounds(
    situation: Situation, section: Section
) -> list[tuple[int, tuple[PlayedMatch, ...]]]:
    """Return the number and the matches of each round in which the section played."""
    return [
        (number, ties)
        for number, matches in enumerate(situation.rounds, start=1)
        if (ties := sections(matches).get(section))
    ]


# The winner, or the loser, of each tie of a full round; None for nobody.
Slots = Sequence[int | None]
Couples = list[tuple[int | None, int | None]]


def loser(match: PlayedMatch) -> int | None:
    """Return the loser of the match; None for a bye or an unfinished match, or if both lost."""
    return None if match.lost else next(iter(match.losers), None)


def winners(ties: Sequence[PlayedMatch]) -> tuple[int, ...]:
    return tuple(match.winner for match in ties if match.winner is not None)


def losers(ties: Sequence[PlayedMatch]) -> tuple[int, ...]:
    """Return the losers of the ties, including both sides of a tie that both lost."""
    return tuple(number for match in ties for number in match.losers)


def losers_who_may_play_on(ties: Sequence[PlayedMatch]) -> tuple[int, ...]:
    """Return the losers who may play on for lower places: the losers of ties with a winner."""
    return losers([match for match in ties if not match.lost])


def couples_in_section(slots: Slots) -> Couples:
    return list(zip(slots[::2], slots[1::2], strict=False))


def section_sides(couples: Couples) -> tuple[tuple[int, ...], ...]:
    """Return the sides of each match; a single entry rests, and an empty couple has no match."""
    sides = (tuple(number for number in couple if number is not None) for couple in couples)
    return tuple(side for side in sides if side)


def matches_by_couple(couples: Couples, ties: Sequence[PlayedMatch]) -> list[PlayedMatch | None]:
    """Return the match of each couple; None for an empty couple, which has no match."""
    if len(ties) == len(couples):
        return list(ties)
    remaining_ties = iter(ties)
    return [next(remaining_ties, None) if set(couple) != {None} else None for couple in couples]


def full_rounds(situation: Situation, section: Section) -> dict[int, list[PlayedMatch | None]]:
    """Return the rounds of a section of a fixed bracket with all their ties.

    A tie is None if nobody reached it because both sides lost before.
    """
    rounds: dict[int, list[PlayedMatch | None]] = {}
    slots: Slots = ()
    for number, ties in section_rounds(situation, section):
        rounds[number] = matches_by_couple(couples_in_section(slots), ties) if slots else list(ties)
        slots = section_winners(rounds[number])
    return rounds


def section_winners(ties: Sequence[PlayedMatch | None]) -> Slots:
    """Return the winner of each tie, or None if nobody won it."""
    return [None if match is None else match.winner for match in ties]


def beaten_side(match: PlayedMatch, following: Collection[int]) -> tuple[int, ...]:
    """Return the beaten side of a match: the side not in `following`.

    `following` has the entries of the next round (`main_entries_after`). Return the recorded losers
    unless exactly one side is missing in that round. So a later correction of the result moves
    nobody.
    """
    if match.is_bye:
        return ()
    if match.lost:
        return match.losers
    missing = tuple(side for side in match.sides if side not in following)
    return missing if following and len(missing) == 1 else match.losers


def main_entries_after(situation: Situation, number: int) -> frozenset[int]:
    """Return the entries of the main bracket in the round after round `number`."""
    following = situation.rounds[number : number + 1]
    return frozenset(
        side
        for matches in following
        for match in matches
        if section_of(match) == THE_MAIN
        for side in match.sides
    )


def losers_of_first_match(situation: Situation) -> tuple[int, ...]:
    """Return the entries that lost their first match, earliest loss first."""
    entries_seen: set[int] = set()
    first_losers: list[int] = []
    for number, matches in enumerate(situation.rounds, start=1):
        following = main_entries_after(situation, number)
        for match in sorted(matches, key=lambda match: match.position):
            if not match.is_bye:
                losing_side = beaten_side(match, following)
                first_losers += [side for side in losing_side if side not in entries_seen]
                entries_seen.update(match.sides)
    return tuple(first_losers)


def entries_that_have_played(situation: Situation) -> frozenset[int]:
    """Return the entries that have had a rival."""
    return frozenset(
        number
        for matches in situation.rounds
        for match in matches
        if not match.is_bye
        for number in match.sides
    )


def refuse_incomplete(situation: Situation) -> None:
    """Raise DrawError `bracket_incomplete` if the last round lacks a position."""
    positions = {match.position for match in situation.rounds[-1]}
    highest = max(positions, default=0)
    missing = tuple(position for position in range(1, highest + 1) if position not in positions)
    if missing or not positions:
        raise DrawError("bracket_incomplete", round=len(situation.rounds), positions=missing)


def incomplete_error(situation: Situation) -> DrawError:
    """Return the error for a bracket in which the winners do not pair up."""
    return DrawError("bracket_incomplete", round=len(situation.rounds), positions=())
