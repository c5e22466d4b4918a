"""Tests of the nights when the clock changes: missing hours, repeated hours and real durations."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from scoring.forecast.selectors.day import next_time
from scoring.rounds.forms import AnnounceForm, IntervalForm
from tests.refusals import is_refused
from tests.rows import cases
from tournaments.setup.forms.recipes import RecipeForm
from tournaments.site.wall_clock import (
    local_moment,
    local_time,
    local_time_after,
    minute,
    time_between,
)

MADRID = ZoneInfo("Europe/Madrid")
SPRING, MISSING_HOUR = datetime(2026, 3, 28, 23, tzinfo=MADRID), "2026-03-29T02:30"
AUTUMN, REPEATED_HOUR = datetime(2026, 10, 24, 23, tzinfo=MADRID), "2026-10-25T02:30"
FIRST_READING = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
HOME = "/t/casino-de-calamocha"
API = f"/api/v1/tournaments{HOME[2:]}"
MISSING_HOUR_MESSAGE = "no existe esa hora (02:30): el reloj se adelanta"


@cases(
    "begins, hours, wall_clock",
    (SPRING, 3, "29 03:00"),
    (SPRING, 5, "29 05:00"),
    (AUTUMN, 4, "25 02:00"),
    (AUTUMN, 5, "25 03:00"),
)
def test_durations_are_counted_in_real_hours(begins, hours, wall_clock):
    ends = local_time_after(begins, timedelta(hours=hours))
    assert f"{ends:%d %H:%M}" == wall_clock
    assert time_between(begins, ends) == timedelta(hours=hours)


def test_forecast_counts_real_hours(db):
    assert f"{local_time(minute(SPRING) + 239.6):%d %H:%M}" == "29 04:00"
    assert minute(datetime(2026, 3, 29, 4, tzinfo=MADRID)) == minute(SPRING) + 240
    assert next_time(time(4), SPRING) == datetime(2026, 3, 29, 4, tzinfo=MADRID)
    night = datetime(2026, 10, 25, 2, 40, tzinfo=MADRID)
    next_reading = next_time(time(2, 30), night)
    assert minute(next_reading) == minute(night) + 50, "02:30 comes a second time"


@cases("day", "2026-03-28", "2026-10-24", "2026-06-06")
def test_recipe_shows_its_end_by_the_wall_clock(db, day):
    fields = {"date": day, "time": "22:00", "entries": "32", "tables": "8"}
    form = RecipeForm(initial=fields)
    (offer, *_others) = form.offers.values()
    duration = time_between(
        datetime.combine(date.fromisoformat(day), time(22), MADRID), form._end(offer)
    )
    assert timedelta() <= duration - timedelta(minutes=offer.minutes) < timedelta(minutes=5)


def test_missing_hour_is_refused_and_repeated_hour_means_the_first():
    with is_refused("hour_does_not_exist", status=400):
        local_moment(datetime.fromisoformat(MISSING_HOUR))
    assert local_moment(datetime.fromisoformat(REPEATED_HOUR)).astimezone(UTC) == FIRST_READING


def test_form_of_weekly_dates_refuses_a_missing_hour(casino, pairs, pilar, client_as):
    form = IntervalForm({"first": MISSING_HOUR, "days": "7"}, round_count=8, rests=())
    assert not form.is_valid() and MISSING_HOUR_MESSAGE in form.errors["first"][0]
    fields = {"first": "2026-03-22T02:30", "days": "7"}
    weekly = IntervalForm(fields, round_count=1, rests=())
    assert weekly.is_valid() and len(weekly.dates()) == 1
    weekly = IntervalForm(fields, round_count=2, rests=())
    assert weekly.is_valid()
    with is_refused("hour_does_not_exist", status=400):
        weekly.dates()
    form_with_repeated_hour = IntervalForm(
        {"first": REPEATED_HOUR, "days": "7"}, round_count=8, rests=()
    )
    assert form_with_repeated_hour.is_valid()
    assert form_with_repeated_hour.cleaned_data["first"].astimezone(UTC) == FIRST_READING
    form_with_offset = IntervalForm(
        {"first": "2026-03-29T02:30+01:00", "days": "7"}, round_count=8, rests=()
    )
    assert (
        form_with_offset.is_valid()
        and form_with_offset.cleaned_data["first"].astimezone(UTC).hour == 1
    )


def test_settings_of_a_tournament_refuse_a_missing_hour(casino, pilar, client_as):
    page = client_as(pilar).get(f"{HOME}/ajustes/")
    fields = {key: value for key, value in page.context["form"].initial.items() if value}
    answer = client_as(pilar).post(
        f"{HOME}/ajustes/", {**fields, "date": "2026-03-29", "time": "02:30"}
    )
    assert answer.status_code == 400 and MISSING_HOUR_MESSAGE in answer.content.decode()


def test_announcement_refuses_a_missing_hour(monkeypatch):
    monkeypatch.setattr("scoring.rounds.forms.timezone.localtime", lambda: SPRING)
    form = AnnounceForm({"at": "02:30"})
    assert form.is_valid()
    with is_refused("hour_does_not_exist", status=400):
        form.moment()


@cases(
    "method, path, body",
    ("patch", f"{API}/", {"starts_at": MISSING_HOUR}),
    ("put", f"{API}/calendar/", {"dates": [MISSING_HOUR]}),
)
def test_api_refuses_a_missing_hour_and_names_it(casino, pilar, client_as, method, path, body):
    answer = getattr(client_as(pilar), method)(path, body, content_type="application/json")
    assert answer.status_code == 400 and "02:30" in answer.content.decode()


def test_api_reads_a_repeated_hour_as_the_first(casino, pilar, client_as):
    answer = client_as(pilar).patch(
        f"{API}/", {"starts_at": REPEATED_HOUR}, content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    casino.refresh_from_db()
    assert casino.starts_at == FIRST_READING
