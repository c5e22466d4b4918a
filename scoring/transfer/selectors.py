"""The file of a tournament."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import PurePath
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection, models, transaction
from django.utils.translation import gettext_lazy as _

from rules import acta
from rules.acta import WrittenActa
from rules.core import SIDE_NAMES
from scoring.actas.selectors.actas import lines_written
from scoring.models import Acta
from scoring.transfer.archive import FORMAT, write_archive
from scoring.transfer.contents import Model, fields_in_file, file_fields, models_in_file, rows_of
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.places import sides

SUFFIX = ".tapete"
PHOTOS = "scoring.Photo"


def tournament_file(tournament: Tournament, *, photos: bool = True) -> bytes:
    """Return the file of a tournament: equal tournaments give equal bytes, on any database.

    Raises Refused 409 `is_rehearsal`.
    """
    if tournament.rehearsal_of_id is not None:
        raise Conflict("is_rehearsal", _("Un ensayo no se lleva a otro sitio: lleve el torneo."))
    with _snapshot():
        document, files = tournament_document(tournament, photos=photos)
        return write_archive(document, {**files, **acta_files(tournament)})


def tournament_document(
    tournament: Tournament, *, photos: bool = True
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the document of the file, and the contents of the files that its rows name."""
    keys: dict[Model, dict[Any, int]] = {}
    tables: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    for model in models_in_file():
        fields = fields_in_file(model)
        rows = rows_of(model, tournament)
        if model._meta.label == PHOTOS and not photos:
            rows = rows.none()
        columns = list(rows.values_list("pk", *(field.attname for field in fields)))
        keys[model] = {row[0]: number for number, row in enumerate(columns, 1)}
        file_columns = set(file_fields(fields))
        table = []
        for number, row in enumerate(columns, 1):
            values: list[Any] = []
            for field, value in zip(fields, row[1:], strict=True):
                if isinstance(field, models.ForeignKey):
                    values.append(None if value is None else keys[field.related_model][value])
                elif field in file_columns:
                    values.append(_stored_file(model, number, value, files))
                else:
                    values.append(_json_value(value))
            table.append(values)
        names = [field.name for field in fields]
        tables[model._meta.label] = {"fields": names, "rows": table}
    document = {"format": FORMAT, "tapete": settings.TAPETE_VERSION, "models": tables}
    return document, files


def _stored_file(model: Model, number: int, name: str, files: dict[str, bytes]) -> str:
    """Add a stored file to `files` and return its name in the zip; "" if the file is missing."""
    if not name or not default_storage.exists(name):
        return ""
    member = f"files/{model._meta.label_lower}/{number}{PurePath(name).suffix.lower()}"
    with default_storage.open(name) as file:
        files[member] = file.read()
    return member


def _json_value(value: Any) -> Any:
    """Return the value of a column as JSON: times in UTC; dates, decimals and UUIDs as text."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time | timedelta | Decimal | UUID):
        return str(value)
    return value


@contextmanager
def _snapshot() -> Iterator[None]:
    """Let every query of the block see the same state of the database while others write."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


# --- Actas ----------------------------------------------------------------------------------------
def acta_files(tournament: Tournament) -> dict[str, bytes]:
    """Return each live acta with lines, in notation, by its name in the zip."""
    actas = (
        Acta.objects.filter(live=True, match__tournament=tournament, match__number__isnull=False)
        .select_related("match__round__stage")
        .defer("match__round__report")
        .prefetch_related("hands", sides("match"))
        .order_by("match__number")
    )
    return {
        f"actas/{acta_row.match.number}.acta": _notation(tournament, acta_row).encode()
        for acta_row in actas
        if acta_row.hands.all()
    }


def _notation(tournament: Tournament, acta_row: Acta) -> str:
    """Return the acta in notation, with a header."""
    match = acta_row.match
    match.tournament = match.round.stage.tournament = tournament
    header = {"juego": tournament.game, "opciones": _options_in_words(match)}
    header |= {"torneo": tournament.name, "encuentro": str(match.number)}
    titles = [entry.full_title_for(EVERYTHING) for entry in match.entries]
    header |= dict(zip(SIDE_NAMES, titles, strict=False))
    lines = {name: _one_line(value) for name, value in header.items() if value.strip()}
    return acta.write(WrittenActa(tuple(lines_written(acta_row)), lines))


def _options_in_words(match: Match) -> str:
    values = asdict(match.game_rules())
    return " ".join(f"{name}={value}" for name, value in values.items() if str(value).strip())


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def acta_lines_of(content: bytes) -> list[str]:
    """Return the lines of an acta of the zip, without its header."""
    lines = content.decode("utf-8", "replace").split("\n")
    return [line for line in lines if line and not line.startswith(("@", "#"))]
