"""Tests of draws with absent entries: the organiser leaves them out of the draw, or not.

Unpaid entries are drawn, and listed to collect their fees."""

import pytest

from scoring.rounds.selectors.rounds import arrivals_and_departures, recompute_draw
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.commitments import close_list, draw_with_word
from scoring.rounds.services.rounds import (
    ASK,
    DRAW_ALL,
    LEAVE_OUT,
    open_next_round,
    publish_round,
    redraw_round,
)
from tests.api.conftest import Api
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.played_rounds import finish, play_all
from tests.scoring.prints.printed import context_of
from tests.scoring.seated_rounds import undone
from tests.worlds import world
from tournaments.models import Entry, Round, Stage
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_present
from tournaments.refusal import Refused
from tournaments.rounds.selectors.rounds import drawn_rows, numbers_drawn

LIST = "/t/casino-de-calamocha/rondas/"
ROUNDS = "tournaments/casino-de-calamocha/rounds/"
ENTRIES = "tournaments/casino-de-calamocha/entries/"
FORMATS = {
    "knockout": {},
    "swiss": {"rounds": 3},
    "league": {},
    "groups": {},
    "lives": {},
    "ladder": {"rounds": 3},
    "boxes": {},
}
FORMATS_WITH_LATE_ENTRIES = {
    "swiss",
    "lives",
    "ladder",
    "boxes",
}  # formats in which a late entry plays the next round


@pytest.fixture
def make_day(make_tournament, pairs):
    """A function that makes a tournament of nine pairs: pair 3 is absent, 5 unpaid, 7 both."""

    def build(format="swiss", options=None, **changes):
        tournament = make_tournament(format=format, format_options=options or {}, **changes)
        pairs(tournament, 9)
        tournament.entries.filter(number__in=[3, 7]).update(present=False)
        tournament.entries.filter(number__in=[5, 7]).update(paid=False)
        return tournament

    return build


@world
def day(make_day):
    """A Swiss of the nine pairs of `make_day`."""
    return make_day("swiss", {"rounds": 3})


def draw(tournament, pilar, absent, **options):
    stage = Stage.objects.select_related("tournament").get(tournament=tournament)
    return open_next_round(stage=stage, author=pilar, absent=absent, **options)


def publish_and_verify(round, pilar):
    publish_round(round=round, author=pilar)
    published_round = Round.objects.select_related("stage__tournament").get(pk=round.pk)
    assert verify_draw(published_round).equal
    return published_round


def numbers_in(round):
    return set(round.sides.values_list("entry__number", flat=True))


# --- Draws --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("format", "options"), FORMATS.items())
def test_an_entry_left_out_of_a_draw_stays_entered(make_day, pilar, format, options):
    """Leave absent entries out of the first draw, and out of later draws only in formats where a
    late entry plays the next round."""
    day = make_day(format, options)
    first_round = draw(day, pilar, LEAVE_OUT)
    assert numbers_in(first_round) <= {1, 2, 4, 5, 6, 8, 9} and not numbers_in(first_round) & {3, 7}
    assert first_round.report["looked_at"]["left_out"] == [3, 7]
    assert set(day.entries.values_list("state", flat=True)) == {Entry.State.ENTERED}
    published_round = publish_and_verify(first_round, pilar)
    repeated_draw = recompute_draw(published_round)
    assert drawn_rows(repeated_draw) == published_round.report["drawn"]
    play_all(published_round, pilar)
    day.entries.filter(number__in=numbers_in(published_round)).update(present=False)
    day.entries.filter(number__in=[1, 2]).update(present=True)
    second_round = draw(day, pilar, LEAVE_OUT)
    left_out = second_round.report["looked_at"].get("left_out", [])
    assert bool(left_out) == (format in FORMATS_WITH_LATE_ENTRIES)
    assert not numbers_in(second_round).intersection(left_out)
    publish_and_verify(second_round, pilar)


