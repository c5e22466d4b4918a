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
    IDENTITY,
    MAX_NUMBER,
    NAME,
    SESSION,
    SURNAME,
    TOWN,
    repeated_position,
)
from tournaments.refusal import Conflict, Refused
from tournaments.setup.selectors.stages import entry_stages

FIRST = 1  # number of the first stage


# --- Input ----------------------------------------------------------------------------------------
def clean_entry(
    tournament: Tournament, name: str, players: Sequence[Person], town: str, *, single: bool = False
) -> tuple[str, list[Person], str]:
    """Return the team's name, the people and the town, checked and tidy.

    Only teams have a name. Only a tournament of pairs takes a person alone (`single`). Raises
    Refused 400: `no_team_names`, `no_singles`, and the refusals of `clean_people`.
    """
    name = clean_text(name, "name", NAME, required=bool(tournament.squad))
    if name and not tournament.squad:
        raise Refused(
            "no_team_names", _("En este torneo no compiten equipos: no hay nombre."), field="name"
        )
    if single and not takes_singles(tournament):
        raise Refused(
            "no_singles", _("Solo se busca pareja donde se juega por parejas."), field="players"
        )
    size = 1 if single else tournament.squad or tournament.entry_size
    people, town = clean_people(size, players, town, fewest=0 if tournament.squad else size)
    return name, people, town


def takes_singles(tournament: Tournament) -> bool:
    """Return whether a person may enter alone and get a partner."""
    return tournament.entry_size == 2 and not tournament.squad


def stage_to_enter(tournament: Tournament, number: int | None) -> Stage:
    """Return the stage of that number, open to entries; the first stage for None.

    Raises Refused 400 `stage_not_entered`.
    """
    stages = entry_stages(tournament)
    stage_number = FIRST if number is None else number
    for stage in stages:
        if stage.number == stage_number:
            return stage
    raise Refused(
        "stage_not_entered",
        _("En la fase %(stage)s no se inscribe nadie. Se puede elegir: %(stages)s."),
        field="stage",
        stage=stage_number,
        stages=", ".join(f"{known.number} · {known.label}" for known in stages),
    )


def clean_seeding(session: str, seed: int) -> tuple[str, int]:
    """Return the session, tidy, and the seed number. Raises Refused (400)."""
    session = clean_text(session, "session", SESSION)
    if not 0 <= seed <= MAX_NUMBER:
        raise Refused(
            "seed_out_of_range",
            _("Las cabezas de serie van de 1 a %(limit)s; 0 es ninguna."),
            field="seed",
            limit=MAX_NUMBER,
        )
    return session, seed


def clean_people(
    size: int, players: Sequence[Person], town: str, fewest: int | None = None
) -> tuple[list[Person], str]:
    """Return the people and the town, tidy; a person without a town gets the town of the entry.

    Raises Refused (400) for bad text, for a repeated person, and unless there are `size` people, or
    from `fewest` to `size`.
    """
    if not (size if fewest is None else fewest) <= len(players) <= size:
        raise Refused(
            "wrong_people",
            _("Personas por inscripción: %(size)s. Ha escrito %(count)s."),
            field="players",
            size=size,
            count=len(players),
        )
    town = clean_text(town, "town", TOWN)
    people = [_clean_person(person, f"player_{n}", town) for n, person in enumerate(players, 1)]
    if twice := repeated_position([identity(someone) for someone in people]):
        raise Refused(
            "same_person_twice",
            _(
                "%(name)s aparece dos veces en la misma inscripción. Si son dos personas, añada a "
                "una el apodo o el pueblo."
            ),
            field=f"player_{twice}",
            name=people[twice - 1].full_name,
        )
    return people, town


def clean_partner(partner: Person, town: str) -> Person:
    """Return a person who joins an entry of that town, tidy.

    Raises Refused (400, field `partner`).
    """
    return _clean_person(partner, "partner", town)


def _clean_person(someone: Person, field: str, town: str) -> Person:
    cleaned = Person(
        clean_text(someone.name, field, NAME, required=True),
        clean_text(someone.surname, field, SURNAME),
        clean_text(someone.town, field, TOWN) or town,
    )
    if mark := odd_mark(cleaned.full_name):
        name = cleaned.full_name
        raise Refused("mark_in_name", MARK_IN_NAME, field=field, name=name, mark=mark)
    if len(identity(cleaned)) > IDENTITY:  # folding can lengthen: «ﷺ» is eighteen letters
        clean_text("x" * (NAME + 1), field, NAME)
    return cleaned


# --- Existing entries -----------------------------------------------------------------------------
def free_number(tournament: Tournament, number: int | None) -> int:
    """Return `number`, or the next number. Raises Refused: 400 out of range, 409 when taken."""
    if number is None:
        last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
        number = last + 1
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
    """Raise Refused (409), at `field` if given, when a person plays in another live entry."""
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
    together = [seat.entry_id for seat in seats] == [seat.entry_id] * len(people)
    if together and not tournament.squad and seat.entry.seats.count() == len(people):
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
    """Raise Refused (409) when another team in the tournament has this name."""
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
    """Return the refusal for a broken constraint: another desk has registered the same data."""
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

    The default is four people, or the people that a tie needs if they are more than four.

    Raises Refused for a squad smaller than the seats of a tie, for a tie of more people than a
    team may enter, and for teams in a format that makes the pairs itself.
    """
    if squad and formats.format(format).partners > 1:
        raise Refused(
            "teams_without_partners",
            _("En este sistema cada uno se inscribe por su cuenta: no puede ser por equipos."),
            field="squad",
        )
    seated = team_players_in_a_tie(game, game_options, format, format_options)
    if not seated:
        return squad
    if seated > MAX_SQUAD:
        raise Refused(
            "too_many_boards",
            _(
                "En cada enfrentamiento se sentarían %(wanted)s personas de cada equipo, y un "
                "equipo tiene %(most)s como mucho: ponga menos mesas."
            ),
            field="boards",
            wanted=seated,
            most=MAX_SQUAD,
        )
    squad = squad or max(USUAL_SQUAD, seated)
    if squad < seated:
        raise Refused(
            "squad_too_small",
            _(
                "Ponga al menos %(wanted)s personas por equipo, las que se sientan en cada "
                "enfrentamiento, no %(squad)s."
            ),
            field="squad",
            wanted=seated,
            squad=squad,
        )
    return squad


def team_players_in_a_tie(
    game: str, game_options: Mapping[str, Any], format: str, format_options: Mapping[str, Any]
) -> int:
    """Return how many people of a team play in a tie; 0 in a format without boards."""
    kind = rules.game(game)
    people = kind.Options(**game_options).people
    system = formats.format(format)
    return people * boards_in_tie(system, system.options_class(**format_options))


def refuse_squad(tournament: Tournament, squad: int) -> None:
    """Raise Refused if a later stage, or a registered team, needs another squad size."""
    for stage in tournament.stages.filter(number__gt=1):
        needed_squad = squad_for(
            squad, tournament.game, stage.game_options, stage.format, stage.format_options
        )
        if needed_squad != squad:
            raise _stage_of_teams()
    larger = tournament.entries.annotate(people=Count("seats", filter=Q(seats__live=True)))
    team = larger.filter(people__gt=squad).order_by("number").first() if squad else None
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
        raise _stage_of_teams()


def _stage_of_teams() -> Refused:
    return Refused(
        "people_not_teams",
        _("Aquí se inscriben personas, y en la liga por equipos juegan equipos."),
        field="format",
    )
