"""Two acts with one lock: the second act waits for the first, and then sees its changes.

The transaction of the first act stays open until the second act waits for the lock. A second act
that takes no lock ends without waiting, and the test fails every time.
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
from tests.scoring.seated_rounds import LINES, seat_round
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
WAITING_FOR_LOCK = (
    "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
)


def outcome_of_second_act(
    lock: Callable[[], object], first: Callable[[], object], second: Callable[[], object]
):
    """Take the lock, start the second act, and run the first once the second waits or has ended.

    Return «done», or the code of the refusal of the second act.
    """
    has_lock = threading.Event()
    ended = threading.Event()
    answers = []

    def is_waiting() -> bool:
        if connection.vendor != "postgresql":
            return False  # SQLite has one writer at a time and cannot list waiting sessions
        with connection.cursor() as cursor:
            cursor.execute(WAITING_FOR_LOCK)
            return cursor.fetchone() is not None

    def run_first() -> None:
        try:
            with transaction.atomic():
                lock()
                has_lock.set()
                deadline = time.monotonic() + (10 if connection.vendor == "postgresql" else 0.2)
                while not ended.wait(0.02) and not is_waiting() and time.monotonic() < deadline:
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
        except Refused as refusal:
            answers.append(refusal.code)
        finally:
            ended.set()
            connection.close()

    threads = [threading.Thread(target=run) for run in (run_first, run_second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers[0]


@world
def tournament(make_tournament, pairs) -> Tournament:
    """A Swiss of eight pairs, before the first draw."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(tournament, 8)
    return Tournament.objects.get(pk=tournament.pk)


def stage_of(tournament: Tournament) -> Stage:
    """Read the stage from the database, as another process does."""
    return Stage.objects.select_related("tournament").get(tournament=tournament, number=1)


def test_two_equal_simultaneous_creations_create_one_tournament(pilar, casino):
    plan = plan_of(casino, casino.stage)
    del plan["entry_size"]
    plan["name"] = "Peña Rabal"

    def create():
        create_tournament(author=pilar, **plan)

    def lock():
        User.objects.select_for_update(no_key=True).get(pk=pilar.pk)

    assert outcome_of_second_act(lock, create, create) == "just_created"
    assert Tournament.objects.filter(name="Peña Rabal").count() == 1


def test_a_second_change_to_the_same_number_of_rounds_is_refused(tournament, pilar):
    def change(stage):
        return lambda: change_rounds(stage=stage, author=pilar, rounds=5, reason="hay tiempo")

    first, second = (change(stage_of(tournament)) for _ in range(2))
    assert (
        outcome_of_second_act(lambda: lock_tournament(tournament), first, second) == "same_rounds"
    )


def test_the_second_audit_line_of_wishes_starts_where_the_first_ends(tournament, pilar):
    def wish(weight):
        stage = stage_of(tournament)
        return lambda: set_wishes(
            stage=stage, author=pilar, apart={"town": (weight, 0)}, together={}
        )

    assert outcome_of_second_act(lambda: lock_tournament(tournament), wish(1), wish(2)) == "done"
    lines = AuditLine.objects.filter(act="set_wishes").order_by("pk").values_list("before", "after")
    assert [line[0] for line in lines][1:] == [line[1] for line in lines][:-1]
    assert stage_of(tournament).wishes["apart"]["town"] == [2, 0]


def test_two_simultaneous_edits_of_different_settings_are_both_saved(tournament, pilar):
    def edit(**changes):
        fresh = Tournament.objects.get(pk=tournament.pk)
        return lambda: edit_tournament(tournament=fresh, author=pilar, **changes)

    answer = outcome_of_second_act(
        lambda: lock_tournament(tournament), edit(venue="Frontón"), edit(tables=4)
    )
    tournament.refresh_from_db()
    assert (answer, tournament.venue, tournament.tables) == ("done", "Frontón", 4)


