"""Checks of an entry: the right number of different people, valid text, free players."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext_lazy as _

import rules
from tournaments import formats
from tournaments.formats.teams import boards_in_tie
from tournaments.models import MAX_SQUAD, Entry, EntryPlayer, Stage, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person, identity, name_key, odd_mark
from tournaments.names.text import clean_text
from tournaments.names.words import MARK_IN_NAME
from tournaments.people.imports.rows import (
    IDENTITY_LENGTH,
    MAX_NUMBER,
    NAME_LENGTH,
    SESSION_LENGTH,
    SURNAME_LENGTH,
    TOWN_LENGTH,
    repeated_position,
)
from tournaments.refusal import Conflict, Refused
from tournaments.setup.selectors.stages import entry_stages

FIRST_STAGE = 1


# --- Input ----------------------------------------------------------------------------------------
def clean_entry(
    tournament: Tournament, name: str, players: Sequence[Person], town: str, *, single: bool = False
) -> tuple[str, list[Person], str]:
    """Return the name of the team, the people and the town, checked and tidy.

    Only a team has a name. Only a tournament of pairs takes a person alone (`single`). Raises
    Refused 400: `no_team_names`, `no_singles`, and the refusals of `clean_people`.
    """
    name = clean_text(name, "name", NAME_LENGTH, required=bool(tournament.squad))
    if name and not tournament.squad:
        raise Refused(
            "no_team_names", _("En este torneo no compiten equipos: no hay nombre."), field="name"
        )
    if single and not takes_singles(tournament):
        raise Refused(
            "no_singles", _("Solo se busca pareja donde se juega por parejas."), field="players"
        )
    size = 1 if single else tournament.squad or tournament.entry_size
    people, town = clean_people(size, players, town, min_size=0 if tournament.squad else size)
    return name, people, town


def takes_singles(tournament: Tournament) -> bool:
    """Return whether a person may enter alone and get a partner."""
    return tournament.entry_size == 2 and not tournament.squad


def stage_to_enter(tournament: Tournament, number: int | None) -> Stage:
    """Return the stage with that number; None means the first stage.

    Raises Refused 400 `stage_not_entered` for a stage that people do not enter directly.
    """
    stages = entry_stages(tournament)
    stage_number = FIRST_STAGE if number is None else number
    for stage in stages:
        if stage.number == stage_number:
            return stage
    raise Refused(
        "stage_not_entered",
        _("En la fase %(stage)s no se inscribe nadie. Se puede elegir: %(stages)s."),
        field="stage",
        stage=stage_number,
        stages=", ".join(f"{entry_stage.number} · {entry_stage.label}" for entry_stage in stages),
    )


def clean_seeding(session: str, seed: int) -> tuple[str, int]:
    """Return the tidy session and the seed.

    Raises Refused 400 for bad text and for a seed out of range.
    """
    session = clean_text(session, "session", SESSION_LENGTH)
    if not 0 <= seed <= MAX_NUMBER:
        raise Refused(
            "seed_out_of_range",
            _("Las cabezas de serie van de 1 a %(limit)s; 0 es ninguna."),
            field="seed",
            limit=MAX_NUMBER,
        )
    return session, seed


def clean_people(
    size: int, players: Sequence[Person], town: str, min_size: int | None = None
) -> tuple[list[Person], str]:
    """Return the people and the town, tidy; a person without a town gets the town of the entry.

    Raises Refused 400 for bad text, for a repeated person and for a wrong number of people. There
    must be `size` people; with `min_size`, from `min_size` to `size`.
    """
    if not (size if min_size is None else min_size) <= len(players) <= size:
        raise Refused(
            "wrong_people",
            _("Personas por inscripción: %(size)s. Ha escrito %(count)s."),
            field="players",
            size=size,
            count=len(players),
        )
    town = clean_text(town, "town", TOWN_LENGTH)
    people = [_clean_person(person, f"player_{n}", town) for n, person in enumerate(players, 1)]
    if position := repeated_position([identity(someone) for someone in people]):
        raise Refused(
            "same_person_twice",
            _(
                "%(name)s aparece dos veces en la misma inscripción. Si son dos personas, añada a "
                "una el apodo o el pueblo."
            ),
            field=f"player_{position}",
            name=people[position - 1].full_name,
        )
    return people, town


def clean_partner(partner: Person, town: str) -> Person:
    """Return the tidy partner; without a town of his own he gets `town`, that of the entry.

    Raises Refused 400 with the field `partner`.
    """
    return _clean_person(partner, "partner", town)


def _clean_person(someone: Person, field: str, town: str) -> Person:
    person = Person(
        clean_text(someone.name, field, NAME_LENGTH, required=True),
        clean_text(someone.surname, field, SURNAME_LENGTH),
        clean_text(someone.town, field, TOWN_LENGTH) or town,
    )
    if mark := odd_mark(person.full_name):
        name = person.full_name
        raise Refused("mark_in_name", MARK_IN_NAME, field=field, name=name, mark=mark)
    if len(identity(person)) > IDENTITY_LENGTH:  # folding can lengthen: «ﷺ» is eighteen letters
        clean_text("x" * (NAME_LENGTH + 1), field, NAME_LENGTH)
    return person


# --- Existing entries -----------------------------------------------------------------------------
def free_number(tournament: Tournament, number: int | None) -> int:
    """Return `number`, or the next number for None.

    Raises Refused: 400 for a number out of range, 409 for a number of another entry.
    """
    if number is None:
        highest = tournament.entries.aggregate(highest=Max("number"))["highest"] or 0
        number = highest + 1
    if not 1 <= number <= MAX_NUMBER:
        raise Refused(
            "number_out_of_range",
            _("Los números van de 1 a %(limit)s."),
            field="number",
            limit=MAX_NUMBER,
        )
    if tournament.entries.filter(number=number).exists():
        raise _number_taken(number)
    return number


def refuse_double_entry(
    tournament: Tournament, people: Sequence[Person], exclude: Entry | None = None, field: str = ""
) -> None:
    """Raise Refused 409 if a person plays in a live entry other than `exclude`.

    The field of the refusal is `field`, or the box of that person.
    """
    occupied_seats = EntryPlayer.objects.filter(
        live=True, player__tournament=tournament, player__identity__in=map(identity, people)
    )
    if exclude is not None:
        occupied_seats = occupied_seats.exclude(entry=exclude)
    seats = list(
        occupied_seats.select_related("player", "entry").order_by("entry__number", "position")
    )
    if not seats or not people:
        return
    seat = seats[0]
    are_in_one_entry = [seat.entry_id for seat in seats] == [seat.entry_id] * len(people)
    if are_in_one_entry and not tournament.squad and seat.entry.seats.count() == len(people):
        raise Conflict(
            "already_entered",
            _("Esta inscripción ya está hecha, con el número %(number)s."),
            number=seat.entry.number,
        )
    keys = [identity(someone) for someone in people]
    raise Conflict(
        "already_plays",
        _(
            "%(name)s ya juega con el número %(number)s (%(entry)s). Si es otra persona que se "
            "llama igual, añádale el apodo o el pueblo."
        ),
        field=field or f"player_{keys.index(seat.player.identity) + 1}",
        name=seat.player.name_for(EVERYTHING),
        number=seat.entry.number,
        entry=seat.entry.title_for(EVERYTHING),
    )


def refuse_double_team(tournament: Tournament, name: str, exclude: Entry | None = None) -> None:
    """Raise Refused 409 if a live team other than `exclude` has this name."""
    if not name:
        return
    named_teams = tournament.entries.exclude(state__in=Entry.GONE).exclude(name="")
    for entry in named_teams.only("pk", "number", "name"):
        if name_key(entry.name) == name_key(name) and entry != exclude:
            raise Conflict(
                "team_taken",
                _("Ya hay un equipo llamado así, con el número %(number)s."),
                field="name",
                number=entry.number,
            )


def _number_taken(number: int) -> Refused:
    return Conflict(
        "number_taken", _("El número %(number)s ya está dado."), field="number", number=number
    )


def conflict_refusal(
    tournament: Tournament,
    people: Sequence[Person],
    number: int | None,
    exclude: Entry | None = None,
) -> Refused:
    """Return the refusal for a broken constraint: another desk has just stored the same data."""
    try:
        refuse_double_entry(tournament, people, exclude)
    except Refused as refusal:
        return refusal
    if number is not None and tournament.entries.filter(number=number).exists():
        return _number_taken(number)
    return Conflict(
        "conflict", _("Otra persona estaba haciendo el mismo cambio: mire la lista y repítalo.")
    )


# --- Squads ---------------------------------------------------------------------------------------
USUAL_SQUAD = 4


def squad_for(
    squad: int,
    game: str,
    game_options: Mapping[str, Any],
    format: str,
    format_options: Mapping[str, Any],
) -> int:
    """Return `squad`, or a default if it is 0 in a format of teams.

    The default is four people, or as many as a tie needs if it needs more than four. Raises Refused
    400 for a squad smaller than a tie needs, for a tie that needs more people than a team may have,
    and for teams in a format that makes the pairs itself.
    """
    if squad and formats.format(format).partners > 1:
        raise Refused(
            "teams_without_partners",
            _("En este sistema cada uno se inscribe por su cuenta: no puede ser por equipos."),
            field="squad",
        )
    players_in_tie = team_players_in_a_tie(game, game_options, format, format_options)
    if not players_in_tie:
        return squad
    if players_in_tie > MAX_SQUAD:
        raise Refused(
            "too_many_boards",
            _(
                "En cada enfrentamiento se sentarían %(wanted)s personas de cada equipo, y un "
                "equipo tiene %(most)s como mucho: ponga menos mesas."
            ),
            field="boards",
            wanted=players_in_tie,
            most=MAX_SQUAD,
        )
    squad = squad or max(USUAL_SQUAD, players_in_tie)
    if squad < players_in_tie:
        raise Refused(
            "squad_too_small",
            _(
                "Ponga al menos %(wanted)s personas por equipo, las que se sientan en cada "
                "enfrentamiento, no %(squad)s."
            ),
            field="squad",
            wanted=players_in_tie,
            squad=squad,
        )
    return squad


def team_players_in_a_tie(
    game: str, game_options: Mapping[str, Any], format: str, format_options: Mapping[str, Any]
) -> int:
    """Return the number of people of a team in a tie; 0 in a format without boards."""
    people = rules.game(game).Options(**game_options).people
    system = formats.format(format)
    return people * boards_in_tie(system, system.options_class(**format_options))


def refuse_squad(tournament: Tournament, squad: int) -> None:
    """Raise Refused if a later stage or a registered team does not fit this squad size."""
    for stage in tournament.stages.filter(number__gt=1):
        needed_squad = squad_for(
            squad, tournament.game, stage.game_options, stage.format, stage.format_options
        )
        if needed_squad != squad:
            raise _people_not_teams()
    entries = tournament.entries.annotate(people=Count("seats", filter=Q(seats__live=True)))
    team = entries.filter(people__gt=squad).order_by("number").first() if squad else None
    if team is not None:
        raise Conflict(
            "squad_overflows",
            _("El equipo %(number)s ya tiene más: %(people)s."),
            field="squad",
            number=team.number,
            people=team.people,
        )


def refuse_stage(
    tournament: Tournament, game_options: Mapping[str, Any], format: str, options: Mapping[str, Any]
) -> None:
    """Raise Refused for a stage that the tournament's entries cannot play."""
    squad = tournament.squad
    if squad_for(squad, tournament.game, game_options, format, options) != squad:
        raise _people_not_teams()


def _people_not_teams() -> Refused:
    return Refused(
        "people_not_teams",
        _("Aquí se inscriben personas, y en la liga por equipos juegan equipos."),
        field="format",
    )
