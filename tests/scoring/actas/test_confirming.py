"""Tests of the services that confirm, dispute and decide a result."""

from uuid import uuid4

import pytest

from scoring.actas.confirming import Party, is_confirmed, results_agree
from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.services import (
    MAX_LINES,
    correct_acta,
    dispute_acta,
    forfeit_match,
    record_hand,
    resolve_dispute,
    sign_acta,
    take_back_line,
)
from scoring.actas.services.rescoring import rescore
from scoring.models import Acta, Hand, Result
from tests.rows import each
from tests.scoring.seated_rounds import LINES, seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Match
from tournaments.refusal import Refused
from tournaments.writer import Channel, Writer

A = Writer(channel=Channel.TABLE, device="movil-a", side=0, name="La pareja 1")
B = Writer(channel=Channel.TABLE, device="movil-b", side=1, name="La pareja 2")


@world
def match(casino, pairs):
    """The match at table 1 of the casino; two more pairs play at table 2."""
    entries = pairs(casino, 4)
    return seat_round(casino, [entries[:2], entries[2:]]).matches.get(position=1)


def write(match, author, lines=LINES, **options):
    for number, line in enumerate(lines, len(lines_written(live_acta(match))) + 1):
        record_hand(match=match, author=author, line=line, number=number, **options)
    match.refresh_from_db()


def require_confirmations(match, confirmations):
    match.tournament.confirmations = confirmations
    match.tournament.save()


def refusal_code(act, **kwargs):
    with pytest.raises(Refused) as refusal:
        act(**kwargs)
    return refusal.value.code


def has_result(match):
    return Result.objects.filter(match=match).exists()


# --- Confirmations needed -----------------------------------------------------------------------
RAUL, PILAR = Party(user=1), Party(user=2)
SIDE_A, SIDE_B = Party(side=0), Party(side=1)


@each(
    "parties, suffice_for_1, suffice_for_2",
    ([SIDE_A], False, False),
    ([SIDE_A, SIDE_A], False, False),
    ([SIDE_A, SIDE_B], True, False),
    ([RAUL], True, False),
    ([RAUL, PILAR], True, True),
    ([RAUL, SIDE_A], True, True),
    ([SIDE_A, SIDE_B, RAUL], True, True),
    ([Party()], True, True),
)
def test_parties_that_suffice_for_0_1_and_2_confirmations(parties, suffice_for_1, suffice_for_2):
    assert is_confirmed(0, parties)
    assert (is_confirmed(1, parties), is_confirmed(2, parties)) == (suffice_for_1, suffice_for_2)


def test_two_results_agree_if_winner_and_cotos_are_equal():
    result = {"winner": 0, "forfeit": False, "tallies": {"cotos": [2, 1], "partidas": [7, 5]}}
    other_partidas = {**result, "tallies": {"cotos": [2, 1], "partidas": [6, 3]}}
    assert results_agree(result, other_partidas, "cotos")
    assert not results_agree(result, {**result, "tallies": {"cotos": [2, 0]}}, "cotos")
    assert not results_agree(result, {**result, "winner": 1}, "cotos")


# --- Confirming ---------------------------------------------------------------------------------
def test_a_result_written_by_a_player_waits_for_the_other_side(match):
    write(match, A)
    acta = live_acta(match)
    assert (match.state, has_result(match)) == (Match.State.PLAYING, False)
    assert acta.pending_since is not None
    sign_acta(match=match, author=B, version=1)
    match.refresh_from_db()
    assert (match.state, has_result(match)) == (Match.State.FINISHED, True)
    assert live_acta(match).pending_since is None


def test_a_line_stores_its_channel_device_and_side(match):
    record_hand(match=match, author=A, line="coto 3-1", number=1)
    hand = Hand.objects.get()
    assert (hand.author, hand.author_name, hand.road, hand.device, hand.side) == (
        None,
        "La pareja 1",
        "table",
        "movil-a",
        0,
    )
    audit_line = AuditLine.objects.filter(act="record_hand").get()
    assert (audit_line.author, audit_line.author_name) == (None, "La pareja 1")


