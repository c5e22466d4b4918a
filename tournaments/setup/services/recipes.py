"""The recipes that fit a game and a hall, and the creation of a tournament from a recipe."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

import rules
from tournaments import formats
from tournaments.forecast.day import Venue, forecast
from tournaments.forecast.lengths import Length, usual_length
from tournaments.forecast.plans import StagePlan, plan_stage, unopened_situation
from tournaments.models import Tournament
from tournaments.refusal import Refused
from tournaments.setup.recipes import Recipe, recipes
from tournaments.setup.services.checks import refuse_unplayable
from tournaments.setup.services.stages import add_stage
from tournaments.setup.services.tournament import create_tournament
from tournaments.site.page_cache import PAGES

CACHE_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class RecipeOffer:
    """A playable recipe, and the minutes after which it would end."""

    recipe: Recipe
    minutes: float


def recipe_offers(
    *, game: str, length: Mapping[str, Any], entries: int, tables: int, rounds: int = 0
) -> list[RecipeOffer]:
    """Return the recipes for this number of entries and this length of a match, best known first.

    `rounds` sets the rounds of Swiss and totals; 0 leaves them to the recipe.
    """
    cache_key = repr((game, sorted(length.items()), entries, tables, rounds))
    offers: list[RecipeOffer] = PAGES.get_or_set(
        f"recipes-{sha256(cache_key.encode()).hexdigest()}",
        lambda: _offers(game, length, entries, tables, rounds),
        CACHE_SECONDS,
    )
    return offers


def _offers(
    game: str, length: Mapping[str, Any], entries: int, tables: int, rounds: int
) -> list[RecipeOffer]:
    options = rules.game(game).Options(**length)
    match, offers = usual_length(rules.game(game), options), []
    for recipe in recipes(entries, options.sides, rounds):
        try:
            for part in recipe.parts:
                refuse_unplayable(game, options, part.format)
        except Refused:
            continue
        played_rounds, end = forecast(_plans(recipe, entries, options.sides, match), Venue(tables))
        played_stages = {round.stage for round in played_rounds}
        if len(played_stages) == len(recipe.parts):
            offers.append(RecipeOffer(recipe, end.likely))
    return offers


def _plans(recipe: Recipe, entries: int, sides: int, length: Length) -> list[StagePlan]:
    """Return the plans of the stages of a recipe; each stage begins after the previous one."""
    plans: list[StagePlan] = []
    for number, part in enumerate(recipe.parts, start=1):
        entries = part.entrants(entries)
        format = formats.format(part.format)
        options = format.options_class(**part.options)
        plan = plan_stage(format, options, unopened_situation(entries, sides), length)
        plans.append(replace(plan, stage=number, source_stages=frozenset({number - 1})))
    return plans


@transaction.atomic
def create_by_recipe(
    *,
    author: User,
    recipe: Recipe,
    name: str,
    venue: str,
    starts_at: datetime,
    tables: int,
    game: str,
    game_options: Mapping[str, Any],
) -> Tournament:
    """Create a tournament with the stages of a recipe.

    Raises the errors of `create_tournament` and `add_stage`.
    """
    first_part, *later_parts = recipe.parts
    tournament = create_tournament(
        author=author,
        name=name,
        venue=venue,
        starts_at=starts_at,
        tables=tables,
        game=game,
        game_options=game_options,
        format=first_part.format,
        format_options=first_part.options,
    )
    for number, part in enumerate(later_parts, start=1):
        add_stage(
            tournament=tournament,
            author=author,
            name=gettext("Cuadro final"),
            format=part.format,
            format_options=part.options,
            game_options=game_options,
            intake=[{"stage": number, "first": 1, "last": part.passing, "per": part.per}],
        )
    return tournament
