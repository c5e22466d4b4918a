"""The link of a table is shown only to users who may write there, in pages, prints and logs."""

import json
import logging
import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from config.logs import HideSecrets
from scoring.actas.services import record_hand
from scoring.actas.table_links import link_secret, table_url
from scoring.hall.services import revoke_link
from scoring.models import Photo
from tests.access.test_roles import ADDRESSES, PLACE
from tests.rows import cases, each
from tests.scoring.played_rounds import publish
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.models import AuditLine, Job
from tournaments.site.qr import qr_svg

HALL = "/t/casino-de-calamocha/"
API = "/api/v1/tournaments/casino-de-calamocha/"
BASE = "http://testserver"
SHEETS_WITH_LINKS = ("actas", "table_cards")
MINE, THEIRS = (1, 2), (3, 4)


@world
def hall(casino, pairs, pilar, raul):
    """Eight pairs at tables 1 to 4; Raúl is the referee of tables 1 and 2."""
    pairs(casino, 8)
    publish(casino, pilar)
    limit_raul(casino, pilar, "1-2")
    return casino


def limit_raul(hall, pilar, tables):
    grant_role(tournament=hall, author=pilar, username="raul", role="referee", tables=tables)


@pytest.fixture
def order(client_as, django_capture_on_commit_callbacks):
    """Return a function that orders a sheet as a user and returns the answer and the job."""

    def order_sheet(user, **form):
        before = set(Job.objects.values_list("pk", flat=True))
        with django_capture_on_commit_callbacks(execute=True):
            answer = client_as(user).post(f"{HALL}imprimir/hoja/", form)
        return answer, Job.objects.exclude(pk__in=before).first()

    return order_sheet


def match_at(hall, table):
    return hall.matches.select_related("round__stage", "tournament").get(table=table)


def codes_at(hall, tables):
    return {match_at(hall, table).code for table in tables}


def text_of(answer):
    """Return the text of a job's PDF, without spaces."""
    pdf = PdfReader(BytesIO(b"".join(answer)))
    return "".join("".join(page.extract_text() for page in pdf.pages).split())


# --- On paper -------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("sheet", SHEETS_WITH_LINKS)
def test_a_referee_of_some_tables_prints_only_those_tables(hall, raul, order, client_as, sheet):
    _answer, job = order(raul, sheet=sheet, round="1")
    text = text_of(client_as(raul).get(f"{HALL}trabajos/{job.pk}/fichero/"))
    assert all(code in text for code in codes_at(hall, MINE))
    assert not any(code in text for code in codes_at(hall, THEIRS))


def test_a_referee_prints_an_acta_only_of_his_own_tables(hall, raul, order):
    answer, job = order(raul, sheet="actas", match=match_at(hall, 3).code)
    assert (answer.status_code, job) == (403, None)
    assert "Eso es de la mesa 3" in answer.text
    _answer, job = order(raul, sheet="actas", match=match_at(hall, 2).code)
    assert (job.state, job.params["tables"]) == ("done", "1-2")


@cases(
    "form, status, code",
    ({"sheet": "actas", "match": 3}, 403, "other_table"),
    ({"sheet": "entries"}, 403, "permission_denied"),
    ({"sheet": "actas", "round": 1}, 202, None),
    ({"sheet": "actas", "blank": 2}, 202, None),
    ({"sheet": "standings"}, 202, None),
)
def test_a_program_of_the_referee_has_the_same_limits(hall, raul, client_as, form, status, code):
    if "match" in form:
        form = {**form, "match": match_at(hall, form["match"]).code}
    answer = client_as(raul).post(f"{API}prints/", form, content_type="application/json")
    assert answer.status_code == status
    assert code is None or answer.json()["error"]["code"] == code


def test_a_print_for_tables_without_a_match_is_refused(hall, pilar, raul, order, client_as):
    limit_raul(hall, pilar, "7-8")
    answer, job = order(raul, sheet="table_cards", round="1")
    assert (answer.status_code, job) == (409, None)
    assert "no se juega todavía en las mesas 7-8" in answer.text
    assert "no se juega todavía en las mesas 7-8" in client_as(raul).get(f"{HALL}imprimir/").text


def test_a_role_prints_only_sheets_that_it_may_read(hall, raul, chema, order, client_as):
    """The list of entries shows payments: a referee may neither read nor print it."""
    page = client_as(raul).get(f"{HALL}imprimir/").text
    assert 'value="entries"' not in page and "Usted arbitra las mesas 1-2" in page
    answer, job = order(raul, sheet="entries")
    assert (answer.status_code, job) == (403, None)
    _answer, job = order(chema, sheet="entries")
    assert job.state == "done"
    assert client_as(raul).get(f"{HALL}trabajos/{job.pk}/fichero/").status_code == 403


# --- Files ordered by other users -----------------------------------------------------------------
def addresses_of(job):
    """Return every address of a job, with its method."""
    page, api = f"{HALL}trabajos/{job.pk}/", f"{API}jobs/{job.pk}/"
    return [
        ("get", page),
        ("get", f"{page}fichero/"),
        ("post", f"{page}otra-vez/"),
        ("get", api),
        ("get", f"{api}file/"),
        ("post", f"{api}again/"),
    ]


def is_open_to(user, job, client_as):
    browser = client_as(user)
    answers = [getattr(browser, method)(path).status_code for method, path in addresses_of(job)]
    assert 404 not in answers
    # 409: only a failed job can be repeated.
    return {status for status in answers if status != 409} == {200}


