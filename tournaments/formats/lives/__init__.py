"""Vidas (N ceros): out at the Nth lost match; every round is drawn anew among those left.

A round puts the living in twos at the lowest cost, an earlier wish before all later ones:

1. nobody rests again while somebody has rested less; a rest counts as won;
2. no forbidden couple;
3. nobody meets the same rival again (the fewest earlier meetings, summed over the matches);
4. the other wishes (towns, families…);
5. the balls as they come out, or a lot from the seed between equals.

Who comes late enters the next round having lost one life for each round it missed, as long as
that leaves one. What was lost to somebody whose matches are annulled is lost no more, and who was
out by it comes back in the next round. With `bracket_at`, as soon as so many or fewer are left
after a round they play a closed bracket, drawn by lot: from then on who loses is out, whatever
lives it had.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import (
    FINAL,
    NEXT_ROUND,
    TOO_LATE,
    WIN,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    in_range,
)
from tournaments.formats.history import (
    active_numbers,
    all_finished,
    losses,
    refuse_unfinished,
    turns_out,
)
from tournaments.formats.lives.closed import (
    BRACKET,
    Sides,
    closed_at,
    drawn_bracket,
    following,
    picture,
)
from tournaments.formats.looks import at_winners
from tournaments.formats.redraw import costs_among
from tournaments.formats.report import report
from tournaments.formats.senseless import AMONG_EQUALS, OWN_ORDER, RIVALS
from tournaments.pairing.draw import shuffled
from tournaments.pairing.redraw import two_by_two

__all__ = [
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
    "concessions",
    "is_over",
    "late",
    "lives_left",
    "lives_lost",
    "looks_at",
    "next_round",
    "pairs_some",
    "picture",
    "rest",
    "room",
    "rounds_in_all",
    "still_in",
]

KEY = "lives"
CHAIN = ("survival", "wins", "counted_won", "counted_diff", "lot")
CHAIN_WITH_DRAWS = CHAIN
SENSELESS = RIVALS | OWN_ORDER | AMONG_EQUALS | {"exit_round", "bracket_place", "first_there"}
CHOICES: dict[str, tuple[str, ...]] = {}
DRAWS = False
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = False
MOST_LIVES = 5
BRACKETS = (0, 2, 4, 8, 16, 32)


@dataclass(frozen=True, slots=True)
class Options:
    """`lives`: how many lost matches put one out. `bracket_at`: 0 never, else 2, 4, 8, 16, 32."""

    lives: int = 3
    bracket_at: int = 0

    def __post_init__(self) -> None:
        in_range("lives", self.lives, 1, MOST_LIVES)
        in_range("bracket_at", self.bracket_at, BRACKETS[0], BRACKETS[-1])
        if self.bracket_at not in BRACKETS:
            raise DrawError(
                "option_unknown", option="bracket_at", value=self.bracket_at, allowed=BRACKETS
            )


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next round of the living; whoever rests comes last while it is drawn anew.

    Raises DrawError: `too_few_entrants`, `round_unfinished`, `stage_over`.
    """
    refuse_unfinished(situation)
    if not situation.rounds:
        active_numbers(situation)  # raises when they do not fill a table
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=len(situation.rounds))
    living = lives_left(situation, options)
    label = f"{KEY} {len(situation.rounds) + 1}"
    proven, purpose = False, BRACKET
    if closed_at(situation):
        sides = following(situation, living)
    elif situation.rounds and len(living) <= options.bracket_at:
        sides = drawn_bracket(situation, shuffled(living, seed, label))
    else:
        sides, proven = _anew(situation, living, seed, label)
        purpose = ""
    if len(living) == 2 and (purpose or set(living.values()) == {1}):
        purpose = FINAL
    pairings = tuple(
        Pairing(position, numbers, purpose) for position, numbers in enumerate(sides, start=1)
    )
    found = concessions(situation, pairings, options)
    if proven:
        found = replace(found, bounds={"rematches": len(found.rematches)})
    return Draw(pairings, found)


