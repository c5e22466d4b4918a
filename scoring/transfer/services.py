"""Import of a tournament file."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import PurePath
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules import GAMES
from scoring.actas.photos import MOST_BYTES, is_bare_jpeg, logo_to_keep
from scoring.transfer import archive
from scoring.transfer.checks import refuse_unreadable
from scoring.transfer.contents import Model, fields_in_file, file_fields, models_in_file
from scoring.transfer.rows import insert, objects_of, tables_in_file, wrong_value_refusal
from scoring.transfer.selectors import PHOTOS, tournament_document
from scoring.transfer.words import archive_refusal, file_refusal
from tournaments.audit.services import note
from tournaments.audit.words import SENTENCES
from tournaments.formats import FORMATS
from tournaments.jobs.confined import Limits, PastLimits, run_confined
from tournaments.models import AuditLine, Match, Membership, Role, Stage, Tournament
from tournaments.permissions import role_of
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.drawn_matches import new_codes
from tournaments.rounds.services.quotas import refuse_more_bytes, refuse_more_tournaments
from tournaments.setup.services.tournament import free_slug

MAX_ROWS = 100_000  # the most rows that a page imports; a command has no limit
LIMITS = Limits(processor=30, clock=60, memory=1024**3, answer=archive.MAX_UNPACKED)
Tables = Mapping[Model, Mapping[str, Any]]


def import_tournament(
    *, author: User, content: bytes, as_another: bool = False, unlimited: bool = False
) -> Tournament:
    """Create the tournament of a file; `author` becomes its organiser.

    The tournament equals the exported one: numbers, codes, times, actas, seeds and audit. Accounts
    are not in the file; each act keeps the name of its author. `as_another` gives it a new identity
    and new codes, so that the same tournament can be here twice. `unlimited` skips the quotas and
    `MAX_ROWS`, for commands.

    Raises Refused: 400 with the field `file` (codes in `words.REFUSALS`); 409 `already_here` or
    `already_here_different` for a tournament that is here, `codes_taken`; and the refusals of
    `refuse_more_tournaments` and `refuse_more_bytes`.
    """
    document, files = _read(content)
    tables = tables_in_file(document)
    if len(tables[Tournament]["rows"]) != 1 or not tables[Stage]["rows"]:
        raise file_refusal("file_incomplete")
    if not unlimited and sum(len(table["rows"]) for table in tables.values()) > MAX_ROWS:
        raise file_refusal("file_too_big")
    _refuse_unknown_rules(tables)
    stored_names: list[str] = []
    try:
        with transaction.atomic():
            if not unlimited:
                refuse_more_tournaments(author)
                refuse_more_bytes(author, sum(map(len, files.values())))
            tournament = _write(author, tables, files, stored_names, as_another)
            refuse_unreadable(tournament, files)
            return tournament
    except (DataError, IntegrityError) as error:
        _delete_files(stored_names)
        if not as_another:  # somebody may have brought the same file meanwhile
            _refuse_copy(author, _incoming_tournament(tables), tables)
        raise file_refusal("file_wrong", where=str(error)[:120]) from error
    except BaseException:
        _delete_files(stored_names)
        raise


def _read(content: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the document and the members, read in a confined process. Raises Refused 400."""
    if len(content) > archive.MAX_FILE:
        raise file_refusal("file_too_big")
    try:
        return archive.parse_reader_answer(run_confined(archive.__name__, content, limits=LIMITS))
    except PastLimits as error:
        raise file_refusal("file_too_big") from error
    except archive.ArchiveError as error:
        raise archive_refusal(error) from error


def _refuse_unknown_rules(tables: Tables) -> None:
    """Raise Refused 400 for a game, a format or an act that this version does not know."""
    for game in _column(tables, Tournament, "game"):
        if game not in GAMES:
            raise file_refusal("game_not_here", value=str(game)[:20])
    for key in _column(tables, Stage, "format"):
        if key not in FORMATS:
            raise file_refusal("format_not_here", value=str(key)[:20])
    for act in _column(tables, AuditLine, "act"):
        if act not in SENTENCES:
            raise file_refusal("later_version", made=str(act)[:40])