@pytest.mark.slow
def test_a_file_with_links_opens_for_users_in_charge_of_all_its_tables(
    hall, pilar, chema, raul, order, client_as
):
    _answer, all_tables = order(pilar, sheet="table_cards", round="1")
    _answer, raul_tables = order(raul, sheet="table_cards", round="1")
    _answer, standings = order(pilar, sheet="standings")
    _answer, blank = order(pilar, sheet="actas", blank="2")
    assert is_open_to(chema, all_tables, client_as) and is_open_to(chema, raul_tables, client_as)
    assert not is_open_to(raul, all_tables, client_as) and is_open_to(raul, raul_tables, client_as)
    assert is_open_to(raul, standings, client_as) and is_open_to(raul, blank, client_as)
    limit_raul(hall, pilar, "1")
    assert not is_open_to(raul, raul_tables, client_as)
    limit_raul(hall, pilar, "")
    assert is_open_to(raul, all_tables, client_as)


@pytest.mark.slow
def test_an_old_file_without_recorded_tables_counts_as_a_file_of_all_tables(
    hall, raul, order, client_as
):
    _answer, old_job = order(raul, sheet="actas", round="1")
    del old_job.params["tables"]
    old_job.save()
    assert not is_open_to(raul, old_job, client_as)
    old_job.params = {"sheet": "of another version"}
    old_job.save()
    assert not is_open_to(raul, old_job, client_as)


def test_a_match_that_moves_to_another_table_before_its_print_is_refused(
    hall, raul, order, monkeypatch
):
    """The job checks the table again when it makes the sheet."""
    match = match_at(hall, 2)
    monkeypatch.setattr("tournaments.tasks.send", lambda job: None)
    _answer, job = order(raul, sheet="actas", match=match.code)
    type(match).objects.filter(pk=match.pk).update(table=6)
    from tournaments.tasks import run_job

    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == "failed" and "Eso es de la mesa 6" in job.message


# --- Photos of the paper --------------------------------------------------------------------------
@each("table, may_see", (2, True), (3, False))
def test_a_photo_of_an_acta_is_shown_to_users_who_may_write_that_acta(
    hall, raul, client_as, settings, tmp_path, table, may_see
):
    settings.MEDIA_ROOT = tmp_path
    (tmp_path / "one.jpg").write_bytes(b"\xff\xd8")
    match = match_at(hall, table)
    photo = Photo.objects.create(match=match, file="one.jpg", width=1, height=1)
    browser = client_as(raul)
    for path in (
        f"{HALL}acta/{match.code}/fotos/{photo.pk}/",
        f"{API}matches/{match.code}/photos/",
        f"{API}matches/{match.code}/photos/{photo.pk}/",
    ):
        assert browser.get(path).status_code == (200 if may_see else 403), path


# --- Every page and every list --------------------------------------------------------------------
def marks_of(match):
    """Return the two forms of a match's link on a page: its secret, and the drawing of its QR."""
    return link_secret(match), re.search(r' d="[^"]+"', qr_svg(table_url(BASE, match)))[0]


VISITORS = {
    "a phone with the link of table 1": (None, {1}),
    "the referee of table 1": ("raul", {1}),
    "the desk": ("chema", {1, 2}),
}


@pytest.mark.slow
@pytest.mark.parametrize("visitor", VISITORS)
def test_no_address_shows_the_link_of_a_table_to_users_who_may_not_write_there(
    places, casino, pilar, request, client_as, visitor
):
    """Open every address of the site, for the visitor's table and for another table."""
    limit_raul(casino, pilar, "1")
    username, allowed = VISITORS[visitor]
    browser = client_as(username and request.getfixturevalue(username))
    if visitor == "a phone with the link of table 1":
        browser.get(table_url("", match_at(casino, 1)))
        browser.post(f"{HALL}mesa/{match_at(casino, 1).code}/lado/", {"side": 0})
    matches, tables_shown = [match_at(casino, 1), match_at(casino, 2)], set()
    marks = {match.table: marks_of(match) for match in matches}
    for address in (row for row in ADDRESSES if "GET" in row.acts and "secret" not in str(row)):
        # The desk opens pages only to prove that the test finds links.
        if visitor == "the desk" and tables_shown == allowed:
            break
        for match in matches if "code>" in str(address) else matches[:1]:
            values = {**places, "code": match.code}
            path = PLACE.sub(lambda place, values=values: str(values[place[1]]), str(address))
            answer = browser.get(path)
            if not answer.streaming:
                content = answer.content.decode(errors="replace")
                tables_shown |= {
                    table for table in marks if any(mark in content for mark in marks[table])
                }
    assert tables_shown <= allowed
    # The desk sees both links; otherwise the test might never find one.
    assert tables_shown == allowed or visitor != "the desk"


def test_audit_lines_and_jobs_have_no_link(hall, pilar, raul, order):
    record_hand(match=match_at(hall, 1), author=raul, line="coto 3-1", number=1)
    order(pilar, sheet="table_cards", round="1")
    revoke_link(match=match_at(hall, 1), author=pilar)
    stored_text = json.dumps([*AuditLine.objects.values(), *Job.objects.values()], default=str)
    assert not any(link_secret(match) in stored_text for match in hall.matches.all())


def test_offline_copies_have_no_page_of_a_link(client):
    pattern = re.search(r"const ENTRY = /(.+)/;", client.get("/sw.js").text)[1].replace(r"\/", "/")
    assert re.search(pattern, "/t/casino/acta/ABCDEF/") and re.search(
        pattern, "/t/casino/mesa/ABCDEF/"
    )
    for path in ("/t/casino/acta/ABCDEF/enlace/", "/m/ABCDEF/aaaaaaaaaaaaaaaa/"):
        assert not re.search(pattern, path)


def test_a_link_is_not_written_in_the_log():
    record = logging.makeLogRecord({"msg": "Not Found: %s", "args": ("/m/ABCDEF/secreto/",)})
    assert HideSecrets().filter(record)
    assert record.getMessage() == "Not Found: /m/ABCDEF/…/"
