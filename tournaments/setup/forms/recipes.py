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
from tournaments.setup.recipes import MAX_ENTRIES, MAX_ROUNDS, MIN_ENTRIES
from tournaments.setup.services.checks import order_of, playable_presets
from tournaments.setup.services.recipes import RecipeOffer, recipe_offers
from tournaments.setup.words.recipes import RECIPES, day_in_words, meaning_of
from tournaments.site.wall_clock import local_time_after
from tournaments.words import UNITS, Unit

DEFAULT_ENTRIES, DEFAULT_HOURS, DEFAULT_START = 32, 8, time(16)
ROUNDING_MINUTES = 5  # the end of the day is rounded to a multiple of this many minutes


@dataclass(frozen=True, slots=True)
class RecipeCard:
    """A recipe on the page: its radio button, description, end, and whether it ends in time."""

    radio: Any
    meaning: Any
    ends: datetime
    in_time: bool


class RecipeForm(DayForm):
    """The game, the entries, the system and the day. Each step limits the choices of the next."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    game = forms.ChoiceField(label=_("Juego"), widget=forms.RadioSelect)
    length = forms.ChoiceField(label=_("Cuánto dura cada encuentro"))
    entries = forms.IntegerField(
        label=_("Inscripciones que se esperan"),
        min_value=MIN_ENTRIES,
        max_value=MAX_ENTRIES,
        initial=DEFAULT_ENTRIES,
    )
    tables = forms.IntegerField(
        label=_("Mesas (en blanco, las que hagan falta)"),
        min_value=1,
        max_value=MAX_TABLES,
        required=False,
    )
    hours = forms.IntegerField(
        label=_("Horas disponibles"), min_value=1, max_value=99, initial=DEFAULT_HOURS
    )
    recipe = forms.ChoiceField(label=_("Sistema"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rondas del suizo o de los totales (en blanco, las que hagan falta)"),
        min_value=1,
        max_value=MAX_ROUNDS,
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
        """Return the words for an entry: pareja, jugador."""
        return UNITS[self.options.people]

    @cached_property
    def entries_now(self) -> int:
        return self._typed_number("entries", DEFAULT_ENTRIES, MIN_ENTRIES, MAX_ENTRIES)

    @cached_property
    def tables_now(self) -> int:
        """Return the typed number of tables, or the number that the entries need."""
        needed_tables = min(max(self.entries_now // self.options.sides, 1), MAX_TABLES)
        return self._typed_number("tables", needed_tables, 1, MAX_TABLES)

    @cached_property
    def rounds_now(self) -> int:
        """Return the typed number of rounds, or 0 to leave the number to the recipe."""
        return self._typed_number("rounds", 0, 1, MAX_ROUNDS)

    @cached_property
    def minutes(self) -> int:
        """Return the available minutes."""
        return 60 * self._typed_number("hours", DEFAULT_HOURS, 1, 99)

    def recipe_cards(self) -> Iterator[RecipeCard]:
        for radio, offer in zip(self["recipe"], self.offers.values(), strict=True):
            yield RecipeCard(
                radio, meaning_of(offer.recipe), self._end(offer), offer.minutes <= self.minutes
            )

    def sentence(self) -> str:
        """Return the sentence that describes the day; "" if no recipe fits."""
        if not self.chosen_recipe:
            return ""
        offer = self.offers[self.chosen_recipe]
        sentence = day_in_words(
            game=self.chosen_game,
            length=self.length_now,
            unit=self.unit,
            entries=self.entries_now,
            tables=self.tables_now,
            recipe=offer.recipe,
            ends=self._end(offer),
            order=order_of(
                {
                    "game": self.chosen_game,
                    "game_options": self.length_now,
                    "format": offer.recipe.parts[0].format,
                    "format_options": offer.recipe.parts[0].options,
                }
            ),
        )
        return " ".join([*self._unavailable_sentences(), sentence, *self._rematch_sentences(offer)])

    def _unavailable_sentences(self) -> Iterator[str]:
        """Yield a sentence if the wanted system does not fit this number of entries."""
        wanted_recipe = self.wanted_recipe
        if wanted_recipe in RECIPES and wanted_recipe not in self.offers:
            yield _("Con %(entries)s no se juega «%(before)s»: se ha elegido «%(now)s».") % {
                "entries": self.unit.count(self.entries_now),
                "before": RECIPES[wanted_recipe][0],
                "now": RECIPES[self.chosen_recipe][0],
            }

    def _rematch_sentences(self, offer: RecipeOffer) -> Iterator[str]:
        """Yield a sentence for each stage with too many rounds to avoid a rematch."""
        entrants = self.entries_now
        for part in offer.recipe.parts:
            entrants = part.entrants(entrants)
            system = FORMATS[part.format]
            options = system.options_class(**part.options)
            rounds = system.rounds_in_all(entrants, options)
            safe_rounds = system.rounds_without_rematch(entrants, options, self.options.sides)
            if 0 < safe_rounds < rounds:
                yield rematches_sentence(safe_rounds, rounds)

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean()
        offer = self.offers.get(cleaned_data.get("recipe", ""))
        rounds, entries = cleaned_data.get("rounds"), cleaned_data.get("entries")
        is_swiss = offer is not None and offer.recipe.parts[0].format == "swiss"
        if is_swiss and rounds and entries and rounds >= entries:
            self.add_error(
                "rounds",
                ngettext(
                    "Sin repetir rival cabe %(most)s ronda como mucho.",
                    "Sin repetir rival caben %(most)s rondas como mucho.",
                    entries - 1,
                )
                % {"most": entries - 1},
            )
        return cleaned_data

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

    def _end(self, offer: RecipeOffer) -> datetime:
        day = _date(self._typed_value("date"))
        start_time = _time(self._typed_value("time")) or DEFAULT_START
        start = timezone.make_aware(datetime.combine(day or timezone.localdate(), start_time))
        end = local_time_after(start, timedelta(minutes=offer.minutes))
        return local_time_after(end, timedelta(minutes=-end.minute % ROUNDING_MINUTES))

    def _typed_value(self, name: str) -> str:
        """Return the sent value of a field, or its initial value if nothing was sent.

        It makes no bound field, because the form would cache that field.
        """
        value = self.data.get(name) if self.is_bound else self.initial.get(name)
        return str(value or "")

    def _current_choice(self, name: str, choices: list[str]) -> str:
        """Return the choice of a field, or the first allowed value."""
        value = self._typed_value(name)
        return value if value in choices else choices[0]

    def _typed_number(self, name: str, default: int, minimum: int, maximum: int) -> int:
        """Return the number in a field if it is allowed, else `default`."""
        text = self._typed_value(name)
        return int(text) if text.isdecimal() and minimum <= int(text) <= maximum else default


def _date(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:  # 31 February
        return None


def _time(text: str) -> time | None:
    try:
        return parse_time(text)
    except ValueError:  # 25:00
        return None
