"""Tests of the tournament file: export, import, copies, damaged files, pages, API, commands."""

import io
import json
import os
import re
import zipfile

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from PIL import Image

from scoring.actas.photos import is_bare_jpeg
from scoring.actas.pictures import redraw_photo
from scoring.actas.services.rescoring import rescore
from scoring.forecast.simulation.copies import create_rehearsal
from scoring.models import Photo
from scoring.rounds.selectors.verification import verify_draw
from scoring.standings.selectors.standings import stage_tables
from scoring.transfer import archive
from scoring.transfer.selectors import tournament_file
from scoring.transfer.services import import_tournament
from tests.addresses import ADDRESSES_PAGE, listed_addresses
from tests.programs import run_python
from tests.refusals import is_refused
from tests.scoring.transfer.demos import DEMOS, audit_of, delete, demo
from tests.worlds import world
from tournaments.models import AuditLine, Membership, Tournament
from tournaments.names.audience import EVERY_ROUND


def _jpeg(**options):
    buffer = io.BytesIO()
    Image.effect_noise((40, 30), 90).convert("RGB").save(buffer, "JPEG", **options)
    return buffer.getvalue()


JPEG = redraw_photo(_jpeg())[0]
KEYS = ("id", "photo", "ruling")
PLACE = re.compile(r"<(?:\w+:)?(\w+)>")


def _standings_tables(tournament):
    return [stage_tables(stage, EVERY_ROUND) for stage in tournament.stages.order_by("number")]


def _draw_checks(tournament):
    rounds = tournament.rounds.filter(state="published").order_by("serial")
    return [verify_draw(round).equal for round in rounds]


@pytest.mark.parametrize("key", DEMOS)
@pytest.mark.django_db
@pytest.mark.each_database
def test_an_imported_tournament_equals_the_exported_one_and_exports_the_same_bytes(key, pilar):
    tournament = demo("Ida y vuelta", **DEMOS[key])
    exported_file, checks = tournament_file(tournament), _draw_checks(tournament)
    tables, audit = _standings_tables(tournament), audit_of(tournament)
    delete(tournament, pilar)
    imported_tournament = import_tournament(author=pilar, content=exported_file)
    assert tournament_file(imported_tournament) == exported_file
    assert (
        _standings_tables(imported_tournament) == tables and audit_of(imported_tournament) == audit
    )
    assert _draw_checks(imported_tournament) == checks and any(checks)
    assert Membership.objects.get(tournament=imported_tournament).user == pilar
    assert not any(
        chunk.wrong_matches for chunk in rescore(tournament=imported_tournament, check=True)
    )


@world
def day(db):
    """A Swiss of nine pairs after two rounds, with a photo."""
    tournament = demo("Día de Luco", **DEMOS["swiss"])
    match = tournament.matches.filter(number=1).get()
    photo = Photo(match=match, width=3, height=2, author_name="raul")
    photo.file.save("x.jpg", ContentFile(JPEG), save=False)
    photo.save()
    return tournament


@pytest.fixture
def exported_file(day):
    photo = Photo.objects.get(match__tournament=day)
    photo.file.storage.save(photo.file.name, ContentFile(JPEG))  # files are deleted after each test
    return tournament_file(day)


def _without_keys(value):
    """Return the JSON without keys of the database, which each site counts for itself."""
    if isinstance(value, dict):
        return {name: _without_keys(item) for name, item in value.items() if name not in KEYS}
    return [_without_keys(item) for item in value] if isinstance(value, list) else value


def _answers(tournament, browser):
    """Return the answer to every GET of the API about the tournament, without keys."""
    values = {
        "slug": tournament.slug,
        "serial": 1,
        "number": 1,
        "code": tournament.matches.get(number=1).code,
        "key": Photo.objects.get(match__tournament=tournament).pk,
        "photo": Photo.objects.get(match__tournament=tournament).pk,
    }
    answers = {}
    for address in listed_addresses(ADDRESSES_PAGE.read_text()):
        names = PLACE.findall(address.route)
        if not address.is_api or "GET" not in address.acts or not {"slug"} <= set(names):
            continue
        if not set(names) <= set(values) or address.route.endswith(("/file/", "/forecast/")):
            continue
        path = "/" + PLACE.sub(lambda place: str(values[place[1]]), address.route)
        answer = browser.get(path)
        body = b"".join(answer) if answer.streaming else answer.content
        content = json.loads(body) if "json" in answer["Content-Type"] else body
        answers[address.route] = answer.status_code, _without_keys(content)
    return answers


