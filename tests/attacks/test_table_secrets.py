"""The link of a table reaches only those who may write there: every place it could be read at."""

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
from tests.scoring.days import publish
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.models import AuditLine, Job
from tournaments.site.qr import qr_svg

HALL = "/t/casino-de-calamocha/"
API = "/api/v1/tournaments/casino-de-calamocha/"
BASE = "http://testserver"
LINKED = ("actas", "table_cards")
MINE, THEIRS = (1, 2), (3, 4)


@world
def hall(casino, pairs, pilar, raul):
    """Eight pairs at tables 1 to 4; Raúl is the referee of 1 and 2."""
    pairs(casino, 8)
    publish(casino, pilar)
    only(casino, pilar, "1-2")
    return casino


def only(hall, pilar, tables):
    grant_role(tournament=hall, author=pilar, username="raul", role="referee", tables=tables)


@pytest.fixture
def order(client_as, django_capture_on_commit_callbacks):
    """Order a sheet as somebody and have it made: the answer and the job, if there is one."""

    def ordered(user, **asked):
        before = set(Job.objects.values_list("pk", flat=True))
        with django_capture_on_commit_callbacks(execute=True):
            answer = client_as(user).post(f"{HALL}imprimir/hoja/", asked)
        return answer, Job.objects.exclude(pk__in=before).first()

    return ordered


def at(hall, table):
    return hall.matches.select_related("round__stage", "tournament").get(table=table)


def codes(hall, tables):
    return {at(hall, table).code for table in tables}


def told(answer):
    """Return what the file of a job says."""
    pdf = PdfReader(BytesIO(b"".join(answer)))
    return "".join("".join(page.extract_text() for page in pdf.pages).split())


# --- On paper -------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("sheet", LINKED)
def test_a_referee_of_some_tables_prints_those_and_no_other(hall, raul, order, client_as, sheet):
    _answer, job = order(raul, sheet=sheet, round="1")
    said = told(client_as(raul).get(f"{HALL}trabajos/{job.pk}/fichero/"))
    assert all(code in said for code in codes(hall, MINE))
    assert not any(code in said for code in codes(hall, THEIRS))


def test_one_acta_is_that_of_a_table_of_ones_own(hall, raul, order):
    answer, job = order(raul, sheet="actas", match=at(hall, 3).code)
    assert (answer.status_code, job) == (403, None)
    assert "Eso es de la mesa 3" in answer.text
    _answer, job = order(raul, sheet="actas", match=at(hall, 2).code)
    assert (job.state, job.params["tables"]) == ("done", "1-2")


@cases(
    "asked, status, code",
    ({"sheet": "actas", "match": 3}, 403, "other_table"),
    ({"sheet": "entries"}, 403, "permission_denied"),
    ({"sheet": "actas", "round": 1}, 202, None),
    ({"sheet": "actas", "blank": 2}, 202, None),
    ({"sheet": "standings"}, 202, None),
)
def test_a_program_of_the_referee_prints_the_same(hall, raul, client_as, asked, status, code):
    if "match" in asked:
        asked = {**asked, "match": at(hall, asked["match"]).code}
    answer = client_as(raul).post(f"{API}prints/", asked, content_type="application/json")
    assert answer.status_code == status
    assert code is None or answer.json()["error"]["code"] == code


def test_nothing_is_printed_of_tables_where_nobody_plays(hall, pilar, raul, order, client_as):
    only(hall, pilar, "7-8")
    answer, job = order(raul, sheet="table_cards", round="1")
    assert (answer.status_code, job) == (409, None)
    assert "no se juega todavía en las mesas 7-8" in answer.text
    assert "no se juega todavía en las mesas 7-8" in client_as(raul).get(f"{HALL}imprimir/").text


def test_what_a_role_may_not_see_it_does_not_print(hall, raul, chema, order, client_as):
    """The list of entries has who paid: a referee neither reads it nor prints it."""
    page = client_as(raul).get(f"{HALL}imprimir/").text
    assert 'value="entries"' not in page and "Usted arbitra las mesas 1-2" in page
    answer, job = order(raul, sheet="entries")
    assert (answer.status_code, job) == (403, None)
    _answer, job = order(chema, sheet="entries")
    assert job.state == "done"
    assert client_as(raul).get(f"{HALL}trabajos/{job.pk}/fichero/").status_code == 403


# --- Files that others had made -------------------------------------------------------------------
def doors(job):
    """Every address of a job, with its method."""
    page, api = f"{HALL}trabajos/{job.pk}/", f"{API}jobs/{job.pk}/"
    return [
        ("get", page),
        ("get", f"{page}fichero/"),
        ("post", f"{page}otra-vez/"),
        ("get", api),
        ("get", f"{api}file/"),
        ("post", f"{api}again/"),
    ]


def open_to(user, job, client_as):
    browser = client_as(user)
    answers = [getattr(browser, method)(path).status_code for method, path in doors(job)]
    assert 404 not in answers
    return {status for status in answers if status != 409} == {200}  # it has not failed: no again


