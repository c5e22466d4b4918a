"""The interface of a format module."""

from collections.abc import Mapping
from typing import Any, Protocol

from tournaments.formats.arrivals import Room
from tournaments.formats.core import Draw, Situation


class Format(Protocol):
    """The interface of a format module; the module itself is the format.

    Its `Options` is a frozen dataclass of whole numbers, yes-or-no and words; the words that an
    option may take, in order, are in CHOICES. Impossible options raise DrawError on creation.

    Some offer more: `CALLS` true (no rounds: who comes free is paired at once), `DIVISIONS` true
    (groups one above another), `FIXED_ORDER` true (it moves people by its own order, and no other
    can be chosen), `LEAGUE` true (everybody meets everybody, and the rules of the game may say who
    wins), `CATCHES_UP` true (who rests may play a match of its own), `RESULTS_STAND` true
    (annulling what somebody played changes no result), `BALLS` (the label of the balls of the first
    round, where each alone says who is next), `boards` among its options (each pairing is a tie of
    so many matches), `group_sizes(entrants, options)`, `pairs_some(options)` (a round may be drawn
    for only some of those in it, the others taken for withdrawn), and, given (situation, options,
    …): `calendar` (the rounds to come), `picture` (the bracket), `order` (its own standings),
    `reckoning` (what each place of its own order comes from), `moves` (of a finished round: the
    table of each in the next), `concessions` (what pairings changed by hand concede), `places`
    (those its brackets have decided), `lives_left`. Where the options say how the standings add up:
    `chain(options)`, instead of CHAIN, and `counting(options, sides)`, what differs from the usual
    `scoring.counting.Counting`, by field.
    """

    @property
    def KEY(self) -> str: ...

    @property
    def CHAIN(self) -> tuple[str, ...]:
        """Tie-breaks unless the organiser says otherwise."""
        ...

    @property
    def CHAIN_WITH_DRAWS(self) -> tuple[str, ...]:
        """The same where a match may end without a winner."""
        ...

    @property
    def SENSELESS(self) -> frozenset[str]:
        """Tie-breaks that say nothing here, and are not offered."""
        ...

    @property
    def CHOICES(self) -> Mapping[str, tuple[str, ...]]:
        """The words that each of its options of words may take."""
        ...

    @property
    def DRAWS(self) -> bool:
        """Whether a match may end without a winner."""
        ...

    @property
    def SIDES(self) -> range:
        """How many sides may meet in a match."""
        ...

    @property
    def PARTNERS(self) -> int:
        """How many entries play together on a side: 1, but in a mêlée."""
        ...

    @property
    def OVERLAPS(self) -> bool:
        """Whether a round may be drawn while those before are being played."""
        ...

    @property
    def PLAYS_WITHDRAWN(self) -> bool:
        """Whether who has withdrawn is still paired, and loses."""
        ...

    @property
    def Options(self) -> type[Any]: ...

    def next_round(self, situation: Situation, options: Any, seed: str) -> Draw:
        """The next round, its report included. Raises DrawError."""
        ...

    def is_over(self, situation: Situation, options: Any) -> bool:
        """Whether nothing is left to draw and everything drawn is finished."""
        ...

    def rounds_in_all(self, entrants: int, options: Any) -> int:
        """How many rounds so many entrants will play; 0 when nobody can know."""
        ...

    def rest(self, options: Any) -> str:
        """Return what resting is worth: WIN, DRAW, MEAN or NOTHING."""
        ...

    def by_results(self, options: Any) -> bool:
        """Whether a round depends on the results of those before."""
        ...

    def looks_at(self, situation: Situation, options: Any) -> Situation:
        """The situation without what the next draw does not look at of the results (`looks`): a
        change in what is left makes a draft stale."""
        ...

    def by_lot(self, number: int, options: Any) -> bool:
        """Whether the seed decides anything in that round (from 1): else nothing to redraw."""
        ...

    def still_in(self, situation: Situation, options: Any) -> frozenset[int]:
        """Those who may still be drawn: entered, not withdrawn and not out."""
        ...

    def late(self, situation: Situation, options: Any) -> str:
        """Return what the next draw does with who comes now: NEXT_ROUND, or nothing: INTO_BYE (only
        the byes of the round in play are left) or TOO_LATE."""
        ...

    def room(self, situation: Situation, options: Any) -> tuple[Room, ...]:
        """The tables of the last round drawn that somebody who comes now would fill, with those who
        rest; () where nobody does, or the rules do not allow it."""
        ...