@each("absent", ASK, LEAVE_OUT, DRAW_ALL)
def test_without_any_mark_of_presence_every_entry_is_drawn(day, pilar, absent):
    day.entries.update(present=False, paid=False)
    with undone():
        assert numbers_in(draw(day, pilar, absent)) == set(range(1, 10))


@each("absent", ASK, LEAVE_OUT)
def test_unpaid_entries_are_drawn(day, pilar, absent):
    """All nine pairs are drawn, whether all of them or none is marked as present."""
    day.entries.update(present=True)
    with undone():
        assert numbers_in(draw(day, pilar, absent)) == set(range(1, 10))
    day.entries.update(present=False)  # only payments are marked
    with undone():
        assert numbers_in(draw(day, pilar, absent)) == set(range(1, 10))


def test_unpaid_entries_are_listed(day, pilar, client_as):
    browser, program = client_as(pilar), Api(pilar)
    day.entries.update(present=True)
    text = " ".join(browser.get(LIST).text.split())
    assert "Sin pagar, 2 inscripciones: 5, 7. Juegan igual." in text
    assert "sin los ausentes" not in text
    page = browser.get("/t/casino-de-calamocha/inscripciones/?ver=sin-pagar")
    assert [entry.number for entry in page.context["page"]] == [5, 7]
    rows = program.get(f"{ENTRIES}?paid=false").json()["results"]
    assert [row["number"] for row in rows] == [5, 7]
    assert [row["number"] for row in context_of(day, "account")["unpaid"]] == [5, 7]
    day.entries.update(paid=False)  # payments are not marked
    assert "El pago no cambia" not in browser.get(LIST).text


def test_a_draw_without_a_decision_is_refused_and_names_the_absent_entries(day, pilar):
    with pytest.raises(Refused) as raised:
        draw(day, pilar, ASK)
    error = raised.value
    assert (error.code, error.status) == ("not_present", 409)
    assert (error.params["absent"], error.params["unpaid"]) == ([3, 7], [5, 7])
    assert "3, 7" in str(error) and "pagado" not in str(error) and not day.stage.rounds.exists()
    assert numbers_in(draw(day, pilar, DRAW_ALL)) == set(range(1, 10))


def test_an_absent_entry_enters_the_next_round_once_present(day, pilar):
    first_round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    play_all(first_round, pilar)
    day.entries.filter(number=3).update(present=True)
    second_round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    assert 3 in numbers_in(second_round) and 7 not in numbers_in(second_round)
    play_all(second_round, pilar)
    day.entries.update(present=True)
    assert numbers_in(draw(day, pilar, ASK)) == set(range(1, 10))


def test_an_entry_left_out_of_a_bracket_meets_an_entry_with_a_bye(make_day, pilar):
    day = make_day("knockout")
    day.entries.filter(number=5).update(paid=True)
    round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    late_entry = day.entries.get(number=3)
    match = place_late_entry(entry=late_entry, author=pilar)
    assert late_entry in match.everybody and match.round_id == round.pk
    finish(day, pilar)


def test_an_entry_placed_in_a_match_is_marked_as_present(day, pilar):
    day.entries.update(paid=True)
    round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    place_late_entry(entry=day.entries.get(number=3), author=pilar)
    assert day.entries.get(number=3).present
    play_all(round, pilar)
    assert draw(day, pilar, LEAVE_OUT).report["looked_at"]["left_out"] == [7]


def test_an_entry_placed_in_a_match_is_not_marked_if_no_entry_is(day, pilar, pairs):
    day.entries.update(present=False, paid=False)
    publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    (late_entry,) = pairs(day, 1)
    day.entries.update(present=False)
    place_late_entry(entry=late_entry, author=pilar)
    assert not day.entries.filter(present=True).exists()


