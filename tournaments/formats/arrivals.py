"""Late arrivals: the tables of the current round that a newcomer fills with resting entries.

`Format.vacancies` returns the tables that the rules of the format allow. `companions_of` chooses
among these tables by the order of the balls.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from tournaments.formats.core import PlayedMatch, Situation
from tournaments.formats.history import active_set
from tournaments.pairing.matching import Couple, pair_key


@dataclass(frozen=True, slots=True)
class Vacancy:
    """Resting entries; a newcomer fills a table with `companions` of them."""

    resting: tuple[int, ...]
    companions: int = 1


def vacancies(
    situation: Situation,
    table_sizes: Collection[int] = (2,),
    is_usable: Callable[[PlayedMatch], bool] = lambda match: True,
) -> tuple[Vacancy, ...]:
    """Return, for each group, the largest table that a newcomer can fill with resting entries.

    `table_sizes` has the allowed numbers of entries at a table. `is_usable` decides whether a
    newcomer may use a bye of the last round.
    """
    active = active_set(situation)
    resting: dict[str, list[int]] = {}
    for match in situation.rounds[-1] if situation.rounds else ():
        if match.is_bye and is_usable(match) and active.issuperset(match.sides):
            resting.setdefault(match.group, []).extend(match.sides)
    tables = []
    for numbers in resting.values():
        companions = max((size - 1 for size in table_sizes if size - 1 <= len(numbers)), default=0)
        if companions:
            tables.append(Vacancy(tuple(numbers), companions))
    return tuple(tables)


def companions_of(
    vacancies: Sequence[Vacancy],
    number: int,
    order: Sequence[int],
    forbidden: Collection[Couple] = (),
) -> tuple[int, ...]:
    """Return the entries that play with the newcomer `number`; () if no table can be filled.

    `order` is the order of the balls. The first entry in this order that may meet the newcomer
    plays, with as many more entries of its vacancy as the table needs.

    >>> companions_of([Vacancy((4, 9)), Vacancy((7,))], 12, (9, 7, 4), {(9, 12)})
    (7,)
    >>> companions_of([Vacancy((4, 9, 7), 3)], 12, (9, 7, 4))
    (9, 7, 4)
    """
    candidates = [other for other in order if pair_key(other, number) not in forbidden]
    for first in candidates:
        for vacancy in vacancies:
            companions = [other for other in candidates if other in vacancy.resting][
                : vacancy.companions
            ]
            if first in companions and len(companions) == vacancy.companions:
                return tuple(companions)
    return ()