def test_a_payment_unticked_twice_has_one_audit_line(tournament, pilar):
    def tick(paid):
        entry = tournament.entries.select_related("tournament").get(number=1)
        return lambda: set_paid(entry=entry, author=pilar, paid=paid)

    audit_lines = AuditLine.objects.filter(act="set_paid")
    count_before = audit_lines.count()
    assert (
        outcome_of_second_act(lambda: lock_tournament(tournament), tick(False), tick(False))
        == "done"
    )
    assert audit_lines.count() == count_before + 1


# --- Rounds -------------------------------------------------------------------------------------
@world
def draft(tournament, pilar) -> Round:
    return open_next_round(stage=tournament.stage, author=pilar)


def drawn_numbers(tournament: Tournament) -> set[int]:
    return {entry.number for entry in tournament.entries.filter(sides__isnull=False)}


def fresh_round(round: Round) -> Round:
    """Read the round from the database, as another process does."""
    return Round.objects.select_related("stage__tournament").get(pk=round.pk)


def test_a_round_published_meanwhile_is_not_drawn_again(tournament, draft, pilar):
    stale_round = fresh_round(draft)
    answer = outcome_of_second_act(
        lambda: lock_tournament(tournament),
        lambda: publish_round(round=fresh_round(draft), author=pilar),
        lambda: redraw_round(round=stale_round, author=pilar, seed="otra"),
    )
    draft.refresh_from_db()
    assert (answer, draft.state) == ("already_published", Round.State.PUBLISHED)


def test_a_draft_drawn_again_meanwhile_is_not_published(tournament, draft, pilar):
    stale_draft, seen_version = fresh_round(draft), draft_version(fresh_round(draft))
    answer = outcome_of_second_act(
        lambda: lock_tournament(tournament),
        lambda: redraw_round(round=fresh_round(draft), author=pilar, seed="otra"),
        lambda: publish_round(round=stale_draft, author=pilar, seen_version=seen_version),
    )
    draft.refresh_from_db()
    assert (answer, draft.state, draft.seed) == ("draft_changed", Round.State.DRAFT, "otra")


@pytest.mark.parametrize("again", [False, True], ids=["draw", "redraw"])
def test_a_draw_leaves_out_an_entry_withdrawn_meanwhile(tournament, pilar, again):
    draft = fresh_round(open_next_round(stage=tournament.stage, author=pilar)) if again else None
    leaving, stage = tournament.entries.get(number=3), stage_of(tournament)

    def draw():
        if draft:
            redraw_round(round=draft, author=pilar, seed="otra")
        else:
            open_next_round(stage=stage, author=pilar)

    def leave():
        withdraw(entry=leaving, author=pilar, reason="se van")

    assert outcome_of_second_act(lambda: lock_tournament(tournament), leave, draw) == "done"
    assert drawn_numbers(tournament) == {1, 2, 4, 5, 6, 7, 8}


# --- Invitations --------------------------------------------------------------------------------
def test_an_invitation_above_the_limit_is_refused(casino, pilar):
    def invite_to_desk():
        return invite(tournament=casino, author=pilar, role="desk", hours=2)

    for _ in range(MOST_OPEN - 1):
        invite_to_desk()
    assert (
        outcome_of_second_act(lambda: lock_tournament(casino), invite_to_desk, invite_to_desk)
        == "too_many_invitations"
    )
    assert casino.invitations.count() == MOST_OPEN


def test_an_invitation_is_accepted_by_one_user_only(casino, pilar, vecino, client_as):
    invitation, _secret = invite(tournament=casino, author=pilar, role="desk", hours=2)
    second_user = User.objects.create_user("otro")
    stale_invitation = type(invitation).objects.select_related("tournament").get(pk=invitation.pk)
    outcome = outcome_of_second_act(
        lambda: lock_tournament(casino),
        lambda: accept_invitation(invitation=invitation, user=vecino),
        lambda: accept_invitation(invitation=stale_invitation, user=second_user),
    )
    assert outcome == "invitation_shut"
    assert not casino.team.filter(user=second_user).exists()


