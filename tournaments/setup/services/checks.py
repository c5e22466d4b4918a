"""Checks of a tournament and of its stages: each value, and their combinations."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from rules.core import GameOptions
from tournaments import formats
from tournaments.formats.base import FormatOptions
from tournaments.formats.boxes import PromotionBoxes
from tournaments.formats.teams import boards_in_tie
from tournaments.models import (
    MAX_CONFIRMATIONS,
    MAX_ENTRY_SIZE,
    MAX_SQUAD,
    MAX_TABLES,
    PRIVACY_LENGTH,
    Announcing,
    PublicNames,
    Visibility,
)
from tournaments.names.text import clean_lines, clean_text
from tournaments.people.services.checks import squad_for
from tournaments.ports import scoring_port
from tournaments.refusal import Refused, refuse_unknown_choice
from tournaments.site.wall_clock import local_moment

NAME_LENGTH = VENUE_LENGTH = RESPONSIBLE_LENGTH = 120
CONTACT_LENGTH = 200
SEED_LENGTH = 60
MAX_CAPACITY = 9_999
FIRST_YEAR, YEARS_AHEAD = 2000, 10
# The text fields, each with the function that cleans it or raises `Refused`.
TEXTS: Mapping[str, Callable[[object], str]] = {
    "name": lambda text: clean_text(text, "name", NAME_LENGTH, required=True),
    "venue": lambda text: clean_text(text, "venue", VENUE_LENGTH),
    "responsible": lambda text: clean_text(text, "responsible", RESPONSIBLE_LENGTH),
    "contact": lambda text: clean_text(text, "contact", CONTACT_LENGTH, any_start=True),
    "privacy": lambda text: clean_lines(text, "privacy", PRIVACY_LENGTH),
    "seed": lambda text: clean_text(text, "seed", SEED_LENGTH, any_start=True),
}


def is_playable(game: str, options: GameOptions) -> bool:
    """Return whether a tournament can have these matches: sides with equal numbers of people."""
    return 1 <= options.people <= MAX_ENTRY_SIZE


def playable_presets(game: str) -> list[str]:
    """Return the presets that a tournament can have, in the game's order; [] if there are none."""
    presets = rules.game(game).presets
    return [key for key, options in presets.items() if is_playable(game, options)]


