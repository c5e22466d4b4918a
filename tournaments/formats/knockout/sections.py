"""Matches played, section by section: read from the purposes, whatever was corrected."""

from collections.abc import Collection, Sequence

from tournaments.formats.core import DrawError, Played, Situation
from tournaments.formats.knockout.options import MAIN, SECTION

# A section by its name and the best place it plays for, if that is not the first.
Section = tuple[str, str]

THE_MAIN: Section = (MAIN, "")


def section_of(match: Played) -> Section:
    word, _space, place = match.purpose.partition(" ")
    return SECTION.get(word, MAIN), place


def sections(matches: Sequence[Played]) -> dict[Section, tuple[Played, ...]]:
    """The matches of a round by section, both in order of position."""
    by_section: dict[Section, list[Played]] = {}
    for match in sorted(matches, key=lambda match: match.position):
        by_section.setdefault(section_of(match), []).append(match)
    return {section: tuple(ties) for section, ties in by_section.items()}


def rounds_of(situation: Situation, section: Section) -> list[tuple[int, tuple[Played, ...]]]:
    """The rounds in which a section played, each with its matches."""
    return [
        (number, ties)
        for number, matches in enumerate(situation.rounds, start=1)
        if (ties := sections(matches).get(section))
    ]


def winner(match: Played) -> int:
    assert match.winner is not None
    return match.winner


def loser(match: Played) -> int | None:
    """Return the one who lost the match; None for a bye."""
    return next(iter(match.losers), None)


def winners(ties: Sequence[Played]) -> tuple[int, ...]:
    return tuple(winner(match) for match in ties)


def losers(ties: Sequence[Played]) -> tuple[int, ...]:
    return tuple(number for match in ties for number in match.losers)


def beaten(match: Played, following: Collection[int]) -> tuple[int, ...]:
    """Return who did not go on from a match: who is not `in_main` in the following round.

    Who lost, only where neither is missing there: a result corrected later moves nobody.
    """
    if match.rest:
        return ()
    missing = tuple(side for side in match.sides if side not in following)
    return missing if following and len(missing) == 1 else match.losers


def in_main(situation: Situation, before: int) -> frozenset[int]:
    """Everybody in the main bracket in the round after so many."""
    following = situation.rounds[before : before + 1]
    return frozenset(
        side
        for matches in following
        for match in matches
        if section_of(match) == THE_MAIN
        for side in match.sides
    )


def lost_the_first(situation: Situation) -> tuple[int, ...]:
    """Return who lost the first match it played, in the order they lost it."""
    seen: set[int] = set()
    beaten_first: list[int] = []
    for number, matches in enumerate(situation.rounds, start=1):
        following = in_main(situation, number)
        for match in sorted(matches, key=lambda match: match.position):
            if not match.rest:
                out = beaten(match, following)
                beaten_first += [side for side in out if side not in seen]
                seen.update(match.sides)
    return tuple(beaten_first)


def played_something(situation: Situation) -> frozenset[int]:
    """Everybody who has had a rival."""
    return frozenset(
        number
        for matches in situation.rounds
        for match in matches
        if not match.rest
        for number in match.sides
    )


def refuse_incomplete(situation: Situation) -> None:
    """Raises `bracket_incomplete` when the last round lacks a position."""
    here = {match.position for match in situation.rounds[-1]}
    wanted = max(here, default=0)
    missing = tuple(position for position in range(1, wanted + 1) if position not in here)
    if missing or not here:
        raise DrawError("bracket_incomplete", round=len(situation.rounds), positions=missing)


def incomplete(situation: Situation) -> DrawError:
    """Return the error of a bracket in which winners do not pair up."""
    return DrawError("bracket_incomplete", round=len(situation.rounds), positions=())
