"""Tests of the table range of a referee: parsed, stored, and set on the page of the team."""

from tests.refusals import is_refused
from tests.rows import each
from tournaments import table_ranges
from tournaments.audit.words import audit_line_in_words
from tournaments.models import AuditLine

TEAM_PAGE = "/t/casino-de-calamocha/equipo/"


@each(
    "text, tables",
    ("", ""),
    (" , ", ""),
    ("3", "3"),
    ("1-12, 20", "1-12, 20"),
    ("20; 1 a 12", "1-12, 20"),
    ("1–3 y 5", "1-3, 5"),
    ("3, 2, 1, 2", "1-3"),
    ("7-7", "7"),
)
def test_table_range_is_parsed(text, tables):
    assert table_ranges.read_tables(text, range(1, 21)) == tables


@each(
    "text, code",
    ("doce", "tables_unreadable"),
    ("3-1", "tables_unreadable"),
    ("1-", "tables_unreadable"),
    ("-1", "tables_unreadable"),
    ("1.5", "tables_unreadable"),
    ("٣", "tables_unreadable"),
    ("0", "table_unknown"),
    ("1-21", "table_unknown"),
    ("999", "table_unknown"),
    ("9999", "tables_unreadable"),
)
def test_wrong_table_range_is_refused(text, code):
    with is_refused(code, field="tables"):
        table_ranges.read_tables(text, range(1, 21))


def test_table_range_of_a_referee_is_set_and_removed(casino, client_as, pilar, raul):
    browser = client_as(pilar)
    page = f"{TEAM_PAGE}{raul.pk}/"
    assert browser.get(page).context["form"]["role"].value() == "referee"
    assert browser.post(page, {"role": "referee", "tables": "5 a 8, 1"}).url == TEAM_PAGE
    assert casino.team.get(user=raul).tables == "1, 5-8"
    line = audit_line_in_words(AuditLine.objects.filter(act="grant_role").first())
    assert line.after == "mesas: 1, 5-8; cargo: Árbitro"
    browser.post(page, {"role": "desk", "tables": ""})
    assert (casino.team.get(user=raul).role, casino.team.get(user=raul).tables) == ("desk", "")


@each(
    "changes, field",
    ({"tables": "9"}, "tables"),
    ({"role": "desk", "tables": "1"}, "tables"),
    ({"role": ""}, "role"),
)
def test_wrong_table_range_or_role_is_refused_on_the_form(
    casino, client_as, pilar, raul, changes, field
):
    answer = client_as(pilar).post(
        f"{TEAM_PAGE}{raul.pk}/", {"role": "referee", "tables": "1", **changes}
    )
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
    assert casino.team.get(user=raul).tables == ""


def test_page_of_a_user_outside_the_team_is_not_found(casino, client_as, pilar, vecino):
    assert client_as(pilar).get(f"{TEAM_PAGE}{vecino.pk}/").status_code == 404
