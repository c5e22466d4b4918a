"""The entries as a table that an import reads again."""

from django.utils.translation import gettext as _

from tournaments.models import Entry, Tournament
from tournaments.people.imports.lines import write_person
from tournaments.rounds.selectors.places import seats
from tournaments.setup.selectors.stages import entry_stages
from tournaments.site.spreadsheets import Cell, ExportTable


def entries_table(tournament: Tournament) -> ExportTable:
    """Return the table of entries for the staff, with a row for each entry.

    `people.imports` reads these headings, so that an import makes the same entries.
    """
    stages = {stage.number: stage.label for stage in entry_stages(tournament)}
    has_several_stages = len(stages) > 1
    entries = tournament.entries.order_by("number").prefetch_related(seats())
    return ExportTable(
        _("Inscripciones"),
        [
            _("Número"),
            *_people_headings(tournament),
            _("Pueblo"),
            _("Cabeza de serie"),
            _("Turno"),
            *([_("Fase")] if has_several_stages else []),
            _("Pagado"),
            _("Presente"),
            _("Estado"),
        ],
        [_row(tournament, entry, stages if has_several_stages else {}) for entry in entries],
    )


def _people_headings(tournament: Tournament) -> list[str]:
    if tournament.squad:
        return [_("Equipo"), _("Jugadores")]
    return [_("Jugador %(n)s") % {"n": n} for n in range(1, tournament.entry_size + 1)]


def _row(tournament: Tournament, entry: Entry, stages: dict[int, str]) -> list[Cell]:
    people = [write_person(seat.player.person, entry.town) for seat in entry.seats.all()]
    if tournament.squad:
        names: list[Cell] = [entry.name, " / ".join(people)]
    else:
        names = [*people, *[""] * (tournament.entry_size - len(people))]
    return [
        entry.number,
        *names,
        entry.town,
        entry.seed or None,
        entry.session,
        *([stages.get(entry.enters, entry.enters)] if stages else []),
        _yes_or_no(entry.paid),
        _yes_or_no(entry.present),
        entry.get_state_display(),
    ]


def _yes_or_no(answer: bool) -> str:
    return _("sí") if answer else _("no")
