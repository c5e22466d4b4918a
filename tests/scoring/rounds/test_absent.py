"""Not present, not drawn: who is missing is named, and left out or in as the organiser decides.

Not paid, drawn all the same: that is a list to charge."""

import pytest

from scoring.rounds.selectors.rounds import entries_since, recompute_draw
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
from tests.scoring.days import finish, play_all
from tests.scoring.halls import undone
from tests.scoring.prints.printed import context_of
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
LATER = {"swiss", "lives", "ladder", "boxes"}  # those where who comes late enters the next round


@pytest.fixture
def hall(make_tournament, pairs):
    """Nine pairs, of whom 3 has not come, 5 has not paid and 7 neither."""

    def make(format="swiss", options=None, **more):
        made = make_tournament(format=format, format_options=options or {}, **more)
        pairs(made, 9)
        made.entries.filter(number__in=[3, 7]).update(present=False)
        made.entries.filter(number__in=[5, 7]).update(paid=False)
        return made

    return make


@world
def day(hall):
    """A Swiss of them."""
    return hall("swiss", {"rounds": 3})


def draw(hall, pilar, absent, **more):
    stage = Stage.objects.select_related("tournament").get(tournament=hall)
    return open_next_round(stage=stage, author=pilar, absent=absent, **more)


def publish_and_verify(round, pilar):
    publish_round(round=round, author=pilar)
    published = Round.objects.select_related("stage__tournament").get(pk=round.pk)
    assert verify_draw(published).equal
    return published


def in_it(round):
    return set(round.sides.values_list("entry__number", flat=True))


# --- The draw -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("format", "options"), FORMATS.items())
def test_who_is_left_out_of_a_draw_stays_entered(hall, pilar, format, options):
    """Out of the first draw everywhere; of later ones, where who comes late enters the next."""
    day = hall(format, options)
    first = draw(day, pilar, LEAVE_OUT)
    assert in_it(first) <= {1, 2, 4, 5, 6, 8, 9} and not in_it(first) & {3, 7}
    assert first.report["looked_at"]["left_out"] == [3, 7]
    assert set(day.entries.values_list("state", flat=True)) == {Entry.State.ENTERED}
    published = publish_and_verify(first, pilar)
    again = recompute_draw(published)
    assert drawn_rows(again) == published.report["drawn"]
    play_all(published, pilar)
    day.entries.filter(number__in=in_it(published)).update(present=False)
    day.entries.filter(number__in=[1, 2]).update(present=True)
    second = draw(day, pilar, LEAVE_OUT)
    left = second.report["looked_at"].get("left_out", [])
    assert bool(left) == (format in LATER)
    assert not in_it(second).intersection(left)
    publish_and_verify(second, pilar)


@each("absent", ASK, LEAVE_OUT, DRAW_ALL)
def test_where_nobody_is_marked_nobody_is_missing(day, pilar, absent):
    day.entries.update(present=False, paid=False)
    with undone():
        assert in_it(draw(day, pilar, absent)) == set(range(1, 10))


@each("absent", ASK, LEAVE_OUT)
def test_who_is_in_the_hall_and_has_not_paid_is_drawn(day, pilar, absent):
    """33 of 34 present, 8 of them not paid: 33 are drawn. The marks are two questions."""
    day.entries.update(present=True)
    with undone():
        assert in_it(draw(day, pilar, absent)) == set(range(1, 10))
    day.entries.update(present=False)  # a hall that only marks who has paid
    with undone():
        assert in_it(draw(day, pilar, absent)) == set(range(1, 10))


def test_who_has_not_paid_is_a_list_to_charge(day, pilar, client_as):
    browser, program = client_as(pilar), Api(pilar)
    day.entries.update(present=True)
    text = " ".join(browser.get(LIST).text.split())
    assert "Sin pagar, 2 inscripciones: 5, 7. Juegan igual." in text
    assert "sin los ausentes" not in text
    listed = browser.get("/t/casino-de-calamocha/inscripciones/?ver=sin-pagar")
    assert [entry.number for entry in listed.context["page"]] == [5, 7]
    rows = program.get(f"{ENTRIES}?paid=false").json()["results"]
    assert [row["number"] for row in rows] == [5, 7]
    assert [row["number"] for row in context_of(day, "account")["unpaid"]] == [5, 7]
    day.entries.update(paid=False)  # a hall that does not use the mark
    assert "El pago no cambia" not in browser.get(LIST).text


def test_asked_it_names_them_and_draws_nothing(day, pilar):
    with pytest.raises(Refused) as refused:
        draw(day, pilar, ASK)
    error = refused.value
    assert (error.code, error.status) == ("not_present", 409)
    assert (error.params["absent"], error.params["unpaid"]) == ([3, 7], [5, 7])
    assert "3, 7" in str(error) and "pagado" not in str(error) and not day.stage.rounds.exists()
    assert in_it(draw(day, pilar, DRAW_ALL)) == set(range(1, 10))


def test_who_was_left_out_enters_the_next_round_once_he_comes(day, pilar):
    first = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    play_all(first, pilar)
    day.entries.filter(number=3).update(present=True)
    second = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    assert 3 in in_it(second) and 7 not in in_it(second)
    play_all(second, pilar)
    day.entries.update(present=True)
    assert in_it(draw(day, pilar, ASK)) == set(range(1, 10))