def concessions(situation: Situation, drawn: Sequence[Pairing], options: Options) -> Report:
    """Return what these matches concede; the byes of a closed bracket go by its places."""
    resting = {number for one in drawn if one.rest for number in one.sides}
    closed = any(one.purpose == BRACKET for one in drawn)
    everybody = {number for one in drawn for number in one.sides}
    return report(situation, drawn, living=resting if closed else everybody, byes_by_points=False)


def is_over(situation: Situation, options: Options) -> bool:
    """True when everything drawn is finished and one at most is left."""
    if not situation.rounds or not all_finished(situation):
        return False
    return len(lives_left(situation, options)) < 2


def rounds_in_all(entrants: int, options: Options) -> int:
    """Known only with one life; with more it depends on who loses to whom."""
    return max(entrants - 1, 0).bit_length() if options.lives == 1 else 0


def rest(options: Options) -> str:
    return WIN


def by_results(options: Options) -> bool:
    return True


def looks_at(situation: Situation, options: Options) -> Situation:
    """At who won each match, and at those annulled."""
    return at_winners(situation)


def by_lot(number: int, options: Options) -> bool:
    return True


def pairs_some(options: Options) -> bool:
    """Not where so few left would begin a closed bracket."""
    return not options.bracket_at


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return frozenset(lives_left(situation, options))


def late(situation: Situation, options: Options) -> str:
    """In the next round while a life is left after the rounds missed and nothing is closed."""
    closed = closed_at(situation) or (situation.rounds and is_over(situation, options))
    return NEXT_ROUND if len(situation.rounds) < options.lives and not closed else TOO_LATE


def room(situation: Situation, options: Options) -> tuple[Room, ...]:
    """Against whoever rests, while a life is left after those of the rounds before this one."""
    if closed_at(situation) or len(situation.rounds) > options.lives:
        return ()
    return rooms(situation)


def lives_left(situation: Situation, options: Options) -> dict[int, int]:
    """The living, by number, with the lives each has left; 1 for all in a closed bracket.

    A life is lost with each match and with each round drawn before one came; each time somebody
    buys itself back in is one life more. Who has withdrawn is not among the living.
    """
    gone = lives_lost(situation)
    closed = closed_at(situation)
    last = situation.rounds[-1] if closed else ()
    through = {number for match in last for number in match.sides if number not in match.losers}
    found: dict[int, int] = {}
    for entrant in sorted(situation.entrants, key=lambda entrant: entrant.number):
        number = entrant.number
        left = options.lives + entrant.again - gone[number]
        if closed:
            left = int(number in through)
        if entrant.active and left > 0:
            found[number] = left
    return found


def lives_lost(situation: Situation) -> dict[int, int]:
    """How many lives everybody entered has lost: matches, those annulled apart, and rounds drawn
    before it came."""
    lost = losses(
        [match for match in matches if situation.void.isdisjoint(match.sides)]
        for matches in situation.rounds
    )
    first, drawn = _first_drawn(situation), len(situation.rounds)
    numbers = sorted(entrant.number for entrant in situation.entrants)
    return {number: lost[number] + first.get(number, drawn) for number in numbers}


def _first_drawn(situation: Situation) -> dict[int, int]:
    """How many rounds had been drawn before each appeared."""
    first: dict[int, int] = {}
    for before, matches in enumerate(situation.rounds):
        for match in matches:
            for number in match.sides:
                first.setdefault(number, before)
    return first


def _anew(
    situation: Situation, living: Collection[int], seed: str, label: str
) -> tuple[Sides, bool]:
    """The round drawn among all the living, and whether no other breaks less."""
    order = shuffled(living, seed, label)
    costs = costs_among(situation, order)
    taken = turns_out(situation)
    fewest = min(taken[number] for number in order)
    rests = {number: (taken[number] - fewest) * costs.rest for number in order}
    drawn = two_by_two(order, costs.couples, rests, seed, label)
    return drawn.sides, drawn.proven