def test_a_repeated_draw_leaves_out_absent_entries_until_they_are_present(day, pilar):
    round = draw(day, pilar, LEAVE_OUT)
    assert arrivals_and_departures(round) == ([], [])
    round = redraw_round(round=round, author=pilar, seed="otra")
    assert set(numbers_drawn(round)) == {1, 2, 4, 5, 6, 8, 9}
    set_present(entry=day.entries.get(number=3), author=pilar, present=True)
    arrived_entries, _withdrawn = arrivals_and_departures(round)
    assert [entry.number for entry in arrived_entries] == [3]
    round = redraw_round(round=round, author=pilar, seed="una más")
    assert set(numbers_drawn(round)) == {1, 2, 3, 4, 5, 6, 8, 9}
    assert round.report["looked_at"]["left_out"] == [7]


def test_a_draw_from_a_closed_list_leaves_out_absent_entries(day, pilar):
    with is_refused("not_present"):
        close_list(stage=day.stage, author=pilar, absent=ASK)
    commitment = close_list(stage=day.stage, author=pilar, absent=LEAVE_OUT)
    assert "\n3: " not in commitment.text and "\n4: " in commitment.text
    round = draw_with_word(stage=day.stage, author=pilar, word="bastos")
    assert set(numbers_drawn(round)) == {1, 2, 4, 5, 6, 8, 9}
    assert verify_draw(publish_round(round=round, author=pilar)).equal


def test_an_arrival_after_the_closing_changes_the_list(day, pilar):
    close_list(stage=day.stage, author=pilar, absent=LEAVE_OUT)
    day.entries.filter(number=3).update(present=True)
    with is_refused("list_changed"):
        draw_with_word(stage=day.stage, author=pilar, word="bastos")


def test_by_the_clock_an_absent_entry_is_called_once_present(make_day, pilar):
    day = make_day("clock", tables=4, game_options={"cotos": 1, "partidas": 3})
    day.entries.filter(number=9).update(present=False)
    round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    assert numbers_in(round) == {1, 2, 4, 5, 6, 8}
    set_present(entry=day.entries.get(number=3), author=pilar, present=True)
    assert day.stage.rounds.count() == 1  # entry 3 has no rival yet
    set_present(entry=day.entries.get(number=7), author=pilar, present=True)
    last_round = day.stage.rounds.order_by("-number").first()
    assert numbers_in(last_round) == {3, 7}


# --- Pages and API ------------------------------------------------------------------------------
def test_the_page_names_the_absent_entries_and_has_a_button_for_each_choice(day, client_as, pilar):
    browser = client_as(pilar)
    page = browser.get(LIST).text
    for number in (3, 7):
        assert day.entries.get(number=number).full_title_for(EVERYTHING) in page
    assert "Sortear la ronda 1 sin los ausentes" in page and "Sortear con todos" in page
    answer_without_decision = browser.post(f"{LIST}sortear/", {"number": 1})
    assert answer_without_decision.status_code == 409 and "3, 7" in answer_without_decision.text
    answer = browser.post(f"{LIST}sortear/", {"number": 1, "ausentes": "fuera"}, follow=True)
    assert "Se han quedado fuera de esta ronda los números <strong>3, 7</strong>" in answer.text


def test_a_draw_with_all_entries_leaves_out_no_entry(day, client_as, pilar):
    browser = client_as(pilar)
    answer = browser.post(f"{LIST}sortear/", {"number": 1, "ausentes": "dentro"}, follow=True)
    assert "fuera de este sorteo" not in answer.text
    assert numbers_in(day.stage.rounds.get()) == set(range(1, 10))


def test_the_api_names_the_absent_entries_and_takes_the_decision(day, pilar):
    program = Api(pilar)
    error = program.post(ROUNDS, {}).json()["error"]
    assert (error["code"], error["field"]) == ("not_present", "absent")
    assert error["params"]["numbers"] == [3, 7]
    draw_answer = program.post(ROUNDS, {"absent": "leave_out"})
    assert draw_answer.status_code == 201
    assert draw_answer.json()["report"]["left_out"] == [3, 7]
    assert draw_answer.json()["report"]["numbers"] == [1, 2, 4, 5, 6, 8, 9]
