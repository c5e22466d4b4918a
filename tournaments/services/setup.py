"""Setting a tournament up, and changing it before the cards are dealt."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

import rules
from tournaments import formats
from tournaments.models import (
    MAX_CONFIRMATIONS,
    MAX_ENTRY_SIZE,
    MAX_SQUAD,
    MAX_TABLES,
    Membership,
    Role,
    Round,
    Stage,
    Tournament,
)
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.services.squads import refuse_squad, squad_for
from tournaments.services.tables import call_waiting, take_turn
from tournaments.text import clean_text

NAME_LENGTH = VENUE_LENGTH = 120
SEED_LENGTH = 60
MAX_CAPACITY = 9_999
SLUG_LENGTH = 50  # room is left for the number of a second tournament of the same name
FIRST_YEAR, YEARS_AHEAD = 2000, 10
TWICE = timedelta(minutes=1)
EVENT = (
    "name", "venue", "starts_at", "tables", "game", "entry_size", "squad", "capacity",
    "confirmations", "provisional",
)  # fmt: skip
LOCKED = ("game", "game_options", "format", "format_options", "seed")  # once there is a draw


def create_tournament(
    *,
    author: User,
    name: str,
    venue: str,
    starts_at: datetime,
    tables: int,
    game: str,
    game_options: Mapping[str, Any],
    format: str,
    format_options: Mapping[str, Any],
    seed: str = "",
    squad: int = 0,
    capacity: int = 0,
    confirmations: int = 1,
    provisional: bool = False,
) -> Tournament:
    """Create a tournament with one stage; its author becomes its organiser.

    `squad` is how many people a team may enter, 0 where no teams compete (a format of teams makes
    it the usual one: `squads.squad_for`); `capacity` how many entries there is room for, 0 for no
    limit; `confirmations` how many a result needs (`scoring.confirming`), and `provisional` whether
    standings also show those that wait for them. An empty seed is made here.

    Raises Refused with the field at fault, the RuleError or DrawError of impossible options, and
    Refused 409 `just_created` when the same form comes twice.
    """
    plan = _checked(
        {
            "name": name,
            "venue": venue,
            "starts_at": starts_at,
            "tables": tables,
            "game": game,
            "game_options": game_options,
            "format": format,
            "format_options": format_options,
            "seed": seed,
            "squad": squad,
            "capacity": capacity,
            "confirmations": confirmations,
            "provisional": provisional,
        }
    )
    for _attempt in range(5):
        try:
            return _saved(author, plan)
        except IntegrityError:  # somebody has just taken the same address
            continue
    raise Refused("address_taken", _("Inténtelo de nuevo dentro de un momento."), status=409)


@transaction.atomic
def edit_tournament(*, tournament: Tournament, author: User, **changes: Any) -> Tournament:
    """Change what is given, by the names of `create_tournament`; the address stays the same.

    Raises as creating does, and Refused 409 `draw_exists` when the game, its length, the format
    or the seed would change with a round already drawn.
    """
    tournament = take_turn(tournament).look_at(tournament.chosen_stage)
    stage = tournament.stage
    old = plan_of(tournament, stage)
    new = _checked({**old, **changes})
    different = [key for key in old if old[key] != new[key]]
    if not different:
        return tournament
    _refuse_locked(stage, different)
    _refuse_other_game(stage, different)
    _refuse_other_size(tournament, new["entry_size"])
    _refuse_unfit(stage, new)
    _refuse_other_kind(tournament, new["squad"])
    if "squad" in different:
        refuse_squad(tournament, new["squad"])
    for key in EVENT:
        setattr(tournament, key, new[key])
    for key in ("game_options", "format", "format_options", "seed"):
        setattr(stage, key, new[key])
    if {"game", "game_options", "format"} & set(different) or usual_of(old) != usual_of(new):
        stage.chain, stage.counting = usual_of(new)  # the organiser's own were for what it was
    tournament.save()
    stage.save()
    note(
        tournament,
        author,
        "edit_tournament",
        tournament.name,
        before={key: _plain(old[key]) for key in different},
        after={key: _plain(new[key]) for key in different},
    )
    call_waiting(tournament=tournament, author=author)  # there may be more tables now
    return tournament


def plan_of(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """What was asked for when the tournament was created or last edited."""
    return {
        "name": tournament.name,
        "venue": tournament.venue,
        "starts_at": tournament.starts_at,
        "tables": tournament.tables,
        "game": tournament.game,
        "entry_size": tournament.entry_size,
        "squad": tournament.squad,
        "capacity": tournament.capacity,
        "confirmations": tournament.confirmations,
        "provisional": tournament.provisional,
        "game_options": asdict(stage.game_rules()),  # with what the game has had since
        "format": stage.format,
        "format_options": asdict(stage.format_rules()),
        "seed": stage.seed,
    }


def playable(game: str, options: Any) -> bool:
    """Whether a tournament can be made of these matches: sides of as many people each."""
    return 1 <= rules.game(game).people(options) <= MAX_ENTRY_SIZE


def playable_presets(game: str) -> list[str]:
    """The presets of the game that can be offered, in its order; [] for a game that cannot."""
    presets = rules.game(game).PRESETS
    return [key for key, options in presets.items() if playable(game, options)]


def usual_of(plan: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """How standings go unless the organiser says otherwise: the tie-breaks of the format, with
    points for wins where a match can end in a draw, and what its options change in the counting
    (by the fields of `scoring.counting.Counting`)."""
    game, format = rules.game(plan["game"]), formats.format(plan["format"])
    length, own = game.Options(**plan["game_options"]), format.Options(**plan["format_options"])
    chain = format.CHAIN_WITH_DRAWS if game.can_draw(length) else format.CHAIN
    if hasattr(format, "chain"):
        chain = format.chain(own)
    counting = format.counting(own, game.sides(length)) if hasattr(format, "counting") else {}
    return list(chain), dict(counting)


def is_locked(stage: Stage) -> bool:
    """Whether game, length, format and seed can no longer change. One query."""
    return Round.objects.filter(stage=stage).exists()


def _checked(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The same values, clean and complete, or the first refusal among them."""
    game = clean_text(asked["game"], "game", 20, required=True)
    length, options = checked_length(game, asked["game_options"])
    format, format_options = checked_format(asked["format"], asked["format_options"])
    refuse_unplayable(game, options, format)
    squad = _whole(asked["squad"], "squad", MAX_SQUAD)
    return {
        "name": clean_text(asked["name"], "name", NAME_LENGTH, required=True),
        "venue": clean_text(asked["venue"], "venue", VENUE_LENGTH),
        "starts_at": sensible_moment(asked["starts_at"]),
        "tables": _tables(asked["tables"]),
        "squad": squad_for(squad, game, length, format, format_options),
        "capacity": _whole(asked["capacity"], "capacity", MAX_CAPACITY),
        "confirmations": _whole(asked["confirmations"], "confirmations", MAX_CONFIRMATIONS),
        "provisional": bool(asked["provisional"]),
        "game": game,
        "game_options": length,
        "format": format,
        "entry_size": entered_together(game, options, format),
        "format_options": format_options,
        "seed": clean_text(asked["seed"], "seed", SEED_LENGTH, any_start=True) or new_seed(),
    }


