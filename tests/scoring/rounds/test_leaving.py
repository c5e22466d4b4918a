"""Leaving at any moment: how, and what becomes of what was played."""

import pytest

from scoring.actas.services import record_hand
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.selectors.standings import stage_situation, stage_standings
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.days import play_all, publish
from tests.scoring.halls import LINES, seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Match
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate, withdraw


@world
def league(make_tournament, pairs, pilar):
    """A Swiss of four pairs after its first round: 1 beat 2, 3 beat 4."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    entries = pairs(tournament, 4)
    round = seat_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])
    for match in round.matches.all():
        for number, line in enumerate(LINES, 1):
            record_hand(match=match, author=pilar, line=line, number=number)
    return tournament


def _entry(tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def _table(tournament) -> list[tuple[int, int, int, int]]:
    return [
        (o.entrant, o.place, o.played, o.won) for o in stage_standings(tournament.stage, EVERYTHING)
    ]


def _leave(tournament, author, number: int, **how) -> list[Match]:
    return withdraw_entry(
        entry=_entry(tournament, number), author=author, reason="se marchan", **how
    )


def test_who_loses_the_rest_keeps_what_it_played(league, pilar):
    before = _table(league)
    _leave(league, pilar, 2)
    assert _table(league) == before
    assert dict(stage_situation(league.stage, EVERYTHING).points) == {1: 1, 3: 1}


def test_void_counts_for_nobody_and_comes_back_when_it_is_taken_back(league, pilar):
    before = _table(league)
    _leave(league, pilar, 2, kind="disqualified", effect="void")
    entry = _entry(league, 2)
    assert (entry.state, entry.effect, entry.gone) == ("disqualified", "void", True)
    # Number 1 beat number 2, and it no longer counts.
    assert _table(league)[0] == (3, 1, 1, 1) and _table(league)[-1] == (2, 4, 0, 0)
    assert {(number, played) for number, _place, played, _won in _table(league)} == {
        (1, 0),
        (2, 0),
        (3, 1),
        (4, 1),
    }
    situation = stage_situation(league.stage, EVERYTHING)
    assert dict(situation.points) == {3: 1}
    assert situation.counted[1] == 0 and situation.counted[3] > 0
    assert situation.rounds[0][0].sides == (1, 2), "they have met all the same"
    reinstate(entry=entry, author=pilar)
    assert _table(league) == before
    assert _entry(league, 2).effect == "lose"


def test_at_a_truco_of_three_one_may_leave_before_the_first_hand(make_tournament, pairs, pilar):
    tournament = make_tournament(
        game="truco", game_options={"players": 3}, format="totals", format_options={"rounds": 2}
    )
    pairs(tournament, 3)
    match = publish(tournament, pilar).matches.get()
    assert _leave(tournament, pilar, 2) == [match]
    match.refresh_from_db()
    assert (match.state, match.result.winner) == (Match.State.FINISHED, None)
    assert set(_table(tournament)) == {(number, 1, 1, 0) for number in (1, 2, 3)}


def test_last_is_last_whatever_it_won(league, pilar):
    _leave(league, pilar, 1, effect="last")
    assert [(number, place) for number, place, *_ in _table(league)][-1] == (1, 4)
    assert _table(league)[0] == (3, 1, 1, 1)
    assert dict(stage_situation(league.stage, EVERYTHING).points) == {1: 1, 3: 1}, (
        "its win stays written"
    )


def test_two_that_go_last_keep_their_order(league, pilar):
    _leave(league, pilar, 1, effect="last")
    _leave(league, pilar, 2, effect="last")
    assert [(number, place) for number, place, *_ in _table(league)] == [
        (3, 1),
        (4, 2),
        (1, 3),
        (2, 4),
    ]


@pytest.mark.parametrize("effect", ["lose", "void", "last"])
def test_what_was_left_to_play_goes_to_the_rival(league, pilar, effect):
    round = publish(league, pilar)
    (match,) = _leave(league, pilar, 3, kind="absent", effect=effect)
    match.refresh_from_db()
    assert (match.round_id, match.state) == (round.pk, Match.State.FINISHED)
    assert match.result.forfeit


def test_the_questions_cost_the_same_whoever_leaves(league, pilar, django_assert_num_queries):
    league.refresh_from_db()
    stage = league.stage
    with django_assert_num_queries(3):
        stage_standings(stage, EVERYTHING)
    _leave(league, pilar, 2, effect="void")
    _leave(league, pilar, 1, effect="last")
    with django_assert_num_queries(3):
        stage_standings(stage, EVERYTHING)


def test_the_audit_says_how_it_left(league, pilar):
    _leave(league, pilar, 2, kind="absent", effect="void")
    line = AuditLine.objects.get(act="withdraw")
    assert (line.before, line.after, line.reason) == (
        {"state": "entered"},
        {"state": "absent", "effect": "void"},
        "se marchan",
    )


@cases(
    "how, field",
    ({"kind": "waiting"}, "kind"),
    ({"kind": "🃏"}, "kind"),
    ({"effect": "win"}, "effect"),
)
def test_a_way_that_does_not_exist_is_refused(league, how, field):
    with is_refused(field=field, status=400):
        withdraw(entry=_entry(league, 2), author=None, reason="x", **how)
    assert _entry(league, 2).live


def test_who_leaves_the_waiting_list_is_not_in_the_standings(league, pilar):
    _entry(league, 2)
    Entry.objects.filter(tournament=league).update(state="waiting")  # all four, for the test
    Match.objects.all().delete()
    withdraw(entry=_entry(league, 4), author=pilar, reason="no espera más")
    assert _table(league) == []


def test_the_page_and_the_api_ask_the_same(league, pilar, client_as):
    browser = client_as(pilar)
    page = f"/t/{league.slug}/inscripciones/2/retirar/"
    shown = browser.get(page).content.decode()
    assert 'value="disqualified"' in shown and 'value="void"' in shown
    wrong = browser.post(page, {"reason": "x", "kind": "entered", "effect": "lose"})
    assert wrong.status_code == 400
    done = browser.post(page, {"reason": "x", "kind": "absent", "effect": "last"})
    assert done.status_code == 302
    assert (_entry(league, 2).state, _entry(league, 2).effect) == ("absent", "last")
    answer = browser.post(
        f"/api/v1/tournaments/{league.slug}/entries/3/withdraw/",
        {"reason": "x", "kind": "disqualified", "effect": "void"},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["entry"]["state"]) == (200, "disqualified")
    assert _entry(league, 3).effect == "void"


def _living(tournament) -> frozenset[int]:
    stage = tournament.stage
    return stage.system.still_in(stage_situation(stage, EVERYTHING), stage.format_rules())


@world
def lives(make_tournament, pairs, pilar):
    """Eight pairs with one life, after two rounds: two are left."""
    hall = make_tournament(format="lives", format_options={"lives": 1})
    pairs(hall, 8)
    for _round in range(2):
        play_all(publish(hall, pilar), pilar)
    return hall


def test_in_lives_who_lost_to_somebody_void_plays_on(lives, pilar):
    gone, other = sorted(_living(lives))
    beaten = {
        number
        for matches in stage_situation(lives.stage, EVERYTHING).rounds
        for match in matches
        if gone in match.sides
        for number in match.losers
    }
    _leave(lives, pilar, gone, kind="disqualified", effect="void")
    assert len(beaten) == 2 and _living(lives) == beaten | {other}
    drawn = publish(lives, pilar)
    assert {one.number for match in drawn.matches.all() for one in match.everybody} == {
        *beaten,
        other,
    }
    play_all(drawn, pilar)
    play_all(publish(lives, pilar), pilar)
    (champion,) = _living(lives)
    lines = stage_standings(lives.stage, EVERYTHING)
    assert (lines[0].entrant, lines[-1].entrant) == (champion, gone)


def test_a_final_of_lives_stands_and_its_loser_is_the_first(lives, pilar):
    play_all(publish(lives, pilar), pilar)
    (champion,) = _living(lives)
    (final,) = stage_situation(lives.stage, EVERYTHING).rounds[-1]
    _leave(lives, pilar, champion, kind="disqualified", effect="void")
    assert _living(lives) == frozenset()
    lines = stage_standings(lives.stage, EVERYTHING)
    assert (lines[0].entrant, lines[-1].entrant) == (*final.losers, champion)


def test_in_a_bracket_results_stand_and_the_void_goes_last(casino, pairs, pilar):
    pairs(casino, 4)
    play_all(publish(casino, pilar), pilar)
    before = stage_situation(casino.stage, EVERYTHING)
    winners = sorted(match.winner for match in before.rounds[0])
    losers = {number for match in before.rounds[0] for number in match.losers}
    _leave(casino, pilar, winners[0], kind="disqualified", effect="void")
    final = publish(casino, pilar)
    assert not final.matches.filter(state="waiting").exists()
    play_all(final, pilar)
    lines = stage_standings(casino.stage, EVERYTHING)
    assert lines[0].entrant == winners[1], "its rival of the final wins"
    assert lines[-1].entrant == winners[0] and lines[-1].decided_by == "last"
    third = {line.entrant for line in lines[1:3]}
    assert third == losers and all(line.lost >= 1 for line in lines[1:3])
