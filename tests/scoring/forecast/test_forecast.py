"""«¿Acabamos a la hora?»: before the first draw, during the day, and over."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.forecast.selectors.day import DayWishes, day_forecast, next_time
from scoring.forecast.selectors.ways import ways_to_play
from scoring.stages.services import open_stage
from tests.api.conftest import Api
from tests.scoring.days import SWISS, finish, plan_stage, play, play_all, publish
from tests.scoring.text import one_line
from tests.worlds import world
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.services.announcing import set_dates
from tournaments.rounds.services.tables import postpone_match
from tournaments.site.page_cache import PAGES

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")
STARTS = datetime(2026, 12, 5, 16, 30, tzinfo=MADRID)
BEFORE = STARTS - timedelta(days=2)


@pytest.fixture(autouse=True)
def _nothing_kept():
    PAGES.clear()


@world
def swiss(make_tournament, pairs):
    """Sixteen pairs, eight tables, three rounds of two cotos of three."""
    tournament = make_tournament(**SWISS)
    pairs(tournament, 16)
    return tournament


def called_at(tournament, moment):
    Match.objects.filter(tournament=tournament, state="playing").update(called_at=moment)


# --- The answer -----------------------------------------------------------------------------------
def test_before_the_first_draw_the_day_begins_at_its_hour(swiss):
    day = day_forecast(swiss, DayWishes(), BEFORE, EVERYTHING)
    assert (day.state, day.entries, day.venue.tables, day.measured) == ("ahead", 16, 8, 0)
    assert [(one.number, one.matches, one.percent) for one in day.rounds] == [
        (1, 8, 100),
        (2, 8, 100),
        (3, 8, 100),
    ]
    assert day.rounds[0].start.likely == STARTS
    assert day.end.early < day.end.likely < day.end.late < STARTS + timedelta(hours=6)
    assert day.percent is None


def test_what_somebody_says_counts(swiss):
    wanted = DayWishes(
        tables=4, minutes=20, pause=0, start=time(17), entries=32, rounds=1, deadline=time(23)
    )
    day = day_forecast(swiss, wanted, BEFORE, EVERYTHING)
    assert (day.entries, day.venue.tables, day.length.median) == (32, 4, 20)
    assert [one.matches for one in day.rounds] == [16]
    assert day.rounds[0].start.likely == STARTS.replace(hour=17, minute=0)
    assert timedelta(minutes=75) < day.end.likely - day.begins < timedelta(minutes=110)
    assert day.percent == 100


def test_the_break_is_kept(swiss):
    day = day_forecast(
        swiss, DayWishes(break_from=time(17), break_until=time(19)), BEFORE, EVERYTHING
    )
    assert day.rounds[1].start.likely == STARTS.replace(hour=19, minute=0)


def test_during_the_day_what_is_played_counts(swiss, pilar):
    publish(swiss, pilar)
    now = timezone.now()
    called_at(swiss, now - timedelta(minutes=30))
    day = day_forecast(swiss, DayWishes(minutes=50), now, EVERYTHING)
    assert day.state == "live" and [one.matches for one in day.rounds] == [8, 8, 8]
    first = day.rounds[0]
    assert first.start.likely < now < first.end.likely
    later = day_forecast(swiss, DayWishes(minutes=50), now + timedelta(minutes=10), EVERYTHING)
    assert later.rounds[0].end.likely > first.end.likely - timedelta(minutes=5)
    for match in swiss.matches.filter(state="playing")[:6]:
        play(match, pilar)
    assert day_forecast(swiss, DayWishes(minutes=50), now, EVERYTHING).rounds[0].matches == 2


def test_measured_matches_take_the_place_of_the_typical_length(swiss, pilar):
    drawn = publish(swiss, pilar)
    for match in drawn.matches.all():
        play(match, pilar)
    called = timezone.now() - timedelta(minutes=25)
    swiss.matches.update(called_at=called, finished_at=called + timedelta(minutes=21))
    day = day_forecast(swiss, DayWishes(), timezone.now(), EVERYTHING)
    assert (day.measured, round(day.length.median)) == (8, 21)


@pytest.mark.slow
def test_over_and_nobody_yet(make_tournament, swiss, pilar):
    empty = make_tournament(name="Vacío")
    assert day_forecast(empty, DayWishes(), BEFORE, EVERYTHING).state == "few"
    finish(swiss, pilar)
    day = day_forecast(swiss, DayWishes(deadline=time(21)), timezone.now(), EVERYTHING)
    assert (day.state, list(day.rounds), day.end) == ("over", [], None)


def test_by_the_clock_until_the_last_call(make_tournament, pairs):
    tournament = make_tournament(format="clock", format_options={})
    pairs(tournament, 10)
    day = day_forecast(tournament, DayWishes(bell=time(20)), BEFORE, EVERYTHING)
    assert [one.number for one in day.rounds] == [0]
    assert STARTS.replace(hour=20, minute=0) < day.end.late


@pytest.mark.django_db
def test_the_queries_are_few_and_do_not_grow(
    make_tournament, pairs, pilar, django_assert_num_queries
):
    for count in (8, 24):
        tournament = make_tournament(name=f"De {count}", **SWISS)
        pairs(tournament, count)
        publish(tournament, pilar)
        tournament = type(tournament).objects.get(pk=tournament.pk)
        with django_assert_num_queries(10):
            day_forecast(tournament, DayWishes(), timezone.now(), EVERYTHING)


def test_the_times_of_a_clock():
    assert next_time(time(16, 30), STARTS) == STARTS
    assert next_time(time(2), STARTS) == datetime(2026, 12, 6, 2, 0, tzinfo=MADRID)
    six_hours_before = STARTS - timedelta(hours=6)
    assert next_time(time(14), six_hours_before) == STARTS.replace(hour=14, minute=0)


@pytest.mark.slow
def test_what_fits_until_the_deadline(swiss):
    wanted = DayWishes(deadline=time(21))
    day = day_forecast(swiss, wanted, BEFORE, EVERYTHING)
    ways = ways_to_play(swiss, day)
    assert ways and all(way.percent >= 80 for way in ways)
    assert len({(way.format.split()[0], way.length) for way in ways}) == len(ways)
    assert any("Suizo" in way.format for way in ways)
    assert ways_to_play(swiss, day_forecast(swiss, DayWishes(), BEFORE, EVERYTHING)) == []


# --- The page -------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_page_says_when(swiss, client_as, chema):
    page = client_as(chema).get(f"/t/{swiss.slug}/hora/", {"deadline": "23:59"})
    assert page.status_code == 200
    html = page.content.decode()
    assert "Lo más probable: acabar hacia" in html and "Ronda 3" in html
    assert "Qué cabe hasta las 23:59" in html and 'hx-trigger="every 1.7s' in html


def test_the_page_refreshes_only_after_an_act(swiss, client_as, pilar):
    browser = client_as(pilar)
    page = browser.get(f"/t/{swiss.slug}/hora/", {"minutes": "40"})
    asked = [one.split('"')[0] for one in page.content.decode().split('hx-get="')[1:]]
    address = next(one for one in asked if "/hora/" in one).replace("&amp;", "&")
    assert "minutes=40" in address
    asked = {"headers": {"HX-Request": "true"}}
    assert browser.get(address, **asked).status_code == 204
    publish(swiss, pilar)
    piece = browser.get(address, **asked)
    assert piece.status_code == 200 and b"<html" not in piece.content


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
def test_what_cannot_be_is_said_beside_its_field(swiss, client_as, pilar, query):
    page = client_as(pilar).get(f"/t/{swiss.slug}/hora/", query)
    assert page.status_code == 400 and "errorlist" in page.content.decode()


def test_the_panel_and_the_rounds_lead_to_it(swiss, client_as, pilar):
    for page in ("panel", "rondas"):
        assert (
            f"/t/{swiss.slug}/hora/"
            in client_as(pilar).get(f"/t/{swiss.slug}/{page}/").content.decode()
        )


# --- The API --------------------------------------------------------------------------------------
def test_the_api(swiss, pilar):
    path = f"tournaments/{swiss.slug}/forecast/"
    answer = Api(pilar).get(path, deadline="23:00", tables=4)
    assert answer.status_code == 200
    told = answer.json()
    assert [one["number"] for one in told["rounds"]] == [1, 2, 3]
    assert told["state"] == "ahead" and told["tables"] == 4 and 0 <= told["percent"] <= 100
    assert told["end"]["early"] < told["end"]["late"]
    assert Api(pilar).get(path, tables=0).status_code == 400
    assert Api(pilar).get(path, break_from="14:00").status_code == 400
    assert Api(None).get(path).status_code == 401


def test_with_nobody_yet_it_asks_how_many_are_expected(make_tournament, client_as, pilar):
    empty = make_tournament(name="Vacío")
    page = f"/t/{empty.slug}/hora/"
    client = client_as(pilar)
    assert 'name="entries"' in client.get(page).content.decode()
    assert client.get(page, {"entries": 16}).context["day"].state == "ahead"


# --- Several stages -------------------------------------------------------------------------------
def then_a_bracket(tournament, author, best=8, **values):
    return plan_stage(
        tournament, author, [{"stage": 1, "per": "all", "last": best}], name="Cuadro", **values
    )


@pytest.mark.slow
def test_a_bracket_that_is_only_planned_is_counted_with_the_swiss_before_it(swiss, pilar):
    alone = day_forecast(swiss, DayWishes(), BEFORE, EVERYTHING)
    then_a_bracket(swiss, pilar)
    day = day_forecast(swiss, DayWishes(deadline=time(21)), BEFORE, EVERYTHING)
    assert [(one.name, one.number, one.matches) for one in day.rounds] == [
        ("Suizo", 1, 8),
        ("Suizo", 2, 8),
        ("Suizo", 3, 8),
        ("Cuadro", 1, 4),
        ("Cuadro", 2, 2),
        ("Cuadro", 3, 1),
    ]
    assert [one.serial for one in day.rounds] == [1, 2, 3, 4, 5, 6]
    three_more = timedelta(minutes=3 * day.length.median)
    assert day.end.likely > alone.end.likely + three_more
    assert day.rounds[3].start.likely >= day.rounds[2].end.likely
    assert day.percent is not None and day.rounds[-1].end == day.end
    two = day_forecast(swiss, DayWishes(rounds=4), BEFORE, EVERYTHING)
    assert [one.name for one in two.rounds] == ["Suizo"] * 3 + ["Cuadro"]
    assert not any(way.own for way in ways_to_play(swiss, day))


@pytest.mark.slow
def test_with_the_first_stage_over_and_a_bracket_to_come_the_tournament_is_not_over(
    swiss, pilar, client_as
):
    bracket = then_a_bracket(swiss, pilar, best=4)
    finish(swiss, pilar)
    day = day_forecast(swiss, DayWishes(), timezone.now(), EVERYTHING)
    assert (day.state, [one.matches for one in day.rounds]) == ("live", [2, 1])
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
    then_a_bracket(groups, pilar)
    before = day_forecast(groups, DayWishes(), BEFORE, EVERYTHING)
    plan_stage(groups, pilar, [{"stage": 1, "per": "rest", "last": 0}], name="Consolación")
    day = day_forecast(groups, DayWishes(), BEFORE, EVERYTHING)
    first = {one.name: one for one in day.rounds if one.number == 1}
    assert (first["Cuadro"].matches, first["Consolación"].matches) == (4, 4)
    assert first["Consolación"].start.likely > first["Cuadro"].start.likely
    assert day.end.likely >= before.end.likely


@pytest.mark.slow
def test_no_page_says_that_the_tournament_is_over_while_a_stage_is_planned_or_played(
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
    told = browser.get(f"{site}rondas/?fase=1").content.decode()
    assert "El torneo sigue:" in told and "Final" in told and "Otra" in told
    assert browser.get(f"/api/v1/tournaments/{tournament.slug}/?stage=1").json()["phase"] == (
        "playing"
    )
    refused = browser.post(f"{site}rondas/sortear/?fase=1", {}).content.decode()
    assert "El torneo ha terminado" not in refused


# --- A league of many days ------------------------------------------------------------------------
WEEK = timedelta(days=7)


@world
def league(make_tournament, pairs, pilar):
    """Six pairs, a round a week, of which the first is drawn."""
    made = make_tournament(format="league", format_options={"legs": 1})
    pairs(made, 6)
    set_dates(stage=made.stage, author=pilar, dates=[STARTS + WEEK * week for week in range(5)])
    publish(made, pilar)
    return made


def test_only_what_is_dated_today_is_forecast(league):
    called_at(league, STARTS)
    day = day_forecast(league, DayWishes(), STARTS + timedelta(minutes=10), EVERYTHING)
    assert [(one.number, one.matches) for one in day.rounds] == [(1, 3)]
    assert (day.state, day.next_day, day.last_day) == ("live", STARTS + WEEK, STARTS + WEEK * 4)
    assert day.end.late < STARTS + timedelta(hours=4)


def test_before_it_begins_only_its_first_day_is_forecast(make_tournament, pairs, pilar):
    made = make_tournament(format="league", format_options={"legs": 1})
    pairs(made, 6)
    set_dates(
        stage=made.stage, author=pilar, dates=[STARTS, STARTS + timedelta(hours=2), STARTS + WEEK]
    )
    day = day_forecast(made, DayWishes(), BEFORE, EVERYTHING)
    assert (day.state, [one.number for one in day.rounds]) == ("ahead", [1, 2])
    assert day.next_day == day.last_day == STARTS + WEEK


def test_on_a_day_without_a_round_nothing_is_forecast(league, pilar):
    play_all(league.stage.rounds.get(), pilar)
    tomorrow = STARTS + timedelta(days=1)
    day = day_forecast(league, DayWishes(), tomorrow, EVERYTHING)
    assert (day.state, day.rounds, day.end) == ("another_day", (), None)
    assert day.next_day == STARTS + WEEK
    assert [
        one.number for one in day_forecast(league, DayWishes(rounds=1), tomorrow, EVERYTHING).rounds
    ] == [2]


def test_a_round_drawn_before_its_day_waits_for_it(league, pilar):
    play_all(league.stage.rounds.get(), pilar)
    publish(league, pilar)
    assert (
        day_forecast(league, DayWishes(), STARTS + timedelta(days=1), EVERYTHING).state
        == "another_day"
    )
    day = day_forecast(league, DayWishes(), STARTS + WEEK, EVERYTHING)
    assert [one.number for one in day.rounds] == [2]


def test_a_stage_after_a_league_of_other_days_is_not_of_today(league, pilar):
    then_a_bracket(league, pilar, best=4)
    league.look_at(1)
    day = day_forecast(league, DayWishes(), STARTS, EVERYTHING)
    assert {one.stage for one in day.rounds} == {1}


def test_the_page_says_what_is_of_today_and_when_the_rest(league, client_as, pilar):
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
def at(round, moment):
    """Move the publication and the calls of a round to a moment."""
    round.published_at = moment
    round.save()
    round.matches.filter(called_at__isnull=False).update(called_at=moment)
    return round


def rounds_of(day):
    return [(one.stage, one.number, one.matches) for one in day.rounds]


CALENDARS = {"league": {"legs": 1}, "teams": {"legs": 1, "boards": 1}, "groups": {"size": 6}}


@pytest.fixture(params=CALENDARS)
def season(request, make_tournament, pairs, pilar):
    """Six pairs without dates: five rounds, of which the first was played on the first evening."""
    squad = {"squad": 2} if request.param == "teams" else {}
    made = make_tournament(format=request.param, format_options=CALENDARS[request.param], **squad)
    pairs(made, 6)
    first = publish(made, pilar)
    play_all(first, pilar)
    at(first, STARTS)
    return made


def test_without_dates_nothing_is_promised_on_a_later_day(season):
    day = day_forecast(season, DayWishes(), STARTS + WEEK, EVERYTHING)
    assert (day.state, day.rounds, day.end) == ("another_day", (), None)
    assert (day.undated, day.next_day, day.last_day) == (True, None, None)
    told = day_forecast(season, DayWishes(rounds=2), STARTS + WEEK, EVERYTHING)
    assert [one.number for one in told.rounds] == [2, 3]


def test_without_dates_only_what_is_published_today_is_forecast(season, pilar):
    at(publish(season, pilar), STARTS + WEEK)
    day = day_forecast(season, DayWishes(), STARTS + WEEK + timedelta(minutes=20), EVERYTHING)
    assert (day.state, rounds_of(day), day.undated) == ("live", [(1, 2, 3)], True)
    assert day.end.late < STARTS + WEEK + timedelta(hours=4)


def test_on_its_first_day_all_the_rounds_are_forecast(season):
    day = day_forecast(season, DayWishes(), STARTS + timedelta(hours=1), EVERYTHING)
    assert rounds_of(day) == [(1, number, 3) for number in range(2, 6)]
    assert not day.undated


@pytest.mark.parametrize(
    "first, hours, now, rounds",
    [
        pytest.param(7, [1, 2], 2.5, 3, id="past midnight"),
        pytest.param(7, [4, 8, 11], 12, 2, id="a marathon until the morning"),
        pytest.param(7, [1, 9], 9.5, 0, id="published the next morning"),
        pytest.param(-7, [5], 5.5, 4, id="a long lunch"),
    ],
)
def test_a_day_ends_with_six_hours_of_rest(season, pilar, first, hours, now, rounds):
    """`first` is when the first round was published, after half past four in the afternoon."""
    begins = STARTS + timedelta(hours=first)
    season.starts_at = begins
    season.save()
    at(season.stage.rounds.get(), begins)
    for hour in hours:
        drawn = at(publish(season, pilar), begins + timedelta(hours=hour))
        if hour != hours[-1]:
            play_all(drawn, pilar)
            at(drawn, begins + timedelta(hours=hour))
    drawn = len(hours) + 1
    day = day_forecast(season, DayWishes(), begins + timedelta(hours=now), EVERYTHING)
    assert [one.number for one in day.rounds] == [drawn, *range(drawn + 1, drawn + rounds)]
    assert day.undated is (rounds == 0)


def test_drawn_on_the_eve_it_begins_at_its_hour(season):
    at(season.stage.rounds.get(), STARTS - timedelta(days=1))
    assert (
        len(day_forecast(season, DayWishes(), STARTS + timedelta(hours=1), EVERYTHING).rounds) == 4
    )


def test_a_match_left_open_on_an_earlier_day_is_not_of_today(season, pilar):
    old = publish(season, pilar)
    left, *others = old.matches.filter(number__isnull=False).order_by("number")
    for match in others:
        play(match, pilar)
    at(old, STARTS + WEEK)
    now = STARTS + 2 * WEEK
    assert day_forecast(season, DayWishes(), now, EVERYTHING).state == "another_day"
    left.called_at = now
    left.save(update_fields=["called_at"])
    assert rounds_of(day_forecast(season, DayWishes(), now, EVERYTHING)) == [(1, 2, 1)]


def test_a_bracket_after_a_calendar_waits_for_its_last_day(season, pilar):
    then_a_bracket(season, pilar, best=4)
    season.look_at(1)
    for number in range(2, 5):
        drawn = publish(season, pilar)
        assert {
            one.stage
            for one in day_forecast(season, DayWishes(), at_once(drawn), EVERYTHING).rounds
        } == {1}
        play_all(drawn, pilar)
        at(drawn, STARTS + number * WEEK)
    last = publish(season, pilar)
    assert {
        one.stage for one in day_forecast(season, DayWishes(), at_once(last), EVERYTHING).rounds
    } == {1, 2}


def at_once(round):
    moment = STARTS + round.number * WEEK
    at(round, moment)
    return moment


def test_a_swiss_of_several_days_has_all_its_rounds_to_come(swiss, pilar):
    first = publish(swiss, pilar)
    play_all(first, pilar)
    at(first, STARTS)
    day = day_forecast(swiss, DayWishes(), STARTS + WEEK, EVERYTHING)
    assert [one.number for one in day.rounds] == [2, 3]


def test_a_postponed_match_is_not_of_today_unless_its_date_is(swiss, pilar):
    first = publish(swiss, pilar)
    at(first, STARTS)
    match = first.matches.get(position=1)
    postpone_match(match=match, author=pilar)
    now = STARTS + timedelta(minutes=5)
    assert day_forecast(swiss, DayWishes(), now, EVERYTHING).rounds[0].matches == 7
    postpone_match(match=match, author=pilar, to=STARTS + timedelta(days=1))
    day = day_forecast(swiss, DayWishes(), now, EVERYTHING)
    assert (day.rounds[0].matches, day.next_day) == (7, STARTS + timedelta(days=1))
    postpone_match(match=match, author=pilar, to=STARTS + timedelta(hours=3))
    assert day_forecast(swiss, DayWishes(), now, EVERYTHING).rounds[0].matches == 8


def test_page_strip_and_api_promise_nothing_without_a_round_of_today(
    season, client_as, pilar, chema
):
    week = timezone.now() - timedelta(days=7)
    season.starts_at = week
    season.save()
    at(season.stage.rounds.get(), week)
    page = f"/t/{season.slug}/hora/"
    for address in (page, f"{page}?tira"):
        text = one_line(client_as(chema).get(address).content.decode())
        assert "Para hoy no hay nada publicado" in text, address
        assert "Las jornadas que quedan sin fecha se cuentan cuando se publican" in text
        assert "acabar hacia" not in text and "<rect" not in text
    answer = Api(chema).get(f"tournaments/{season.slug}/forecast/").json()
    assert (answer["state"], answer["rounds"], answer["end"]) == ("another_day", [], None)
    assert answer["undated"] is True
    publish(season, pilar)
    answer = Api(chema).get(f"tournaments/{season.slug}/forecast/").json()
    assert [one["number"] for one in answer["rounds"]] == [2]
    for address in (page, f"{page}?tira"):
        text = one_line(client_as(chema).get(address).content.decode())
        assert "ocho de cada diez veces" in text
        assert "Las jornadas que quedan sin fecha se cuentan cuando se publican" in text