def test_with_two_confirmations_a_result_of_the_desk_needs_another_signature(match, chema, raul):
    require_confirmations(match, 2)
    write(match, chema)
    assert not has_result(match)
    assert refusal_code(sign_acta, match=match, author=chema, version=1) == "own_version"
    sign_acta(match=match, author=raul, version=1)
    assert has_result(match)


def test_with_no_confirmations_a_result_of_a_player_counts_at_once(match):
    require_confirmations(match, 0)
    write(match, A)
    assert has_result(match)


def test_a_player_may_not_sign_his_own_result_nor_sign_twice(match):
    require_confirmations(match, 2)
    write(match, A)
    assert refusal_code(sign_acta, match=match, author=A, version=1) == "own_version"
    sign_acta(match=match, author=B, version=1)
    assert refusal_code(sign_acta, match=match, author=B, version=1) == "own_version"
    assert not has_result(match)  # of two confirmations, one must be of a user with a role


def test_the_author_of_an_acta_without_accounts_is_known_by_his_name(match, chema, raul):
    """An imported acta keeps the names of its authors, not their accounts."""
    require_confirmations(match, 2)
    write(match, chema)
    Hand.objects.filter(acta__match=match).update(author=None)
    assert refusal_code(sign_acta, match=match, author=chema, version=1) == "own_version"
    assert not has_result(match)
    sign_acta(match=match, author=raul, version=1)
    assert has_result(match)


def test_an_unfinished_or_confirmed_match_cannot_be_confirmed(match):
    write(match, A, LINES[:1])
    assert refusal_code(sign_acta, match=match, author=B, version=1) == "nothing_to_confirm"
    write(match, A, LINES[1:])
    sign_acta(match=match, author=B, version=1)
    assert refusal_code(sign_acta, match=match, author=B, version=1) == "nothing_to_confirm"
    assert refusal_code(sign_acta, match=match, author=B, version=9) == "conflict"


def test_the_same_last_line_from_the_other_side_confirms_the_result(match):
    write(match, A)
    record_hand(match=match, author=B, line=LINES[-1], number=len(LINES))
    assert has_result(match)
    assert len(lines_written(live_acta(match))) == len(LINES)


def test_the_same_last_line_again_from_its_own_side_confirms_nothing(match):
    write(match, A)
    record_hand(match=match, author=A, line=LINES[-1], number=len(LINES))
    assert not has_result(match)


def test_a_dispute_of_the_desk_with_the_same_lines_confirms_the_result(match, chema):
    write(match, A)
    assert (
        refusal_code(dispute_acta, match=match, author=chema, version=7, lines=LINES) == "conflict"
    )
    dispute_acta(match=match, author=chema, version=1, lines=LINES)
    assert has_result(match)
    assert not Acta.objects.filter(rival=True).exists()


def test_rebuilding_the_results_confirms_nothing(match):
    write(match, A)
    chunks = list(rescore(tournament=match.tournament, check=False))
    assert [rescored for chunk in chunks for rescored in chunk.wrong_matches] == []
    assert not has_result(match)
    sign_acta(match=match, author=B, version=1)
    Result.objects.all().delete()
    list(rescore(tournament=match.tournament, check=False))
    assert has_result(match)


def test_a_forfeit_needs_no_confirmation(match, chema):
    require_confirmations(match, 2)
    forfeit_match(match=match, loser=match.everybody[0], author=chema, reason="no se presenta")
    assert has_result(match)


# --- Lines sent twice ---------------------------------------------------------------------------
def test_a_line_sent_again_with_its_uid_is_written_once(match, chema):
    uid = uuid4()
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=uid)
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=uid)
    record_hand(match=match, author=A, line="coto 3-1", number=2)
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=uid)
    assert Hand.objects.count() == 2


def test_a_line_removed_by_a_correction_is_not_written_again_when_resent(match, chema):
    uid = uuid4()
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=uid)
    correct_acta(match=match, author=chema, lines=["coto 1-3"], reason="al revés")
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=uid)
    assert lines_written(live_acta(match)) == ["coto 1-3"]


def test_a_line_written_on_an_old_version_is_a_conflict(match, chema):
    record_hand(match=match, author=A, line="coto 3-1", number=1)
    correct_acta(match=match, author=chema, lines=["coto 1-3"], reason="al revés")
    arguments = {"match": match, "author": A, "line": "coto 3-2", "number": 2}
    assert refusal_code(record_hand, **arguments, version=1) == "conflict"
    record_hand(**arguments, version=2)


