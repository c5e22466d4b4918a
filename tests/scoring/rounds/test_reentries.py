"""Tests of re-entries: an entry that is out comes back once, before the next draw."""

from decimal import Decimal

import pytest

from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import (
    reenter,
    reentry_candidates,
    undo_reenter,
    undoable_reentries,
)
from tests.refusals import conflict_of
from tests.scoring.played_rounds import plan_stage, play_all, publish
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Tournament
from tournaments.money.services.prices import set_prices
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry, withdraw


@world
def redrawn_knockout(make_tournament, pairs, pilar):
    """A knockout of four pairs that draws every round by lot; its first round is played."""
    tournament = make_tournament(format_options={"redraw": True})
    pairs(tournament, 4)
    play_all(publish(tournament, pilar), pilar)
    return tournament


def _losers(tournament) -> list[Entry]:
    results = [match.result for match in tournament.matches.filter(round__number=1)]
    sides = [result.match.sides.exclude(side=result.winner).get() for result in results]
    return [side.entry for side in sides]


def _losers_in(round) -> set[int]:
    results = [match.result for match in round.matches.filter(state="finished")]
    return {result.match.sides.exclude(side=result.winner).get().entry_id for result in results}


def test_a_loser_reenters_once_and_pays_again(redrawn_knockout, pilar):
    first_loser, second_loser = _losers(redrawn_knockout)
    assert reentry_candidates(redrawn_knockout.stage) == {first_loser.number, second_loser.number}
    entry = reenter(entry=first_loser, author=pilar)
    assert (entry.again, entry.paid) == (1, False)
    assert reenter(entry=second_loser, author=pilar, paid=True).paid
    assert reentry_candidates(redrawn_knockout.stage) == frozenset()
    line = AuditLine.objects.filter(act="reenter").last()
    assert (line.before, line.after) == ({"again": 0, "paid": True}, {"again": 1, "paid": False})
    assert conflict_of(lambda: reenter(entry=first_loser, author=pilar)) == "not_out"
    winner = redrawn_knockout.entries.exclude(pk__in=[first_loser.pk, second_loser.pk]).first()
    assert conflict_of(lambda: reenter(entry=winner, author=pilar)) == "not_out"


def test_a_withdrawn_entry_does_not_reenter(redrawn_knockout, pilar):
    entry = _losers(redrawn_knockout)[0]
    withdraw(entry=entry, author=pilar, reason="se van")
    assert conflict_of(lambda: reenter(entry=entry, author=pilar)) == "already_withdrawn"


def test_a_reentered_entry_that_loses_again_is_out_for_good(redrawn_knockout, pilar):
    for entry in _losers(redrawn_knockout):
        reenter(entry=entry, author=pilar)
    round = publish(redrawn_knockout, pilar)
    assert round.sides.count() == 4
    play_all(round, pilar)
    reentered_entries = redrawn_knockout.entries.filter(again=1)
    losers_again = [entry for entry in reentered_entries if entry.pk in _losers_in(round)]
    assert all(
        conflict_of(lambda loser=entry: reenter(entry=loser, author=pilar)) == "again_before"
        for entry in losers_again
    )


def test_in_lives_an_entry_without_lives_reenters(make_tournament, pairs, pilar):
    lives = make_tournament(format="lives", format_options={"lives": 2}, name="Dos vidas")
    pairs(lives, 8)
    play_all(publish(lives, pilar), pilar)
    assert reentry_candidates(lives.stage) == frozenset(), "no entry is out after one round"
    round = publish(lives, pilar)
    play_all(round, pilar)
    candidates = reentry_candidates(lives.stage)
    assert candidates and candidates <= set(
        lives.entries.filter(pk__in=_losers_in(round)).values_list("number", flat=True)
    )
    reenter(entry=lives.entries.get(number=min(candidates)), author=pilar)
    drawn_numbers = publish(lives, pilar).sides.values_list("entry__number", flat=True)
    assert min(candidates) in drawn_numbers and not (candidates - {min(candidates)}) & set(
        drawn_numbers
    )


def test_no_entry_reenters_once_the_next_round_is_drawn(redrawn_knockout, pilar):
    entry = _losers(redrawn_knockout)[0]
    round = open_next_round(stage=redrawn_knockout.stage, author=pilar)
    assert conflict_of(lambda: reenter(entry=entry, author=pilar)) == "round_drawn"
    assert reentry_candidates(redrawn_knockout.stage) == frozenset()
    publish_round(round=round, author=pilar)
    assert conflict_of(lambda: reenter(entry=entry, author=pilar)) == "too_late_again"


def test_no_entry_reenters_a_fixed_bracket(casino, pairs, pilar):
    pairs(casino, 4)
    assert conflict_of(lambda: reenter(entry=casino.entries.first(), author=pilar)) == "not_out"
    play_all(publish(casino, pilar), pilar)
    stage = casino.stage
    stage.format_options = {**stage.format_options, "third_place": False}
    stage.save()
    assert conflict_of(lambda: reenter(entry=_losers(casino)[0], author=pilar)) == "no_way_back"
    assert reentry_candidates(casino.stage) == frozenset()