def entered_together(game: str, options: Any, format: str) -> int:
    """How many people make an entry: as many as play on a side, unless the draw makes the sides."""
    people: int = rules.game(game).people(options)
    return people // formats.format(format).PARTNERS


def checked_length(game: str, asked: object) -> tuple[dict[str, Any], Any]:
    """Every option of the game with its value, and the `Options` they make; raises Refused or
    the game's RuleError."""
    kind = rules.game(game).Options
    length = _options(kind, asked, "game_options")
    return length, kind(**length)


def checked_format(format: object, asked: object) -> tuple[str, dict[str, Any]]:
    """The key of a format and every option of it with its value; raises Refused or DrawError."""
    key = clean_text(format, "format", 20, required=True)
    return key, _options(formats.format(key).Options, asked, "format_options")


def refuse_unplayable(game: str, options: Any, format: str) -> None:
    """Raises Refused when matches of this game and length cannot be played in this format."""
    if not playable(game, options):
        raise Refused(
            "unlike_sides",
            _("Así los bandos no son iguales y no puede haber torneo: elija otra duración."),
            field="game_options",
        )
    sides = rules.game(game).sides(options)
    if sides not in formats.format(format).SIDES:
        raise Refused(
            "format_for_two",
            _(
                "Este sistema es para juegos de dos bandos, y aquí se sientan %(sides)s a cada "
                "mesa, cada cual por su cuenta: elija «Totales»."
            ),
            field="format",
            sides=sides,
        )
    if rules.game(game).people(options) % formats.format(format).PARTNERS:
        raise Refused(
            "format_for_partners",
            _(
                "En este sistema el sorteo hace las parejas, y con este juego y esta duración no "
                "se juega por parejas: elija otra duración u otro sistema."
            ),
            field="format",
        )
    if rules.game(game).can_draw(options) and not formats.format(format).DRAWS:
        raise Refused(
            "knockout_with_draws",
            _(
                "Con esta duración un enfrentamiento puede acabar en empate, y en una eliminatoria "
                "tiene que haber ganador: elija otra duración u otro sistema."
            ),
            field="game_options",
        )