# --- Disputes -----------------------------------------------------------------------------------
def test_a_dispute_stores_a_rival_version_for_the_referee_to_decide(match, raul):
    write(match, A)
    rival = dispute_acta(
        match=match, author=B, version=1, lines=["coto 1-3"], reason="el primero es nuestro"
    )
    assert (rival.live, rival.rival, lines_written(rival)) == (False, True, ["coto 1-3"])
    assert not has_result(match)
    assert refusal_code(sign_acta, match=match, author=B, version=1) == "in_dispute"
    resolve_dispute(match=match, author=raul, keep=1, reason="lo vi yo")
    assert has_result(match)
    assert (
        refusal_code(resolve_dispute, match=match, author=raul, keep=1, reason="otra")
        == "no_dispute"
    )


def test_the_referee_may_choose_the_rival_version(match, raul):
    write(match, A)
    rival_lines = ["coto 1-3", "coto 2-3"]
    dispute_acta(match=match, author=B, version=1, lines=rival_lines)
    resolve_dispute(match=match, author=raul, keep=2, reason="lo dicen los cuatro")
    match.refresh_from_db()
    assert (lines_written(live_acta(match)), match.result.winner) == (rival_lines, 1)
    assert Acta.objects.filter(match=match).count() == 2  # both versions stay


def test_choosing_an_unfinished_rival_version_reopens_the_match(match, raul):
    write(match, raul)
    assert match.state == Match.State.FINISHED
    dispute_acta(match=match, author=B, version=1, lines=LINES[:1], reason="aún se juega")
    assert has_result(match)  # the result stands until the referee decides
    resolve_dispute(match=match, author=raul, keep=2, reason="es verdad")
    match.refresh_from_db()
    assert (match.state, has_result(match)) == (Match.State.PLAYING, False)


def test_the_writer_may_accept_the_rival_version(match):
    write(match, A)
    rival_lines = ["coto 1-3", "coto 2-3"]
    dispute_acta(match=match, author=B, version=1, lines=rival_lines)
    sign_acta(match=match, author=A, version=2)
    match.refresh_from_db()
    assert (lines_written(live_acta(match)), match.result.winner) == (rival_lines, 1)


def test_a_second_dispute_of_a_side_replaces_its_first(match):
    write(match, A)
    dispute_acta(match=match, author=B, version=1, lines=[], reason="no")
    dispute_acta(match=match, author=B, version=1, lines=[], reason="que no")
    assert Acta.objects.filter(rival=True).get().reason == "que no"


def test_a_dispute_with_too_many_lines_is_refused(match):
    write(match, A)
    lines = ["partida A"] * (MAX_LINES + 1)
    arguments = {"match": match, "author": B, "version": 1, "lines": lines, "reason": "no"}
    assert refusal_code(dispute_acta, **arguments) == "too_many_lines"
    assert Acta.objects.filter(match=match).count() == 1


def test_a_correction_by_the_referee_closes_the_dispute(match, raul):
    write(match, A)
    dispute_acta(match=match, author=B, version=1, lines=[], reason="no")
    correct_acta(match=match, author=raul, lines=["coto 1-3", "coto 2-3"], reason="así fue")
    assert has_result(match)
    assert not Acta.objects.filter(rival=True).exists()


# --- Lines taken back ---------------------------------------------------------------------------
def test_a_side_takes_back_its_last_line_until_the_other_side_disputes(match):
    write(match, A)
    last = len(LINES)
    assert (
        refusal_code(take_back_line, match=match, author=B, version=1, number=last) == "not_yours"
    )
    take_back_line(match=match, author=A, version=1, number=last)
    assert lines_written(live_acta(match)) == list(LINES[:-1])
    assert refusal_code(take_back_line, match=match, author=A, version=1, number=1) == "conflict"
    write(match, A, LINES[-1:])
    dispute_acta(match=match, author=B, version=2, lines=[], reason="no")
    assert (
        refusal_code(take_back_line, match=match, author=A, version=2, number=last) == "not_yours"
    )
