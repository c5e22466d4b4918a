"""A result is confirmed, disputed and decided: through the services."""

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
from tests.scoring.halls import LINES, seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Match
from tournaments.refusal import Refused
from tournaments.writer import Channel, Writer

A = Writer(channel=Channel.TABLE, device="movil-a", side=0, name="La pareja 1")
B = Writer(channel=Channel.TABLE, device="movil-b", side=1, name="La pareja 2")


@world
def match(casino, pairs):
    """Two pairs at table 1 of the casino, and two more at table 2."""
    four = pairs(casino, 4)
    return seat_round(casino, [four[:2], four[2:]]).matches.get(position=1)


def write(match, author, lines=LINES, **more):
    for number, line in enumerate(lines, len(lines_written(live_acta(match))) + 1):
        record_hand(match=match, author=author, line=line, number=number, **more)
    match.refresh_from_db()


def ask(match, confirmations):
    match.tournament.confirmations = confirmations
    match.tournament.save()


def refused(act, **kwargs):
    with pytest.raises(Refused) as caught:
        act(**kwargs)
    return caught.value.code


def counts(match):
    return Result.objects.filter(match=match).exists()


# --- How many are enough ------------------------------------------------------------------------
RAUL, PILAR = Party(user=1), Party(user=2)
ONE, OTHER = Party(side=0), Party(side=1)


@each(
    "parties, with_one, with_two",
    ([ONE], False, False),
    ([ONE, ONE], False, False),
    ([ONE, OTHER], True, False),
    ([RAUL], True, False),
    ([RAUL, PILAR], True, True),
    ([RAUL, ONE], True, True),
    ([ONE, OTHER, RAUL], True, True),
    ([Party()], True, True),
)
def test_who_is_enough(parties, with_one, with_two):
    assert is_confirmed(0, parties)
    assert (is_confirmed(1, parties), is_confirmed(2, parties)) == (with_one, with_two)


def test_two_records_agree_on_who_won_and_by_how_much():
    one = {"winner": 0, "forfeit": False, "tallies": {"cotos": [2, 1], "partidas": [7, 5]}}
    coarser = {**one, "tallies": {"cotos": [2, 1], "partidas": [6, 3]}}
    assert results_agree(one, coarser, "cotos")
    assert not results_agree(one, {**one, "tallies": {"cotos": [2, 0]}}, "cotos")
    assert not results_agree(one, {**one, "winner": 1}, "cotos")


# --- Confirming ---------------------------------------------------------------------------------
def test_what_a_player_writes_waits_for_the_other_side(match):
    write(match, A)
    acta = live_acta(match)
    assert (match.state, counts(match)) == (Match.State.PLAYING, False)
    assert acta.pending_since is not None
    sign_acta(match=match, author=B, version=1)
    match.refresh_from_db()
    assert (match.state, counts(match)) == (Match.State.FINISHED, True)
    assert live_acta(match).pending_since is None


def test_the_line_says_by_which_road_and_on_which_device(match):
    record_hand(match=match, author=A, line="coto 3-1", number=1)
    hand = Hand.objects.get()
    assert (hand.author, hand.author_name, hand.road, hand.device, hand.side) == (
        None,
        "La pareja 1",
        "table",
        "movil-a",
        0,
    )
    line = AuditLine.objects.filter(act="record_hand").get()
    assert (line.author, line.author_name) == (None, "La pareja 1")


def test_a_helper_is_believed_with_one_confirmation_and_not_with_two(match, chema, raul):
    ask(match, 2)
    write(match, chema)
    assert not counts(match)
    assert refused(sign_acta, match=match, author=chema, version=1) == "own_version"
    sign_acta(match=match, author=raul, version=1)
    assert counts(match)


def test_with_no_confirmations_whoever_writes_is_believed(match):
    ask(match, 0)
    write(match, A)
    assert counts(match)


def test_nobody_signs_his_own_result_nor_twice(match):
    ask(match, 2)
    write(match, A)
    assert refused(sign_acta, match=match, author=A, version=1) == "own_version"
    sign_acta(match=match, author=B, version=1)
    assert refused(sign_acta, match=match, author=B, version=1) == "own_version"
    assert not counts(match)  # two players are not enough where two confirmations are asked


def test_an_account_that_is_gone_is_still_the_person_of_its_name(match, chema, raul):
    """An imported acta keeps the names of its authors, not their accounts."""
    ask(match, 2)
    write(match, chema)
    Hand.objects.filter(acta__match=match).update(author=None)
    assert refused(sign_acta, match=match, author=chema, version=1) == "own_version"
    assert not counts(match)
    sign_acta(match=match, author=raul, version=1)
    assert counts(match)


def test_there_is_nothing_to_confirm_before_the_end_nor_after_it(match):
    write(match, A, LINES[:1])
    assert refused(sign_acta, match=match, author=B, version=1) == "nothing_to_confirm"
    write(match, A, LINES[1:])
    sign_acta(match=match, author=B, version=1)
    assert refused(sign_acta, match=match, author=B, version=1) == "nothing_to_confirm"
    assert refused(sign_acta, match=match, author=B, version=9) == "conflict"


def test_the_same_last_line_from_the_other_side_confirms(match):
    write(match, A)
    record_hand(match=match, author=B, line=LINES[-1], number=len(LINES))
    assert counts(match)
    assert len(lines_written(live_acta(match))) == len(LINES)


def test_the_same_line_again_from_the_same_side_does_not(match):
    write(match, A)
    record_hand(match=match, author=A, line=LINES[-1], number=len(LINES))
    assert not counts(match)


