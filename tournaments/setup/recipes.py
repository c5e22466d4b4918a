"""Ready-made days of real halls: one or two stages, by the number of entries.

Plain values in and out. Options that a recipe omits take the default of the format.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, log2
from typing import Any

from tournaments.formats.groups.dealing import group_count
from tournaments.formats.knockout.options import usual_seeding
from tournaments.formats.quotas import ALL, GROUP

FEWEST, MOST = 3, 500
GROUP_SIZE, FROM_EACH_GROUP = 4, 2
LIVES, MOST_IN_LIVES = 3, 250
MOST_IN_LEAGUE = 12
SESSION_ROUNDS, MOST_ROUNDS = 4, 20
BRACKETS = ((64, 16), (16, 8), (12, 4))  # (fewest entries, size of the bracket)


@dataclass(frozen=True, slots=True)
class RecipeStage:
    """A stage: its format, and how many entries come from the previous stage (0: all).

    `passing` entries come, in all or from each group, as `per` says.
    """

    format: str
    options: Mapping[str, Any] = field(default_factory=dict)
    passing: int = 0
    per: str = ALL

    def entrants(self, before: int) -> int:
        """Return how many enter if the previous stage has `before`; a first stage takes all."""
        if not self.passing:
            return before
        return self.passing * (group_count(before, GROUP_SIZE) if self.per == GROUP else 1)


@dataclass(frozen=True, slots=True)
class Recipe:
    """The stages of a day, in order."""

    key: str
    parts: tuple[RecipeStage, ...]


def recipes(entries: int, sides: int, rounds: int = 0) -> Iterator[Recipe]:
    """Yield the recipes for `entries` in matches of `sides`, most common first.

    `rounds` sets the rounds of Swiss and totals; 0 leaves them to the recipe.
    """
    third = {"third_place": True}
    session = {"rounds": rounds or SESSION_ROUNDS}
    if sides > 2:
        yield Recipe("totals", (RecipeStage("totals", session),))
        return
    yield Recipe("knockout", (RecipeStage("knockout", third),))
    for least, bracket in BRACKETS:
        if entries >= least:
            swiss = RecipeStage("swiss", {"rounds": rounds or ceil(log2(entries))})
            seated = {**third, "seeding": usual_seeding(grouped=False)}
            yield Recipe("swiss_bracket", (swiss, RecipeStage("knockout", seated, bracket)))
            break
    if entries >= 2 * GROUP_SIZE:
        groups = RecipeStage("groups", {"size": GROUP_SIZE})
        seated = {**third, "seeding": usual_seeding(grouped=True)}
        bracket_of_groups = RecipeStage("knockout", seated, FROM_EACH_GROUP, GROUP)
        yield Recipe("groups_bracket", (groups, bracket_of_groups))
    if entries <= MOST_IN_LIVES:
        yield Recipe("lives", (RecipeStage("lives", {"lives": LIVES}),))
    if entries <= MOST_IN_LEAGUE:
        yield Recipe("league", (RecipeStage("league"),))
    if entries > SESSION_ROUNDS:
        yield Recipe("session", (RecipeStage("swiss", session),))