def _column(tables: Tables, model: Model, name: str) -> list[Any]:
    """Return the values of a column. Raises Refused `file_incomplete` for a missing column."""
    table = tables[model]
    if name not in table["fields"]:
        raise file_refusal("file_incomplete")
    index = table["fields"].index(name)
    return [row[index] for row in table["rows"]]


def _write(
    author: User,
    tables: Tables,
    files: Mapping[str, bytes],
    stored_names: list[str],
    as_another: bool,
) -> Tournament:
    """Create the tournament from the tables; add the name of each stored file to `stored_names`."""
    keys: dict[Model, Sequence[Any]] = {}
    tournament: Tournament | None = None
    for model in models_in_file():
        objects = objects_of(model, tables[model], keys)
        _store_files(model, objects, tables[model], files, stored_names)
        if model is Tournament:
            tournament = objects[0]  # type: ignore[assignment]
            assert isinstance(tournament, Tournament)
            _set_identity(author, tournament, tables, as_another)
        elif model is Match:
            _set_codes(objects, as_another)
        keys[model] = insert(model, objects)
        _link_own_rows(model, tables[model], keys[model])
    assert tournament is not None
    tournament = Tournament.objects.get(pk=keys[Tournament][0])
    Membership.objects.create(tournament=tournament, user=author, role=Role.ORGANISER)
    note(tournament, author, "import_tournament", tournament.name)
    return tournament


def _set_identity(author: User, tournament: Tournament, tables: Tables, as_another: bool) -> None:
    """Set an unused slug and, with `as_another`, a new time of creation.

    Without `as_another`, raise Refused 409 if the tournament is here already.
    """
    # Check the slug first: `_refuse_copy` finds a copy imported meanwhile, and a copy imported
    # later takes this slug, so that the insert fails.
    if Tournament.objects.filter(slug=tournament.slug).exists():
        tournament.slug = free_slug(tournament.name)
    if as_another:
        tournament.created_at = timezone.now()
    else:
        _refuse_copy(author, tournament, tables)


def _set_codes(objects: Sequence[Any], as_another: bool) -> None:
    """Set new codes with `as_another`; else keep the codes, which are on printed actas.

    Raises Refused 409 `codes_taken`.
    """
    if as_another:
        for match, code in zip(objects, new_codes(len(objects)), strict=True):
            match.code = code
    elif Match.objects.filter(code__in=[match.code for match in objects]).exists():
        raise Conflict(
            "codes_taken",
            _(
                "Otro torneo de este sitio tiene actas con los mismos códigos. Marque «Traerlo "
                "como otro torneo»: tendrá códigos nuevos."
            ),
            field="file",
        )


def _link_own_rows(model: Model, table: Mapping[str, Any], keys: Sequence[Any]) -> None:
    """Set the fields that refer to rows of the same model. Raises Refused 400 `file_wrong`."""
    for field in fields_in_file(model):
        if not isinstance(field, models.ForeignKey) or field.related_model is not model:
            continue
        if field.name not in table["fields"]:
            continue
        index = table["fields"].index(field.name)
        for number, row in enumerate(table["rows"], 1):
            value = row[index]
            if value is None:
                continue
            if type(value) is not int or not 1 <= value <= len(keys):
                raise wrong_value_refusal(model, field, number)
            rows = model._base_manager.filter(pk=keys[number - 1])
            rows.update(**{field.attname: keys[value - 1]})


def _incoming_tournament(tables: Tables) -> Tournament:
    tournament = objects_of(Tournament, tables[Tournament], {})[0]
    assert isinstance(tournament, Tournament)
    return tournament


