"""Seasons of a club: rules, tournaments, and qualifiers registered in a next phase."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.seasons.ranking import MAX_POINTS, read_table
from scoring.seasons.selectors import qualifiers_of
from scoring.seasons.words import origin_in_words
from tournaments.models import Club, Entry, Season, SeasonTournament, Tournament
from tournaments.models.season import MOST_GOING_ON, MOST_WEIGHT
from tournaments.names.text import clean_text, refuse_other_name
from tournaments.people.services.registering import register_entry
from tournaments.permissions import may
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.rounds.services.tables import lock_tournament
from tournaments.site.slugs import unused_slug

NAME_LENGTH = 120
MAX_BEST = 100  # the most results of a competitor that a season may count
# «nueva» is the address of the form for a new season.
RESERVED_SLUGS = ("nueva",)


@transaction.atomic
def save_season(
    *,
    club: Club,
    season: Season | None = None,
    name: str,
    counts: str,
    table: str,
    taking_part: int = 0,
    best: int = 0,
    public: bool = False,
) -> Season:
    """Create a season of the club, or change `season`.

    `table` is text that `ranking.read_table` can read. Raises Refused 400 for bad text or numbers,
    `points_not_read` and `points_twice` for a bad table.
    """
    refuse_unknown_choice("counts", counts, Season.Counts.values)
    season = season or Season(club=club)
    season.name = clean_text(name, "name", NAME_LENGTH, required=True)
    season.counts, season.public = counts, public
    season.taking_part = _whole_number("taking_part", taking_part, 0, MAX_POINTS)
    season.best = _whole_number("best", best, 0, MAX_BEST)
    try:
        season.table = [[row.entries, list(row.points)] for row in read_table(table)]
    except ValueError as error:
        raise _table_refusal(error.args[0]) from error
    season.slug = season.slug or unused_slug(
        season.name, club.seasons.all(), default="temporada", reserved_slugs=RESERVED_SLUGS
    )
    season.save()
    return season


@transaction.atomic
def delete_season(*, season: Season, name: str) -> None:
    """Delete a season; its tournaments stay.

    Raises Refused 400 `name_differs` unless `name` is the season's name, typed again.
    """
    refuse_other_name(
        name, season.name, _("Escriba el nombre de la temporada tal como está: «%(name)s».")
    )
    season.delete()


@transaction.atomic
def put_in_season(
    *,
    season: Season,
    author: User,
    tournament: Tournament,
    weight: int = 1,
    feeds: SeasonTournament | None = None,
    places: int = 0,
    one_in: int = 0,
) -> SeasonTournament:
    """Put a tournament in the season, or change how it counts there.

    `feeds` is the next phase: `places` entries qualify for it, or one entry in `one_in` if that is
    more (0: no such share). Raises Refused: 400 for bad numbers; 403 `not_organiser` unless the
    author may change the tournament; 409 `is_rehearsal`, `feeds_itself`.
    """
    if not may(author, "edit_tournament", tournament):
        raise Refused(
            "not_organiser",
            _("Solo su organización puede poner «%(name)s» en una temporada."),
            field="tournament",
            status=403,
            name=tournament.name,
        )
    if tournament.rehearsal_of_id:
        raise Conflict("is_rehearsal", _("Es un ensayo: no cuenta en ninguna temporada."))
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    event = season.events.filter(tournament=tournament).first()
    event = event or SeasonTournament(season=season, tournament=tournament)
    event.weight = _whole_number("weight", weight, 1, MOST_WEIGHT)
    event.going_on = _whole_number("places", places, 0, MOST_GOING_ON)
    event.one_in = _whole_number("one_in", one_in, 0, MOST_GOING_ON)
    event.feeds = feeds
    _refuse_circle(event)
    event.save()
    return event


@transaction.atomic
def take_out_of_season(*, event: SeasonTournament) -> None:
    """Take a tournament out of its season; its points no longer count."""
    event.delete()


@transaction.atomic
def bring_qualifiers(
    *, event: SeasonTournament, author: User, numbers: Collection[int]
) -> list[Entry]:
    """Register entries of a finished phase in the phase that it feeds; return the new entries.

    `numbers` are the numbers of the entries in `event`. Entries that are in the next phase already
    are skipped, so the act can be repeated. Raises Refused: 400 `unknown_choice`; 403
    `not_organiser`; 409 `feeds_nothing`, `phase_not_over`, `too_many_qualifiers`; and the refusals
    of `register_entry`, after which no entry is registered.
    """
    if event.feeds is None:
        raise Conflict("feeds_nothing", _("De este torneo no pasa nadie a otra fase."))
    target = lock_tournament(event.feeds.tournament)
    if not may(author, "manage_entries", target):
        raise Refused(
            "not_organiser",
            _("Solo su mesa de control puede inscribir en «%(name)s»."),
            status=403,
            name=target.name,
        )
    qualifiers = qualifiers_of(event)
    if not qualifiers.over:
        raise Conflict(
            "phase_not_over",
            _("«%(name)s» no ha terminado: aún no se sabe qué inscripciones pasan."),
            name=event.tournament.name,
        )
    choices = {row.entry.number for row in qualifiers.rows}
    for number in numbers:
        refuse_unknown_choice("numbers", number, choices)
    if len(set(numbers)) > qualifiers.places:
        raise Conflict(
            "too_many_qualifiers",
            _("Plazas para pasar: %(places)s. Ha elegido %(many)s."),
            field="numbers",
            places=qualifiers.places,
            many=len(set(numbers)),
        )
    return [
        register_entry(
            tournament=target,
            author=author,
            players=[seat.player.person for seat in row.entry.seats.all()],
            name=row.entry.name,
            town=row.entry.town,
            origin=origin_in_words(row.place, event.tournament.name),
        )
        for row in qualifiers.rows
        if row.entry.number in numbers and not row.is_entered
    ]


def _refuse_circle(event: SeasonTournament) -> None:
    """Raise Refused 409 `feeds_itself` if the phases after `event` lead back to it.

    A phase of another season is refused in the same way.
    """
    phase = event.feeds
    while phase is not None:
        if phase.pk == event.pk or phase.season_id != event.season_id:
            raise Conflict(
                "feeds_itself",
                _("«%(name)s» no puede dar plazas a una fase que va antes, ni a otra temporada."),
                field="feeds",
                name=event.tournament.name,
            )
        phase = phase.feeds


def _whole_number(field: str, value: Any, low: int, high: int) -> int:
    """Return the whole number from `low` to `high`. Raises Refused 400 `out_of_range`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Refused(
            "out_of_range",
            _("Tiene que ser un número entre %(low)s y %(high)s."),
            field=field,
            low=low,
            high=high,
        )
    return value


def _table_refusal(line: int) -> Refused:
    """Return the refusal of a points table; `line` is the wrong line, 0 for a size given twice."""
    if not line:
        sentence = _("Hay dos líneas para el mismo número de inscripciones: deje una.")
        return Refused("points_twice", sentence, field="table")
    return Refused(
        "points_not_read",
        _(
            "Línea %(line)s: escriba desde cuántas inscripciones vale, dos puntos y los puntos de "
            "cada puesto de mayor a menor, como «16: 25 18 15 12»."
        ),
        field="table",
        line=line,
    )
