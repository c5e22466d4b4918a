"""The tie-breaks: small functions that give each of the tied a number, the higher the better.

Each is called with the field and the entrants that everything before in the chain has left
together, and answers a value for each of them. Most look only at the entrant; `head_to_head` and
`lot` look at who is tied, and answer 0 for everybody where they do not apply.
"""

from collections.abc import Callable, Mapping, Sequence

from scoring.outcomes import Field, Outcome
from tournaments.formats.core import THIRD_PLACE
from tournaments.pairing.draw import shuffled

Values = dict[int, int]
Tiebreak = Callable[[Field, Sequence[int]], Values]

LOT_LABEL = "lot"

# exit_round is 10 · round + one of these; read it back with `exit_reading`.
EXIT_STEPS = {
    "lost": 0,
    "fourth": 1,
    "third": 2,
    "yet_to_play": 5,
    "through": 6,
    "champion": 9,
}


def wins(field: Field, tied: Sequence[int]) -> Values:
    """Matches won; byes and forfeits received are won matches."""
    return {number: field.wins.get(number, 0) for number in tied}


def points(field: Field, tied: Sequence[int]) -> Values:
    """Two for a match won and one for a draw, in games where a match may end without a winner."""
    return {number: field.points(number) for number in tied}


def counted_won(field: Field, tied: Sequence[int]) -> Values:
    """What the game counts (partidas, chicos), won in all the matches, lost ones included."""
    return {number: field.won(number) for number in tied}


def counted_diff(field: Field, tied: Sequence[int]) -> Values:
    """The same, won less lost."""
    return {number: field.won(number) - field.lost(number) for number in tied}


def head_to_head(field: Field, tied: Sequence[int]) -> Values:
    """Matches won against the other one, when exactly two are tied; otherwise 0."""
    values = dict.fromkeys(tied, 0)
    if len(values) == 2:
        one, other = values
        for outcome in field.outcomes.get(one, ()):
            if other in outcome.sides and outcome.winner in values:
                values[outcome.winner] += 1
    return values


def buchholz(field: Field, tied: Sequence[int]) -> Values:
    """Sum of the wins of all rivals, as they stand now.

    A rest counts as a rival with as many wins as oneself: neither a prize nor a punishment for
    what the draw decided.
    """
    return {
        number: sum(field.wins.get(rival, 0) for rival in _rivals(field, number)) for number in tied
    }


def rivals_points(field: Field, tied: Sequence[int]) -> Values:
    """The same with the points of the rivals, where there are draws."""
    return {number: sum(field.points(rival) for rival in _rivals(field, number)) for number in tied}


def exit_round(field: Field, tied: Sequence[int]) -> Values:
    """How far in a knockout: 10 · round + step, to be read with `exit_reading`.

    Who has not lost stands above all who have. The loser of a semifinal stands at that round,
    raised by the third-place match when it is decided. 0: nothing decided yet, or never drawn.
    """
    return {number: _exit(field, number) for number in tied}


def lot(field: Field, tied: Sequence[int]) -> Values:
    """Balls drawn from the seed among the tied: the first one out has the highest value."""
    if len(tied) < 2:
        return dict.fromkeys(tied, 0)
    drawn = shuffled(tied, field.seed, LOT_LABEL)
    return {number: len(drawn) - place for place, number in enumerate(drawn)}


def exit_reading(value: int) -> tuple[str, int]:
    """What an `exit_round` value says: a key of EXIT_STEPS and the round; ("", 0) for nothing.

    >>> exit_reading(30), exit_reading(62), exit_reading(79), exit_reading(0)
    (('lost', 3), ('third', 6), ('champion', 7), ('', 0))
    """
    if value == 0:
        return "", 0
    number, step = divmod(value, 10)
    return next(name for name, digit in EXIT_STEPS.items() if digit == step), number


TIEBREAKS: Mapping[str, Tiebreak] = {
    "wins": wins,
    "points": points,
    "counted_won": counted_won,
    "counted_diff": counted_diff,
    "head_to_head": head_to_head,
    "buchholz": buchholz,
    "rivals_points": rivals_points,
    "exit_round": exit_round,
    "lot": lot,
}


def _rivals(field: Field, number: int) -> list[int]:
    """Each rival once a meeting; whoever rests, himself."""
    found: list[int] = []
    for outcome in field.outcomes.get(number, ()):
        found += [side for side in outcome.sides if side != number] or [number]
    return found


def _exit(field: Field, number: int) -> int:
    outcomes = field.outcomes.get(number, ())
    bracket = [outcome for outcome in outcomes if outcome.purpose != THIRD_PLACE]
    lost = [outcome.round for outcome in bracket if outcome.winner not in (number, None)]
    if lost:
        return 10 * min(lost) + EXIT_STEPS[_consolation(outcomes, number)]
    won = max((outcome.round for outcome in bracket if outcome.winner == number), default=0)
    if any(outcome.purpose == "final" and outcome.winner == number for outcome in bracket):
        return 10 * won + EXIT_STEPS["champion"]
    # In round r + 1 stand those who won round r; without a bracket match before, only in round 1.
    never_drawn = won < field.last_round - 1 or (not won and not _is_active(field, number))
    if never_drawn or not field.last_round:
        return 0
    step = "through" if won == field.last_round else "yet_to_play"
    return 10 * field.last_round + EXIT_STEPS[step]


def _consolation(outcomes: Sequence[Outcome], number: int) -> str:
    for outcome in outcomes:
        if outcome.purpose == THIRD_PLACE and outcome.winner is not None:
            return "third" if outcome.winner == number else "fourth"
    return "lost"


def _is_active(field: Field, number: int) -> bool:
    entrant = field.entrants.get(number)
    return entrant is not None and entrant.active
