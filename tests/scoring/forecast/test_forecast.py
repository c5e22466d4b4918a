"""Tests of the forecast of a day («¿Acabamos a la hora?»): values, page and API."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.forecast.selectors.day import DayWishes, day_forecast, next_time
from scoring.forecast.selectors.ways import ways_to_play
from scoring.stages.services import open_stage
from tests.api.conftest import Api
from tests.scoring.page_text import one_line
from tests.scoring.played_rounds import SWISS, finish, plan_stage, play, play_all, publish
from tests.worlds import world
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.services.announcing import set_dates
from tournaments.rounds.services.tables import postpone_match
from tournaments.site.page_cache import PAGES

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")
STARTS_AT = datetime(2026, 12, 5, 16, 30, tzinfo=MADRID)
TWO_DAYS_BEFORE = STARTS_AT - timedelta(days=2)


@pytest.fixture(autouse=True)
def _no_cached_pages():
    PAGES.clear()


@world
def swiss(make_tournament, pairs):
    """A Swiss of sixteen pairs, eight tables and three rounds."""
    tournament = make_tournament(**SWISS)
    pairs(tournament, 16)
    return tournament


def set_call_time(tournament, moment):
    """Set the time at which the matches in play were called."""
    Match.objects.filter(tournament=tournament, state="playing").update(called_at=moment)


# --- One stage ------------------------------------------------------------------------------------
def test_before_the_first_draw_round_1_begins_at_the_announced_hour(swiss):
    day = day_forecast(swiss, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING)
    assert (day.state, day.entries, day.venue.tables, day.measured_matches) == ("ahead", 16, 8, 0)
    assert [(round.number, round.matches, round.percent) for round in day.rounds] == [
        (1, 8, 100),
        (2, 8, 100),
        (3, 8, 100),
    ]
    assert day.rounds[0].start.likely == STARTS_AT
    assert day.end.early < day.end.likely < day.end.late < STARTS_AT + timedelta(hours=6)
    assert day.percent is None


def test_the_values_typed_by_the_user_replace_the_defaults(swiss):
    wishes = DayWishes(
        tables=4, minutes=20, pause=0, start=time(17), entries=32, rounds=1, deadline=time(23)
    )
    day = day_forecast(swiss, wishes, TWO_DAYS_BEFORE, EVERYTHING)
    assert (day.entries, day.venue.tables, day.length.median) == (32, 4, 20)
    assert [round.matches for round in day.rounds] == [16]
    assert day.rounds[0].start.likely == STARTS_AT.replace(hour=17, minute=0)
    assert timedelta(minutes=75) < day.end.likely - day.begins < timedelta(minutes=110)
    assert day.percent == 100


def test_no_round_begins_during_the_break(swiss):
    day = day_forecast(
        swiss, DayWishes(break_from=time(17), break_until=time(19)), TWO_DAYS_BEFORE, EVERYTHING
    )
    assert day.rounds[1].start.likely == STARTS_AT.replace(hour=19, minute=0)


def test_during_the_day_the_forecast_starts_from_the_matches_played(swiss, pilar):
    publish(swiss, pilar)
    now = timezone.now()
    set_call_time(swiss, now - timedelta(minutes=30))
    day = day_forecast(swiss, DayWishes(minutes=50), now, EVERYTHING)
    assert day.state == "live" and [round.matches for round in day.rounds] == [8, 8, 8]
    first_round = day.rounds[0]
    assert first_round.start.likely < now < first_round.end.likely
    later_day = day_forecast(swiss, DayWishes(minutes=50), now + timedelta(minutes=10), EVERYTHING)
    assert later_day.rounds[0].end.likely > first_round.end.likely - timedelta(minutes=5)
    for match in swiss.matches.filter(state="playing")[:6]:
        play(match, pilar)
    assert day_forecast(swiss, DayWishes(minutes=50), now, EVERYTHING).rounds[0].matches == 2


def test_the_length_of_played_matches_replaces_the_typical_length(swiss, pilar):
    first_round = publish(swiss, pilar)
    for match in first_round.matches.all():
        play(match, pilar)
    called_at = timezone.now() - timedelta(minutes=25)
    swiss.matches.update(called_at=called_at, finished_at=called_at + timedelta(minutes=21))
    day = day_forecast(swiss, DayWishes(), timezone.now(), EVERYTHING)
    assert (day.measured_matches, round(day.length.median)) == (8, 21)


@pytest.mark.slow
def test_a_tournament_without_entries_has_too_few_and_a_finished_one_is_over(
    make_tournament, swiss, pilar
):
    tournament = make_tournament(name="Vacío")
    assert day_forecast(tournament, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING).state == "few"
    finish(swiss, pilar)
    day = day_forecast(swiss, DayWishes(deadline=time(21)), timezone.now(), EVERYTHING)
    assert (day.state, list(day.rounds), day.end) == ("over", [], None)


def test_a_tournament_by_the_clock_ends_after_the_last_call(make_tournament, pairs):
    tournament = make_tournament(format="clock", format_options={})
    pairs(tournament, 10)
    day = day_forecast(tournament, DayWishes(bell=time(20)), TWO_DAYS_BEFORE, EVERYTHING)
    assert [round.number for round in day.rounds] == [0]
    assert STARTS_AT.replace(hour=20, minute=0) < day.end.late


@pytest.mark.django_db
def test_a_forecast_takes_the_same_queries_for_any_number_of_entries(
    make_tournament, pairs, pilar, django_assert_num_queries
):
    for count in (8, 24):
        tournament = make_tournament(name=f"De {count}", **SWISS)
        pairs(tournament, count)
        publish(tournament, pilar)
        tournament = type(tournament).objects.get(pk=tournament.pk)
        with django_assert_num_queries(10):
            day_forecast(tournament, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING)


def test_the_next_time_of_an_hour_may_be_on_the_next_day():
    assert next_time(time(16, 30), STARTS_AT) == STARTS_AT
    assert next_time(time(2), STARTS_AT) == datetime(2026, 12, 6, 2, 0, tzinfo=MADRID)
    six_hours_before = STARTS_AT - timedelta(hours=6)
    assert next_time(time(14), six_hours_before) == STARTS_AT.replace(hour=14, minute=0)


@pytest.mark.slow
def test_the_ways_to_play_end_before_the_deadline(swiss):
    wishes = DayWishes(deadline=time(21))
    day = day_forecast(swiss, wishes, TWO_DAYS_BEFORE, EVERYTHING)
    ways = ways_to_play(swiss, day)
    assert ways and all(way.percent >= 80 for way in ways)
    assert len({(way.format.split()[0], way.length) for way in ways}) == len(ways)
    assert any("Suizo" in way.format for way in ways)
    assert ways_to_play(swiss, day_forecast(swiss, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING)) == []


# --- The page -------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_page_shows_the_finishing_time_and_the_ways_to_play(swiss, client_as, chema):
    page = client_as(chema).get(f"/t/{swiss.slug}/hora/", {"deadline": "23:59"})
    assert page.status_code == 200
    html = page.content.decode()
    assert "Lo más probable: acabar hacia" in html and "Ronda 3" in html
    assert "Qué cabe hasta las 23:59" in html and 'hx-trigger="every 1.7s' in html


def test_the_page_refreshes_only_after_an_act(swiss, client_as, pilar):
    browser = client_as(pilar)
    page = browser.get(f"/t/{swiss.slug}/hora/", {"minutes": "40"})
    addresses = [part.split('"')[0] for part in page.content.decode().split('hx-get="')[1:]]
    address = next(path for path in addresses if "/hora/" in path).replace("&amp;", "&")
    assert "minutes=40" in address
    htmx = {"headers": {"HX-Request": "true"}}
    assert browser.get(address, **htmx).status_code == 204
    publish(swiss, pilar)
    fragment = browser.get(address, **htmx)
    assert fragment.status_code == 200 and b"<html" not in fragment.content


@pytest.mark.parametrize(
    "query",
    [
        {"tables": "0"},
        {"tables": "muchas"},
        {"minutes": "1e99"},
        {"deadline": "25:61"},
        {"break_from": "14:00"},
        {"break_until": "14:00"},
        {"rounds": "-1"},
        {"entries": "99999999999999999999"},
        {"pause": "\x00"},
    ],
    ids=str,
)
def test_an_invalid_value_is_refused_beside_its_field(swiss, client_as, pilar, query):
    page = client_as(pilar).get(f"/t/{swiss.slug}/hora/", query)
    assert page.status_code == 400 and "errorlist" in page.content.decode()


def test_the_panel_and_the_rounds_link_to_the_forecast(swiss, client_as, pilar):
    for page in ("panel", "rondas"):
        assert (
            f"/t/{swiss.slug}/hora/"
            in client_as(pilar).get(f"/t/{swiss.slug}/{page}/").content.decode()
        )


# --- The API --------------------------------------------------------------------------------------
def test_the_api_returns_the_forecast_to_the_team(swiss, pilar):
    path = f"tournaments/{swiss.slug}/forecast/"
    answer = Api(pilar).get(path, deadline="23:00", tables=4)
    assert answer.status_code == 200
    forecast = answer.json()
    assert [round["number"] for round in forecast["rounds"]] == [1, 2, 3]
    assert (
        forecast["state"] == "ahead" and forecast["tables"] == 4 and 0 <= forecast["percent"] <= 100
    )
    assert forecast["end"]["early"] < forecast["end"]["late"]
    assert Api(pilar).get(path, tables=0).status_code == 400
    assert Api(pilar).get(path, break_from="14:00").status_code == 400
    assert Api(None).get(path).status_code == 401


def test_the_page_of_a_tournament_without_entries_asks_for_their_number(
    make_tournament, client_as, pilar
):
    tournament = make_tournament(name="Vacío")
    page = f"/t/{tournament.slug}/hora/"
    client = client_as(pilar)
    assert 'name="entries"' in client.get(page).content.decode()
    assert client.get(page, {"entries": 16}).context["day"].state == "ahead"


# --- Several stages -------------------------------------------------------------------------------
def plan_bracket(tournament, author, places=8, **values):
    """Plan a knockout for the `places` first places of stage 1."""
    return plan_stage(
        tournament, author, [{"stage": 1, "per": "all", "last": places}], name="Cuadro", **values
    )


@pytest.mark.slow
def test_the_forecast_of_a_swiss_includes_the_planned_bracket(swiss, pilar):
    day_without_bracket = day_forecast(swiss, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING)
    plan_bracket(swiss, pilar)
    day = day_forecast(swiss, DayWishes(deadline=time(21)), TWO_DAYS_BEFORE, EVERYTHING)
    assert [(round.name, round.number, round.matches) for round in day.rounds] == [
        ("Suizo", 1, 8),
        ("Suizo", 2, 8),
        ("Suizo", 3, 8),
        ("Cuadro", 1, 4),
        ("Cuadro", 2, 2),
        ("Cuadro", 3, 1),
    ]
    assert [round.serial for round in day.rounds] == [1, 2, 3, 4, 5, 6]
    three_matches = timedelta(minutes=3 * day.length.median)
    assert day.end.likely > day_without_bracket.end.likely + three_matches
    assert day.rounds[3].start.likely >= day.rounds[2].end.likely
    assert day.percent is not None and day.rounds[-1].end == day.end
    four_rounds = day_forecast(swiss, DayWishes(rounds=4), TWO_DAYS_BEFORE, EVERYTHING)
    assert [round.name for round in four_rounds.rounds] == ["Suizo"] * 3 + ["Cuadro"]
    assert not any(way.own for way in ways_to_play(swiss, day))


@pytest.mark.slow
def test_a_tournament_with_a_planned_bracket_is_not_over_after_its_first_stage(
    swiss, pilar, client_as
):
    bracket = plan_bracket(swiss, pilar, places=4)
    finish(swiss, pilar)
    day = day_forecast(swiss, DayWishes(), timezone.now(), EVERYTHING)
    assert (day.state, [round.matches for round in day.rounds]) == ("live", [2, 1])
    page = one_line(client_as(pilar).get(f"/t/{swiss.slug}/hora/").text)
    assert "El torneo ha terminado" not in page and " · Cuadro" in page
    open_stage(stage=bracket, author=pilar)
    swiss = Tournament.objects.get(pk=swiss.pk)
    finish(swiss, pilar)
    assert day_forecast(swiss, DayWishes(), timezone.now(), EVERYTHING).state == "over"
    assert (
        "El torneo ha terminado" in client_as(pilar).get(f"/t/{swiss.slug}/hora/").content.decode()
    )


def test_two_brackets_of_the_same_groups_share_the_tables(make_tournament, pairs, pilar):
    groups = make_tournament(format="groups", format_options={"size": 4}, tables=4)
    pairs(groups, 16)
    plan_bracket(groups, pilar)
    one_bracket = day_forecast(groups, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING)
    plan_stage(groups, pilar, [{"stage": 1, "per": "rest", "last": 0}], name="Consolación")
    day = day_forecast(groups, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING)
    first_rounds = {round.name: round for round in day.rounds if round.number == 1}
    assert (first_rounds["Cuadro"].matches, first_rounds["Consolación"].matches) == (4, 4)
    assert first_rounds["Consolación"].start.likely > first_rounds["Cuadro"].start.likely
    assert day.end.likely >= one_bracket.end.likely


@pytest.mark.slow
def test_no_page_shows_a_tournament_as_over_while_a_stage_is_planned_or_in_play(
    make_tournament, pairs, pilar, client_as
):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 4)
    plan_stage(
        tournament,
        pilar,
        [],
        name="Otra",
        format="swiss",
        format_options={"rounds": 1},
        takes_entries=True,
    )
    plan_stage(
        tournament,
        pilar,
        [{"stage": 1, "per": "all", "last": 1}, {"stage": 2, "per": "all", "last": 1}],
    )
    for entry in pairs(tournament, 2):
        entry.enters = 2
        entry.save()
    finish(tournament.look_at(1), pilar)
    browser, site = client_as(pilar), f"/t/{tournament.slug}/"
    for path in ("", "rondas/", "panel/", "hora/", "clasificacion/"):
        page = browser.get(f"{site}{path}?fase=1").content.decode()
        assert "El torneo ha terminado" not in page, path
    text = browser.get(f"{site}rondas/?fase=1").content.decode()
    assert "El torneo sigue:" in text and "Final" in text and "Otra" in text
    assert browser.get(f"/api/v1/tournaments/{tournament.slug}/?stage=1").json()["phase"] == (
        "playing"
    )
    refusal = browser.post(f"{site}rondas/sortear/?fase=1", {}).content.decode()
    assert "El torneo ha terminado" not in refusal


# --- A league of many days ------------------------------------------------------------------------
WEEK = timedelta(days=7)


@world
def league(make_tournament, pairs, pilar):
    """A league of six pairs with a round each week; round 1 is drawn."""
    tournament = make_tournament(format="league", format_options={"legs": 1})
    pairs(tournament, 6)
    set_dates(
        stage=tournament.stage, author=pilar, dates=[STARTS_AT + WEEK * week for week in range(5)]
    )
    publish(tournament, pilar)
    return tournament


def test_in_a_league_with_dates_only_the_round_of_today_is_forecast(league):
    set_call_time(league, STARTS_AT)
    day = day_forecast(league, DayWishes(), STARTS_AT + timedelta(minutes=10), EVERYTHING)
    assert [(round.number, round.matches) for round in day.rounds] == [(1, 3)]
    assert (day.state, day.next_day, day.last_day) == (
        "live",
        STARTS_AT + WEEK,
        STARTS_AT + WEEK * 4,
    )
    assert day.end.late < STARTS_AT + timedelta(hours=4)


def test_before_a_league_begins_only_its_first_day_is_forecast(make_tournament, pairs, pilar):
    tournament = make_tournament(format="league", format_options={"legs": 1})
    pairs(tournament, 6)
    set_dates(
        stage=tournament.stage,
        author=pilar,
        dates=[STARTS_AT, STARTS_AT + timedelta(hours=2), STARTS_AT + WEEK],
    )
    day = day_forecast(tournament, DayWishes(), TWO_DAYS_BEFORE, EVERYTHING)
    assert (day.state, [round.number for round in day.rounds]) == ("ahead", [1, 2])
    assert day.next_day == day.last_day == STARTS_AT + WEEK


def test_a_day_without_a_dated_round_has_no_forecast(league, pilar):
    play_all(league.stage.rounds.get(), pilar)
    tomorrow = STARTS_AT + timedelta(days=1)
    day = day_forecast(league, DayWishes(), tomorrow, EVERYTHING)
    assert (day.state, day.rounds, day.end) == ("another_day", (), None)
    assert day.next_day == STARTS_AT + WEEK
    assert [
        round.number
        for round in day_forecast(league, DayWishes(rounds=1), tomorrow, EVERYTHING).rounds
    ] == [2]


def test_a_round_drawn_early_is_forecast_on_its_date(league, pilar):
    play_all(league.stage.rounds.get(), pilar)
    publish(league, pilar)
    assert (
        day_forecast(league, DayWishes(), STARTS_AT + timedelta(days=1), EVERYTHING).state
        == "another_day"
    )
    day = day_forecast(league, DayWishes(), STARTS_AT + WEEK, EVERYTHING)
    assert [round.number for round in day.rounds] == [2]


def test_a_bracket_after_a_league_with_later_dates_is_not_forecast_today(league, pilar):
    plan_bracket(league, pilar, places=4)
    league.look_at(1)
    day = day_forecast(league, DayWishes(), STARTS_AT, EVERYTHING)
    assert {round.stage for round in day.rounds} == {1}


def test_the_page_of_a_league_shows_the_next_and_the_last_date(league, client_as, pilar):
    dates = [timezone.now() + timedelta(days=days) for days in (-1, 6, 13)]
    set_dates(stage=league.stage, author=pilar, dates=dates)
    browser = client_as(pilar)
    address = f"/t/{league.slug}/hora/"
    text = one_line(browser.get(address).content.decode())
    assert "no cuentan los encuentros de otra fecha" in text
    assert "La jornada siguiente es el" in text
    assert "La última con fecha es el" in text
    play_all(league.stage.rounds.get(), pilar)
    text = one_line(browser.get(address).content.decode())
    assert "Hoy no se juega" in text
    assert "Hoy no se juega" in one_line(browser.get(f"{address}?tira").content.decode())


# --- A calendar without dates ---------------------------------------------------------------------
def set_time(round, moment):
    """Set `moment` as the time at which a round was published and called. Return the round."""
    round.published_at = moment
    round.save()
    round.matches.filter(called_at__isnull=False).update(called_at=moment)
    return round


def rounds_of(day):
    """Return the stage, number and matches of each round in the forecast."""
    return [(round.stage, round.number, round.matches) for round in day.rounds]


CALENDARS = {"league": {"legs": 1}, "teams": {"legs": 1, "boards": 1}, "groups": {"size": 6}}


@pytest.fixture(params=CALENDARS)
def calendar_without_dates(request, make_tournament, pairs, pilar):
    """A calendar of six pairs and five rounds without dates; round 1 was played on day 1."""
    squad = {"squad": 2} if request.param == "teams" else {}
    tournament = make_tournament(
        format=request.param, format_options=CALENDARS[request.param], **squad
    )
    pairs(tournament, 6)
    first = publish(tournament, pilar)
    play_all(first, pilar)
    set_time(first, STARTS_AT)
    return tournament


def test_a_calendar_without_dates_has_no_forecast_on_a_later_day(calendar_without_dates):
    day = day_forecast(calendar_without_dates, DayWishes(), STARTS_AT + WEEK, EVERYTHING)
    assert (day.state, day.rounds, day.end) == ("another_day", (), None)
    assert (day.undated, day.next_day, day.last_day) == (True, None, None)
    two_rounds = day_forecast(
        calendar_without_dates, DayWishes(rounds=2), STARTS_AT + WEEK, EVERYTHING
    )
    assert [round.number for round in two_rounds.rounds] == [2, 3]


def test_in_a_calendar_without_dates_a_round_published_today_is_forecast(
    calendar_without_dates, pilar
):
    set_time(publish(calendar_without_dates, pilar), STARTS_AT + WEEK)
    day = day_forecast(
        calendar_without_dates, DayWishes(), STARTS_AT + WEEK + timedelta(minutes=20), EVERYTHING
    )
    assert (day.state, rounds_of(day), day.undated) == ("live", [(1, 2, 3)], True)
    assert day.end.late < STARTS_AT + WEEK + timedelta(hours=4)


def test_on_the_first_day_of_a_calendar_without_dates_all_rounds_are_forecast(
    calendar_without_dates,
):
    day = day_forecast(
        calendar_without_dates, DayWishes(), STARTS_AT + timedelta(hours=1), EVERYTHING
    )
    assert rounds_of(day) == [(1, number, 3) for number in range(2, 6)]
    assert not day.undated


@pytest.mark.parametrize(
    "first_hour, hours, now, rounds",
    [
        pytest.param(7, [1, 2], 2.5, 3, id="past midnight"),
        pytest.param(7, [4, 8, 11], 12, 2, id="a marathon until the morning"),
        pytest.param(7, [1, 9], 9.5, 0, id="published the next morning"),
        pytest.param(-7, [5], 5.5, 4, id="a long lunch"),
    ],
)
def test_a_day_of_play_ends_with_six_hours_of_rest(
    calendar_without_dates, pilar, first_hour, hours, now, rounds
):
    """A day of play may pass midnight.

    - `first_hour`: the hours from STARTS_AT to round 1.
    - `hours`: the hours from round 1 to each later round that is drawn.
    - `now`: the hours from round 1 to the forecast.
    - `rounds`: the number of rounds in the forecast. 0 means that a new day has begun: the forecast
      has only the last drawn round.
    """
    begins = STARTS_AT + timedelta(hours=first_hour)
    calendar_without_dates.starts_at = begins
    calendar_without_dates.save()
    set_time(calendar_without_dates.stage.rounds.get(), begins)
    for hour in hours:
        later_round = set_time(
            publish(calendar_without_dates, pilar), begins + timedelta(hours=hour)
        )
        if hour != hours[-1]:
            play_all(later_round, pilar)
            set_time(later_round, begins + timedelta(hours=hour))
    last_drawn = len(hours) + 1
    day = day_forecast(
        calendar_without_dates, DayWishes(), begins + timedelta(hours=now), EVERYTHING
    )
    assert [round.number for round in day.rounds] == [
        last_drawn,
        *range(last_drawn + 1, last_drawn + rounds),
    ]
    assert day.undated is (rounds == 0)


def test_a_round_1_published_on_the_eve_belongs_to_the_first_day(calendar_without_dates):
    set_time(calendar_without_dates.stage.rounds.get(), STARTS_AT - timedelta(days=1))
    assert (
        len(
            day_forecast(
                calendar_without_dates, DayWishes(), STARTS_AT + timedelta(hours=1), EVERYTHING
            ).rounds
        )
        == 4
    )


def test_a_match_open_since_an_earlier_day_is_forecast_only_if_called_today(
    calendar_without_dates, pilar
):
    old_round = publish(calendar_without_dates, pilar)
    open_match, *others = old_round.matches.filter(number__isnull=False).order_by("number")
    for match in others:
        play(match, pilar)
    set_time(old_round, STARTS_AT + WEEK)
    now = STARTS_AT + 2 * WEEK
    assert day_forecast(calendar_without_dates, DayWishes(), now, EVERYTHING).state == "another_day"
    open_match.called_at = now
    open_match.save(update_fields=["called_at"])
    assert rounds_of(day_forecast(calendar_without_dates, DayWishes(), now, EVERYTHING)) == [
        (1, 2, 1)
    ]


def test_a_bracket_is_forecast_on_the_last_day_of_the_calendar_before_it(
    calendar_without_dates, pilar
):
    plan_bracket(calendar_without_dates, pilar, places=4)
    calendar_without_dates.look_at(1)
    for number in range(2, 5):
        next_round = publish(calendar_without_dates, pilar)
        assert {
            round.stage
            for round in day_forecast(
                calendar_without_dates, DayWishes(), publish_on_its_day(next_round), EVERYTHING
            ).rounds
        } == {1}
        play_all(next_round, pilar)
        set_time(next_round, STARTS_AT + number * WEEK)
    last_round = publish(calendar_without_dates, pilar)
    assert {
        round.stage
        for round in day_forecast(
            calendar_without_dates, DayWishes(), publish_on_its_day(last_round), EVERYTHING
        ).rounds
    } == {1, 2}


def publish_on_its_day(round):
    """Set the time of the round in its week. Return that time."""
    moment = STARTS_AT + round.number * WEEK
    set_time(round, moment)
    return moment


def test_on_a_later_day_of_a_swiss_all_its_pending_rounds_are_forecast(swiss, pilar):
    first = publish(swiss, pilar)
    play_all(first, pilar)
    set_time(first, STARTS_AT)
    day = day_forecast(swiss, DayWishes(), STARTS_AT + WEEK, EVERYTHING)
    assert [round.number for round in day.rounds] == [2, 3]


def test_a_postponed_match_is_forecast_only_on_its_new_date(swiss, pilar):
    first = publish(swiss, pilar)
    set_time(first, STARTS_AT)
    match = first.matches.get(position=1)
    postpone_match(match=match, author=pilar)
    now = STARTS_AT + timedelta(minutes=5)
    assert day_forecast(swiss, DayWishes(), now, EVERYTHING).rounds[0].matches == 7
    postpone_match(match=match, author=pilar, to=STARTS_AT + timedelta(days=1))
    day = day_forecast(swiss, DayWishes(), now, EVERYTHING)
    assert (day.rounds[0].matches, day.next_day) == (7, STARTS_AT + timedelta(days=1))
    postpone_match(match=match, author=pilar, to=STARTS_AT + timedelta(hours=3))
    assert day_forecast(swiss, DayWishes(), now, EVERYTHING).rounds[0].matches == 8


def test_page_strip_and_api_have_no_forecast_without_a_round_today(
    calendar_without_dates, client_as, pilar, chema
):
    a_week_ago = timezone.now() - timedelta(days=7)
    calendar_without_dates.starts_at = a_week_ago
    calendar_without_dates.save()
    set_time(calendar_without_dates.stage.rounds.get(), a_week_ago)
    page = f"/t/{calendar_without_dates.slug}/hora/"
    for address in (page, f"{page}?tira"):
        text = one_line(client_as(chema).get(address).content.decode())
        assert "Para hoy no hay nada publicado" in text, address
        assert "Las jornadas que quedan sin fecha se cuentan cuando se publican" in text
        assert "acabar hacia" not in text and "<rect" not in text
    answer = Api(chema).get(f"tournaments/{calendar_without_dates.slug}/forecast/").json()
    assert (answer["state"], answer["rounds"], answer["end"]) == ("another_day", [], None)
    assert answer["undated"] is True
    publish(calendar_without_dates, pilar)
    answer = Api(chema).get(f"tournaments/{calendar_without_dates.slug}/forecast/").json()
    assert [round["number"] for round in answer["rounds"]] == [2]
    for address in (page, f"{page}?tira"):
        text = one_line(client_as(chema).get(address).content.decode())
        assert "ocho de cada diez veces" in text
        assert "Las jornadas que quedan sin fecha se cuentan cuando se publican" in text
