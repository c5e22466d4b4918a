"""The two nights on which the clock changes: hours that are not, or come twice, and real time."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from scoring.forecast.selectors.day import next_time
from scoring.rounds.forms import AnnounceForm, EveryForm
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
EVENING, MISSING = datetime(2026, 3, 28, 23, tzinfo=MADRID), "2026-03-29T02:30"
AUTUMN, TWICE = datetime(2026, 10, 24, 23, tzinfo=MADRID), "2026-10-25T02:30"
FIRST_READING = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
HOME = "/t/casino-de-calamocha"
API = f"/api/v1/tournaments{HOME[2:]}"
SAID = "no existe esa hora (02:30): el reloj se adelanta"


@cases(
    "begins, hours, says",
    (EVENING, 3, "29 03:00"),
    (EVENING, 5, "29 05:00"),
    (AUTUMN, 4, "25 02:00"),
    (AUTUMN, 5, "25 03:00"),
)
def test_hours_that_pass_are_real_hours(begins, hours, says):
    ends = local_time_after(begins, timedelta(hours=hours))
    assert f"{ends:%d %H:%M}" == says
    assert time_between(begins, ends) == timedelta(hours=hours)


def test_a_forecast_counts_real_hours(db):
    assert f"{local_time(minute(EVENING) + 239.6):%d %H:%M}" == "29 04:00"
    assert minute(datetime(2026, 3, 29, 4, tzinfo=MADRID)) == minute(EVENING) + 240
    assert next_time(time(4), EVENING) == datetime(2026, 3, 29, 4, tzinfo=MADRID)
    night = datetime(2026, 10, 25, 2, 40, tzinfo=MADRID)
    again = next_time(time(2, 30), night)
    assert minute(again) == minute(night) + 50, "the hour comes a second time"


@cases("day", "2026-03-28", "2026-10-24", "2026-06-06")
def test_the_end_of_a_recipe_is_told_by_the_clock_of_its_night(db, day):
    typed = {"date": day, "time": "22:00", "entries": "32", "tables": "8"}
    form = RecipeForm(initial=typed)
    (offer, *_others) = form.offers.values()
    real = time_between(
        datetime.combine(date.fromisoformat(day), time(22), MADRID), form._ends(offer)
    )
    assert timedelta() <= real - timedelta(minutes=offer.minutes) < timedelta(minutes=5)


def test_an_hour_that_does_not_exist_is_refused_and_of_two_the_first_is_read():
    with is_refused("hour_does_not_exist", status=400):
        local_moment(datetime.fromisoformat(MISSING))
    assert local_moment(datetime.fromisoformat(TWICE)).astimezone(UTC) == FIRST_READING


def test_forms_with_a_date_refuse_it(casino, pairs, pilar, client_as):
    form = EveryForm({"first": MISSING, "days": "7"}, known=8, rests=())
    assert not form.is_valid() and SAID in form.errors["first"][0]
    typed = {"first": "2026-03-22T02:30", "days": "7"}
    weekly = EveryForm(typed, known=1, rests=())
    assert weekly.is_valid() and len(weekly.dates()) == 1
    weekly = EveryForm(typed, known=2, rests=())
    assert weekly.is_valid()
    with is_refused("hour_does_not_exist", status=400):
        weekly.dates()
    twice = EveryForm({"first": TWICE, "days": "7"}, known=8, rests=())
    assert twice.is_valid()
    assert twice.cleaned_data["first"].astimezone(UTC) == FIRST_READING
    whole = EveryForm({"first": "2026-03-29T02:30+01:00", "days": "7"}, known=8, rests=())
    assert whole.is_valid() and whole.cleaned_data["first"].astimezone(UTC).hour == 1


def test_the_settings_of_a_tournament_refuse_it(casino, pilar, client_as):
    page = client_as(pilar).get(f"{HOME}/ajustes/")
    typed = {key: value for key, value in page.context["form"].initial.items() if value}
    answer = client_as(pilar).post(
        f"{HOME}/ajustes/", {**typed, "date": "2026-03-29", "time": "02:30"}
    )
    assert answer.status_code == 400 and SAID in answer.content.decode()


def test_a_round_is_not_announced_at_an_hour_that_does_not_exist(monkeypatch):
    monkeypatch.setattr("scoring.rounds.forms.timezone.localtime", lambda: EVENING)
    form = AnnounceForm({"at": "02:30"})
    assert form.is_valid()
    with is_refused("hour_does_not_exist", status=400):
        form.moment()


@cases(
    "method, path, body",
    ("patch", f"{API}/", {"starts_at": MISSING}),
    ("put", f"{API}/calendar/", {"dates": [MISSING]}),
)
def test_programs_are_refused_it_by_name(casino, pilar, client_as, method, path, body):
    answer = getattr(client_as(pilar), method)(path, body, content_type="application/json")
    assert answer.status_code == 400 and "02:30" in answer.content.decode()


def test_a_program_that_says_the_hour_that_comes_twice_means_the_first(casino, pilar, client_as):
    answer = client_as(pilar).patch(
        f"{API}/", {"starts_at": TWICE}, content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    casino.refresh_from_db()
    assert casino.starts_at == FIRST_READING