@pytest.mark.slow
def test_the_api_gives_the_same_answers_about_an_imported_tournament(
    day, exported_file, pilar, client_as
):
    Membership.objects.create(tournament=day, user=pilar, role="organiser")
    answers_before = {user: _answers(day, client_as(user)) for user in (None, pilar)}
    Membership.objects.filter(tournament=day).exclude(user=pilar).delete()
    delete(day, pilar)
    imported_tournament = import_tournament(author=pilar, content=exported_file)
    AuditLine.objects.filter(act="import_tournament").delete()
    assert sum(status == 200 for status, _body in answers_before[pilar].values()) > 15
    for user, answers in answers_before.items():
        for route, answer in _answers(imported_tournament, client_as(user)).items():
            # The file has no accounts (`team`), and each site counts its own writes (`changes`).
            if not route.endswith(("/team/", "/changes/")):
                assert answer == answers[route], route


def test_the_photo_comes_with_the_file(day, exported_file, pilar):
    delete(day, pilar)
    imported_tournament = import_tournament(author=pilar, content=exported_file)
    photo = Photo.objects.get(match__tournament=imported_tournament)
    assert photo.file.read() == JPEG and photo.match.number == 1
    assert photo.file.name.startswith(f"actas/{photo.match_id}/")


def test_a_file_without_photos_has_everything_else(day, exported_file, pilar):
    file_without_photos = tournament_file(day, photos=False)
    assert len(file_without_photos) < len(exported_file)
    with is_refused("already_here"):
        import_tournament(author=pilar, content=file_without_photos)


def test_the_zip_has_a_document_the_actas_and_the_photos(exported_file):
    zip_file = zipfile.ZipFile(io.BytesIO(exported_file))
    document = json.loads(zip_file.read("tournament.json"))
    assert document["format"] == archive.FORMAT and document["tapete"]
    text = zip_file.read("actas/1.acta").decode()
    assert text.startswith("@juego guinote\n@opciones ") and "@torneo Día de Luco" in text
    assert "files/scoring.photo/1.jpg" in zip_file.namelist()


def test_the_score_command_reads_an_acta_of_the_zip(exported_file, tmp_path, capsys):
    acta = tmp_path / "1.acta"
    acta.write_bytes(zipfile.ZipFile(io.BytesIO(exported_file)).read("actas/1.acta"))
    call_command("score", "guinote", str(acta))
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["over"]


def test_the_file_names_no_account(exported_file, day):
    assert b"password" not in zipfile.ZipFile(io.BytesIO(exported_file)).read("tournament.json")
    document = json.loads(zipfile.ZipFile(io.BytesIO(exported_file)).read("tournament.json"))
    for table in document["models"].values():
        assert "author" not in table["fields"]


# --- Copies ---------------------------------------------------------------------------------------
def test_a_tournament_of_this_site_is_not_imported_again(day, exported_file, pilar):
    with is_refused("already_here", status=409):
        import_tournament(author=pilar, content=exported_file)
    assert Tournament.objects.count() == 1


def test_a_changed_copy_of_a_tournament_of_this_site_is_refused(day, exported_file, pilar):
    day.entries.filter(number=1).update(paid=True, town="Otro pueblo")
    with is_refused("already_here_different", status=409):
        import_tournament(author=pilar, content=exported_file)
    assert Tournament.objects.count() == 1 and day.entries.get(number=1).town == "Otro pueblo"


def test_the_refusal_hides_the_name_of_the_tournament_from_strangers(day, exported_file, vecino):
    with pytest.raises(Exception) as refusal:
        import_tournament(author=vecino, content=exported_file)
    assert day.name not in str(refusal.value) and "slug" not in refusal.value.params


