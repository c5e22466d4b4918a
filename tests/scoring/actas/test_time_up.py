"""Once the time is up, players may write only the hands that the rule of the stage allows."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.actas.selectors.actas import get_match, lines_written, live_acta
from scoring.actas.services import correct_acta, record_hand
from scoring.actas.table_links import table_url
from scoring.refereeing.services.acts import give_time, set_refereeing
from scoring.refereeing.services.hall_clock import resume_clock, stop_clock
from tests.rows import cases
from tests.scoring.seated_rounds import seat_round
from tournaments.models import Match
from tournaments.refusal import Refused
from tournaments.writer import Channel, Writer

A = Writer(channel=Channel.TABLE, device="movil-a", side=0, name="La pareja 1")
MINUTES = 40


@pytest.fixture
def seat_match(make_tournament, pairs, pilar):
    """A function that seats a match of 20 manos with a time limit and returns the match.

    The match was called `minutes_ago`; `time_up` is the rule for the end of the time.
    """

    def seat(minutes_ago: int, time_up: str, format: str = "swiss", **options) -> Match:
        tournament = make_tournament(
            game="marcador",
            game_options={"manos": 20, "extra": int(format == "knockout")},
            format=format,
            format_options={"rounds": 3} if format == "swiss" else {},
        )
        refereeing = {"minutes": MINUTES, "time_up": time_up, **options}
        set_refereeing(stage=tournament.stage, author=pilar, options=refereeing)
        round = seat_round(tournament, [pairs(tournament, 2)])
        called_at = timezone.now() - timedelta(minutes=minutes_ago)
        round.matches.update(called_at=called_at)
        return get_match(tournament, round.matches.get().code)

    return seat


def play(match: Match, lines: list[str], minute: float, author=A) -> int:
    """Write lines, one a second, from `minute` of the match on. Return how many were accepted."""
    line_count = len(lines_written(live_acta(match)))
    for index, line in enumerate(lines):
        moment = match.called_at + timedelta(minutes=minute, seconds=index)
        try:
            record_hand(
                match=match, author=author, line=line, number=line_count + index + 1, at=moment
            )
        except Refused as refusal:
            assert (refusal.code, refusal.status) == ("time_is_up", 409)
            return index
    return len(lines)


@cases(
    "time_up, options, late_lines, accepted_count",
    ("finish", {}, ["9-5", "9-5", "9-5"], 1),
    ("last", {}, ["9-5", "9-5", "9-5"], 2),
    ("stands", {}, ["9-5"], 0),
    ("draw", {}, ["9-5"], 0),
    ("extra", {"extra_deals": 2}, ["9-5", "9-5"], 1),  # a side is ahead: no extra hand
    ("extra", {"extra_deals": 2}, ["5-9", "9-5", "9-5", "9-5"], 3),  # tied: two extra hands
)
def test_each_rule_limits_the_hands_written_after_the_time(
    seat_match, time_up, options, late_lines, accepted_count
):
    match = seat_match(60, time_up, **options)
    assert play(match, ["9-5", "5-9", "9-5"], MINUTES - 5) == 3
    assert play(match, late_lines, MINUTES + 5) == accepted_count
    assert len(lines_written(live_acta(match))) == 3 + accepted_count


def test_no_clock_runs_before_the_match_is_called(seat_match, client_as):
    match = seat_match(60, "stands")
    waiting = {"state": Match.State.WAITING, "table": None, "called_at": None}
    Match.objects.filter(pk=match.pk).update(**waiting)
    match.refresh_from_db()
    record_hand(match=match, author=A, line="9-5", number=1)
    phone = client_as(None)
    phone.get(table_url("", match))
    page = f"/t/{match.tournament.slug}/mesa/{match.code}/"
    phone.post(f"{page}lado/", {"side": 0})
    line = {"como": "mano", "number": 2, "points_a": "5", "points_b": "9"}
    assert phone.post(page, line).status_code == 302
    assert lines_written(live_acta(match)) == ["9-5", "5-9"]


def test_the_refusal_states_the_rule_and_tells_players_to_call_the_referee(seat_match):
    match = seat_match(60, "extra", extra_deals=2)
    play(match, ["9-5", "9-5"], MINUTES + 1)
    with pytest.raises(Refused) as refusal:
        record_hand(match=match, author=A, line="9-5", number=2)
    message = str(refusal.value)
    assert "Acaban la mano; si van iguales, manos de más: 2" in message
    assert "avise al árbitro" in message


def test_players_have_two_minutes_to_write_hands_that_ended_in_time(seat_match):
    match = seat_match(60, "stands")
    assert play(match, ["9-5", "9-5"], MINUTES + 1) == 2
    assert play(match, ["9-5"], MINUTES + 3) == 0


def test_a_line_sent_late_counts_at_the_time_it_was_written(seat_match):
    match = seat_match(60, "stands")
    assert play(match, ["9-5"], MINUTES - 1) == 1


def test_extra_minutes_postpone_the_end_of_the_time(seat_match, raul):
    match = seat_match(60, "stands")
    give_time(match=match, author=raul, minutes=15, reason="se derramó el café")
    assert play(match, ["9-5"], MINUTES + 10) == 1
    assert play(match, ["9-5"], MINUTES + 18) == 0


def test_in_a_knockout_tied_sides_play_on_after_the_time(seat_match):
    match = seat_match(60, "finish", format="knockout")
    play(match, ["9-5"], MINUTES - 5)
    assert play(match, ["5-9", "9-5", "9-5"], MINUTES + 5) == 2


def test_a_referee_may_write_and_correct_after_the_time(seat_match, raul):
    match = seat_match(60, "finish")
    assert play(match, ["9-5", "9-5"], MINUTES + 5) == 1
    assert play(match, ["9-5"], MINUTES + 5, Writer(user=raul, channel=Channel.REFEREE)) == 1
    lines = ["9-5", "9-5", "5-9"]
    correct_acta(match=match, author=raul, lines=lines, reason="se jugó antes de la hora")
    assert lines_written(live_acta(match)) == lines


def test_lines_of_several_hands_are_accepted_after_the_time(seat_match):
    match = seat_match(60, "finish")
    assert play(match, ["manos 12 100-90", "manos 8 60-70"], MINUTES + 5) == 2


def test_the_phone_of_the_table_is_refused_after_the_time(seat_match, client_as):
    match = seat_match(60, "stands")
    browser = client_as(None)
    browser.get(table_url("", match))
    page = f"/t/{match.tournament.slug}/mesa/{match.code}/"
    browser.post(f"{page}lado/", {"side": 0})
    answer = browser.post(page, {"como": "libre", "number": 1, "line": "9-5"})
    assert answer.status_code in (400, 409)
    assert live_acta(match) is None


def test_without_a_time_limit_hands_are_always_accepted(seat_match, pilar):
    match = seat_match(60, "stands")
    set_refereeing(stage=match.round.stage, author=pilar, options={})
    assert play(get_match(match.tournament, match.code), ["9-5"], MINUTES + 30) == 1


def test_players_write_on_while_the_clock_is_stopped(seat_match, chema):
    match = seat_match(39, "stands")
    stage = match.tournament.stage
    stop_clock(stage=stage, author=chema)
    assert play(match, ["9-5"], 50) == 1
    resume_clock(stage=stage, author=chema)
    match.tournament.matches.update(called_at=timezone.now() - timedelta(minutes=60))
    assert play(get_match(match.tournament, match.code), ["9-5"], 59) == 0
