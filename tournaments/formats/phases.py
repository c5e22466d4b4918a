"""The part that a whole round is of its stage: the quarter-finals, the previous round, the
consolation."""

from collections.abc import Iterable
from typing import Any

from tournaments.formats.core import FINAL
from tournaments.formats.knockout.options import DOUBLE, GRAND_FINAL, KEY, MAIN, PREVIOUS, SECTION

# What the others of a round are behind: its main bracket, or the round before it.
LEADS = (PREVIOUS, MAIN)


def phase_of(format: str, options: Any, pairings: Iterable[tuple[int, str]]) -> str:
    """A word for the round, "" where its number alone says it: `main 4` (so many ties), or the
    section that all of it belongs to.

    `pairings` has the position and the purpose of each match; those of one position are one tie.

    >>> from tournaments.formats.knockout import Options
    >>> phase_of("knockout", Options(), [(1, ""), (2, ""), (3, "third_place")])
    'main 2'
    >>> phase_of("swiss", None, [(1, ""), (2, "")])
    ''
    """
    ties = dict(pairings)
    if format != KEY:
        return f"{MAIN} 1" if FINAL in ties.values() else ""
    sections = [SECTION[purpose.partition(" ")[0]] for purpose in ties.values()]
    if options.repesca == DOUBLE:
        return GRAND_FINAL if set(sections) == {GRAND_FINAL} else ""
    for lead in LEADS:
        if many := sections.count(lead):
            return f"{lead} {many}" if lead == MAIN else lead
    return sections[0] if len(set(sections)) == 1 else ""