def test_a_copy_is_imported_as_another_tournament_with_new_codes(day, exported_file, pilar):
    copy = import_tournament(author=pilar, content=exported_file, as_another=True)
    assert copy.slug == f"{day.slug}-2" and _standings_tables(copy) == _standings_tables(day)
    codes = set(day.matches.values_list("code", flat=True))
    assert not codes & set(copy.matches.values_list("code", flat=True))
    with is_refused("already_here"):
        import_tournament(author=pilar, content=tournament_file(copy))


def test_a_file_with_match_codes_of_another_tournament_is_refused(day, exported_file, pilar):
    Tournament.objects.update(created_at=day.starts_at)
    with is_refused("codes_taken", status=409):
        import_tournament(author=pilar, content=exported_file)


def test_tournaments_of_two_laptops_with_one_name_are_both_imported(day, exported_file, pilar):
    """Import two tournaments with one name: each gets its own address and its own contents."""
    second = demo("Día de Luco.", **DEMOS["knockout"])
    Tournament.objects.filter(pk=second.pk).update(name=day.name)
    files = [exported_file, tournament_file(Tournament.objects.get(pk=second.pk))]
    for tournament in (day, Tournament.objects.get(pk=second.pk)):
        delete(tournament, pilar)
    imported_tournament = [import_tournament(author=pilar, content=file) for file in files]
    assert len({tournament.slug for tournament in imported_tournament}) == 2
    assert [
        tournament_file(tournament) == file
        for tournament, file in zip(imported_tournament, files, strict=True)
    ] == [True, True]


def test_a_rehearsal_is_not_exported(day, pilar):
    rehearsal = create_rehearsal(day, pilar, "seed", 8)
    with is_refused("is_rehearsal", status=409):
        tournament_file(rehearsal)


# --- Wrong files ----------------------------------------------------------------------------------
def _changed_file(content, change, *, drop=(), add=()):
    """Return the file after `change(document)`, without the members `drop`, plus those in `add`."""
    zip_file = zipfile.ZipFile(io.BytesIO(content))
    document = json.loads(zip_file.read("tournament.json"))
    change(document)
    members = {
        name: zip_file.read(name)
        for name in zip_file.namelist()
        if name != "tournament.json" and name not in drop
    }
    return archive.write_archive(document, {**members, **dict(add)})


def _set_value(label, field, value, row=0):
    def change(document):
        table = document["models"][label]
        table["rows"][row][table["fields"].index(field)] = value

    return change


def _later_version(document):
    document["format"] = archive.FORMAT + 1


def _new_field(document):
    table = document["models"]["tournaments.Entry"]
    table["fields"].append("colour")
    for row in table["rows"]:
        row.append("red")


def _two_tournaments(document):
    rows = document["models"]["tournaments.Tournament"]["rows"]
    rows.append(rows[0])


def _deep_nesting(document):
    value = []
    for _level in range(80):
        value = [value]
    _set_value("tournaments.Stage", "intake", value)(document)


def _request_of(players):
    """Return a change that adds a request for an entry with these players."""

    def change(document):
        table = document["models"]["tournaments.EntryRequest"]
        values = {"tournament": 1, "digest": "0", "state": "sent", "players": players}
        table["fields"], table["rows"] = list(values), [list(values.values())]

    return change


