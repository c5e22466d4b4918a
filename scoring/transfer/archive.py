"""The zip of a tournament file: equal contents give equal bytes, and reading has limits.

`docs/tournament-file.md` describes the file. This module imports neither Django nor the database,
because `tournaments.jobs.confined` runs its `main` in a process without them.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

FORMAT = 1  # version of the format
DOCUMENT = "tournament.json"
MAX_FILE = 200_000_000  # the most bytes of the zip; a page takes less (`forms.MAX_UPLOAD`)
MAX_UNPACKED = 400_000_000  # the most bytes of all members
MAX_DOCUMENT = 80_000_000  # the most bytes of the document
MAX_MEMBERS = 10_000
MAX_DEPTH = 60  # the most levels of nested lists and objects
MEMBER = re.compile(r"actas/[1-9]\d{0,9}\.acta|files/[a-z_.]{3,60}/[1-9]\d{0,9}\.[a-z0-9]{1,5}")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED_FLAG = 0x1  # flag of a member with a password
MEMBER_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest date of a zip, for every member
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # NUL and surrogates: PostgreSQL refuses them


class ArchiveError(ValueError):
    """The file is not a whole tournament file; `code` and `params` belong to its refusal."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def write_archive(document: Mapping[str, Any], members: Mapping[str, bytes]) -> bytes:
    """Return the zip of a document and its other members; equal contents give equal bytes."""
    content_of_zip = io.BytesIO()
    with zipfile.ZipFile(content_of_zip, "w") as archive:
        for name, content in [
            (DOCUMENT, document_text(document).encode()),
            *sorted(members.items()),
        ]:
            member = zipfile.ZipInfo(name, MEMBER_DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            member.create_system = 3  # Unix, also on Windows
            archive.writestr(member, content)
    return content_of_zip.getvalue()


def document_text(document: Mapping[str, Any]) -> str:
    """Return the document as JSON, each row of a table on its own line."""
    tables = ",\n".join(
        f"{_json(name)}: {{\n{_json('fields')}: {_json(table['fields'])},\n{_json('rows')}: ["
        + ",".join(f"\n{_json(row)}" for row in table["rows"])
        + "\n]}"
        for name, table in document["models"].items()
    )
    head = "".join(
        f"{_json(name)}: {_json(value)},\n" for name, value in document.items() if name != "models"
    )
    return f'{{\n{head}"models": {{\n{tables}\n}}\n}}\n'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)


# --- Reading --------------------------------------------------------------------------------------
def read_archive(content: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the document and the other members of a zip. Raises ArchiveError or MemoryError."""
    if not content.startswith(b"PK"):
        raise ArchiveError("not_a_tournament_file")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = _checked_names(archive.infolist())
            if DOCUMENT not in names:
                raise ArchiveError("not_a_tournament_file")
            document = read_document(archive.read(DOCUMENT))
            return document, {name: archive.read(name) for name in names if name != DOCUMENT}
    except (ArchiveError, MemoryError):
        raise
    except Exception as error:  # a broken zip can raise any error
        raise ArchiveError("file_incomplete") from error


def _checked_names(members: Sequence[zipfile.ZipInfo]) -> list[str]:
    """Return the names of the members.

    Raises ArchiveError above a limit, for encryption or an unknown compression and, in a zip with
    the document, for an unknown or repeated name.
    """
    unpacked_size = sum(member.file_size for member in members)
    if len(members) > MAX_MEMBERS or unpacked_size > MAX_UNPACKED:
        raise ArchiveError("file_too_big")
    names = [member.filename for member in members]
    for member in members:
        if member.filename == DOCUMENT and member.file_size > MAX_DOCUMENT:
            raise ArchiveError("file_too_big")
        if member.flag_bits & ENCRYPTED_FLAG or member.compress_type not in METHODS:
            raise ArchiveError("file_incomplete")
    if DOCUMENT in names and (len(set(names)) < len(names) or not all(map(_is_known, names))):
        raise ArchiveError(
            "file_wrong", where=next((name for name in names if not _is_known(name)), DOCUMENT)
        )
    return names


def _is_known(name: str) -> bool:
    return name == DOCUMENT or MEMBER.fullmatch(name) is not None


def read_document(content: bytes) -> dict[str, Any]:
    """Return the document.

    Raises ArchiveError for bad JSON, a missing or later format version, a table of another shape,
    or text that a database cannot store. `rows` checks the values of the tables later.
    """
    try:
        text = content.decode("utf-8")
        document = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite_number)
    except (ValueError, RecursionError) as error:
        raise ArchiveError("file_incomplete") from error
    if not isinstance(document, dict) or not _is_whole(document.get("format")):
        raise ArchiveError("not_a_tournament_file")
    if document["format"] > FORMAT:
        raise ArchiveError("later_version", format=document["format"], known=FORMAT)
    tables = document.get("models")
    if not isinstance(tables, dict):
        raise ArchiveError("file_wrong", where="models")
    for name, table in tables.items():
        if not _is_table(table):
            raise ArchiveError("file_wrong", where=name[:60])
    for text in _texts(document, 0):
        if UNSTORABLE.search(text):
            raise ArchiveError("file_wrong", where=DOCUMENT)
    return document


def _is_whole(value: object) -> bool:
    return type(value) is int and value >= 1


def _is_table(table: object) -> bool:
    """Return whether a table has distinct field names, and rows with a value for each field."""
    if not isinstance(table, dict) or set(table) != {"fields", "rows"}:
        return False
    fields, rows = table["fields"], table["rows"]
    if not isinstance(fields, list) or not isinstance(rows, list):
        return False
    has_names = all(isinstance(name, str) for name in fields) and len(set(fields)) == len(fields)
    return has_names and all(isinstance(row, list) and len(row) == len(fields) for row in rows)


def _texts(value: Any, depth: int) -> Iterator[str]:
    """Yield every text of a JSON value, names included. Raises ArchiveError beyond `MAX_DEPTH`."""
    if depth > MAX_DEPTH:
        raise ArchiveError("file_wrong", where=DOCUMENT)
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _texts(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, depth + 1)


def _refuse_constant(name: str) -> None:
    """Raise ValueError for NaN and Infinity, which are not JSON."""
    raise ValueError(name)


def _finite_number(text: str) -> float:
    """Return the number. Raises ValueError for an infinite number, such as «1e999»."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


# --- Between processes ----------------------------------------------------------------------------
def main(content: bytes) -> bytes:
    """Read a tournament file; return a line of JSON, then the members one after another.

    The line has the document and the sizes of the members, or the refusal. `parse_reader_answer`
    reads it.
    """
    try:
        document, members = read_archive(content)
    except ArchiveError as error:
        return json.dumps({"refused": error.code, "params": error.params}).encode() + b"\n"
    sizes = {name: len(member) for name, member in members.items()}
    head = json.dumps({"document": document, "sizes": sizes}).encode()
    return b"".join([head, b"\n", *members.values()])


def parse_reader_answer(answer: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the document and the members from an answer of `main`.

    If the answer has a refusal, raises its ArchiveError.
    """
    line, _newline, content = answer.partition(b"\n")
    head = json.loads(line)
    if "refused" in head:
        raise ArchiveError(head["refused"], **head["params"])
    members, start = {}, 0
    for name, size in head["sizes"].items():
        members[name], start = content[start : start + size], start + size
    return head["document"], members
