"""Recipes: ready-made days of one or two stages, as real halls play them.

Plain values in and out. Options that a recipe omits take the default of the format.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, log2
from typing import Any

from tournaments.formats.groups.dealing import group_count
from tournaments.formats.knockout.options import usual_seeding
from tournaments.formats.quotas import ALL, GROUP

MIN_ENTRIES, MAX_ENTRIES = 3, 500
GROUP_SIZE, QUALIFIERS_PER_GROUP = 4, 2
LIVES, MAX_IN_LIVES = 3, 250
MAX_IN_LEAGUE = 12
SESSION_ROUNDS, MAX_ROUNDS = 4, 20
BRACKETS = ((64, 16), (16, 8), (12, 4))  # (fewest entries, size of the bracket)


@dataclass(frozen=True, slots=True)
class RecipeStage:
    """A stage of a recipe: its format and options, and the entries that it takes.

    `passing` is how many entries of the previous stage go on to it: in all, or from each group, as
    `per` says. 0 means every entry.
    """

    format: str
    options: Mapping[str, Any] = field(default_factory=dict)
    passing: int = 0
    per: str = ALL

    def entrants(self, previous_entrants: int) -> int:
        """Return the number of entries of the stage after a stage of `previous_entrants`."""
        if not self.passing:
            return previous_entrants
        return self.passing * (
            group_count(previous_entrants, GROUP_SIZE) if self.per == GROUP else 1
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """The stages of a day, in order."""

    key: str
    parts: tuple[RecipeStage, ...]


def recipes(entries: int, sides: int, rounds: int = 0) -> Iterator[Recipe]:
    """Yield the recipes for this number of entries and of sides in a match, best known first.

    `rounds` sets the rounds of Swiss and totals; 0 leaves them to the recipe.
    """
    third_place = {"third_place": True}
    session_options = {"rounds": rounds or SESSION_ROUNDS}
    if sides > 2:
        yield Recipe("totals", (RecipeStage("totals", session_options),))
        return
    yield Recipe("knockout", (RecipeStage("knockout", third_place),))
    for min_entries, bracket in BRACKETS:
        if entries >= min_entries:
            swiss = RecipeStage("swiss", {"rounds": rounds or ceil(log2(entries))})
            bracket_options = {**third_place, "seeding": usual_seeding(grouped=False)}
            yield Recipe(
                "swiss_bracket", (swiss, RecipeStage("knockout", bracket_options, bracket))
            )
            break
    if entries >= 2 * GROUP_SIZE:
        groups = RecipeStage("groups", {"size": GROUP_SIZE})
        bracket_options = {**third_place, "seeding": usual_seeding(grouped=True)}
        bracket_of_groups = RecipeStage("knockout", bracket_options, QUALIFIERS_PER_GROUP, GROUP)
        yield Recipe("groups_bracket", (groups, bracket_of_groups))
    if entries <= MAX_IN_LIVES:
        yield Recipe("lives", (RecipeStage("lives", {"lives": LIVES}),))
    if entries <= MAX_IN_LEAGUE:
        yield Recipe("league", (RecipeStage("league"),))
    if entries > SESSION_ROUNDS:
        yield Recipe("session", (RecipeStage("swiss", session_options),))
