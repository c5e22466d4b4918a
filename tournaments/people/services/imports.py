"""Import of a list of entries: read, show, fix, and register only what the user accepts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.clubs.services.linking import link_people
from tournaments.models import Entry, EntryPlayer, ImportPreview, Player, Tournament
from tournaments.money.services.moves import lock_money, pay_missing, update_paid_of_all
from tournaments.names.characters import tidy
from tournaments.names.people import Person, identity
from tournaments.names.text import clean_text
from tournaments.people.imports.confined import read_confined
from tournaments.people.imports.core import RowFault, SheetError
from tournaments.people.imports.rows import (
    BAD,
    FIELDS,
    GOOD,
    MAX_NUMBER,
    TEAM_FIELDS,
    ImportRow,
    check_rows,
    identities_of,
    read_rows,
    stage_in,
)
from tournaments.people.imports.worksheets import (
    read_text,
    refuse_worksheet,
    replace_lost_characters,
)
from tournaments.people.selectors.entries import existing_entries
from tournaments.people.services.checks import stage_to_enter
from tournaments.people.services.rows import lock, tell_apart
from tournaments.people.words.imports import list_refusal
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused, atomic_or_refuse
from tournaments.rounds.selectors.places import free_places, free_stage_places
from tournaments.setup.selectors.stages import entry_stages

MENDABLE_FIELDS = (*FIELDS, *TEAM_FIELDS, "stage", "left")
FIELD_LENGTH = 300  # the most letters of a corrected field: the checks refuse longer text by field
PEOPLE_LENGTH = 1500  # the most letters of a whole team


def preview_import(
    *, tournament: Tournament, author: User | None, text: str, stage: int | None = None
) -> ImportPreview:
    """Read a paste and return its preview; register nothing.

    Rows that name no stage enter by `stage`. Raises Refused 400 for an unreadable paste and for a
    stage that takes no entries.
    """
    preview = _new_preview(tournament, author, str(_("Lista pegada")), stage)
    try:
        rows, remarks = read_rows(read_text(text), tournament.entry_size, tournament.squad)
    except SheetError as error:
        raise list_refusal(error) from error
    _fill(preview, rows, remarks)
    preview.save()
    return preview


def create_file_preview(
    *,
    tournament: Tournament,
    author: User | None,
    content: bytes,
    name: str = "",
    stage: int | None = None,
) -> ImportPreview:
    """Create the preview of a file that a job will read.

    Raises Refused 400 for a file that is no list, and for a stage that takes no entries.
    """
    try:
        refuse_worksheet(content)
    except SheetError as error:
        raise list_refusal(error) from error
    preview = _new_preview(tournament, author, _source(name), stage)
    preview.state = ImportPreview.State.READING
    preview.save()
    return preview


def read_upload(*, preview: ImportPreview, content: bytes) -> ImportPreview:
    """Read a file in a confined process. Raises Refused 400 for a file without entries."""
    tournament = preview.tournament
    try:
        rows, remarks = read_confined(content, tournament.entry_size, tournament.squad)
    except SheetError as error:
        raise list_refusal(error) from error
    _fill(preview, rows, remarks)
    preview.state = ImportPreview.State.READY
    preview.save()
    return preview


def checked_rows(preview: ImportPreview) -> list[ImportRow]:
    """Return the preview's rows, checked against the current entries."""
    rows = [ImportRow.from_json(values) for values in preview.rows]
    return check_rows(rows, existing_entries(preview.tournament))


@transaction.atomic
def mend_rows(
    *, preview: ImportPreview, author: User | None, changes: Mapping[int, Mapping[str, Any]]
) -> ImportPreview:
    """Correct some rows, or drop them. Registered rows stay as they are.

    `changes` maps the position of a row in the list to its new values: any of `MENDABLE_FIELDS`,
    and `dropped`. Raises Refused: 400 for an unknown position, 409 while the file is being read.
    """
    preview = _lock_preview(preview)
    rows = [ImportRow.from_json(values) for values in preview.rows]
    for place, change in changes.items():
        if not 0 <= place < len(rows):
            raise Refused("no_such_row", _("Esa línea ya no está en la lista."), field="rows")
        if rows[place].entry is None:
            rows[place] = _mend(rows[place], change)
    _store_rows(preview, check_rows(rows, existing_entries(preview.tournament)))
    return preview


