"""The rating of people in one game: an estimate of strength with its uncertainty.

openskill's Plackett-Luce model gets the matches in the order in which they ended. The rating is a
guide and never changes the ranking.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

MIN_MATCHES = 8  # with fewer matches the uncertainty is too wide for an order


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match: the people and the rank of each side; rank 1 is best, equal ranks are a draw."""

    sides: tuple[tuple[Hashable, ...], ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's estimated strength, its standard deviation, and the number of matches."""

    person: Hashable
    level: float
    uncertainty: float
    matches: int

    @property
    def cautious(self) -> float:
        """Return the level minus three deviations; the real level is almost surely higher."""
        return self.level - 3 * self.uncertainty


def ratings(matches: Iterable[RatedMatch]) -> tuple[Rating, ...]:
    """Return the rating of each person, the highest cautious level first.

    A match with a person on two sides, an empty side, or fewer than two sides is left out.
    """
    model = PlackettLuce()
    rating_of: dict[Hashable, PlackettLuceRating] = {}
    match_counts: dict[Hashable, int] = {}
    for match in matches:
        people = [person for side in match.sides for person in side]
        if len(set(people)) < len(people) or not all(match.sides) or len(match.sides) < 2:
            continue
        teams = [
            [rating_of.setdefault(person, model.rating()) for person in side]
            for side in match.sides
        ]
        new_teams = model.rate(teams, ranks=list(match.ranks))
        for side, team in zip(match.sides, new_teams, strict=True):
            for person, rating in zip(side, team, strict=True):
                rating_of[person] = rating
                match_counts[person] = match_counts.get(person, 0) + 1
    person_ratings = [
        Rating(person, rating.mu, rating.sigma, match_counts[person])
        for person, rating in rating_of.items()
        if person in match_counts
    ]
    return tuple(sorted(person_ratings, key=lambda rating: (-rating.cautious, str(rating.person))))
