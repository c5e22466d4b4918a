"""The single page that sets up a tournament, with the available games and formats.

A blank number takes the value of the preset; a typed number overrides it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, asdict, dataclass, fields
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from rules.core import AnyGame, changed_options
from tournaments.games import GAMES
from tournaments.games import GAMES as GAME_WORDS
from tournaments.games.refusals import preset_of
from tournaments.models import (
    MAX_SQUAD,
    MAX_TABLES,
    PRIVACY_LENGTH,
    Announcing,
    PublicNames,
    Visibility,
)
from tournaments.refusal import Refused
from tournaments.setup.forms.systems import SystemForm, system_initial
from tournaments.setup.services.checks import (
    CONTACT_LENGTH,
    MAX_CAPACITY,
    NAME_LENGTH,
    RESPONSIBLE_LENGTH,
    SEED_LENGTH,
    TEXTS,
    VENUE_LENGTH,
    playable_presets,
    sensible_moment,
)
from tournaments.site.forms import REFUSALS, add_refusal
from tournaments.words import Text


# The length of a match is a preset of the game, which typed numbers can change.
def preset_with_changes(game: str, preset: str, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a preset ("" for the game's default), changed by these numbers.

    «Al mejor de 13» with 3 cotos is a match by cotos. Raises the game's RuleError, or Refused
    `options_contradict` if two numbers exclude each other.

    >>> preset_with_changes("guinote", "mejor_de_13", {"cotos": 3})
    {'players': 4, 'cotos': 3, 'partidas': 3, 'best_of': 0, 'play_all': False}
    """
    chosen_game = rules.game(game)
    changes = dict(numbers)
    for name, resets in chosen_game.resets.items():
        if numbers.get(name):
            for other_name, value in resets.items():
                if numbers.get(other_name, value) != value:
                    raise _contradiction(game, name, other_name)
                changes[other_name] = value
    preset_options = chosen_game.presets[preset] if preset else chosen_game.Options()
    return asdict(changed_options(preset_options, changes))


