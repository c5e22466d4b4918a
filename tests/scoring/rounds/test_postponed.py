"""Tests of open matches when the next round is drawn: waiting matches and postponed matches."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from scoring.actas.selectors.meetings import as_ties, competitors_of, meetings
from scoring.actas.services import forfeit_match
from scoring.actas.table_links import table_url
from scoring.hall.selectors.desk import hall_map
from scoring.prints import ask, notices, pairings
from scoring.prints import notices as calls
from scoring.prints import notices as tables
from scoring.public.cards import current_hall
from scoring.public.pairings import matches_in_play
from scoring.public.share import calendar_file, round_message
from scoring.public.slides.people import matches_by_table, people_by_number, people_by_surname
from scoring.public.whereabouts import hall_of, whereabouts
from scoring.rounds.selectors.rounds import next_round
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.played_rounds import play
from tests.scoring.rounds.teams import TEAMS
from tests.worlds import world
from tournaments.audit.words import audit_line_in_words
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import register_entry
from tournaments.rounds.selectors.rounds import awaited_entries
from tournaments.rounds.services.tables import move_match, postpone_match, reopen, resume_match

MADRID = ZoneInfo("Europe/Madrid")
NEW_DATE = datetime(2026, 12, 17, 20, 30, tzinfo=MADRID)
POSTPONED_SENTENCE = "Aplazado al jueves, 17 de diciembre de 2026, 20:30"
HOME = "/t/casino-de-calamocha"
API = f"/api/v1/tournaments{HOME[2:]}"
PLAYING, WAITING, POSTPONED = Match.State.PLAYING, Match.State.WAITING, Match.State.POSTPONED


def _draw_round(tournament, author):
    return open_next_round(stage=tournament.stage, author=author)


def _publish_round(tournament, author):
    return publish_round(round=_draw_round(tournament, author), author=author)


def _play_all_but_one(tournament, round, author):
    """Play all matches of a round except the first; return the first."""
    open_match, *others = round.matches.filter(number__isnull=False).order_by("number")
    for match in others:
        play(match, author)
    return open_match


@world
def league(make_tournament, pairs, pilar):
    """A league of six with one match of round 1 still at table 1, and round 2 published."""
    tournament = make_tournament(format="league", format_options={"legs": 1})
    pairs(tournament, 6)
    _play_all_but_one(tournament, _publish_round(tournament, pilar), pilar)
    _publish_round(tournament, pilar)
    return tournament


@pytest.fixture
def open_match(league):
    return league.matches.get(round__number=1, state=PLAYING)


def _second_match(league, entry):
    """Return the match of the entry in round 2."""
    return league.matches.get(round__number=2, sides__entry=entry)


def _ties_in_play(tournament):
    """Return, by entry number, the ties that the entry plays now at a table."""
    ties: dict[int, set[tuple[int, int]]] = {}
    for match in tournament.matches.filter(state=PLAYING):
        for entry in match.everybody:
            ties.setdefault(entry.number, set()).add((match.round_id, match.position))
    return ties


def _whereabouts_of(tournament, number):
    competitors = competitors_of(tournament, EVERYTHING)
    ties = as_ties(meetings(tournament.stage, competitors, EVERYTHING))
    return whereabouts(competitors[number], ties, hall_of(tournament.stage, EVERYTHING))


def _slide_rows(slides):
    return [row for slide in slides for row in slide.rows]


# --- Waiting matches ------------------------------------------------------------------------------
@cases(
    "plan, count",
    ({"format": "league", "format_options": {"legs": 1}}, 6),
    ({"format": "groups", "format_options": {"size": 4}}, 8),
    ({"format": "teams", "format_options": {"legs": 1, "boards": 2}, "squad": 6}, 4),
)
def test_a_match_waits_while_one_of_its_sides_is_at_a_table(
    make_tournament, pairs, pilar, plan, count
):
    tournament = make_tournament(tables=20, **plan)
    if plan["format"] == "teams":
        for name in (*TEAMS, "La Peña"):
            register_entry(tournament=tournament, author=pilar, name=name, players=[])
    else:
        pairs(tournament, count)
    open_match = _play_all_but_one(tournament, _publish_round(tournament, pilar), pilar)
    busy_numbers = {entry.number for entry in open_match.everybody}
    second_round = _publish_round(tournament, pilar)
    for match in second_round.matches.exclude(state=Match.State.BYE):
        must_wait = bool(busy_numbers & {entry.number for entry in match.everybody})
        assert match.state == (WAITING if must_wait else PLAYING)
    assert all(len(ties) == 1 for ties in _ties_in_play(tournament).values())
    play(open_match, pilar)
    assert not second_round.matches.filter(state=WAITING).exists()


def test_a_pair_with_two_waiting_matches_plays_one_at_a_time(make_tournament, pairs, pilar):
    league = make_tournament(format="league", format_options={"legs": 1}, tables=1)
    pairs(league, 6)
    for _round in range(3):
        _publish_round(league, pilar)
    league.tables = 8
    league.save(update_fields=["tables"])
    play(league.matches.get(state=PLAYING), pilar)
    assert all(len(ties) == 1 for ties in _ties_in_play(league).values())


def test_an_entry_at_a_table_is_not_called_to_another(league, open_match, pilar):
    entry = open_match.everybody[0]
    with is_refused("side_at_table", status=409):
        move_match(match=_second_match(league, entry), author=pilar, table=8)


def test_a_reopened_match_waits_for_sides_that_play_elsewhere(league, open_match, pilar):
    play(open_match, pilar)
    reopen(match=open_match, author=pilar)
    open_match.refresh_from_db()
    assert open_match.state == WAITING and open_match.table is None
    assert all(len(ties) == 1 for ties in _ties_in_play(league).values())


# --- Place of an entry on pages and sheets --------------------------------------------------------
def test_every_page_and_sheet_has_the_same_place_of_an_entry(league, open_match, client_as):
    own_entry, table = open_match.everybody[0], open_match.table
    second_match = _second_match(league, own_entry)
    rival = next(entry for entry in second_match.everybody if entry != own_entry)

    answer_now = _whereabouts_of(league, own_entry.number)
    assert (answer_now.state, answer_now.meeting.number) == ("playing", open_match.number)
    answer_now = _whereabouts_of(league, rival.number)
    assert answer_now.state == "waiting"
    assert [tuple(side) for side in answer_now.awaited] == [(own_entry.number, table)]

    sentence = f"espera al {own_entry.number}, que juega en la mesa {table}"
    visitor = client_as(None)
    page = visitor.get(f"{HOME}/mesa/?q={rival.number}").content.decode()
    assert sentence[1:] in page and "La siguiente mesa" not in page
    assert sentence in visitor.get(f"{HOME}/emparejamientos/").content.decode()
    answer = visitor.get(f"{API}/where/?q={rival.number}").json()["results"][0]
    assert answer["table"] is None
    assert answer["awaited"] == [{"entry": own_entry.number, "table": table}]

    for rows in (
        _slide_rows(people_by_surname(league.stage, EVERYTHING)),
        _slide_rows(people_by_number(league.stage, EVERYTHING)),
    ):
        places_of_entry = {row.table for row in rows if row.number == str(own_entry.number)}
        assert places_of_entry == {str(table)}
    people_rows = visitor.get(f"{HOME}/emparejamientos/?por=apellido").context["people"]
    places_of_entry = {
        row["meeting"].number for row in people_rows if row["competitor"].number == own_entry.number
    }
    assert places_of_entry == {open_match.number}

    sheet_context = pairings.surname_sheet(
        league, ask.PrintAsk("pairings_surname", round=2), EVERYTHING
    )[0].context
    places = {
        person["place"]
        for page in sheet_context["pages"]
        for column in page
        for person in column
        if person["number"] == own_entry.number
    }
    assert places == {f"en la {table}"}


def test_the_desk_sees_the_entry_that_a_match_waits_for(league, open_match, desk):
    entry = open_match.everybody[0]
    page = desk.get(f"{HOME}/control/").content.decode()
    assert f"espera al {entry.number}, que juega en la mesa {open_match.table}" in page


# --- Warnings before the draw ---------------------------------------------------------------------
def test_the_draw_and_the_draft_warn_about_an_open_match(make_tournament, pairs, pilar, client_as):
    league = make_tournament(format="league", format_options={"legs": 1})
    pairs(league, 6)
    open_match = _play_all_but_one(league, _publish_round(league, pilar), pilar)
    assert [match.pk for match in next_round(league.stage).unfinished_matches] == [open_match.pk]
    organiser = client_as(pilar)
    assert "Queda 1 encuentro abierto." in organiser.get(f"{HOME}/rondas/").content.decode()
    draft = _draw_round(league, pilar)
    page = organiser.get(f"{HOME}/rondas/2/").content.decode()
    assert "Queda 1 encuentro abierto de una ronda anterior." in page
    (held_up,) = organiser.get(f"{API}/rounds/2/").json()["held_up"]
    waiting = sorted({_second_match(league, entry).number for entry in open_match.everybody})
    assert held_up == {
        "code": open_match.code,
        "number": open_match.number,
        "table": open_match.table,
        "waiting": waiting,
    }
    postpone_match(match=open_match, author=pilar)
    assert "encuentro abierto" not in organiser.get(f"{HOME}/rondas/2/").content.decode()
    publish_round(round=draft, author=pilar)
    assert not draft.matches.filter(state=WAITING).exists()


def test_a_knockout_draws_no_round_while_a_match_is_postponed(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    open_match = _play_all_but_one(casino, _publish_round(casino, pilar), pilar)
    postpone_match(match=open_match, author=pilar)
    assert next_round(casino.stage).state == "unfinished"
    play(open_match, pilar)
    assert next_round(casino.stage).state == "ready"


# --- Postponing -----------------------------------------------------------------------------------
def test_a_postponed_match_frees_its_table_until_it_is_resumed(league, open_match, pilar):
    table, first_entry = open_match.table, open_match.everybody[0]
    postpone_match(match=open_match, author=pilar, to=NEW_DATE, reason="se va la luz")
    open_match.refresh_from_db()
    assert (open_match.state, open_match.table, open_match.postponed_to) == (
        POSTPONED,
        None,
        NEW_DATE,
    )
    assert _second_match(league, first_entry).state == PLAYING
    line = league.audit.filter(act="postpone_match").get()
    assert line.reason == "se va la luz"
    assert "aplazado al: 17/12/2026 20:30" in audit_line_in_words(line).after
    resume_match(match=open_match, author=pilar)
    open_match.refresh_from_db()
    assert (open_match.state, open_match.postponed_to) == (WAITING, None), (
        "its sides play in round 2"
    )
    for entry in open_match.everybody:
        play(_second_match(league, entry), pilar)
    open_match.refresh_from_db()
    assert open_match.state == PLAYING and open_match.table is not None
    assert table is not None


def test_a_postponed_match_takes_a_result_without_being_resumed(league, open_match, pilar):
    postpone_match(match=open_match, author=pilar, to=NEW_DATE)
    play(open_match, pilar)
    open_match.refresh_from_db()
    assert (open_match.state, open_match.postponed_to) == (Match.State.FINISHED, None)


def test_a_withdrawn_entry_loses_its_postponed_match(league, open_match, pilar):
    postpone_match(match=open_match, author=pilar)
    withdraw_entry(entry=open_match.everybody[0], author=pilar, reason="lesión")
    open_match.refresh_from_db()
    assert open_match.state == Match.State.FINISHED


def test_matches_that_cannot_be_postponed_or_resumed_are_refused(
    league, open_match, pilar, make_tournament, pairs
):
    with is_refused("not_postponed", status=409):
        resume_match(match=open_match, author=pilar)
    finished_match = league.matches.filter(state=Match.State.FINISHED)[0]
    with is_refused("match_over", status=409):
        postpone_match(match=finished_match, author=pilar)
    with is_refused("date_out_of_range", status=400):
        postpone_match(match=open_match, author=pilar, to=NEW_DATE.replace(year=9999))
    marathon = make_tournament(name="Otro", format="clock", format_options={})
    pairs(marathon, 4)
    _publish_round(marathon, pilar)
    with is_refused("played_by_calls", status=409):
        postpone_match(match=marathon.matches.filter(state=PLAYING)[0], author=pilar)


def test_a_whole_tie_is_postponed_and_resumed(make_tournament, pilar, client_as):
    league = make_tournament(
        format="teams", format_options={"legs": 1, "boards": 3}, squad=6, tables=9
    )
    for name in TEAMS[:2]:
        register_entry(tournament=league, author=pilar, name=name, players=[])
    first, second, third = _publish_round(league, pilar).matches.order_by("board")
    forfeit_match(match=first, loser=first.everybody[0], author=pilar, reason="no vienen")
    postponed_match = postpone_match(match=second, author=pilar, to=NEW_DATE, whole_tie=True)
    assert [match.pk for match in postponed_match] == [second.pk, third.pk]
    number = second.everybody[0].number
    answer = _whereabouts_of(league, number)
    assert answer.state == "postponed" and answer.meeting.postponed_to == NEW_DATE
    desk = client_as(pilar)
    assert 'name="whole_tie"' in desk.get(f"{HOME}/control/").text, (
        "offered even without another match in play"
    )
    desk.post(f"{HOME}/acta/{third.code}/reanudar/", {"whole_tie": "1"})
    assert league.matches.filter(state=PLAYING).count() == 2


# --- Pages and sheets with a postponed match ------------------------------------------------------
@pytest.fixture
def postponed_match(league, open_match, pilar):
    (match,) = postpone_match(match=open_match, author=pilar, to=NEW_DATE)
    return match


@cases(
    "page",
    "calendario/",
    "mesa/?q={number}",
    "inscripcion/{number}/",
    "emparejamientos/",
    "ronda/1/",
    "partida/{code}/",
)
def test_public_pages_show_a_postponed_match_and_its_new_date(postponed_match, client_as, page):
    parameters = {"number": postponed_match.everybody[0].number, "code": postponed_match.code}
    assert (
        POSTPONED_SENTENCE
        in client_as(None).get(f"{HOME}/{page.format(**parameters)}").content.decode()
    )


@cases("page", "control/", "acta/{code}/", "acta/{code}/mesa/")
def test_the_desk_sees_a_postponed_match_and_can_resume_it(postponed_match, desk, page):
    answer = desk.get(f"{HOME}/{page.format(code=postponed_match.code)}").content.decode()
    assert POSTPONED_SENTENCE in answer
    if "mesa" not in page:
        assert f"{HOME}/acta/{postponed_match.code}/reanudar/" in answer
    hall = hall_map(postponed_match.tournament, datetime.now(MADRID), EVERYTHING)
    assert [match.pk for match in hall.postponed] == [postponed_match.pk] and not hall.waiting


def test_sheets_show_a_postponed_match(postponed_match, league):
    first_round = ask.PrintAsk("pairings_table", round=1)
    (row,) = pairings.table_sheet(league, first_round, EVERYTHING)[0].context["postponed"]
    assert row["note"] == POSTPONED_SENTENCE
    (call,) = calls.call_list(league, first_round, EVERYTHING)[0].context["postponed"]
    assert call["note"] == POSTPONED_SENTENCE
    rows = tables.table_times(league, first_round, EVERYTHING)[0].context["rows"]
    assert [row["note"] for row in rows if row["number"] == postponed_match.number] == [
        POSTPONED_SENTENCE
    ]
    pages = pairings.surname_sheet(league, first_round, EVERYTHING)[0].context["pages"]
    places = {person["place"] for page in pages for column in page for person in column}
    assert "aplazado" in places
    dates = notices.calendar_sheet(league, first_round, EVERYTHING)[0].context["dates"]
    assert POSTPONED_SENTENCE in [fixture["postponed"] for fixture in dates[0]["fixtures"]]


def test_the_api_and_the_calendar_file_have_the_new_date(postponed_match, league, client_as):
    visitor, number = client_as(None), postponed_match.everybody[0].number
    (match,) = visitor.get(f"{API}/matches/?state=postponed").json()["results"]
    assert match["postponed_to"].startswith("2026-12-17T20:30")
    answer = visitor.get(f"{API}/where/?q={number}").json()["results"][0]
    assert answer["state"] == "playing" and answer["postponed"] == [postponed_match.code]
    fixtures = visitor.get(f"{API}/calendar/").json()["results"][0]["fixtures"]
    assert [fixture["postponed"] for fixture in fixtures].count(True) == 1
    assert "DTSTART:20261217T193000Z" in calendar_file(league, "https://x", NEW_DATE, EVERYTHING)


def test_a_screen_lists_a_postponed_match_only_beside_other_matches(postponed_match, league, pilar):
    assert "Aplazado" in {
        row.note for row in _slide_rows(matches_by_table(league.stage, EVERYTHING))
    }
    for match in list(league.matches.filter(round__number=2)):
        play(match, pilar)
    assert (
        people_by_surname(league.stage, EVERYTHING)
        == people_by_number(league.stage, EVERYTHING)
        == matches_by_table(league.stage, EVERYTHING)
        == []
    )


def test_the_phone_of_the_players_shows_that_their_match_is_postponed(postponed_match, client_as):
    assert (
        POSTPONED_SENTENCE in client_as(None).get(table_url("", postponed_match), follow=True).text
    )


def test_the_message_of_a_round_shows_a_postponed_match(make_tournament, pairs, pilar):
    league = make_tournament(format="league", format_options={"legs": 1})
    pairs(league, 4)
    match = _publish_round(league, pilar).matches.order_by("number")[0]
    postpone_match(match=match, author=pilar, to=NEW_DATE)
    assert POSTPONED_SENTENCE in round_message(league, "https://x", EVERYTHING).text


# --- Desk and API ---------------------------------------------------------------------------------
def test_the_desk_postpones_and_resumes_a_match(league, open_match, desk):
    assert (
        f"/acta/{open_match.code}/aplazar/"
        in desk.get(f"{HOME}/acta/{open_match.code}/").content.decode()
    )
    panel = desk.get(f"{HOME}/control/?mesa={open_match.table}").content.decode()
    assert f"/acta/{open_match.code}/aplazar/" in panel
    answer = desk.post(f"{HOME}/acta/{open_match.code}/aplazar/", {"to": "2026-12-17T20:30"})
    assert answer.status_code == 302
    open_match.refresh_from_db()
    assert (open_match.state, open_match.postponed_to) == (POSTPONED, NEW_DATE)
    assert desk.post(f"{HOME}/acta/{open_match.code}/reanudar/").status_code == 302
    open_match.refresh_from_db()
    assert open_match.state == WAITING


def test_the_api_postpones_and_resumes_a_match(league, open_match, desk, client_as, raul):
    body = {"to": "2026-12-17T20:30:00+01:00"}
    path = f"{API}/matches/{open_match.code}"
    as_json = {"content_type": "application/json"}
    assert client_as(raul).post(f"{path}/postpone/", body, **as_json).status_code == 403
    (answer,) = desk.post(f"{path}/postpone/", body, **as_json).json()["results"]
    assert answer["state"] == "postponed" and answer["postponed_to"].startswith("2026-12-17T20:30")
    (answer,) = desk.post(f"{path}/resume/", {}, **as_json).json()["results"]
    assert answer["state"] == "waiting" and answer["postponed_to"] is None
    refused_answer = desk.post(f"{path}/resume/", {}, **as_json)
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        409,
        "not_postponed",
    )


def test_a_match_that_waits_for_a_table_awaits_no_entry(make_tournament, pairs, pilar):
    """The round is not announced, but the audience EVERYTHING sees its two matches."""
    league = make_tournament(
        format="league", format_options={"legs": 1}, announcing="by_hand", tables=1
    )
    pairs(league, 4)
    first_round = _publish_round(league, pilar)
    waiting = first_round.matches.filter(state=WAITING)
    assert awaited_entries(league, [match.pk for match in waiting], EVERYTHING) == {}
    assert (
        not current_hall(league.stage, EVERYTHING).awaited
        and len(matches_in_play(league.stage, EVERYTHING)) == 2
    )
