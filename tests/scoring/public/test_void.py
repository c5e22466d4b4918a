"""Tests of annulled results: every page, the acta and the API mark them."""

from scoring.actas.selectors.meetings import competitors_of, meetings
from scoring.public.competitor import entry_page
from scoring.public.crosses import calendar_page, cross_table
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.scoring.corrections import entry_numbers, write
from tests.scoring.played_rounds import publish
from tests.worlds import world
from tournaments.models import Entry
from tournaments.names.audience import EVERYTHING


@world
def league(make_tournament, pairs, pilar):
    """A league of four pairs; the winner of its first match has withdrawn with all results void."""
    tournament = make_tournament(format="league", format_options={"legs": 1})
    pairs(tournament, 4)
    match = publish(tournament, pilar).matches.get(position=1)
    write(match, pilar)
    match.refresh_from_db()
    winner = tournament.entries.get(number=entry_numbers(match)[match.result.winner])
    withdraw_entry(entry=winner, author=pilar, reason="se va", effect=Entry.Effect.VOID)
    return tournament


def first_match(league):
    return league.matches.get(round__number=1, position=1)


def test_the_cross_table_marks_an_annulled_result(league):
    competitors = competitors_of(league, EVERYTHING)
    rows = cross_table(
        league.stage, list(competitors.values()), meetings(league.stage, competitors, EVERYTHING)
    )
    cells = {row.competitor.number: row.cells for row in rows}
    number, rival_number = entry_numbers(first_match(league))
    [meeting] = cells[number][list(competitors).index(rival_number)]
    assert "anulado" in meeting.text
    assert meeting.won is None


def test_the_calendar_marks_an_annulled_result(league):
    [fixture] = [
        fixture
        for date in calendar_page(league, EVERYTHING, ahead=False, page=None)["dates"]
        for fixture in date["fixtures"]
        if fixture["meeting"] and fixture["meeting"].code == first_match(league).code
    ]
    assert "anulado" in fixture["score"]


def test_the_page_of_the_rival_marks_an_annulled_result(league, client):
    rival = entry_numbers(first_match(league))[1]
    [row] = entry_page(league, competitors_of(league, EVERYTHING)[rival], EVERYTHING)["rows"]
    assert row["meeting"].void
    assert not row["won"]
    text = client.get(f"/t/{league.slug}/inscripcion/{rival}/").content.decode()
    assert "Anulado: no cuenta" in text


def test_the_page_and_the_acta_of_a_match_mark_its_annulled_result(league, client, desk):
    path = f"/t/{league.slug}/{{}}/{first_match(league).code}/"
    for browser, page in ((client, "partida"), (desk, "acta")):
        assert "Anulado: no cuenta" in browser.get(path.format(page)).content.decode()
    other_match = league.matches.get(round__number=1, position=2)
    text = client.get(f"/t/{league.slug}/partida/{other_match.code}/").content.decode()
    assert "Anulado" not in text


def test_the_api_marks_an_annulled_result(league, client):
    rows = client.get(f"/api/v1/tournaments/{league.slug}/matches/").json()["results"]
    void = {row["code"]: row["void"] for row in rows}
    assert void[first_match(league).code]
    code = first_match(league).code
    assert client.get(f"/api/v1/tournaments/{league.slug}/matches/{code}/").json()["void"]


def test_a_withdrawal_from_a_knockout_annuls_no_result(make_tournament, pairs, pilar):
    knockout = make_tournament(format="knockout")
    pairs(knockout, 4)
    match = publish(knockout, pilar).matches.get(position=1)
    write(match, pilar)
    entry = knockout.entries.get(number=entry_numbers(match)[0])
    withdraw_entry(entry=entry, author=pilar, reason="se va", effect=Entry.Effect.VOID)
    assert not any(
        meeting.void
        for meeting in meetings(knockout.stage, competitors_of(knockout, EVERYTHING), EVERYTHING)
    )
