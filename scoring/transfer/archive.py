"""The zip of a tournament file: written with repeatable bytes, read with limits.

`docs/tournament-file.md` describes it. This module imports neither Django nor the database, because
`tournaments.jobs.confined` runs its `main` in a process without them.
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
MOST_BYTES = 200_000_000  # of the file, when a command reads it
MOST_UNPACKED = 400_000_000
MOST_DOCUMENT = 80_000_000
MOST_MEMBERS = 10_000
MOST_DEPTH = 60  # nested lists and objects
MEMBER = re.compile(r"actas/[1-9]\d{0,9}\.acta|files/[a-z_.]{3,60}/[1-9]\d{0,9}\.[a-z0-9]{1,5}")
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
LOCKED = 0x1  # the flag of a member with a password
SAME_DAY = (1980, 1, 1, 0, 0, 0)  # the first date that a zip can have
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # NUL and half characters: PostgreSQL refuses them


class ArchiveError(ValueError):
    """A file that is not a whole tournament file; `code` and `params` give the reason."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def write_archive(document: Mapping[str, Any], members: Mapping[str, bytes]) -> bytes:
    """Return the zip of a document and its other members; equal contents give equal bytes."""
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w") as archive:
        for name, content in [
            (DOCUMENT, document_text(document).encode()),
            *sorted(members.items()),
        ]:
            stored = zipfile.ZipInfo(name, SAME_DAY)
            stored.compress_type = zipfile.ZIP_DEFLATED
            stored.external_attr = 0o644 << 16
            stored.create_system = 3  # the same on Windows
            archive.writestr(stored, content)
    return box.getvalue()


def document_text(document: Mapping[str, Any]) -> str:
    """Return the document as JSON, with each row of a table on a line of its own."""
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
    """Return the document and the other members of a zip. Raises ArchiveError."""
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
    """Return the names of the members. Raises ArchiveError past a limit or for an unknown name."""
    if len(members) > MOST_MEMBERS or sum(one.file_size for one in members) > MOST_UNPACKED:
        raise ArchiveError("file_too_big")
    names = [member.filename for member in members]
    for member in members:
        if member.filename == DOCUMENT and member.file_size > MOST_DOCUMENT:
            raise ArchiveError("file_too_big")
        if member.flag_bits & LOCKED or member.compress_type not in PACKED:
            raise ArchiveError("file_incomplete")
    if DOCUMENT in names and (len(set(names)) < len(names) or not all(map(_is_known, names))):
        raise ArchiveError(
            "file_wrong", where=next((n for n in names if not _is_known(n)), DOCUMENT)
        )
    return names


def _is_known(name: str) -> bool:
    return name == DOCUMENT or MEMBER.fullmatch(name) is not None


def read_document(content: bytes) -> dict[str, Any]:
    """Return the document of a known format, with tables of the right shape.

    Raises ArchiveError. What each value means is checked where the rows are written.
    """
    try:
        text = content.decode("utf-8")
        document = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
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
    """Return whether a table has named fields, and rows with a value for each."""
    if not isinstance(table, dict) or set(table) != {"fields", "rows"}:
        return False
    fields, rows = table["fields"], table["rows"]
    if not isinstance(fields, list) or not isinstance(rows, list):
        return False
    named = all(isinstance(name, str) for name in fields) and len(set(fields)) == len(fields)
    return named and all(isinstance(row, list) and len(row) == len(fields) for row in rows)


def _texts(value: Any, depth: int) -> Iterator[str]:
    """Yield every text of a JSON value. Raises ArchiveError if it is nested too deep."""
    if depth > MOST_DEPTH:
        raise ArchiveError("file_wrong", where=DOCUMENT)
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from _texts(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, depth + 1)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _finite(text: str) -> float:
    """Return the number; Python reads «1e999» as infinite, and no database stores that."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


# --- Between processes ----------------------------------------------------------------------------
def main(content: bytes) -> bytes:
    """Read a tournament file for `unpacked`: a line of JSON, then the members one after another."""
    try:
        document, members = read_archive(content)
    except ArchiveError as error:
        return json.dumps({"refused": error.code, "params": error.params}).encode() + b"\n"
    sizes = {name: len(member) for name, member in members.items()}
    head = json.dumps({"document": document, "sizes": sizes}).encode()
    return b"".join([head, b"\n", *members.values()])


def unpacked(answer: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return what `read_archive` returned to `main`. Raises its ArchiveError."""
    line, _newline, rest = answer.partition(b"\n")
    head = json.loads(line)
    if "refused" in head:
        raise ArchiveError(head["refused"], **head["params"])
    members, at = {}, 0
    for name, size in head["sizes"].items():
        members[name], at = rest[at : at + size], at + size
    return head["document"], members
