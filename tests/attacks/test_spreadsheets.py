"""Tests of small lists made to stop the site: no list blocks a page, a worker or the disk."""

import io
import os
import stat
import sys
import time
import zipfile
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler

from tests.faults.cluster import children
from tests.rows import case, cases, each
from tournaments import tasks
from tournaments.jobs.confined import Limits, PastLimits, ReaderBroke, run_confined
from tournaments.jobs.services.jobs import start_job
from tournaments.models import ImportPreview, Job
from tournaments.people.imports import confined
from tournaments.people.imports.confined import read_confined
from tournaments.people.imports.core import SheetError
from tournaments.people.imports.office import LAST_ROW
from tournaments.people.imports.rows import ExistingEntries, check_rows, read_rows
from tournaments.people.imports.worksheets import SHORT_PASTE, read_text
from tournaments.people.services.imports import create_file_preview

PAGE = "/t/casino-de-calamocha/inscripciones/importar/"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def xlsx_file(
    *sheets: bytes,
    name_pattern: str = "xl/worksheets/sheet{}.xml",
    compression=zipfile.ZIP_DEFLATED,
):
    """Return a workbook with these XML texts as sheets; `name_pattern` names them in the zip."""
    names = [name_pattern.format(number) for number in range(1, len(sheets) + 1)]
    tabs = "".join(
        f'<sheet name="h{n}" sheetId="{n}" r:id="r{n}"/>' for n in range(1, len(sheets) + 1)
    )
    links = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/worksheet" Target="/{name}"/>'
        for n, name in enumerate(names, 1)
    )
    parts = "".join(
        f'<Override PartName="/{name}" ContentType="{KIND}.worksheet+xml"/>' for name in names
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName='
            f'"/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>{parts}</Types>',
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{tabs}</sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>',
        )
        for name, sheet_xml in zip(names, sheets, strict=True):
            archive.writestr(name, sheet_xml)
    return file.getvalue()


def sheet_xml(rows: bytes) -> bytes:
    return b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (MAIN.encode(), rows)


def row_xml(row: int, text: bytes = b"") -> bytes:
    """Return a row with one cell, which is empty without a text."""
    filled_cell = b'<c r="A%d" t="inlineStr"><is><t>%s</t></is></c>' % (row, text)
    return b'<row r="%d">%s</row>' % (row, filled_cell if text else b'<c r="A%d"/>' % row)


def ods_file(rows: str) -> bytes:
    file = io.BytesIO()
    space = 'xmlns:{0}="urn:oasis:names:tc:opendocument:xmlns:{0}:1.0"'
    names = " ".join(space.format(prefix) for prefix in ("office", "table", "text"))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "content.xml",
            f"<office:document-content {names}><office:body><office:spreadsheet><table:table>"
            f"{rows}</table:table></office:spreadsheet></office:body></office:document-content>",
        )
    return file.getvalue()


