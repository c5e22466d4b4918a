"""Reenganche: who is out comes back in, once, while it is not too late."""

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
from tests.scoring.days import plan_stage, play_all, publish
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Tournament
from tournaments.money.services.prices import set_prices
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry, withdraw


@world
def redrawn(make_tournament, pairs, pilar):
    """Four pairs after the first round of a knockout drawn anew every round."""
    tournament = make_tournament(format_options={"redraw": True})
    pairs(tournament, 4)
    play_all(publish(tournament, pilar), pilar)
    return tournament


def _losers(tournament) -> list[Entry]:
    out = [match.result for match in tournament.matches.filter(round__number=1)]
    sides = [one.match.sides.exclude(side=one.winner).get() for one in out]
    return [side.entry for side in sides]


def _lost_in(round) -> set[int]:
    results = [match.result for match in round.matches.filter(state="finished")]
    return {one.match.sides.exclude(side=one.winner).get().entry_id for one in results}


def test_who_is_out_comes_back_once_and_pays_again(redrawn, pilar):
    first, second = _losers(redrawn)
    assert reentry_candidates(redrawn.stage) == {first.number, second.number}
    entry = reenter(entry=first, author=pilar)
    assert (entry.again, entry.paid) == (1, False)
    assert reenter(entry=second, author=pilar, paid=True).paid
    assert reentry_candidates(redrawn.stage) == frozenset()
    line = AuditLine.objects.filter(act="reenter").last()
    assert (line.before, line.after) == ({"again": 0, "paid": True}, {"again": 1, "paid": False})
    assert conflict_of(lambda: reenter(entry=first, author=pilar)) == "not_out"
    winner = redrawn.entries.exclude(pk__in=[first.pk, second.pk]).first()
    assert conflict_of(lambda: reenter(entry=winner, author=pilar)) == "not_out"


def test_who_has_left_does_not(redrawn, pilar):
    entry = _losers(redrawn)[0]
    withdraw(entry=entry, author=pilar, reason="se van")
    assert conflict_of(lambda: reenter(entry=entry, author=pilar)) == "already_withdrawn"


def test_it_plays_again_and_falls_for_good(redrawn, pilar):
    for entry in _losers(redrawn):
        reenter(entry=entry, author=pilar)
    round = publish(redrawn, pilar)
    assert round.sides.count() == 4
    play_all(round, pilar)
    again = redrawn.entries.filter(again=1)
    fallen = [one for one in again if one.pk in _lost_in(round)]
    assert all(
        conflict_of(lambda e=one: reenter(entry=e, author=pilar)) == "again_before"
        for one in fallen
    )


def test_lives_come_back_one_by_one(make_tournament, pairs, pilar):
    lives = make_tournament(format="lives", format_options={"lives": 2}, name="Dos vidas")
    pairs(lives, 8)
    play_all(publish(lives, pilar), pilar)
    assert reentry_candidates(lives.stage) == frozenset(), "nobody is out after one round"
    round = publish(lives, pilar)
    play_all(round, pilar)
    out = reentry_candidates(lives.stage)
    assert out and out <= set(
        lives.entries.filter(pk__in=_lost_in(round)).values_list("number", flat=True)
    )
    reenter(entry=lives.entries.get(number=min(out)), author=pilar)
    drawn = publish(lives, pilar).sides.values_list("entry__number", flat=True)
    assert min(out) in drawn and not (out - {min(out)}) & set(drawn)


def test_not_once_the_next_round_is_drawn(redrawn, pilar):
    entry = _losers(redrawn)[0]
    round = open_next_round(stage=redrawn.stage, author=pilar)
    assert conflict_of(lambda: reenter(entry=entry, author=pilar)) == "round_drawn"
    assert reentry_candidates(redrawn.stage) == frozenset()
    publish_round(round=round, author=pilar)
    assert conflict_of(lambda: reenter(entry=entry, author=pilar)) == "too_late_again"


def test_a_fixed_bracket_has_no_way_back(casino, pairs, pilar):
    pairs(casino, 4)
    assert conflict_of(lambda: reenter(entry=casino.entries.first(), author=pilar)) == "not_out"
    play_all(publish(casino, pilar), pilar)
    final = casino.stage
    final.format_options = {**final.format_options, "third_place": False}
    final.save()
    assert conflict_of(lambda: reenter(entry=_losers(casino)[0], author=pilar)) == "no_way_back"
    assert reentry_candidates(casino.stage) == frozenset()


