"""The four-step page that creates a tournament from a recipe."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_time
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import rules
from tournaments.formats import FORMATS
from tournaments.games import GAMES as GAME_WORDS
from tournaments.models import MAX_TABLES
from tournaments.rounds.words.rounds import rematches_sentence
from tournaments.setup.forms.setup import DayForm, playable_games
from tournaments.setup.recipes import FEWEST, MOST, MOST_ROUNDS
from tournaments.setup.services.checks import order_of, playable_presets
from tournaments.setup.services.recipes import RecipeOffer, recipe_offers
from tournaments.setup.words.recipes import RECIPES, day_in_words, meaning_of
from tournaments.site.wall_clock import local_time_after
from tournaments.words import UNITS, Unit

ENTRIES, HOURS, STARTS = 32, 8, time(16)
ROUNDED = 5  # the end of the day is rounded to a multiple of this many minutes


@dataclass(frozen=True, slots=True)
class RecipeCard:
    """A recipe on the page: its radio button, description, end, and whether it ends in time."""

    radio: Any
    meaning: Any
    ends: datetime
    in_time: bool


class RecipeForm(DayForm):
    """Game, entries, system and day. Each step filters the options of the next step."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    game = forms.ChoiceField(label=_("Juego"), widget=forms.RadioSelect)
    length = forms.ChoiceField(label=_("Cuánto dura cada encuentro"))
    entries = forms.IntegerField(
        label=_("Inscripciones que se esperan"), min_value=FEWEST, max_value=MOST, initial=ENTRIES
    )
    tables = forms.IntegerField(
        label=_("Mesas (en blanco, las que hagan falta)"),
        min_value=1,
        max_value=MAX_TABLES,
        required=False,
    )
    hours = forms.IntegerField(
        label=_("Horas disponibles"), min_value=1, max_value=99, initial=HOURS
    )
    recipe = forms.ChoiceField(label=_("Sistema"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rondas del suizo o de los totales (en blanco, las que hagan falta)"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )

    field_order = ["game", "length", "entries", "tables", "hours", "recipe", "rounds"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = playable_games()
        self.fields["game"].choices = [(key, game.name) for key, game in games.items()]
        self.fields["date"].initial = timezone.localdate()
        self.chosen_game = self.initial["game"] = self._current_choice("game", list(games))
        presets = playable_presets(self.chosen_game)
        words = GAME_WORDS[self.chosen_game].presets
        self.fields["length"].choices = [(key, words[key]) for key in presets]
        self.options = rules.game(self.chosen_game).presets[self._current_choice("length", presets)]
        self.length_now = asdict(self.options)
        self.wanted_recipe = self._typed_value("recipe")
        self.offers = {offer.recipe.key: offer for offer in self._offers()}
        self.fields["recipe"].choices = [(key, RECIPES[key][0]) for key in self.offers]
        in_time = [key for key, offer in self.offers.items() if offer.minutes <= self.minutes]
        keys = sorted(self.offers, key=lambda key: key not in in_time)
        self.chosen_recipe = self.initial["recipe"] = (
            self._current_choice("recipe", keys) if keys else ""
        )

    @property
    def unit(self) -> Unit:
        """Return the word for an entry: pairs, players."""
        return UNITS[self.options.people]

    @cached_property
    def entries_now(self) -> int:
        return self._number("entries", ENTRIES, FEWEST, MOST)

    @cached_property
    def tables_now(self) -> int:
        """Return the typed number of tables, or the number that the entries need."""
        needed = min(max(self.entries_now // self.options.sides, 1), MAX_TABLES)
        return self._number("tables", needed, 1, MAX_TABLES)

    @cached_property
    def rounds_now(self) -> int:
        """Return the typed number of rounds, or 0 to leave the number to the recipe."""
        return self._number("rounds", 0, 1, MOST_ROUNDS)

    @cached_property
    def minutes(self) -> int:
        """Return the available minutes."""
        return 60 * self._number("hours", HOURS, 1, 99)

    def recipe_cards(self) -> Iterator[RecipeCard]:
        for radio, offer in zip(self["recipe"], self.offers.values(), strict=True):
            yield RecipeCard(
                radio, meaning_of(offer.recipe), self._ends(offer), offer.minutes <= self.minutes
            )

    def sentence(self) -> str:
        """Return the text of what is played and when it ends; "" if no recipe fits."""
        if not self.chosen_recipe:
            return ""
        offer = self.offers[self.chosen_recipe]
        words = day_in_words(
            game=self.chosen_game,
            length=self.length_now,
            unit=self.unit,
            entries=self.entries_now,
            tables=self.tables_now,
            recipe=offer.recipe,
            ends=self._ends(offer),
            order=order_of(
                {
                    "game": self.chosen_game,
                    "game_options": self.length_now,
                    "format": offer.recipe.parts[0].format,
                    "format_options": offer.recipe.parts[0].options,
                }
            ),
        )
        return " ".join([*self._unavailable_system(), words, *self._rematches(offer)])

    def _unavailable_system(self) -> Iterator[str]:
        """Yield a sentence if the chosen system does not work for this number of entries."""
        before = self.wanted_recipe
        if before in RECIPES and before not in self.offers:
            yield _("Con %(entries)s no se juega «%(before)s»: se ha elegido «%(now)s».") % {
                "entries": self.unit.count(self.entries_now),
                "before": RECIPES[before][0],
                "now": RECIPES[self.chosen_recipe][0],
            }

    def _rematches(self, offer: RecipeOffer) -> Iterator[str]:
        """Yield a sentence for each stage with too many rounds to avoid a rematch."""
        entrants = self.entries_now
        for part in offer.recipe.parts:
            entrants = part.entrants(entrants)
            system = FORMATS[part.format]
            options = system.options_class(**part.options)
            rounds = system.rounds_in_all(entrants, options)
            most = system.rounds_without_rematch(entrants, options, self.options.sides)
            if 0 < most < rounds:
                yield rematches_sentence(most, rounds)

    def clean(self) -> dict[str, Any]:
        clean = super().clean()
        offer = self.offers.get(clean.get("recipe", ""))
        rounds, entries = clean.get("rounds"), clean.get("entries")
        swiss = offer is not None and offer.recipe.parts[0].format == "swiss"
        if swiss and rounds and entries and rounds >= entries:
            self.add_error(
                "rounds",
                ngettext(
                    "Sin repetir rival cabe %(most)s ronda como mucho.",
                    "Sin repetir rival caben %(most)s rondas como mucho.",
                    entries - 1,
                )
                % {"most": entries - 1},
            )
        return clean

    def plan(self) -> dict[str, Any]:
        """Return the typed values as arguments of `create_by_recipe`."""
        return {
            **super().plan(),
            "tables": self.tables_now,
            "game": self.cleaned_data["game"],
            "game_options": self.length_now,
            "recipe": self.offers[self.cleaned_data["recipe"]].recipe,
        }

    def _offers(self) -> list[RecipeOffer]:
        return recipe_offers(
            game=self.chosen_game,
            length=self.length_now,
            entries=self.entries_now,
            tables=self.tables_now,
            rounds=self.rounds_now,
        )

    def _ends(self, offer: RecipeOffer) -> datetime:
        day, starts = _date(self._typed_value("date")), _time(self._typed_value("time")) or STARTS
        begins = timezone.make_aware(datetime.combine(day or timezone.localdate(), starts))
        ends = local_time_after(begins, timedelta(minutes=offer.minutes))
        return local_time_after(ends, timedelta(minutes=-ends.minute % ROUNDED))

    def _typed_value(self, name: str) -> str:
        """Return the value of a field, typed now or before.

        It makes no bound field, because the form would cache that field.
        """
        typed = self.data.get(name) if self.is_bound else self.initial.get(name)
        return str(typed or "")

    def _current_choice(self, name: str, allowed: list[str]) -> str:
        """Return the choice of a field, or the first allowed value."""
        value = self._typed_value(name)
        return value if value in allowed else allowed[0]

    def _number(self, name: str, usual: int, least: int, most: int) -> int:
        """Return the number in a field if it is allowed, else `usual`."""
        typed = self._typed_value(name)
        return int(typed) if typed.isdecimal() and least <= int(typed) <= most else usual


def _date(typed: str) -> date | None:
    try:
        return parse_date(typed)
    except ValueError:  # 31 February
        return None


def _time(typed: str) -> time | None:
    try:
        return parse_time(typed)
    except ValueError:  # 25:00
        return None