WRONG_FILES = {
    "people of no shape": (_request_of([["Paco"]]), "file_wrong"),
    "people of numbers": (_request_of([[1, 2, 3]]), "file_wrong"),
    "people of nothing": (_request_of([None]), "file_wrong"),
    "an unknown category": (_set_value("tournaments.Entry", "categories", ["x"]), "file_wrong"),
    "a later version": (_later_version, "later_version"),
    "a field of a later version": (_new_field, "later_version"),
    "two tournaments": (_two_tournaments, "file_incomplete"),
    "deep nesting": (_deep_nesting, "file_wrong"),
    "an unknown game": (_set_value("tournaments.Tournament", "game", "mus"), "game_not_here"),
    "an unknown format": (_set_value("tournaments.Stage", "format", "mus"), "format_not_here"),
    "a text for a number": (_set_value("tournaments.Tournament", "tables", "8"), "file_wrong"),
    "too many tables": (_set_value("tournaments.Tournament", "tables", 9000), "file_wrong"),
    "a long text": (_set_value("tournaments.Player", "name", "x" * 61), "file_wrong"),
    "a NUL": (_set_value("tournaments.Player", "name", "a\x00b"), "file_wrong"),
    "a row that is not there": (_set_value("tournaments.Entry", "tournament", 2), "file_wrong"),
    "a number below one": (_set_value("tournaments.Entry", "number", 0), "file_wrong"),
    "an entry number twice": (_set_value("tournaments.Entry", "number", 2), "file_wrong"),
    "a time without zone": (
        _set_value("tournaments.Tournament", "starts_at", "2026-01-01T10:00"),
        "file_wrong",
    ),
    "an unknown state": (_set_value("tournaments.Match", "state", "lost"), "file_wrong"),
    "options of no game": (_set_value("tournaments.Stage", "game_options", {"x": 1}), "file_wrong"),
    "quotas of no shape": (_set_value("tournaments.Stage", "intake", [{"x": 1}]), "file_wrong"),
    "a quota of no stage": (
        _set_value("tournaments.Stage", "intake", [{"stage": 7}]),
        "file_wrong",
    ),
    "an unknown tie-break": (_set_value("tournaments.Stage", "chain", ["luck"]), "file_wrong"),
    "dates of no shape": (_set_value("tournaments.Stage", "dates", ["mañana"]), "file_wrong"),
    "a list for an object": (_set_value("tournaments.Stage", "counting", []), "file_wrong"),
    "tables of no shape": (
        _set_value("tournaments.Tournament", "out_of_service", ["a"]),
        "file_wrong",
    ),
    "a code of no address": (_set_value("tournaments.Match", "code", "../x"), "file_wrong"),
    "a long privacy text": (
        _set_value("tournaments.Tournament", "privacy", "x" * 7000),
        "file_wrong",
    ),
    "an act of a later version": (
        _set_value("tournaments.AuditLine", "act", "levitate"),
        "later_version",
    ),
    "another winner": (_set_value("scoring.Result", "winner", None), "acta_differs"),
    "another line": (_set_value("scoring.Hand", "line", "0-100 uB"), "acta_differs"),
    "a missing photo": (
        _set_value("scoring.Photo", "file", "files/scoring.photo/1.png"),
        "file_wrong",
    ),
    "a path": (_set_value("scoring.Photo", "file", "../../etc/passwd"), "file_wrong"),
}


@pytest.mark.parametrize("key", WRONG_FILES)
def test_a_wrong_file_is_refused_and_nothing_is_written(key, day, exported_file, pilar):
    change, code = WRONG_FILES[key]
    delete(day, pilar)
    with is_refused(code, status=400, field="file"):
        import_tournament(author=pilar, content=_changed_file(exported_file, change))
    assert not Tournament.objects.exists() and not Photo.objects.exists()


def test_a_file_without_a_newer_field_takes_its_default(day, exported_file, pilar):
    def remove_fixed_table(document):
        table = document["models"]["tournaments.Entry"]
        column = table["fields"].index("fixed_table")
        del table["fields"][column]
        for row in table["rows"]:
            del row[column]

    delete(day, pilar)
    imported_tournament = import_tournament(
        author=pilar, content=_changed_file(exported_file, remove_fixed_table)
    )
    assert {entry.fixed_table for entry in imported_tournament.entries.all()} == {0}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"format": 1, "models": []}', "file_wrong"),
        ('{"format": 1, "models": {"x": {"fields": ["a"], "rows": [[]]}}}', "file_wrong"),
        ('{"format": 1, "models": {"x": {"fields": ["a"], "rows": [["\\ud800"]]}}}', "file_wrong"),
        ('{"format": 1, "models": {"x": {"fields": ["a"], "rows": [[NaN]]}}}', "file_incomplete"),
        ('{"format": 1, "models": {"x": {"fields": ["a"], "rows": [[1e999]]}}}', "file_incomplete"),
        (
            '{"format": 1, "models": {"x": {"fields": ["a"], "rows": [[' + "9" * 5000,
            "file_incomplete",
        ),
        ('{"format": 1, "models"', "file_incomplete"),
        ('{"format": true, "models": {}}', "not_a_tournament_file"),
        ("[" * 100_000, "file_incomplete"),
    ],
)
def test_a_wrong_document_is_refused(text, code):
    with pytest.raises(archive.ArchiveError) as refusal:
        archive.read_document(text.encode())
    assert refusal.value.code == code


