"""Two people at once, each with a connection of their own: the database decides."""

import threading
import time

import pytest
from django.db import transaction

from scoring.actas.services import correct_acta, forfeit_match, record_hand
from scoring.actas.services.results import lock_match
from scoring.models import Acta, Hand, Result
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.at_once import outcomes
from tests.scoring.halls import LINES, seat_round
from tests.sizes import size
from tournaments.models import Match
from tournaments.rounds.services.drafts import discard_round
from tournaments.rounds.services.tables import lock_tournament

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.each_database]


def writing(match, author, line, number):
    fresh = Match.objects.select_related("tournament", "round__stage").get(pk=match.pk)
    return lambda: record_hand(match=fresh, author=author, line=line, number=number)


@pytest.mark.parametrize("turn", range(size(2, 5)))
def test_the_first_line_twice_at_once_is_one_line(match, chema, raul, turn):
    acts = [writing(match, author, "coto 3-1", 1) for author in (chema, raul)]
    assert outcomes(*acts) == ["done", "done"]
    assert list(Hand.objects.values_list("number", "line")) == [(1, "coto 3-1")]
    assert Acta.objects.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 5)))
def test_two_lines_for_one_number_are_a_conflict_for_the_second(match, chema, raul, turn):
    acts = [writing(match, chema, "coto 3-1", 1), writing(match, raul, "coto 1-3", 1)]
    assert sorted(outcomes(*acts)) == ["conflict", "done"]
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_the_last_line_twice_at_once_is_one_result(match, chema, raul, turn):
    for number, line in enumerate(LINES[:2], 1):
        record_hand(match=match, author=chema, line=line, number=number)
    acts = [writing(match, author, LINES[2], 3) for author in (chema, raul)]
    assert outcomes(*acts) == ["done", "done"]
    assert (Hand.objects.count(), Result.objects.count()) == (3, 1)


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_two_corrections_of_one_version_leave_one(match, chema, raul, turn):
    for number, line in enumerate(LINES, 1):
        record_hand(match=match, author=chema, line=line, number=number)

    def correcting(author, lines):
        return lambda: correct_acta(
            match=match, author=author, lines=lines, reason="mal", version=1
        )

    answers = outcomes(correcting(chema, LINES[:2]), correcting(raul, LINES[:1]))
    assert sorted(answers) == ["conflict", "done"]
    assert Acta.objects.filter(match=match, live=True).count() == 1
    assert Acta.objects.filter(match=match).count() == 2


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_a_line_and_a_forfeit_at_once_leave_one_whole_acta(match, chema, raul, turn):
    loser = match.entries[0]

    def give_up():
        forfeit_match(match=match, loser=loser, author=raul, reason="se marchan")

    answers = outcomes(writing(match, chema, "coto 3-1", 1), give_up)
    assert answers[1] == "done"
    assert answers[0] in ("done", "conflict")
    numbers = list(Hand.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert Result.objects.get(match=match).winner == 1


def test_the_last_line_waits_for_whoever_moves_tables_and_wants_its_match(match, chema, raul):
    """Each locks what the other will want: the line gives way instead of waiting for ever."""
    for number, line in enumerate(LINES[:2], 1):
        record_hand(match=match, author=chema, line=line, number=number)
    has_turn = threading.Event()

    def move_tables():
        with transaction.atomic():
            lock_tournament(match.tournament)
            has_turn.set()
            time.sleep(0.3)  # long enough for the line to have its match
            lock_match(match)

    def write_last():
        has_turn.wait()
        writing(match, chema, LINES[2], 3)()

    assert outcomes(move_tables, write_last) == ["done", "done"]
    assert (Hand.objects.count(), Result.objects.count()) == (3, 1)


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_two_tables_end_at_once_and_each_gets_another_match(
    make_tournament, pairs, chema, raul, turn
):
    tournament = make_tournament(tables=2)
    entries = pairs(tournament, 8)
    drawn = seat_round(tournament, [entries[n : n + 2] for n in range(0, 8, 2)])
    first, second, third, fourth = drawn.matches.order_by("number")
    for match in (first, second):
        for number, line in enumerate(LINES[:2], 1):
            record_hand(match=match, author=chema, line=line, number=number)
    acts = [writing(first, chema, LINES[2], 3), writing(second, raul, LINES[2], 3)]
    assert outcomes(*acts) == ["done", "done"]
    playing = Match.objects.filter(state=Match.State.PLAYING)
    assert set(playing.values_list("pk", "table")) in (
        {(third.pk, 1), (fourth.pk, 2)},
        {(third.pk, 2), (fourth.pk, 1)},
    )


@pytest.mark.parametrize("turn", range(size(2, 3)))
def test_a_pair_withdraws_twice_at_once(match, chema, pilar, turn):
    entry = match.entries[1]
    acts = [
        lambda author=author: withdraw_entry(entry=entry, author=author, reason="se marchan")
        for author in (chema, pilar)
    ]
    assert sorted(outcomes(*acts)) == ["already_withdrawn", "done"]
    assert list(Hand.objects.values_list("line", flat=True)) == ["pierde B: se marchan"]


@pytest.mark.parametrize("turn", range(size(2, 5)))
def test_a_round_is_thrown_away_while_its_first_line_is_written(hall, match, chema, pilar, turn):
    answers = outcomes(
        writing(match, chema, "coto 3-1", 1),
        lambda: discard_round(round=hall, author=pilar, reason="mal sorteada"),
    )
    assert answers in (["done", "round_has_actas"], ["round_gone", "done"])
    assert Hand.objects.count() == (answers[0] == "done")