# --- A tournament that is already here ------------------------------------------------------------
def _refuse_copy(author: User, incoming: Tournament, tables: Tables) -> None:
    """Raise Refused 409 `already_here` or `already_here_different` if the tournament is here.

    The refusal has the name and the slug only for a user with a role in it.
    """
    copy = Tournament.objects.filter(
        game=incoming.game, created_at=incoming.created_at, rehearsal_of=None
    ).first()
    if copy is None:
        return
    has_role = bool(role_of(author, copy))
    params = {"name": copy.name, "slug": copy.slug} if has_role else {"name": "…"}
    if _is_equal(copy, tables):
        sentence = _("Este torneo ya está aquí, igual que en el archivo: %(name)s.")
        raise Conflict("already_here", sentence, field="file", **params)
    raise Conflict(
        "already_here_different",
        _(
            "Este torneo ya está aquí, con otro contenido: %(name)s. Última anotación del archivo: "
            "%(theirs)s. Última de aquí: %(ours)s. No se ha traído nada. Para tener los dos, "
            "marque «Traerlo como otro torneo»."
        ),
        field="file",
        theirs=_moment_in_words(max(_column(tables, AuditLine, "at"), default="")),
        ours=_moment_in_words(copy.audit.order_by("-at").values_list("at", flat=True).first()),
        **params,
    )


def _is_equal(copy: Tournament, tables: Tables) -> bool:
    """Return whether the copy has the same data as the file.

    The slug may differ, and a file without photos is compared without photos.
    """
    tables_by_label = {model._meta.label: table for model, table in tables.items()}
    photos = bool(tables_by_label[PHOTOS]["rows"])
    copy_document, _files = tournament_document(copy, photos=photos)
    slug_index = [field.name for field in fields_in_file(Tournament)].index("slug")
    copy_row = copy_document["models"][Tournament._meta.label]["rows"][0]
    file_table = tables_by_label[Tournament._meta.label]
    if file_table["fields"] != copy_document["models"][Tournament._meta.label]["fields"]:
        return False
    copy_row[slug_index] = file_table["rows"][0][slug_index]
    return all(table == tables_by_label[label] for label, table in copy_document["models"].items())


def _moment_in_words(moment: datetime | str | None) -> str:
    """Return a time, or the ISO text of a time, in local words; «—» for no valid time."""
    if isinstance(moment, str):
        with suppress(ValueError):
            moment = datetime.fromisoformat(moment)
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        return "—"
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


# --- Files ----------------------------------------------------------------------------------------
def _check_photo(content: bytes) -> None:
    """Raise ValueError for a photo that is too big, is no JPEG, or has more data than its picture.

    A photo is not redrawn: its bytes must stay the same.
    """
    if len(content) > MOST_BYTES or not is_bare_jpeg(content):
        raise ValueError


def _check_logo(content: bytes) -> None:
    """Raise ValueError if sheets could not print the logo."""
    try:
        logo_to_keep(content)
    except Refused as error:
        raise ValueError from error


# The check of each field with files; it raises ValueError.
FILE_CHECKS = {
    "scoring.Letterhead.logo": _check_logo,
    "scoring.Photo.file": _check_photo,
    "tournaments.SignUpSettings.poster": _check_photo,
}


def _store_files(
    model: Model,
    objects: Sequence[models.Model],
    table: Mapping[str, Any],
    files: Mapping[str, bytes],
    stored_names: list[str],
) -> None:
    """Store the files that the rows name, and set their new names in `objects` and `stored_names`.

    Raises Refused 400 `file_wrong`.
    """
    for field in file_fields(fields_in_file(model)):
        for number, row in enumerate(objects, 1):
            member = field.value_from_object(row).name
            if not member:
                continue
            try:
                if not member.startswith(f"files/{model._meta.label_lower}/{number}."):
                    raise ValueError
                content = files[member]
                FILE_CHECKS[f"{model._meta.label}.{field.name}"](content)
            except (KeyError, ValueError) as error:
                raise wrong_value_refusal(model, field, number) from error
            name = field.generate_filename(row, PurePath(member).name)  # type: ignore[attr-defined]
            stored_names.append(default_storage.save(name, ContentFile(content)))
            setattr(row, field.attname, stored_names[-1])


def _delete_files(names: Sequence[str]) -> None:
    for name in names:
        default_storage.delete(name)