@pytest.mark.slow
def test_the_page_and_the_api(redrawn, chema, client_as):
    first, second = _losers(redrawn)
    desk, page = client_as(chema), f"/t/{redrawn.slug}/inscripciones/"
    assert "Reenganche" in desk.get(f"{page}reenganches/").content.decode()
    told = desk.post(f"{page}{first.number}/reenganche/", {"paid": "1"}, follow=True)
    assert "vuelve a entrar" in told.content.decode()
    first.refresh_from_db()
    assert (first.again, first.paid) == (1, True)
    refused = desk.post(f"{page}{first.number}/reenganche/", follow=True).content.decode()
    assert "sigue en juego" in refused
    path = f"/api/v1/tournaments/{redrawn.slug}/entries/{second.number}/reenter/"
    assert desk.post(path, {}, content_type="application/json").json()["again"] == 1
    undo = f"{page}{first.number}/reenganche/anular/"
    assert undo in desk.get(f"{page}reenganches/").content.decode()
    told = desk.post(undo, {"paid": "1"}, follow=True).content.decode()
    assert "Reenganche anulado" in told and undo not in told
    assert "no se ha reenganchado" in desk.post(undo, follow=True).content.decode()
    answer = desk.post(f"{path}undo/", {}, content_type="application/json")
    assert answer.json()["again"] == 0
    again = desk.post(f"{path}undo/", {}, content_type="application/json")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "not_back")


def test_one_by_mistake_is_taken_back_until_the_next_draw(redrawn, pilar):
    first, second = _losers(redrawn)
    assert conflict_of(lambda: undo_reenter(entry=first, author=pilar)) == "not_back"
    reenter(entry=first, author=pilar)
    assert undoable_reentries(redrawn.stage) == {first.number}
    entry = undo_reenter(entry=first, author=pilar, paid=True)
    assert (entry.again, entry.paid) == (0, True)
    assert reentry_candidates(redrawn.stage) == {first.number, second.number}
    line = AuditLine.objects.filter(act="undo_reenter").get()
    assert (line.before, line.after) == ({"again": 1, "paid": False}, {"again": 0, "paid": True})
    reenter(entry=first, author=pilar)
    round = open_next_round(stage=redrawn.stage, author=pilar)
    assert conflict_of(lambda: undo_reenter(entry=first, author=pilar)) == "round_drawn"
    assert undoable_reentries(redrawn.stage) == frozenset()
    publish_round(round=round, author=pilar)
    assert conflict_of(lambda: undo_reenter(entry=first, author=pilar)) == "too_late_to_undo"
    play_all(round, pilar)
    assert conflict_of(lambda: undo_reenter(entry=first, author=pilar)) == "too_late_to_undo"
    assert undoable_reentries(redrawn.stage) == frozenset()


def test_it_is_taken_back_in_the_stage_where_it_fell(redrawn, pilar):
    """Another stage by which people enter is the one drawn last."""
    options = redrawn.stage.game_options
    plan_stage(redrawn, pilar, [], name="Local 2", game_options=options, takes_entries=True)
    for number in (11, 12):
        register_entry(
            tournament=redrawn,
            author=pilar,
            number=number,
            stage=2,
            players=[Person(f"Uno {number}"), Person(f"Otro {number}")],
        )
    fallen = _losers(redrawn)[0]
    reenter(entry=fallen, author=pilar)
    open_next_round(stage=redrawn.stages.get(number=2), author=pilar)
    assert Tournament.objects.get(pk=redrawn.pk).stage.number == 2
    assert undo_reenter(entry=fallen, author=pilar).again == 0


def test_with_a_price_the_reentry_has_its_receipt(redrawn, pilar):
    prices = {"fee": Decimal(20), "reentry_fee": Decimal(10)}
    set_prices(tournament=redrawn, author=pilar, **prices)
    first, second = (Entry.objects.get(pk=one.pk) for one in _losers(redrawn))
    assert not reenter(entry=first, author=pilar).paid
    assert reenter(entry=second, author=pilar, paid=True).paid
    assert redrawn.movements.last().amount == 10
    assert undo_reenter(entry=first, author=pilar).paid