# Lists that need much work, with the code of their refusal, or "ok".
ATTACKS = [
    case(
        "300 last rows",
        lambda: xlsx_file(*[sheet_xml(row_xml(LAST_ROW))] * 300),
        "too_many_empty_rows",
    ),
    case(
        "s.bin",
        lambda: xlsx_file(sheet_xml(b"<row/>" * 8_000_000), name_pattern="xl/s.bin"),
        "zip_too_big",
    ),
    case("300 empty sheets", lambda: xlsx_file(*[sheet_xml(b"")] * 300), "too_many_sheets"),
    case(
        "empty rows repeated",
        lambda: ods_file(
            '<table:table-row table:number-rows-repeated="9999"/>' * 60_000 + "<table:x/>"
        ),
        "empty",
    ),
    case(
        "LZMA",
        lambda: xlsx_file(sheet_xml(row_xml(1, b"Paco")), compression=zipfile.ZIP_LZMA),
        "unreadable",
    ),
    case("quotes", lambda: (b'"a""' * 20 + b"\n") * 4_000, "ok"),
    case("quotes left open", lambda: b'x;"a\n' * 4_000, "ok"),
    case("commas and joins", lambda: (b"a, " + b" / " * 200 + b"\n") * 2_000, "ok"),
    case("numbers alone", lambda: b"1;;;;;;;;;;;;;;;;;;;\n" * 5_000, "empty"),
    case("repeated headings", lambda: b"N;Jugador;;;;;;;;;;;;;;;;x\n" * 5_000, "empty"),
    case("bytes of no alphabet", lambda: b"\xff\xfd;" * 3 + b"\x81" * 500_000, "unknown_alphabet"),
    case("half a web page", lambda: b"<!-- " + b"<" * 1_900_000, "line_too_long"),
    case("spaces", lambda: b"Paco" + b" " * 1_900_000 + b"Gil", "ok"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("make", "code"), ATTACKS)
def test_no_list_takes_long_to_read(make, code):
    content, outcome = make(), "ok"
    assert len(content) < 2_000_000
    try:
        rows, _remarks = read_confined(content, 2, 0)
        check_rows(rows, ExistingEntries())
    except SheetError as error:
        outcome = error.code
    assert outcome == code  # never «too_much_work»: rows are counted before they are read


@pytest.mark.slow
def test_the_last_row_of_a_sheet_is_still_read():
    rows, _remarks = read_confined(xlsx_file(sheet_xml(row_xml(LAST_ROW, b"Paco / Luis"))), 2, 0)
    assert [(row.line, row.player_1, row.player_2) for row in rows] == [(LAST_ROW, "Paco", "Luis")]


@pytest.mark.slow
@each("line", "a" + " " * 297 + "b", "a" + " ." * 147 + "b", "a" + " -" * 147)
def test_a_paste_read_in_the_request_is_never_slow(line):
    """The paste is compared with a normal list of the same length, on any machine."""
    assert _seconds_of(line) < 10 * _seconds_of("Paco Gil / Luis Sanz; " * 13)


def _seconds_of(line):
    text = "\n".join([line] * (SHORT_PASTE // len(line)))
    start = time.process_time()
    check_rows(read_rows(read_text(text))[0], ExistingEntries())
    return time.process_time() - start


# --- The reading process -------------------------------------------------------------------------
READER = """
def main(content, what):
    if what == "time":
        while True:
            pass
    if what == "asleep":
        import time
        time.sleep(60)
    if what == "memory":
        return bytes(10**9)[:1]
    if what == "told":
        return bytes(2 * 1024**2)
    if what == "bug":
        raise ZeroDivisionError("of the reader")
    import os
    return ",".join(sorted(os.environ)).encode() + content
"""
SMALL = Limits(processor=1, clock=3, memory=200 * 1024**2, answer=1024**2)


@pytest.fixture
def reader(monkeypatch, tmp_path):
    """The name of a module whose `main` misbehaves, which the reading process can import."""
    (tmp_path / "misread.py").write_text(READER)
    monkeypatch.setattr(
        "tournaments.jobs.confined.sys.executable", _python_that_looks_in(tmp_path), raising=True
    )
    return "misread"


def _python_that_looks_in(folder: Path) -> str:
    """Write a script that runs Python with `folder` in its path; the reader gets no environment."""
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={folder} exec {sys.executable} "$@"\n')
    python.chmod(0o700)
    return str(python)


@pytest.mark.slow
@cases(
    "fault, limit", ("time", "time"), ("asleep", "time"), ("memory", "memory"), ("told", "memory")
)
def test_a_reader_that_passes_its_limits_is_killed(reader, fault, limit):
    start = time.monotonic()
    before = set(children(os.getpid()))
    with pytest.raises(PastLimits) as error_info:
        run_confined(reader, b"x", fault, limits=SMALL)
    assert error_info.value.limit == limit
    assert time.monotonic() - start < 6
    assert set(children(os.getpid())) <= before  # no process remains


def test_a_bug_of_the_reader_is_reported_and_the_reader_gets_no_environment(reader, monkeypatch):
    monkeypatch.setenv("TAPETE_SECRET_KEY", "not to be read")
    with pytest.raises(ReaderBroke, match="ZeroDivisionError: of the reader"):
        run_confined(reader, b"", "bug", limits=SMALL)
    names, _mark, content = run_confined(reader, b"|x", "", limits=SMALL).partition(b"|")
    assert (b"TAPETE" in names, b"DATABASE" in names, content) == (False, False, b"x")


# --- Uploaded files ------------------------------------------------------------------------------
@pytest.fixture
def send(client_as, chema, casino, django_capture_on_commit_callbacks):
    """Return a function that uploads a file as Chema and returns its job, run by the worker."""

    def upload(content: bytes) -> Job:
        with django_capture_on_commit_callbacks(execute=True):
            file = SimpleUploadedFile("parejas.xlsx", content)
            answer = client_as(chema).post(PAGE, {"file": file})
        assert answer.status_code == 302, answer.text
        return Job.objects.get()

    return upload


def stored_files() -> list[Path]:
    """Return every file in the folder of the site's files."""
    root = Path(default_storage.location)
    return [path for path in root.rglob("*") if path.is_file()]


def test_the_page_only_stores_the_file_and_the_worker_only_starts_the_reader(send, monkeypatch):
    """Neither the site's process nor the worker's process opens the file."""

    def fail(*_arguments, **_options):
        raise AssertionError("opened by the site itself")

    for name in ("read_xlsx", "read_ods", "zip_kind", "decode"):
        monkeypatch.setattr(f"tournaments.people.imports.worksheets.{name}", fail)
    assert send(xlsx_file(sheet_xml(row_xml(1, b"Paco / Luis")))).state == "done"
    assert len(ImportPreview.objects.get().rows) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "limits", [Limits(processor=1, clock=3), Limits(memory=60 * 1024**2)], ids=["time", "memory"]
)
def test_a_list_over_the_limits_fails_at_once_with_a_sentence_and_is_deleted(
    send, monkeypatch, client_as, chema, limits
):
    monkeypatch.setattr(confined, "LIMITS", limits)
    job = send(xlsx_file(sheet_xml(b"<row/>" * 900_000)))
    assert (job.state, job.code, job.attempts) == ("failed", "too_much_work", 1)
    assert job.message.startswith("Ese archivo no parece una lista")
    assert (job.upload.name, stored_files()) == ("", [])
    text = client_as(chema).get(f"{PAGE}{ImportPreview.objects.get().pk}/", follow=True).text
    assert "no parece una lista" in text and "Traer otra lista" in text


@cases(
    "content",
    case("refused", b"PK\x03\x04 no zip"),
    case("read", xlsx_file(sheet_xml(row_xml(1, b"Paco / Luis")))),
)
def test_no_file_outlives_its_job(send, content):
    send(content)
    assert stored_files() == []


def test_a_file_is_deleted_when_its_job_has_no_tries_left(casino, chema):
    job = start_job(tournament=casino, owner=chema, kind="import_read", params={}, upload=b"PK")
    assert len(stored_files()) == 1
    Job.objects.filter(pk=job.pk).update(attempts=3)
    tasks.run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.code, stored_files()) == ("failed", "job_interrupted", [])


def test_a_job_without_its_file_fails_with_a_code(casino, chema):
    preview = create_file_preview(tournament=casino, author=chema, content=b"Paco;Luis")
    params = {"preview": str(preview.pk)}
    job = start_job(tournament=casino, owner=chema, kind="import_read", params=params, upload=b"x")
    for path in stored_files():
        path.unlink()
    tasks.run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.code) == ("failed", "upload_erased")


def test_the_file_is_deleted_even_if_the_reader_breaks(send, monkeypatch):
    def fail(*_arguments, **_options):
        raise ReaderBroke("a trace")

    monkeypatch.setattr(confined, "run_confined", fail)
    assert (send(b"Paco;Luis").code, stored_files()) == ("failed", [])


def test_no_file_can_be_read_by_another_user_of_the_machine(casino, chema, settings):
    before = os.umask(0o000)  # as on a machine where everybody may read new files
    try:
        start_job(tournament=casino, owner=chema, kind="import_read", params={}, upload=b"PK")
        handler = TemporaryFileUploadHandler()
        handler.new_file("file", "lista.xlsx", "", 3_000_000)
        arriving = Path(handler.file.temporary_file_path())
    finally:
        os.umask(before)
    (stored_file,) = stored_files()
    folders = [stored_file.parent, stored_file.parent.parent]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (stored_file, arriving)} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}
    assert arriving.parent == settings.FILE_UPLOAD_TEMP_DIR
    assert {stat.S_IMODE(path.stat().st_mode) for path in (arriving.parent, settings.VAR_DIR)} == {
        0o700
    }
    handler.file.close()
    assert not arriving.exists()