def _desk_conflict() -> Refused:
    return Conflict(
        "conflict",
        _("Otra persona estaba inscribiendo en ese momento. Compruebe la lista y repítalo."),
    )


@atomic_or_refuse(_desk_conflict)
def accept_import(
    *, preview: ImportPreview, author: User | None, positions: Collection[int] | None = None
) -> int:
    """Register the good rows, or only those at these `positions`; return how many.

    Rows are checked again; bad rows stay. Raises Refused 409 while the file is being read, if the
    numbers run out, or if another desk registers one of these entries at the same moment. Then no
    row is registered.
    """
    lock(preview.tournament)
    preview = _lock_preview(preview)
    rows = checked_rows(preview)
    places = [
        place
        for place, row in enumerate(rows)
        if row.state == GOOD and (positions is None or place in positions)
    ]
    entries = _register(preview, rows, places)
    for place, entry in zip(places, entries, strict=True):
        rows[place] = replace(rows[place], entry=entry.number, state="")
    _store_rows(preview, rows)
    if entries:
        _note(preview, author, entries)
        scoring_port().welcome(preview.tournament, author)
    return len(entries)


# --- Reading ----------------------------------------------------------------------------------
def _source(name: str) -> str:
    """Return the name of the file for the page, cut to the length of its column."""
    plain = name.replace("\\", "/").rsplit("/", 1)[-1]
    try:
        return clean_text(plain[-120:], "source", 200, any_start=True) or str(_("Archivo"))
    except Refused:
        return str(_("Archivo"))


def _new_preview(
    tournament: Tournament, author: User | None, source: str, stage: int | None
) -> ImportPreview:
    number = stage_to_enter(tournament, stage).number
    return ImportPreview(tournament=tournament, owner=author, source=source, enters=number)


def _fill(preview: ImportPreview, rows: Sequence[ImportRow], remarks: Sequence[RowFault]) -> None:
    preview.rows = [row.as_json() for row in rows]
    preview.remarks = [[remark.code, dict(remark.params), remark.field] for remark in remarks]


# --- Corrections ----------------------------------------------------------------------------------
def _lock_preview(preview: ImportPreview) -> ImportPreview:
    preview = (
        ImportPreview.objects.select_for_update(of=("self",))
        .select_related("tournament")
        .get(pk=preview.pk)
    )
    if preview.state == ImportPreview.State.READING:
        raise Conflict("still_reading", _("El archivo se está leyendo todavía: espere un poco."))
    return preview


def _mend(row: ImportRow, change: Mapping[str, Any]) -> ImportRow:
    texts: dict[str, Any] = {
        name: replace_lost_characters(str(change[name]))[
            : PEOPLE_LENGTH if name == "people" else FIELD_LENGTH
        ]
        for name in MENDABLE_FIELDS
        if name in change
    }
    dropped = bool(change.get("dropped", row.dropped))
    if texts == {name: getattr(row, name) for name in texts} and dropped == row.dropped:
        return row
    return replace(row, **texts, dropped=dropped)


def _store_rows(preview: ImportPreview, rows: Sequence[ImportRow]) -> None:
    """Store checked rows; mark the preview ACCEPTED if no row can be registered or corrected."""
    preview.rows = [row.as_json() for row in rows]
    state = ImportPreview.State
    has_rows_left = any(row.state in (GOOD, BAD) for row in rows)
    preview.state = state.READY if has_rows_left else state.ACCEPTED
    preview.save(update_fields=["rows", "state"])


