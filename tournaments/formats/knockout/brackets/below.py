"""The matches that await the losers, before they are drawn: third place, consolation, places."""

from collections.abc import Sequence

from tournaments.formats.core import THIRD_PLACE, Situation
from tournaments.formats.knockout.brackets.tie import Rounds, Tie, blank, completed, loser_of
from tournaments.formats.knockout.options import CONSOLATION, MAIN, PLACEMENT, PREVIOUS, Options
from tournaments.formats.knockout.sections import THE_MAIN, Section


def third_place(main: Rounds) -> Rounds:
    """Return the tie of the losers of two semifinals; none once the final is drawn without it."""
    if len(main) < 2 or len(main[-2]) != 2 or main[-1][0].position:
        return ()
    losers = [loser_of(THE_MAIN, tie) for tie in main[-2]]
    places = tuple(place for place in losers if place)
    if len(places) < 2:
        return ()
    return ((Tie(main[-1][0].round, 1, places, THIRD_PLACE),),)


def future_consolation(main: Rounds, options: Options) -> Rounds:
    """Return a blank bracket, and only if its size is known: nobody rested in the first round."""
    first = main[0]
    if len(first) < 2 or any(len(tie.places) < 2 for tie in first) or first[0].round != 1:
        return ()
    section = (CONSOLATION, "")
    return completed(section, blank(section, len(first), 2, options), options)


def add_placements(brackets: dict[Section, Rounds], situation: Situation, options: Options) -> None:
    """The brackets still to come for the places of those who lose in a round not yet followed."""
    sure = options.repesca != CONSOLATION or bool(brackets[(CONSOLATION, "")])
    waiting = [section for section in brackets if section[0] not in (PREVIOUS, THIRD_PLACE)]
    while sure and waiting:
        section = waiting.pop()
        for ties in brackets[section]:
            places = _places_below(section, ties, brackets, options)
            late = ties[0].round < len(situation.rounds)
            if not places or late or places in brackets:
                continue
            out = sum(len(tie.places) == 2 for tie in ties)
            first = blank(places, out, ties[0].round + 1, options)
            brackets[places] = completed(places, first, options)
            waiting.append(places)


def _places_below(
    section: Section, ties: Sequence[Tie], brackets: dict[Section, Rounds], options: Options
) -> Section | None:
    """The section of those who lose these ties; None when they have none of their own."""
    name, label = section
    out = sum(len(tie.places) == 2 for tie in ties)
    if name == MAIN and options.repesca == CONSOLATION and ties[0].round == 1:
        return None
    first = 1
    if label:
        first = int(label)
    elif name == CONSOLATION:
        first = (
            1 + sum(len(tie.places) for tie in brackets[THE_MAIN][0]) - _entries(brackets[section])
        )
    best = first + len(ties)
    if out < 2 or (best, out) == (3, 2):
        return None
    return CONSOLATION if name == CONSOLATION else PLACEMENT, str(best)


def _entries(rounds: Rounds) -> int:
    return sum(len(tie.places) for tie in rounds[0])
