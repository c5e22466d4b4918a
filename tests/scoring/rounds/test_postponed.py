"""Open matches when the next round is drawn: who waits, what is postponed, and one table a pair."""

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
from scoring.public.pairings import matches_here
from scoring.public.share import calendar_file, round_message
from scoring.public.slides.people import matches_by_table, people_by_number, people_by_surname
from scoring.public.whereabouts import hall_of, whereabouts
from scoring.rounds.selectors.rounds import next_round
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.days import play
from tests.scoring.rounds.teams import TEAMS
from tests.worlds import world
from tournaments.audit.words import audit_line_in_words
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import register_entry
from tournaments.rounds.selectors.rounds import awaited_entries
from tournaments.rounds.services.tables import move_match, postpone_match, reopen, resume_match

MADRID = ZoneInfo("Europe/Madrid")
DAY = datetime(2026, 12, 17, 20, 30, tzinfo=MADRID)
SAID = "Aplazado al jueves, 17 de diciembre de 2026, 20:30"
HOME = "/t/casino-de-calamocha"
API = f"/api/v1/tournaments{HOME[2:]}"
PLAYING, WAITING, POSTPONED = Match.State.PLAYING, Match.State.WAITING, Match.State.POSTPONED


def _draw(tournament, author):
    return open_next_round(stage=tournament.stage, author=author)


def _publish(tournament, author):
    return publish_round(round=_draw(tournament, author), author=author)


def _play_all_but_one(tournament, round, author):
    """Play the matches of a round but the first; return that one."""
    left, *others = round.matches.filter(number__isnull=False).order_by("number")
    for match in others:
        play(match, author)
    return left


@world
def league(make_tournament, pairs, pilar):
    """A league of six with one match of its first round still at table 1, and round 2 drawn."""
    tournament = make_tournament(format="league", format_options={"legs": 1})
    pairs(tournament, 6)
    _play_all_but_one(tournament, _publish(tournament, pilar), pilar)
    _publish(tournament, pilar)
    return tournament


@pytest.fixture
def left(league):
    return league.matches.get(round__number=1, state=PLAYING)


def _second(league, entry):
    """The match of this entry in round 2."""
    return league.matches.get(round__number=2, sides__entry=entry)


def _seats(tournament):
    """By the number of each entry, the ties where it sits at a table."""
    seats: dict[int, set[tuple[int, int]]] = {}
    for match in tournament.matches.filter(state=PLAYING):
        for entry in match.everybody:
            seats.setdefault(entry.number, set()).add((match.round_id, match.position))
    return seats


def _where(tournament, number):
    competitors = competitors_of(tournament, EVERYTHING)
    played = as_ties(meetings(tournament.stage, competitors, EVERYTHING))
    return whereabouts(competitors[number], played, hall_of(tournament.stage, EVERYTHING))


def _rows(slides):
    return [row for slide in slides for row in slide.rows]


# --- Who waits ------------------------------------------------------------------------------------
@cases(
    "plan, entered",
    ({"format": "league", "format_options": {"legs": 1}}, 6),
    ({"format": "groups", "format_options": {"size": 4}}, 8),
    ({"format": "teams", "format_options": {"legs": 1, "boards": 2}, "squad": 6}, 4),
)
def test_a_match_waits_while_one_of_its_sides_is_at_a_table(
    make_tournament, pairs, pilar, plan, entered
):
    tournament = make_tournament(tables=20, **plan)
    if plan["format"] == "teams":
        for name in (*TEAMS, "La Peña"):
            register_entry(tournament=tournament, author=pilar, name=name, players=[])
    else:
        pairs(tournament, entered)
    left = _play_all_but_one(tournament, _publish(tournament, pilar), pilar)
    held = {entry.number for entry in left.everybody}
    second = _publish(tournament, pilar)
    for match in second.matches.exclude(state=Match.State.BYE):
        waits = bool(held & {entry.number for entry in match.everybody})
        assert match.state == (WAITING if waits else PLAYING)
    assert all(len(ties) == 1 for ties in _seats(tournament).values())
    play(left, pilar)
    assert not second.matches.filter(state=WAITING).exists()


def test_of_two_matches_that_wait_a_pair_sits_in_the_first(make_tournament, pairs, pilar):
    league = make_tournament(format="league", format_options={"legs": 1}, tables=1)
    pairs(league, 6)
    for _round in range(3):
        _publish(league, pilar)
    league.tables = 8
    league.save(update_fields=["tables"])
    play(league.matches.get(state=PLAYING), pilar)
    assert all(len(ties) == 1 for ties in _seats(league).values())


