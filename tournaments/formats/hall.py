"""A situation as the arrays that pairing works on (`pairing.hall.Hall`)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from tournaments.formats.core import Situation
from tournaments.formats.history import turns_out
from tournaments.formats.wishes import kinds
from tournaments.pairing.hall import NONE, Hall, Ints, Meetings, Tags, padded


def hall_of(situation: Situation, order: Sequence[int]) -> Hall:
    """Those of `order`, a row each, with what they have played and what they wish.

    For matches of one against one. Those no longer in play, and what was played with them, are
    left out.
    """
    numbers = np.array(order, np.int64)
    matches = [match for matches in situation.rounds for match in matches]
    met = _rows(numbers, chain.from_iterable(one.sides for one in matches if len(one.sides) == 2))
    forbidden = _rows(numbers, chain.from_iterable(sorted(situation.wishes.forbidden)))
    return Hall(
        numbers=numbers,
        points=np.array([situation.points.get(number, 0) for number in order], np.int64),
        rests=_turns_out(situation, order),
        met=Meetings.of(met.reshape(-1, 2), len(order)),
        forbidden=Meetings.of(forbidden.reshape(-1, 2), len(order)),
        tags=tuple(_tags(situation, order)),
    )


def _turns_out(situation: Situation, order: Sequence[int]) -> Ints:
    turns = turns_out(situation)
    return np.array([turns[number] for number in order], np.int64)


def _rows(numbers: Ints, wanted: Iterable[int]) -> Ints:
    """The row of each number, NONE for those who have none."""
    asked = np.fromiter(wanted, np.int64)
    row = np.full(max(numbers.max(initial=0), asked.max(initial=0)) + 1, NONE)
    row[numbers] = np.arange(len(numbers))
    return row[asked]


def _tags(situation: Situation, order: Sequence[int]) -> Iterator[Tags]:
    """The kinds of tags that count, with a code for each value."""
    wishes = situation.wishes
    if not wishes.apart and not wishes.together:
        return
    people = {entrant.number: kinds(entrant) for entrant in situation.entrants}
    for apart, weights in ((True, wishes.apart), (False, wishes.together)):
        for kind, weight in sorted(weights.items()):
            values = [sorted(people[number].get(kind, ())) for number in order]
            codes = {value: code for code, value in enumerate(sorted({*chain(*values)}))}
            yield Tags(weight, apart, padded([[codes[value] for value in one] for one in values]))
