"""A result annulled by a withdrawal is told as such wherever it is read."""

from scoring.actas.selectors.meetings import competitors_of, meetings
from scoring.public.competitor import entry_page
from scoring.public.crosses import calendar_page, cross_table
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.scoring.corrections import seats, write
from tests.scoring.days import publish
from tests.worlds import world
from tournaments.models import Entry
from tournaments.names.audience import EVERYTHING


@world
def league(make_tournament, pairs, pilar):
    """Four pairs in a league, a match won and its winner gone with everything annulled."""
    made = make_tournament(format="league", format_options={"legs": 1})
    pairs(made, 4)
    match = publish(made, pilar).matches.get(position=1)
    write(match, pilar)
    match.refresh_from_db()
    gone = made.entries.get(number=seats(match)[match.result.winner])
    withdraw_entry(entry=gone, author=pilar, reason="se va", effect=Entry.Effect.VOID)
    return made


def first(league):
    return league.matches.get(round__number=1, position=1)


def test_in_the_cross_table(league):
    people = competitors_of(league, EVERYTHING)
    rows = cross_table(
        league.stage, list(people.values()), meetings(league.stage, people, EVERYTHING)
    )
    cells = {row.competitor.number: row.cells for row in rows}
    one, other = seats(first(league))
    [meet] = cells[one][list(people).index(other)]
    assert "anulado" in meet.text
    assert meet.won is None


def test_in_the_calendar(league):
    [fixture] = [
        fixture
        for date in calendar_page(league, EVERYTHING, ahead=False, page=None)["dates"]
        for fixture in date["fixtures"]
        if fixture["meeting"] and fixture["meeting"].code == first(league).code
    ]
    assert "anulado" in fixture["score"]


def test_on_the_page_of_the_rival(league, client):
    rival = seats(first(league))[1]
    [row] = entry_page(league, competitors_of(league, EVERYTHING)[rival], EVERYTHING)["rows"]
    assert row["meeting"].void
    assert not row["won"]
    text = client.get(f"/t/{league.slug}/inscripcion/{rival}/").content.decode()
    assert "Anulado: no cuenta" in text


def test_on_its_own_page_and_on_its_acta(league, client, desk):
    path = f"/t/{league.slug}/{{}}/{first(league).code}/"
    for browser, page in ((client, "partida"), (desk, "acta")):
        assert "Anulado: no cuenta" in browser.get(path.format(page)).content.decode()
    other = league.matches.get(round__number=1, position=2)
    text = client.get(f"/t/{league.slug}/partida/{other.code}/").content.decode()
    assert "Anulado" not in text


def test_in_the_api(league, client):
    rows = client.get(f"/api/v1/tournaments/{league.slug}/matches/").json()["results"]
    void = {row["code"]: row["void"] for row in rows}
    assert void[first(league).code]
    code = first(league).code
    assert client.get(f"/api/v1/tournaments/{league.slug}/matches/{code}/").json()["void"]


def test_where_the_bracket_stands_nothing_is_annulled(make_tournament, pairs, pilar):
    knockout = make_tournament(format="knockout")
    pairs(knockout, 4)
    match = publish(knockout, pilar).matches.get(position=1)
    write(match, pilar)
    gone = knockout.entries.get(number=seats(match)[0])
    withdraw_entry(entry=gone, author=pilar, reason="se va", effect=Entry.Effect.VOID)
    assert not any(
        one.void
        for one in meetings(knockout.stage, competitors_of(knockout, EVERYTHING), EVERYTHING)
    )
