"""All brackets of a knockout as a picture, with the parts not drawn yet."""

from tournaments.formats.core import THIRD_PLACE, Situation
from tournaments.formats.knockout.layout import (
    BracketLayout,
    LayoutTie,
    Rounds,
    add_placements,
    blank_rounds,
    complete_rounds,
    double_brackets,
    drawn_tie,
    future_consolation,
    third_place,
)
from tournaments.formats.knockout.options import (
    CONSOLATION,
    DOUBLE,
    GRAND_FINAL,
    LOSERS,
    MAIN,
    PLACEMENT,
    PREVIOUS,
    Options,
)
from tournaments.formats.knockout.sections import THE_MAIN, Section, sections
from tournaments.pairing.byes import bracket_size


def picture(situation: Situation, options: Options) -> tuple[BracketLayout, ...]:
    """Return the previa, if any, then every bracket, the main bracket first.

    Return () before the first round is drawn. An unknown side names the tie that feeds it in a
    fixed bracket, and is blank elsewhere.
    """
    if not situation.rounds:
        return ()
    drawn_rounds = _drawn_rounds(situation)
    if options.repesca == DOUBLE:
        return double_brackets(drawn_rounds, options)
    other_sections = {
        section: rounds for section, rounds in drawn_rounds.items() if section[0] != MAIN
    }
    main = drawn_rounds.get(THE_MAIN) or blank_rounds(
        THE_MAIN, bracket_size(len(drawn_rounds[(PREVIOUS, "")][0])), 2, options
    )
    brackets = {THE_MAIN: complete_rounds(THE_MAIN, main, options)}
    brackets |= {
        section: complete_rounds(section, rounds, options)
        for section, rounds in other_sections.items()
    }
    if options.repesca == CONSOLATION:
        brackets.setdefault((CONSOLATION, ""), future_consolation(brackets[THE_MAIN], options))
    third = third_place(brackets[THE_MAIN])
    if (options.third_place or options.placements) and third:
        brackets.setdefault((THIRD_PLACE, ""), third)
    if options.placements:
        add_placements(brackets, situation, options)
    return tuple(
        BracketLayout(*section, brackets[section]) for section in sorted(brackets, key=_order)
    )


def _order(section: Section) -> tuple[int, int]:
    names = (PREVIOUS, MAIN, LOSERS, GRAND_FINAL, THIRD_PLACE, PLACEMENT, CONSOLATION)
    return names.index(section[0]), int(section[1] or 0)


def _drawn_rounds(situation: Situation) -> dict[Section, Rounds]:
    rounds_by_section: dict[Section, list[tuple[LayoutTie, ...]]] = {}
    for number, matches in enumerate(situation.rounds, start=1):
        for section, ties in sections(matches).items():
            rounds_by_section.setdefault(section, []).append(
                tuple(drawn_tie(number, place, match) for place, match in enumerate(ties, start=1))
            )
    return {section: tuple(rounds) for section, rounds in rounds_by_section.items()}