def test_nobody_is_called_to_a_second_table_by_hand(league, left, pilar):
    mine = left.everybody[0]
    with is_refused("side_at_table", status=409):
        move_match(match=_second(league, mine), author=pilar, table=8)


def test_a_match_opened_again_waits_for_sides_that_play_elsewhere(league, left, pilar):
    play(left, pilar)
    reopen(match=left, author=pilar)
    left.refresh_from_db()
    assert left.state == WAITING and left.table is None
    assert all(len(ties) == 1 for ties in _seats(league).values())


# --- Where a pair sits ----------------------------------------------------------------------------
def test_where_a_pair_sits_is_said_alike_everywhere(league, left, client_as):
    mine, table = left.everybody[0], left.table
    second = _second(league, mine)
    rival = next(entry for entry in second.everybody if entry != mine)

    where = _where(league, mine.number)
    assert (where.state, where.meeting.number) == ("playing", left.number)
    where = _where(league, rival.number)
    assert where.state == "waiting"
    assert [tuple(side) for side in where.awaited] == [(mine.number, table)]

    words = f"espera al {mine.number}, que juega en la mesa {table}"
    visitor = client_as(None)
    page = visitor.get(f"{HOME}/mesa/?q={rival.number}").content.decode()
    assert words[1:] in page and "La siguiente mesa" not in page
    assert words in visitor.get(f"{HOME}/emparejamientos/").content.decode()
    answer = visitor.get(f"{API}/where/?q={rival.number}").json()["results"][0]
    assert answer["table"] is None
    assert answer["awaited"] == [{"entry": mine.number, "table": table}]

    for rows in (
        _rows(people_by_surname(league.stage, EVERYTHING)),
        _rows(people_by_number(league.stage, EVERYTHING)),
    ):
        own = {row.table for row in rows if row.number == str(mine.number)}
        assert own == {str(table)}
    by_people = visitor.get(f"{HOME}/emparejamientos/?por=apellido").context["people"]
    own = {row["meeting"].number for row in by_people if row["competitor"].number == mine.number}
    assert own == {left.number}

    paper = pairings.surname_sheet(league, ask.PrintAsk("pairings_surname", round=2), EVERYTHING)[
        0
    ].context
    places = {
        person["place"]
        for page in paper["pages"]
        for column in page
        for person in column
        if person["number"] == mine.number
    }
    assert places == {f"en la {table}"}


def test_the_desk_sees_whom_a_match_waits_for(league, left, desk):
    mine = left.everybody[0]
    page = desk.get(f"{HOME}/control/").content.decode()
    assert f"espera al {mine.number}, que juega en la mesa {left.table}" in page


# --- Before the draw ------------------------------------------------------------------------------
def test_the_draw_says_what_is_open_before_and_the_draft_who_waits(
    make_tournament, pairs, pilar, client_as
):
    league = make_tournament(format="league", format_options={"legs": 1})
    pairs(league, 6)
    left = _play_all_but_one(league, _publish(league, pilar), pilar)
    assert [match.pk for match in next_round(league.stage).unfinished] == [left.pk]
    organiser = client_as(pilar)
    assert "Queda 1 encuentro abierto." in organiser.get(f"{HOME}/rondas/").content.decode()
    draft = _draw(league, pilar)
    page = organiser.get(f"{HOME}/rondas/2/").content.decode()
    assert "Queda 1 encuentro abierto de una ronda anterior." in page
    (told_open,) = organiser.get(f"{API}/rounds/2/").json()["held_up"]
    waiting = sorted({_second(league, entry).number for entry in left.everybody})
    assert told_open == {
        "code": left.code,
        "number": left.number,
        "table": left.table,
        "waiting": waiting,
    }
    postpone_match(match=left, author=pilar)
    assert "encuentro abierto" not in organiser.get(f"{HOME}/rondas/2/").content.decode()
    publish_round(round=draft, author=pilar)
    assert not draft.matches.filter(state=WAITING).exists()