def new_seed() -> str:
    """Twelve digits that can be read aloud: «4821 7730 1956»."""
    digits = f"{secrets.randbelow(10**12):012d}"
    return " ".join((digits[:4], digits[4:8], digits[8:]))


def sensible_moment(starts_at: object) -> datetime:
    """The moment with its time zone; raises Refused `date_expected` or `date_out_of_range`."""
    if not isinstance(starts_at, datetime):
        raise Refused("date_expected", _("Falta la fecha y la hora."), field="starts_at")
    last = timezone.localdate().year + YEARS_AHEAD
    if not FIRST_YEAR <= starts_at.year <= last:
        raise Refused(
            "date_out_of_range",
            _("El año %(year)s no puede ser: se admiten torneos de %(first)s a %(last)s."),
            field="starts_at",
            year=str(starts_at.year),
            first=str(FIRST_YEAR),
            last=str(last),
        )
    return timezone.make_aware(starts_at) if timezone.is_naive(starts_at) else starts_at


def _tables(tables: object) -> int:
    if type(tables) is not int or not 1 <= tables <= MAX_TABLES:
        raise Refused(
            "tables_out_of_range",
            _("El número de mesas va de 1 a %(most)s."),
            field="tables",
            most=MAX_TABLES,
        )
    return tables


