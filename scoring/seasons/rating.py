"""The rating of people in one game: an estimate of strength with its uncertainty. Plain Python.

openskill's Plackett-Luce model reads the matches in the order in which they ended. The rating is a
guide beside the ranking and never part of it.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

ENOUGH_MATCHES = 8  # fewer leave the uncertainty so wide that an order would say nothing


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match: the people of each side, and the rank of each side, 1 the best; equal if drawn."""

    sides: tuple[tuple[Hashable, ...], ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's estimated strength, its standard deviation, and the matches it comes from."""

    person: Hashable
    level: float
    uncertainty: float
    matches: int

    @property
    def cautious(self) -> float:
        """Return the level that the person has almost surely: three deviations below."""
        return self.level - 3 * self.uncertainty


def ratings(matches: Iterable[RatedMatch]) -> tuple[Rating, ...]:
    """Return the rating of each person, the highest cautious level first.

    A match with a person on two sides, or with an empty side, is left out.
    """
    model = PlackettLuce()
    by_person: dict[Hashable, PlackettLuceRating] = {}
    played: dict[Hashable, int] = {}
    for match in matches:
        people = [person for side in match.sides for person in side]
        if len(set(people)) < len(people) or not all(match.sides) or len(match.sides) < 2:
            continue
        teams = [
            [by_person.setdefault(person, model.rating()) for person in side]
            for side in match.sides
        ]
        rated = model.rate(teams, ranks=list(match.ranks))
        for side, team in zip(match.sides, rated, strict=True):
            for person, rating in zip(side, team, strict=True):
                by_person[person] = rating
                played[person] = played.get(person, 0) + 1
    found = [
        Rating(person, rating.mu, rating.sigma, played[person])
        for person, rating in by_person.items()
        if person in played
    ]
    return tuple(sorted(found, key=lambda rating: (-rating.cautious, str(rating.person))))