# --- Registering ------------------------------------------------------------------------------
def _register(
    preview: ImportPreview, rows: Sequence[ImportRow], places: Sequence[int]
) -> list[Entry]:
    """Register the rows at the positions in `places`; return their entries, in that order."""
    if not places:
        return []
    tournament = preview.tournament
    numbers = _numbers(tournament, rows, places)
    good_rows = [rows[place] for place in places]
    stage_numbers = _stage_numbers(preview, good_rows)
    states = _states(tournament, good_rows, stage_numbers)
    players = _players(tournament, [rows[place] for place in places])
    entries = Entry.objects.bulk_create(
        [
            Entry(
                tournament=tournament,
                number=number,
                name=tidy(rows[place].name),
                town=tidy(rows[place].town),
                session=tidy(rows[place].session),
                seed=rows[place].seed,
                enters=stage,
                state=state,
                paid=rows[place].paid,
                present=rows[place].present,
            )
            for place, number, stage, state in zip(
                places, numbers, stage_numbers, states, strict=True
            )
        ]
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, player=players[key], position=position)
        for entry, place in zip(entries, places, strict=True)
        for position, key in enumerate(identities_of(rows[place]))
    )
    if (locked_tournament := lock_money(tournament)).has_prices:
        for entry in entries:
            entry.tournament = locked_tournament
        pay_missing([entry for entry in entries if entry.paid], preview.owner)
        update_paid_of_all(locked_tournament, entries)
    return entries


def _stage_numbers(preview: ImportPreview, rows: Sequence[ImportRow]) -> list[int]:
    """Return the number of the stage by which each row enters."""
    stages = existing_entries(preview.tournament).stages
    return [stage_in(row, stages) or preview.enters for row in rows]


def _states(
    tournament: Tournament, rows: Sequence[ImportRow], stage_numbers: Sequence[int]
) -> list[str]:
    """Return the state of the entry of each row: entered, waiting or single."""
    stages = {stage.number: stage for stage in entry_stages(tournament)}
    stage_places = {number: free_stage_places(stages[number]) for number in set(stage_numbers)}
    places_in_tournament, states = free_places(tournament), list[str]()
    for row, number in zip(rows, stage_numbers, strict=True):
        if row.is_single:
            states.append(Entry.State.SINGLE)
            continue
        places_in_stage = stage_places[number]
        if places_in_tournament == 0 or places_in_stage == 0:
            states.append(Entry.State.WAITING)
            continue
        states.append(Entry.State.ENTERED)
        if places_in_tournament is not None:
            places_in_tournament -= 1
        if places_in_stage is not None:
            stage_places[number] = places_in_stage - 1
    return states


def _numbers(tournament: Tournament, rows: Sequence[ImportRow], places: Sequence[int]) -> list[int]:
    """Return the number of the row at each place: its own, or the next after the highest number.

    The highest number is that of the existing entries and of all good rows. Raises Refused 409
    `number_out_of_range`.
    """
    used_numbers = set(tournament.entries.values_list("number", flat=True))
    used_numbers |= {int(row.number) for row in rows if row.state == GOOD and row.number}
    highest = max(used_numbers, default=0)
    numbers = []
    for place in places:
        if rows[place].number:
            numbers.append(int(rows[place].number))
        else:
            highest += 1
            numbers.append(highest)
    if highest > MAX_NUMBER:
        raise Conflict(
            "number_out_of_range", _("Los números van de 1 a %(limit)s."), limit=MAX_NUMBER
        )
    return numbers


def _players(tournament: Tournament, rows: Sequence[ImportRow]) -> dict[str, Player]:
    """Return the players of the rows by identity; create those who do not exist yet."""
    people: dict[str, Person] = {}
    for row in rows:
        town = tidy(row.town)
        for typed_person in row.players:
            someone = Person(typed_person.name, typed_person.surname, typed_person.town or town)
            people[identity(someone)] = someone
    existing_players = _existing_players(tournament, people)
    new_players = Player.objects.bulk_create(
        Player(
            tournament=tournament,
            name=someone.name,
            surname=someone.surname,
            town=someone.town,
            identity=key,
        )
        for key, someone in people.items()
        if key not in existing_players
    )
    tell_apart(tournament.pk)
    link_people(tournament.pk)
    return existing_players | {player.identity: player for player in new_players}


def _existing_players(tournament: Tournament, identities: Collection[str]) -> dict[str, Player]:
    return {
        player.identity: player
        for player in tournament.players.all()
        if player.identity in identities
    }


def _note(preview: ImportPreview, author: User | None, entries: Sequence[Entry]) -> None:
    numbers = [entry.number for entry in entries]
    note(
        preview.tournament,
        author,
        "accept_import",
        preview.source,
        after={"pairs": len(numbers), "first": min(numbers), "last": max(numbers)},
    )