def initial_options(game: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the preset and the numbers of a form: the inverse of `preset_with_changes`."""
    if preset := preset_of(game, options):
        return preset, {}
    idle_names = {
        name
        for name, resets in rules.game(game).resets.items()
        if any(options[other_name] != value for other_name, value in resets.items())
    }
    default_values = asdict(rules.game(game).Options())  # meaning of a blank field
    return "", {
        name: value
        for name, value in options.items()
        if (value or default_values[name]) and name not in idle_names
    }


def _contradiction(game: str, name: str, other_name: str) -> Refused:
    return Refused(
        "options_contradict",
        _("«%(one)s» y «%(other)s» no pueden ir juntos: deje uno de los dos en blanco."),
        field=other_name,
        one=GAMES[game].option_names[name],
        other=GAMES[game].option_names[other_name],
    )


# --- Setup ----------------------------------------------------------------------------------------
CUSTOM = "a_medida"  # the choice without a preset: only the numbers count


@dataclass(frozen=True, slots=True)
class ChoiceCard:
    """A game or format on the page: its radio button and its fields."""

    radio: Any
    meaning: Any
    preset: forms.BoundField | None
    options: list[forms.BoundField]

    @property
    def touched(self) -> bool:
        """Return whether a number is typed or refused; the page then shows the numbers."""
        return any(field.errors or field.value() for field in self.options)


class DayForm(forms.Form):
    """The name, the place and the time of a tournament."""

    name = forms.CharField(
        label=_("Nombre del torneo"),
        max_length=NAME_LENGTH,
        help_text=_("Como en el cartel: «Maratón de guiñote de San Roque»."),
    )
    venue = forms.CharField(label=_("Lugar"), max_length=VENUE_LENGTH, required=False)
    date = forms.DateField(
        label=_("Día"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    time = forms.TimeField(
        label=_("Hora de comienzo"),
        initial="16:00",
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean() or self.cleaned_data
        for field in TEXTS.keys() & cleaned_data.keys():
            try:
                TEXTS[field](cleaned_data[field])
            except Refused as error:
                self.refuse(error)
        if "date" in cleaned_data and "time" in cleaned_data:
            try:
                moment = datetime.combine(cleaned_data["date"], cleaned_data["time"])
                cleaned_data["starts_at"] = sensible_moment(moment)
            except Refused as error:
                self.refuse(error)
        return cleaned_data

    def plan(self) -> dict[str, Any]:
        """Return the typed values as arguments of the service."""
        return {key: self.cleaned_data[key] for key in ("name", "venue", "starts_at")}

    def refuse(self, error: Exception) -> int:
        """Attach a refusal of the service to its field; return the HTTP status."""
        return add_refusal(self, error, starts_at="date")


def _choice_field(
    choices: type[TextChoices], label: Text, help_text: Text = ""
) -> forms.ChoiceField:
    """Return a field of radio buttons; its default is the first choice."""
    return forms.ChoiceField(
        label=label,
        required=False,
        initial=choices.values[0],
        widget=forms.RadioSelect,
        choices=choices.choices,
        help_text=help_text,
    )


class EventForm(DayForm):
    """The values that can change at any time, such as the name, the day and the tables."""

    tables = forms.IntegerField(
        label=_("Número de mesas"),
        min_value=1,
        max_value=MAX_TABLES,
        help_text=_("Si hay más encuentros que mesas, esperan y se llaman según se vacían."),
    )
    capacity = forms.IntegerField(
        label=_("Plazas"),
        required=False,
        min_value=0,
        max_value=MAX_CAPACITY,
        help_text=_("Los siguientes van a la lista de espera. En blanco, sin límite."),
    )
    squad = forms.IntegerField(
        label=_("Si compiten equipos, jugadores que puede tener cada uno"),
        required=False,
        min_value=0,
        max_value=MAX_SQUAD,
        help_text=_(
            "Un equipo, una peña o un centro se inscribe con su nombre, y los jugadores se "
            "pueden escribir después. En blanco si se inscriben personas; en la liga por "
            "equipos, en blanco son cuatro, o los que se sientan en cada enfrentamiento si son "
            "más."
        ),
    )

    confirmations = forms.TypedChoiceField(
        label=_("Cuándo vale un resultado"),
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # Django takes any value
        required=False,
        initial=1,
        widget=forms.RadioSelect,
        choices=[
            (0, _("En cuanto lo anota cualquiera")),
            (
                1,
                _("Los resultados de los jugadores, cuando los confirman los rivales o el árbitro"),
            ),
            (
                2,
                _(
                    "Siempre lo confirma otra persona, también si lo anota un árbitro o la mesa de "
                    "control"
                ),
            ),
        ],
    )
    provisional = forms.BooleanField(
        label=_("La clasificación muestra también los resultados sin confirmar, marcados"),
        required=False,
    )
    visibility = _choice_field(Visibility, _("Quién puede verlo"))
    announcing = _choice_field(
        Announcing,
        _("Cuándo se muestra cada ronda"),
        _("A mano, para imprimir y repartir las actas antes de que la gente vaya a su mesa."),
    )
    public_names = _choice_field(
        PublicNames,
        _("Cómo salen los jugadores en las páginas públicas y en las pantallas"),
        _("Los colaboradores y las hojas para la mesa de control tienen siempre los nombres."),
    )
    responsible = forms.CharField(
        label=_("Responsable de los datos de los jugadores"),
        max_length=RESPONSIBLE_LENGTH,
        required=False,
        help_text=_("La peña, la asociación o la persona que organiza."),
    )
    contact = forms.CharField(
        label=_("Dónde se le escribe o se le llama"),
        max_length=CONTACT_LENGTH,
        required=False,
        help_text=_("Un correo, un teléfono o una dirección. Se publica en la página «Sus datos»."),
    )
    privacy = forms.CharField(
        label=_("Texto de la página «Sus datos»"),
        max_length=PRIVACY_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("En blanco, el de siempre. Para adaptarlo, cópielo de esa página y cámbielo."),
    )

    def plan(self) -> dict[str, Any]:
        plan = super().plan() | {"tables": self.cleaned_data["tables"]}
        plan |= {key: self.cleaned_data[key] or 0 for key in ("capacity", "squad")}
        for key in ("visibility", "announcing", "public_names"):
            plan[key] = self.cleaned_data[key] or self.fields[key].initial
        names = ("confirmations", "provisional", "responsible", "contact", "privacy")
        return plan | {key: self.cleaned_data[key] for key in names}


class TournamentForm(SystemForm, EventForm):
    """The event form with the game, the length of a match, the format and the seed."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    game = forms.ChoiceField(label=_("Juego"), widget=forms.RadioSelect)
    seed = forms.CharField(
        label=_("Semilla del sorteo"),
        max_length=SEED_LENGTH,
        required=False,
        help_text=_(
            "Cualquier texto: el número del cupón, una frase. De él sale el sorteo, se publica y "
            "cualquiera puede repetirlo. En blanco, Tapete pone una."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = playable_games()
        self.fields["game"].choices = [(key, game.name) for key, game in games.items()]
        self.fields["game"].initial = next(iter(games))
        for key, game in games.items():
            words = GAME_WORDS[key]
            self.fields[f"{key}_preset"] = _preset_field(key)
            for option in fields(game.Options):
                name = option.name
                label, help_text = words.option_names[name], words.options[name]
                choices = words.choices.get(name, {})
                self.fields[f"{key}_{name}"] = _field(option, label, help_text, choices)

    def clean(self) -> dict[str, Any]:
        """Ignore fields of games and formats that are not chosen."""
        cleaned_data = super().clean()
        game = cleaned_data.get("game")
        for field in _fields_of_other_games(playable_games(), game):
            self.errors.pop(field, None)
        if game and not self._has_errors(game):
            cleaned_data["game_options"] = self._attempt(game, self._length)
        return cleaned_data

    def plan(self) -> dict[str, Any]:
        keys = ("game", "game_options", "format", "format_options", "seed")
        return super().plan() | {key: self.cleaned_data[key] for key in keys}

    def refuse(self, error: Exception) -> int:
        preset = f"{self.cleaned_data.get('game')}_preset"
        boards = f"{self.cleaned_data.get('format')}_boards"
        return add_refusal(self, error, starts_at="date", game_options=preset, boards=boards)

    def game_cards(self) -> Iterator[ChoiceCard]:
        for radio, (key, game) in zip(self["game"], playable_games().items(), strict=True):
            options = [self[f"{key}_{option.name}"] for option in fields(game.Options)]
            yield ChoiceCard(radio, GAME_WORDS[key].meaning, self[f"{key}_preset"], options)

    def _has_errors(self, key: str) -> bool:
        return any(field.startswith(f"{key}_") for field in self.errors)

    def _attempt(self, key: str, make: Callable[[str], dict[str, Any]]) -> dict[str, Any] | None:
        try:
            return make(key)
        except REFUSALS as error:
            own = {name.removeprefix(f"{key}_"): name for name in self.fields}
            add_refusal(
                self, error, **{name: field for name, field in own.items() if name != field}
            )
            return None

    def _length(self, game: str) -> dict[str, Any]:
        preset = self.cleaned_data[f"{game}_preset"].replace(CUSTOM, "")
        numbers = {
            option.name: self.cleaned_data[field]
            for option in fields(rules.game(game).Options)
            if self.cleaned_data[(field := f"{game}_{option.name}")] is not None
            and (not preset or self._was_just_typed(field))
        }
        if not preset and not any(numbers.values()):
            self.add_error(f"{game}_preset", _("A medida: escriba los números en «Personalizar»."))
        return preset_with_changes(game, preset, numbers)

    def _was_just_typed(self, field: str) -> bool:
        """Return whether the user typed the field just now; a preset overrides earlier numbers."""
        return field in self.changed_data


def playable_games() -> dict[str, AnyGame]:
    """Return the games with a preset that can be played here."""
    return {key: game for key, game in rules.GAMES.items() if playable_presets(key)}


def setup_initial(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return the initial values for an existing tournament.

    `plan` comes from `setup.services.tournament.plan_of`.
    """
    starts_at = timezone.localtime(plan["starts_at"])
    game, format = plan["game"], plan["format"]
    preset, numbers = initial_options(game, plan["game_options"])
    option_values = {f"{game}_{name}": value for name, value in numbers.items()}
    option_values |= system_initial(format, plan["format_options"])
    names = (
        *("name", "venue", "tables", "game", "format", "seed", "confirmations", "provisional"),
        *("visibility", "announcing", "public_names", "responsible", "contact", "privacy"),
    )
    values = {key: plan[key] for key in names}
    return {
        **values,
        **option_values,
        **{key: plan[key] or None for key in ("capacity", "squad")},
        f"{game}_preset": preset or CUSTOM,
        "date": starts_at.date(),
        "time": starts_at.time(),
    }


def _preset_field(game: str) -> forms.ChoiceField:
    presets = playable_presets(game)
    return forms.ChoiceField(
        label=_("Cuánto dura cada encuentro"),
        choices=[
            *((key, GAME_WORDS[game].presets[key]) for key in presets),
            (CUSTOM, _("A medida: los números que escriba en «Personalizar»")),
        ],
        initial=presets[0],
        widget=forms.RadioSelect,
    )


def _field(
    option: Field[Any], label: Any, help_text: Any, choices: Mapping[Any, Any] | None = None
) -> forms.Field:
    """Return a select for a closed set of values, a checkbox for a boolean, else a number box."""
    if choices:
        return forms.TypedChoiceField(
            label=label,
            help_text=help_text,
            choices=[("", _("Sin elegir")), *choices.items()],
            coerce=option.type,  # type: ignore[arg-type]  # int or str
            empty_value=None,
            required=False,
        )
    if option.type is bool:
        return forms.BooleanField(label=label, help_text=help_text, required=False)
    return forms.IntegerField(label=label, help_text=help_text, required=option.default is MISSING)


def _fields_of_other_games(games: Mapping[str, Any], chosen_game: str | None) -> list[str]:
    """Return the names of the fields of all games except the chosen game."""
    return [
        f"{key}_{name}"
        for key, game in games.items()
        if key != chosen_game
        for name in ("preset", *(option.name for option in fields(game.Options)))
    ]
