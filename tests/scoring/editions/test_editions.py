"""Tests of the next edition of a tournament, and of templates."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from scoring.editions.proposals import next_name, next_week, next_year
from scoring.editions.services import copy_tournament
from scoring.forecast.simulation.copies import create_rehearsal
from scoring.hall.services import save_screen
from scoring.models import Letterhead
from scoring.rounds.services.rounds import open_next_round
from tests.api.conftest import Api
from tests.rows import cases, each
from tests.worlds import world
from tournaments.models import Entry, ForbiddenCouple, Membership, Role, Tournament, Visibility
from tournaments.refusal import Refused
from tournaments.rounds.services.announcing import set_dates
from tournaments.setup.services.tournament import edit_tournament

MADRID = ZoneInfo("Europe/Madrid")
NEXT_DATE = datetime(2027, 12, 4, 16, 30, tzinfo=MADRID)


@each(
    "name, last, following, proposal",
    *[
        ("II Torneo de San Roque", (2026, 8, 16), (2027, 8, 15), "III Torneo de San Roque"),
        ("I Memorial Paco Gil", (2026, 8, 16), (2027, 8, 15), "II Memorial Paco Gil"),
        ("Torneo XIX", (2026, 8, 16), (2027, 8, 15), "Torneo XX"),
        ("Maratón 2026", (2026, 8, 16), (2027, 8, 15), "Maratón 2027"),
        ("III Maratón 2026", (2026, 8, 16), (2028, 8, 15), "IV Maratón 2028"),
        ("Liga 2026/27", (2026, 10, 2), (2027, 10, 1), "Liga 2027/28"),
        ("Social, Ed. 4", (2026, 8, 16), (2027, 8, 15), "Social, Ed. 5"),
        ("9.ª edición del Trofeo", (2026, 8, 16), (2027, 8, 15), "10.ª edición del Trofeo"),
        ("Trofeo CD Monreal", (2026, 8, 16), (2027, 8, 15), "Trofeo CD Monreal 2027"),
        ("Trofeo D. Juan I", (2026, 8, 16), (2027, 8, 15), "Trofeo D. Juan I 2027"),
        ("San Roque", (2026, 8, 16), (2026, 8, 23), "San Roque"),
    ],
)
def test_the_name_of_the_next_edition_has_the_next_number_or_year(name, last, following, proposal):
    assert next_name(name, date(*last), date(*following)) == proposal


def test_a_weekly_tournament_keeps_a_name_without_a_number():
    days = date(2026, 12, 26), date(2027, 1, 2)
    assert next_name("Los sábados", *days, adds_year=False) == "Los sábados"
    assert next_name("4.º sábado", *days, adds_year=False) == "5.º sábado"


@each(
    "last, today, week, year",
    *[
        ((2026, 8, 1), (2026, 8, 2), (2026, 8, 8), (2027, 8, 7)),  # the first Saturday of August
        ((2026, 8, 1), (2026, 8, 8), (2026, 8, 8), (2027, 8, 7)),
        ((2026, 8, 1), (2028, 3, 1), (2028, 3, 4), (2028, 8, 5)),  # after missed editions
        ((2026, 8, 29), (2026, 8, 2), (2026, 9, 5), (2027, 8, 28)),  # fifth Saturday, then fourth
        ((2024, 2, 29), (2024, 3, 1), (2024, 3, 7), (2025, 2, 27)),
    ],
)
def test_the_proposed_date_is_on_the_same_weekday(last, today, week, year):
    assert next_week(date(*last), date(*today)) == date(*week)
    assert next_year(date(*last), date(*today)) == date(*year)


@world
def tournament(casino, pairs, pilar):
    """A tournament of six pairs: pair 2 withdrew, 3 is seeded, 4 and 5 may not meet."""
    entries = pairs(casino, 6)
    Entry.objects.filter(pk=entries[1].pk).update(state=Entry.State.WITHDRAWN)
    Entry.objects.filter(pk=entries[2].pk).update(seed=1, fixed_table=3)
    entries[1].seats.update(live=False)
    ForbiddenCouple.objects.create(tournament=casino, first=entries[3], second=entries[4])
    save_screen(tournament=casino, author=pilar, name="Bar", shows=["reloj"], notice="Paella")
    return casino


def _copy(tournament: Tournament, author, **changes) -> Tournament:
    values = {"name": "Casino de Calamocha 2027", "starts_at": NEXT_DATE}
    return copy_tournament(tournament=tournament, author=author, **{**values, **changes})


def _add_logo(tournament: Tournament) -> None:
    letterhead = Letterhead(tournament=tournament, sponsor="Bar Roche", colour="#7a1f2b")
    letterhead.logo.save("logo.png", ContentFile(b"a picture"))
    letterhead.save()


def test_the_next_edition_has_the_same_settings_and_another_seed(tournament, pilar):
    _add_logo(tournament)
    copy = _copy(tournament, pilar)
    assert (copy.slug, copy.tables, copy.game) == ("casino-de-calamocha-2027", 8, "guinote")
    stage, old_stage = copy.stage, tournament.stage
    assert stage.format_options == old_stage.format_options and stage.chain == old_stage.chain
    assert stage.seed != old_stage.seed and stage.opened_at is None
    assert copy.letterhead.sponsor == "Bar Roche"
    assert copy.letterhead.logo.read() == b"a picture"
    assert copy.letterhead.logo.name != tournament.letterhead.logo.name
    assert [(screen.name, screen.notice) for screen in copy.screens.all()] == [("Bar", "")]
    assert not copy.entries.exists() and not copy.players.exists()
    assert copy.audit.get().after["copied_from"] == tournament.slug


def test_a_missing_logo_file_does_not_prevent_the_next_edition(tournament, pilar):
    _add_logo(tournament)
    tournament.letterhead.logo.storage.delete(tournament.letterhead.logo.name)
    letterhead = _copy(tournament, pilar).letterhead
    assert letterhead.sponsor == "Bar Roche" and not letterhead.logo


@cases("people, numbers", *[("none", []), ("live", [1, 3, 4, 5, 6]), ("all", [1, 2, 3, 4, 5, 6])])
def test_copied_entries_are_unpaid_absent_and_unseeded(tournament, pilar, people, numbers):
    copy = _copy(tournament, pilar, people=people)
    entries = list(copy.entries.order_by("number"))
    assert [entry.number for entry in entries] == numbers
    assert not any(entry.paid or entry.present or entry.seed for entry in entries)
    assert all(entry.live for entry in entries)
    assert copy.players.count() == 2 * len(numbers)
    assert copy.forbidden.count() == (1 if numbers else 0)
    if numbers:
        assert copy.entries.get(number=3).fixed_table == 3
    assert tournament.entries.filter(paid=True).count() == 6, "the first edition does not change"


def test_a_pair_plays_at_home_in_the_same_venue(tournament, pilar):
    tournament.entries.filter(number=3).update(venue="Bar Jiloca")
    assert _copy(tournament, pilar, people="all").entries.get(number=3).venue == "Bar Jiloca"


def test_a_pair_that_left_stays_out_if_its_people_returned_with_others(tournament, pilar):
    left_entry, other_entry = tournament.entries.get(number=2), tournament.entries.get(number=6)
    seat = other_entry.seats.order_by("position").first()
    seat.player = left_entry.seats.order_by("position").first().player
    seat.save()
    copy = _copy(tournament, pilar, people="all")
    assert [entry.number for entry in copy.entries.order_by("number")] == [1, 3, 4, 5, 6]


def test_anonymised_entries_are_not_copied(tournament, pilar):
    tournament.entries.filter(number=1).update(anonymised_at=timezone.now())
    assert not _copy(tournament, pilar, people="all").entries.filter(number=1).exists()


@cases("staff, roles", *[(True, {"organiser", "desk", "referee"}), (False, {"organiser"})])
def test_the_staff_is_copied_only_on_request(tournament, pilar, staff, roles):
    copy = _copy(tournament, pilar, staff=staff)
    assert set(copy.team.values_list("role", flat=True)) == roles
    assert copy.team.get(user=pilar).role == Role.ORGANISER


def test_the_dates_of_a_league_move_by_whole_days_at_the_same_hour(make_tournament, pilar):
    league = make_tournament(format="league", format_options={})
    dates = [datetime(2027, 3, day, 22, 0, tzinfo=MADRID) for day in (20, 27)]
    set_dates(stage=league.stage, author=pilar, dates=[dates[0], None, dates[1]])
    # Seven days after 27 March 2027, summer time has begun.
    copy = _copy(league, pilar, starts_at=league.starts_at + timedelta(days=7))
    moments = copy.stage.dates
    assert moments[1] == ""
    assert [
        datetime.fromisoformat(moments[index]).astimezone(MADRID).isoformat() for index in (0, 2)
    ] == ["2027-03-27T22:00:00+01:00", "2027-04-03T22:00:00+02:00"]


def test_a_rehearsal_has_no_next_edition(tournament, pilar):
    with pytest.raises(Refused) as refusal:
        _copy(create_rehearsal(tournament, pilar, "x", 6), pilar)
    assert refusal.value.code == "is_rehearsal"


def test_a_double_click_creates_one_tournament(tournament, pilar):
    _copy(tournament, pilar)
    with pytest.raises(Refused) as refusal:
        _copy(tournament, pilar)
    assert (refusal.value.code, refusal.value.status) == ("just_created", 409)


@each(
    "changes, field",
    *[
        ({"name": " "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"starts_at": "mañana"}, "starts_at"),
        ({"starts_at": datetime(3000, 1, 1, tzinfo=MADRID)}, "starts_at"),
        ({"people": "some"}, "people"),
    ],
)
def test_an_invalid_value_is_refused_with_its_field(tournament, pilar, changes, field):
    with pytest.raises(Refused) as refusal:
        _copy(tournament, pilar, **changes)
    assert (refusal.value.field, refusal.value.status) == (field, 400)


# --- Templates ------------------------------------------------------------------------------------
@world
def template(tournament, pilar):
    """The template «La de los viernes», with the five pairs that did not withdraw."""
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.UNLISTED)
    tournament.refresh_from_db()
    return _copy(tournament, pilar, name="La de los viernes", people="live", as_template=True)


def test_a_template_is_private_and_its_editions_keep_the_visibility(template, pilar):
    assert template.visibility == Visibility.PRIVATE
    edition = _copy(template, pilar, name="La del 4", people="all")
    assert edition.visibility == Visibility.UNLISTED and not edition.is_template
    assert edition.entries.count() == 5


def test_a_template_is_never_drawn(template, pilar):
    with pytest.raises(Refused) as refusal:
        open_next_round(stage=template.stage, author=pilar)
    assert (refusal.value.code, refusal.value.status) == ("is_template", 409)


def test_a_template_is_never_public(template, pilar):
    with pytest.raises(Refused) as refusal:
        edit_tournament(tournament=template, author=pilar, visibility=Visibility.PUBLIC)
    assert refusal.value.code == "is_template"


def test_a_template_is_on_the_front_page_of_its_organiser_only(
    template, client, client_as, chema, pilar
):
    page = client_as(pilar).get("/").content.decode()
    assert "Plantillas" in page and f"/t/{template.slug}/repetir/" in page
    for browser in (client, client_as(chema)):
        assert template.name not in browser.get("/").content.decode()
        assert template.name not in browser.get("/?q=viernes").content.decode()


def test_an_edition_of_a_template_needs_only_a_name_and_a_date(template, client_as, pilar):
    browser, url = client_as(pilar), f"/t/{template.slug}/repetir/"
    form = browser.get(url).context["form"]
    assert [field.name for field in form.visible_fields()] == ["name", "date"]
    values = {"name": "Viernes 4", "date": "2027-06-04", "time": form["time"].value()}
    answer = browser.post(url, values)
    edition = Tournament.objects.get(name="Viernes 4")
    assert answer.url == f"/t/{edition.slug}/panel/"
    assert edition.entries.count() == 5 and edition.team.count() == 3
    assert "Plantilla" in browser.get(f"/t/{template.slug}/panel/").content.decode()


def test_a_template_proposes_the_next_date_on_its_weekday(template, client_as, pilar):
    Tournament.objects.filter(pk=template.pk).update(starts_at=timezone.now() + timedelta(days=371))
    proposal = client_as(pilar).get(f"/t/{template.slug}/repetir/").context["form"].initial["date"]
    template.refresh_from_db()
    assert 0 <= (proposal - timezone.localdate()).days < 7
    assert proposal.weekday() == timezone.localtime(template.starts_at).weekday()


# --- The page and the API -------------------------------------------------------------------------
def test_the_page_proposes_the_next_year_or_the_next_week(tournament, client_as, pilar):
    browser, url = client_as(pilar), f"/t/{tournament.slug}/repetir/"
    day = next_year(timezone.localdate(tournament.starts_at), timezone.localdate())
    yearly_values = browser.get(url).context["form"].initial
    assert yearly_values["name"] == f"Casino de Calamocha {day.year}"
    assert yearly_values["date"] == day
    weekly_values = browser.get(f"{url}?cada=semana").context["form"].initial
    assert weekly_values["name"] == "Casino de Calamocha" and weekly_values["date"].weekday() == 5


def test_the_page_creates_the_next_edition_and_an_error_keeps_the_form(
    tournament, client_as, pilar
):
    browser, url = client_as(pilar), f"/t/{tournament.slug}/repetir/"
    values = {"name": "El del 27", "date": "", "time": "17:00", "people": "live", "staff": "on"}
    answer = browser.post(url, values)
    assert answer.status_code == 400 and "El del 27" in answer.content.decode()
    browser.post(url, values | {"date": "2027-12-04"})
    copy = Tournament.objects.get(name="El del 27")
    assert copy.entries.count() == 5 and copy.team.count() == 3
    browser.post(url, values | {"date": "2027-12-04", "as_template": "on"})
    assert Tournament.objects.get(name="El del 27", is_template=True).entries.count() == 5


def test_only_the_organiser_creates_the_next_edition(tournament, client_as, client, chema, vecino):
    url = f"/t/{tournament.slug}/repetir/"
    assert client_as(chema).get(url).status_code == 403
    assert client_as(vecino).get(url).status_code == 403
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PRIVATE)
    assert client_as(vecino).get(url).status_code == 404
    assert client.post(url, {"name": "x"}).status_code == 404
    assert Tournament.objects.count() == 1


def test_the_api_creates_the_next_edition(tournament, pilar):
    url = f"tournaments/{tournament.slug}/copies/"
    answer = Api(pilar).post(
        url, {"name": "El del 27", "starts_at": "2027-12-04T16:30", "people": "all"}
    )
    assert answer.status_code == 201 and answer.json()["is_template"] is False
    assert Tournament.objects.get(slug=answer.json()["slug"]).entries.count() == 6
    assert Membership.objects.filter(tournament__slug=answer.json()["slug"]).count() == 3
    answer = Api(pilar).post(
        url, {"name": "El del 28", "starts_at": "2027-12-04T16:30", "people": "x"}
    )
    assert answer.status_code == 400