def test_an_invitation_is_either_accepted_or_revoked(casino, pilar, vecino):
    for accepted_first in (True, False):
        invitation, _secret = invite(tournament=casino, author=pilar, role="referee", hours=2)
        stale_invitation = (
            type(invitation).objects.select_related("tournament").get(pk=invitation.pk)
        )
        user = User.objects.create_user(f"otro {accepted_first}")

        def accept(invitation=stale_invitation, user=user):
            accept_invitation(invitation=invitation, user=user)

        def revoke(invitation=invitation):
            revoke_invitation(invitation=invitation, author=pilar)

        order = (accept, revoke) if accepted_first else (revoke, accept)
        assert outcome_of_second_act(lambda: lock_tournament(casino), *order) == "invitation_shut"


# --- Import lists -------------------------------------------------------------------------------
def test_simultaneous_corrections_of_two_lines_of_a_list_are_both_saved(casino, pilar):
    preview = preview_import(tournament=casino, author=pilar, text="Paco;Luis\nPilar;Chema")

    def correct(index):
        mend_rows(preview=preview, author=pilar, changes={index: {"player_1": "Otro"}})

    def lock():
        ImportPreview.objects.select_for_update().get(pk=preview.pk)

    assert outcome_of_second_act(lock, lambda: correct(0), lambda: correct(1)) == "done"
    preview.refresh_from_db()
    assert [row.player_1 for row in checked_rows(preview)] == ["Otro", "Otro"]


# --- Exchanged sides of an acta -----------------------------------------------------------------
def test_a_second_simultaneous_exchange_of_sides_is_a_conflict(casino, pairs, chema):
    entries = pairs(casino, 4)
    match = seat_round(casino, [entries[:2], entries[2:]]).matches.get(position=1)
    record_hand(match=match, author=chema, line=LINES[0], number=1)

    def swap():
        swap_sides(match=match, author=chema, reason="al revés", version=1)

    assert outcome_of_second_act(lambda: lock_tournament(casino), swap, swap) == "conflict"
    assert match.actas.count() == 2


# --- Rebuilt results ----------------------------------------------------------------------------
@world
def match_with_wrong_result(casino, pairs, chema) -> Match:
    """A match with a stored result, though the only line of its acta does not end it."""
    entries = pairs(casino, 4)
    match = seat_round(casino, [entries[:2], entries[2:]]).matches.get(position=1)
    record_hand(match=match, author=chema, line=LINES[0], number=1)
    Result.objects.create(
        match=match, acta=Acta.objects.get(match=match), winner=0, tallies={}, forfeit=False
    )
    return match


def rebuild_act(tournament, differing):
    """Return an act that rebuilds the results and adds the wrong matches to `differing`."""

    def act():
        for chunk in rescoring.rescore(tournament=tournament, check=False):
            differing.extend(chunk.wrong_matches)

    return act


def test_a_rebuild_waits_for_a_line_being_written_and_reads_it(
    casino, match_with_wrong_result, chema
):
    differing: list[rescoring.RescoredMatch] = []
    fresh = Match.objects.select_related("tournament", "round__stage").get(
        pk=match_with_wrong_result.pk
    )

    def write():
        record_hand(match=fresh, author=chema, line=LINES[1], number=2)

    assert outcome_of_second_act(write, lambda: None, rebuild_act(casino, differing)) == "done"
    assert [list(rescored.lines) for rescored in differing] == [LINES[:2]]


def test_a_rebuild_waits_for_the_tournament_lock_before_it_locks_matches(
    casino, match_with_wrong_result, chema
):
    """Otherwise it would deadlock with a correction, which locks the tournament first."""
    differing: list[rescoring.RescoredMatch] = []

    def correct():
        correct_acta(match=match_with_wrong_result, author=chema, lines=LINES, reason="mal leída")

    assert (
        outcome_of_second_act(
            lambda: lock_tournament(casino), correct, rebuild_act(casino, differing)
        )
        == "done"
    )
    assert differing == [] and Result.objects.get(match=match_with_wrong_result).winner == 0
    assert not AuditLine.objects.filter(act="rebuild_results").exists()