def _whole(value: object, field: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Refused(
            "whole_expected", _("Tiene que ser un número de 0 a %(most)s."), field=field, most=most
        )
    return value


def _options(kind: Callable[..., Any], given: object, field: str) -> dict[str, Any]:
    """Every option of the game or format, with its value; what is not given has its default."""
    if not isinstance(given, Mapping):
        raise Refused("options_expected", _("Las opciones no se entienden."), field=field)
    known = {option.name: option for option in fields(kind)}
    for name, value in given.items():
        if name not in known or type(value) is not known[name].type:
            raise Refused(
                "option_unreadable",
                _("La opción «%(option)s» no existe o su valor no es de los suyos."),
                field=field,
                option=str(name)[:40].encode("ascii", "replace").decode(),
            )
    try:
        options = kind(**given)
    except TypeError:
        raise Refused("option_missing", _("Faltan opciones por decir."), field=field) from None
    return asdict(options)


@transaction.atomic
def _saved(author: User, plan: Mapping[str, Any]) -> Tournament:
    _refuse_twice(author, plan)
    event = {key: plan[key] for key in EVENT}
    tournament = Tournament.objects.create(slug=_free_slug(plan["name"]), **event)
    chain, counting = usual_of(plan)
    Stage.objects.create(
        tournament=tournament,
        number=1,
        takes_entries=True,
        chain=chain,
        counting=counting,
        **{key: plan[key] for key in LOCKED if key != "game"},
    )
    Membership.objects.create(tournament=tournament, user=author, role=Role.ORGANISER)
    after = {key: _plain(value) for key, value in plan.items()}
    note(tournament, author, "create_tournament", tournament.name, after=after)
    return tournament


def _free_slug(name: str) -> str:
    """«maraton-de-monreal», or «maraton-de-monreal-2» if that one exists. One query."""
    slug = slugify(name)[:SLUG_LENGTH].strip("-_") or "torneo"
    taken = set(Tournament.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    number = 1
    while (free := slug if number == 1 else f"{slug}-{number}") in taken:
        number += 1
    return free


def _refuse_twice(author: User, plan: Mapping[str, Any]) -> None:
    """A finger that presses twice sends the form twice: the second finds the first done."""
    User.objects.select_for_update(no_key=True).get(pk=author.pk)  # the two take turns
    event = {key: plan[key] for key in EVENT}
    same = Tournament.objects.filter(team__user=author, **event)
    if same.filter(created_at__gt=timezone.now() - TWICE).exists():
        raise Refused(
            "just_created",
            _("Acaba de crear este mismo torneo: ya está en la portada, entre los suyos."),
            status=409,
        )


def _refuse_locked(stage: Stage, different: list[str]) -> None:
    locked = [key for key in different if key in LOCKED]
    if locked and is_locked(stage):
        raise Refused(
            "draw_exists",
            _(
                "Ya hay una ronda sorteada: el juego, la duración, el sistema y la semilla "
                "no pueden cambiar. Descarte antes la ronda."
            ),
            field=locked[0],
            status=409,
        )


def _refuse_other_game(stage: Stage, different: list[str]) -> None:
    others = Stage.objects.filter(tournament=stage.tournament_id).exclude(pk=stage.pk)
    if "game" in different and others.exists():
        raise Refused(
            "stages_exist",
            _("Hay otras fases de este juego: quítelas antes de cambiar de juego."),
            field="game",
            status=409,
        )


def _refuse_unfit(stage: Stage, new: Mapping[str, Any]) -> None:
    """Raises Refused 409 where another stage could not be played any more with the entries as they
    would be."""
    others = Stage.objects.filter(tournament=stage.tournament_id).exclude(pk=stage.pk)
    for other in others.select_related("tournament").order_by("number"):
        size = entered_together(new["game"], other.game_rules(), other.format)
        if size != new["entry_size"]:
            raise Refused(
                "stage_unfit",
                _(
                    "Así cada inscripción sería de %(size)s, y la fase «%(stage)s» se juega con "
                    "inscripciones de %(needed)s: cambie antes esa fase o quítela."
                ),
                field="game_options",
                status=409,
                size=new["entry_size"],
                stage=other.label,
                needed=size,
            )


def _refuse_other_size(tournament: Tournament, size: int) -> None:
    if size != tournament.entry_size and tournament.entries.exists():
        raise Refused(
            "entries_exist",
            _(
                "Ya hay inscripciones, con %(before)s por inscripción, y ese juego pide %(size)s: "
                "haga otro torneo."
            ),
            field="game",
            status=409,
            before=tournament.entry_size,
            size=size,
        )


def _refuse_other_kind(tournament: Tournament, squad: int) -> None:
    if bool(squad) != bool(tournament.squad) and tournament.entries.exists():
        raise Refused(
            "entries_exist",
            _("Ya hay inscripciones: no se puede pasar de equipos a personas, ni al revés."),
            field="squad",
            status=409,
        )


def _plain(value: Any) -> Any:
    """The value as the audit keeps it."""
    return timezone.localtime(value).isoformat() if isinstance(value, datetime) else value