def test_who_was_left_out_of_a_bracket_meets_who_rests(hall, pilar):
    day = hall("knockout")
    day.entries.filter(number=5).update(paid=True)
    round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    late = day.entries.get(number=3)
    match = place_late_entry(entry=late, author=pilar)
    assert late in match.everybody and match.round_id == round.pk
    finish(day, pilar)


def test_who_plays_at_once_is_in_the_hall_for_the_next_draw(day, pilar):
    day.entries.update(paid=True)
    round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    place_late_entry(entry=day.entries.get(number=3), author=pilar)
    assert day.entries.get(number=3).present
    play_all(round, pilar)
    assert draw(day, pilar, LEAVE_OUT).report["looked_at"]["left_out"] == [7]


def test_who_plays_at_once_is_not_marked_where_nobody_is(day, pilar, pairs):
    day.entries.update(present=False, paid=False)
    publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    (late,) = pairs(day, 1)
    day.entries.update(present=False)
    place_late_entry(entry=late, author=pilar)
    assert not day.entries.filter(present=True).exists()


def test_drawn_again_he_stays_out_until_he_is_marked(day, pilar):
    round = draw(day, pilar, LEAVE_OUT)
    assert entries_since(round) == ([], [])
    round = redraw_round(round=round, author=pilar, seed="otra")
    assert set(numbers_drawn(round)) == {1, 2, 4, 5, 6, 8, 9}
    set_present(entry=day.entries.get(number=3), author=pilar, present=True)
    came, _left = entries_since(round)
    assert [entry.number for entry in came] == [3]
    round = redraw_round(round=round, author=pilar, seed="una más")
    assert set(numbers_drawn(round)) == {1, 2, 3, 4, 5, 6, 8, 9}
    assert round.report["looked_at"]["left_out"] == [7]


def test_a_closed_list_leaves_out_whom_it_did_not_list(day, pilar):
    with is_refused("not_present"):
        close_list(stage=day.stage, author=pilar, absent=ASK)
    closed = close_list(stage=day.stage, author=pilar, absent=LEAVE_OUT)
    assert "\n3: " not in closed.text and "\n4: " in closed.text
    round = draw_with_word(stage=day.stage, author=pilar, word="bastos")
    assert set(numbers_drawn(round)) == {1, 2, 4, 5, 6, 8, 9}
    assert verify_draw(publish_round(round=round, author=pilar)).equal


def test_who_comes_after_the_list_was_closed_changes_it(day, pilar):
    close_list(stage=day.stage, author=pilar, absent=LEAVE_OUT)
    day.entries.filter(number=3).update(present=True)
    with is_refused("list_changed"):
        draw_with_word(stage=day.stage, author=pilar, word="bastos")


def test_by_the_clock_he_is_called_as_soon_as_he_comes(hall, pilar):
    day = hall("clock", tables=4, game_options={"cotos": 1, "partidas": 3})
    day.entries.filter(number=9).update(present=False)
    round = publish_round(round=draw(day, pilar, LEAVE_OUT), author=pilar)
    assert in_it(round) == {1, 2, 4, 5, 6, 8}
    set_present(entry=day.entries.get(number=3), author=pilar, present=True)
    assert day.stage.rounds.count() == 1  # alone, he has nobody to play against
    set_present(entry=day.entries.get(number=7), author=pilar, present=True)
    last = day.stage.rounds.order_by("-number").first()
    assert in_it(last) == {3, 7}


# --- The pages and the API ----------------------------------------------------------------------
def test_the_page_names_them_and_has_a_button_for_each_choice(day, client_as, pilar):
    browser = client_as(pilar)
    page = browser.get(LIST).text
    for number in (3, 7):
        assert day.entries.get(number=number).full_title_for(EVERYTHING) in page
    assert "Sortear la ronda 1 sin los ausentes" in page and "Sortear con todos" in page
    unsaid = browser.post(f"{LIST}sortear/", {"number": 1})
    assert unsaid.status_code == 409 and "3, 7" in unsaid.text
    answer = browser.post(f"{LIST}sortear/", {"number": 1, "ausentes": "fuera"}, follow=True)
    assert "Se han quedado fuera de esta ronda los números <strong>3, 7</strong>" in answer.text


def test_drawn_with_everybody_nobody_is_left_out(day, client_as, pilar):
    browser = client_as(pilar)
    answer = browser.post(f"{LIST}sortear/", {"number": 1, "ausentes": "dentro"}, follow=True)
    assert "fuera de este sorteo" not in answer.text
    assert in_it(day.stage.rounds.get()) == set(range(1, 10))


def test_a_program_is_told_who_is_missing_and_says_what_to_do(day, pilar):
    program = Api(pilar)
    error = program.post(ROUNDS, {}).json()["error"]
    assert (error["code"], error["field"]) == ("not_present", "absent")
    assert error["params"]["numbers"] == [3, 7]
    made = program.post(ROUNDS, {"absent": "leave_out"})
    assert made.status_code == 201
    assert made.json()["report"]["left_out"] == [3, 7]
    assert made.json()["report"]["numbers"] == [1, 2, 4, 5, 6, 8, 9]
