"""Two simultaneous acts, each on its own database connection, in no fixed order."""

import threading
import time

import pytest
from django.db import transaction

from scoring.actas.services import correct_acta, forfeit_match, record_hand
from scoring.actas.services.results import lock_match
from scoring.models import Acta, Hand, Result
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.at_once import outcomes
from tests.scoring.seated_rounds import LINES, seat_round
from tests.sizes import size
from tournaments.models import Match
from tournaments.rounds.services.drafts import discard_round
from tournaments.rounds.services.tables import lock_tournament

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.each_database]


def write_line(match, author, line, number):
    """Return an act that writes a line of a match read from the database."""
    fresh = Match.objects.select_related("tournament", "round__stage").get(pk=match.pk)
    return lambda: record_hand(match=fresh, author=author, line=line, number=number)


@pytest.mark.parametrize("turn", range(size(2, 5)))
def test_two_equal_first_lines_at_once_are_one_line(match, chema, raul, turn):
    acts = [write_line(match, author, "coto 3-1", 1) for author in (chema, raul)]
    assert outcomes(*acts) == ["done", "done"]
    assert list(Hand.objects.values_list("number", "line")) == [(1, "coto 3-1")]
    assert Acta.objects.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 5)))
def test_two_different_lines_with_one_number_at_once_are_a_conflict(match, chema, raul, turn):
    acts = [write_line(match, chema, "coto 3-1", 1), write_line(match, raul, "coto 1-3", 1)]
    assert sorted(outcomes(*acts)) == ["conflict", "done"]
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_two_equal_last_lines_at_once_are_one_result(match, chema, raul, turn):
    for number, line in enumerate(LINES[:2], 1):
        record_hand(match=match, author=chema, line=line, number=number)
    acts = [write_line(match, author, LINES[2], 3) for author in (chema, raul)]
    assert outcomes(*acts) == ["done", "done"]
    assert (Hand.objects.count(), Result.objects.count()) == (3, 1)


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_only_one_of_two_corrections_of_a_version_is_saved(match, chema, raul, turn):
    for number, line in enumerate(LINES, 1):
        record_hand(match=match, author=chema, line=line, number=number)

    def correct(author, lines):
        return lambda: correct_acta(
            match=match, author=author, lines=lines, reason="mal", version=1
        )

    answers = outcomes(correct(chema, LINES[:2]), correct(raul, LINES[:1]))
    assert sorted(answers) == ["conflict", "done"]
    assert Acta.objects.filter(match=match, live=True).count() == 1
    assert Acta.objects.filter(match=match).count() == 2


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_a_line_and_a_forfeit_at_once_leave_an_acta_without_gaps(match, chema, raul, turn):
    loser = match.entries[0]

    def forfeit():
        forfeit_match(match=match, loser=loser, author=raul, reason="se marchan")

    answers = outcomes(write_line(match, chema, "coto 3-1", 1), forfeit)
    assert answers[1] == "done"
    assert answers[0] in ("done", "conflict")
    numbers = list(Hand.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert Result.objects.get(match=match).winner == 1


def test_a_last_line_does_not_deadlock_with_an_act_that_moves_tables(match, chema, raul):
    """One act locks the tournament and then the match; the line locks the match first."""
    for number, line in enumerate(LINES[:2], 1):
        record_hand(match=match, author=chema, line=line, number=number)
    has_lock = threading.Event()

    def move_tables():
        with transaction.atomic():
            lock_tournament(match.tournament)
            has_lock.set()
            time.sleep(0.3)  # time for the line to lock its match
            lock_match(match)

    def write_last_line():
        has_lock.wait()
        write_line(match, chema, LINES[2], 3)()

    assert outcomes(move_tables, write_last_line) == ["done", "done"]
    assert (Hand.objects.count(), Result.objects.count()) == (3, 1)


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_two_tables_that_end_at_once_get_a_match_each(make_tournament, pairs, chema, raul, turn):
    tournament = make_tournament(tables=2)
    entries = pairs(tournament, 8)
    round = seat_round(tournament, [entries[n : n + 2] for n in range(0, 8, 2)])
    first, second, third, fourth = round.matches.order_by("number")
    for match in (first, second):
        for number, line in enumerate(LINES[:2], 1):
            record_hand(match=match, author=chema, line=line, number=number)
    acts = [write_line(first, chema, LINES[2], 3), write_line(second, raul, LINES[2], 3)]
    assert outcomes(*acts) == ["done", "done"]
    playing = Match.objects.filter(state=Match.State.PLAYING)
    assert set(playing.values_list("pk", "table")) in (
        {(third.pk, 1), (fourth.pk, 2)},
        {(third.pk, 2), (fourth.pk, 1)},
    )


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_only_one_of_two_withdrawals_of_a_pair_is_saved(match, chema, pilar, turn):
    entry = match.entries[1]
    acts = [
        lambda author=author: withdraw_entry(entry=entry, author=author, reason="se marchan")
        for author in (chema, pilar)
    ]
    assert sorted(outcomes(*acts)) == ["already_withdrawn", "done"]
    assert list(Hand.objects.values_list("line", flat=True)) == ["pierde B: se marchan"]


@pytest.mark.parametrize("turn", range(size(2, 5)))
def test_a_round_is_either_discarded_or_gets_its_first_line(first_round, match, chema, pilar, turn):
    answers = outcomes(
        write_line(match, chema, "coto 3-1", 1),
        lambda: discard_round(round=first_round, author=pilar, reason="mal sorteada"),
    )
    assert answers in (["done", "round_has_actas"], ["round_gone", "done"])
    assert Hand.objects.count() == (answers[0] == "done")