def _zip_bomb():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("tournament.json", b" " * 90_000_000)
    return buffer.getvalue()


def _file_of_many_members():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zip_file:
        for number in range(1, 10_002):
            zip_file.writestr(f"actas/{number}.acta", b"")
    return buffer.getvalue()


def _with_overlapping_members(content):
    """Return the file with two members that share the same bytes, as dense zip bombs have."""
    buffer = io.BytesIO(content)
    with zipfile.ZipFile(buffer, "a") as archive_file:
        members = [
            member for member in archive_file.infolist() if member.filename.startswith("actas/")
        ]
        members[1].header_offset = members[0].header_offset
        archive_file._didModify = True
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda _file: b"", "not_a_tournament_file"),
        (lambda _file: b"%PDF-1.4", "not_a_tournament_file"),
        (lambda file: file[: len(file) // 2], "file_incomplete"),
        (lambda file: file[:-30], "file_incomplete"),
        (lambda file: file.replace(file[400:420], b"x" * 20), "file_incomplete"),
        (lambda _file: archive.write_archive({"models": {}}, {}), "not_a_tournament_file"),
        (lambda _file: _zip_bomb(), "file_too_big"),
        (lambda _file: _file_of_many_members(), "file_too_big"),
        (lambda file: _with_overlapping_members(file), "file_incomplete"),
        (lambda file: _changed_file(file, lambda _d: None, add=[("../x.sh", b"")]), "file_wrong"),
        (lambda file: _changed_file(file, lambda _d: None, drop=["actas/2.acta"]), "acta_differs"),
        (
            lambda file: _changed_file(
                file, lambda _d: None, add=[("files/scoring.photo/1.jpg", b"<svg/>")]
            ),
            "file_wrong",
        ),
    ],
)
def test_a_damaged_file_is_refused(damage, code, day, exported_file, pilar):
    delete(day, pilar)
    with is_refused(code, status=400):
        import_tournament(author=pilar, content=damage(exported_file))
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "photo",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        JPEG + b"<script>alert(1)</script>\xff\xd9",
        JPEG[:-2] + b"PK\x03\x04",
        JPEG[:2] + b"\xff\xfe\x00\x0a<script>" + JPEG[2:],
        _jpeg(exif=b"Exif\x00\x00place"),
        JPEG[:2] + b"\xff\xd9",
        redraw_photo(_jpeg())[0].replace(b"\x00\x1e\x00\x28", b"\xff\xff\xff\xff", 1),
        b"",
    ],
)
def test_a_photo_with_more_than_the_picture_is_refused(photo, day, exported_file, pilar):
    """Refuse photos with hidden data: an import stores their bytes without redrawing them."""
    assert is_bare_jpeg(JPEG) and not is_bare_jpeg(photo)
    name = "files/scoring.photo/1.jpg"
    content = _changed_file(exported_file, lambda _d: None, drop=[name], add=[(name, photo)])
    delete(day, pilar)
    with is_refused("file_wrong", status=400):
        import_tournament(author=pilar, content=content)
    assert not Photo.objects.exists()


def test_a_page_refuses_a_file_with_too_many_rows(day, exported_file, pilar, monkeypatch):
    monkeypatch.setattr("scoring.transfer.services.MAX_ROWS", 100)
    delete(day, pilar)
    with is_refused("file_too_big"):
        import_tournament(author=pilar, content=exported_file)
    assert import_tournament(author=pilar, content=exported_file, unlimited=True)


@pytest.mark.parametrize("quota", ["TOURNAMENTS", "STORAGE_MB"])
def test_an_import_counts_for_the_quotas(quota, day, exported_file, pilar, settings):
    setattr(settings, f"TAPETE_QUOTA_{quota}", 1)
    delete(day, pilar)
    if quota == "TOURNAMENTS":
        import_tournament(author=pilar, content=exported_file)
        with is_refused("quota_tournaments"):
            import_tournament(author=pilar, content=exported_file, as_another=True)
    else:
        settings.TAPETE_QUOTA_STORAGE_MB = 0.00001
        with is_refused("quota_storage"):
            import_tournament(author=pilar, content=exported_file)


