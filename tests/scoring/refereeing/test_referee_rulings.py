"""Rulings of a referee: recorded, written in the acta, counted in the standings, lifted."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.errors import RuleError
from scoring.actas.selectors.actas import lines_written, live_acta, live_record, versions
from scoring.actas.services import record_hand
from scoring.models import RefereeCall, Result, Ruling
from scoring.refereeing.selectors.clock import clock_of, open_calls, round_ends_at
from scoring.refereeing.selectors.rulings import fault_consequences, warnings_of
from scoring.refereeing.services.acts import (
    answer_call,
    call_referee,
    give_time,
    replay_match,
    set_refereeing,
)
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.standings.selectors.standings import stage_situation, stage_standings
from scoring.standings.services import set_standings
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.played_rounds import SWISS
from tests.scoring.seated_rounds import seat_round
from tests.scoring.standings.counting import fresh_stage
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused


@world
def tournament(make_tournament, pairs):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 3)
    return tournament


@world
def match(casino, pairs):
    match = seat_round(casino, [pairs(casino, 2)]).matches.get()
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now())
    return reread(match)


def reread(match):
    return Match.objects.select_related("round__stage__tournament", "tournament").get(pk=match.pk)


def note_penalty(tournament, author, number, points, reason="habla con las cartas en la mano"):
    entry = tournament.entries.get(number=number)
    return note_ruling(
        stage=fresh_stage(tournament),
        entry=entry,
        author=author,
        follows="points",
        points=points,
        reason=reason,
    )


def judge(match, author, number=1, **values):
    entry = match.tournament.entries.get(number=number)
    values = {"follows": "warning", "reason": "muestra cartas", **values}
    return note_ruling(stage=match.round.stage, match=match, entry=entry, author=author, **values)


# --- Penalty points in the standings ----------------------------------------------------------
def test_fewer_penalty_points_rank_higher_if_the_chain_counts_them(tournament, raul, pilar):
    note_penalty(tournament, raul, 1, 3)
    note_penalty(tournament, raul, 1, 1)
    penalty = note_penalty(tournament, raul, 2, 1)
    stage = fresh_stage(tournament)
    set_standings(stage=stage, author=pilar, chain=["wins", "penalties"], counting={})
    lines = [
        (line.entrant, dict(line.values)["penalties"])
        for line in stage_standings(stage, EVERYTHING)
    ]
    assert lines == [(3, 0), (2, -1), (1, -4)]
    lift_ruling(ruling=penalty, author=raul, reason="no era él")
    lines = [(line.place, line.entrant) for line in stage_standings(stage, EVERYTHING)]
    assert lines == [(1, 2), (1, 3), (3, 1)]


@cases(
    "reduced_value, chain, expected",
    ("", ["points", "counted_won"], [0, 0]),
    ("points", ["points", "counted_won"], [-2, 0]),
    ("counted", ["points", "counted_won"], [0, -2]),
    ("counted", ["counted_diff"], [-2]),
)
def test_penalty_points_reduce_the_value_that_the_stage_chooses(
    tournament, raul, pilar, reduced_value, chain, expected
):
    note_penalty(tournament, raul, 2, 2)
    stage = fresh_stage(tournament)
    set_standings(stage=stage, author=pilar, chain=chain, counting={"penalties": reduced_value})
    lines = {
        line.entrant: [value for _key, value in line.values]
        for line in stage_standings(stage, EVERYTHING)
    }
    assert lines[2] == expected and lines[1] == lines[3] == [0] * len(chain)


def test_a_penalty_point_is_a_whole_point_if_a_draw_gives_half(tournament, raul, pilar):
    note_penalty(tournament, raul, 2, 1)
    stage = fresh_stage(tournament)
    counting = {"penalties": "points", "unit": 2, "win": 2, "draw": 1}
    set_standings(stage=stage, author=pilar, chain=["points"], counting=counting)
    values = {
        line.entrant: dict(line.values)["points"] for line in stage_standings(stage, EVERYTHING)
    }
    assert values == {1: 0, 2: -2, 3: 0}


def test_penalties_cost_a_query_only_in_stages_that_count_them(tournament, raul, pilar):
    note_penalty(tournament, raul, 1, 3)
    counts = []
    for chain, reduced_value in ((["wins"], ""), (["wins", "penalties"], ""), (["wins"], "points")):
        stage = fresh_stage(tournament)
        set_standings(stage=stage, author=pilar, chain=chain, counting={"penalties": reduced_value})
        with CaptureQueriesContext(connection) as queries:
            stage_standings(stage, EVERYTHING)
        counts.append(len(queries))
    assert counts[1] == counts[2] == counts[0] + 1


@cases(
    "wrong, field",
    ({"points": 0}, "points"),
    ({"points": 101}, "points"),
    ({"points": True}, "points"),
    ({"reason": " "}, "reason"),
    ({"reason": "x" * 301}, "reason"),
    ({"follows": "multa"}, "follows"),
    ({"follows": "warning"}, "points"),
    ({"lines": ["partida A"]}, "lines"),
    ({"fault": "bostezo"}, "fault"),
    ({"follows": "line", "points": 0, "lines": []}, "lines"),
    ({"follows": "line", "points": 0, "lines": ["partida A"]}, "match"),
)
def test_an_impossible_ruling_is_refused_and_not_stored(tournament, raul, wrong, field):
    entry = tournament.entries.get(number=1)
    values = {"follows": "points", "points": 1, "reason": "grita", **wrong}
    with is_refused(field=field):
        note_ruling(stage=fresh_stage(tournament), entry=entry, author=raul, **values)
    assert not Ruling.objects.exists()


# --- Rulings at a table -----------------------------------------------------------------------
def test_the_usual_consequence_of_a_renuncio_is_its_line(match, raul):
    entry = match.everybody[1]
    choice = fault_consequences(match, entry, "renuncio_5", live_record(match), timezone.now())
    usual_offer = choice.offer(choice.usual)
    assert (usual_offer.follows, usual_offer.lines) == ("line", ("renuncio B 5",))
    assert choice.fault.article == "Guiñote, «El renuncio» 5"
    ruling = judge(
        match, raul, entry.number, follows="line", lines=usual_offer.lines, fault="renuncio_5"
    )
    assert ruling.article == "Guiñote, «El renuncio» 5"
    assert lines_written(live_acta(match)) == ["renuncio B 5"]
    assert live_record(match).score.tallies[1] == (1, 0)


def test_lifting_a_ruling_removes_its_line_by_a_correction(match, raul):
    record_hand(match=match, author=raul, line="partida A", number=1)
    ruling = judge(match, raul, 2, follows="line", lines=["renuncio B 5"], fault="renuncio_5")
    record_hand(match=match, author=raul, line="partida B", number=3)
    lift_ruling(ruling=ruling, author=raul, reason="no fue renuncio")
    assert lines_written(live_acta(match)) == ["partida A", "partida B"]
    new_acta, old_acta = versions(match)
    assert (new_acta.version, new_acta.reason, old_acta.live) == (2, "no fue renuncio", False)
    ruling.refresh_from_db()
    assert (ruling.lifted_by, ruling.lift_reason) == ("raul", "no fue renuncio")
    with is_refused("ruling_lifted", status=409):
        lift_ruling(ruling=ruling, author=raul, reason="otra vez")


def test_lifting_a_ruling_whose_line_is_gone_makes_no_correction(match, raul):
    ruling = judge(match, raul, 2, follows="line", lines=["renuncio B 5"])
    replay_match(match=match, author=raul, reason="baraja corta")
    lift_ruling(ruling=ruling, author=raul, reason="se aclaró")
    assert Ruling.objects.get().lifted_at and len(versions(match)) == 2


def test_lifting_the_ruling_that_ended_a_match_reopens_it(match, raul):
    ruling = judge(match, raul, 2, follows="line", lines=["pierde B: señas"])
    assert Result.objects.get().winner == 0
    lift_ruling(ruling=ruling, author=raul, reason="no hubo señas")
    assert not Result.objects.exists()
    assert reread(match).state == Match.State.PLAYING


def test_the_lines_of_a_ruling_stop_at_the_end_of_the_match(match, raul):
    ruling = judge(match, raul, 1, follows="line", lines=["arbitro partida B: tarde"] * 9)
    assert ruling.lines == ["arbitro partida B: tarde"] * 6  # six partidas: two whole cotos
    assert reread(match).state == Match.State.FINISHED


def test_a_ruling_with_an_impossible_line_stores_nothing(match, raul):
    with pytest.raises(RuleError):
        judge(match, raul, 1, follows="line", lines=["coto 9-9"])
    assert not Ruling.objects.exists() and live_acta(match) is None


def test_each_warning_of_an_entry_has_a_heavier_usual_consequence(match, raul):
    entry = match.everybody[0]
    steps = []
    for _warning in range(4):
        choice = fault_consequences(match, entry, "habla", live_record(match), timezone.now())
        steps.append((choice.count, choice.usual))
        judge(match, raul, entry.number, fault="habla")
    assert steps == [(1, "warning"), (2, "unit:partida:1"), (3, "match"), (4, "out")]
    lift_ruling(ruling=Ruling.objects.last(), author=raul, reason="no era")
    assert warnings_of([entry])[entry.pk] == 3


def test_lifting_a_disqualification_restores_the_entry_and_the_match(match, raul):
    ruling = judge(match, raul, 1, follows="out", fault="trampa", reason="cartas marcadas")
    entry = Entry.objects.get(number=1)
    assert entry.state == Entry.State.DISQUALIFIED
    assert Result.objects.get().winner == 1
    lift_ruling(ruling=ruling, author=raul, reason="no eran suyas")
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED
    assert not Result.objects.exists() and lines_written(live_acta(match)) == []


def test_a_ruling_needs_an_entry_of_the_match_and_a_player_of_the_entry(match, pairs, raul):
    pairs(match.tournament, 3)
    with is_refused(field="entry"):
        judge(match, raul, 3)
    stranger = match.everybody[1].seats.first().player
    with is_refused(field="player"):
        judge(match, raul, match.everybody[0].number, player=stranger)


def test_the_audit_records_a_ruling_and_its_lifting(match, raul):
    ruling = judge(match, raul, 1, follows="points", points=2, fault="conducta")
    lift_ruling(ruling=ruling, author=raul, reason="se aclaró")
    lines = AuditLine.objects.filter(act__contains="ruling").order_by("pk")
    assert [(line.act, line.reason, line.author) for line in lines] == [
        ("note_ruling", "muestra cartas", raul),
        ("lift_ruling", "se aclaró", raul),
    ]
    assert lines[0].after == {"stage": 1, "follows": "points", "fault": "conducta", "points": 2}


# --- Late entries -----------------------------------------------------------------------------
@cases(
    "minutes, usual_key, lines",
    (12, "warning", ()),
    (21, "unit:partida:2", ("arbitro partida B: …",) * 2),
    (35, "match", ("pierde A: …",)),
)
def test_a_late_entry_loses_by_the_ladder_of_the_stage(
    match, raul, pilar, minutes, usual_key, lines
):
    options = {"grace": 10, "step": 5, "forfeit": 35, "score": [4, 0]}
    set_refereeing(stage=match.round.stage, author=pilar, options=options)
    now = reread(match).called_at + timedelta(minutes=minutes)
    match = reread(match)
    choice = fault_consequences(match, match.everybody[0], "tarde", live_record(match), now)
    assert (choice.usual, choice.offer(choice.usual).lines) == (usual_key, lines)
    record_hand(match=match, author=raul, line="partida A", number=1)  # the match has begun
    choice = fault_consequences(match, match.everybody[0], "tarde", live_record(match), now)
    assert choice.usual == "warning"


# --- Clock, calls, replays --------------------------------------------------------------------
def test_the_clock_of_a_table_and_its_extra_minutes(match, raul, pilar):
    assert clock_of(match, timezone.now()) is None
    with is_refused("no_clock"):
        give_time(match=match, author=raul, minutes=5, reason="derramaron el vino")
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    match = reread(match)
    called_at = match.called_at
    assert round_ends_at(match.round) == called_at + timedelta(minutes=45)
    assert clock_of(match, called_at + timedelta(minutes=40)).minutes_left == 5
    assert clock_of(match, called_at + timedelta(minutes=44, seconds=30)).minutes_left == 1
    assert clock_of(match, called_at + timedelta(minutes=48)).minutes_over == 3
    match = give_time(match=match, author=raul, minutes=5, reason="derramaron el vino")
    assert not clock_of(reread(match), called_at + timedelta(minutes=48)).up
    line = AuditLine.objects.get(act="give_time")
    assert (line.before, line.after) == ({"minutes": 0}, {"minutes": 5})
    for minutes in (-1, 241, True):
        with pytest.raises(Refused):
            give_time(match=match, author=raul, minutes=minutes, reason="x")


def test_a_call_of_a_table_is_answered_once(match, chema, raul):
    call = call_referee(match=match, author=chema, side=1)
    assert call_referee(match=match, author=chema).pk == call.pk
    (open_call,) = open_calls(match.tournament, timezone.now() + timedelta(minutes=3, seconds=5))
    assert (open_call.call.pk, open_call.minutes) == (call.pk, 3)
    answered_call = answer_call(call=call, author=raul)
    assert answered_call.answered_name == "raul"
    assert open_calls(match.tournament, timezone.now()) == []
    with is_refused("call_answered"):
        answer_call(call=call, author=chema)
    assert call_referee(match=match, author=chema).pk != call.pk
    with pytest.raises(Refused):
        call_referee(match=match, author=chema, side=4)
    assert RefereeCall.objects.count() == 2


def test_a_replay_keeps_the_old_version_of_the_acta(match, raul):
    for number in range(1, 7):
        record_hand(match=match, author=raul, line="partida A", number=number)
    assert Result.objects.get().winner == 0
    first_call = reread(match).called_at
    replay_match(match=match, author=raul, reason="baraja de 39 cartas")
    assert not Result.objects.exists() and lines_written(live_acta(match)) == []
    assert [len(acta.hands.all()) for acta in versions(match)] == [0, 6]
    assert reread(match).called_at > first_call
    record_hand(match=match, author=raul, line="partida B", number=1)
    with pytest.raises(RuleError):
        replay_match(match=match, author=raul, reason=" ")


@pytest.mark.parametrize("line", ["arbitro fin: la hora", "arbitro tablas: la hora"])
def test_a_tied_match_that_needs_a_winner_is_not_stopped(match, raul, line):
    with is_refused("level_needs_winner"):
        record_hand(match=match, author=raul, line=line, number=1)
    record_hand(match=match, author=raul, line="partida B", number=1)
    record_hand(match=match, author=raul, line="arbitro fin: la hora", number=2)
    assert Result.objects.get().winner == 1


def test_a_match_stopped_with_a_tied_score_is_a_draw_in_the_standings(tournament, raul):
    first, second, third = tournament.entries.order_by("number")
    round = seat_round(tournament, [[first, second], [third]])
    tied_match = round.matches.get(position=1)
    record_hand(
        match=tied_match, author=raul, line="arbitro tablas: la hora", number=1, confirm_empty=True
    )
    stage = fresh_stage(tournament)
    lines = {
        line.entrant: (line.won, line.drawn, line.lost)
        for line in stage_standings(stage, EVERYTHING)
    }
    assert lines == {1: (0, 1, 0), 2: (0, 1, 0), 3: (1, 0, 0)}
    assert stage_situation(stage, EVERYTHING).points == {1: 1, 2: 1, 3: 2}