def default_chain_and_counting(plan: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Return the tie-breaks of a new stage with this plan, and its fields of the counting."""
    game, format = rules.game(plan["game"]), formats.format(plan["format"])
    game_options = game.Options(**plan["game_options"])
    options = format.options_class(**plan["format_options"])
    chain = format.usual_chain(game, game_options, options)
    return list(chain), dict(format.usual_counting(game_options, options))


def order_of(plan: Mapping[str, Any]) -> str:
    """Return the default order of the standings of a stage as a sentence.

    Returns "" if the format orders people by its own rules.
    """
    if isinstance(formats.format(plan["format"]), PromotionBoxes):
        return ""
    chain, _counting = default_chain_and_counting(plan)
    format = formats.format(plan["format"])
    boards = boards_in_tie(format, format.options_class(**plan["format_options"]))
    return scoring_port().order_in_words(plan["game"], chain, boards=bool(boards))


def people_per_entry(game: str, options: GameOptions, format: str) -> int:
    """Return the number of people of an entry: a side, or less if the draw makes the sides."""
    people: int = options.people
    return people // formats.format(format).partners


def checked_plan(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `create_tournament`, cleaned and completed with derived values.

    Raises Refused with the field at fault, and the RuleError or DrawError of impossible options.
    """
    game = clean_text(values["game"], "game", 20, required=True)
    length, options = checked_length(game, values["game_options"])
    format, format_options = checked_format(values["format"], values["format_options"])
    refuse_unplayable(game, options, format)
    squad = check_whole_number(values["squad"], "squad", MAX_SQUAD)
    texts = {field: clean(values[field]) for field, clean in TEXTS.items()}
    return {
        **texts,
        "seed": texts["seed"] or new_seed(),
        "starts_at": sensible_moment(values["starts_at"]),
        "tables": _tables(values["tables"]),
        "squad": squad_for(squad, game, length, format, format_options),
        "capacity": check_whole_number(values["capacity"], "capacity", MAX_CAPACITY),
        "confirmations": check_whole_number(
            values["confirmations"], "confirmations", MAX_CONFIRMATIONS
        ),
        "provisional": bool(values["provisional"]),
        "visibility": _choice("visibility", values, Visibility),
        "announcing": _choice("announcing", values, Announcing),
        "public_names": _choice("public_names", values, PublicNames),
        "game": game,
        "game_options": length,
        "format": format,
        "entry_size": people_per_entry(game, options, format),
        "format_options": format_options,
    }


def checked_length(game: str, values: object) -> tuple[dict[str, Any], GameOptions]:
    """Return all options of the game, as a dict and as `Options`. Raises Refused or RuleError."""
    options_class = rules.game(game).Options
    length = _options(options_class, values, "game_options")
    return length, options_class(**length)


def checked_format(format: object, values: object) -> tuple[str, dict[str, Any]]:
    """Return the key of a format and all its options. Raises Refused or DrawError."""
    key = clean_text(format, "format", 20, required=True)
    return key, _options(formats.format(key).options_class, values, "format_options")


def refuse_unplayable(game: str, options: GameOptions, format: str) -> None:
    """Raise Refused if matches of this game and length cannot be played in this format."""
    if not is_playable(game, options):
        raise Refused(
            "unlike_sides",
            _("Así los bandos no son iguales y no puede haber torneo: elija otra duración."),
            field="game_options",
        )
    sides = options.sides
    if sides not in formats.format(format).sides:
        raise Refused(
            "format_for_two",
            _(
                "Este sistema es para juegos de dos bandos, y aquí se sientan %(sides)s a cada "
                "mesa, cada uno por su cuenta: elija «Totales»."
            ),
            field="format",
            sides=sides,
        )
    if options.people % formats.format(format).partners:
        raise Refused(
            "format_for_partners",
            _(
                "En este sistema el sorteo hace las parejas, y con este juego y esta duración no "
                "se juega por parejas: elija otra duración u otro sistema."
            ),
            field="format",
        )
    if options.can_draw and not formats.format(format).can_draw:
        raise Refused(
            "knockout_with_draws",
            _(
                "Con esta duración un encuentro puede acabar en empate, y en una eliminatoria "
                "tiene que haber ganador: elija otra duración u otro sistema."
            ),
            field="game_options",
        )


def new_seed() -> str:
    """Return twelve digits that can be read aloud: «4821 7730 1956»."""
    digits = f"{secrets.randbelow(10**12):012d}"
    return " ".join((digits[:4], digits[4:8], digits[8:]))


def sensible_moment(starts_at: object, field: str = "starts_at") -> datetime:
    """Return the time with its time zone.

    Raises Refused `date_expected` or `date_out_of_range`, and `hour_does_not_exist` from
    `wall_clock.local_moment`.
    """
    if not isinstance(starts_at, datetime):
        raise Refused("date_expected", _("Ponga la fecha y la hora."), field=field)
    last_year = timezone.localdate().year + YEARS_AHEAD
    if not FIRST_YEAR <= starts_at.year <= last_year:
        raise Refused(
            "date_out_of_range",
            _("El año %(year)s no puede ser: se admiten torneos de %(first)s a %(last)s."),
            field=field,
            year=str(starts_at.year),
            first=str(FIRST_YEAR),
            last=str(last_year),
        )
    return local_moment(starts_at, field) if timezone.is_naive(starts_at) else starts_at


def _tables(tables: object) -> int:
    if type(tables) is not int or not 1 <= tables <= MAX_TABLES:
        raise Refused(
            "tables_out_of_range",
            _("El número de mesas va de 1 a %(most)s."),
            field="tables",
            most=MAX_TABLES,
        )
    return tables


def _choice(field: str, values: Mapping[str, Any], choices: type[TextChoices]) -> str:
    refuse_unknown_choice(field, values[field], choices.values)
    return str(values[field])


def check_whole_number(value: object, field: str, maximum: int) -> int:
    """Return `value`. Raises Refused `whole_expected` unless it is a whole number up to `maximum`.

    Negative numbers are refused too.
    """
    if type(value) is not int or not 0 <= value <= maximum:
        raise Refused(
            "whole_expected",
            _("Tiene que ser un número de 0 a %(most)s."),
            field=field,
            most=maximum,
        )
    return value


def _options(options_class: type[FormatOptions], values: object, field: str) -> dict[str, Any]:
    """Return every option of the game or format; an omitted option gets its default.

    Raises Refused 400 for an unknown, unreadable or missing option.
    """
    if not isinstance(values, Mapping):
        raise Refused("options_expected", _("No se han podido leer las opciones."), field=field)
    known_options = {option.name: option for option in fields(options_class)}
    for name, value in values.items():
        if name not in known_options or type(value) is not known_options[name].type:
            raise Refused(
                "option_unreadable",
                _("La opción «%(option)s» no existe o no admite ese valor."),
                field=field,
                option=str(name)[:40].encode("ascii", "replace").decode(),
            )
    try:
        options = options_class(**values)
    except TypeError:
        raise Refused("option_missing", _("Elija todas las opciones."), field=field) from None
    return asdict(options)