@pytest.mark.slow
def test_the_desk_and_the_api_make_and_undo_a_reentry(redrawn_knockout, chema, client_as):
    first_loser, second_loser = _losers(redrawn_knockout)
    desk, url = client_as(chema), f"/t/{redrawn_knockout.slug}/inscripciones/"
    assert "Reenganche" in desk.get(f"{url}reenganches/").content.decode()
    answer = desk.post(f"{url}{first_loser.number}/reenganche/", {"paid": "1"}, follow=True)
    assert "vuelve a entrar" in answer.content.decode()
    first_loser.refresh_from_db()
    assert (first_loser.again, first_loser.paid) == (1, True)
    refused_text = desk.post(f"{url}{first_loser.number}/reenganche/", follow=True).content.decode()
    assert "sigue en juego" in refused_text
    path = f"/api/v1/tournaments/{redrawn_knockout.slug}/entries/{second_loser.number}/reenter/"
    assert desk.post(path, {}, content_type="application/json").json()["again"] == 1
    undo_url = f"{url}{first_loser.number}/reenganche/anular/"
    assert undo_url in desk.get(f"{url}reenganches/").content.decode()
    answer = desk.post(undo_url, {"paid": "1"}, follow=True).content.decode()
    assert "Reenganche anulado" in answer and undo_url not in answer
    assert "no se ha reenganchado" in desk.post(undo_url, follow=True).content.decode()
    answer = desk.post(f"{path}undo/", {}, content_type="application/json")
    assert answer.json()["again"] == 0
    second_answer = desk.post(f"{path}undo/", {}, content_type="application/json")
    assert (second_answer.status_code, second_answer.json()["error"]["code"]) == (409, "not_back")


def test_a_reentry_is_undone_until_the_next_draw(redrawn_knockout, pilar):
    first_loser, second_loser = _losers(redrawn_knockout)
    assert conflict_of(lambda: undo_reenter(entry=first_loser, author=pilar)) == "not_back"
    reenter(entry=first_loser, author=pilar)
    assert undoable_reentries(redrawn_knockout.stage) == {first_loser.number}
    entry = undo_reenter(entry=first_loser, author=pilar, paid=True)
    assert (entry.again, entry.paid) == (0, True)
    assert reentry_candidates(redrawn_knockout.stage) == {first_loser.number, second_loser.number}
    line = AuditLine.objects.filter(act="undo_reenter").get()
    assert (line.before, line.after) == ({"again": 1, "paid": False}, {"again": 0, "paid": True})
    reenter(entry=first_loser, author=pilar)
    round = open_next_round(stage=redrawn_knockout.stage, author=pilar)
    assert conflict_of(lambda: undo_reenter(entry=first_loser, author=pilar)) == "round_drawn"
    assert undoable_reentries(redrawn_knockout.stage) == frozenset()
    publish_round(round=round, author=pilar)
    assert conflict_of(lambda: undo_reenter(entry=first_loser, author=pilar)) == "too_late_to_undo"
    play_all(round, pilar)
    assert conflict_of(lambda: undo_reenter(entry=first_loser, author=pilar)) == "too_late_to_undo"
    assert undoable_reentries(redrawn_knockout.stage) == frozenset()


def test_a_reentry_is_undone_in_the_stage_of_its_loss(redrawn_knockout, pilar):
    """Undo a re-entry in stage 1 after a round of stage 2, which also takes entries, is drawn."""
    options = redrawn_knockout.stage.game_options
    plan_stage(
        redrawn_knockout, pilar, [], name="Local 2", game_options=options, takes_entries=True
    )
    for number in (11, 12):
        register_entry(
            tournament=redrawn_knockout,
            author=pilar,
            number=number,
            stage=2,
            players=[Person(f"Uno {number}"), Person(f"Otro {number}")],
        )
    loser = _losers(redrawn_knockout)[0]
    reenter(entry=loser, author=pilar)
    open_next_round(stage=redrawn_knockout.stages.get(number=2), author=pilar)
    assert Tournament.objects.get(pk=redrawn_knockout.pk).stage.number == 2
    assert undo_reenter(entry=loser, author=pilar).again == 0


def test_a_paid_reentry_has_a_receipt(redrawn_knockout, pilar):
    prices = {"fee": Decimal(20), "reentry_fee": Decimal(10)}
    set_prices(tournament=redrawn_knockout, author=pilar, **prices)
    unpaid_entry, paid_entry = (
        Entry.objects.get(pk=loser.pk) for loser in _losers(redrawn_knockout)
    )
    assert not reenter(entry=unpaid_entry, author=pilar).paid
    assert reenter(entry=paid_entry, author=pilar, paid=True).paid
    assert redrawn_knockout.movements.last().amount == 10
    assert undo_reenter(entry=unpaid_entry, author=pilar).paid