def test_the_desk_that_types_the_paper_another_way_confirms_it(match, chema):
    write(match, A)
    assert refused(dispute_acta, match=match, author=chema, version=7, lines=LINES) == "conflict"
    dispute_acta(match=match, author=chema, version=1, lines=LINES)
    assert counts(match)
    assert not Acta.objects.filter(rival=True).exists()


def test_making_results_again_confirms_nothing(match):
    write(match, A)
    chunks = list(rescore(tournament=match.tournament, check=False))
    assert [one for chunk in chunks for one in chunk.differing] == []
    assert not counts(match)
    sign_acta(match=match, author=B, version=1)
    Result.objects.all().delete()
    list(rescore(tournament=match.tournament, check=False))
    assert counts(match)


def test_a_match_given_up_waits_for_nobody(match, chema):
    ask(match, 2)
    forfeit_match(match=match, loser=match.everybody[0], author=chema, reason="no se presenta")
    assert counts(match)


# --- A line sent twice --------------------------------------------------------------------------
def test_a_line_is_known_by_its_own_mark(match, chema):
    mark = uuid4()
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=mark)
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=mark)
    record_hand(match=match, author=A, line="coto 3-1", number=2)
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=mark)
    assert Hand.objects.count() == 2


def test_it_is_known_even_after_a_correction_took_it_away(match, chema):
    mark = uuid4()
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=mark)
    correct_acta(match=match, author=chema, lines=["coto 1-3"], reason="al revés")
    record_hand(match=match, author=A, line="coto 3-1", number=1, uid=mark)
    assert lines_written(live_acta(match)) == ["coto 1-3"]


def test_what_was_written_on_an_old_version_is_not_applied(match, chema):
    record_hand(match=match, author=A, line="coto 3-1", number=1)
    correct_acta(match=match, author=chema, lines=["coto 1-3"], reason="al revés")
    asked = {"match": match, "author": A, "line": "coto 3-2", "number": 2}
    assert refused(record_hand, **asked, version=1) == "conflict"
    record_hand(**asked, version=2)


# --- Disputing ----------------------------------------------------------------------------------
def test_whoever_disputes_leaves_his_own_version_for_the_referee(match, raul):
    write(match, A)
    rival = dispute_acta(
        match=match, author=B, version=1, lines=["coto 1-3"], reason="el primero es nuestro"
    )
    assert (rival.live, rival.rival, lines_written(rival)) == (False, True, ["coto 1-3"])
    assert not counts(match)
    assert refused(sign_acta, match=match, author=B, version=1) == "in_dispute"
    resolve_dispute(match=match, author=raul, keep=1, reason="lo vi yo")
    assert counts(match)
    assert refused(resolve_dispute, match=match, author=raul, keep=1, reason="otra") == "no_dispute"


def test_the_referee_may_choose_the_other_version(match, raul):
    write(match, A)
    turned = ["coto 1-3", "coto 2-3"]
    dispute_acta(match=match, author=B, version=1, lines=turned)
    resolve_dispute(match=match, author=raul, keep=2, reason="lo dicen los cuatro")
    match.refresh_from_db()
    assert (lines_written(live_acta(match)), match.result.winner) == (turned, 1)
    assert Acta.objects.filter(match=match).count() == 2  # nothing is lost


def test_a_version_that_is_not_over_opens_the_match_again(match, raul):
    write(match, raul)
    assert match.state == Match.State.FINISHED
    dispute_acta(match=match, author=B, version=1, lines=LINES[:1], reason="aún se juega")
    assert counts(match)  # it stands until somebody decides
    resolve_dispute(match=match, author=raul, keep=2, reason="es verdad")
    match.refresh_from_db()
    assert (match.state, counts(match)) == (Match.State.PLAYING, False)


def test_the_other_side_may_grant_it(match):
    write(match, A)
    turned = ["coto 1-3", "coto 2-3"]
    dispute_acta(match=match, author=B, version=1, lines=turned)
    sign_acta(match=match, author=A, version=2)
    match.refresh_from_db()
    assert (lines_written(live_acta(match)), match.result.winner) == (turned, 1)


def test_who_disputes_again_keeps_only_the_last_word(match):
    write(match, A)
    dispute_acta(match=match, author=B, version=1, lines=[], reason="no")
    dispute_acta(match=match, author=B, version=1, lines=[], reason="que no")
    assert Acta.objects.filter(rival=True).get().reason == "que no"


def test_nobody_disputes_with_more_lines_than_an_acta_has(match):
    write(match, A)
    lines = ["partida A"] * (MAX_LINES + 1)
    told = {"match": match, "author": B, "version": 1, "lines": lines, "reason": "no"}
    assert refused(dispute_acta, **told) == "too_many_lines"
    assert Acta.objects.filter(match=match).count() == 1


def test_a_correction_of_the_referee_closes_the_dispute(match, raul):
    write(match, A)
    dispute_acta(match=match, author=B, version=1, lines=[], reason="no")
    correct_acta(match=match, author=raul, lines=["coto 1-3", "coto 2-3"], reason="así fue")
    assert counts(match)
    assert not Acta.objects.filter(rival=True).exists()


# --- Taking back --------------------------------------------------------------------------------
def test_a_side_takes_back_its_last_line_until_the_other_speaks(match):
    write(match, A)
    last = len(LINES)
    assert refused(take_back_line, match=match, author=B, version=1, number=last) == "not_yours"
    take_back_line(match=match, author=A, version=1, number=last)
    assert lines_written(live_acta(match)) == list(LINES[:-1])
    assert refused(take_back_line, match=match, author=A, version=1, number=1) == "conflict"
    write(match, A, LINES[-1:])
    dispute_acta(match=match, author=B, version=2, lines=[], reason="no")
    assert refused(take_back_line, match=match, author=A, version=2, number=last) == "not_yours"