@pytest.mark.slow
def test_a_file_with_links_opens_for_those_who_look_after_all_its_tables(
    hall, pilar, chema, raul, order, client_as
):
    _answer, whole = order(pilar, sheet="table_cards", round="1")
    _answer, mine = order(raul, sheet="table_cards", round="1")
    _answer, plain = order(pilar, sheet="standings")
    _answer, blank = order(pilar, sheet="actas", blank="2")
    assert open_to(chema, whole, client_as) and open_to(chema, mine, client_as)
    assert not open_to(raul, whole, client_as) and open_to(raul, mine, client_as)
    assert open_to(raul, plain, client_as) and open_to(raul, blank, client_as)
    only(hall, pilar, "1")
    assert not open_to(raul, mine, client_as)
    only(hall, pilar, "")
    assert open_to(raul, whole, client_as)


@pytest.mark.slow
def test_a_file_made_before_its_tables_were_noted_is_of_all_tables(hall, raul, order, client_as):
    _answer, old = order(raul, sheet="actas", round="1")
    del old.params["tables"]
    old.save()
    assert not open_to(raul, old, client_as)
    old.params = {"sheet": "of another version"}
    old.save()
    assert not open_to(raul, old, client_as)


def test_a_match_that_moves_away_while_its_paper_waits_is_not_in_it(hall, raul, order, monkeypatch):
    """The sheet reads again what is asked for when it is made."""
    match = at(hall, 2)
    monkeypatch.setattr("tournaments.tasks.send", lambda job: None)
    _answer, job = order(raul, sheet="actas", match=match.code)
    type(match).objects.filter(pk=match.pk).update(table=6)
    from tournaments.tasks import run_job

    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == "failed" and "Eso es de la mesa 6" in job.message


# --- Photos of the paper --------------------------------------------------------------------------
@each("table, seen", (2, True), (3, False))
def test_a_photo_of_the_paper_is_seen_by_who_may_write_that_acta(
    hall, raul, client_as, settings, tmp_path, table, seen
):
    settings.MEDIA_ROOT = tmp_path
    (tmp_path / "one.jpg").write_bytes(b"\xff\xd8")
    match = at(hall, table)
    photo = Photo.objects.create(match=match, file="one.jpg", width=1, height=1)
    browser = client_as(raul)
    for path in (
        f"{HALL}acta/{match.code}/fotos/{photo.pk}/",
        f"{API}matches/{match.code}/photos/",
        f"{API}matches/{match.code}/photos/{photo.pk}/",
    ):
        assert browser.get(path).status_code == (200 if seen else 403), path


# --- Every page and every list --------------------------------------------------------------------
def marks_of(match):
    """How the link of a match looks on a page: in letters, and as its QR."""
    return link_secret(match), re.search(r' d="[^"]+"', qr_svg(table_url(BASE, match)))[0]


VISITORS = {
    "who holds the link of table 1": (None, {1}),
    "the referee of table 1": ("raul", {1}),
    "the desk": ("chema", {1, 2}),
}


@pytest.mark.slow
@pytest.mark.parametrize("visitor", VISITORS)
def test_no_address_shows_the_link_of_a_table_to_who_may_not_write_there(
    places, casino, pilar, request, client_as, visitor
):
    """Every address of the site, read: of one's own table and of another's."""
    only(casino, pilar, "1")
    username, own = VISITORS[visitor]
    browser = client_as(username and request.getfixturevalue(username))
    if visitor == "who holds the link of table 1":
        browser.get(table_url("", at(casino, 1)))
        browser.post(f"{HALL}mesa/{at(casino, 1).code}/lado/", {"side": 0})
    matches, shown = [at(casino, 1), at(casino, 2)], set()
    marks = {match.table: marks_of(match) for match in matches}
    for address in (one for one in ADDRESSES if "GET" in one.acts and "secret" not in str(one)):
        if visitor == "the desk" and shown == own:  # it is there only to see that links are found
            break
        for match in matches if "code>" in str(address) else matches[:1]:
            known = {**places, "code": match.code}
            path = PLACE.sub(lambda place, known=known: str(known[place[1]]), str(address))
            answer = browser.get(path)
            if not answer.streaming:
                content = answer.content.decode(errors="replace")
                shown |= {table for table in marks if any(one in content for one in marks[table])}
    assert shown <= own
    assert shown == own or visitor != "the desk"  # or this would look for nothing


def test_what_is_kept_of_what_was_done_has_no_link(hall, pilar, raul, order):
    record_hand(match=at(hall, 1), author=raul, line="coto 3-1", number=1)
    order(pilar, sheet="table_cards", round="1")
    revoke_link(match=at(hall, 1), author=pilar)
    kept = json.dumps([*AuditLine.objects.values(), *Job.objects.values()], default=str)
    assert not any(link_secret(match) in kept for match in hall.matches.all())


def test_the_copies_for_when_there_is_no_network_leave_links_out(client):
    entry = re.search(r"const ENTRY = /(.+)/;", client.get("/sw.js").text)[1].replace(r"\/", "/")
    assert re.search(entry, "/t/casino/acta/ABCDEF/") and re.search(entry, "/t/casino/mesa/ABCDEF/")
    for path in ("/t/casino/acta/ABCDEF/enlace/", "/m/ABCDEF/aaaaaaaaaaaaaaaa/"):
        assert not re.search(entry, path)


def test_a_link_is_not_written_in_the_log():
    record = logging.makeLogRecord({"msg": "Not Found: %s", "args": ("/m/ABCDEF/secreto/",)})
    assert HideSecrets().filter(record)
    assert record.getMessage() == "Not Found: /m/ABCDEF/…/"