def test_a_knockout_draws_nothing_while_a_match_is_postponed(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    left = _play_all_but_one(casino, _publish(casino, pilar), pilar)
    postpone_match(match=left, author=pilar)
    assert next_round(casino.stage).state == "unfinished"
    play(left, pilar)
    assert next_round(casino.stage).state == "ready"


# --- Postponing -----------------------------------------------------------------------------------
def test_a_postponed_match_leaves_its_table_and_comes_back_when_resumed(league, left, pilar):
    table, mine = left.table, left.everybody[0]
    postpone_match(match=left, author=pilar, to=DAY, reason="se va la luz")
    left.refresh_from_db()
    assert (left.state, left.table, left.postponed_to) == (POSTPONED, None, DAY)
    assert _second(league, mine).state == PLAYING
    line = league.audit.filter(act="postpone_match").get()
    assert line.reason == "se va la luz"
    assert "aplazado al: 17/12/2026 20:30" in audit_line_in_words(line).after
    resume_match(match=left, author=pilar)
    left.refresh_from_db()
    assert (left.state, left.postponed_to) == (WAITING, None), "its sides play round 2"
    for entry in left.everybody:
        play(_second(league, entry), pilar)
    left.refresh_from_db()
    assert left.state == PLAYING and left.table is not None
    assert table is not None


def test_the_result_of_a_postponed_match_is_written_without_resuming_it(league, left, pilar):
    postpone_match(match=left, author=pilar, to=DAY)
    play(left, pilar)
    left.refresh_from_db()
    assert (left.state, left.postponed_to) == (Match.State.FINISHED, None)


def test_a_postponed_match_is_lost_by_who_leaves(league, left, pilar):
    postpone_match(match=left, author=pilar)
    withdraw_entry(entry=left.everybody[0], author=pilar, reason="lesión")
    left.refresh_from_db()
    assert left.state == Match.State.FINISHED


def test_what_cannot_be_postponed_or_resumed_says_why(league, left, pilar, make_tournament, pairs):
    with is_refused("not_postponed", status=409):
        resume_match(match=left, author=pilar)
    over = league.matches.filter(state=Match.State.FINISHED)[0]
    with is_refused("match_over", status=409):
        postpone_match(match=over, author=pilar)
    with is_refused("date_out_of_range", status=400):
        postpone_match(match=left, author=pilar, to=DAY.replace(year=9999))
    clock = make_tournament(name="Otro", format="clock", format_options={})
    pairs(clock, 4)
    _publish(clock, pilar)
    with is_refused("played_by_calls", status=409):
        postpone_match(match=clock.matches.filter(state=PLAYING)[0], author=pilar)


def test_a_whole_tie_is_postponed_and_resumed(make_tournament, pilar, client_as):
    league = make_tournament(
        format="teams", format_options={"legs": 1, "boards": 3}, squad=6, tables=9
    )
    for name in TEAMS[:2]:
        register_entry(tournament=league, author=pilar, name=name, players=[])
    first, second, third = _publish(league, pilar).matches.order_by("board")
    forfeit_match(match=first, loser=first.everybody[0], author=pilar, reason="no vienen")
    postponed = postpone_match(match=second, author=pilar, to=DAY, whole_tie=True)
    assert [match.pk for match in postponed] == [second.pk, third.pk]
    number = second.everybody[0].number
    where = _where(league, number)
    assert where.state == "postponed" and where.meeting.postponed_to == DAY
    desk = client_as(pilar)
    assert 'name="whole_tie"' in desk.get(f"{HOME}/control/").text, "also with nothing else there"
    desk.post(f"{HOME}/acta/{third.code}/reanudar/", {"whole_tie": "1"})
    assert league.matches.filter(state=PLAYING).count() == 2


# --- Said everywhere ------------------------------------------------------------------------------
@pytest.fixture
def postponed(league, left, pilar):
    (match,) = postpone_match(match=left, author=pilar, to=DAY)
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
def test_public_pages_say_that_it_is_postponed_and_to_when(postponed, client_as, page):
    words = {"number": postponed.everybody[0].number, "code": postponed.code}
    assert SAID in client_as(None).get(f"{HOME}/{page.format(**words)}").content.decode()


@cases("page", "control/", "acta/{code}/", "acta/{code}/mesa/")
def test_the_desk_is_told_too_and_can_resume_it(postponed, desk, page):
    answer = desk.get(f"{HOME}/{page.format(code=postponed.code)}").content.decode()
    assert SAID in answer
    if "mesa" not in page:
        assert f"{HOME}/acta/{postponed.code}/reanudar/" in answer
    hall = hall_map(postponed.tournament, datetime.now(MADRID), EVERYTHING)
    assert [match.pk for match in hall.postponed] == [postponed.pk] and not hall.waiting


def test_sheets_say_that_it_is_postponed(postponed, league):
    first = ask.PrintAsk("pairings_table", round=1)
    (row,) = pairings.table_sheet(league, first, EVERYTHING)[0].context["postponed"]
    assert row["note"] == SAID
    (call,) = calls.call_list(league, first, EVERYTHING)[0].context["postponed"]
    assert call["note"] == SAID
    rows = tables.table_times(league, first, EVERYTHING)[0].context["rows"]
    assert [row["note"] for row in rows if row["number"] == postponed.number] == [SAID]
    paper = pairings.surname_sheet(league, first, EVERYTHING)[0].context["pages"]
    places = {person["place"] for page in paper for column in page for person in column}
    assert "aplazado" in places
    dates = notices.calendar_sheet(league, first, EVERYTHING)[0].context["dates"]
    assert SAID in [fixture["postponed"] for fixture in dates[0]["fixtures"]]


def test_the_programs_and_the_phones_calendar_are_told(postponed, league, client_as):
    visitor, number = client_as(None), postponed.everybody[0].number
    (match,) = visitor.get(f"{API}/matches/?state=postponed").json()["results"]
    assert match["postponed_to"].startswith("2026-12-17T20:30")
    where = visitor.get(f"{API}/where/?q={number}").json()["results"][0]
    assert where["state"] == "playing" and where["postponed"] == [postponed.code]
    fixtures = visitor.get(f"{API}/calendar/").json()["results"][0]["fixtures"]
    assert [one["postponed"] for one in fixtures].count(True) == 1
    assert "DTSTART:20261217T193000Z" in calendar_file(league, "https://x", DAY, EVERYTHING)


def test_a_screen_lists_it_as_postponed_but_not_once_nothing_else_is_left(postponed, league, pilar):
    assert "Aplazado" in {row.note for row in _rows(matches_by_table(league.stage, EVERYTHING))}
    for match in list(league.matches.filter(round__number=2)):
        play(match, pilar)
    assert (
        people_by_surname(league.stage, EVERYTHING)
        == people_by_number(league.stage, EVERYTHING)
        == matches_by_table(league.stage, EVERYTHING)
        == []
    )


def test_the_phone_of_its_players_says_it(postponed, client_as):
    assert SAID in client_as(None).get(table_url("", postponed), follow=True).text


def test_the_message_of_a_round_says_it(make_tournament, pairs, pilar):
    league = make_tournament(format="league", format_options={"legs": 1})
    pairs(league, 4)
    match = _publish(league, pilar).matches.order_by("number")[0]
    postpone_match(match=match, author=pilar, to=DAY)
    assert SAID in round_message(league, "https://x", EVERYTHING).text


# --- Who may --------------------------------------------------------------------------------------
def test_the_desk_postpones_from_the_page_of_the_match(league, left, desk):
    assert f"/acta/{left.code}/aplazar/" in desk.get(f"{HOME}/acta/{left.code}/").content.decode()
    panel = desk.get(f"{HOME}/control/?mesa={left.table}").content.decode()
    assert f"/acta/{left.code}/aplazar/" in panel
    answer = desk.post(f"{HOME}/acta/{left.code}/aplazar/", {"to": "2026-12-17T20:30"})
    assert answer.status_code == 302
    left.refresh_from_db()
    assert (left.state, left.postponed_to) == (POSTPONED, DAY)
    assert desk.post(f"{HOME}/acta/{left.code}/reanudar/").status_code == 302
    left.refresh_from_db()
    assert left.state == WAITING


def test_programs_postpone_and_resume(league, left, desk, client_as, raul):
    body = {"to": "2026-12-17T20:30:00+01:00"}
    path = f"{API}/matches/{left.code}"
    send = {"content_type": "application/json"}
    assert client_as(raul).post(f"{path}/postpone/", body, **send).status_code == 403
    (answer,) = desk.post(f"{path}/postpone/", body, **send).json()["results"]
    assert answer["state"] == "postponed" and answer["postponed_to"].startswith("2026-12-17T20:30")
    (answer,) = desk.post(f"{path}/resume/", {}, **send).json()["results"]
    assert answer["state"] == "waiting" and answer["postponed_to"] is None
    refused = desk.post(f"{path}/resume/", {}, **send)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_postponed")


def test_nothing_is_told_of_a_table_of_a_round_not_announced(make_tournament, pairs, pilar):
    """The held hall of visitors leaves out tables of rounds that they do not know of."""
    league = make_tournament(
        format="league", format_options={"legs": 1}, announcing="by_hand", tables=1
    )
    pairs(league, 4)
    first = _publish(league, pilar)
    waiting = first.matches.filter(state=WAITING)
    assert awaited_entries(league, [match.pk for match in waiting], EVERYTHING) == {}
    assert (
        not current_hall(league.stage, EVERYTHING).awaited
        and len(matches_here(league.stage, EVERYTHING)) == 2
    )