# --- Pages, API, commands -------------------------------------------------------------------------
def _upload(content):
    return {"file": ContentFile(content, name="day.tapete")}


def test_the_pages_export_and_import_a_tournament(day, client_as, pilar, exported_file):
    Membership.objects.create(tournament=day, user=pilar, role="organiser")
    browser = client_as(pilar)
    address = f"/t/{day.slug}/ajustes/archivo/"
    assert browser.get(address).content == exported_file
    assert address in browser.get(f"/t/{day.slug}/ajustes/").content.decode()
    assert "/torneos/traer/" in browser.get("/torneos/nuevo/").content.decode()
    second_answer = browser.post("/torneos/traer/", _upload(exported_file))
    assert (
        second_answer.status_code == 409
        and f"/t/{day.slug}/panel/" in second_answer.content.decode()
    )
    delete(day, pilar)
    imported_tournament = browser.post("/torneos/traer/", _upload(exported_file), follow=True)
    assert (
        imported_tournament.status_code == 200
        and "Torneo traído" in imported_tournament.content.decode()
    )
    assert browser.post("/torneos/traer/").status_code == 400
    refused_answer = browser.post("/torneos/traer/", _upload(b"PK"))
    assert refused_answer.status_code == 400 and "incompleto" in refused_answer.content.decode()


def test_the_api_exports_and_imports_a_tournament(day, client_as, pilar, exported_file):
    Membership.objects.create(tournament=day, user=pilar, role="organiser")
    browser = client_as(pilar)
    answer = browser.get(f"/api/v1/tournaments/{day.slug}/file/")
    assert (answer.content, answer["Content-Type"]) == (exported_file, "application/zip")
    assert browser.get(f"/api/v1/tournaments/{day.slug}/file/?photos=no").status_code == 200
    second_answer = browser.post("/api/v1/tournament-files/", _upload(exported_file))
    assert (second_answer.status_code, second_answer.json()["error"]["code"]) == (
        409,
        "already_here",
    )
    delete(day, pilar)
    imported_tournament = browser.post("/api/v1/tournament-files/", _upload(exported_file))
    assert imported_tournament.status_code == 201 and imported_tournament.json()["slug"] == day.slug


def test_the_commands_export_and_import_a_tournament(day, exported_file, pilar, tmp_path):
    file = tmp_path / "day.tapete"
    call_command("export_tournament", day.slug, str(file))
    assert file.read_bytes() == exported_file
    with pytest.raises(CommandError, match="ya está aquí"):
        call_command("import_tournament", str(file), organiser="pilar")
    delete(day, pilar)
    call_command("import_tournament", str(file), organiser="pilar")
    assert tournament_file(Tournament.objects.get()) == exported_file
    for command in (
        ["export_tournament", "nothing", str(file)],
        ["export_tournament", day.slug, "/"],
    ):
        with pytest.raises(CommandError):
            call_command(*command)
    with pytest.raises(CommandError):
        call_command("import_tournament", str(file), organiser="nobody")


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.each_database
def test_a_file_from_a_machine_with_sqlite_gives_the_same_tournament(pilar, tmp_path):
    """Import on each database a file that was exported from a laptop with SQLite."""
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    env |= {"TAPETE_VAR": str(tmp_path / "var")}
    file = tmp_path / "laptop.tapete"
    (tmp_path / "var").mkdir()
    run_python("manage.py", "migrate", "-v0", env=env)
    run_python("manage.py", "demo", "--entries", "9", "--rounds", "2", "--name", "Luco", env=env)
    run_python("manage.py", "export_tournament", "luco", file, env=env)
    imported_tournament = import_tournament(author=pilar, content=file.read_bytes())
    assert tournament_file(imported_tournament) == file.read_bytes()
    assert all(_draw_checks(imported_tournament)) and imported_tournament.slug == "luco"
