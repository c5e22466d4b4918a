"""Somebody holds the lock of a tournament and another comes: he waits, and then sees what was done.

The first one's transaction is held open until the second waits for it, or is done without waiting,
which is the fault: so each of these fails if the second takes no lock, whatever the luck.
"""

import threading
import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from scoring.actas.services import correct_acta, record_hand, rescoring, swap_sides
from scoring.models import Acta, Result
from scoring.rounds.services.rounds import open_next_round, publish_round, redraw_round
from tests.scoring.halls import LINES, seat_round
from tests.worlds import world
from tournaments.accounts.services.roles import (
    MOST_OPEN,
    accept_invitation,
    invite,
    revoke_invitation,
)
from tournaments.models import AuditLine, ImportPreview, Match, Round, Stage, Tournament
from tournaments.people.services.imports import checked_rows, mend_rows, preview_import
from tournaments.people.services.registering import set_paid, withdraw
from tournaments.people.services.wishes import set_wishes
from tournaments.refusal import Refused
from tournaments.rounds.selectors.rounds import draft_version
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.services.stages import change_rounds
from tournaments.setup.services.tournament import create_tournament, edit_tournament, plan_of

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.each_database]
WAITS = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"


def after(lock: Callable[[], object], first: Callable[[], object], second: Callable[[], object]):
    """Take the lock; let the second begin; do the first. The answer of the second: «done», or the
    code of its refusal."""
    has_lock, ended, answers = threading.Event(), threading.Event(), []

    def waits() -> bool:
        if connection.vendor != "postgresql":
            return False  # SQLite lets only one write: there is nothing to see
        with connection.cursor() as cursor:
            cursor.execute(WAITS)
            return cursor.fetchone() is not None

    def run_first() -> None:
        try:
            with transaction.atomic():
                lock()
                has_lock.set()
                most = time.monotonic() + (10 if connection.vendor == "postgresql" else 0.2)
                while not ended.wait(0.02) and not waits() and time.monotonic() < most:
                    pass
                first()
        finally:
            has_lock.set()
            connection.close()

    def run_second() -> None:
        has_lock.wait()
        try:
            second()
            answers.append("done")
        except Refused as refused:
            answers.append(refused.code)
        finally:
            ended.set()
            connection.close()

    threads = [threading.Thread(target=one) for one in (run_first, run_second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers[0]


@world
def hall(make_tournament, pairs) -> Tournament:
    """A Swiss of eight pairs, to be drawn."""
    hall = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(hall, 8)
    return Tournament.objects.get(pk=hall.pk)


def stage_of(hall: Tournament) -> Stage:
    """As another process reads it."""
    return Stage.objects.select_related("tournament").get(tournament=hall, number=1)


def test_a_tournament_created_twice_is_one(pilar, casino):
    plan = plan_of(casino, casino.stage)
    del plan["entry_size"]
    plan["name"] = "Peña Rabal"

    def create():
        create_tournament(author=pilar, **plan)

    def lock():
        User.objects.select_for_update(no_key=True).get(pk=pilar.pk)

    assert after(lock, create, create) == "just_created"
    assert Tournament.objects.filter(name="Peña Rabal").count() == 1


def test_the_length_is_changed_from_what_it_is_now(hall, pilar):
    def change(stage):
        return lambda: change_rounds(stage=stage, author=pilar, rounds=5, reason="hay tiempo")

    first, second = (change(stage_of(hall)) for _ in range(2))
    assert after(lambda: lock_tournament(hall), first, second) == "same_rounds"


def test_wishes_are_changed_from_what_they_are_now(hall, pilar):
    def wish(weight):
        stage = stage_of(hall)
        return lambda: set_wishes(
            stage=stage, author=pilar, apart={"town": (weight, 0)}, together={}
        )

    assert after(lambda: lock_tournament(hall), wish(1), wish(2)) == "done"
    told = AuditLine.objects.filter(act="set_wishes").order_by("pk").values_list("before", "after")
    assert [line[0] for line in told][1:] == [line[1] for line in told][:-1]
    assert stage_of(hall).wishes["apart"]["town"] == [2, 0]


def test_settings_are_changed_from_what_they_are_now(hall, pilar):
    def edit(**changes):
        tournament = Tournament.objects.get(pk=hall.pk)
        return lambda: edit_tournament(tournament=tournament, author=pilar, **changes)

    answer = after(lambda: lock_tournament(hall), edit(venue="Frontón"), edit(tables=4))
    hall.refresh_from_db()
    assert (answer, hall.venue, hall.tables) == ("done", "Frontón", 4)


def test_a_payment_ticked_twice_is_one(hall, pilar):
    def tick(paid):
        entry = hall.entries.select_related("tournament").get(number=1)
        return lambda: set_paid(entry=entry, author=pilar, paid=paid)

    told = AuditLine.objects.filter(act="set_paid")
    before = told.count()
    assert after(lambda: lock_tournament(hall), tick(False), tick(False)) == "done"
    assert told.count() == before + 1


# --- Rounds -------------------------------------------------------------------------------------
@world
def draft(hall, pilar) -> Round:
    return open_next_round(stage=hall.stage, author=pilar)


def drawn(hall: Tournament) -> set[int]:
    return {one.number for one in hall.entries.filter(sides__isnull=False)}


def as_read(round: Round) -> Round:
    return Round.objects.select_related("stage__tournament").get(pk=round.pk)


def test_a_round_is_not_drawn_again_while_it_is_published(hall, draft, pilar):
    read = as_read(draft)
    answer = after(
        lambda: lock_tournament(hall),
        lambda: publish_round(round=as_read(draft), author=pilar),
        lambda: redraw_round(round=read, author=pilar, seed="otra"),
    )
    draft.refresh_from_db()
    assert (answer, draft.state) == ("already_published", Round.State.PUBLISHED)


def test_what_is_published_is_what_was_seen(hall, draft, pilar):
    read, seen = as_read(draft), draft_version(as_read(draft))
    answer = after(
        lambda: lock_tournament(hall),
        lambda: redraw_round(round=as_read(draft), author=pilar, seed="otra"),
        lambda: publish_round(round=read, author=pilar, seen=seen),
    )
    draft.refresh_from_db()
    assert (answer, draft.state, draft.seed) == ("draft_changed", Round.State.DRAFT, "otra")


@pytest.mark.parametrize("again", [False, True], ids=["draw", "redraw"])
def test_a_draw_counts_with_those_who_have_just_left(hall, pilar, again):
    read = as_read(open_next_round(stage=hall.stage, author=pilar)) if again else None
    leaving, stage = hall.entries.get(number=3), stage_of(hall)

    def draw():
        if read:
            redraw_round(round=read, author=pilar, seed="otra")
        else:
            open_next_round(stage=stage, author=pilar)

    def leave():
        withdraw(entry=leaving, author=pilar, reason="se van")

    assert after(lambda: lock_tournament(hall), leave, draw) == "done"
    assert drawn(hall) == {1, 2, 4, 5, 6, 7, 8}


# --- Invitations --------------------------------------------------------------------------------
def test_no_more_invitations_are_open_than_there_may_be(casino, pilar):
    def one():
        return invite(tournament=casino, author=pilar, role="desk", hours=2)

    for _ in range(MOST_OPEN - 1):
        one()
    assert after(lambda: lock_tournament(casino), one, one) == "too_many_invitations"
    assert casino.invitations.count() == MOST_OPEN


def test_a_place_of_an_invitation_is_taken_once(casino, pilar, vecino, client_as):
    invitation, _secret = invite(tournament=casino, author=pilar, role="desk", hours=2)
    other = User.objects.create_user("otro")
    read = type(invitation).objects.select_related("tournament").get(pk=invitation.pk)
    answer = after(
        lambda: lock_tournament(casino),
        lambda: accept_invitation(invitation=invitation, user=vecino),
        lambda: accept_invitation(invitation=read, user=other),
    )
    assert answer == "invitation_shut"
    assert not casino.team.filter(user=other).exists()


def test_an_invitation_taken_back_is_not_accepted_and_the_other_way_round(casino, pilar, vecino):
    for accepted_first in (True, False):
        invitation, _secret = invite(tournament=casino, author=pilar, role="referee", hours=2)
        read = type(invitation).objects.select_related("tournament").get(pk=invitation.pk)
        user = User.objects.create_user(f"otro {accepted_first}")

        def accept(it=read, user=user):
            accept_invitation(invitation=it, user=user)

        def revoke(it=invitation):
            revoke_invitation(invitation=it, author=pilar)

        order = (accept, revoke) if accepted_first else (revoke, accept)
        assert after(lambda: lock_tournament(casino), *order) == "invitation_shut"


# --- Lists that are being mended ----------------------------------------------------------------
def test_two_lines_of_a_list_are_mended_at_once(casino, pilar):
    preview = preview_import(tournament=casino, author=pilar, text="Paco;Luis\nPilar;Chema")

    def mend(place):
        mend_rows(preview=preview, author=pilar, changes={place: {"player_1": "Otro"}})

    def lock():
        ImportPreview.objects.select_for_update().get(pk=preview.pk)

    assert after(lock, lambda: mend(0), lambda: mend(1)) == "done"
    preview.refresh_from_db()
    assert [row.player_1 for row in checked_rows(preview)] == ["Otro", "Otro"]


# --- Mending an acta ----------------------------------------------------------------------------
def test_an_acta_is_turned_round_from_what_it_is_now(casino, pairs, chema):
    entries = pairs(casino, 4)
    match = seat_round(casino, [entries[:2], entries[2:]]).matches.get(position=1)
    record_hand(match=match, author=chema, line=LINES[0], number=1)

    def turn_round():
        swap_sides(match=match, author=chema, reason="al revés", version=1)

    assert after(lambda: lock_tournament(casino), turn_round, turn_round) == "conflict"
    assert match.actas.count() == 2


# --- Rescoring ----------------------------------------------------------------------------------
@world
def forged(casino, pairs, chema) -> Match:
    """A match with a line, and a result that nobody won."""
    entries = pairs(casino, 4)
    match = seat_round(casino, [entries[:2], entries[2:]]).matches.get(position=1)
    record_hand(match=match, author=chema, line=LINES[0], number=1)
    Result.objects.create(
        match=match, acta=Acta.objects.get(match=match), winner=0, tallies={}, forfeit=False
    )
    return match


def rescored(tournament, told):
    def act():
        for chunk in rescoring.rescore(tournament=tournament, check=False):
            told.extend(chunk.differing)

    return act


def test_a_result_is_made_again_with_the_line_that_was_being_written(casino, forged, chema):
    told: list[rescoring.RescoredMatch] = []
    read = Match.objects.select_related("tournament", "round__stage").get(pk=forged.pk)

    def write():
        record_hand(match=read, author=chema, line=LINES[1], number=2)

    assert after(write, lambda: None, rescored(casino, told)) == "done"
    assert [list(one.lines) for one in told] == [LINES[:2]]


def test_results_are_made_again_in_the_order_of_the_turns(casino, forged, chema):
    """A correction has the lock and wants the match: who makes results again has not got it."""
    told: list[rescoring.RescoredMatch] = []

    def correct():
        correct_acta(match=forged, author=chema, lines=LINES, reason="mal leída")

    assert after(lambda: lock_tournament(casino), correct, rescored(casino, told)) == "done"
    assert told == [] and Result.objects.get(match=forged).winner == 0
    assert not AuditLine.objects.filter(act="rebuild_results").exists()
